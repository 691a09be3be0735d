"""Result numbers with their units: tok/s, ms, GB/s, FLOP/byte, shares, ratios."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from .result import Quantity

_N = r"(?<![\w.])(?:~|약 |about )?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_SCALE = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15, "": 1.0}


@cache
def _units() -> re.Pattern[str]:
    return re.compile(
        rf"{_N}(?: ?(?:-|~|vs\.?|에서|to) ?\d[\d.,]{0, 12})? ?(?:(?P<rate>(?:tok(?:en)"
        rf"?s?|tk)(?:/| per | a )s(?:ec(?:ond)?)?|t/s|tps|토큰/(?:초|s)|"
        rf"토큰(?= ?(?:을|씩|이|의|밖에)? ?(?:매초|/초)))"
        r"|(?P<ms>(?:ms|msec|밀리초)(?:/tok(?:en)?| per token|/토큰)?)|(?P<us>us|μs|"
        r"마이크로초)"
        r"|(?P<bw>[kmgtp]i?b(?:ytes?)?(?:/s(?:ec)?|ps| per second|/초))|"
        r"(?P<flops>[mgtp]flops?(?:/s)?|테라플롭스?|페타플롭스?)"
        r"|(?P<intensity>(?:flops?|ops)(?:/| per |:)b(?:yte)?s?)|(?P<percent>%|퍼센트|"
        r"percent)|(?P<times>배(?!치)|x (?=faster|slower|the|more|speed|higher|lower)|"
        r"times(?= (?:faster|slower|the|more|as)))"
        r"|(?P<gb>[mgt]i?b(?![a-z/])))"
        r"|초당 ?(?:약 |최대 )?(?P<perk>\d[\d,]*(?:\.\d+)?) ?(?P<perunit>토큰|tok\w*|"
        r"[gt]b)"
    )


def quantities(low: str) -> Iterator[Quantity]:
    """Result numbers with their units, in SI.

    >>> [(q.value, q.unit) for q in quantities("105 tok/s, 1388 gb/s, 71%")]
    [(105.0, 'tok/s'), (1388000000000.0, 'byte/s'), (0.71, 'fraction')]
    """
    for match in _units().finditer(low):
        if match["perk"]:
            value = float(match["perk"].replace(",", ""))
            if match["perunit"] in ("gb", "tb"):
                yield Quantity(
                    value * _SCALE[match["perunit"][0]], "byte/s", match.span()
                )
            else:
                yield Quantity(value, "tok/s", match.span())
            continue
        value = float(match["n"].replace(",", ""))
        if match["rate"]:
            yield Quantity(value, "tok/s", match.span())
        elif match["ms"]:
            yield Quantity(value / 1e3, "s", match.span())
        elif match["us"]:
            yield Quantity(value / 1e6, "s", match.span())
        elif match["bw"]:
            yield Quantity(value * _SCALE[match["bw"][0]], "byte/s", match.span())
        elif match["flops"]:
            scale = {"테": 1e12, "페": 1e15}.get(match["flops"][0]) or _SCALE[
                match["flops"][0]
            ]
            yield Quantity(value * scale, "flop/s", match.span())
        elif match["intensity"]:
            yield Quantity(value, "flop/byte", match.span())
        elif match["percent"]:
            yield Quantity(value / 100, "fraction", match.span())
        elif match["times"]:
            yield Quantity(value, "ratio", match.span())
        elif match["gb"]:
            yield Quantity(value * _SCALE[match["gb"][0]], "byte", match.span())
