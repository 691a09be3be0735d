"""Blank pages: empty figures with their axes, made before there is a student.

Three quarters of the time of a cell that plots go into an empty pair of axes.  The
zygote makes a few, and the first figures of each student's process are these.  They
are what matplotlib would make (tests/autograder/execution/test_figures.py compares);
where anything that shapes a figure was changed meanwhile, matplotlib makes its own.
"""

import sys
from typing import Any

PAGES = 4  # figures ready for each student

# What may be said of a figure without spoiling a blank one.
PLAIN = {"dpi": None, "facecolor": None, "edgecolor": None, "frameon": True}


class Pad:
    """Blank pages, the last on top, and the settings they were made under."""

    def __init__(self) -> None:
        self._settings = _settings()
        self._figures: list[Any] = []
        self._axes: dict[int, Any] = {}

    def fill(self) -> None:
        """Make the pages; the pad stays empty where matplotlib is another one."""
        from matplotlib.axes import Axes
        from matplotlib.figure import Figure

        for _ in range(PAGES):
            figure = Figure()
            self._axes[id(figure)] = Axes(figure, 1, 1, 1)
            self._figures.append(figure)

    def take_figure(self, asked: dict[str, Any]) -> Any:
        """A figure as `Figure(**asked)` would make it, or None."""
        size = asked.pop("figsize", None)
        fits = all(PLAIN.get(name, value) == value for name, value in asked.items())
        if not self._figures or not fits or asked.keys() - PLAIN.keys():
            return None
        if size is not None and not _is_size(size):
            return None
        if not self._still_valid():
            return None
        figure = self._figures.pop()
        if size is not None:
            figure.set_size_inches(*size)
        return figure

    def take_axes(self, figure: Any, args: Any, asked: dict[str, Any]) -> Any:
        """The first axes of a figure as `Axes(figure, *args, **asked)`, or None."""
        axes = self._axes.pop(id(figure), None)
        shared = asked.get("sharex"), asked.get("sharey")
        if axes is None or axes.get_figure() is not figure or shared != (None, None):
            return None
        if asked.keys() - {"sharex", "sharey"} or not self._still_valid():
            return None
        try:
            places: Any = sys.modules["matplotlib.gridspec"]
            spec = places.SubplotSpec
            place = spec._from_subplot_args(figure, args or (1, 1, 1))
            axes.set_subplotspec(place)
        except Exception:  # matplotlib's own error, from its own place
            return None
        return axes

    def _still_valid(self) -> bool:
        if _settings() == self._settings:
            return True
        self._figures.clear()
        self._axes.clear()
        return False


def provide() -> None:
    """Have the loaded matplotlib's pyplot begin with blank pages."""
    inline: Any = sys.modules.get("matplotlib_inline.backend_inline")
    figures: Any = sys.modules.get("matplotlib.figure")
    pyplot: Any = sys.modules.get("matplotlib.pyplot")
    if inline is None or figures is None or pyplot is None:
        return
    pad = Pad()
    try:
        pad.fill()
    except Exception:  # built otherwise: it makes its own
        return
    plain = figures.Figure
    new_manager, add_subplot = inline.new_figure_manager, plain.add_subplot

    def new_figure_manager(
        num: Any, *args: Any, FigureClass: Any = plain, **asked: Any
    ) -> Any:
        if FigureClass is plain and not args:
            figure = pad.take_figure(dict(asked))
            if figure is not None:
                return inline.new_figure_manager_given_figure(num, figure)
        return new_manager(num, *args, FigureClass=FigureClass, **asked)

    def first_subplot(self: Any, *args: Any, **asked: Any) -> Any:
        axes = pad.take_axes(self, args, asked)
        if axes is None:
            return add_subplot(self, *args, **asked)
        return self._add_axes_internal(axes, (type(axes), dict(asked)))

    first_subplot.__doc__ = add_subplot.__doc__
    inline.new_figure_manager = new_figure_manager
    if pyplot._backend_mod is not None:  # a copy of the module's functions
        pyplot._backend_mod.new_figure_manager = new_figure_manager
    plain.add_subplot = first_subplot


def _settings() -> dict[str, Any]:
    """All of matplotlib's settings as they are."""
    matplotlib: Any = sys.modules["matplotlib"]
    return dict(dict.items(matplotlib.rcParams))


def _is_size(size: Any) -> bool:
    return (
        isinstance(size, tuple | list)
        and len(size) == 2
        and all(type(part) in (int, float) and 0 < part < 1000 for part in size)
    )
