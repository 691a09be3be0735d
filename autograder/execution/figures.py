"""Figures: what matplotlib does many times for one picture, done once.

An inline figure is measured, then drawn; both lay out every tick, and each tick is
built from nothing.  A class draws the same few figures hundreds of times, so this
is most of the time of a submission that plots.  The picture stays the same, pixel
for pixel (tests/autograder/execution/test_figures.py compares); a matplotlib that is
built otherwise is left as it is.
"""

import copy
import functools
import gc
import sys
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.execution.recorder import Recorder

INLINE = "module://matplotlib_inline.backend_inline"
FIGURES_LIMIT = 40  # of one cell
PAD_INCHES = 0.1  # matplotlib's savefig.pad_inches
PARTS_OF_A_TICK = ("tick1line", "tick2line", "gridline", "label1", "label2")

# Takes the slow first time of a figure: fonts, formulas, the tick labels 10^k.
WARM_UP = (
    "import matplotlib.pyplot as plt\n_f, _a = plt.subplots()\n"
    "_a.loglog([1, 10, 512], [1, 2, 3], label='a')\n_a.set_xlabel('x')\n"
    "_a.set_title('t')\n_a.legend()\n"
    "_a.set_xticks([10.0**k for k in range(-6, 19)])\n"
    "_a.set_yticks([10.0**k for k in range(-6, 19)])\n"
)


def hasten() -> None:
    """Make the loaded matplotlib do once what it does many times for one picture."""
    _share_formulas()
    _draw_at_the_end_only()
    axis: Any = sys.modules.get("matplotlib.axis")
    if axis is not None:
        _copy_ticks(axis.Axis)
        _place_ticks_once(axis.Axis)


def printer(recorder: "Recorder", original: Callable[..., Any]) -> Callable[..., Any]:
    """IPython's `print_figure`, as often as `recorder` wants figures, and quicker.

    original: IPython's own
    """

    def print_figure(figure: Any, *args: Any, **kwargs: Any) -> Any:
        recorder.figures_made += 1
        if not recorder.figures or recorder.figures_made > FIGURES_LIMIT:
            return None
        # The same picture in two thirds of the time, a little larger.
        fast = {"compress_level": 1, "compress_type": zlib.Z_RLE}
        kwargs.setdefault("pil_kwargs", fast)
        with PLACED:
            if kwargs.get("bbox_inches", "tight") == "tight":
                kwargs["bbox_inches"] = _tight(figure)
            return original(figure, *args, **kwargs)

    return print_figure


def _tight(figure: Any) -> Any:
    """The box around all that is drawn.

    Asked for "tight", matplotlib lays the figure out, measures it and draws it; a
    figure without a layout engine can be measured at once.
    """
    if figure.get_layout_engine() is not None:
        return "tight"
    try:
        agg: Any = sys.modules["matplotlib.backends.backend_agg"]
        # Nothing is drawn on it, so it needs no room.
        box = figure.get_tightbbox(agg.RendererAgg(1, 1, figure.dpi))
        return box.padded(PAD_INCHES)
    except Exception:
        return "tight"


# ----------------------------------------------------------------- drawn once


def _draw_at_the_end_only() -> None:
    """No drawing at the end of a cell besides the one that makes the output.

    In interactive mode pyplot draws every open figure after each cell, for a window
    that does not exist here; inline figures are drawn again when they are shown.
    """
    pyplot: Any = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot._draw_all_if_interactive = lambda: None
        pyplot.draw_all = lambda *_: None


def _share_formulas() -> None:
    """One reader of formulas for all figures: tick labels like 10^3 are read once.

    matplotlib makes one for each figure, each with an empty memory.
    """
    agg: Any = sys.modules.get("matplotlib.backends.backend_agg")
    if agg is not None and isinstance(agg.MathTextParser, type):
        reader: Any = agg.MathTextParser
        reader._parse_cached = functools.lru_cache(500)(
            reader._parse_cached.__wrapped__
        )
        agg.MathTextParser = functools.cache(reader)


# ----------------------------------------------------------------- ticks


