"""Read a bottleneck from a mechanism: what idles, waits, is full, sets the speed.

Works on the code of `things.tag`: one letter a word.  A rule is an expression over
that code; `r` is the resource spoken of, and the rule says whether it limits (+) or
the other one does (-).  Idle arithmetic means that memory limits, and the reverse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .clauses import Clauses
from .statements import Statement
from .things import Tagged, tag


class Rule(NamedTuple):
    """How one construction is read.

    same: the resource itself limits; otherwise the other one does
    turn: what a "not" inside does.  "swaps": not idle is busy, so the other limits;
        "denies": what does not decide leaves open what does; "keeps": it belongs to
        the construction; "effect": gains (f) or gains nothing (z) from more;
        "refuses": denied without a "not"
    symptom: it is what one would see, and so a reason for the verdict
    """

    pattern: re.Pattern[str]
    same: bool
    turn: str
    symptom: bool


def _rules(*rows: tuple[str, str, str]) -> tuple[Rule, ...]:
    return tuple(
        Rule(re.compile(pattern), sign == "+", turn.rstrip("*"), turn.endswith("*"))
        for pattern, sign, turn in rows
    )


# "If memory were free, decode would fly": what would follow if it did not limit.
_COUNTERFACTUAL = (
    r"(?P<r>[CMD])[so]?[.]?\^[.,SGsoeaq]{0,9}?(?P<e>z|-[.m]?[fudlz]|[fudl])",
    "+",
    "effect*",
)
# Compared or contrasted resources come first: they settle who of the two it is.
_BOTH = _rules(
    (r"(?P<o>[CM])v[.uDSom]{0,3}(?P<r>[CMD])"
     r"[so]?[.mSsoGe]{0,5}[rghbnj]", "+", "denies"),
    (r"(?P<r>[CM])v[.uDSom]{0,3}(?P<o>[CMD])[so]?[.mSsoGe]{0,5}[lpi]", "+", "denies"),
    (r"(?P<r>[CMD])[.aqSm]{0,5}[gu][.Sv]{0,4}v[.]{0,5}(?P<o>[CMD])", "+", "denies"),
    (r"uDv[.]{0,4}(?P<o>C)", "-", "denies"),
    (r"(?P<o>[CMD])[.aqS]{0,5}lv[.]{0,3}(?P<r>[CMD])", "+", "denies"),
    (r"(?P<r>[CMD]),?[.]?[-x][.u]{0,2}(?P<o>[CM]),[.]{0,2}[rw]", "+", "keeps"),
    (r"(?P<o>[CM])[.s]?x[.u]{0,2}(?P<r>[CMD])", "+", "denies"),
    (r"(?P<r>[CM])[.e]?[.,](?P<o>[CM])s?-(?=[.;,]|$)", "+", "keeps"),
    (r"-[.aqu]{0,3}(?P<o>[CM])[.,]{0,2}\|[.,u]{0,3}(?P<r>[CMD])", "+", "keeps"),
)  # fmt: skip
_KOREAN = _rules(
    _COUNTERFACTUAL,
    (r"[ip](?P<r>[CM])s?-", "+", "keeps*"),
    (r"(?P<r>[CM])[soe]?[.aSse]{0,4}b-?", "+", "swaps*"),
    (r"(?P<r>[CM])[soe]?[.aSseq]{0,4}i-?", "-", "swaps*"),
    (r"(?P<r>[CMD])[se]?[.a]{0,3}p-?", "-", "swaps*"),
    (r"p(?P<r>[CM])", "-", "swaps*"),
    (r"(?P<r>[CMDHN])[se]?[.a]{0,4}h(?!-)", "+", "swaps"),
    (r"(?P<r>[CMDHN])s?-[.]?[rmf]", "+", "keeps"),
    (r"(?P<r>[CMDHN])[so]?[.mSsu]{0,4}w", "+", "denies*"),
    (r"(?P<r>[CM])[so]?[.]{0,2}u[^;,]{0,9}?(?P<e>f?z|f)-?", "+", "effect*"),
    (r"u[.]?(?P<r>[CM])[.soSe]{0,4}(?P<e>f?z|f)-?", "+", "effect*"),
    (r"f[.s]{0,2}(?P<r>[CM])[so]?u", "+", "denies*"),
    (r"(?P<r>D)o?[.]{0,2}[df][.Ssae]{0,4}f", "+", "denies*"),
    (r"(?P<r>D)o?[.]{0,2}f?m[.]{0,2}r", "+", "denies*"),
    (r"(?P<r>D)o?[.a]{0,3}m[.,]{0,2}Ss?h", "+", "keeps*"),
    (r"(?P<r>[CMDHN])[soe]?[.aSeosmu]{0,5}r-?", "+", "denies"),
    (r"[rhn][.S]{1,2}[u.]{0,2}(?P<r>[CMDHN])(?!v|x|[so]?[a-z-])", "+", "denies"),
    (r"(?P<r>[CM]|Do?m)[.S]{0,3}s?q[.S]", "+", "denies*"),
    (r"Ss?[.]{0,2}[qa]{1,2}(?P<r>[CM]|Do?m)", "+", "denies*"),
    (r"(?P<r>[CM])s?[.aq]{0,3}l", "-", "keeps*"),
    (r"(?P<r>D)[oe]?M[eo]?:|D[.]{0,2}:[.]?(?P<m>M)", "+", "keeps*"),
)  # fmt: skip
_ENGLISH = _rules(
    _COUNTERFACTUAL,
    (r"(?P<r>D)[.]?q[.]{0,2}p", "-", "swaps*"),
    (r"g[.]{1,6}m[.a]{0,3}(?P<r>D)", "+", "keeps*"),
    (r"-[.]{0,2}i[.]{0,2}(?P<r>[CM])", "-", "swaps*"),
    (r"(?P<r>[CM])[.aqSG-]{0,6}i", "-", "swaps*"),
    (r"i[.a]{0,3}(?P<r>[CM])", "-", "swaps*"),
    (r"(?P<r>[CM])[.aqSG-]{0,5}b", "+", "swaps*"),
    (r"-?[.]{0,2}b[.qG]{0,3}(?P<r>[CM])", "+", "swaps*"),
    (r"-?[.]{0,2}p[.]{0,3}(?P<r>[CM])", "-", "swaps*"),
    (r"-?[.]?(?P<r>[CMD])[.q-]{0,4}p", "-", "swaps*"),
    (r"-?[.]?j[.qSG]{0,3}(?P<r>[CMD])", "+", "swaps"),
    (r"(?P<r>[CMDHN])[.aqS-]{0,3}[hj]", "+", "swaps"),
    (r"(?P<r>H)[.qS-]{0,4}[hgp]", "+", "keeps*"),
    (r"-[.SG]{0,3}k?[.]{0,3}(?P<r>C)[.]{0,2}k|(?P<m>C)[.q]{0,2}-[.q]{0,2}k|-[.]?k"
     r"[.]{0,2}(?P<n>C)", "-", "keeps"),
    (r"(?P<r>[MCDHN])q[.S]{0,3}[wn]", "+", "denies*"),
    (r"w[.mSG]{0,5}(?P<r>[CMDHN])", "+", "denies*"),
    (r"(?:^|[^u])u[.]{0,3}(?P<r>[CM])[.nqSG,-]{0,6}?(?P<e>f?[.]?z|f|"
     r"[ud][.a]{0,2}S)", "+",
     "effect*"),
    (r"(?P<r>[CM])[.]{0,2}u[.SG-]{0,6}?(?P<e>f?z|f)", "+", "effect*"),
    (r"u[.]{0,3}(?P<r>[CM])[.]{0,2}-(?=[.,;|]|$)", "+", "denies*"),
    (r"u[.]{0,2}(?P<r>[CM])[.]{0,3}-[.S]{0,4}u", "+", "denies*"),
    (r"Z[.u]{0,3}(?P<r>[CM])", "+", "refuses*"),
    (r"(?:[fu][.]{0,2}S|S[.]{0,3}[fd])[.,]{0,4}[ufn][.]{0,2}(?P<r>[CM])", "+",
     "denies"),
    (r"(?<=uS)[.,]{0,3}[fnu][.]{0,2}(?P<r>[CM])", "+", "denies*"),
    (r"(?P<r>G)[.aqSG]{0,4}i", "-", "keeps*"),
    (r"d[.]{0,3}(?P<r>D)[.,qSd]{0,6}?(?:f|[ud][.a]{0,3}S)", "+", "denies"),
    (r"-?[.]{0,2}[nt][.uqSGa]{0,4}(?P<r>[CMD])", "+", "denies"),
    (r"-?[.]{0,2}y[.ymSG]{0,5}(?P<r>[CMDHN])", "+", "denies"),
    (r"(?P<r>[CMDHN])[.,qSGm-]{0,5}r", "+", "denies"),
    (r"r[.SG]{0,4}q[.u-]{0,3}(?P<r>[CMDHN])", "+", "denies"),
    (r"(?P<r>[CM])[.aqSG]{0,4}l", "-", "keeps*"),
    (r"S[.q]{0,3}q[.auv]{0,4}(?P<r>M(?=S)|m[.]{0,2}D)|qa(?P<m>C)|(?P<n>D)[.]{0,2}:"
     r"[.]{0,2}M", "+", "keeps"),
)  # fmt: skip
_CONTRAST = _rules(
    (r"(?P<r>[CM])[.,qrSG]{0,4}[-x][.u,]{0,3}(?P<o>[CM])", "+", "keeps"),
)
_ROOFLINE = re.compile(
    r"[IS][^;]{0,6}?(?P<a>[<>])[.]{0,4}K|"
    r"I[seo]?[.]{0,3}K[.vsoe]{0,3}[.]{0,3}(?P<b>[<>])|"
    r"(?P<c>[/_])"
)
_ON_ROOF = re.compile(r"roofline|roof|루프라인|지붕|천장")
_VERDICTS = {
    "C": "compute-bound",
    "M": "memory-bound",
    "D": "memory-bound",
    "G": "compute-bound",
    "H": "overhead-bound",
    "N": "comm-bound",
}
_OTHER = {"compute-bound": "memory-bound", "memory-bound": "compute-bound"}
_HANGUL = re.compile("[가-힣]")


@lru_cache(maxsize=64)  # the sentences of one text are asked for more than once
def mechanisms(low: str, start: int, end: int) -> tuple[Statement, ...]:
    """What the sentence [start, end) says of the limit, without naming one.

    >>> text = "the alus sit idle in decode"
    >>> [s.verdict for s in mechanisms(text, 0, len(text))]
    ['memory-bound']
    >>> text = "프리필에서는 데이터가 연산을 기다린다"
    >>> [s.verdict for s in mechanisms(text, 0, len(text))]
    ['compute-bound']
    """
    tagged = tag(low, start, end)
    rules = _KOREAN if _HANGUL.search(low, start, end) else _ENGLISH
    taken: set[int] = set()
    found = [*_roofline(low, start, end, tagged), *_even(tagged)]
    if found:
        return tuple(found)
    for group in (_BOTH, rules, _CONTRAST):
        if group is _CONTRAST and found:
            break
        for rule in group:
            for match in rule.pattern.finditer(tagged.code):
                places = set(range(*match.span()))
                if places & taken:
                    continue
                statement = _read(tagged, rule, match)
                if statement is not None:
                    taken |= places
                    found.append(statement)
    return tuple(sorted(found, key=lambda s: s.start))


def _read(tagged: Tagged, rule: Rule, match: re.Match[str]) -> Statement | None:
    groups = match.groupdict()
    letter = next((v for k, v in groups.items() if v and k not in "eo"), "")
    other = groups.get("o") or ""
    if letter and other and _VERDICTS[letter[0]] == _VERDICTS[other]:
        return None
    verdict = _VERDICTS[(letter or other).lstrip("m.")[0]]
    if not rule.same:
        if "H" in tagged.code and not re.search("[MD]", tagged.code):
            return None  # idle for another reason than memory
        verdict = _OTHER.get(verdict, verdict)
    denied = match[0].count("-") % 2 == 1
    if rule.turn == "swaps" and denied:
        verdict = _OTHER.get(verdict, verdict)
    negated = {
        "denies": denied,
        "effect": denied != ("z" in (groups.get("e") or "")),
        "refuses": True,
    }.get(rule.turn, False)
    span = tagged.span(*match.span())
    symptom = rule.symptom or "D" in match[0] or "m" in match[0]
    return Statement(verdict, *span, negated=negated, paraphrase=True, symptom=symptom)


def _roofline(low: str, start: int, end: int, tagged: Tagged) -> Iterator[Statement]:
    """Left or right of the ridge, on the slope or under the flat roof."""
    for match in _ROOFLINE.finditer(tagged.code):
        if match["c"] and not _ON_ROOF.search(low, start, end):
            continue
        side = match["a"] or match["b"] or match["c"]
        verdict = "memory-bound" if side in "</" else "compute-bound"
        yield Statement(verdict, *tagged.span(*match.span()), paraphrase=True)


_EVEN = re.compile(r"[CM][Sse.]{0,3}&?[CM][Sse.aqd]{0,6}E|E[.Sq]{0,3}[CM][.]{0,2}[CM]")


def _even(tagged: Tagged) -> Iterator[Statement]:
    """Arithmetic and reading take as long."""
    for match in _EVEN.finditer(tagged.code):
        if "C" in match[0] and "M" in match[0]:
            yield Statement("balanced", *tagged.span(*match.span()), paraphrase=True)


_TERM = re.compile(
    r"bound|limited|bottleneck|limiter|constrain|ceiling|wall|바운드|병목|보틀넥|제한|"
    r"한계|상한|천장"
)


def with_mechanisms(
    low: str, clauses: Clauses, found: list[Statement]
) -> list[Statement]:
    """Statements by mechanism, where no sentence says it in the field's own terms."""
    terms = [s for s in found if _is_term(low, s)]
    if terms:
        return found
    merged: list[Statement] = []
    for number, start in enumerate(clauses.sentence_starts):
        end = clauses.sentence(start)[1]
        own = [s for s in found if start <= s.start < end]
        read = mechanisms(low, start, end) if number < _MOST_SENTENCES else ()
        merged += _merged(own, list(read))
    return merged


