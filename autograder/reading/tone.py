"""How sure the main claim is: absolute, hedged or plain."""

from __future__ import annotations

import re

from .clauses import Clauses
from .hedges import hedges
from .main import Main
from .result import Span
from .universals import Universal, universals


def quantifier(low: str, clauses: Clauses, main: Main) -> tuple[str, Span | None]:
    """Absolute, hedged or plain; the words must scope over the main claim."""
    if main.denied_universal:
        return ("plain" if main.act == "refute" else "hedged"), None
    if main.act == "ask":
        return "plain", None
    if main.verdict == "other" and main.detail in ("none", "depends"):
        return "plain", None
    if main.challenge is not None:
        return "absolute", main.challenge
    for one in universals(low):
        if not _set_apart(one.start, main) and _scopes(low, clauses, one, main):
            return "absolute", (one.start, one.end)
    start, end = clauses.sentence(main.at)
    if "two-statements" in main.notes and "verdict" in main.spans:
        start = clauses.sentence(main.spans["verdict"][0])[0]
    flip = main.flip
    verdict_end = main.spans.get("verdict", (0, main.at))[1]
    aside = re.search(
        r"[:;]|\bbecause\b|\bsince\b|, which\b|\bif\b|\bwhen\b|\bunless\b",
        low[verdict_end:end],
    )
    if aside:
        end = verdict_end + aside.start()
    for s, e in hedges(low):
        if _set_apart(s, main) or _CONCEDED.search(low[s : max(s, main.at)]):
            continue
        if start <= s < end and not (flip and flip[0] <= s < flip[1]):
            if flip and flip[0] > main.at and s > flip[0]:
                continue  # it weakens the other side
            return "hedged", (s, e)
    return "plain", None


_CONCEDED = re.compile(r"(?:지만|으나|더라도)[ ,]|\b(?:but|yet|still)\b")


def _set_apart(at: int, main: Main) -> bool:
    return any(start <= at < end for start, end in main.apart)


# Joints after which a time word no longer belongs to the verb that follows.
_REASON_END = re.compile(
    r"(?:니까?|므로|라서|[아어해여]서|기에|때문에|느라|는데|인데|지만|으나)[ ,]|"
    r"\b(?:so|therefore|hence|thus|which|(?<!anything )(?<!nothing )but|and so|"
    r", and (?=(?:the )?(?:decod|prefill|generat|token))|"
    r"that is why)\b"
)
_REASON_START = re.compile(r"\b(?:because|since|as)\b")
_ADNOMINAL = re.compile(  # "항상 켜 두는 서버": the adverb is inside a noun phrase
    r"(?:\S+ ){0,2}?\S*[하되있없두놓쓰읽보가오돌리키치주르나받않](?:는|던) (?=\S)"
)
_BARE = 48  # characters of a sentence that only adds "without exception"


def _scopes(low: str, clauses: Clauses, one: Universal, main: Main) -> bool:
    """Does the universal range over the verdict, and not over something beside it?"""
    start, end = clauses.sentence(one.start)
    own = [s for s in main.held if start <= s[0] < end]
    if not own:
        near = clauses.sentence(main.at)
        beside = end == near[0] or start == near[1]
        return beside and end - start <= _BARE
    if one.case:
        return True
    verdict = min(own, key=lambda s: abs(s[0] - one.start))
    if one.start < verdict[0]:
        between = low[one.end : verdict[0]]
        return not (_REASON_END.search(between) or _ADNOMINAL.match(between.lstrip()))
    return not _REASON_START.search(low[verdict[1] : one.start])
