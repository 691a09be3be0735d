"""Who says it: asserted, asked, reported, or quoted in order to be refuted."""

from __future__ import annotations

import re

from .challenge import answer_challenges
from .clauses import Clauses
from .corrected import contradict_reports, drop_past_beliefs, own_belief, take_back
from .main import Main
from .polarity import Stand, negations_within
from .quoting import asks, quoted, rejects, reports

UNIVERSAL = r"\balways\b|\bnever\b|\bevery\b|\ball\b|항상|언제나|무조건|늘 |모든|절대"


def speech_act(low: str, clauses: Clauses, stands: list[Stand], main: Main) -> None:
    """Mark what is quoted to be rejected; set refute or report."""
    spans = quoted(low)
    reject = rejects(low)
    for start, end in spans:
        rest = low[end : min(len(low), end + 130)]
        no = rejects(rest)
        lead = re.match(
            (
                r"[\"']?\s*(?:is|are|was|has|have|got|should|needs?|must|goes|stops|"
                r"does|only|needs|means|says|"
                r"holds|fails|makes|would|"
                r"ignores|misses|overstates|breaks|no longer|이|가|은|는|을|를|"
                r"라|다|하|"
                r"지|,|;|\.|that|this)"
            ),
            rest,
        )
        if re.search(r"(?:건|것은)$", low[start:end]):
            lead = no
        contrast = bool(
            re.search(r"하지만|하는데|지만$|데$", low[start:end])
            or re.match(
                (
                    r"[,;.]? ?(?:but|;|however)|\"?(?:이?라|"
                    r"다)?고(?:들)? ?(?:하지만|하는데|"
                    r"말하지만|들 하지만|믿지만|알려져)"
                ),
                rest,
            )
        )
        if re.match(_FLAT_NO, rest):
            no = lead = re.match(_FLAT_NO, rest)
        contrast = contrast and not asks(low[end : clauses.sentence(end)[1]])
        if re.match(
            (
                r"wrong|incorrect|misleading|inaccurate|a m|a fallacy|myth|false|"
                r"틀린|오답|거짓|오해|disagree|reject|"
                r"dispute"
            ),
            low[start:end],
        ):
            no, lead = rejects(low[start:end]), rejects(low[start:end])
        if (no and (lead or contrast)) or (contrast and not no):
            inside = [
                i for i, s in enumerate(stands) if start <= s.statement.start < end
            ]
            if not inside and not no:
                continue
            main.apart.append(
                (start, _rejected_until(clauses, stands, end) if not contrast else end)
            )
            if inside and not own_belief(low[start:end]):
                main.act = "refute"
            for i in inside:
                inner = negations_within(low, stands[i].statement, start, end)
                stands[i] = stands[i]._replace(rejected=True, negations=inner)
    for i, s in enumerate(stands):
        one = s.statement
        start, end = clauses.sentence(one.start)
        hard = _HARD_TO_SAY.match(low[one.end : one.end + 34])
        if hard:
            inner = len(re.findall("않|아니|못", hard["lead"])) + one.negated
            stands[i] = s._replace(negations=inner + 1)
    answer_challenges(low, clauses, stands, main)
    drop_past_beliefs(low, clauses, stands, main)
    take_back(low, clauses, stands, main)
    if main.act == "assert" and reject and stands and not spans:
        last = stands[-1].statement
        follow = low[last.end : last.end + 120]
        if re.search(
            (
                r"(?:that|this|which|it|그건|그것은|이건|이는|그 말은|"
                r"이 말은)[^.]{0,30}(?:is|are|was|stops|틀|사실|맞지|아니)"
            ),
            follow,
        ) and rejects(follow):
            stands[-1] = stands[-1]._replace(rejected=True)
            main.act = "refute"
    contradict_reports(low, clauses, stands, main)
    if (
        main.act == "assert"
        and stands
        and reports(low)
        and not asks(low[slice(*clauses.sentence(max(len(low.rstrip()) - 1, 0)))])
        and not re.search(
            (r"(?:나는|저는|내 생각|i (?:agree|think|measured|take))"), low
        )
    ):
        main.act = "report"


_HARD_TO_SAY = re.compile(
    r"(?P<lead>[^.;]{0,12})(?:라고|다고) ?(?:부르기|보기|하기|말하기|단정하기)(?:는|엔|"
    r"에는)? ?(?:어렵|힘들|무리)"
)
_FLAT_NO = (
    r"[\"']?[.,]?\s*(?:no|nope|wrong|false|incorrect|not so|아니다|아니요|아니오|"
    r"아닙니다|아뇨|"
    r"틀렸다|틀렸습니다|땡)[.,!]"
)


def _rejected_until(clauses: Clauses, stands: list[Stand], end: int) -> int:
    """The rejection reaches to the end of its sentence, or to the next statement."""
    last = clauses.sentence(max(end - 1, 0))[1]
    later = [s.statement.start for s in stands if end <= s.statement.start < last]
    return max(end, clauses.clause(later[0])[0]) if later else last


def answered(low: str, clauses: Clauses, asked: list[Stand]) -> bool:
    """A "why" question presupposes the claim; its answer follows."""
    start, end = clauses.sentence(asked[-1].statement.start)
    rest = low[end:].strip()
    return (
        bool(re.search(r"\bwhy\b|왜|어째서", low[start:end]))
        and len(rest) > 8
        and "?" not in rest
    )
