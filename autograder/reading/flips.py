"""Find the words that say when the verdict would change.

A flip is a boundary on something that can vary (batch, context, prompt, load) with a
direction or a one-sided number, or a condition with the other verdict.  A mere
setting ("at batch 8") is none, nor is "it depends on the batch".
"""

from __future__ import annotations

import re
from functools import cache

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


def _is_weak(words: str) -> bool:
    return bool(_WEAK.match(words)) and not re.search(r"만$|때$|면$|only", words)


def boundaries(low: str, *, strict: bool = False) -> list[tuple[int, int]]:
    """Spans of conditions with a direction: candidates for a flip condition.

    strict: leave out adverbials such as "with a long context", mere settings

    >>> text = "decode is memory-bound unless the batch exceeds 300"
    >>> [text[s:e] for s, e in boundaries(text)]
    ['unless the batch exceeds 300']
    """
    found = []
    for match in _boundary().finditer(low):
        if _FOREVER.search(match[0]):
            continue
        if _SETTING.search(match[0]) or (strict and _is_weak(match[0])):
            continue
        before, after = (
            low[max(0, match.start() - 30) : match.start()],
            low[match.end() :],
        )
        if _EVEN.search(before) or _EVEN_AFTER.search(after[:14]):
            continue
        if (
            _SPREAD.search(before)
            or _BEGINS.search(before)
            or _DIAGNOSTIC.search(match[0])
        ):
            continue
        if re.search(
            r"(?<![a-z\d])\d[\d,]* ?(?:개|건|명|토큰)?(?:부터|에서) ?$", before[-16:]
        ) and ("까지" in match[0]):
            continue  # a range with two ends
        if re.match(r" ?(?:못|안 되|불가)", after):
            continue
        start, end = match.span()
        concession = _CONCESSION.search(match[0])
        if concession:
            start += concession.end()
        while end > start and low[end - 1] in " ,":
            end -= 1
        found.append((start, end))
    return found
