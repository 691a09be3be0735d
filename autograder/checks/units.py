"""The few units of this course, and how one converts into another.

A unit is a factor and the things it counts, so GB/s is (1e9, {byte: 1, s: -1}).
FLOP and byte are things of their own: a FLOP per byte is never a plain number.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from intensity.language import Text

from .unreadable import UnreadableError, quoted

PREFIXES = {
    "": 1.0,
    "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15,
    "Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40,
}  # fmt: skip

# What is counted, and the words for it.  A bit is an eighth of a byte.
WORDS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("B", "byte", "bytes", "Byte", "Bytes", "바이트"), ("byte", 1.0)),
    **dict.fromkeys(("bit", "bits", "비트"), ("byte", 0.125)),
    **dict.fromkeys(("FLOP", "FLOPs", "flop", "flops"), ("FLOP", 1.0)),
    **dict.fromkeys(("token", "tokens", "토큰"), ("token", 1.0)),
    **dict.fromkeys(
        ("request", "requests", "요청", "sequence", "sequences", "시퀀스", "개"),
        ("request", 1.0),
    ),
    **dict.fromkeys(("s", "sec", "second", "seconds", "초"), ("s", 1.0)),
    "ms": ("s", 1e-3),
    "us": ("s", 1e-6),
    "μs": ("s", 1e-6),
    "%": ("", 0.01),
}
LABELS = {"requests": Text("요청", "requests"), "tokens": Text("토큰", "tokens")}
NO_PREFIX = {"s", "sec", "second", "seconds", "초", "ms", "us", "μs", "%"}


@dataclass(frozen=True)
class Unit:
    """A factor and what it counts, as sorted (thing, power) pairs."""

    factor: float
    counts: tuple[tuple[str, int], ...]


def parse_unit(text: str) -> Unit:
    """Read a unit such as ``GB/s``; UnreadableError if it is none of this course's.

    >>> parse_unit("GB/s")
    Unit(factor=1000000000.0, counts=(('byte', 1), ('s', -1)))
    """
    word = text.replace(" ", "").replace("·", "")
    if word.endswith(("FLOPS", "Bps")):  # the field's habit: per second
        word = word[:-1].removesuffix("p") + "/s"
    top, *below = word.split("/")
    factor, counts = 1.0, Counter[str]()
    for part, power in [(top, 1), *((part, -1) for part in below)]:
        size, thing = _one(part, text)
        factor *= size**power
        counts[thing] += power
    pairs = sorted((thing, n) for thing, n in counts.items() if thing and n)
    return Unit(factor, tuple(pairs))


def unit_label(unit: str) -> Text:
    """The unit as each language writes it; symbols are the same in both.

    >>> unit_label("requests").ko, unit_label("GB").ko
    ('요청', 'GB')
    """
    return LABELS.get(unit, Text(unit, unit))


def _one(part: str, whole: str) -> tuple[float, str]:
    if re.fullmatch(r"([kKMGTP]i?)?b(ps)?", part):
        raise UnreadableError(
            ko=f"{quoted(whole)}의 소문자 b는 비트(bit)입니다. 바이트라면 B로, "
            "정말 비트라면 bit로 쓰세요.",
            en=f"The small b in {quoted(whole)} means bit. Write B for bytes, "
            "or bit if you do mean bits.",
        )
    for prefix, size in PREFIXES.items():
        word = part.removeprefix(prefix)
        if part.startswith(prefix) and word in WORDS:
            if prefix and word in NO_PREFIX:
                continue
            thing, scale = WORDS[word]
            return size * scale, thing
    raise UnreadableError(
        ko=f"{quoted(whole)}: 이 과정에서 쓰지 않는 단위입니다. "
        "예: GB, FLOP/s, FLOP/byte.",
        en=f"{quoted(whole)} is no unit of this course; "
        "some are GB, FLOP/s, FLOP/byte.",
    )