def _copy_ticks(axis: Any) -> None:
    """An axis that lacks several ticks builds one and copies it.

    matplotlib builds each from nothing and then gives it the first one's properties:
    the same steps for every tick that is lacking, hence the same tick.
    """
    for which in ("major", "minor"):
        original = getattr(axis, f"get_{which}_ticks", None)
        if original is not None:
            setattr(axis, f"get_{which}_ticks", _copying(original, f"{which}Ticks"))


def _copying(original: Callable[..., Any], kept: str) -> Callable[..., Any]:
    @functools.wraps(original)
    def get_ticks(self: Any, numticks: int | None = None) -> Any:
        ticks = getattr(self, kept)
        if numticks is not None and numticks > len(ticks) + 1:
            original(self, len(ticks) + 1)
            ticks = getattr(self, kept)
            built = ticks[-1]
            # Other kinds, as of polar axes, keep transforms that they change in place.
            if type(built).__name__ in ("XTick", "YTick"):
                ticks += [_copied_tick(built) for _ in range(numticks - len(ticks))]
        return original(self, numticks)

    return get_ticks


def _copied_tick(tick: Any) -> Any:
    made = _copied_artist(tick)
    for part in PARTS_OF_A_TICK:
        setattr(made, part, _copied_artist(getattr(tick, part)))
    return made


def _copied_artist(artist: Any) -> Any:
    """A copy that shares nothing which setters change in place."""
    made = object.__new__(type(artist))
    fields = made.__dict__
    fields.update(artist.__dict__)
    for name in ("_fontproperties", "_path_effects"):
        if name in fields:
            fields[name] = copy.copy(fields[name])
    fields["_callbacks"] = type(artist._callbacks)(signals=["pchanged"])
    return made


class _Placed:
    """While one picture is made: each axis's ticks as they were last placed.

    No garbage is collected meanwhile: a picture makes thousands of objects and
    drops them together.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.ticks: dict[int, tuple[Any, list[Any]]] = {}
        self.boxes: dict[int, tuple[Any, Any]] = {}
        self._collects = False

    def __enter__(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self._collects = gc.isenabled()
            gc.disable()

    def __exit__(self, *_: object) -> None:
        self.depth -= 1
        self.ticks.clear()
        self.boxes.clear()
        if not self.depth and self._collects:
            gc.enable()


PLACED = _Placed()


def _place_ticks_once(axis: Any) -> None:
    """Ticks are placed anew only where the axis's limits or its size changed.

    matplotlib places them about eight times an axis, and measures their labels four
    times: for the label's position, the title's, both spines', the box, the drawing.
    """
    place = getattr(axis, "_update_ticks", None)
    measure = getattr(axis, "_get_ticklabel_bboxes", None)
    if place is None or measure is None:
        return

    @functools.wraps(place)
    def _update_ticks(self: Any) -> Any:
        if not PLACED.depth:
            return place(self)
        dpi = self.get_figure(root=True).dpi
        # Where it lies on the page does not matter: cropping moves the axes.
        state = (*self.get_view_interval(), *self.axes.bbox.size, dpi)
        before, ticks = PLACED.ticks.get(id(self), (None, []))
        if state != before:
            ticks = place(self)
            PLACED.ticks[id(self)] = state, ticks
            PLACED.boxes.pop(id(self), None)
        return ticks

    @functools.wraps(measure)
    def _get_ticklabel_bboxes(self: Any, ticks: Any, *renderer: Any) -> Any:
        placed = PLACED.ticks.get(id(self))
        if placed is None or placed[1] is not ticks:
            return measure(self, ticks, *renderer)
        state = (*self.axes.bbox.bounds, *renderer)
        before, boxes = PLACED.boxes.get(id(self), (None, None))
        if state != before:
            boxes = measure(self, ticks, *renderer)
            PLACED.boxes[id(self)] = state, boxes
        return tuple(list(part) for part in boxes)

    axis._update_ticks = _update_ticks
    axis._get_ticklabel_bboxes = _get_ticklabel_bboxes
