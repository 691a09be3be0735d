"""Figures about a step's operations: what each takes, and attention's share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..language import CourseError, Text
from ..model import Model
from ..ops import BF16
from ..precision import Precision
from ..roofline import Roof
from ..transformer import Op, decode
from ..units import digits, si
from ..verdict import verdict
from .drawing import Drawing, text_width
from .rows import Row
from .sketch import (
    COLOURS,
    COMPUTE,
    DASHES,
    INFERRED,
    MEMORY,
    SIZE,
    WIDTH,
    Entry,
    Sketch,
    doublings,
    even,
    inferred,
)

_BAR = 22.0  # height of one operation's pair of bars, its gap included [pt]
_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
COMPUTE_TIME = Text(ko="연산 시간", en="compute time")
MEMORY_TIME = Text(ko="이동 시간", en="memory time")
_COMPUTE_BAR: dict[str, Any] = {
    "facecolor": COMPUTE,
    "edgecolor": COMPUTE,
    "linewidth": 0.8,
}
_MEMORY_BAR: dict[str, Any] = {
    "facecolor": "none", "edgecolor": MEMORY, "linewidth": 0.8, "hatch": "/////",
}  # fmt: skip
_BOUND = {
    "compute": Text(ko="연산", en="compute"),
    "memory": Text(ko="메모리", en="memory"),
}


def op_bars(
    ops: Sequence[Op],
    roof: Roof,
    *,
    title: Text | None = None,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """Compute and memory time of each operation of a step, as a pair of bars.

    The longer bar of a pair is what the operation takes at least; the words beside
    it say how long that is and which side limits it.
    Raises CourseError if there is no operation.
    """
    if not ops:
        raise CourseError(
            Text(
                ko="연산이 없습니다. decode나 prefill의 결과를 주세요.",
                en="no operation to draw: give what decode or prefill returns",
            )
        )
    times = [(float(roof.compute_s(o.cost)), float(roof.memory_s(o.cost))) for o in ops]
    longest = max(max(pair) for pair in times)
    unit, name = next((u for u in _TIMES if longest >= u[0]), _TIMES[-1])
    sketch = Sketch(
        height=_BAR * len(ops) + 60,
        left=max(text_width(op.name, SIZE - 1) for op in ops) + 10,
        top=8,
        legend=[(COMPUTE_TIME, _COMPUTE_BAR), (MEMORY_TIME, _MEMORY_BAR)],
    )
    axes = sketch.axes
    # The longest bar leaves room for the words beside it.
    inner = WIDTH - sketch.left - sketch.right
    room = text_width(_time_label(0.000123, "compute"), SIZE - 1.5) + 12
    end = longest / unit * inner / (inner - room)
    axes.set(xlim=(0, end), ylim=(len(ops) - 0.4, -0.6))
    rows: list[Row] = []
    words: list[Text] = []
    for place, (op, (work, traffic)) in enumerate(zip(ops, times, strict=True)):
        bound = str(roof.bound(op.cost))
        least = max(work, traffic)
        axes.barh(place - 0.19, work / unit, 0.34, **_COMPUTE_BAR)
        axes.barh(place + 0.19, traffic / unit, 0.34, **_MEMORY_BAR)
        words.append(_time_label(least, bound))
        sketch.write(
            least / unit, place, words[-1],
            dx=4, va="center_baseline", fontsize=SIZE - 1.5,
        )  # fmt: skip
        rows.append(
            {
                "operation": op.name,
                "count": op.count,
                "compute time [s]": work,
                "memory time [s]": traffic,
                "intensity [FLOP/byte]": float(op.cost.intensity),
                "bound": bound,
            }
        )
    sketch.ticks("y", range(len(ops)), [op.name for op in ops])
    axes.tick_params(axis="y", length=0)
    sketch.ticks("x", *even(0, end))
    sketch.grid("x")
    sketch.x_axis(Text(ko=f"시간 [{name}]", en=f"Time [{name}]"))
    where = f", {roof.name}" if roof.name else ""
    default = Text(
        ko=f"연산마다 걸리는 시간{where}", en=f"Time of each operation{where}"
    )
    step_s = float(verdict(tuple(ops), roof).time_s)
    return sketch.drawing(
        title or default,
        description or _bars_described(ops, words, step_s),
        rows,
        caption or INFERRED,
    )


def _bars_described(ops: Sequence[Op], words: Sequence[Text], step_s: float) -> Text:
    ko = [f"{op.name} {word.ko}." for op, word in zip(ops, words, strict=True)]
    en = [f"{op.name} {word.en}." for op, word in zip(ops, words, strict=True)]
    return Text(
        ko="연산마다 연산 시간과 이동 시간을 나란히 둔 막대. 한 스텝의 최소 시간 "
        f"{si(step_s, 's')}. {' '.join(ko)}",
        en="A pair of bars, compute and memory time, for each operation. The step "
        f"takes at least {si(step_s, 's')}. {' '.join(en)}",
    )


def _time_label(seconds: float, bound: str) -> Text:
    side, time = _BOUND[bound], si(seconds, "s")
    return Text(ko=f"{time} {side.ko}", en=f"{time} {side.en}")


def attention_share(
    model: Model,
    roof: Roof,
    batches: Sequence[int] = (1, 16, 64, 256),
    contexts: tuple[int, int] = (128, 131072),
    *,
    precision: Precision = BF16,
    title: Text | None = None,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """How much of a decode step's time is attention, as the context grows.

    One line a batch; time is the sum of the operations' least times.
    Raises CourseError as `decode` does.
    """
    import numpy

    x = numpy.geomspace(*contexts, 61)
    marks = [1 << k for k in range((contexts[0] - 1).bit_length(), 40)]
    marks = [context for context in marks if context <= contexts[1]]
    looks: list[dict[str, Any]] = [
        {
            "color": COLOURS[i % len(COLOURS)],
            "linestyle": DASHES[i % len(DASHES)],
            "linewidth": 1.9,
        }
        for i in range(len(batches))
    ]
    entries: list[Entry] = [
        (Text(ko=f"배치 {batch:,}", en=f"batch {batch:,}"), look)
        for batch, look in zip(batches, looks, strict=True)
    ]
    sketch = Sketch(height=270, legend=entries)
    axes = sketch.axes
    axes.set(xscale="log", xlim=contexts, ylim=(0, 100))
    sketch.ticks("x", *doublings(*contexts))
    sketch.ticks("y", (0, 25, 50, 75, 100), ("0", "25", "50", "75", "100"))
    sketch.grid()
    sketch.x_axis(Text(ko="컨텍스트 [토큰]", en="Context [tokens]"))
    sketch.y_axis(
        Text(ko="attention이 차지하는 시간 [%]", en="Time spent in attention [%]")
    )
    rows: list[Row] = []
    ends = []
    for batch, look in zip(batches, looks, strict=True):
        axes.plot(x, 100 * _attention_share(model, roof, batch, x, precision), **look)
        at = _attention_share(model, roof, batch, numpy.array(marks), precision)
        rows += [
            {
                "batch": batch,
                "context [tokens]": context,
                "attention share": float(part),
            }
            for context, part in zip(marks, at, strict=True)
        ]
        ends.append((batch, digits(100 * float(at[-1]))))
    default = Text(
        ko=f"디코드 시간 중 attention의 비율: {model.name}, {roof.name}",
        en=f"Attention's share of decode time: {model.name}, {roof.name}",
    )
    return sketch.drawing(
        title or default,
        description or _share_described(marks[-1], ends),
        rows,
        caption or inferred(precision),
    )


def _share_described(context: int, ends: Sequence[tuple[int, str]]) -> Text:
    ko = [f"배치 {batch:,}: {percent} %." for batch, percent in ends]
    en = [f"batch {batch:,}: {percent} %." for batch, percent in ends]
    return Text(
        ko="컨텍스트가 길수록, 배치가 클수록 attention의 비율이 커진다. 컨텍스트 "
        f"{context:,}에서 {' '.join(ko)}",
        en="The share grows with the context and with the batch. At context "
        f"{context:,}: {' '.join(en)}",
    )


def _attention_share(
    model: Model, roof: Roof, batch: int, contexts: Any, precision: Precision
) -> Any:
    step = decode(model, batch=batch, context=contexts, precision=precision)
    times = [(op.name, roof.time_s(op.cost)) for op in step]
    attention = sum(time for name, time in times if name.startswith("attention"))
    return attention / sum(time for _, time in times)
