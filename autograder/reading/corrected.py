"""What was said or believed before, and is taken back by the author."""

from __future__ import annotations

import re

from .clauses import Clauses
from .main import Main
from .polarity import Stand
from .quoting import reports

_BELIEVED_EN = (
    r"(?:think|thought|believ\w+|assum\w+|suppos\w+|figured|expect\w+|guess\w+|taught|"
    r"convinced|sure|told|imagin\w+|suspect\w+|swor[ne]|claimed|wrote|said)"
)
_OWN_EN = re.compile(
    rf"\b(?:i|we)(?:'d| had| have)? (?:\w+ ){{0,2}}?(?:used to|once|originally|"
    rf"initially|"
    rf"first|at first|always|long|naively|wrongly|mistakenly|previously|earlier|was|"
    rf"were)?"
    rf" ?(?:\w+ )?{_BELIEVED_EN}\b|\b(?:my|our|the) (?:first|previous|earlier|old|"
    rf"original|last) (?:post|answer|version|"
    rf"draft|comment|note|article|reply|slide|claim)s? (?:\w+ )?(?:called|said|claimed|"
    rf"wrote|had|"
    rf"labell?ed|stated|described)\b|\b(?:my|our) (?:first|initial|original|old|"
    rf"earlier|"
    rf"naive|gut) (?:\w+ )?(?:guess|thought|belief|assumption|instinct|impression|"
    rf"reaction|intuition|hunch)\b|\bat first (?:it|this|decode|prefill|i|we)\b"
)
_PRESENT_EN = re.compile(r"\b(?:i|we) (?:think|believe|assume|suppose|expect|guess)\b")
_OWN_KO = re.compile(
    r"줄(?:로|로만|만)? ?(?:알았|생각|믿)|(?:예전|옛날|처음|한때|전에는|전엔|과거|이전|"
    r"그동안|"
    r"원래|당초|애초|작년|지난|학부|초반|오랫동안|여태|지금까지|방금까지|어제까지)"
    r"[^.\n]{3,80}(?:생각했|믿었|알았|여겼|배웠|봤[다는지]|짐작했|추측했|예상했|착각했|"
    r"썼[다는지"
    r"]|주장했|말했|적었)|(?:라고|다고|거라|것이라)고? ?(?:생각했|믿었|여겼|짐작했|"
    r"예상했|착각했)"
)
_OTHERS = re.compile(
    r"다들|사람들|흔히|\bpeople\b|\beveryone\b|\bmost (?:of us|people)\b"
)


def own_belief(words: str) -> bool:
    """Are these words what the author used to think?"""
    return bool(
        not _OTHERS.search(words) and (_OWN_EN.search(words) or _OWN_KO.search(words))
    )


_ONCE = re.compile(  # it was so, and is so no more
    r"\bused to be\b|\bonce (?:was|were)\b|\b(?:was|were)\b[^,;.]*\b(?:old|older|"
    r"previous|"
    r"earlier|back then|once|originally|formerly|last year)\b|(?:예전|옛날|이전|구형|"
    r"과거|작년|"
    r"옛 )[^.]{0,40}(?:였|이었|했)(?:지만|는데|으나|고|다)"
)


def drop_past_beliefs(
    low: str, clauses: Clauses, stands: list[Stand], main: Main
) -> None:
    """ "I used to think X. Now I know Y.": X is not held any more."""
    for i, s in enumerate(stands):
        start, end = clauses.sentence(s.statement.start)
        later = [
            o.statement
            for o in stands[i + 1 :]
            if o.asserted and o.statement.start > s.statement.end
        ]
        words = low[start:end]
        if s.rejected or not later or _PRESENT_EN.search(words):
            continue
        until = min(end, max(clauses.clause(later[0].start)[0], s.statement.end))
        if _ONCE.search(low[start:until]):
            stands[i] = s._replace(rejected=True)
            main.apart.append((start, until))
            continue
        until = min(end, clauses.clause(later[0].start)[0])
        believed = _OWN_EN.search(low, start, end) or _OWN_KO.search(low, start, end)
        if believed is None or believed.start() >= later[0].start:
            continue
        if until <= s.statement.start or not own_belief(low[start:until]):
            continue
        stands[i] = s._replace(rejected=True)
        main.apart.append((start, until))


