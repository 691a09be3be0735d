"""Find the words that say when the verdict would change.

A flip is a boundary on something that can vary (batch, context, prompt, load) with a
direction or a one-sided number, or a condition with the other verdict.  A mere
setting ("at batch 8") is none, nor is "it depends on the batch".
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from . import flips_en, flips_ko


@cache
def _boundary() -> re.Pattern[str]:
    """Boundaries with a direction, in either language."""
    return re.compile(f"(?:{flips_en.BOUNDARY})|(?:{flips_ko.BOUNDARY})")


_FOREVER = re.compile(  # "until the heat death of the universe" is no boundary
    r"heat death|end of (?:time|the world|days)|hell freezes|cows come|kingdom come|"
    r"세상이? ?끝|죽을 ?때"
)
_SPREAD = re.compile(
    r"\b(?:split|spread|shard(?:ed)?|distribut\w+|parallel\w*|divided) $"
)
_BEGINS = re.compile(  # "cannot start until the weights are in" tells of an order
    r"\b(?:begin|start|proceed|run|issue|fire|wait(?:s|ing)?|idles?|sits?|stalls?|"
    r"nothing) $"
)
_EVEN = re.compile(
    r"(?:\beven\b|\bstill\b|\bregardless\b|\bno matter\b|\bhowever (?:large|"
    r"long)\b)[^,;.]{0,12}$"
)
_EVEN_AFTER = re.compile(
    r"^\S{0,6}(?:라도|더라도|도 ?(?:여전히|마찬가지|변함)|아도|어도)"
)
# Adverbials with a direction: a flip only where the verdict changes.
_WEAK = re.compile(
    r"(?:large|big|long|small|short|huge|tiny|high|low|more|fewer)\w{0,3} (?!.*aside)|"
    r"with |(?:on|for|in) |at (?!scale)|(?:작|짧|적|크|길|많|낮|높)(?:은|을) |(?:큰|"
    r"작은|긴|짧은|"
    r"많은) "
)
_CONCESSION = re.compile(r"^[^ ]+ ?\d[\d,]*\S*(?:이라도|라도|에서도|이어도) ")
_SETTING = re.compile(
    r"\d[\d,]*[k천]?(?:개|건|명|토큰)?(?:로|으로) (?:올리|키우|늘리|줄이|낮추|설정|하|"
    r"두|잡|맞추)\S*면"
)
_DIAGNOSTIC = re.compile(
    r"utili[sz]ation|사용률|활용률|클럭|clock|%|profil|roofline|profiler"
)


@cache
def _clauses() -> tuple[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]], ...]:
    """Of each language: a clause with a condition, a quantity, a direction."""
    return tuple(
        (re.compile(m.CLAUSE), re.compile(m.QUANTITY), re.compile(m.DIRECTION))
        for m in (flips_en, flips_ko)
    )


def _other_clauses(low: str, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Conditions in words no list foresees: a quantity, and which way it goes."""
    extra = []
    for clause, quantity, direction in _clauses():
        for match in clause.finditer(low):
            about = quantity.search(match[0])
            if about is None or not _near(about, direction, match[0]):
                continue
            start = match.start() + (about.start() if clause.pattern[0] == "[" else 0)
            if any(a < match.end() and start < b for a, b in found):
                continue
            extra.append((start, match.end()))
    return extra


def _near(about: re.Match[str], direction: re.Pattern[str], words: str) -> bool:
    """Does the direction stand by the quantity and not somewhere else?"""
    return any(
        d.start() - about.end() < _BESIDE and about.start() - d.end() < _BESIDE // 2
        for d in direction.finditer(words)
    )


_BESIDE = 24  # characters between a quantity and its direction


def is_weak(words: str) -> bool:
    """Is it an adverbial such as "with a long context", mostly a mere setting?"""
    return bool(_WEAK.match(words)) and not re.search(
        r"만$|때$|면$|only|than ~?\d|at (?:most|least) ~?\d|\b(?:makes?|push)", words
    )


_RATE = re.compile(r"tok\w*/s|(?:tokens?|bytes) (?:per|a) |\bt/s|[gt]b/s|토큰/초|초당")
_FROM = re.compile(r"(?<![a-z\d])\d[\d,]* ?(?:개|건|명|토큰)?(?:부터|에서) ?$")


def _kept(low: str, start: int, end: int) -> tuple[int, int] | None:
    """The boundary at [start, end), or None if it is a setting or no boundary."""
    words, after = low[start:end], low[end:]
    before = low[max(0, start - 30) : start]
    if any(p.search(words) for p in (_FOREVER, _RATE, _SETTING, _DIAGNOSTIC)):
        return None
    if any(p.search(before) for p in (_EVEN, _SPREAD, _BEGINS)):
        return None
    if _EVEN_AFTER.search(after[:14]) or re.match(r" ?(?:못|안 되|불가)", after):
        return None
    if "까지" in words and _FROM.search(before[-16:]):
        return None  # a range with two ends
    concession = _CONCESSION.search(words)
    if concession:
        start += concession.end()
    while end > start and low[end - 1] in " ,":
        end -= 1
    return start, end


@lru_cache(maxsize=8)  # one reading asks for the boundaries of its text several times
def boundaries(low: str) -> tuple[tuple[int, int], ...]:
    """Spans of conditions with a direction: candidates for a flip condition.

    >>> text = "decode is memory-bound unless the batch exceeds 300"
    >>> [text[s:e] for s, e in boundaries(text)]
    ['unless the batch exceeds 300']
    """
    listed = [match.span() for match in _boundary().finditer(low)]
    spans = sorted([*listed, *_other_clauses(low, listed)])
    kept = (_kept(low, start, end) for start, end in spans)
    return tuple(span for span in kept if span is not None)
