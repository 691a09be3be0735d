"""Is the claim true under its conditions?  If not, or not everywhere: where not.

Conditions that are all stated are tested at their values, at both ends and inside a
range.  A condition left unsaid is tried at ordinary values: one where the verdict is
another is a counterexample, the best feedback there is.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from autograder.reading import Reading
from intensity import CourseError, Text, flip_batch, flip_prompt

from .setting import Setting, setting_of

Roofline = Literal["agree", "disagree", "borderline", "n/a"]
_SIDE = {"compute-bound": "compute", "memory-bound": "memory"}
_FAR = 8  # a one-sided range is followed this many times further
_TRIES: dict[str, tuple[object, ...]] = {  # values for a condition left unsaid
    "model": ("Llama-3-8B", "Llama-2-7B", "Llama-3.1-70B"),
    "hardware": ("H100", "A100", "RTX 4090", "T4"),
    "batch": (1, 16, 128, 512, 2048),
    "precision_weights": ("bf16", "int4"),
}
_LENGTHS = {"prefill": (1024, 16), "decode": (1024, 128)}


@dataclass(frozen=True, kw_only=True)
class Truth:
    """What the library says.

    roofline: n/a unless one phase, one side and all four conditions are stated
    ratios:   compute time over memory time at each tested point
    counterexample: the case in which the verdict is another, in words
    contradicted: at some stated point the verdict is another by more than a factor
        of two, even if at others it holds
    unverifiable: a stated name is in no table
    """

    roofline: Roofline = "n/a"
    ratios: tuple[float, ...] = ()
    counterexample: Text | None = None
    contradicted: bool = False
    unverifiable: str | None = None
    assumed: tuple[Text, ...] = ()
    flip: Text | None = None
    flip_wrong: bool = False


def examine(reading: Reading) -> Truth:
    """Compare a reading with the library; never raises for what a student wrote."""
    if reading.verdict not in _SIDE or reading.phase not in ("prefill", "decode"):
        return _test_pairs(reading)
    if reading.missing:
        return _try_unsaid(reading)
    return _test_stated(reading)


def points(batch: int | str | None) -> tuple[int, ...]:
    """Batches at which a claim about `batch` is tested.

    >>> points("1-32"), points(">300")
    ((1, 6, 32), (301, 1204, 2408))
    """
    if batch is None:
        return ()
    if isinstance(batch, int):
        return (batch,)
    numbers = [int(n) for n in re.findall(r"\d+", batch)]
    if not numbers:
        return ()
    if "," in batch:
        return tuple(numbers)
    if batch.startswith(">"):
        first = numbers[0] + (not batch.startswith(">="))
        return first, 4 * first, _FAR * first
    if batch.startswith("<"):
        last = max(1, numbers[0] - (not batch.startswith("<=")))
        return tuple(sorted({1, round(last**0.5), last}))
    low, high = numbers[0], numbers[-1]
    return tuple(sorted({low, max(1, round((low * high) ** 0.5)), high}))


def _test_stated(reading: Reading) -> Truth:
    settings = [setting_of(reading, batch=b) for b in points(reading.batch)]
    if not settings or any(s is None for s in settings):
        return Truth(unverifiable=unverifiable(reading))
    cases = [s for s in settings if s is not None]
    try:
        ratios = [r for s in cases for r in s.ratios(reading.phase)]
    except (CourseError, ValueError, OverflowError, ZeroDivisionError):
        return Truth(unverifiable="batch")
    roofline = _compare(reading, cases, ratios)
    counter = None
    if roofline != "agree":
        counter = _worst(reading, cases)
    flip, wrong = _test_flip(reading, cases[0])
    return Truth(
        roofline=roofline,
        ratios=tuple(round(r, 3) for r in _ends(reading, cases)),
        counterexample=counter,
        contradicted=cases[0].model is not None and _contradicted(reading, ratios),
        assumed=cases[0].assumed,
        flip=flip,
        flip_wrong=wrong,
    )


def _ends(reading: Reading, cases: list[Setting]) -> list[float]:
    """Ratios at the ends of the range (or under both peaks)."""
    used = cases if len(cases) == 1 else [cases[0], cases[-1]]
    return [r for s in used for r in s.ratios(reading.phase)]


def _compare(reading: Reading, cases: list[Setting], ratios: list[float]) -> Roofline:
    if all(0.5 <= r <= 2 for r in ratios):
        return "borderline"
    if any(s.model is None for s in cases):
        return _compare_by_size(reading, ratios)
    side = _SIDE[reading.verdict]
    agreed = [(r >= 1) == (side == "compute") for r in ratios]
    if all(agreed):
        return (
            "borderline"
            if any(0.5 <= r <= 2 for r in ratios) and len(ratios) == 1
            else "agree"
        )
    return "borderline" if any(agreed) else "disagree"


def _compare_by_size(reading: Reading, ratios: list[float]) -> Roofline:
    """Weights alone bound the ratio: more traffic in decode, more work in prefill."""
    claims_memory = reading.verdict == "memory-bound"
    if reading.phase == "decode":
        if all(r < 0.5 for r in ratios):
            return "agree" if claims_memory else "disagree"
        return "borderline"
    if all(r > 2 for r in ratios):
        return "disagree" if claims_memory else "agree"
    return "borderline"


def _contradicted(reading: Reading, ratios: list[float]) -> bool:
    if reading.verdict == "compute-bound":
        return any(r < 0.5 for r in ratios)
    return any(r > 2 for r in ratios)


def _worst(reading: Reading, cases: list[Setting]) -> Text | None:
    side = _SIDE[reading.verdict]
    for case in cases:
        for ratio in case.ratios(reading.phase):
            if (ratio >= 1) != (side == "compute"):
                return _words(case.batch, ratio)
    return None


def _words(batch: int, ratio: float, where: str = "") -> Text:
    at = f"{where}, " if where else ""
    ko_side, en_side = ("연산", "compute") if ratio >= 1 else ("메모리", "memory")
    times = ratio if ratio >= 1 else 1 / ratio
    other = ("메모리", "memory") if ratio >= 1 else ("연산", "compute")
    return Text(
        ko=(
            f"{at}배치 {batch}에서는 {ko_side} 시간이 {other[0]} 시간의 "
            f"{times:.2g}배입니다. 즉 {ko_side} 바운드입니다."
        ),
        en=(
            f"{at}batch {batch}: the {en_side} time is {times:.2g} times the "
            f"{other[1]} time, so it is {en_side}-bound."
        ),
    )


def unverifiable(reading: Reading) -> str | None:
    """The first stated name that is in no table."""
    from .setting import known_hardware, known_model, size_of

    if reading.hardware and known_hardware(reading.hardware) is None:
        return reading.hardware
    if (
        reading.model
        and known_model(reading.model) is None
        and size_of(reading.model) is None
    ):
        return reading.model
    return None


def _try_unsaid(reading: Reading) -> Truth:
    """Look for a value of what is left unsaid that makes the claim false."""
    counter = None
    for case, batch, where in _completions(reading):
        setting = setting_of(case, batch=batch)
        if setting is None:
            continue
        try:
            ratio = setting.ratios(reading.phase)[0]
        except (CourseError, ValueError, OverflowError, ZeroDivisionError):
            continue
        if (ratio >= 1) != (
            reading.verdict == "compute-bound"
        ) and not 0.5 <= ratio <= 2:
            counter = _words(batch, ratio, where)
            break
    return Truth(counterexample=counter, unverifiable=unverifiable(reading))


def _completions(reading: Reading) -> Iterator[tuple[Reading, int, str]]:
    lengths: tuple[int | str, ...] = _LENGTHS[reading.phase]
    slot = "prompt_len" if reading.phase == "prefill" else "context"
    stated = getattr(reading, slot)
    if stated is not None:
        lengths = (stated,)
    names = ("model", "hardware", "precision_weights")
    choices = [
        (getattr(reading, name),)
        if getattr(reading, name) is not None
        else _TRIES[name]
        for name in names
    ]
    batches = points(reading.batch) or tuple(int(str(b)) for b in _TRIES["batch"])
    for length, values in itertools.product(lengths, itertools.product(*choices)):
        for batch in batches:
            case = replace(
                reading,
                **dict(zip(names, values, strict=True)),
                **{slot: length},
            )
            words = [str(v) for v in values]
            words.append(f"{'prompt' if slot == 'prompt_len' else 'context'} {length}")
            yield case, batch, ", ".join(words)


def _test_pairs(reading: Reading) -> Truth:
    """Two phases in one claim: each is tested, the first that fails is shown."""
    if reading.verdict_detail != "split" and reading.phase != "both":
        return Truth(unverifiable=unverifiable(reading))
    results = []
    for pair in reading.claims:
        if pair.verdict in _SIDE and pair.phase in ("prefill", "decode"):
            one = replace(
                reading, phase=pair.phase, verdict=pair.verdict, verdict_detail=None
            )
            results.append(_test_stated(one) if not one.missing else _try_unsaid(one))
    bad = next((r for r in results if r.counterexample is not None), None)
    return Truth(
        counterexample=bad.counterexample if bad else None,
        unverifiable=unverifiable(reading),
        assumed=results[0].assumed if results else (),
    )


def _test_flip(reading: Reading, case: Setting) -> tuple[Text | None, bool]:
    """Compare a stated threshold with the solver's."""
    said = reading.flip_condition_stated
    if not said or case.model is None:
        return None, False
    number = threshold(said)
    try:
        if reading.phase == "decode" and re.search(
            (r"batch|배치|bs|sequence|request|요청|건|동시"), said.lower()
        ):
            found = flip_batch(
                case.model, case.roofs[0], context=case.length, precision=case.precision
            )
            what = ("배치", "batch")
        elif reading.phase == "prefill" and re.search(
            (r"prompt|프롬프트|token|토큰|입력|input"), said.lower()
        ):
            found = flip_prompt(
                case.model, case.roofs[0], batch=case.batch, precision=case.precision
            )
            what = ("프롬프트 길이", "prompt length")
        else:
            return None, False
    except (CourseError, ValueError, OverflowError):
        return None, False
    if found.value is None:
        return (
            Text(
                ko=(
                    f"“{said}”: 이 조건에서는 {what[0]}를 아무리 바꿔도 뒤집히지 "
                    f"않습니다. {found.reason.ko}"
                ),
                en=(
                    f"“{said}”: under these conditions no {what[1]} flips the "
                    f"verdict. {found.reason.en}"
                ),
            ),
            number is not None,
        )
    if number is None:
        return (
            Text(
                ko=f"“{said}”: 얼마부터인지 수로 쓰면 더 좋습니다.",
                en=f"“{said}”: better with a number; from where on?",
            ),
            False,
        )
    if found.value / 2 <= number <= found.value * 2:
        return None, False
    return (
        Text(
            ko=(
                f"“{said}”: 라이브러리로 풀면 뒤집히는 {what[0]}가 두 배 넘게 "
                f"다릅니다. 다시 계산해 보세요."
            ),
            en=(
                f"“{said}”: the library's {what[1]} at the flip differs by more "
                f"than a factor of two; compute it again."
            ),
        ),
        True,
    )


def threshold(said: str) -> int | None:
    """The number in a flip condition; "4k" is 4096."""
    match = re.search(r"(\d[\d,]*)(?:\.\d+)?\s?([k천만]?)", said.lower())
    if not match:
        return None
    scale = {"k": 1024, "천": 1000, "만": 10_000}.get(match[2], 1)
    return int(match[1].replace(",", "")) * scale
