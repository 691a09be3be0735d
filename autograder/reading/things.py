"""Tag a sentence: resources, what happens to them, and how they are joined.

A paraphrase ("the ALUs sit around until the weights turn up") is read from what it is
made of, not from a list of phrases.  Each word becomes one letter of a short code; the
grammar over that code is in `mechanism`.  The letters:

    C arithmetic   M memory path   D data to be moved   H host side   N network
    G the chip     S speed or time
    i idle   b busy, full   p to spare   h short of   k fed   w waits for
    r rules, takes the time   y ruled by, follows   n needs, matters
    u more   d less   f gains   z gains nothing   m moves   g longer   l shorter
    I intensity   K ridge   < below   > above   / slope   _ flat part   q is   a most
    ^ were free or endless   t eats, uses up
    - not   x instead of   v than   | but   , ; breaks   : division   s o e particles
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from .things_en import ENGLISH
from .things_ko import KOREAN

_BREAK = r"(?P<semi>[;\n]| — )|(?P<comma>,|:\s|\(|\))"
_HANGUL = re.compile("[가-힣]")


class Tagged(NamedTuple):
    """One sentence as a code, a letter a word, with the place of each letter."""

    code: str
    places: tuple[tuple[int, int], ...]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Place in the text of the letters [first, last) of the code."""
        return self.places[first][0], self.places[last - 1][1]


@cache
def _tagger(korean: bool) -> tuple[re.Pattern[str], tuple[str, ...]]:
    letters: list[str] = []
    parts = []
    tables = (*KOREAN, *ENGLISH) if korean else ENGLISH
    for letter, words in tables:
        hangul_too = korean and _HANGUL.search(words)
        edge = "" if hangul_too else r"(?<![a-z])"
        tail = r"(?![a-z])" if not korean else r"(?![a-z]{2})"
        parts.append(f"(?P<t{len(letters)}>{edge}(?:{words}){tail})")
        letters.append(letter)
    parts.append(_BREAK)
    word = r"[가-힣]+|[a-z0-9][\w.'%/-]*|\S"
    return re.compile("|".join(parts) + f"|(?P<word>{word})"), tuple(letters)


_JOINT = re.compile(r"(?:지만|는데|은데|인데|던데|므로|니까|라서)$")  # ends a clause
_PERCENT = re.compile(r"(\d{1,3})(?:\.\d+)? ?%")


def tag(low: str, start: int, end: int) -> Tagged:
    """Tag the sentence [start, end) of the normalised text.

    >>> tag("the alus wait for weights", 0, 25).code
    '.CwD'
    """
    pattern, letters = _tagger(bool(_HANGUL.search(low, start, end)))
    code, places = [], []
    for match in pattern.finditer(low, start, end):
        kind = match.lastgroup or "word"
        if kind == "semi":
            letter = ";"
        elif kind == "comma":
            letter = ","
        elif kind == "word":
            if match[0] in ".!?\"'":
                continue
            letter = "," if _JOINT.search(match[0]) else _share(low, match)
        else:
            letter = letters[int(kind[1:])]
        code.append(letter)
        places.append(match.span())
    return Tagged("".join(code), tuple(places))


def _share(low: str, match: re.Match[str]) -> str:
    """ "85% of the bandwidth" is busy, "2% of the FLOPs" idle; other words are "."."""
    percent = _PERCENT.match(match[0] + low[match.end() : match.end() + 1])
    if percent is None or not re.match(r"%? ?of\b|%? ?(?:만|밖에)", low[match.end() :]):
        return "."
    share = int(percent[1])
    return "b" if share >= 70 else "i" if share <= 40 else "."
