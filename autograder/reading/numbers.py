"""Read the numbers people write: 1,024, 4k, 4천, five, 서른두, 1-32, 300 이상."""

from __future__ import annotations

import re

WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "sixteen": 16, "twenty": 20,
    "thirty-two": 32, "sixty-four": 64,
    "하나": 1, "한": 1, "두": 2, "둘": 2, "세": 3, "셋": 3, "네": 4, "넷": 4,
    "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열여섯": 16, "열": 10,
    "서른두": 32, "단": 1,
}  # fmt: skip
_WORD = "|".join(sorted(map(re.escape, WORDS), key=len, reverse=True))
DIGITS = r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?"
# One number with its multiplier; "4k" in tokens is 4096, "4천" is 4000.
NUMBER = (
    rf"(?:(?:{DIGITS})(?:\s?(?:만\s?\d천|천|만(?!\s?(?:되|돼|넘|있|써|해|줘|가|이|올|"
    rf"커|으로|은))|k(?![a-z])))?|(?<![a-z])(?:{_WORD})(?![a-z]))"
)
ABOUT = r"(?:대략|약|거의|about|around|roughly|approximately|some|only|just|~|≈|a)?\s?"


def number(raw: str, *, binary: bool = False) -> int | None:
    """The positive whole number `raw` says, or None; `binary` makes 4k 4096.

    >>> number("1,024"), number("4천"), number("4k", binary=True), number("five")
    (1024, 4000, 4096, 5)
    """
    word = raw.strip().lower()
    if word in WORDS:
        return WORDS[word]
    match = re.fullmatch(rf"({DIGITS})\s?(만\s?(\d)천|천|만|k)?", word)
    if not match or len(word) > 15:
        return None
    value = float(match[1].replace(",", ""))
    unit = match[2] or ""
    if unit.startswith("만"):
        value = value * 10_000 + 1000 * int(match[3] or 0)
    elif unit == "천":
        value *= 1000
    elif unit == "k":
        value *= 1024 if binary else 1000
    return int(value) if value >= 1 and value == int(value) else None
