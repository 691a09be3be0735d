"""Where to write labels so that they do not cover each other.

Pure geometry in points; it knows nothing of matplotlib.  Equal input gives equal
output, which is why a figure is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

Spot = tuple[float, float]
REACHES = (7.0, 12.0, 20.0, 30.0, 44.0)  # how far from its point a label may stand
CLEAR = 4.0  # half the side of the square that a point's mark takes


class Box(NamedTuple):
    """A rectangle [pt]."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """Area that two boxes share.

        >>> Box(0, 0, 2, 2).overlap(Box(1, 1, 5, 5))
        1
        """
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return wide * high if wide > 0 and high > 0 else 0

    def outside(self, frame: Box) -> float:
        """How far this box sticks out of `frame`, all sides together."""
        return (
            max(0.0, frame.left - self.left)
            + max(0.0, self.right - frame.right)
            + max(0.0, frame.bottom - self.bottom)
            + max(0.0, self.top - frame.top)
        )

    def holds(self, spot: Spot) -> bool:
        """Whether `spot` lies inside."""
        return self.left < spot[0] < self.right and self.bottom < spot[1] < self.top


class Place(NamedTuple):
    """Where a label stands: its anchor, which end of the text that is, its box."""

    x: float
    y: float
    side: str  # "left", "center" or "right": the end of the text at the anchor
    box: Box


_DIRECTIONS = (
    (1.0, 0.0, "left"),
    (-1.0, 0.0, "right"),
    (0.0, 1.0, "center"),
    (0.0, -1.0, "center"),
    (1.0, 1.0, "right"),
    (1.0, -1.0, "right"),
    (-1.0, 1.0, "left"),
    (-1.0, -1.0, "left"),
    (0.7, 0.7, "left"),
    (0.7, -0.7, "left"),
    (-0.7, 0.7, "right"),
    (-0.7, -0.7, "right"),
)


def places(
    points: Sequence[Spot],
    sizes: Sequence[tuple[float, float]],
    frame: Box,
    lines: Iterable[Sequence[Spot]] = (),
    taken: Sequence[Box] = (),
) -> list[Place]:
    """A place for a label of each size beside each point.

    frame: what labels should stay inside; lines: polylines they should not cross
    taken: what is already written

    Earlier labels choose first: of twelve places at growing distance, the
    cheapest.  Leaving the frame and covering another label are dear, covering a point
    or a line less so, distance is cheap.
    """
    marks = [Box(x - CLEAR, y - CLEAR, x + CLEAR, y + CLEAR) for x, y in points]
    dots = [dot for line in lines for dot in _dots(line)]
    chosen: list[Place] = []
    for (x, y), (width, height) in zip(points, sizes, strict=True):
        candidates = [
            _candidate(x, y, width, height, reach, direction)
            for reach in REACHES
            for direction in _DIRECTIONS
        ]

        def cost(numbered: tuple[int, Place]) -> float:
            number, place = numbered
            return (
                20 * place.box.outside(frame)
                + 3 * sum(place.box.overlap(other.box) for other in chosen)
                + 3 * sum(place.box.overlap(other) for other in taken)
                + 2 * sum(place.box.overlap(mark) for mark in marks)
                + 16 * sum(place.box.holds(dot) for dot in dots)
                + REACHES[number // len(_DIRECTIONS)]
            )

        chosen.append(min(enumerate(candidates), key=cost)[1])
    return chosen


def _candidate(
    x: float,
    y: float,
    width: float,
    height: float,
    reach: float,
    direction: tuple[float, float, str],
) -> Place:
    dx, dy, side = direction
    x, y = (
        x + dx * min(reach, 12) if dy else x + dx * reach,
        y + dy * (reach + height / 2 - 2),
    )
    left = x - {"left": 0.0, "center": width / 2, "right": width}[side]
    return Place(x, y, side, Box(left, y - height / 2, left + width, y + height / 2))


def _dots(line: Sequence[Spot], step: float = 4.0) -> list[Spot]:
    """Points every `step` along a polyline, to test what it crosses."""
    dots = []
    for (x0, y0), (x1, y1) in pairwise(line):
        count = max(1, int(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 / step))
        dots += [
            (x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count)
            for i in range(count + 1)
        ]
    return dots
