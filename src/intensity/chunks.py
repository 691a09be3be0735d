"""Chunked prefill: one prompt read in several passes."""

from __future__ import annotations

from .model import Model
from .ops import BF16
from .precision import Precision
from .sizes import whole
from .transformer import Op, prefill


def chunked_prefill(
    model: Model,
    *,
    prompt: int,
    chunk: int,
    batch: int = 1,
    precision: Precision = BF16,
    shards: int = 1,
) -> tuple[tuple[Op, ...], ...]:
    """The passes that read `prompt` tokens, at most `chunk` at a time.

    Each pass reads all weights again, and the KV of the chunks before it.  Only the
    last one needs the LM head; it is counted in each, as kernels commonly run it.
    Raises CourseError as `prefill` does.

    >>> one = Model(layers=1, hidden=4, heads=1, ffn_dim=8, vocab=10)
    >>> [p[0].cost.flops for p in chunked_prefill(one, prompt=5, chunk=2)]
    [64, 64, 32]
    """
    chunk, prompt = whole("chunk", chunk), whole("prompt", prompt)
    starts = range(0, prompt, chunk)
    return tuple(
        prefill(
            model,
            prompt=min(chunk, prompt - start),
            prefix=start,
            batch=batch,
            precision=precision,
            shards=shards,
        )
        for start in starts
    )
