"""The map of where decode flips: batch against context, by both verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..capacity import capacity
from ..flips import Flip, flip_batch, flip_context
from ..language import CourseError, Text
from ..model import Model
from ..ops import BF16
from ..precision import Precision
from ..roofline import BORDERLINE, Roof
from ..transformer import decode
from ..units import digits, si
from ..verdict import Verdict, verdict
from .drawing import Drawing, text_width
from .rows import Row
from .sketch import (
    COMPUTE,
    GREY,
    INK,
    MEMORY,
    SIZE,
    WARN,
    Entry,
    Sketch,
    doublings,
    inferred,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONTEXT = Text(ko="컨텍스트 [토큰]", en="Context [tokens]")
BATCH = Text(ko="배치 [시퀀스]", en="Batch [sequences]")
CONTEXTS = (32, 32768)
BATCHES = (1, 4096)
_GRID = 121  # steps along each axis; below a pixel's worth of difference on a page
_MEMORY_FILL: dict[str, Any] = {"colors": [MEMORY], "alpha": 0.2}
_COMPUTE_FILL: dict[str, Any] = {"colors": [COMPUTE], "alpha": 0.22}
_ROOM = 31  # candidates along each axis for a region's name


def flip_map(
    model: Model,
    roof: Roof,
    batches: tuple[int, int] = BATCHES,
    contexts: tuple[int, int] = CONTEXTS,
    *,
    precision: Precision = BF16,
    tokens: int = 1,
    shards: int = 1,
    device_bytes: float | None = None,
    title: Text | None = None,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """Which (batch, context) make a decode step compute-bound, and where it is close.

    batches, contexts: (first, last) of each axis, both log
    device_bytes: memory of the device; draws where weights and KV cache stop fitting

    The solid line is the aggregate verdict, the dashed one the verdict operation by
    operation; the band is where compute and memory time are within a factor of 2.
    Raises CourseError for a range that does not grow, and as `decode` does.
    """
    _check_range("batches", batches)
    _check_range("contexts", contexts)
    import numpy

    x = numpy.geomspace(*contexts, _GRID)
    y = numpy.geomspace(*batches, _GRID)
    grid_x, grid_y = numpy.meshgrid(x, y)
    step = decode(
        model, batch=grid_y, context=grid_x, precision=precision,
        tokens=tokens, shards=shards,
    )  # fmt: skip
    judged = verdict(step, roof)
    limit = flip_context(model, roof, precision=precision, tokens=tokens, shards=shards)

    sketch = Sketch(height=330, left=44, legend=_legend(device_bytes))
    sketch.axes.set(xscale="log", yscale="log", xlim=contexts, ylim=batches)
    sketch.ticks("x", *doublings(*contexts))
    sketch.ticks("y", *doublings(*batches))
    sketch.x_axis(CONTEXT)
    sketch.y_axis(BATCH)
    _draw_regions(sketch, x, y, judged)
    lines = [numpy.log2(judged.ratio), _balance(judged)]
    if device_bytes is not None:
        needed = capacity(
            model, batch=grid_y, context=grid_x, precision=precision,
            shards=shards, device_bytes=device_bytes,
        ).needed_bytes  # fmt: skip
        lines.append(numpy.log2(needed / device_bytes))
        _contour(sketch.axes, x, y, lines[-1], 0, **_CAPACITY)
    longest = _draw_asymptote(sketch, limit, contexts)
    if longest:
        lines.append(numpy.log2(grid_x / longest))
    _name_regions(sketch, x, y, lines)
    rows = _rows(model, roof, contexts, precision, tokens, shards, device_bytes)
    return sketch.drawing(
        title or _title(model, roof),
        description or _description(model, roof, limit, rows),
        rows,
        caption or inferred(precision, tokens=tokens, shards=shards),
    )


def _check_range(name: str, bounds: Sequence[int]) -> None:
    if len(bounds) != 2 or not 1 <= bounds[0] < bounds[1]:
        raise CourseError(
            Text(
                ko=f"{name}={tuple(bounds)}: (처음, 끝) 두 수이고 1 ≤ 처음 < 끝이어야 "
                "합니다.",
                en=f"{name}={tuple(bounds)}: give (first, last) with 1 <= first < last",
            )
        )


def _draw_regions(sketch: Sketch, x: Any, y: Any, judged: Verdict) -> None:
    """Fill both sides of the aggregate flip; draw both flips and the band."""
    import numpy
    from matplotlib import rc_context

    axes = sketch.axes
    ratio = numpy.log2(judged.ratio)
    far = float(abs(ratio).max()) + 1
    if ratio.min() < 0:
        axes.contourf(x, y, ratio, levels=[-far, 0], **_MEMORY_FILL)
    if ratio.max() >= 0:
        axes.contourf(x, y, ratio, levels=[0, far], **_COMPUTE_FILL)
        # Hatched too, so that the sides differ without colour.
        with rc_context({"hatch.linewidth": 0.5, "hatch.color": COMPUTE}):
            axes.contourf(x, y, ratio, levels=[0, far], colors="none", hatches=["///"])
    edge = numpy.log2(BORDERLINE)
    _contour(axes, x, y, ratio, edge, **_BAND)
    _contour(axes, x, y, ratio, -edge, **_BAND)
    _contour(axes, x, y, _balance(judged), 0, **_PER_OP)
    _contour(axes, x, y, ratio, 0, **_AGGREGATE)


_AGGREGATE: dict[str, Any] = {"color": INK, "linewidth": 2.2, "linestyle": "-"}
_PER_OP: dict[str, Any] = {"color": INK, "linewidth": 1.4, "linestyle": (0, (4, 2))}
_BAND: dict[str, Any] = {"color": GREY, "linewidth": 1.0, "linestyle": (0, (1, 2))}
_CAPACITY: dict[str, Any] = {"color": WARN, "linewidth": 1.8, "linestyle": "-."}


def _balance(judged: Verdict) -> NDArray[Any]:
    """Share of time in compute-bound operations, less the other share: -1 .. 1."""
    difference = judged.compute_bound_s - judged.memory_bound_s
    balance: NDArray[Any] = difference / judged.time_s
    return balance


def _contour(
    axes: Any, x: Any, y: Any, values: Any, level: float, **style: Any
) -> None:
    if values.min() < level < values.max():
        axes.contour(
            x, y, values, levels=[level], colors=[style["color"]],
            linewidths=[style["linewidth"]], linestyles=[style["linestyle"]],
        )  # fmt: skip


def _draw_asymptote(
    sketch: Sketch, limit: Flip, contexts: tuple[int, int]
) -> int | None:
    """The longest context that any batch can make compute-bound, if it is in view."""
    if limit.aggregate is None or not contexts[0] < limit.aggregate < contexts[1]:
        return None
    sketch.axes.axvline(limit.aggregate, color=INK, linewidth=1, linestyle=(0, (1, 2)))
    text = Text(
        ko=f"컨텍스트 {limit.aggregate:,} 초과: 배치로 불가",
        en=f"beyond {limit.aggregate:,}: no batch suffices",
    )
    room = (
        sketch.width
        - sketch.right
        - sketch.axes.transData.transform((limit.aggregate, 1))[0]
    )
    to_right = room > text_width(text, SIZE - 1) + 8
    sketch.write(
        limit.aggregate * (1.07 if to_right else 1 / 1.07),
        sketch.axes.get_ylim()[0] * 1.2,
        text,
        ha="left" if to_right else "right",
        va="bottom",
        halo=True,
        fontsize=SIZE - 1,
    )
    return limit.aggregate


def _name_regions(sketch: Sketch, x: Any, y: Any, lines: Sequence[Any]) -> None:
    """Write each region's name where it is roomiest: far from every line.

    lines: fields whose zero is drawn; the first is the flip between the regions
    """
    import numpy

    pick = numpy.linspace(0, len(x) - 1, _ROOM).round().astype(int)
    fields = [field[numpy.ix_(pick, pick)] for field in lines]
    across, up = numpy.meshgrid(pick / (len(x) - 1), pick / (len(y) - 1))
    names = (
        (Text(ko="메모리 병목", en="memory-bound"), fields[0] < 0),
        (Text(ko="연산 병목", en="compute-bound"), fields[0] >= 0),
    )
    for name, inside in names:
        if not inside.any():
            continue
        # Distance to the nearest place on the other side of any line; a name is about
        # three times as wide as the same distance upwards matters.
        room = numpy.minimum.reduce([across, 1 - across, 3 * up - 0.3, 3 * (1 - up)])
        for field in fields:
            for side in (field < 0, field >= 0):
                other_x, other_y = across[~side], up[~side]
                if not other_x.size:
                    continue
                gap = numpy.hypot(
                    across[side][:, None] - other_x, 3 * (up[side][:, None] - other_y)
                ).min(axis=1)
                room[side] = numpy.minimum(room[side], gap)
        row, column = numpy.unravel_index(
            numpy.argmax(numpy.where(inside, room, -1)), room.shape
        )
        spot = float(x[pick[column]]), float(y[pick[row]])
        free = float(room[row, column]) * (sketch.width - sketch.left - sketch.right)
        if 2 * free > text_width(name, SIZE):
            sketch.write(
                *spot, name, ha="center", va="center", halo=True, fontweight="bold"
            )
        else:
            _name_from_outside(sketch, spot, name)


def _name_from_outside(sketch: Sketch, spot: tuple[float, float], name: Text) -> None:
    """Name a region too small for its name, with a line that leads into it."""
    data = sketch.axes.transData
    px, py = data.transform(spot)
    end = data.inverted().transform((px + 60, py))
    sketch.axes.plot([spot[0], end[0]], [spot[1], end[1]], color=INK, linewidth=0.8)
    sketch.axes.plot(*spot, marker="o", markersize=3, color=INK)
    sketch.write(end[0], end[1], name, dx=4, va="center", halo=True, fontweight="bold")


def _legend(device_bytes: float | None) -> list[Entry]:
    entries: list[Entry] = [
        (Text(ko="전환점(합산 판정)", en="flip, aggregate verdict"), _AGGREGATE),
        (Text(ko="전환점(연산별 판정)", en="flip, per-operation verdict"), _PER_OP),
        (Text(ko="경계 구간(0.5~2배)", en="borderline (0.5 to 2 times)"), _BAND),
    ]
    if device_bytes is not None:
        size = si(device_bytes, "B")
        entries.append(
            (Text(ko=f"메모리 용량 {size}", en=f"memory capacity {size}"), _CAPACITY)
        )
    return entries


def _rows(
    model: Model,
    roof: Roof,
    contexts: tuple[int, int],
    precision: Precision,
    tokens: int,
    shards: int,
    device_bytes: float | None,
) -> list[Row]:
    """The flip at each doubling of the context, and the largest batch that fits."""
    rows: list[Row] = []
    for context in _powers_of_two(*contexts):
        flip = flip_batch(
            model, roof, context=context, precision=precision,
            tokens=tokens, shards=shards,
        )  # fmt: skip
        row: dict[str, object] = {
            "context [tokens]": context,
            "flip batch, aggregate": _or_never(flip.aggregate),
            "flip batch, per operation": _or_never(flip.per_op),
        }
        if device_bytes is not None:
            row["largest batch that fits"] = _largest_batch(
                model, context, precision, shards, device_bytes
            )
        rows.append(row)
    return rows


def _powers_of_two(low: int, high: int) -> list[int]:
    return [1 << k for k in range((low - 1).bit_length(), high.bit_length())]


def _or_never(value: int | None) -> int | Text:
    return Text(ko="없음", en="never") if value is None else value


def _largest_batch(
    model: Model, context: int, precision: Precision, shards: int, device_bytes: float
) -> int:
    def needed(batch: int) -> float:
        return float(
            capacity(
                model, batch=batch, context=context, precision=precision,
                shards=shards, device_bytes=device_bytes,
            ).needed_bytes
        )  # fmt: skip

    one = needed(2) - needed(1)  # a sequence's cache; the rest is weights
    return max(0, int((device_bytes - needed(1)) // one) + 1)


def _title(model: Model, roof: Roof) -> Text:
    what = f"{model.name}, {roof.name}".removesuffix(", ")
    return Text(ko=f"디코드가 뒤집히는 곳: {what}", en=f"Where decode flips: {what}")


def _description(model: Model, roof: Roof, limit: Flip, rows: Sequence[Row]) -> Text:
    ko = [
        f"가로축 컨텍스트, 세로축 배치(둘 다 로그). {model.name}, 꺾임점 "
        f"{digits(roof.ridge)} FLOP/byte."
    ]
    en = [
        f"Context across, batch upwards, both log. {model.name}, ridge "
        f"{digits(roof.ridge)} FLOP/byte."
    ]
    for row in rows:
        context, batch = row["context [tokens]"], row["flip batch, aggregate"]
        if isinstance(batch, int):
            ko.append(f"컨텍스트 {context:,}: 배치 {batch:,}부터 연산 병목.")
            en.append(f"Context {context:,}: compute-bound from batch {batch:,}.")
    ko.append(limit.reason.ko)
    en.append(limit.reason.en[:1].upper() + limit.reason.en[1:] + ".")
    return Text(ko=" ".join(ko), en=" ".join(en))
