"""Figures of published measurements, each beside the bound that its roofline sets.

A row whose conditions are not all stated gets a hollow mark and is not called
measured; a row above its bound is drawn and named, never dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median

from ..device import BANDWIDTH, rate_of
from ..language import CourseError, Text
from ..measurement import Measurement
from ..tables import hardware
from ..units import digits
from .chart import Axis, Series, Spot, chart
from .drawing import Drawing
from .sketch import both

_UNITS = {
    "us": Text(ko="µs", en="µs"),
    "tokens/s": Text(ko="토큰/s", en="tokens/s"),
    "ms/token": Text(ko="ms/토큰", en="ms/token"),
}
SEQUENCES = Text(ko="배치 [시퀀스]", en="Batch [sequences]")
TOKENS = Text(ko="함께 곱하는 토큰 [개]", en="Rows of the product [tokens]")


def efficiency(
    rows: Sequence[Measurement],
    by: str = "precision_weights",
    *,
    title: Text,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """What was reached against what the roofline allows, with the line of 100 %.

    by: the field of Measurement whose values get marks of their own
    Rows without a bound are left out and counted in the caption.
    Raises CourseError if no row is left, or if rows have different units.
    """
    kept = [(row, bound) for row in rows if (bound := row.bound())]
    unit = _unit(row for row, _ in kept)
    series = [
        line
        for value, group in _groups([row for row, _ in kept], by).items()
        for line in _marks(value, group, lambda row: (row.bound() or 0.0, row.value))
    ]
    series = _shared_looks(series)
    ends = [bound for _, bound in kept]
    low, high = min(ends), max(ends)
    for share, dash in ((1.0, 0), (0.5, 1), (0.1, 2)):
        # A time is above its bound where a rate is below it.
        scale = 1 / share if _is_time(unit) else share
        name = f"{100 * share:.0f} %"
        series.append(
            Series.of(
                name, [(low, low * scale), (high, high * scale)], dash=dash, quiet=True
            )
        )
    shares = [100 * (row.efficiency or 0.0) for row, _ in kept]
    middle, best = f"{median(shares):.0f} %", f"{max(shares):.0f} %"
    left_out = len(rows) - len(kept)
    return chart(
        series,
        x=Axis(_axis(Text(ko="한계", en="Bound"), unit)),
        y=Axis(_axis(Text(ko="보고된 값", en="Reported"), unit)),
        title=title,
        description=description
        or Text(
            ko="가로축은 루프라인이 허용하는 값, 세로축은 보고된 값. "
            f"{len(kept)}개 행의 효율은 중앙값 {middle}, 최대 {best}.",
            en="What the roofline allows against what was reported. Of "
            f"{len(kept)} rows the median efficiency is {middle}, the "
            f"highest {best}.",
        ),
        caption=caption or _caption([row for row, _ in kept], left_out),
    )


def against_bandwidth(
    rows: Sequence[Measurement],
    by: str = "precision_weights",
    *,
    title: Text,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """A rate against the bandwidth of the devices it was reached on, all together.

    Grey is the bound of each group.  Rows that name no known device are
    left out and counted in the caption.
    Raises CourseError if no row is left, or if rows have different units.
    """
    return _against(
        rows,
        by,
        BANDWIDTH,
        1e9,
        Text(ko="메모리 대역폭 [GB/s]", en="Memory bandwidth [GB/s]"),
        (title, description, caption),
    )


def against_compute(
    rows: Sequence[Measurement],
    by: str = "precision_weights",
    *,
    compute: str = "fp16",
    title: Text,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """A rate against the peak arithmetic rate, in one format, of its devices.

    As `against_bandwidth`; devices without a published rate in `compute` are left out.
    """
    return _against(
        rows,
        by,
        rate_of(compute),
        1e12,
        Text(
            ko=f"최대 연산 성능, {compute} [TFLOP/s]",
            en=f"Peak compute rate, {compute} [TFLOP/s]",
        ),
        (title, description, caption),
    )


def _against(
    rows: Sequence[Measurement],
    by: str,
    quantity: str,
    scale: float,
    axis: Text,
    words: tuple[Text, Text | None, Text | None],
) -> Drawing:
    def place(row: Measurement) -> float:
        return _figure(row, quantity) / scale

    title, description, caption = words
    kept = [row for row in rows if row.device and place(row)]
    unit = _unit(kept)
    series: list[Series] = []
    for value, group in _groups(kept, by).items():
        series += _marks(value, group, lambda row: (place(row), row.value))
    series = _shared_looks(series)
    for value, group in _groups(kept, by).items():
        bounds = _bounds(group, place)
        if len(bounds) > 1:
            name = both(value)
            label = Text(ko=f"{name.ko}의 한계", en=f"bound of {name.en}")
            series.append(
                Series.of(
                    label,
                    bounds,
                    dash=sum(one.quiet for one in series) % 4,
                    quiet=True,
                    # Of one bandwidth the bound is one line; of one peak it is not.
                    joined=quantity == BANDWIDTH,
                    hollow=True,
                )
            )
    shown = _UNITS.get(unit, both(unit))
    return chart(
        series,
        x=Axis(axis),
        y=Axis(_axis(Text(ko="보고된 값", en="Reported"), unit)),
        title=title,
        description=description
        or Text(
            ko=f"{axis.ko}에 따른 {shown.ko} 값, {len(kept)}개 행. "
            "회색은 루프라인의 한계.",
            en=f"{shown.en} by {axis.en}, {len(kept)} rows. "
            "Grey is the roofline bound.",
        ),
        caption=caption or _caption(kept, len(rows) - len(kept)),
    )


def batch_sweep(
    sweeps: Mapping[Text | str, Sequence[Measurement]],
    *,
    title: Text,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """How a reported value changes with the batch, each sweep with its bound.

    Of rows that time one matrix product, the batch is the number of its rows.
    Raises CourseError if a sweep has no row with a batch, or units differ.
    """
    found = {
        name: sorted((r for r in rows if r.batch), key=lambda r: r.batch or 0)
        for name, rows in sweeps.items()
    }
    every = [row for rows in found.values() for row in rows]
    unit = _unit(every)
    for name, rows in found.items():
        if not rows:
            raise _nothing(both(name))
    products = all(row.phase == "kernel-gemm" for row in every)
    series = []
    for number, (name, rows) in enumerate(found.items()):
        spots = tuple(_spot(row, row.batch or 0, row.value) for row in rows)
        unsure = not all(row.may_be_called_measured for row in rows)
        series.append(Series(name, spots, marked=True, hollow=unsure, like=number))
    for number, (name, rows) in enumerate(found.items()):
        bounds = _bounds(rows, lambda row: row.batch or 0)
        if bounds:
            label = both(name)
            text = Text(ko=f"{label.ko}의 한계", en=f"bound of {label.en}")
            series.append(Series.of(text, bounds, dash=1, like=number))
    said = [(both(name), rows[0], rows[-1]) for name, rows in found.items()]
    return chart(
        series,
        x=Axis(TOKENS if products else SEQUENCES, "doubling"),
        y=Axis(_axis(Text(ko="보고된 값", en="Reported"), unit)),
        title=title,
        description=description
        or Text(
            ko=" ".join(
                f"{name.ko}: 배치 {digits(a.batch or 0)}에서 {digits(a.value)}, 배치 "
                f"{digits(b.batch or 0)}에서 {digits(b.value)} {unit}."
                for name, a, b in said
            ),
            en=" ".join(
                f"{name.en}: {digits(a.value)} at batch {digits(a.batch or 0)}, "
                f"{digits(b.value)} {unit} at batch {digits(b.batch or 0)}."
                for name, a, b in said
            ),
        ),
        caption=caption or _caption(every, 0),
    )


def _bounds(
    rows: Sequence[Measurement], place: Callable[[Measurement], float]
) -> list[tuple[float, float]]:
    """Bounds in order of place; of several at one place the one that holds for all."""
    found: dict[float, float] = {}
    for row in rows:
        if bound := row.bound():
            x = place(row)
            loosest = min if _is_time(row.unit) else max
            found[x] = loosest(found.get(x, bound), bound)
    return sorted(found.items())


def _groups(
    rows: Sequence[Measurement], by: str
) -> dict[Text | str, list[Measurement]]:
    groups: dict[Text | str, list[Measurement]] = {}
    for row in rows:
        value = str(getattr(row, by)) or Text(ko="적혀 있지 않음", en="not stated")
        groups.setdefault(value, []).append(row)
    return groups


def _marks(
    name: Text | str,
    rows: Sequence[Measurement],
    place: Callable[[Measurement], tuple[float, float]],
) -> list[Series]:
    """The rows of one group: filled marks if their conditions are complete."""
    sure = [row for row in rows if row.may_be_called_measured]
    unsure = [row for row in rows if not row.may_be_called_measured]
    series = []
    for group, hollow in ((sure, False), (unsure, True)):
        if group:
            spots = tuple(_spot(row, *place(row)) for row in group)
            label = "" if hollow and sure else name
            series.append(Series(label, spots, joined=False, hollow=hollow))
    return series


def _shared_looks(series: Sequence[Series]) -> list[Series]:
    """Hollow and filled marks of one group look alike otherwise."""
    looks = []
    number = -1
    for one in series:
        number += 1 if one.label else 0
        looks.append(replace(one, like=number))
    return looks


def _spot(row: Measurement, x: float, y: float) -> Spot:
    share = row.efficiency
    above = share is not None and share > 1
    label = f"{100 * share:.0f} %" if share is not None and above else ""
    return Spot(
        x,
        y,
        label,
        {
            "model": row.model,
            "hardware": row.hardware,
            "devices": row.count,
            "batch": "" if row.batch is None else row.batch,
            "context": "" if row.context is None else row.context,
            "weights": row.precision_weights,
            "software": row.software,
            "efficiency": "" if share is None else share,
            "status": row.status,
            "source": row.source_id,
            "row": row.row_id,
        },
    )


def _figure(row: Measurement, quantity: str) -> float:
    """That figure of all the row's devices together; 0 if it is not published."""
    figures = hardware(row.device).figures
    return figures[quantity].value * row.count if quantity in figures else 0.0


