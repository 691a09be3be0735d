"""Which phase a statement is about: the nearest name that can be its subject."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from .clauses import Clauses
from .statements import Statement
from .words import DECODE, OFF_DOMAIN, ON_DOMAIN, PREFILL, TOKEN_RATE


class PhaseMention(NamedTuple):
    """A phase named at [start, end)."""

    phase: str
    start: int
    end: int


@cache
def _phases() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![a-z])(?:re-?|chunked |batched )?(?:(?P<prefill>{PREFILL})|"
        rf"(?P<decode>{DECODE})|(?P<both>mixed (?:step|batch|iteration)(?:e?s)?|"
        rf"(?:혼합|섞은|섞인) ?(?:스텝|배치|단계)|both (?:the )?(?:phases|stages)|"
        rf"(?:두|"
        rf"양쪽) ?(?:단계|구간)))"
    )


@cache
def _domain() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return (
        re.compile(rf"(?<![a-z])(?:{OFF_DOMAIN})(?![a-z])"),
        re.compile(rf"(?<![a-z])(?:{ON_DOMAIN})"),
    )


_ACTIVE = re.compile(
    r"(?:limits?|caps?|gates?|governs?|dominates?|sets?|determines?|dictates?|bounds|"
    r"constrains?|throttles?|holds back|bottlenecks?|rules|drives|controls|limit|"
    r"cap) $"
)
_NOT_PHASE = re.compile(r"prefill-decode|prefill/decode|pd 분리|p/d")


_LIKE = re.compile(r"처럼|같이|만큼|마냥")


def find_phases(low: str) -> list[PhaseMention]:
    """Every phase named, in order."""
    found = []
    for match in _phases().finditer(low):
        phase = (
            "prefill" if match["prefill"] else "decode" if match["decode"] else "both"
        )
        before = low[max(0, match.start() - 14) : match.start()]
        if _LIKE.match(low[match.end() :]) or before.endswith(" like "):
            continue
        if phase == "decode" and re.search(
            (r"(?<![a-z])(?:text|image|video|audio) $"), before
        ):
            continue
        found.append(PhaseMention(phase, *match.span()))
    return _with_pronouns(low, found)


_FORMER = re.compile(
    r"\b(?:the )?(?:former|first (?:phase|stage|half|step|one|part))\b|"
    r"(?<![가-힣])(?:앞(?=[은이의])|앞 ?(?:"
    r"단계|쪽|엣 ?것|의 ?것|부분|구간)|전자)(?=[는은이가에의도 ,])"
)
_LATTER = re.compile(
    r"\b(?:the )?(?:latter|second (?:phase|stage|half|step|one|part)|"
    r"the second(?= is))\b|"
    r"(?<![가-힣])(?:뒤(?=[는가의])|뒤 ?(?:단계|쪽|엣 ?것|의 ?것|부분|구간)|"
    r"뒷 ?(?:단계|쪽|부분)|"
    r"후자)(?=[는은이가에의도"
    r" ,])"
)


def _with_pronouns(low: str, found: list[PhaseMention]) -> list[PhaseMention]:
    """ "The former ..., the latter ...": the two phases in the order they are named."""
    order = list(dict.fromkeys(m.phase for m in found if m.phase != "both"))
    if len(order) != 2:
        return found
    former, latter = _FORMER.search(low), _LATTER.search(low)
    if former is None or latter is None:
        return found
    if former.start() < found[0].start:  # named only afterwards: as they run
        order = ["prefill", "decode"]
    extra = [
        PhaseMention(order[0], *former.span()),
        PhaseMention(order[1], *latter.span()),
    ]
    return sorted([*found, *extra], key=lambda m: m.start)


def off_domain(low: str) -> bool:
    """Is this text about something else than LLM inference?"""
    off, on = _domain()
    return bool(off.search(low)) and not on.search(low)


def phase_of(
    low: str, clauses: Clauses, mentions: list[PhaseMention], one: Statement
) -> str:
    """The phase of one statement, or "unspecified"."""
    if not mentions:
        return _by_rate(low)
    names = {m.phase for m in mentions}
    if len(names) == 1:
        return mentions[0].phase
    follows = re.match(
        (
            r"[\"']?(?:인|된|되는|한|묶인|묶이는|걸린|걸리는|막힌|막히는|이던|있는|"
            r"는|은|"
            r"ed)? ?(?:the )?"
        ),
        low[one.end :],
    )
    at = one.end + (follows.end() if follows else 0)
    attribute = next((m for m in mentions if m.start == at > one.end), None)
    if attribute and not re.match(
        (r" ?(?:decod|prefill)\w*[- ](?:and|or)"), low[one.end :]
    ):
        return attribute.phase  # "memory-bound decode", "연산 바운드인 프리필"
    if _says_both(low, clauses, mentions, one):
        return "both"
    first, last = clauses.sentence(one.start)
    if any(m.phase == "both" and first <= m.start < last for m in mentions):
        return "both"
    start, end = clauses.clause(one.start)
    inside = [m for m in mentions if start <= m.start < max(end, one.end)]
    if inside:
        return _nearest(low, inside, one)
    sentence = [m for m in mentions if first <= m.start < last]
    before = [m for m in sentence if m.end <= one.start]
    if before:
        return before[-1].phase
    if sentence:
        return sentence[0].phase
    earlier = [m for m in mentions if m.end <= one.start]
    return (earlier[-1] if earlier else mentions[0]).phase


_NAME = rf"(?:{PREFILL}|{DECODE})"
_TOGETHER = re.compile(
    rf"\bboth (?:the )?{_NAME} and (?:the )?{_NAME}|{_NAME} and (?:the )?{_NAME}"
    rf"(?: phases| stages)? (?:alike|both|are both)|"
    rf"{_NAME}(?:과|와|이나|나|, ?|이랑|하고) ?{_NAME}(?:은|는|이|가)? ?(?:둘 ?다|모두|"
    rf"양쪽)"
)


def _says_both(
    low: str, clauses: Clauses, mentions: list[PhaseMention], one: Statement
) -> bool:
    """ "Both prefill and decode ...", with no other phase before the statement."""
    start = clauses.sentence(one.start)[0]
    for match in _TOGETHER.finditer(low, start, one.start):
        if not any(match.end() <= m.start < one.start for m in mentions):
            return True
    return False


def _nearest(low: str, inside: list[PhaseMention], one: Statement) -> str:
    left = [m for m in inside if m.end <= one.end]
    right = [m for m in inside if m.end > one.end]
    if right and (not left or _ACTIVE.search(low[one.start : one.end] + " ")):
        return right[0].phase
    pair = left[-2:]
    if len(pair) == 2 and pair[0].phase != pair[1].phase:
        between = low[pair[0].end : pair[1].start]
        if re.fullmatch(
            (
                r"\s*(?:and|or|nor|과|와|도|,|이나|나|/|및|(?:뿐만 )?아니라|"
                r"\S{0,2}든|(?:은|"
                r"는)? ?물론(?:이고)?)\s*(?:the )?"
            ),
            between,
        ):
            return "both"
    return left[-1].phase


def _by_rate(low: str) -> str:
    """Rule 20b: a token rate of a single stream is decode."""
    single = re.search(
        r"single[- ](?:user|stream|request|sequence)|(?:one|lone) (?:user|request)|"
        r"batch[- ]?(?:size )?(?:of )?=?1(?!\d)|bs ?=?1(?!\d)|배치 ?1(?!\d)|혼자|"
        r"(?:(?:just|only) me|for myself)(?![a-z])|요청 하나|한 건씩|단일 ?(?:요청|"
        r"사용자|스트림)",
        low,
    )
    paced = (
        rf"{TOKEN_RATE}|속도|매 ?스텝|\d+ ?토큰(?! ?(?:짜리|프롬프트|컨텍스트))|"
        r"speed(?![a-z])"
    )
    return "decode" if single and re.search(paced, low) else "unspecified"
