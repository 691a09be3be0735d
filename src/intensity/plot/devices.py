"""The figure that ranks machines by their ridge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..device import BANDWIDTH, Hardware, rate_of
from ..language import CourseError, Text
from ..tables import hardware
from ..units import digits
from .drawing import Drawing, text_width
from .rows import Row
from .sketch import COLOURS, GREY, MARKERS, SIZE, Entry, Sketch, even


def ridges(
    devices: Sequence[Hardware | str],
    formats: Sequence[str] = ("bf16",),
    *,
    title: Text | None = None,
    description: Text | None = None,
    caption: Text | None = None,
) -> Drawing:
    """Ridge points of devices in order, one mark for each number format.

    devices: names or Hardware; a format that a device does not have is left out
    A hollow mark is a ridge of which a figure is not verified.
    Raises CourseError if no device has any of the formats.
    """
    found = [hardware(each) if isinstance(each, str) else each for each in devices]
    table = {
        device.name: [
            (kind, device.roof(kind).ridge) for kind in formats if _has(device, kind)
        ]
        for device in found
    }
    shown = [device for device in found if table[device.name]]
    if not shown:
        names, kinds = ", ".join(device.name for device in found), ", ".join(formats)
        raise CourseError(
            Text(
                ko=f"{names or '장치 없음'}: {kinds}의 꺾임점을 알 수 있는 장치가 "
                "없습니다.",
                en=f"{names or 'no device'}: none has a ridge for {kinds}",
            )
        )
    shown.sort(key=lambda device: min(ridge for _, ridge in table[device.name]))
    sketch = Sketch(
        height=16 * len(shown) + 62,
        left=max(text_width(device.name, SIZE - 1) for device in shown) + 8,
        right=34,
        top=8,
        legend=_format_legend(formats) if len(formats) > 1 else (),
    )
    axes = sketch.axes
    every = [ridge for device in shown for _, ridge in table[device.name]]
    low, high = min(every) / 1.3, max(every) * 1.3
    axes.set(xscale="log", xlim=(low, high), ylim=(len(shown) - 0.4, -0.6))
    for place, device in enumerate(shown):
        here = table[device.name]
        last = max(ridge for _, ridge in here)
        axes.plot([low, last], [place] * 2, color=GREY, linewidth=0.7, zorder=1)
        for kind, ridge in here:
            number = formats.index(kind)
            fill = COLOURS[number % len(COLOURS)] if _verified(device, kind) else "none"
            axes.plot(ridge, place, **_format_mark(number), markerfacecolor=fill)
        sketch.write(
            last, place, digits(last), dx=7, va="center_baseline", fontsize=SIZE - 1.5
        )
    sketch.ticks("y", range(len(shown)), [device.name for device in shown])
    axes.tick_params(axis="y", length=0)
    sketch.ticks("x", *even(low, high, logarithmic=True))
    sketch.grid("x")
    sketch.x_axis(Text(ko="꺾임점 [FLOP/byte]", en="Ridge [FLOP/byte]"))
    kinds = ", ".join(formats)
    said = []
    for device in shown:
        values = ", ".join(f"{kind} {digits(r)}" for kind, r in table[device.name])
        said.append(f"{device.name}: {values}.")
    return sketch.drawing(
        title or Text(ko=f"장치별 꺾임점({kinds})", en=f"Ridge by device ({kinds})"),
        description
        or Text(
            ko=f"꺾임점이 낮은 장치부터 [FLOP/byte]. {' '.join(said)}",
            en=f"Devices from the lowest ridge up [FLOP/byte]. {' '.join(said)}",
        ),
        [_row(device, kind, r) for device in shown for kind, r in table[device.name]],
        caption
        or Text(
            ko="유도(inferred): 데이터시트의 밀집(dense) 최대 연산 속도를 대역폭으로 "
            "나눈 값. 속이 빈 표시에는 검증되지 않은 값이 들어 있습니다.",
            en="Inferred: dense datasheet peak over bandwidth. A hollow mark rests on "
            "a figure that is not verified.",
        ),
    )


def _has(device: Hardware, kind: str) -> bool:
    return kind in device.formats and BANDWIDTH in device.figures


def _row(device: Hardware, kind: str, ridge: float) -> Row:
    rate, bandwidth = device.figure(rate_of(kind)), device.figure(BANDWIDTH)
    return {
        "device": device.name,
        "format": kind,
        "ridge [FLOP/byte]": ridge,
        "peak [FLOP/s]": rate.value,
        "peak is": rate.verification,
        "bandwidth [byte/s]": bandwidth.value,
        "bandwidth is": bandwidth.verification,
    }


def _verified(device: Hardware, kind: str) -> bool:
    figures = (device.figure(rate_of(kind)), device.figure(BANDWIDTH))
    return all(figure.verification == "verified" for figure in figures)


def _format_mark(number: int) -> dict[str, Any]:
    return {
        "marker": MARKERS[number % len(MARKERS)],
        "markersize": 6.5,
        "markeredgecolor": COLOURS[number % len(COLOURS)],
        "markeredgewidth": 1.4,
        "linestyle": "none",
    }


def _format_legend(formats: Sequence[str]) -> list[Entry]:
    return [
        (kind, _format_mark(i) | {"markerfacecolor": COLOURS[i % len(COLOURS)]})
        for i, kind in enumerate(formats)
    ]
