"""The course's figures.  Imported only when one is asked for: it needs matplotlib.

Every function takes what the library computed or read, and gives a `Drawing`:
shown in a page or notebook in the reader's language, or saved to a file.
"""

from .drawing import Drawing
from .plot_flips import flip_map
from .plot_roofline import Point, Trajectory, roofline

__all__ = ["Drawing", "Point", "Trajectory", "flip_map", "roofline"]
