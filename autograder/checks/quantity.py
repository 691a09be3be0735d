"""Read a number that a person typed, with or without a unit; never guess.

Full-width digits, thousands commas, the true minus sign, 1.6×10^10, 1.6e10,
"16 GB", 312조 and 80억 3천만 are read; what has two meanings is asked about.
"""

from __future__ import annotations

import math
import re
import unicodedata

from .units import Unit, parse_unit, unit_label
from .unreadable import UnreadableError, quoted

LONGEST = 200  # characters; no number needs more
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
MYRIADS = {"만": 1e4, "억": 1e8, "조": 1e12, "경": 1e16}
TENS = {"십": 10.0, "백": 100.0, "천": 1000.0}
ENGLISH = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}

NUMBER = r"\d+(?:\.\d+)?|\.\d+"
POWER = r"(?:[eE]([-+]?\d+)|\s*[x*×·]\s*10\s*(?:\^|\*\*)\s*([-+]?\d+))"
HEAD = re.compile(
    rf"\s*([-+]?)\s*(?:10(?:\^|\*\*)([-+]?\d+)|({NUMBER})(?:\.(?!\d))?{POWER}?)"
)
KOREAN = re.compile(rf"\s*({NUMBER})?\s*([십백천])?\s*([만억조경])?")


def parse_number(text: str, unit: str) -> float:
    """The number in `text`, in `unit`; a unit in the text is converted.

    Raises UnreadableError with what was found and what to write.

    >>> parse_number("3.35 TB/s", "GB/s")
    3350.0
    >>> parse_number("312조", "FLOP/s") == 312e12
    True
    """
    value, rest = _split(_plain(text))
    if not math.isfinite(value):
        raise UnreadableError(
            ko=f"{quoted(text)}: 수가 너무 큽니다.",
            en=f"{quoted(text)}: the number is too large.",
        )
    if not rest or rest == unit:
        return value
    if re.fullmatch(r"[kKMGTPB]", rest) and rest != "B":
        raise UnreadableError(
            ko=f"{quoted(text)}의 {rest}는 뜻이 둘 이상입니다. "
            "수를 다 쓰거나 단위를 붙이세요.",
            en=f"The {rest} in {quoted(text)} has more than one meaning. "
            "Write the number in full, or give its unit.",
        )
    return _converted(value, rest, unit)


def _converted(value: float, given: str, asked: str) -> float:
    if not (given[0].isalpha() or given[0] == "%"):
        raise UnreadableError(
            ko=f"수 하나와 단위만 쓰세요. {quoted(given)} 부분을 읽지 못했습니다.",
            en=f"Write one number and its unit; {quoted(given)} could not be read.",
        )
    here = parse_unit(given)
    if given.lower().endswith("flops"):  # both FLOPs and FLOPS are written for either
        here = _flops_as(asked, here)
    try:
        there = parse_unit(asked)
    except UnreadableError:
        there = Unit(1.0, ((asked, 1),))
    if here.counts != there.counts:
        raise UnreadableError(
            ko=f"{unit_label(asked).ko} 단위로 물었는데 {given} 단위로 답했습니다.",
            en=f"Asked for a number in {unit_label(asked).en}, got one in {given}.",
        )
    return value * here.factor / there.factor


def _flops_as(asked: str, here: Unit) -> Unit:
    wanted = (("FLOP", 1), ("s", -1)) if asked.endswith(("/s", "S")) else (("FLOP", 1),)
    return Unit(here.factor, wanted)


def _plain(text: str) -> str:
    """`text` in plain digits and signs, without thousands separators."""
    if len(text) > LONGEST:
        raise UnreadableError(
            ko=f"수 하나가 필요한데 {len(text)}자짜리 글입니다.",
            en=f"Expected one number, got a text of {len(text)} characters.",
        )
    text = re.sub(
        r"10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+)", lambda m: "10^" + m[1].translate(SUPERSCRIPTS), text
    )
    text = unicodedata.normalize("NFKC", text).replace("\u2212", "-").strip()
    text = re.sub(r"(?<=\d)_(?=\d)", "", text)
    text = re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "", text)
    for group in re.findall(r"[\d.]*(?:,[\d.]*)+", text):
        if not re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?", group):
            raise UnreadableError(
                ko=f"{quoted(text)}의 쉼표가 소수점인지 천 단위 구분인지 "
                "알 수 없습니다. 소수점은 마침표로 쓰세요.",
                en=f"Is the comma in {quoted(text)} a decimal point or a thousands "
                "separator? Use a full stop for decimals.",
            )
        text = text.replace(group, group.replace(",", ""))
    return text


def _split(text: str) -> tuple[float, str]:
    """The number at the start of `text`, and what follows it."""
    found = HEAD.match(text)
    if found is None:
        raise UnreadableError(
            ko=f"{quoted(text)}에서 수를 찾지 못했습니다.",
            en=f"No number found in {quoted(text)}.",
        )
    sign, power_alone, digits, e_power, ten_power = found.groups()
    power = int((e_power or ten_power or power_alone or "0")[:6])
    size = float(digits or "1") * _power_of_ten(power)
    rest = text[found.end() :].strip()
    if digits and not (e_power or ten_power) and rest[:1] in {*MYRIADS, *TENS}:
        size, rest = _korean(text[found.start(3) :])
    for word, factor in ENGLISH.items():
        if rest.startswith(word):
            size, rest = size * factor, rest.removeprefix(word).strip()
    return (-size if sign == "-" else size), rest


def _power_of_ten(power: int) -> float:
    return 10.0**power if power <= 308 else math.inf


def _korean(text: str) -> tuple[float, str]:
    """A number with 만, 억, 조: groups of falling size, added up."""
    total, group, ceiling = 0.0, 0.0, math.inf
    position = 0
    while (found := KOREAN.match(text, position)) and found.end() > position:
        digits, ten, myriad = found.groups()
        if not (digits or ten or myriad):
            break
        size = TENS.get(ten, 1.0)
        group += float(digits or ("1" if ten else "0")) * size
        position = found.end()
        if myriad:
            if MYRIADS[myriad] >= ceiling or group == 0:
                raise UnreadableError(
                    ko=f"{quoted(text)}: 큰 단위부터 차례로 쓰세요(예: 1조 2000억).",
                    en=f"{quoted(text)}: write the larger groups first (1조 2000억).",
                )
            ceiling = MYRIADS[myriad]
            total, group = total + group * ceiling, 0.0
    return total + group, text[position:].strip()