def _unit(rows: Iterable[Measurement]) -> str:
    units = dict.fromkeys(row.unit for row in rows)
    if not units:
        raise _nothing(Text(ko="그림", en="figure"))
    if len(units) > 1:
        listed = ", ".join(units)
        raise CourseError(
            Text(
                ko=f"한 축에 단위가 다른 행을 둘 수 없습니다: {listed}. "
                "unit으로 고르세요.",
                en=f"rows of different units cannot share an axis: {listed}; choose "
                "one by unit",
            )
        )
    return next(iter(units))


def _nothing(name: Text) -> CourseError:
    return CourseError(
        Text(
            ko=f"{name.ko}: 그릴 수 있는 측정 행이 없습니다. 조건을 줄여 보세요.",
            en=f"{name.en}: no measured row can be drawn; ask for fewer conditions",
        )
    )


def _is_time(unit: str) -> bool:
    return unit in ("us", "ms", "ms/token", "s")


def _axis(what: Text, unit: str) -> Text:
    shown = _UNITS.get(unit, both(unit))
    return Text(ko=f"{what.ko} [{shown.ko}]", en=f"{what.en} [{shown.en}]")


def _caption(rows: Sequence[Measurement], left_out: int) -> Text:
    """Who reported the rows, how many state everything, what is not shown."""
    sources = ", ".join(dict.fromkeys(row.source_id for row in rows))
    sure = sum(row.may_be_called_measured for row in rows)
    unsure = len(rows) - sure
    ko = [f"측정(measured) {sure}행"] if sure else []
    en = [f"Measured: {sure} rows"] if sure else []
    if unsure:
        ko.append(f"조건이 덜 적힌 보고값 {unsure}행(속이 빈 표시)")
        en.append(f"reported without all conditions: {unsure} rows (hollow)")
    if left_out:
        ko.append(f"그리지 못한 {left_out}행은 뺌")
        en.append(f"left out: {left_out} rows")
    listed = "; ".join(en)
    return Text(
        ko=f"{', '.join(ko)}. 출처: {sources}. 한계는 데이터시트 최대값으로 "
        "계산했습니다(inferred).",
        en=f"{listed[:1].upper()}{listed[1:]}. Sources: {sources}. Bounds are inferred "
        "from datasheet peaks.",
    )
