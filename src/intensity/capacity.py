"""Whether a step fits the device: said apart from speed, never silently."""

from __future__ import annotations

from dataclasses import dataclass

from .elementwise import minimum
from .model import Model
from .ops import BF16
from .precision import Precision
from .roofline import Number
from .sizes import size
from .transformer import shard


@dataclass(frozen=True, slots=True)
class Capacity:
    """Memory a step needs against memory the device has [byte]."""

    needed_bytes: Number
    device_bytes: float

    @property
    def fits(self) -> Number:
        """Whether weights and KV cache fit; activations and runtime come on top."""
        return self.needed_bytes <= self.device_bytes


def kv_cache_bytes(
    model: Model, *, batch: Number, context: Number, precision: Precision = BF16
) -> Number:
    """Size of the KV cache of `batch` sequences of `context` tokens [byte].

    A sliding-window layer keeps no more than its window.

    >>> one = Model(layers=1, hidden=4, heads=1, ffn_dim=8, vocab=10)
    >>> kv_cache_bytes(one, batch=1, context=10)      # 10 x (K and V) x 4 x 2 bytes
    160.0
    """
    batch, context = size("batch", batch), size("context", context)
    kept = context * model.full_layers
    if model.window is not None:
        windowed = model.layers - model.full_layers
        kept = kept + windowed * minimum(context, model.window)
    per_layer = model.kv_elements_per_token / model.layers
    return batch * kept * per_layer * precision.kv_bytes


def capacity(
    model: Model,
    *,
    batch: Number,
    context: Number,
    device_bytes: float,
    precision: Precision = BF16,
    shards: int = 1,
) -> Capacity:
    """Weights and KV cache of the whole batch against one device's memory.

    With `shards`, the device's own part: divided weights, and all of what
    tensor parallelism copies (see `shard`).
    """
    part = shard(model, shards)
    weights = part.parameters * precision.weight_bytes
    cache = kv_cache_bytes(part, batch=batch, context=context, precision=precision)
    return Capacity(weights + cache, device_bytes)


def largest_batch(
    model: Model,
    *,
    context: int,
    device_bytes: float,
    precision: Precision = BF16,
    shards: int = 1,
) -> int:
    """How many sequences of `context` tokens fit beside the weights; 0 if none.

    >>> one = Model(layers=1, hidden=4, heads=1, ffn_dim=8, vocab=10)
    >>> largest_batch(one, context=10, device_bytes=1000)  # 480 + n x 160 bytes
    3
    """
    part = shard(model, shards)
    weights = part.parameters * precision.weight_bytes
    each = kv_cache_bytes(part, batch=1, context=context, precision=precision)
    return max(0, int((device_bytes - weights) // each))
