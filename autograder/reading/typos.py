"""Repair a slip of one letter in the field's own long words, and in nothing else.

Names with digits are never touched: one character there is another model or chip.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORDS = (
    "decode", "decoding", "prefill", "prefilling", "memory", "compute", "bandwidth",
    "limited", "bottleneck", "bottlenecked", "arithmetic", "throughput", "latency",
    "overhead", "inference", "precision", "usually", "probably", "generation",
)  # fmt: skip
_REAL = frozenset({
    "decide", "decided", "decides", "deciding", "provably", "overheat",
    "refill", "prefills", "commute", "compete", "computer", "computed", "computes",
    "decoder", "decodes", "decoded", "recode", "recoding", "limiter", "overhear",
    "overheads", "decision", "memory's", "bottlenecks", "bandwidths", "generations",
    "computers", "unlimited", "decodings", "throughputs", "arithmetics", "inferences",
})  # fmt: skip
_LATIN = re.compile(r"(?<![a-z0-9_.])[a-z]{5,13}(?![a-z0-9_])")
_HANGUL_WORDS = ("디코드", "디코딩", "프리필", "메모리", "대역폭", "바운드")
_HANGUL_REAL = frozenset({"메모지", "메모라", "메모로", "바운스", "디코더", "바운더"})
_HANGUL = re.compile(r"(?<![가-힣])[가-힣]{3}")
_BOUND = re.compile(r"(?<![a-z])(?P<of>[a-z]{5,9})[- ](?P<word>b[a-z]{3,5})(?![a-z])")
_NECK = re.compile(r"병[복묵몫먹]")  # 병목, whose two syllables are too few to compare


def repair(text: str) -> list[tuple[int, int, str]]:
    """Slips in lower-case `text`: (start, end, what was meant), in order.

    >>> repair("decdoe is memroy-bound")
    [(0, 6, 'decode'), (10, 16, 'memory')]
    >>> repair("the computer decodes a refill")
    []
    """
    found = []
    for match in _LATIN.finditer(text):
        meant = _latin(match[0])
        if meant:
            found.append((*match.span(), meant))
    for match in _HANGUL.finditer(text):
        meant = _hangul(match[0])
        if meant:
            found.append((*match.span(), meant))
    for match in _BOUND.finditer(text):
        word = match["word"]
        resource = match["of"] in _WORDS or _latin(match["of"]) is not None
        if resource and word != "bound" and _one_slip(word, "bound"):
            found.append((*match.span("word"), "bound"))
    found += [(*match.span(), "병목") for match in _NECK.finditer(text)]
    return sorted(found)


@lru_cache(maxsize=4096)
def _latin(word: str) -> str | None:
    if word in _WORDS or word in _REAL:
        return None
    for meant in _WORDS:
        if abs(len(word) - len(meant)) <= 1 and _one_slip(word, meant):
            return meant
    return None


def _one_slip(a: str, b: str) -> bool:
    """Is `a` one letter too many, too few, wrong, or two swapped, away from `b`?"""
    first = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), -1)
    if first < 0:  # one is the start of the other: a form of the word, not a slip
        return False
    if len(a) == len(b):
        swapped = a[first : first + 2] == b[first : first + 2][::-1]
        return a[first + 1 :] == b[first + 1 :] or (
            swapped and a[first + 2 :] == b[first + 2 :]
        )
    if len(a) < len(b):
        a, b = b, a
    return a[first + 1 :] == b[first:]


@lru_cache(maxsize=4096)
def _hangul(word: str) -> str | None:
    if word in _HANGUL_WORDS or word in _HANGUL_REAL:
        return None
    for meant in _HANGUL_WORDS:
        wrong = [(x, y) for x, y in zip(word, meant, strict=True) if x != y]
        if len(wrong) == 1 and _one_jamo(*wrong[0]):
            return meant
    return None


def _one_jamo(a: str, b: str) -> bool:
    """Do two syllables differ in one of their three parts?"""
    x, y = ord(a) - 0xAC00, ord(b) - 0xAC00
    parts = ((x // 588, y // 588), (x // 28 % 21, y // 28 % 21), (x % 28, y % 28))
    return sum(p != q for p, q in parts) == 1
