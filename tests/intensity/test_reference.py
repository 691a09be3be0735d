"""The library against 3,360 rows computed independently, from first principles."""

import csv
from functools import cache
from pathlib import Path

import pytest

from intensity.precision import Precision
from intensity.roofline import Roof
from intensity.transformer import Op, decode, prefill, total
from intensity.verdict import verdict

from .shapes import LLAMA_2_7B, LLAMA_3_8B

MODELS = {"Llama-2-7b-hf": LLAMA_2_7B, "Meta-Llama-3-8B": LLAMA_3_8B}
BYTES_PER_S = {
    "nvidia_A6000": 768e9, "nvidia_A100_80G": 2039e9, "nvidia_H100_SXM": 3350e9,
}  # fmt: skip
OPS_PER_S = {  # arithmetic on 16-bit and 8-bit activations
    ("nvidia_A6000", "16"): 154.8e12, ("nvidia_A6000", "8"): 309.7e12,
    ("nvidia_A100_80G", "16"): 312e12, ("nvidia_H100_SXM", "16"): 989.4e12,
    ("nvidia_A100_80G", "8"): 624e12, ("nvidia_H100_SXM", "8"): 1978.9e12,
}  # fmt: skip
FORMAT = {"4": "int4", "8": "int8", "16": "bf16"}
REFERENCE = Path(__file__).parents[1] / "data" / "reference.csv"
ROWS = list(csv.DictReader(REFERENCE.read_text("utf-8").splitlines()))


@cache
def step(model, phase, batch, length, w, a, kv):
    precision = Precision(weights=FORMAT[w], activations=FORMAT[a], kv=FORMAT[kv])
    how = {"batch": int(batch), "precision": precision}
    if phase == "decode":
        return decode(MODELS[model], context=int(length), **how)
    return prefill(MODELS[model], prompt=int(length), **how)


def step_of(row):
    names = ("model", "phase", "batch", "seqlen")
    formats = ("precision_w", "precision_a", "precision_kv")
    return step(*(row[name] for name in (*names, *formats)))


def roof_of(row):
    rate = OPS_PER_S[row["hardware"], row["precision_a"]]
    return Roof(rate, BYTES_PER_S[row["hardware"]])


def one_op(row):
    """The operation of a row, for one layer where the row is for one layer."""
    name = {"fused_attention": "attention"}.get(row["op"], row["op"])
    op = next(op for op in step_of(row) if op.name == name)
    return op.cost * (1 / op.count) if row["per"] == "layer" else op.cost


def traffic(row):
    """A row's bytes by the kinds the library keeps apart."""
    value = {k: float(v) for k, v in row.items() if k.startswith("bytes")}
    return {
        "weight_bytes": value["bytes_load_weight"],
        "activation_bytes": value["bytes_load_act"] + value["bytes_store_act"],
        "kv_bytes": value["bytes_load_kv"] + value["bytes_store_kv"],
        "bytes": value["bytes_total"],
    }


def test_the_reference_is_complete():
    assert len(ROWS) == 3360


@pytest.mark.parametrize("phase", ["prefill", "decode"])
@pytest.mark.parametrize("model", MODELS)
def test_flops_bytes_and_intensity_of_every_row(model, phase):
    rows = [r for r in ROWS if r["model"] == model and r["phase"] == phase]
    assert len(rows) == 840
    for row in rows:
        cost = total(step_of(row)) if row["op"] == "TOTAL" else one_op(row)
        assert cost.flops == pytest.approx(float(row["flops"]), rel=1e-3), row
        for name, expected in traffic(row).items():
            assert getattr(cost, name) == pytest.approx(expected, rel=1e-3), row
        assert cost.intensity == pytest.approx(float(row["intensity"]), rel=1e-3), row


@pytest.mark.parametrize("hardware", BYTES_PER_S)
def test_bound_and_time_of_every_row(hardware):
    for row in (r for r in ROWS if r["hardware"] == hardware):
        ops = step_of(row) if row["op"] == "TOTAL" else (Op("", 1, one_op(row)),)
        judged = verdict(ops, roof_of(row))
        assert judged.aggregate == row["bound"], row
        assert judged.time_s == pytest.approx(float(row["time_s"]), rel=1e-3), row
