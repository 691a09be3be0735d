"""What every figure of the course shares: page, colours, axes, labels that avoid
each other.

A `Sketch` is an unfinished `Drawing`.  Sizes are points (1/72 inch), which are also
the units of the SVG; at 410 across, the text is still legible when a phone shows
the figure 350 pixels wide.  Nothing here touches pyplot's global state.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..language import CourseError, Text
from ..precision import Precision
from .drawing import LATIN_FONT, Drawing, Label, text_width
from .placement import Box, places
from .rows import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Each is at least 3:1 against white and against #121212 (WCAG 1.4.11), so a figure
# needs one palette, not two.  Compute is blue and memory violet in every figure.
COMPUTE = "#1c86de"
MEMORY = "#9355e8"
COLOURS = (COMPUTE, "#c96a05", "#0c9a72", "#d6409f", MEMORY, "#8a8a1c", "#e5484d")
GREY = "#808080"
WARN = "#e5484d"
INK = "#000000"  # the page's own text colour once it is on a page
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")

SIZE = 10.5  # of labels; ticks are a point smaller
WIDTH = 410.0
LEGEND_ROW = 15.0

Entry = tuple[Text | str, dict[str, Any]]  # a legend's name, and the style it is of


@dataclass
class Sketch:
    """A figure being made, with one pair of axes.

    width, height: of the whole figure [pt]
    left, right, top, bottom: what its axes leave free on each side [pt]
    legend: (name, style) of lines, or of patches if the style has a "facecolor";
        it stands above the axes in as many rows as it needs, which add to the height
    """

    width: float = WIDTH
    height: float = 300.0
    left: float = 40.0
    right: float = 14.0
    top: float = 24.0
    bottom: float = 36.0
    legend: Sequence[Entry] = ()
    labels: list[Label] = field(default_factory=list)
    taken: list[Box] = field(default_factory=list)  # where `write` wrote

    def __post_init__(self) -> None:
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            raise CourseError(
                Text(
                    ko="그림에는 matplotlib가 필요합니다: pip install matplotlib",
                    en="figures need matplotlib: pip install matplotlib",
                )
            ) from error
        if self.legend:
            room = LEGEND_ROW * (self._entries()[-1][1] + 1)
            self.height, self.top = self.height + room, self.top + room
        self.figure: Figure = Figure(
            figsize=(self.width / 72, self.height / 72), dpi=72, facecolor="none"
        )
        self.axes: Axes = self.figure.add_axes(
            (
                self.left / self.width,
                self.bottom / self.height,
                1 - (self.left + self.right) / self.width,
                1 - (self.top + self.bottom) / self.height,
            ),
            frameon=True,
        )
        self.axes.set_facecolor("none")
        for side in ("top", "right"):
            self.axes.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            self.axes.spines[side].set(color=GREY, linewidth=0.8)
        self.axes.tick_params(
            which="both", color=GREY, labelcolor=INK, labelsize=SIZE - 1,
            labelfontfamily=LATIN_FONT, length=3, width=0.8,
        )  # fmt: skip
        self.axes.tick_params(which="minor", length=0)
        self._draw_legend()

    def say(self, artist: Any, text: Text | str, *, halo: bool = False) -> None:
        """Register `artist` as a label; a str reads the same in both languages."""
        text = both(text)
        artist.set_text(text.en)
        artist.set_fontfamily([LATIN_FONT])
        self.labels.append(Label(artist, text, halo))

    def write(
        self,
        x: float,
        y: float,
        text: Text | str,
        *,
        dx: float = 0.0,
        halo: bool = False,
        **style: Any,
    ) -> None:
        """Write `text` `dx` points to the right of (x, y) of the data."""
        if dx:
            px, py = self.axes.transData.transform((x, y))
            x, y = self.axes.transData.inverted().transform((px + dx, py))
        style.setdefault("fontsize", SIZE)
        artist = self.axes.text(x, y, "", color=INK, **style)
        self.say(artist, text, halo=halo)
        px, py = self.axes.transData.transform((x, y))
        length, angle = text_width(text, style["fontsize"]), artist.get_rotation()
        self.taken += _boxes(px, py, length, artist, math.radians(angle))

    def x_axis(self, text: Text | str) -> None:
        """Name the x axis, with its unit."""
        self.axes.set_xlabel("", fontsize=SIZE, color=INK, labelpad=3)
        self.say(self.axes.xaxis.label, text)

    def y_axis(self, text: Text | str) -> None:
        """Name the y axis, with its unit: upright, above it, readable on a phone."""
        artist = self.figure.text(
            4 / self.width,
            1 - (self.top - 7) / self.height,
            "",
            fontsize=SIZE,
            color=INK,
            va="bottom",
        )
        self.say(artist, text)

    def ticks(self, axis: str, values: Sequence[float], texts: Sequence[str]) -> None:
        """Put ticks at `values` of the "x" or "y" axis, and nowhere else."""
        chosen = self.axes.xaxis if axis == "x" else self.axes.yaxis
        chosen.set_ticks(values, texts)
        chosen.set_ticks([], minor=True)

    def grid(self, axis: str = "both") -> None:
        """Faint lines at the ticks, behind everything else."""
        self.axes.set_axisbelow(True)
        self.axes.grid(True, axis=axis, color=GREY, alpha=0.22, linewidth=0.6)  # type: ignore[arg-type]

    def _draw_legend(self) -> None:
        from matplotlib.lines import Line2D
        from matplotlib.patches import Rectangle

        # In parts of the figure: what saving with a caption shifts, it shifts alike.
        wide, high = self.width, self.height
        for x, row, text, style in self._entries():
            y = 1 - (9 + LEGEND_ROW * row) / high
            if "facecolor" in style:
                corner = (x / wide, y - 4 / high)
                box = Rectangle(corner, 18 / wide, 8 / high, **style)
                box.set_transform(self.figure.transFigure)
                self.figure.add_artist(box)
            else:
                xs = [x / wide, (x + 9) / wide, (x + 18) / wide]
                line = Line2D(xs, [y] * 3, markevery=[1], **style)
                line.set_transform(self.figure.transFigure)
                self.figure.add_artist(line)
            artist = self.figure.text(
                (x + 23) / wide, y, "", fontsize=SIZE - 1,
                va="center_baseline", color=INK,
            )  # fmt: skip
            self.say(artist, text)

    def _entries(self) -> list[tuple[float, int, Text | str, dict[str, Any]]]:
        """Where each legend entry goes: x [pt], row, and what it says."""
        placed = []
        x, row = 4.0, 0
        for text, style in self.legend:
            needs = 23 + text_width(text, SIZE - 1)
            if x > 4 and x + needs > self.width:
                x, row = 4.0, row + 1
            placed.append((x, row, text, style))
            x += needs + 14
        return placed

    def place(
        self, tags: Sequence[Tag], lines: Iterable[Sequence[tuple[float, float]]] = ()
    ) -> None:
        """Write each tag beside its point, clear of other tags, points and `lines`.

        Axis limits must be final.  A tag that ends up far from its point is tied to
        it by a thin line.
        """
        to_points = self.axes.transData.transform
        back = self.axes.transData.inverted().transform
        extent = self.axes.get_window_extent()
        found = places(
            [tuple(to_points((tag.x, tag.y))) for tag in tags],
            [(text_width(tag.text, tag.size), tag.size * 1.2) for tag in tags],
            Box(extent.x0, extent.y0, extent.x1 + 8, extent.y1 + 4),
            [[tuple(to_points(spot)) for spot in line] for line in lines],
            tuple(self.taken),
        )
        for tag, place in zip(tags, found, strict=True):
            x, y = back((place.x, place.y))
            px, py = to_points((tag.x, tag.y))
            if tag.leader and abs(place.x - px) + abs(place.y - py) > 26:
                self.axes.plot([tag.x, x], [tag.y, y], color=GREY, linewidth=0.7)
            self.write(
                x, y, tag.text, halo=True, fontsize=tag.size, ha=place.side,
                va="center_baseline", zorder=6, fontweight=tag.weight,
            )  # fmt: skip

    def drawing(
        self,
        title: Text,
        description: Text,
        rows: Sequence[Row],
        caption: Text | None = None,
        headings: Mapping[str, str] | None = None,
    ) -> Drawing:
        """The finished figure."""
        return Drawing(
            self.figure,
            tuple(self.labels),
            title,
            description,
            rows,
            caption,
            headings or {},
        )


@dataclass(frozen=True)
class Tag:
    """A label that wants to stand beside the point (x, y) of the data."""

    x: float
    y: float
    text: Text | str
    size: float = SIZE - 0.5
    weight: str = "normal"
    leader: bool = True  # tie it to the point if it stands far off


def _boxes(x: float, y: float, length: float, artist: Any, angle: float) -> list[Box]:
    """The area of a text, as a row of squares if it is slanted."""
    high = artist.get_fontsize() * 1.2
    back = {"left": 0.0, "center": 0.5, "right": 1.0}[artist.get_horizontalalignment()]
    drop = {"bottom": 0.0, "top": 1.0}.get(artist.get_verticalalignment(), 0.5)
    if not angle:
        left, bottom = x - back * length, y - drop * high
        return [Box(left, bottom, left + length, bottom + high)]
    count = max(1, round(length / high))
    boxes = []
    for number in range(count):
        along, up = (number + 0.5) / count * length - back * length, (0.5 - drop) * high
        cx = x + along * math.cos(angle) - up * math.sin(angle)
        cy = y + along * math.sin(angle) + up * math.cos(angle)
        boxes.append(Box(cx - high / 2, cy - high / 2, cx + high / 2, cy + high / 2))
    return boxes


def both(text: Text | str) -> Text:
    """`text` in both languages; a str reads the same in each."""
    return text if isinstance(text, Text) else Text(ko=text, en=text)


INFERRED = Text(
    ko="유도(inferred): 데이터시트 최대값으로 계산했고 측정하지 않았습니다.",
    en="Inferred: computed from datasheet peaks, not measured.",
)


def inferred(precision: Precision, *, tokens: int = 1, shards: int = 1) -> Text:
    """The caption of a computed figure: that nobody measured it, and its formats."""
    ko = f"가중치 {precision.weights}, 활성값 {precision.activations}"
    ko += f", KV {precision.kv}"
    en = f"{precision.weights} weights, {precision.activations} activations"
    en += f", {precision.kv} KV cache"
    if tokens > 1:
        ko, en = f"{ko}, 스텝당 토큰 {tokens}개", f"{en}, {tokens} tokens a step"
    if shards > 1:
        ko, en = f"{ko}, 장치 {shards}개로 분할", f"{en}, split over {shards} devices"
    return Text(ko=f"{INFERRED.ko} {ko}.", en=f"{INFERRED.en} {en}.")


def decades(
    low: float, high: float, unit: float = 1.0
) -> tuple[list[float], list[str]]:
    """Powers of ten between `low` and `high`, and how to write them in `unit`s.

    >>> decades(2, 3000)
    ([10.0, 100.0, 1000.0], ['10', '100', '1,000'])
    """
    first, last = math.ceil(math.log10(low / unit)), math.floor(math.log10(high / unit))
    powers = [10.0**power for power in range(first, last + 1)]
    return [power * unit for power in powers], [_plain(power) for power in powers]


def doublings(low: float, high: float) -> tuple[list[float], list[str]]:
    """Powers of two from `low` to `high`, thinned to eight or so, written as 4k.

    >>> doublings(512, 4096)
    ([512.0, 1024.0, 2048.0, 4096.0], ['512', '1k', '2k', '4k'])
    """
    powers = range(math.ceil(math.log2(low)), math.floor(math.log2(high)) + 1)
    every = max(1, math.ceil(len(powers) / 9))
    values = [2.0**power for power in powers[::every]]
    return values, [_binary(value) for value in values]


def _binary(value: float) -> str:
    for scale, prefix in ((1 << 20, "M"), (1 << 10, "k")):
        if value >= scale:
            return f"{value / scale:g}{prefix}"
    return f"{value:g}"


def _plain(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def even(
    low: float, high: float, *, logarithmic: bool = False
) -> tuple[list[float], list[str]]:
    """Round numbers: evenly spaced, or 1, 2 and 5 times powers of ten.

    >>> even(0, 10)[1]
    ['0', '2', '4', '6', '8', '10']
    >>> even(4, 60, logarithmic=True)[1]
    ['5', '10', '20', '50']
    """
    if logarithmic:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        values = [step * 10.0**power for power in powers for step in (1, 2, 5)]
        values = [value for value in values if low <= value <= high]
    else:
        rough = (high - low) / 5
        unit = 10.0 ** math.floor(math.log10(rough))
        step = unit * min((1, 2, 5, 10), key=lambda s: abs(s * unit - rough))
        first = math.ceil(low / step)
        values = [i * step for i in range(first, math.floor(high / step * 1.0001) + 1)]
    return values, [f"{value:,.10g}" for value in values]