_CALLED = re.compile(
    r"\b(?:people|everyone|everybody|folks|they|many|some|most)(?: \w+){0,2} "
    r"(?:call|label|say|think|assume|claim|believe|describe)\w*[^.;\n]{0,40}$|"
    r"(?:다들|흔히|사람들은|사람들이|모두)[^.;\n]{0,60}$"
)
_TAKEN_BACK = re.compile(
    r"^[^.;,\n]{0,24}[.;,] ?(?:but |however,? |하지만 |그러나 |근데 )?(?:(?:it|that|"
    r"this|they)"
    r"(?: is|'s| are)(?:n't| (?:really |simply |just )?(?:not|wrong|false|untrue|"
    r"backwards|nonsense|mistaken|incorrect|a myth))"
    r"(?! (?:only|just|comp|mem|band|limit|bound))|그렇지 ?않|그게 ?아니|아니다|틀렸|"
    r"틀린|"
    r"사실이 ?아니|그건 ?아니|오해)"
)
_FLAT = re.compile(  # a sentence that only says no to the one before
    r"\s*(?:but |well,? |하지만 |근데 |그런데 )?(?:(?:that|this|it)(?:'s| is|"
    r" was)(?: simply|"
    r" just| plain| flat| completely| dead)* (?:wrong|false|untrue|nonsense|rubbish|"
    r"bogus|backwards|incorrect|mistaken|a myth|not (?:true|so|right|correct|"
    r"the case))|"
    r"(?:wrong|nonsense|rubbish|bogus|false|nope|hardly)[.:!,—]|not (?:at all|true|so|"
    r"quite|"
    r"really)[.:!]|i was (?:wrong|mistaken)|far from it|quite the (?:opposite|"
    r"contrary)|on the contrary|전혀 ?아니|정반대|no[.:!]|(?:완전히 |그건 |그게 |이건 |"
    r"다 )?(?:틀린 ?(?:말|소리|생각|"
    r"얘기)|"
    r"틀렸|잘못(?:된|이)|오해(?:다|이|입)|착각(?:이|입)|헛소리|거짓말|말도 ?안|"
    r"사실이 ?아니|사실과 "
    r"?다르|그렇지 ?않|천만의|아니[다요]?[.!,]))"
)


_FORBIDDEN = re.compile(  # "stop calling it X"
    r"\b(?:stop|quit|no more|don't|do not|never|please don't) (?:calling|saying|"
    r"claiming|"
    r"telling|writing|assuming|call|say|tell|claim|write|assume)\b[^.;\n]{0,50}$"
)


def take_back(low: str, clauses: Clauses, stands: list[Stand], main: Main) -> None:
    """ "People call it X. It is not." rejects X without quoting it."""
    for i, s in enumerate(stands):
        one = s.statement
        said = _CALLED.search(low[max(0, one.start - 90) : one.start])
        taken = said and _TAKEN_BACK.match(low[one.end :])
        start, end = clauses.sentence(one.start)
        taken = taken or _FORBIDDEN.search(low[start : one.start])
        if main.act == "assert" and (taken or _FLAT.match(low, end)):
            stands[i] = s._replace(rejected=True, asked=False)
            main.apart.append((start, end))
            if not own_belief(low[start:end]):
                main.act = "refute"


def contradict_reports(
    low: str, clauses: Clauses, stands: list[Stand], main: Main
) -> None:
    """A report followed by the author's own, opposite statement is refuted."""
    if main.act != "assert" or len(stands) < 2 or not reports(low):
        return
    last = stands[-1]
    for i, s in enumerate(stands[:-1]):
        start, end = clauses.sentence(s.statement.start)
        other = (
            s.statement.verdict != last.statement.verdict or s.negated != last.negated
        )
        if (
            other
            and reports(low[start:end])
            and last.statement.start >= end
            and last.asserted
        ):
            stands[i] = s._replace(rejected=True)
            main.apart.append((start, end))
            main.act = "refute"
