"""A challenge asserts its opposite: "Show me a batch where it isn't. You can't."."""

from __future__ import annotations

import re

from .clauses import Clauses
from .main import Main
from .polarity import Stand

_CALL = re.compile(
    r"\b(?:show|name|find|give|bring|tell|cite|produce|point|pick|list)(?: (?:me|us|"
    r"out|"
    r"to|at)){0,2} (?:about )?(?:an?|one|any|just one|a single|even one|the) |"
    r"\bi (?:dare|challenge|defy) (?:you|anyone|anybody)\b|\bgood luck (?:finding|"
    r"naming|showing)\b|\btry (?:to find|finding|naming)\b|"
    r"(?:하나(?:라도|만)?|있으면|있다면|어디|한번|한 ?번) ?(?:\S+ ){0,2}?(?:보여|대|"
    r"찾아|"
    r"말해|들어|내놓아|내놔|꼽아|가져와|알려)[ ]?(?:봐|보라|보시|보세|줘|달라|주세|라|"
    r"보십|줄래|볼래)"
)
_DENIAL = re.compile(
    r"\b(?:you|no ?one|nobody|they|we|anyone) (?:can|could|will|would|won|ca)(?:'t|n't|"
    r"not"
    r"| not|)\b(?=[ .!,]|$)(?! be\b)|\bthere (?:is|are)(?:n't| not| none| no)\b|\bnone "
    r"(?:exist|such)|\bi(?:'ll| will| am|'m) wait|\bgood luck\b|\b(?:does not|doesn't|"
    r"do "
    r"not|don't) exist\b|\bimpossible\b|\byou won't\b|\bnot (?:one|a single)\b|"
    r"없(?:다|을|지|음|어|습|거)|못 ?(?:찾|대|댈|할|한|하|보)|불가능|존재하지 ?않|"
    r"(?:할|찾을|"
    r"댈) ?수 ?없"
)
_NO_SUCH = re.compile(  # "A decode that isn't memory-bound? No such thing."
    r"\?[\"']? *(?:(?:there(?:'s| is) )?no such|(?:it|that) (?:does not|doesn't) exist|"
    r"(?:그런|그딴) "
    r"?(?:건|거|것은|게|경우는|일은)[^.]{0,12}?(?:없|존재하지))"
)
_REACH = 60  # characters after the challenge in which it is said to be impossible


def answer_challenges(
    low: str, clauses: Clauses, stands: list[Stand], main: Main
) -> None:
    """Turn the statement inside an unanswerable challenge into its opposite."""
    for i, s in enumerate(stands):
        start, end = clauses.sentence(s.statement.start)
        none = _NO_SUCH.search(low, s.statement.end, s.statement.end + _REACH)
        if none and s.asked:
            stands[i] = s._replace(negations=s.negations + 1, asked=False)
            main.challenge = none.span()
            continue
        call = _CALL.search(low, start, end)
        if call is None:
            continue
        defied = re.match(r"i (?:dare|challenge|defy)|good luck|try ", call[0])
        if defied or _DENIAL.search(low[s.statement.end : end + _REACH]):
            stands[i] = s._replace(
                negations=s.negations + 1, asked=False, supposed=False
            )
            main.challenge = call.span()
