"""Curves and scattered points with levels drawn across: everything that is neither
a roofline nor a map.

A series is a curve (how something changes as one size grows) or loose spots
(measurements).  A level is a value to cross, such as a ridge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..language import CourseError, Text
from .drawing import Drawing
from .rows import Row
from .sketch import (
    COLOURS,
    DASHES,
    GREY,
    INK,
    MARKERS,
    SIZE,
    Sketch,
    Tag,
    both,
    decades,
    doublings,
    even,
)

Scale = Literal["linear", "log", "doubling"]


@dataclass(frozen=True)
class Axis:
    """An axis: its name with the unit, and its scale.

    scale: "log" has ticks at powers of ten, "doubling" at powers of two, "linear"
        starts at zero
    low, high: limits; left out, they follow from what is drawn
    """

    name: Text
    scale: Scale = "log"
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Spot:
    """One point; `label` stands beside it, `about` goes into the data table."""

    x: float
    y: float
    label: Text | str = ""
    about: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Series:
    """Spots that belong together: joined in order, or each alone.

    dash: 0 solid, 1 to 3 dashed in different ways; left out, unmarked lines differ
        in it, so that nobody needs their colours
    quiet: drawn in grey, for a bound or a reference beside what matters
    marked: a joined series that also marks its spots, such as measured ones
    hollow: marks without a filling, for what is less sure
    like: number of the series whose colour and mark this one shares
    """

    label: Text | str
    spots: tuple[Spot, ...]
    joined: bool = True
    dash: int | None = None
    quiet: bool = False
    marked: bool = False
    hollow: bool = False
    like: int | None = None

    @staticmethod
    def of(
        label: Text | str, points: Iterable[tuple[float, float]], **style: Any
    ) -> Series:
        """A series from pairs.

        >>> Series.of("a", [(1, 2), (2, 4)]).spots[1].y
        4
        """
        return Series(label, tuple(Spot(x, y) for x, y in points), **style)


@dataclass(frozen=True)
class Level:
    """A horizontal line: what it is and where."""

    label: Text | str
    y: float


def chart(
    series: Sequence[Series],
    *,
    x: Axis,
    y: Axis,
    levels: Sequence[Level] = (),
    title: Text,
    description: Text,
    caption: Text | None = None,
) -> Drawing:
    """Draw series over shared axes, with levels across.

    Raises CourseError if there is nothing to draw or a log axis gets a value that is
    not positive.
    """
    spots = [spot for one in series for spot in one.spots]
    _check(spots, x, y)
    sketch = Sketch(height=290, legend=_legend(series))
    _scale(sketch, "x", x, [spot.x for spot in spots])
    _scale(sketch, "y", y, [*(s.y for s in spots), *(lv.y for lv in levels)])
    sketch.grid()
    sketch.x_axis(x.name)
    sketch.y_axis(y.name)
    lines = [_draw_level(sketch, level) for level in levels]
    for number, one in enumerate(series):
        _draw(sketch, one, number)
        if one.joined:
            lines.append([(spot.x, spot.y) for spot in one.spots])
    tags = [Tag(spot.x, spot.y, spot.label) for spot in spots if spot.label]
    sketch.place([*_level_tags(sketch, levels), *tags], lines)
    headings = {axis.name.en: axis.name.ko for axis in (x, y)}
    rows = _rows(series, levels, x, y)
    return sketch.drawing(title, description, rows, caption, headings)


def _check(spots: Sequence[Spot], x: Axis, y: Axis) -> None:
    if not spots:
        raise CourseError(
            Text(
                ko="그릴 점이 없습니다. 점이 있는 Series를 하나 이상 주세요.",
                en="nothing to draw: give at least one Series with spots",
            )
        )
    for spot in spots:
        for axis, value in ((x, spot.x), (y, spot.y)):
            logarithmic = axis.scale != "linear"
            if not math.isfinite(value) or (logarithmic and value <= 0):
                raise CourseError(
                    Text(
                        ko=f"{axis.name.ko}: 이 축에 {value}을(를) 그릴 수 없습니다.",
                        en=f"{axis.name.en}: {value} cannot be drawn on this axis",
                    )
                )


def _scale(
    sketch: Sketch, which: Literal["x", "y"], axis: Axis, values: list[float]
) -> None:
    """Limits, scale and ticks of one axis."""
    low, high = min(values), max(values)
    room = 1.5 if which == "y" else 1.12
    if axis.scale == "linear":
        low, high = 0.0, high * (1.12 if which == "y" else 1.06)
    else:
        low, high = low / room, high * room
    low = low if axis.low is None else axis.low
    high = high if axis.high is None else axis.high
    set_scale = getattr(sketch.axes, f"set_{which}scale")
    set_limits = getattr(sketch.axes, f"set_{which}lim")
    if axis.scale != "linear":
        set_scale("log", base=2 if axis.scale == "doubling" else 10)
    set_limits(low, high)
    if axis.scale == "doubling":
        sketch.ticks(which, *doublings(low, high))
    elif axis.scale == "log" and high / low >= 2000:
        sketch.ticks(which, *decades(low, high))
    else:
        sketch.ticks(which, *even(low, high, logarithmic=axis.scale == "log"))


def _look(number: int, one: Series) -> dict[str, Any]:
    number = number if one.like is None else one.like
    colour = GREY if one.quiet else COLOURS[number % len(COLOURS)]
    dash = one.dash
    if dash is None:
        dash = 0 if one.marked else number % len(DASHES)
    line = {"color": colour, "linewidth": 2.0, "linestyle": DASHES[dash]}
    mark = {
        "marker": MARKERS[number % len(MARKERS)],
        "markersize": 5.5,
        "markeredgecolor": colour if one.hollow else INK,
        "markeredgewidth": 1.1 if one.hollow else 0.5,
        "markerfacecolor": "none" if one.hollow else colour,
    }
    if not one.joined:
        return {**mark, "color": colour, "linestyle": "none"}
    return {**line, **mark, "linewidth": 1.4} if one.marked else line


def _legend(series: Sequence[Series]) -> list[tuple[Text | str, dict[str, Any]]]:
    return [(one.label, _look(n, one)) for n, one in enumerate(series) if one.label]


def _draw(sketch: Sketch, one: Series, number: int) -> None:
    xs, ys = [spot.x for spot in one.spots], [spot.y for spot in one.spots]
    sketch.axes.plot(xs, ys, zorder=4, **_look(number, one))


def _draw_level(sketch: Sketch, level: Level) -> list[tuple[float, float]]:
    low, high = sketch.axes.get_xlim()
    sketch.axes.plot(
        [low, high], [level.y] * 2, color=INK, linewidth=1.1, linestyle=DASHES[2],
        zorder=3,
    )  # fmt: skip
    return [(low, level.y), (high, level.y)]


def _level_tags(sketch: Sketch, levels: Sequence[Level]) -> list[Tag]:
    low = sketch.axes.get_xlim()[0]
    return [
        Tag(low, level.y, level.label, size=SIZE - 1, weight="bold") for level in levels
    ]


def _rows(
    series: Sequence[Series], levels: Sequence[Level], x: Axis, y: Axis
) -> list[Row]:
    """Everything drawn; what a spot is about comes in columns of its own."""
    about = dict.fromkeys(
        key for one in series for spot in one.spots for key in spot.about
    )
    rows: list[Row] = [
        {
            "series": both(one.label),
            "label": both(spot.label),
            x.name.en: spot.x,
            y.name.en: spot.y,
            **{key: spot.about.get(key, "") for key in about},
        }
        for one in series
        for spot in one.spots
    ]
    rows += [
        {
            "series": both(level.label),
            "label": "",
            x.name.en: "",
            y.name.en: level.y,
            **dict.fromkeys(about, ""),
        }
        for level in levels
    ]
    return rows
