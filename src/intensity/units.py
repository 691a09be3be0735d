"""Numbers as people read them: three digits, a decimal prefix, a unit."""

from __future__ import annotations

import math
from unicodedata import east_asian_width

_PREFIXES = {
    1e18: "E", 1e15: "P", 1e12: "T", 1e9: "G", 1e6: "M", 1e3: "k",
    1.0: "", 1e-3: "m", 1e-6: "µ", 1e-9: "n",
}  # fmt: skip


def si(value: float, unit: str) -> str:
    """`value` with the decimal prefix that leaves 1 to 1000; GB is 1e9 bytes.

    >>> si(312e12, "FLOP/s"), si(16_106_127_360, "B"), si(0.00648, "s")
    ('312 TFLOP/s', '16.1 GB', '6.48 ms')
    """
    if value == 0 or not math.isfinite(value):
        return f"{value:g} {unit}"
    scale = next((s for s in _PREFIXES if abs(value) >= s * 0.9995), 1e-9)
    return f"{digits(value / scale)} {_PREFIXES[scale]}{unit}"


def digits(value: float) -> str:
    """Three significant digits, without an exponent up to 100,000.

    >>> digits(1.0523), digits(152.96), digits(0.004), digits(1234.5)
    ('1.05', '153', '0.004', '1,234')
    """
    if value and abs(value) < 1e-4:
        return f"{value:.2e}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def columns_wide(text: str) -> int:
    """Columns a terminal needs for `text`; a Hangul syllable takes two.

    >>> columns_wide("배치 8")
    6
    """
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
