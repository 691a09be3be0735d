"""Is a number a result, a ceiling or a threshold; is there a source for the claim?"""

from __future__ import annotations

import re

from .result import Quantity

_CEILING = re.compile(
    r"at best|at most|at least|floor|can'?t (?:beat|exceed)|cannot (?:beat|exceed)|"
    r"no faster than|tops? out|best case|theoretical\w*|ceiling|upper bound|"
    r"\bcap(?:s|ped)?\b|\blimit\b|(?<!m\d )\bmax(?:imum)?\b|no more than|"
    r"roofline (?:says|gives|predicts)|estimate\w*|back of the envelope|expected|"
    r"would be|divided by|이론상?|데만|데에만|만 해도|적어도|하한|최대|한계|상한|"
    r"못 ?넘|이론적|계산(?:상|하면)|나누면|추정|어림|최소|천장|바닥|예상|넘지 못"
)
_ARITHMETIC = re.compile(
    r"\d ?[gtp]flops?\b(?!/s)[^.\n]{0,60}?\d ?ms|\bat peak\b[^.\n]{0,40}\d|"
    r"피크로 ?나[눠누눈]|\d ?g(?:i)?b\b[^\n]{0,80}?\d ?[gt]b/s[^\n]{0,60}?\d ?(?:ms|"
    r"tok)|계산(?:해 ?보면|"
    r"하면|상)|works? out (?:to|at)|on paper|\d ?(?:[gmt]i?b(?!/s|ps|"
    r"it)|[gt]b/s|tflops|flops?)[^.;]{0,24}?(?:/|÷|over|"
    r"divided|나누|나눈)[^.;]{0,40}?\d|= ?~?[\d.]{1,12} ?(?:tok|ms|flop|t/s|토큰)|"
    r"\d ?[gmt]?b/\d"
)
_SOURCE = re.compile(
    r"according to|\b(?:paper|blog|docs|documentation|report|arxiv|et al|whitepaper|"
    r"datasheet|benchmark by|github|magicdec|vllm blog|nvidia (?:says|blog|docs))\b|"
    r"\bpoints out\b|논문|블로그|문서에|보고서|발표 ?자료|데이터시트|저자|에 따르면|"
    r"깃허브|\[\d+\]|https?://"
)


def is_ceiling(low: str, q: Quantity) -> bool:
    """Is this number worded as a bound and not as an observation?"""
    before = re.split(r"[,;]", low[max(0, q.span[0] - 40) : q.span[0]])[-1]
    after = re.split(r"[,;.(]", low[q.span[1] : q.span[1] + 16])[0]
    return bool(_CEILING.search(before) or _CEILING.search(after))


def sourced(low: str, found: list[Quantity]) -> bool:
    """Is there a result number or a named source?"""
    if _SOURCE.search(low):
        return True
    if any(
        q.unit != "byte" and not (q.unit == "fraction" and is_threshold(low, q))
        for q in found
    ):
        return True
    return bool(
        re.search(
            (
                r"half the (?:speed|bandwidth|time)|twice the|"
                r"doubl\w+ (?:the )?(?:tokens|rate|speed|"
                r"throughput)|(?:ops:byte|intensity|ridge|강도|릿지|리지|임계값?|"
                r"경계)[^\d.;,]{0,14}\d|절반의? ?(?:속도|대역폭)|(?<!모)두 ?배(?!치)"
            ),
            low,
        )
    )


_KNOB = re.compile(  # what was turned, not what came of it
    r"(?:clocks?(?: speed| rate)?|frequency|power limit|클럭|주파수|"
    r"전력 ?제한)\D{0,12}$"
)


def is_threshold(low: str, q: Quantity) -> bool:
    """Rule 22: a diagnostic threshold is a condition, not a supporting number."""
    return bool(
        re.search(r"\bif\b[^,.]*$", low[max(0, q.span[0] - 60) : q.span[0]])
        or re.match((r"\S{0,4} ?(?:이상|이하|미만|넘)\S{0,3}면"), low[q.span[1] :])
        or _KNOB.search(low[max(0, q.span[0] - 40) : q.span[0]])
    )


def by_arithmetic(low: str) -> bool:
    """Is a number worked out rather than read off a running machine?"""
    return bool(_ARITHMETIC.search(low))
