"""The roofline figure: what a machine allows, and where operations stand under it.

Source of the form: Williams, Waterman & Patterson, CACM 52(4), 2009.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..language import CourseError, Text
from ..roofline import BORDERLINE, Roof
from ..units import digits, si
from .drawing import Drawing
from .points import (
    Point,
    PointLike,
    Trajectory,
    as_point,
    check_point,
)
from .rows import Row
from .sketch import (
    COLOURS,
    COMPUTE,
    DASHES,
    GREY,
    INFERRED,
    INK,
    MARKERS,
    MEMORY,
    SIZE,
    Entry,
    Sketch,
    Tag,
    both,
    decades,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INTENSITY = Text(ko="연산 강도 [FLOP/byte]", en="Arithmetic intensity [FLOP/byte]")
RIDGE = "ridge"  # how a test finds the marks
RATE = Text(ko="성능 [TFLOP/s]", en="Performance [TFLOP/s]")


def roofline(
    roofs: Roof | Sequence[Roof],
    points: Sequence[PointLike] = (),
    *,
    trajectories: Sequence[Trajectory] = (),
    achieved: Roof | Sequence[Roof] = (),
    title: Text | None = None,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """Roofs on log-log axes, each ridge marked, with points and trajectories.

    roofs: one or more; the borderline band is drawn round the first one's ridge
    points: `Point`, or (label, Cost) on the first roof, or
        (label, (intensity, flops_per_s)) for a measured one
    achieved: roofs that were measured or derated, drawn dashed and grey

    Raises CourseError without a roof, or for a point that is not positive.
    """
    roofs = _sequence(roofs)
    achieved = _sequence(achieved)
    if not roofs:
        raise CourseError(
            Text(
                ko="지붕이 없습니다. roofs에 Roof를 하나 이상 주세요.",
                en="there is no roof to draw: give at least one Roof",
            )
        )
    shown = [as_point(point, roofs[0]) for point in points]
    everything = [*shown, *(p for path in trajectories for p in path.points)]
    for point in everything:
        check_point(point)
    computed = all(point.computed for point in everything)
    series = list(dict.fromkeys(p.series for p in shown if p.series))
    sketch = Sketch(height=320, legend=_legend(roofs, series, trajectories, achieved))
    _limits(sketch, (*roofs, *achieved), everything)
    _draw_band(sketch, roofs[0])
    lines = [
        _draw_achieved(sketch.axes, roof, DASHES[1 + number % 3])
        for number, roof in enumerate(achieved)
    ]
    lines += [
        _draw_roof(sketch.axes, roof, DASHES[number % len(DASHES)])
        for number, roof in enumerate(roofs)
    ]
    lines += [
        _draw_path(sketch.axes, path, *_look(number, len(series)))
        for number, path in enumerate(trajectories)
    ]
    for point in shown:
        mark = MARKERS[series.index(point.series)] if point.series else "o"
        _draw_point(sketch.axes, point, roofs[0], mark)
    if len(roofs) == 1:
        _write_bandwidth(sketch, roofs[0], everything)
    sketch.place(
        [
            *(_ridge_tag(roof) for roof in roofs),
            *(_peak_tag(sketch.axes, roof) for roof in roofs if len(roofs) == 1),
            *(_tag(point) for point in everything),
        ],
        lines,
    )
    return sketch.drawing(
        title or _title(roofs),
        description or _description(roofs, everything),
        _rows(roofs, achieved, shown, trajectories),
        caption or (None if achieved or not computed else INFERRED),
    )


def _sequence(roofs: Roof | Sequence[Roof]) -> tuple[Roof, ...]:
    return (roofs,) if isinstance(roofs, Roof) else tuple(roofs)


def _limits(sketch: Sketch, roofs: Sequence[Roof], points: Sequence[Point]) -> None:
    ridges = [roof.ridge for roof in roofs]
    at = [point.intensity for point in points]
    low = min([*at, min(ridges) / 40]) / 1.8
    high = max([*at, max(ridges) * 10]) * 1.8
    rates = [point.flops_per_s for point in points]
    floor = min([*rates, *(roof.attainable(low) for roof in roofs)]) / 2
    ceiling = max(roof.flops_per_s for roof in roofs) * 2.4
    axes = sketch.axes
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(floor, ceiling))
    sketch.ticks("x", *decades(low, high))
    sketch.ticks("y", *decades(floor, ceiling, unit=1e12))
    sketch.grid()
    sketch.x_axis(INTENSITY)
    sketch.y_axis(RATE)


def _draw_band(sketch: Sketch, roof: Roof) -> None:
    """The borderline band, and which side is which, along the foot of the figure."""
    axes = sketch.axes
    low, high = roof.ridge / BORDERLINE, roof.ridge * BORDERLINE
    axes.axvspan(low, high, color=GREY, alpha=0.16, linewidth=0, zorder=0)
    floor = axes.get_ylim()[0]
    y = floor * 1.12
    style: dict[str, Any] = {"va": "bottom", "fontsize": SIZE - 1.5, "halo": True}
    sketch.write(
        roof.ridge, y, Text(ko="경계 구간", en="borderline"), ha="center", **style
    )
    sketch.write(
        low / 1.12,
        y,
        Text(ko="← 메모리 병목", en="← memory-bound"),
        ha="right",
        **style,
    )
    sketch.write(
        high * 1.12, y, Text(ko="연산 병목 →", en="compute-bound →"), ha="left", **style
    )


def _corners(axes: Axes, roof: Roof) -> list[tuple[float, float]]:
    low, high = axes.get_xlim()
    return [
        (low, roof.attainable(low)),
        (roof.ridge, roof.flops_per_s),
        (high, roof.flops_per_s),
    ]


def _draw_roof(axes: Axes, roof: Roof, dash: Any) -> list[tuple[float, float]]:
    """Slope in the colour of memory, flat part in that of compute, ridge marked."""
    start, ridge, end = _corners(axes, roof)
    style: dict[str, Any] = {"linestyle": dash, "linewidth": 2.2}
    axes.plot(*zip(start, ridge, strict=True), color=MEMORY, **style)
    axes.plot(*zip(ridge, end, strict=True), color=COMPUTE, **style)
    foot = (roof.ridge, axes.get_ylim()[0])
    axes.plot(
        *zip(foot, ridge, strict=True),
        color=GREY,
        linewidth=0.9,
        linestyle=(0, (1, 2)),
    )
    axes.plot(*ridge, marker="o", markersize=5, color=INK, zorder=5, label=RIDGE)
    return [start, ridge, end]


def _ridge_tag(roof: Roof) -> Tag:
    value = digits(roof.ridge)
    text = Text(ko=f"꺾임점 {value}", en=f"ridge {value}")
    return Tag(roof.ridge, roof.flops_per_s, text, weight="bold")


def _peak_tag(axes: Axes, roof: Roof) -> Tag:
    """What the flat part is; several roofs have their names in the legend."""
    peak = si(roof.flops_per_s, "FLOP/s")
    name = f"{roof.name}: {peak}" if roof.name else peak
    end = axes.get_xlim()[1] / 1.02
    return Tag(end, roof.flops_per_s, name, size=SIZE - 1.5, leader=False)


def _write_bandwidth(sketch: Sketch, roof: Roof, points: Sequence[Point]) -> None:
    """The bandwidth along the slope, where it is farthest from any point."""
    axes = sketch.axes
    start, ridge, _ = _corners(axes, roof)
    (x0, y0), (x1, y1) = axes.transData.transform([start, ridge])
    spots = [axes.transData.transform((p.intensity, p.flops_per_s)) for p in points]

    def clearance(part: float) -> float:
        x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
        return min([99.0, *(math.hypot(x - px, y - py) for px, py in spots)])

    part = max((0.45, 0.3, 0.6, 0.15, 0.75), key=clearance)
    rise = math.atan2(y1 - y0, x1 - x0)
    x = x0 + (x1 - x0) * part - 5 * math.sin(rise)
    y = y0 + (y1 - y0) * part + 5 * math.cos(rise)
    x, y = axes.transData.inverted().transform((x, y))
    sketch.write(
        x, y, si(roof.bytes_per_s, "B/s"), rotation_mode="anchor", ha="center",
        va="bottom", rotation=math.degrees(rise), fontsize=SIZE - 1.5,
    )  # fmt: skip


def _draw_achieved(axes: Axes, roof: Roof, dash: Any) -> list[tuple[float, float]]:
    corners = _corners(axes, roof)
    axes.plot(*zip(*corners, strict=True), color=GREY, linestyle=dash, linewidth=1.6)
    return corners


def _look(number: int, used: int) -> tuple[str, str]:
    return (
        COLOURS[1 + number % (len(COLOURS) - 1)],
        MARKERS[(used + number + 1) % len(MARKERS)],
    )


def _draw_path(
    axes: Axes, path: Trajectory, colour: str, mark: str
) -> list[tuple[float, float]]:
    spots = [(p.intensity, p.flops_per_s) for p in path.points]
    axes.plot(
        *zip(*spots, strict=True), color=colour, marker=mark, markersize=5.5,
        linewidth=1.3, zorder=4,
    )  # fmt: skip
    return spots


def _draw_point(axes: Axes, point: Point, roof: Roof, mark: str) -> None:
    colour = COMPUTE if point.intensity >= roof.ridge else MEMORY
    axes.plot(
        point.intensity, point.flops_per_s, marker=mark, markersize=7, color=colour,
        markeredgecolor=INK, markeredgewidth=0.8, linestyle="none", zorder=5,
    )  # fmt: skip


def _tag(point: Point) -> Tag:
    return Tag(point.intensity, point.flops_per_s, point.label)


def _legend(
    roofs: Sequence[Roof],
    series: Sequence[Text | str],
    trajectories: Sequence[Trajectory],
    achieved: Sequence[Roof],
) -> list[Entry]:
    """Names of lines and marks; a single roof carries its name itself."""
    entries: list[Entry] = []
    if len(roofs) > 1:
        entries = [
            (
                f"{roof.name}: {_rates(roof)}",
                {"color": COMPUTE, "linestyle": DASHES[i % 4], "linewidth": 2.2},
            )
            for i, roof in enumerate(roofs)
        ]
    mark = {"color": GREY, "markersize": 6.5, "linestyle": "none"}
    edge = {"markeredgecolor": INK, "markeredgewidth": 0.8}
    entries += [
        (name, {**mark, **edge, "marker": MARKERS[i]}) for i, name in enumerate(series)
    ]
    for i, path in enumerate(trajectories):
        colour, shape = _look(i, len(series))
        entries.append(
            (path.label, {"marker": shape, "color": colour, "linewidth": 1.3})
        )
    for i, roof in enumerate(achieved):
        name, rates = roof.name and f"{roof.name}: ", _rates(roof)
        text = Text(
            ko=f"{name}달성한 지붕({rates})", en=f"{name}achieved roof ({rates})"
        )
        style = {"color": GREY, "linestyle": DASHES[1 + i % 3], "linewidth": 1.6}
        entries.append((text, style))
    return entries


def _rates(roof: Roof) -> str:
    return f"{si(roof.flops_per_s, 'FLOP/s')}, {si(roof.bytes_per_s, 'B/s')}"


def _title(roofs: Sequence[Roof]) -> Text:
    names = ", ".join(roof.name for roof in roofs if roof.name)
    return Text(ko=f"{names} 루프라인".strip(), en=f"Roofline of {names}".strip())


def _description(roofs: Sequence[Roof], points: Sequence[Point]) -> Text:
    ko, en = [], []
    for roof in roofs:
        peak, band = si(roof.flops_per_s, "FLOP/s"), si(roof.bytes_per_s, "B/s")
        ridge = digits(roof.ridge)
        ko.append(
            f"{roof.name}: 대역폭 {band}, 최대 연산 {peak}, 꺾임점 {ridge} FLOP/byte."
        )
        en.append(
            f"{roof.name}: bandwidth {band}, peak {peak}, ridge {ridge} FLOP/byte."
        )
    for point in points:
        label = both(point.label)
        at = f"{digits(point.intensity)} FLOP/byte"
        rate = si(point.flops_per_s, "FLOP/s")
        ko.append(f"{label.ko}: {at}에서 {rate}.")
        en.append(f"{label.en}: {rate} at {at}.")
    return Text(
        ko="연산 강도에 따른 성능의 상한(로그-로그). " + " ".join(ko),
        en="Attainable performance by arithmetic intensity, log-log. " + " ".join(en),
    )


def _rows(
    roofs: Sequence[Roof],
    achieved: Sequence[Roof],
    points: Sequence[Point],
    trajectories: Sequence[Trajectory],
) -> list[Row]:
    def row(kind: Text, name: Text | str, x: float, y: float) -> Row:
        return {
            "what": kind,
            "name": both(name),
            "intensity [FLOP/byte]": x,
            "rate [FLOP/s]": y,
            "bound": "compute" if x >= roofs[0].ridge else "memory",
        }

    ridge = Text(ko="꺾임점", en="ridge")
    rows = [row(ridge, r.name, r.ridge, r.flops_per_s) for r in roofs]
    low = Text(ko="달성한 지붕의 꺾임점", en="ridge of achieved roof")
    rows += [row(low, r.name, r.ridge, r.flops_per_s) for r in achieved]
    named = [(Text(ko="점", en="point"), point) for point in points]
    named += [
        (both(path.label), point) for path in trajectories for point in path.points
    ]
    rows += [row(kind, p.label, p.intensity, p.flops_per_s) for kind, p in named]
    return rows
