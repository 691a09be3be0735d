"""Attach a flip condition to the main claim, and tell it from its own setting."""

from __future__ import annotations

import re

from .clauses import Clauses
from .flips import boundaries, is_weak
from .hangul import forms
from .main import BOUND, Main
from .polarity import Stand
from .result import Span

# A threshold with no direction: "flips at about batch 6", "배치 4 근처에서 바뀐다".
_AROUND = re.compile(
    r"(?:at about|around|near) (?:about |around |"
    r"roughly )?batch(?: size)? (?:of )?~?\d+|"
    r"배치 ?\d+ ?(?:근처|부근|쯤|정도)\S*"
)
_AT = re.compile(
    rf"{_AROUND.pattern}|at batch(?: size)? (?:of )?~?\d+|배치 ?\d+ ?에서\S*"
)


def attach_flip(low: str, clauses: Clauses, stands: list[Stand], main: Main) -> None:
    """Look for a boundary that belongs to the main claim."""
    if main.detail == "balanced" and not _CHANGE.search(low):
        return  # where the two are equal is a setting
    if (
        main.denied_universal
        or main.flip is not None
        or "definition" in main.notes
        or (main.verdict == "other" and main.detail in ("none", None))
    ):
        return
    sentence = clauses.sentence(main.at)
    candidates = []
    firm = {s for s in boundaries(low) if not is_weak(low[slice(*s)])}
    for start, end in boundaries(low):
        if any(s <= start < e for s, e in main.apart):
            continue
        if (start, end) not in firm and not _changes(low, clauses, (start, end)):
            continue
        of_other = any(
            s.elsewhere
            and clauses.clause(s.statement.start)[0] <= start <= s.statement.end
            for s in stands
        )
        if of_other or clauses.sentence(start)[0] < _previous_start(
            clauses, sentence[0]
        ):
            continue
        candidates.append((start, end))
    if not candidates:
        verdict = main.spans.get("verdict", (0, 0))
        turns = bool(_CHANGE.search(low[verdict[0] : verdict[1]]))
        around = (_AT if main.flip_is_main else _AROUND).search(low)
        if around and (main.flip_is_main or turns):
            main.flip = around.span()
        return
    own = [
        c
        for c in candidates
        if sentence[0] <= c[0] < sentence[1] and not _aside(low, clauses, c, main)
    ]
    after = [c for c in candidates if c[0] >= sentence[1] and _changes(low, clauses, c)]
    before = [
        c
        for c in candidates
        if c[0] < sentence[0]
        and (_changes(low, clauses, c) or re.search("까지$", low[c[0] : c[1]]))
    ]
    strong = [c for c in own if _changes(low, clauses, c)]
    found = after or strong[-1:] or own or before
    if not found:
        return
    chosen = main.flip = found[0]
    clause = low[chosen[0] : chosen[1]]
    if (
        re.match(r"unless|until|till", clause)
        or re.search(r"(?:기|지) ?전까지|지 ?않는 ?한|아닌 ?한", clause)
        or chosen in after
        or (chosen in strong and _other_side(low, chosen, main))
    ):
        main.apart.append(chosen)


def _previous_start(clauses: Clauses, start: int) -> int:
    return clauses.sentence(max(start - 1, 0))[0]


_TURNED = forms(
    "달라지", "바뀌", "넘어가", "뒤집히", "풀리", "사라지", "옮아가", "옮겨가", "변하"
)  # fmt: skip
_CHANGE = re.compile(
    rf"그렇지 않|{_TURNED}|뒤집|달라|기울|기운|함께 봐야|같이 봐야|연산도|메모리도|"
    rf"벗어|"
    r"1\.\d배|no longer (?:memory|bandwidth|compute|true|holds?|so\b|the case|bound)|"
    r"stops|changes?\b|matters as well|too optimistic|would need|swings?|back to|shift|"
    r"flip|fills? up|먼저 ?(?:찬|차|닳|바닥)|turns?\b|becomes?\b|move|takes? over|"
    r"cross(?:es)? over|\bjoins?\b"
)


def _changes(low: str, clauses: Clauses, span: Span) -> bool:
    """Does its clause, or the text after it, say that something changes?"""
    end = clauses.sentence(span[0])[1]
    start = min(clauses.clause(span[0])[0], max(0, span[0] - 24))
    return bool(_CHANGE.search(low[max(start, clauses.sentence(span[0])[0]) : end]))


def _aside(low: str, clauses: Clauses, span: Span, main: Main) -> bool:
    """A Korean condition after the verdict belongs to what follows it."""
    return (
        span[0] > main.at
        and low[span[1] - 1] in "면때록"
        and bool(low[span[1] :].strip(" .!"))
        and not _changes(low, clauses, span)
    )


def _other_side(low: str, span: Span, main: Main) -> bool:
    """Is this boundary after the main statement, telling of the other side?"""
    end = main.spans.get("verdict", (0, main.at))[1]
    return (
        span[0] > main.at and main.verdict in BOUND and bool(_CHANGE.search(low[end:]))
    )
