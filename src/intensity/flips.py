"""Where the tendency flips: the batch, context or prompt at which the verdict turns.

A solver walks one size of a step while all else stays.  `margin` is compute time
minus memory time; the verdict turns where its sign does.  Signs are taken at every
power of two and wherever a formula bends, and each change is closed in on, first
by a straight line (exact where the margin is one) and then by halving.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Literal

from .language import Text
from .model import Model
from .ops import BF16
from .precision import Precision
from .roofline import Roof
from .transformer import Op, decode, prefill, total
from .verdict import Verdict, verdict

MOST_SEQUENCES = 1 << 32  # no machine runs a larger batch
MOST_TOKENS = 1 << 24  # nor a longer context; an answer this large means "any"

Variable = Literal["batch", "context", "prompt"]
Step = Callable[[int], tuple[Op, ...]]
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

    found = _solve(step, roof, MOST_SEQUENCES)
    return Flip("batch", *found, _batch_reason(found[0], saturated(step(1)), roof))


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

    bends = () if model.window is None else (model.window, model.window + 1)
    found = _solve(step, roof, MOST_TOKENS, last=True, least=tokens, bends=bends)
    reason = _context_reason(found[0], step(tokens), roof, batch)
    return Flip("context", *found, reason)


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

    bends = () if model.window is None else (model.window, model.window + 1)
    found = _solve(step, roof, MOST_TOKENS, bends=bends)
    return Flip("prompt", *found, _prompt_reason(found[0], step, roof))


def saturated(ops: tuple[Op, ...]) -> tuple[Op, ...]:
    """A step per sequence in the limit of a very large batch, where weights are free.

    Its intensity is the most that any batch of this step can reach.
    """
    return tuple(replace(op, cost=replace(op.cost, weight_bytes=0.0)) for op in ops)


def _solve(
    step: Step,
    roof: Roof,
    limit: int,
    *,
    last: bool = False,
    least: int = 1,
    bends: Iterable[int] = (),
) -> tuple[int | None, int | None, dict[str, int | None]]:
    """First (or last) compute-bound value by aggregate, per-op and each operation."""
    judge: Callable[[int], Verdict] = cache(lambda value: verdict(step(value), roof))

    def aggregate(value: int) -> float:
        return float(judge(value).compute_s - judge(value).memory_s)

    def per_op(value: int) -> float:
        return float(judge(value).compute_bound_s - judge(value).memory_bound_s)

    def one(index: int) -> Margin:
        def margin(value: int) -> float:
            cost = step(value)[index].cost
            return float(roof.compute_s(cost) - roof.memory_s(cost))

        return margin

    powers = (1 << k for k in range(limit.bit_length()))
    nodes = {least, *(value for value in (*powers, *bends) if value > least)}
    end = limit if last else least
    by_op: dict[str, int | None] = {}
    turns = set(nodes)
    for index, op in enumerate(step(least)):
        crossings = _crossings(one(index), nodes)
        by_op[op.name] = _pick(one(index), crossings, end)
        turns.update(crossings)
        turns.update(c - 1 for c in crossings)
    return (
        _pick(aggregate, _crossings(aggregate, nodes), end),
        _pick(per_op, _crossings(per_op, turns), end),
        by_op,
    )


def _crossings(margin: Margin, nodes: Iterable[int]) -> list[int]:
    """Values at which the sign of `margin` has just become another."""
    ordered = sorted(nodes)
    return [
        _close_in(margin, low, high)
        for low, high in pairwise(ordered)
        if (margin(low) >= 0) != (margin(high) >= 0)
    ]


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


def _batch_reason(value: int | None, free: tuple[Op, ...], roof: Roof) -> Text:
    most = total(free).intensity
    if value is None:
        return Text(
            ko="배치가 아무리 커도 연산 강도는 "
            f"{most:.4g} FLOP/byte를 넘지 못해 지붕 꺾임점 {roof.ridge:.4g}에 못 "
            "미칩니다. KV 캐시와 활성값 트래픽이 배치와 함께 늘기 때문입니다.",
            en=f"however large the batch, intensity stays below {most:.4g} FLOP/byte, "
            f"short of the ridge at {roof.ridge:.4g}: KV-cache and activation traffic "
            "grow with the batch",
        )
    return Text(
        ko=f"배치 {value}부터 가중치를 나눠 쓰는 토큰이 충분해 연산 강도가 꺾임점 "
        f"{roof.ridge:.4g} FLOP/byte에 닿습니다.",
        en=f"from batch {value} on, enough tokens share the weights for the intensity "
        f"to reach the ridge at {roof.ridge:.4g} FLOP/byte",
    )


def _context_reason(
    value: int | None, shortest: tuple[Op, ...], roof: Roof, batch: int | None
) -> Text:
    at = Text("어떤 배치로도", "at any batch")
    if batch is not None:
        at = Text(f"배치 {batch}에서", f"at batch {batch}")
    if value is None:
        most = total(shortest).intensity
        return Text(
            ko=f"{at.ko} 컨텍스트가 가장 짧을 때조차 연산 강도가 {most:.4g} "
            f"FLOP/byte로 꺾임점 {roof.ridge:.4g}보다 낮습니다.",
            en=f"{at.en}, even the shortest context has an intensity of {most:.4g} "
            f"FLOP/byte, below the ridge at {roof.ridge:.4g}",
        )
    if value >= MOST_TOKENS and verdict(shortest, roof).aggregate == "memory":
        return Text(
            ko=f"{at.ko} 짧은 컨텍스트는 메모리 병목이지만, 길어질수록 연산 강도가 "
            f"꺾임점 {roof.ridge:.4g} FLOP/byte보다 높은 어텐션의 몫이 커져 "
            "연산 병목이 되고 그대로 유지됩니다.",
            en=f"{at.en}, a short context is memory-bound, but attention, whose "
            f"intensity is above the ridge at {roof.ridge:.4g} FLOP/byte here, takes a "
            "growing share and makes every longer one compute-bound",
        )
    if value >= MOST_TOKENS:
        return Text(
            ko=f"{at.ko} 살펴본 모든 컨텍스트({MOST_TOKENS:,} 토큰까지)에서 연산 "
            "병목입니다.",
            en=f"{at.en}, every context up to {MOST_TOKENS:,} tokens is compute-bound",
        )
    return Text(
        ko=f"{at.ko} 컨텍스트가 {value} 토큰을 넘으면 시퀀스마다 읽는 KV 캐시가 연산 "
        f"강도를 꺾임점 {roof.ridge:.4g} FLOP/byte 아래로 끌어내립니다.",
        en=f"{at.en}, beyond {value} tokens the KV cache that each sequence reads "
        f"pulls the intensity below the ridge at {roof.ridge:.4g} FLOP/byte",
    )


def _prompt_reason(value: int | None, step: Step, roof: Roof) -> Text:
    if value is None:
        most = total(step(MOST_TOKENS)).intensity
        return Text(
            ko=f"프롬프트가 {MOST_TOKENS:,} 토큰이어도 연산 강도가 {most:.4g} "
            f"FLOP/byte로 꺾임점 {roof.ridge:.4g}보다 낮습니다.",
            en=f"even a prompt of {MOST_TOKENS:,} tokens has an intensity of "
            f"{most:.4g} FLOP/byte, below the ridge at {roof.ridge:.4g}",
        )
    return Text(
        ko=f"프롬프트가 {value} 토큰 이상이면 가중치를 한 번 읽어 곱하는 토큰이 충분해 "
        f"연산 강도가 꺾임점 {roof.ridge:.4g} FLOP/byte에 닿습니다.",
        en=f"from {value} prompt tokens on, one read of the weights serves enough "
        f"tokens for the intensity to reach the ridge at {roof.ridge:.4g} FLOP/byte",
    )
