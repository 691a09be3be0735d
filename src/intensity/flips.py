"""Where the tendency flips: the batch, context or prompt at which the verdict turns.

A solver walks one size of a step while all else stays.  `margin` is compute time
minus memory time; the verdict turns where its sign does.  Signs are taken at every
power of two, wherever a formula bends, and at the summit between two memory-bound
sizes (attention that stores its scores has one); each change is closed in on, first
by a straight line (exact where the margin is one) and then by halving.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Literal

from .language import Text
from .model import Model
from .ops import BF16
from .precision import Precision
from .reasons import (
    MOST_SEQUENCES,
    MOST_TOKENS,
    Step,
    batch_reason,
    context_reason,
    prompt_reason,
)
from .roofline import Roof
from .sizes import whole
from .transformer import Op, decode, prefill, total
from .verdict import Verdict, verdict

Variable = Literal["batch", "context", "prompt"]
Margin = Callable[[int], float]


@dataclass(frozen=True, slots=True)
class Flip:
    """Where one size turns the verdict; None means at no value of it.

    variable: "batch" and "prompt" give the smallest value that is compute-bound,
        "context" the longest that still is
    aggregate, per_op: by the two verdicts of `verdict`
    by_op: the same for each operation alone
    """

    variable: Variable
    aggregate: int | None
    per_op: int | None
    by_op: dict[str, int | None]
    reason: Text

    @property
    def value(self) -> int | None:
        """The answer by the aggregate verdict."""
        return self.aggregate

    @property
    def never(self) -> bool:
        """Whether no value makes the step compute-bound, by the aggregate verdict."""
        return self.aggregate is None


def critical_batch(
    inputs: float, outputs: float, roof: Roof, precision: Precision = BF16
) -> float | None:
    """Rows at which one matrix [inputs, outputs] turns compute-bound; None if never.

    B* = R W / (2 - R A (i + o) / (i o)),  R the ridge, W and A bytes per weight and
    activation.  The short rule  B* = R W / 2  leaves the activations out.

    >>> a100 = Roof(flops_per_s=312e12, bytes_per_s=2.039e12)
    >>> round(critical_batch(4096, 4096, a100)), round(a100.ridge)
    (165, 153)
    """
    ridge = roof.ridge
    activations = ridge * precision.activation_bytes * (1 / inputs + 1 / outputs)
    if activations >= 2:
        return None
    return ridge * precision.weight_bytes / (2 - activations)


def flip_batch(
    model: Model,
    roof: Roof,
    *,
    context: int,
    precision: Precision = BF16,
    tokens: int = 1,
    fused: bool = True,
    shards: int = 1,
) -> Flip:
    """The smallest batch at which a decode step is compute-bound.

    A larger batch shares the weights among more tokens, but every sequence brings
    its own KV cache, so intensity levels off: often no batch is enough.
    Raises CourseError as `decode` does.
    """
    context, tokens = whole("context", context), whole("tokens", tokens)

    @cache
    def step(batch: int) -> tuple[Op, ...]:
        return decode(
            model,
            batch=batch,
            context=context,
            precision=precision,
            tokens=tokens,
            fused=fused,
            shards=shards,
        )

    found = _solve(step, roof, _nodes(1, MOST_SEQUENCES))
    free = total(saturated(step(1))).intensity
    reason = batch_reason(found.aggregate, step, free, roof)
    return Flip("batch", found.aggregate, found.per_op, found.by_op, reason)


def flip_context(
    model: Model,
    roof: Roof,
    *,
    batch: int | None = None,
    precision: Precision = BF16,
    tokens: int = 1,
    fused: bool = True,
    shards: int = 1,
) -> Flip:
    """The longest context at which a decode step is still compute-bound.

    batch None: at any batch at all, that is in the limit of a very large one, where
    the weights cost nothing.  Raises CourseError as `decode` does.
    """
    tokens = whole("tokens", tokens, most=MOST_TOKENS)
    if batch is not None:
        batch = whole("batch", batch)

    @cache
    def step(context: int) -> tuple[Op, ...]:
        ops = decode(
            model,
            batch=1 if batch is None else batch,
            context=context,
            precision=precision,
            tokens=tokens,
            fused=fused,
            shards=shards,
        )
        return saturated(ops) if batch is None else ops

    # a windowed layer stops growing where its first, and where its last, new token
    # sees a full window
    window = model.window or 0
    bends = (window, window + 1, window + tokens - 1, window + tokens)
    nodes = _nodes(tokens, MOST_TOKENS, bends)
    found = _solve(step, roof, nodes, last=True)
    reason = context_reason(found.aggregate, step, roof, batch, nodes)
    return Flip("context", found.aggregate, found.per_op, found.by_op, reason)


def flip_prompt(
    model: Model,
    roof: Roof,
    *,
    batch: int = 1,
    prefix: int = 0,
    precision: Precision = BF16,
    fused: bool = True,
    shards: int = 1,
) -> Flip:
    """The shortest prompt (new tokens after `prefix`) whose prefill is compute-bound.

    Raises CourseError as `prefill` does.
    """
    batch, prefix = whole("batch", batch), whole("prefix", prefix, least=0)

    @cache
    def step(prompt: int) -> tuple[Op, ...]:
        return prefill(
            model,
            prompt=prompt,
            batch=batch,
            prefix=prefix,
            precision=precision,
            fused=fused,
            shards=shards,
        )

    full = (model.window or 0) - prefix  # new tokens up to a full window
    nodes = _nodes(1, MOST_TOKENS, (full, full + 1))
    found = _solve(step, roof, nodes)
    reason = prompt_reason(found.aggregate, found.turns, step, roof, nodes)
    return Flip("prompt", found.aggregate, found.per_op, found.by_op, reason)


def saturated(ops: tuple[Op, ...]) -> tuple[Op, ...]:
    """A step per sequence in the limit of a very large batch, where weights are free.

    Its intensity is the most that any batch of this step can reach.
    """
    return tuple(replace(op, cost=replace(op.cost, weight_bytes=0.0)) for op in ops)


@dataclass(frozen=True, slots=True)
class _Found:
    """Compute-bound values nearest to one end, and where the aggregate turns again."""

    aggregate: int | None
    per_op: int | None
    by_op: dict[str, int | None]
    turns: tuple[int, ...]  # values after `aggregate` from which its verdict is another


def _nodes(least: int, most: int, bends: Iterable[int] = ()) -> list[int]:
    """Where signs are taken: the ends, the powers of two, and where a formula bends."""
    powers = (1 << k for k in range(most.bit_length()))
    inside = {value for value in (*powers, *bends) if least < value < most}
    return sorted({least, *inside, most})


def _solve(
    step: Step, roof: Roof, nodes: Collection[int], *, last: bool = False
) -> _Found:
    """First (or last) compute-bound value by aggregate, per-op and each operation."""
    judge: Callable[[int], Verdict] = cache(lambda value: verdict(step(value), roof))

    @cache
    def aggregate(value: int) -> float:
        return float(judge(value).compute_s - judge(value).memory_s)

    @cache
    def per_op(value: int) -> float:
        return float(judge(value).compute_bound_s - judge(value).memory_bound_s)

    def one(index: int) -> Margin:
        def margin(value: int) -> float:
            cost = step(value)[index].cost
            return float(roof.compute_s(cost) - roof.memory_s(cost))

        return cache(margin)

    end = max(nodes) if last else min(nodes)
    by_op: dict[str, int | None] = {}
    turns = set(nodes)
    for index, op in enumerate(step(min(nodes))):
        crossings = _crossings(one(index), nodes)
        by_op[op.name] = _pick(one(index), crossings, end)
        turns.update(crossings)
        turns.update(c - 1 for c in crossings)
    whole_step = _crossings(aggregate, nodes)
    found = _pick(aggregate, whole_step, end)
    again = tuple(c for c in whole_step if found is not None and c > found)
    return _Found(found, _pick(per_op, _crossings(per_op, turns), end), by_op, again)


def _crossings(margin: Margin, nodes: Iterable[int]) -> list[int]:
    """Values at which the sign of `margin` has just become another."""
    ordered = sorted(nodes)
    summits = [
        _summit(margin, low, high)
        for low, high in pairwise(ordered)
        if high - low > 1 and margin(low) < 0 and margin(high) < 0
    ]
    ordered = sorted({*ordered, *filter(None, summits)})
    return [
        _close_in(margin, low, high)
        for low, high in pairwise(ordered)
        if (margin(low) >= 0) != (margin(high) >= 0)
    ]


def _summit(margin: Margin, low: int, high: int) -> int | None:
    """Where `margin` is highest between two sizes; None if it is at one of them.

    A parabola through three points, drawn again through its own summit: exact at
    once where the margin is one, as it is but for the experts that a MoE touches.
    """
    middle = (low + high) // 2
    for _ in range(4):
        rise = (margin(middle) - margin(low)) / (middle - low)
        fall = (margin(high) - margin(middle)) / (high - middle)
        if rise <= fall:
            return None
        curvature = (fall - rise) / (high - low)
        summit = round((low + middle) / 2 - rise / (2 * curvature))
        if summit == middle or not low < summit < high:
            break
        middle = summit
    return middle if low < summit < high else None


def _close_in(margin: Margin, low: int, high: int) -> int:
    """The first value after `low` whose sign is that at `high`."""
    sign = margin(high) >= 0
    rise = margin(high) - margin(low)
    guess = low + math.ceil(-margin(low) / rise * (high - low))
    for value in (guess, guess + 1):  # a margin of exactly 0 counts as compute
        inside = low < value <= high
        if inside and (margin(value) >= 0) == sign != (margin(value - 1) >= 0):
            return value
    while high - low > 1:
        middle = (low + high) // 2
        if (margin(middle) >= 0) == sign:
            high = middle
        else:
            low = middle
    return high


def _pick(margin: Margin, crossings: list[int], end: int) -> int | None:
    """The compute-bound value nearest to `end`, the smallest or largest size."""
    if margin(end) >= 0:
        return end
    if not crossings:
        return None
    return crossings[0] if end < crossings[0] else crossings[-1] - 1
