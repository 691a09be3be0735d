"""FLOPs and bytes of single operations, one pure function each.

Conventions, kept everywhere: a multiply-add is 2 FLOP; each weight is read once,
each input read once and each output written once.  Caches are assumed to hold
every reused tile, so the traffic is a lower bound: a kernel that spills moves more.

Letters:  m rows (tokens), k inputs, n outputs,  h heads,  d head dimension.
Sizes are numbers or numpy arrays.
"""

from __future__ import annotations

from .elementwise import maximum, minimum
from .precision import Precision
from .roofline import Cost, Number

BF16 = Precision()

# FLOP per element of the operations that kernels usually fuse into a neighbour.
NORM_FLOPS = 4  # square, sum, scale by the root, scale by the weight
GATE_FLOPS = 5  # exponential, add, divide, multiply: SiLU; then times `up`
ROTARY_FLOPS = 3  # each pair: four products and two sums, so three an element
SOFTMAX_FLOPS = 5  # scale, subtract the maximum, exponential, sum, divide
RESIDUAL_FLOPS = 1


def matmul(
    m: Number, k: Number, n: Number, precision: Precision = BF16, *, to_kv: bool = False
) -> Cost:
    """Cost of ``Y = X @ W``: X [m, k] activations, W [k, n] weights, Y [m, n].

    FLOPs:  2 m k n
    Bytes:  k n weights  +  m k read  +  m n written, each at its own format

    to_kv: the output goes to the KV cache, at the cache's format.
    Source: Austin et al., "How to Scale Your Model", ch. 1 (2025).

    >>> round(matmul(4096, 4096, 4096).intensity)      # 4096 / 3
    1365
    >>> round(matmul(1, 4096, 4096).intensity, 3)      # one token
    1.0
    """
    p = precision
    written = m * n
    return Cost(
        2 * m * k * n,
        k * n * p.weight_bytes,
        (m * k + (0 if to_kv else written)) * p.activation_bytes,
        written * p.kv_bytes if to_kv else 0.0,
    )


def causal_pairs(new: Number, prefix: Number, window: int | None = None) -> Number:
    """How many (query, key) pairs `new` tokens after `prefix` cached ones attend to.

    Token i sees itself and what came before, at most `window` tokens in all.
    Without a window it is  c p + c(c+1)/2  for a chunk c after a prefix p.

    >>> causal_pairs(3, 0), causal_pairs(3, 0, window=2), causal_pairs(1, 9)
    (6.0, 5.0, 10.0)
    """
    if window is None:
        return new * prefix + new * (new + 1) / 2
    growing = minimum(maximum(window - prefix, 0), new)  # tokens that see all so far
    rest = new - growing
    return growing * prefix + growing * (growing + 1) / 2 + rest * window


def keys_read(new: Number, prefix: Number, window: int | None = None) -> Number:
    """How many cached tokens a pass over `new` tokens reads, each counted once.

    >>> keys_read(1, 9), keys_read(1, 9, window=4), keys_read(2, 9, window=4)
    (10, 4, 5)
    """
    context = prefix + new
    return context if window is None else minimum(context, window + new - 1)


def fused_attention(
    sequences: Number,
    new: Number,
    prefix: Number,
    *,
    heads: int,
    kv_heads: int,
    head_dim: int,
    window: int | None = None,
    precision: Precision = BF16,
) -> Cost:
    """Cost of flash attention: scores never leave the chip.

    FLOPs:  4 h d for each causal pair (Q K^T, then weights times V)
    Bytes:  Q read and O written (query heads);  K and V read once (KV heads)

    Grouping (kv_heads < heads) divides the cache traffic, not the FLOPs.
    Source: Dao et al., "FlashAttention" (2022), without re-reads of K and V.

    >>> step = fused_attention(1, 1, 999, heads=8, kv_heads=2, head_dim=64)
    >>> round(step.intensity, 2)      # close to heads / kv_heads
    3.98
    """
    rows = sequences * new
    width = heads * head_dim
    pairs = causal_pairs(new, prefix, window)
    keys = sequences * keys_read(new, prefix, window)
    return Cost(
        4 * sequences * pairs * width,
        0.0,
        2 * rows * width * precision.activation_bytes,
        2 * keys * kv_heads * head_dim * precision.kv_bytes,
    )


