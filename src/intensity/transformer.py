"""A decoder-only transformer's step as a list of operations.

Prefill, decode, a chunk after a cached prefix and the verification of several
guessed tokens are one and the same pass: `new` tokens of each sequence after
`prefix` cached ones.  They differ in those two numbers, in how many positions go
through the LM head, and, for MLA, in the form the attention takes.

Norms, rotary embedding, softmax, gate, residuals and the embedding gather are
counted as fused into their neighbours; `norms=True` charges them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from . import ops
from .language import CourseError, Text
from .model import Model
from .ops import BF16, matmul
from .precision import Precision
from .roofline import Cost, Number
from .sizes import size, whole


@dataclass(frozen=True, slots=True)
class Op:
    """One named operation of a step.

    count: how often it occurs in the step
    cost: FLOPs and bytes of all `count` occurrences together
    """

    name: str
    count: int
    cost: Cost


@dataclass(frozen=True, slots=True)
class _Pass:
    """What one pass works on; `rows` tokens go through every matrix."""

    model: Model
    precision: Precision
    sequences: Number
    new: Number
    prefix: Number
    fused: bool
    absorbed: bool  # MLA in the form decode uses

    @property
    def rows(self) -> Number:
        return self.sequences * self.new


def decode(
    model: Model,
    *,
    batch: Number,
    context: Number,
    precision: Precision = BF16,
    tokens: Number = 1,
    fused: bool = True,
    shards: int = 1,
    norms: bool = False,
) -> tuple[Op, ...]:
    """One decode step: `tokens` new tokens (normally 1) for each of `batch` sequences.

    context: cached tokens each new one sees in the end, itself included
    tokens: more than 1 is the verification of guessed tokens (speculative decoding);
        every position goes through the LM head
    fused: flash attention; False stores the scores (not for MLA)
    shards: devices that share the weights, heads and KV; the cost is one device's

    Every weight is read once, whatever the batch; the cache once per sequence.
    batch, context, tokens: numbers or arrays (they broadcast).
    Raises CourseError for a size below 1 or a context shorter than `tokens`.

    >>> one = Model(layers=1, hidden=4, heads=1, ffn_dim=8, vocab=10)
    >>> [op.name for op in decode(one, batch=1, context=1)][:4]
    ['q_proj', 'k_proj', 'v_proj', 'attention']
    """
    batch, tokens = size("batch", batch), size("tokens", tokens)
    prefix = size("context", context) - tokens
    _not_negative(prefix, context, tokens)
    part = shard(model, shards)
    step = _Pass(part, precision, batch, tokens, prefix, fused, absorbed=True)
    return _pass(step, logits=batch * tokens, norms=norms)


def prefill(
    model: Model,
    *,
    prompt: Number,
    batch: Number = 1,
    prefix: Number = 0,
    precision: Precision = BF16,
    fused: bool = True,
    shards: int = 1,
    logits: Literal["last", "all"] = "last",
    norms: bool = False,
) -> tuple[Op, ...]:
    """Read `prompt` tokens of each of `batch` sequences in one pass.

    prefix: tokens already cached before this pass (a chunk, or a cached prefix)
    logits: "last" sends one position of each sequence through the LM head
    The rest as in `decode`.  Raises CourseError for sizes out of range.

    >>> one = Model(layers=1, hidden=4, heads=1, ffn_dim=8, vocab=10)
    >>> prefill(one, prompt=3)[0].cost.flops      # q_proj: 2 x 3 x 4 x 4
    96
    """
    batch, prompt = size("batch", batch), size("prompt", prompt)
    prefix = size("prefix", prefix, least=0)
    if logits not in ("last", "all"):
        raise CourseError(
            Text(
                ko=f'logits = {logits!r}: "last" 또는 "all"이어야 합니다.',
                en=f'logits = {logits!r}: use "last" or "all"',
            )
        )
    part = shard(model, shards)
    step = _Pass(part, precision, batch, prompt, prefix, fused, absorbed=False)
    scored = batch if logits == "last" else batch * prompt
    return _pass(step, logits=scored, norms=norms)


def total(ops: tuple[Op, ...]) -> Cost:
    """The cost of all operations together.

    >>> total((Op("a", 1, Cost(2, 3)), Op("b", 1, Cost(4, 5)))).flops
    6
    """
    first, *rest = (op.cost for op in ops)
    return sum(rest, start=first)


def shard(model: Model, shards: int) -> Model:
    """The part of `model` that one of `shards` tensor-parallel devices holds.

    Heads, feed-forward width and vocabulary are divided; KV heads too, and copied
    where there are more devices than them.  What MLA compresses (its down-projections
    and its cache) and the router are on every device.  Raises CourseError if the
    heads do not divide.

    >>> whole = Model(layers=1, hidden=8, heads=8, kv_heads=2, ffn_dim=16, vocab=10)
    >>> shard(whole, 4).heads, shard(whole, 4).kv_heads, shard(whole, 4).ffn_dim
    (2, 1, 4)
    """
    shards = whole("shards", shards)
    if shards == 1:
        return model
    copied = shards % model.kv_heads == 0
    if model.heads % shards or (model.kv_heads % shards and not copied):
        raise CourseError(
            Text(
                ko=f"shards = {shards}: {model.name}의 헤드 {model.heads}개(KV "
                f"{model.kv_heads}개)를 고르게 나누지 못합니다.",
                en=f"shards = {shards} does not divide the {model.heads} heads "
                f"({model.kv_heads} KV heads) of {model.name} evenly",
            )
        )
    return replace(
        model,
        heads=model.heads // shards,
        kv_heads=max(1, model.kv_heads // shards),
        ffn_dim=-(-model.ffn_dim // shards),  # rounded up: the busiest device
        expert_dim=-(-model.expert_dim // shards),
        vocab=-(-model.vocab // shards),
    )


def allreduce_bytes(
    model: Model, *, rows: Number, shards: int, precision: Precision = BF16
) -> Number:
    """Bytes each device sends in a step of tensor parallelism [byte].

    Two all-reduces a layer over [rows, hidden]; a ring sends 2 (n-1)/n of it.
    Source: Shoeybi et al., "Megatron-LM" (2019), section 3.

    >>> one = Model(layers=1, hidden=4, heads=2, ffn_dim=8, vocab=10)
    >>> allreduce_bytes(one, rows=1, shards=2)      # 2 x 4 elements x 2 bytes
    16.0
    """
    once = rows * model.hidden * precision.activation_bytes
    return 2 * model.layers * once * 2 * (shards - 1) / shards


def _pass(step: _Pass, *, logits: Number, norms: bool) -> tuple[Op, ...]:
    m = step.model
    latent = m.attention == "MLA"
    if latent and not step.fused:
        raise CourseError(
            Text(
                ko=f"{m.name}: MLA 어텐션은 fused(flash)로만 셉니다. "
                "fused=False(--unfused)를 빼세요.",
                en=f"{m.name}: MLA attention is counted fused (flash) only; leave "
                "fused=False (--unfused) out",
            )
        )
    lm_head = matmul(logits, m.hidden, m.vocab, step.precision)
    return (
        *(_latent_attention(step) if latent else _attention(step)),
        *_feed_forward(step),
        *(_pointwise(step) if norms else ()),
        Op("lm_head", 1, lm_head),
    )


def _project(
    step: _Pass, name: str, k: int, n: int, *, to_kv: bool = False, layers: int = 0
) -> Op:
    """One matrix [k, n] for all rows, in every layer or in `layers` of them."""
    count = layers or step.model.layers
    return Op(name, count, matmul(step.rows, k, n, step.precision, to_kv=to_kv) * count)


def _attention(step: _Pass) -> Iterator[Op]:
    m = step.model
    q_width, kv_width = m.heads * m.head_dim, m.kv_heads * m.head_dim
    yield _project(step, "q_proj", m.hidden, q_width)
    yield _project(step, "k_proj", m.hidden, kv_width, to_kv=True)
    yield _project(step, "v_proj", m.hidden, kv_width, to_kv=True)
    if m.full_layers:
        yield from _core(step, "attention", m.full_layers, window=None)
    if m.layers > m.full_layers:
        yield from _core(step, "attention_window", m.layers - m.full_layers, m.window)
    yield _project(step, "out_proj", q_width, m.hidden)


def _core(step: _Pass, name: str, count: int, window: int | None) -> Iterator[Op]:
    """Scores, softmax and values of `count` layers, fused or one by one."""
    m = step.model
    attend = ops.fused_attention if step.fused else ops.unfused_attention
    cost = attend(
        step.sequences,
        step.new,
        step.prefix,
        heads=m.heads,
        kv_heads=m.kv_heads,
        head_dim=m.head_dim,
        window=window,
        precision=step.precision,
    )
    if isinstance(cost, Cost):
        yield Op(name, count, cost * count)
    else:
        for part, each in cost.items():
            yield Op(part.replace("attention", name), count, each * count)


def _latent_attention(step: _Pass) -> Iterator[Op]:
    m, p = step.model, step.precision
    query = m.heads * (m.qk_nope + m.qk_rope)
    if m.q_lora_rank:
        yield _project(step, "q_a_proj", m.hidden, m.q_lora_rank)
        yield _project(step, "q_b_proj", m.q_lora_rank, query)
    else:
        yield _project(step, "q_proj", m.hidden, query)
    row = m.kv_lora_rank + m.qk_rope
    yield _project(step, "kv_a_proj", m.hidden, row, to_kv=True)
    place = (step.sequences, step.new, step.prefix)
    if step.absorbed:
        each = m.layers * m.heads  # one small matrix for each head
        absorb = matmul(step.rows, m.qk_nope, m.kv_lora_rank, p)
        expand = matmul(step.rows, m.kv_lora_rank, m.v_head, p)
        core = ops.latent_attention(
            *place, heads=m.heads, latent=m.kv_lora_rank, rope=m.qk_rope, precision=p
        )
        yield Op("k_absorb", each, absorb * each)
        yield Op("attention", m.layers, core * m.layers)
        yield Op("v_absorb", each, expand * each)
    else:
        core = ops.expanded_attention(
            *place,
            heads=m.heads,
            nope=m.qk_nope,
            rope=m.qk_rope,
            value=m.v_head,
            precision=p,
        )
        yield Op("kv_b_proj", m.layers, _expand_latents(step) * m.layers)
        yield Op("attention", m.layers, core * m.layers)
    yield _project(step, "out_proj", m.heads * m.v_head, m.hidden)


def _expand_latents(step: _Pass) -> Cost:
    """Keys and values of every head from the cached latents, prefix included."""
    m, p = step.model, step.precision
    tokens = step.sequences * (step.prefix + step.new)
    width = m.heads * (m.qk_nope + m.v_head)
    product = matmul(tokens, m.kv_lora_rank, width, p)
    return Cost(
        product.flops,
        product.weight_bytes,
        tokens * width * p.activation_bytes,
        tokens * m.kv_lora_rank * p.kv_bytes,  # the input comes from the cache
    )


def _feed_forward(step: _Pass) -> Iterator[Op]:
    m = step.model
    if m.dense_layers:
        yield from _mlp(step, "", m.ffn_dim, m.dense_layers)
    if m.moe_layers:
        yield _project(step, "router", m.hidden, m.experts_total, layers=m.moe_layers)
        for name, (k, n) in _mlp_shapes(m, m.expert_dim).items():
            cost = ops.expert_matmul(
                step.rows,
                k,
                n,
                total=m.experts_total,
                active=m.experts_active,
                precision=step.precision,
            )
            yield Op(f"expert_{name}", m.moe_layers, cost * m.moe_layers)
        if m.experts_shared:
            width = m.experts_shared * m.expert_dim
            yield from _mlp(step, "shared_", width, m.moe_layers)


def _mlp(step: _Pass, prefix: str, width: int, layers: int) -> Iterator[Op]:
    for name, (k, n) in _mlp_shapes(step.model, width).items():
        yield _project(step, prefix + name, k, n, layers=layers)


def _mlp_shapes(model: Model, width: int) -> dict[str, tuple[int, int]]:
    """The matrices of one feed-forward: gated has three, plain has two."""
    d = model.hidden
    shapes = {"gate_proj": (d, width), "up_proj": (d, width), "down_proj": (width, d)}
    if model.ffn_matrices == 2:
        del shapes["gate_proj"]
    return shapes


def _pointwise(step: _Pass) -> Iterator[Op]:
    """What kernels usually fuse away, charged one by one."""
    m, p, rows = step.model, step.precision, step.rows
    twice = 2 * m.layers
    norm = ops.pointwise(rows * m.hidden, ops.NORM_FLOPS, 2, p)
    residual = ops.pointwise(rows * m.hidden, ops.RESIDUAL_FLOPS, 3, p)
    rotary = ops.pointwise(rows * _turned(m), ops.ROTARY_FLOPS, 2, p)
    active = m.experts_active + m.experts_shared
    widths = m.dense_layers * m.ffn_dim + m.moe_layers * active * m.expert_dim
    gated = m.ffn_matrices == 3
    gate = ops.pointwise(rows * widths, ops.GATE_FLOPS, 3 if gated else 2, p)
    moved = rows * m.hidden
    yield Op("norm", twice + 1, norm * (twice + 1))
    if not m.learned_positions:
        yield Op("rotary", m.layers, rotary * m.layers)
    yield Op("gate", m.layers, gate)
    yield Op("residual", twice, residual * twice)
    yield Op(
        "embedding", 1, Cost(0, moved * p.weight_bytes, moved * p.activation_bytes)
    )


def _turned(model: Model) -> int:
    """Elements of one token that rotary embedding turns: those of queries and keys."""
    if model.kv_lora_rank:  # all heads share the one rotary part of the key
        return (model.heads + 1) * model.qk_rope
    return (model.heads + model.kv_heads) * model.head_dim


def _not_negative(prefix: Number, context: Number, tokens: Number) -> None:
    """Refuse a context that could not hold the new tokens."""
    short = prefix < 0
    if short.any() if hasattr(short, "any") else short:
        raise CourseError(
            Text(
                ko=f"context = {context}: 새 토큰 {tokens}개를 포함해야 하므로 그보다 "
                "작을 수 없습니다.",
                en=f"context = {context}: it includes the {tokens} new tokens, "
                "so it cannot be smaller",
            )
        )
