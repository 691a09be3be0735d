"""Why a flip is where it is, in words whose numbers are computed for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from .language import Text
from .roofline import Roof
from .transformer import Op, total

MOST_SEQUENCES = 1 << 32  # no machine runs a larger batch
MOST_TOKENS = 1 << 24  # nor a longer context; an answer this large means "any"

Step = Callable[[int], tuple[Op, ...]]


def batch_reason(value: int | None, step: Step, free: float, roof: Roof) -> Text:
    """Why `value` is the smallest compute-bound batch.

    free: intensity in the limit of a very large batch [FLOP/byte]
    """
    if value is None:
        most, ridge = _apart(free, roof.ridge)
        return Text(
            ko=f"배치가 아무리 커도 연산 강도는 {most} FLOP/byte를 넘지 못해 지붕 "
            f"꺾임점 {ridge}에 못 미칩니다. KV 캐시와 활성값 트래픽이 배치와 함께 늘기 "
            "때문입니다.",
            en=f"however large the batch, intensity stays below {most} FLOP/byte, "
            f"short of the ridge at {ridge}: KV-cache and activation traffic grow "
            "with the batch",
        )
    if value == 1:
        return _from_the_start("배치가 1이어도", "a batch of 1", step, roof)
    return Text(
        ko=f"배치 {value}부터 가중치를 나눠 쓰는 토큰이 충분해 연산 강도가 꺾임점 "
        f"{roof.ridge:.4g} FLOP/byte에 닿습니다.",
        en=f"from batch {value} on, enough tokens share the weights for the intensity "
        f"to reach the ridge at {roof.ridge:.4g} FLOP/byte",
    )


def context_reason(
    value: int | None,
    step: Step,
    roof: Roof,
    batch: int | None,
    sizes: Collection[int],
) -> Text:
    """Why `value` is the longest compute-bound context.

    batch: None if `step` is the limit of a very large one
    sizes: contexts between which the intensity only rises or only falls
    """
    shortest = min(sizes)
    if batch is None:
        at = Text("배치가 아무리 커도", "however large the batch")
        can = Text("배치가 충분히 크면", "with a large enough batch")
    else:
        at = can = Text(f"배치 {batch}에서", f"at batch {batch}")
    if value is None:
        peak = max(sizes, key=lambda context: _intensity(step, context))
        most, ridge = _apart(_intensity(step, peak), roof.ridge)
        if peak == shortest:
            return Text(
                ko=f"{at.ko} 컨텍스트가 가장 짧을 때조차 연산 강도가 {most} "
                f"FLOP/byte를 넘지 못해 꺾임점 {ridge}보다 낮습니다.",
                en=f"{at.en}, even the shortest context has an intensity of no more "
                f"than {most} FLOP/byte, below the ridge at {ridge}",
            )
        return Text(
            ko=f"{at.ko} 컨텍스트가 얼마든 연산 강도는 {most} FLOP/byte를 넘지 못해 "
            f"꺾임점 {ridge}보다 낮습니다.",
            en=f"{at.en}, no context has an intensity of more than {most} FLOP/byte, "
            f"below the ridge at {ridge}",
        )
    if value < MOST_TOKENS:
        return Text(
            ko=f"{at.ko} 컨텍스트가 {value} 토큰을 넘으면 시퀀스마다 읽는 KV 캐시가 "
            f"연산 강도를 꺾임점 {roof.ridge:.4g} FLOP/byte 아래로 끌어내립니다.",
            en=f"{at.en}, beyond {value} tokens the KV cache that each sequence reads "
            f"pulls the intensity below the ridge at {roof.ridge:.4g} FLOP/byte",
        )
    if _intensity(step, shortest) < roof.ridge:
        return Text(
            ko=f"{can.ko} 짧은 컨텍스트는 메모리 병목이지만, 길어질수록 연산 강도가 "
            f"꺾임점 {roof.ridge:.4g} FLOP/byte보다 높은 어텐션의 몫이 커져 "
            "연산 병목이 되고 그대로 유지됩니다.",
            en=f"{can.en}, a short context is memory-bound, but attention, whose "
            f"intensity is above the ridge at {roof.ridge:.4g} FLOP/byte here, takes a "
            "growing share and makes every longer one compute-bound",
        )
    return Text(
        ko=f"{can.ko} 살펴본 모든 컨텍스트({MOST_TOKENS:,} 토큰까지)에서 연산 "
        f"강도가 꺾임점 {roof.ridge:.4g} FLOP/byte 이상이라 연산 병목입니다.",
        en=f"{can.en}, every context up to {MOST_TOKENS:,} tokens has an intensity of "
        f"at least the ridge, {roof.ridge:.4g} FLOP/byte, and is compute-bound",
    )


def prompt_reason(
    value: int | None,
    turns: Sequence[int],
    step: Step,
    roof: Roof,
    sizes: Collection[int],
) -> Text:
    """Why `value` is the shortest compute-bound prompt.

    turns: longer prompts from which it is memory-bound, compute-bound, ... again
    sizes: prompts to look for the highest intensity at and between
    """
    if value is None:
        peak = _peak(step, sorted(sizes))
        most, ridge = _apart(_intensity(step, peak), roof.ridge)
        return Text(
            ko=f"프롬프트 길이가 얼마든 연산 강도는 {peak:,} 토큰일 때의 {most} "
            f"FLOP/byte를 넘지 못해 꺾임점 {ridge}보다 낮습니다.",
            en=f"no prompt up to {MOST_TOKENS:,} tokens has an intensity of more than "
            f"{most} FLOP/byte (at {peak:,}), below the ridge at {ridge}",
        )
    if len(turns) > 1:
        until, again = turns[:2]
        return Text(
            ko=f"프롬프트가 {value} 토큰이면 연산 강도가 꺾임점 {roof.ridge:.4g} "
            f"FLOP/byte에 닿지만, {until} 토큰부터는 토큰이 늘 때마다 읽는 전문가도 "
            f"늘어 그 아래로 내려갔다가 {again} 토큰부터 다시 닿습니다.",
            en=f"a prompt of {value} has an intensity that reaches the ridge at "
            f"{roof.ridge:.4g} FLOP/byte; from {until} on, the experts that more "
            f"tokens touch pull it below, until it is back from {again} on",
        )
    if turns:
        until = turns[0]
        return Text(
            ko=f"프롬프트가 {value} 토큰 이상이면 연산 강도가 꺾임점 "
            f"{roof.ridge:.4g} FLOP/byte에 닿지만, {until} 토큰부터는 메모리에 쓰고 "
            "읽는 어텐션의 몫이 커져 다시 그 아래로 내려갑니다.",
            en=f"from {value} prompt tokens on, the intensity reaches the ridge at "
            f"{roof.ridge:.4g} FLOP/byte; from {until} on, the memory traffic of "
            "attention takes so large a share that it falls below again",
        )
    if value == 1:
        return _from_the_start(
            "프롬프트가 1 토큰이어도", "one prompt token", step, roof
        )
    return Text(
        ko=f"프롬프트가 {value} 토큰 이상이면 가중치를 한 번 읽어 곱하는 토큰이 충분해 "
        f"연산 강도가 꺾임점 {roof.ridge:.4g} FLOP/byte에 닿습니다.",
        en=f"from {value} prompt tokens on, one read of the weights serves enough "
        f"tokens for the intensity to reach the ridge at {roof.ridge:.4g} FLOP/byte",
    )


def _from_the_start(ko: str, en: str, step: Step, roof: Roof) -> Text:
    found = _intensity(step, 1)
    return Text(
        ko=f"{ko} 연산 강도가 {found:.4g} FLOP/byte로 이미 꺾임점 {roof.ridge:.4g} "
        "이상입니다.",
        en=f"even {en} has an intensity of {found:.4g} FLOP/byte, already at or above "
        f"the ridge at {roof.ridge:.4g}",
    )


def _intensity(step: Step, size: int) -> float:
    return float(total(step(size)).intensity)


def _peak(step: Step, sizes: list[int]) -> int:
    """The size of highest intensity: the best of `sizes` and what lies beside it."""
    best = max(range(len(sizes)), key=lambda index: _intensity(step, sizes[index]))
    low, high = sizes[max(best - 1, 0)], sizes[min(best + 1, len(sizes) - 1)]
    while high - low > 2:
        third = (high - low) // 3
        left, right = low + third, high - third
        if _intensity(step, left) < _intensity(step, right):
            low = left
        else:
            high = right
    return max(range(low, high + 1), key=lambda size: _intensity(step, size))


def _apart(low: float, high: float) -> tuple[str, str]:
    """Two numbers with as many digits as show that they differ, four at least."""
    for digits in range(4, 17):
        shown = f"{low:.{digits}g}", f"{high:.{digits}g}"
        if shown[0] != shown[1]:
            return shown
    return f"{low!r}", f"{high!r}"
