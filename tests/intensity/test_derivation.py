"""All 63 models against a second derivation, token by token and layer by layer.

It shares no code with the library: it reads the rows of models.csv itself, lists what
each token of each sequence attends to, and adds exact fractions.
"""

import csv
import random
from fractions import Fraction

import pytest

from intensity import Precision, decode, model, prefill
from intensity.sheet import DATA

ROWS = list(csv.DictReader((DATA / "models.csv").read_text("utf-8").splitlines()))
SIZE = {
    "bf16": Fraction(2), "fp8": Fraction(1), "int8": Fraction(1),
    "int4": Fraction(1, 2), "fp4": Fraction(1, 2),
}  # fmt: skip


class Tally(dict):
    """FLOPs, weight, activation and KV bytes of each operation."""

    def __init__(self, weights, activations, kv):
        super().__init__()
        self.w, self.a, self.k = SIZE[weights], SIZE[activations], SIZE[kv]

    def add(self, name, flops=0, weights=0, activations=0, kv=0):
        moved = (flops, weights * self.w, activations * self.a, kv * self.k)
        old = self.get(name, (0, 0, 0, 0))
        self[name] = tuple(a + b for a, b in zip(old, moved, strict=True))

    def linear(self, name, rows, i, o, copies=1, *, cached=False):
        out = rows * o
        self.add(
            name, 2 * rows * i * o * copies, i * o * copies,
            (rows * i + (0 if cached else out)) * copies, out * copies if cached else 0,
        )  # fmt: skip


def derive(row, *, batch, new, prefix, formats, fused, shards, scored, absorbed):
    """The step of one device."""

    def n(column):
        return int(row[column] or 0)

    t, tokens = Tally(*formats), batch * new
    d, heads = n("hidden"), n("heads") // shards
    kv_heads, hd = max(1, n("kv_heads") // shards), n("head_dim")
    wide, expert, vocab = (
        -(-n(column) // shards) for column in ("ffn_dim", "moe_ffn_dim", "vocab")
    )
    for layer in range(n("layers")):
        window = n("sliding_window") if layer >= n("full_attn_layers") else 0
        if n("kv_lora_rank"):
            latent_attention(t, n, batch, new, prefix, heads, absorbed)
        else:
            seen = [min(prefix + i, window or prefix + i) for i in range(1, new + 1)]
            first = max(0, prefix + 1 - window) if window else 0
            keys = prefix + new - first
            name = "attention_window" if window else "attention"
            rows, cached = tokens * heads * hd, batch * keys * kv_heads * hd
            t.linear("q_proj", tokens, d, heads * hd)
            t.linear("k_proj", tokens, d, kv_heads * hd, cached=True)
            t.linear("v_proj", tokens, d, kv_heads * hd, cached=True)
            if fused:
                pairs = batch * sum(seen) * heads
                t.add(name, 4 * pairs * hd, 0, 2 * rows, 2 * cached)
            else:
                scores = tokens * keys * heads
                t.add(name + "_scores", 2 * scores * hd, 0, rows + scores, cached)
                t.add(name + "_softmax", 5 * scores, 0, 2 * scores)
                t.add(name + "_values", 2 * scores * hd, 0, rows + scores, cached)
            t.linear("out_proj", tokens, heads * hd, d)
        if n("experts_total") and layer >= n("dense_first_layers"):
            total, active = n("experts_total"), n("experts_active")
            t.linear("router", tokens, d, total)
            touched = Fraction(total - total * (1 - active / total) ** tokens)
            for part, i, o in mlp(n, d, expert):
                t.add(
                    f"expert_{part}", 2 * tokens * active * i * o, touched * i * o,
                    tokens * active * (i + o),
                )  # fmt: skip
            if n("experts_shared"):
                for part, i, o in mlp(n, d, expert * n("experts_shared")):
                    t.linear(f"shared_{part}", tokens, i, o)
        else:
            for part, i, o in mlp(n, d, wide):
                t.linear(part, tokens, i, o)
    t.linear("lm_head", scored, d, vocab)
    return t


def mlp(n, d, width):
    gate = [("gate_proj", d, width)] if n("ffn_matrices") == 3 else []
    return [*gate, ("up_proj", d, width), ("down_proj", width, d)]


def latent_attention(t, n, batch, new, prefix, heads, absorbed):
    d, c, r = n("hidden"), n("kv_lora_rank"), n("qk_rope")
    nope, v = n("qk_nope"), n("v_head")
    tokens, keys = batch * new, batch * (prefix + new)
    pairs = batch * sum(prefix + i for i in range(1, new + 1)) * heads
    if n("q_lora_rank"):
        t.linear("q_a_proj", tokens, d, n("q_lora_rank"))
        t.linear("q_b_proj", tokens, n("q_lora_rank"), heads * (nope + r))
    else:
        t.linear("q_proj", tokens, d, heads * (nope + r))
    t.linear("kv_a_proj", tokens, d, c + r, cached=True)
    if absorbed:
        t.linear("k_absorb", tokens, nope, c, heads)
        t.linear("v_absorb", tokens, c, v, heads)
        rows = tokens * heads * (c + r + c)
        t.add("attention", 2 * pairs * (c + r + c), 0, rows, keys * (c + r))
    else:
        both = heads * (nope + v)
        t.add("kv_b_proj", 2 * keys * c * both, c * both, keys * both, keys * c)
        rows = tokens * heads * (nope + r + v) + keys * both
        t.add("attention", 2 * pairs * (nope + r + v), 0, rows, keys * r)
    t.linear("out_proj", tokens, heads * v, d)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model"])
def test_every_operation_of_every_model_is_derived_twice(row):
    draw, shape = random.Random(row["model"]), model(row["model"])
    for _ in range(6):
        formats = (
            draw.choice(["bf16", "int8", "int4", "fp4"]),
            draw.choice(["bf16", "fp8"]),
            draw.choice(["bf16", "fp8", "int4"]),
        )
        batch, new = draw.choice([1, 7, 300]), draw.choice([1, 2, 130, 1500])
        prefix = draw.choice([0, 1, 126, 511, 4094, 4096, 9000])
        shards = draw.choice([1, 2, 4])
        if shape.heads % shards or shape.kv_heads % shards:
            shards = 1
        fused = shape.attention == "MLA" or draw.random() < 0.6
        how = {"fused": fused, "shards": shards}
        precision = dict(zip(("weights", "activations", "kv"), formats, strict=True))
        both = {"batch": batch, "precision": Precision(**precision), **how}
        steps = {
            True: decode(shape, context=prefix + new, tokens=new, **both),
            False: prefill(shape, prompt=new, prefix=prefix, **both),
        }
        for decoding, ops in steps.items():
            expected = derive(
                row, batch=batch, new=new, prefix=prefix, formats=formats,
                scored=batch * new if decoding else batch, absorbed=decoding, **how,
            )  # fmt: skip
            assert len(ops) == len(expected)
            for op in ops:
                c = op.cost
                found = (c.flops, c.weight_bytes, c.activation_bytes, c.kv_bytes)
                wanted = [float(part) for part in expected[op.name]]
                assert list(found) == pytest.approx(wanted, rel=1e-9), op.name
