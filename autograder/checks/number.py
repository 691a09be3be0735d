"""Grade one number: by tolerance first, then by the slips that people make."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .outcome import Outcome, Text, missing, partly, right, wrong
from .slips import Slip
from .units import unit_label
from .unreadable import UnreadableError
from .values import is_blank, to_number

SAME = 1e-3  # two slips this close, relatively, cannot be told apart


@dataclass(frozen=True, kw_only=True)
class Number:
    """A check of one number in a stated unit.

    expected: the right value, computed by the library; no message ever holds it
    rtol:     relative tolerance; atol is added for an expected 0 only if given
    slips:    known mistakes; the one nearest to the answer is named, and of several
              equally near ones each, with the best credit

    >>> ridge = Number(id="ridge", points=2, unit="FLOP/byte", expected=50)
    >>> ridge.check("50.2 FLOP/byte").status
    'right'
    """

    id: str
    points: float
    unit: str
    expected: float
    rtol: float = 0.01
    atol: float = 0.0
    slips: tuple[Slip, ...] = ()

    def check(self, answer: object) -> Outcome:
        """Grade `answer`, whatever a student typed."""
        if is_blank(answer):
            return missing()
        try:
            number = to_number(answer, self.unit)
        except UnreadableError as error:
            return wrong(error.text)
        if math.isclose(number, self.expected, rel_tol=self.rtol, abs_tol=self.atol):
            return right()
        return self._explained(number) or wrong(self._how_far(number))

    def _explained(self, number: float) -> Outcome | None:
        gaps = {slip: slip.distance(number, self.expected) for slip in self.slips}
        nearest = min(gaps.values(), default=math.inf)
        if nearest > self.rtol:
            return None
        found = [slip for slip in self.slips if gaps[slip] <= nearest + SAME]
        first, *others = dict.fromkeys(slip.message for slip in found)
        details = tuple(
            Text(ko=f"또는: {other.ko}", en=f"Or: {other.en}") for other in others
        )
        credit = max(slip.credit for slip in found)
        return partly(credit, first, details) if credit else wrong(first, details)

    def _how_far(self, number: float) -> Text:
        """Which way the answer is off, and how much; never what it should be."""
        unit = unit_label(self.unit)
        if number * self.expected <= 0:
            return Text(
                ko=f"부호나 크기가 맞지 않습니다(단위 {unit.ko}).",
                en=f"The sign or the size cannot be right (unit {unit.en}).",
            )
        ratio = abs(number / self.expected)
        if not 0.1 <= ratio <= 10:
            way = ("큽니다", "large") if ratio > 1 else ("작습니다", "small")
            return Text(
                ko=f"자릿수부터 다릅니다: 10배 넘게 {way[0]}(단위 {unit.ko}).",
                en=f"More than ten times too {way[1]} (unit {unit.en}).",
            )
        way = ("큽니다", "above") if ratio > 1 else ("작습니다", "below")
        return Text(
            ko=f"허용 오차 {self.rtol:.1%} 안에 들지 않고 더 {way[0]}(단위 {unit.ko}).",
            en=f"Outside the tolerance of {self.rtol:.1%}, {way[1]} it "
            f"(unit {unit.en}).",
        )
