"""Among asserted statements, the one that is the main claim, and its verdict."""

from __future__ import annotations

import re

from .clauses import Clauses
from .flips import boundaries
from .hangul import forms
from .main import BOUND, Main
from .phases import PhaseMention, phase_of
from .polarity import Stand
from .result import Pair
from .sides import split, two_sided

DEPENDS = re.compile(
    r"한마디로 ?(?:말|단정|답|잘라)\S* ?수 ?(?:는 )?없|병목인지(?:는|도|"
    r"를)? ?(?:\S+ ){0,3}?(?:모른|알 수 ?없|말할 "
    r"수 ?없|정할 ?수 ?없|단정할 ?수 ?없)|\bno (?:single|one|universal) (?:answer|"
    r"bottleneck|verdict)\b|\bdepends?\b|\bit varies\b|\bvaries with\b|"
    r"에 따라 ?(?:[^\s.]+ ){0,3}?(?:다르|"
    r"달라|바뀌|다릅)|"
    r"에 달려|달렸|상황에 따라|그때그때|케이스 바이 케이스|case by case|성격이 바뀐|"
    r"달라진다|may move it|whether "
)


_CAPACITY_SENSE = re.compile(
    r"(?<![a-z])oom(?![a-z])|out of (?:memory|space)|(?:does|do|did)(?: not|n't) fit|"
    r"no longer fits?|too (?:big|large) (?:for|to fit)|담지 ?못|들어가지 ?(?:도 ?)?않|"
    r"다 먹|부족|용량|모자라(?:서|"
    r"면) (?:배치|안|못)|(?<!더 )안 올라|올라가지 않|더 못 키|꽉 차서? (?:배치|못|더)|"
    r"vram(?:이|가|을)? ?(?:꽉|다|full)|(?:runs?|ran) out of (?:vram|memory)|"
    r"vram is full|fills? up"
)


_NEITHER = re.compile(
    r"neither [^.;]{2,40}? nor [\w ]+|"
    r"[가-힣a-z]+도 (?:아니고 )?[가-힣a-z ]+도 아니(?:고|라|며|다)"
)


def choose(
    low: str,
    clauses: Clauses,
    phases: list[PhaseMention],
    kept: list[Stand],
    main: Main,
) -> None:
    """Fill the verdict, phase and pairs of `main` from the statements it holds."""
    phase = [phase_of(low, clauses, phases, s.statement) for s in kept]
    if any(s.universal_denied for s in kept) and not _later_positive(kept):
        denied = next(s for s in kept if s.universal_denied)
        if _MOSTLY.search(low[denied.statement.end :]):  # "not every one, but most"
            usual = denied._replace(universal_denied=False, negations=0)
            _choose(low, clauses, phases, [(usual, phase[kept.index(denied)])], main)
            return
        if _UNTRUE.search(low[: denied.statement.start]):
            main.act = "refute"
        main.phase = phase[kept.index(denied)]
        main.detail, main.denied_universal = "depends", True
        main.at = denied.statement.start
        main.spans["verdict"] = (denied.statement.start, denied.statement.end)
        return
    depends = DEPENDS.search(low)
    if (
        depends
        and len(kept) == 1
        and re.search("whether ", low[: kept[0].statement.start])
    ):
        main.phase, main.detail = phase[0], "depends"
        return
    positive = [
        (s, p)
        for s, p in zip(kept, phase, strict=True)
        if not s.negated and not s.universal_denied
    ]
    if not positive:
        _only_negatives(low, kept, phase, main)
        return
    main.pairs = tuple(
        dict.fromkeys(
            Pair(p, s.statement.verdict if s.statement.verdict in BOUND else "other")
            for s, p in positive
            if s.statement.verdict != "balanced" or len(positive) == 1
        )
    )
    _choose(low, clauses, phases, positive, main)


_MOSTLY = re.compile(
    r"\b(?:but|though|yet|still)\b[^.;]*\b(?:most|usually|often|typically|generally|"
    r"mostly|as a "
    r"rule)\b|(?:지만|는데|나)[ ,][^.]*(?:보통|대개|대체로|대부분|웬만|거의|흔히|주로)"
)
_UNTRUE = re.compile(
    r"\b(?:(?:not|n't) (?:true|so|right|correct|the case)|false|wrong|untrue|a myth|"
    r"nonsense) "
    r"that\b"
)


def _later_positive(kept: list[Stand]) -> bool:
    last = kept[-1]
    return not last.universal_denied and not last.negated