def latent_attention(
    sequences: Number,
    new: Number,
    prefix: Number,
    *,
    heads: int,
    latent: int,
    rope: int,
    precision: Precision = BF16,
) -> Cost:
    """Cost of absorbed multi-head latent attention (MLA), as decode runs it.

    Every head reads the same cached row of `latent` + `rope` numbers: keys and
    values are one and the same memory, so intensity grows with the heads.

    FLOPs:  2 h (latent + rope) + 2 h latent  for each pair
    Source: DeepSeek-AI, "DeepSeek-V2" (2024), section 2.1.

    >>> step = latent_attention(1, 1, 10**8, heads=128, latent=512, rope=64)
    >>> round(step.intensity, 1)      # 2 * 128 * 1088 / (576 * 2)
    241.8
    """
    rows = sequences * new
    pairs = sequences * causal_pairs(new, prefix)
    row = latent + rope
    return Cost(
        2 * pairs * heads * (row + latent),
        0.0,
        rows * heads * (row + latent) * precision.activation_bytes,
        sequences * (prefix + new) * row * precision.kv_bytes,
    )


def expanded_attention(
    sequences: Number,
    new: Number,
    prefix: Number,
    *,
    heads: int,
    nope: int,
    rope: int,
    value: int,
    precision: Precision = BF16,
) -> Cost:
    """Cost of MLA in prefill: keys and values expanded to every head first.

    The expanded K and V are activations; of the cache only the `rope` numbers,
    which all heads share, are read here.

    FLOPs:  2 h (nope + rope) + 2 h value  for each causal pair
    Source: DeepSeek-AI, "DeepSeek-V2" (2024), section 2.1.
    """
    rows, keys = sequences * new, sequences * (prefix + new)
    pairs = sequences * causal_pairs(new, prefix)
    per_row = heads * (nope + rope) + heads * value  # Q read, O written
    per_key = heads * nope + heads * value  # K and V read
    return Cost(
        2 * pairs * heads * (nope + rope + value),
        0.0,
        (rows * per_row + keys * per_key) * precision.activation_bytes,
        keys * rope * precision.kv_bytes,
    )


def unfused_attention(
    sequences: Number,
    new: Number,
    prefix: Number,
    *,
    heads: int,
    kv_heads: int,
    head_dim: int,
    window: int | None = None,
    precision: Precision = BF16,
) -> dict[str, Cost]:
    """Costs of attention whose scores go through main memory, step by step.

    The mask is applied after the product, so the whole rectangle of scores is
    computed, written, read by the softmax, written again and read once more.

    >>> steps = unfused_attention(1, 2048, 0, heads=32, kv_heads=32, head_dim=128)
    >>> round(steps["attention_scores"].intensity)      # 2048 * 128 / (2 * 128 + 2048)
    114
    """
    p = precision
    rows = sequences * new
    keys = sequences * keys_read(new, prefix, window)
    scores = rows * heads * keys_read(new, prefix, window)
    product = 2 * scores * head_dim
    queries = rows * heads * head_dim * p.activation_bytes
    cached = keys * kv_heads * head_dim * p.kv_bytes
    moved = scores * p.activation_bytes
    return {
        "attention_scores": Cost(product, 0.0, queries + moved, cached),
        "attention_softmax": Cost(SOFTMAX_FLOPS * scores, 0.0, 2 * moved),
        "attention_values": Cost(product, 0.0, queries + moved, cached),
    }


def touched_experts(tokens: Number, total: int, active: int) -> Number:
    """Expected number of distinct experts that `tokens` read, routing balanced.

    Each token picks `active` of `total`:  E (1 - (1 - k/E)^tokens)

    >>> touched_experts(1, 256, 8), round(touched_experts(64, 256, 8))
    (8.0, 222)
    """
    return total * (1 - (1 - active / total) ** tokens)


def expert_matmul(
    tokens: Number,
    k: int,
    n: int,
    *,
    total: int,
    active: int,
    precision: Precision = BF16,
) -> Cost:
    """Cost of one matrix [k, n] in each of the routed experts of one layer.

    FLOPs:  2 k n for each of tokens x active
    Bytes:  the weights of the experts expected to be touched, each read once
    """
    rows = tokens * active
    return Cost(
        2 * rows * k * n,
        touched_experts(tokens, total, active) * k * n * precision.weight_bytes,
        rows * (k + n) * precision.activation_bytes,
    )


def pointwise(
    elements: Number, flops: int, moved: int, precision: Precision = BF16
) -> Cost:
    """Cost of an operation on single elements: `moved` reads and writes each.

    >>> pointwise(10, 1, 3).intensity      # residual add: 1 FLOP, 3 x 2 bytes
    0.16666666666666666
    """
    return Cost(elements * flops, 0.0, elements * moved * precision.activation_bytes)