_MOST_SENTENCES = 40


_NAMED = re.compile(
    r"막[히혀힌힙]|bound|held|걸[리려린립]|갇[히혀힌]|묶|limit|gated|천장|한계"
)


def all_mechanisms(low: str, clauses: Clauses) -> list[Statement]:
    """What every sentence says by mechanism, whether or not a term is there too."""
    starts = clauses.sentence_starts[:_MOST_SENTENCES]
    return [s for a in starts for s in mechanisms(low, a, clauses.sentence(a)[1])]


_MOVING = re.compile(
    r"stream|\bread|load|fetch|haul|traffic|transfer|shuttl|ship|moved?\b|moving|"
    r"clock|클럭|읽|옮|나르|나른|실어|실려|가져|전송|로딩|퍼 ?(?:나|올|오)|끌어|긁|훑|"
    r"오가|"
    r"(?:시간|대부분)[을를]? ?(?:다 |거의 |모두 )?(?:먹|잡아먹|차지|쓰|쓴|보내|빼앗)"
)


def gives_symptom(low: str, clauses: Clauses) -> bool:
    """Does the text say what one would see, which is a reason for a verdict?"""
    for one in all_mechanisms(low, clauses):
        words = low[one.start : one.end]
        if (one.symptom or _MOVING.search(words)) and not _NAMED.search(words):
            return True
    return False


def _merged(own: list[Statement], read: list[Statement]) -> list[Statement]:
    """What is said in so many words stands, unless the mechanism says the opposite."""
    if not own:
        return read
    return [
        next((m for m in read if m.start < s.end and s.start < m.end), s)
        if s.verdict in _OTHER
        else s
        for s in own
    ]


def _is_term(low: str, one: Statement) -> bool:
    return bool(_TERM.search(low[one.start : one.end]))
