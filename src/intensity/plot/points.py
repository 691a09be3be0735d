"""What stands under a roof: single points, and points joined in order."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..language import CourseError, Text
from ..roofline import Cost, Roof
from ..transformer import Op, total
from ..verdict import verdict


@dataclass(frozen=True)
class Point:
    """One thing under the roof.

    label: its name
    intensity: [FLOP/byte]
    flops_per_s: the rate it reaches, or could at best [FLOP/s]
    series: what it is one of, such as "prefill"; points of a series share a mark
    computed: whether the library computed it; else only the caller knows its source
    """

    label: Text | str
    intensity: float
    flops_per_s: float
    series: Text | str = ""
    computed: bool = False

    @staticmethod
    def of(
        label: Text | str,
        what: Cost | tuple[Op, ...],
        roof: Roof,
        series: Text | str = "",
    ) -> Point:
        """Where a cost, or a step of operations one after another, can be at best.

        A step takes the sum of its operations' least times, so it lies on the roof
        or a little under it.

        >>> roof = Roof(flops_per_s=100, bytes_per_s=10)
        >>> Point.of("a", Cost(flops=40, weight_bytes=8), roof).flops_per_s
        50.0
        """
        if isinstance(what, Cost):
            x = what.intensity
            return Point(label, x, roof.attainable(x), series, computed=True)
        cost = total(what)
        rate = cost.flops / verdict(what, roof).time_s
        return Point(label, cost.intensity, rate, series, computed=True)


@dataclass(frozen=True)
class Trajectory:
    """Points joined in order, such as one decode step at growing batch."""

    label: Text | str
    points: tuple[Point, ...]


PointLike = Point | tuple[Text | str, Cost | tuple[float, float]]


def as_point(given: PointLike, roof: Roof) -> Point:
    """`given` as a Point; a cost is placed under `roof`."""
    if isinstance(given, Point):
        return given
    label, what = given
    return (
        Point.of(label, what, roof) if isinstance(what, Cost) else Point(label, *what)
    )


def check_point(point: Point) -> None:
    """CourseError unless a log axis can show `point`."""
    numbers = (point.intensity, point.flops_per_s)
    if not all(math.isfinite(number) and number > 0 for number in numbers):
        raise CourseError(
            Text(
                ko=f"{point.label}: 로그 축에는 양의 유한한 값만 그립니다. {numbers}",
                en=f"{point.label}: a log axis shows positive finite numbers only, "
                f"got {numbers}",
            )
        )