def _only_negatives(low: str, kept: list[Stand], phase: list[str], main: Main) -> None:
    last = kept[-1]
    main.phase = phase[-1]
    set_verdict(last, main)
    denied = {s.statement.verdict for s in kept if s.negated}
    reason = low[max(0, last.statement.start - 120) : last.statement.start]
    if denied == {"compute-bound"} and re.search(
        r"\d ?flops?(?:/| per )b|gemv|강도\S* (?:\S+ ){0,3}\d", reason
    ):
        main.verdict, main.detail = "memory-bound", None
        main.pairs = (Pair(main.phase, main.verdict),)
        return
    if denied >= set(BOUND) or _NEITHER.search(low):
        main.detail = "overhead-bound"
    main.pairs = (Pair(main.phase, "other"),)


def _choose(
    low: str,
    clauses: Clauses,
    phases: list[PhaseMention],
    positive: list[tuple[Stand, str]],
    main: Main,
) -> None:
    chosen, phase = positive[-1]
    two = {s.statement.verdict for s, _ in positive}
    opposite = [(s, p) for s, p in positive if s.statement.verdict in BOUND]
    if two >= set(BOUND) and len(opposite) >= 2:
        if _split(low, clauses, phases, opposite, main):
            return
        if chosen.statement.verdict in BOUND:
            chosen, phase = two_sided(low, clauses, opposite, main)
            if main.detail in ("depends", "balanced"):
                main.phase = phase
                main.at = chosen.statement.start
                main.spans["verdict"] = (chosen.statement.start, chosen.statement.end)
                return
    elif (
        len(opposite) >= 2
        and {p for _, p in opposite} == {"prefill", "decode"}
        and len(two) == 1
        and clauses.sentence(opposite[-1][0].statement.start)
        == clauses.sentence(opposite[-2][0].statement.start)
    ):
        phase = "both"
    main.phase = phase
    set_verdict(chosen, main)
    if (
        main.verdict == "memory-bound"
        and not chosen.statement.paraphrase
        and _CAPACITY_SENSE.search(low)
        and not re.search(
            "대역폭|bandwidth|hbm-bound",
            low[chosen.statement.start : chosen.statement.end],
        )
    ):
        main.verdict, main.detail = "other", "capacity-bound"
        main.notes.add("memory-sense")
        main.pairs = (Pair(main.phase, "other"),)
    if main.detail == "capacity-bound" and not main.pairs:
        main.pairs = (Pair(main.phase, "other"),)


def _split(
    low: str,
    clauses: Clauses,
    phases: list[PhaseMention],
    opposite: list[tuple[Stand, str]],
    main: Main,
) -> bool:
    """Two phases side by side; what comes after may say when one of them turns."""
    if split(low, phases, opposite[-2:], main):
        return True
    for i in range(len(opposite) - 2, 0, -1):
        pair, later = opposite[i - 1 : i + 1], opposite[i + 1 :]
        first, second = (clauses.sentence(s.statement.start) for s, _ in pair)
        turns = all(_turns(low, clauses, s) for s, _ in later)
        if first == second and turns and split(low, phases, pair, main):
            return True
    return False


def _turns(low: str, clauses: Clauses, one: Stand) -> bool:
    """Is it said under a condition, or as what becomes of the other?"""
    start, end = clauses.sentence(one.statement.start)
    return bool(boundaries(low[start:end]) or _BECOMES.search(low[start:end]))


_BECOMES = re.compile(
    rf"{forms('넘어가', '뒤집', '바뀌', '기울', '변하', '옮아가')}|기운|\b(?:turns?|"
    rf"becomes?|flips?|crosses|shifts?|"
    r"joins?|"
    r"moves?|drifts?)\b|\bunless\b|\buntil\b|\bexcept\b"
)


def _denial(verdict: str) -> str:
    return {"memory-bound": "not-memory", "compute-bound": "not-compute"}.get(
        verdict, "depends"
    )


def set_verdict(chosen: Stand, main: Main) -> None:
    """Take over the verdict of one statement, negated or not, and its place."""
    one = chosen.statement
    main.at = one.start
    main.spans["verdict"] = (one.start, one.end)
    if chosen.negated:
        main.verdict, main.detail = "other", _denial(one.verdict)
    elif one.verdict in BOUND:
        main.verdict, main.detail = one.verdict, None
    else:
        main.verdict = "other"
        main.detail = "other" if one.verdict == "io-bound" else one.verdict
