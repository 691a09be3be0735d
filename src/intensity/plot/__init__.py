"""The course's figures.  Imported only when one is asked for: it needs matplotlib.

Every function takes what the library computed or read, and gives a `Drawing`:
shown in a page or notebook in the reader's language, or saved to a file.
"""

from .chart import Axis, Level, Series, Spot, chart
from .devices import ridges
from .drawing import Drawing
from .flips import flip_map
from .measured import against_bandwidth, against_compute, batch_sweep, efficiency
from .points import Point, Trajectory
from .roofline import roofline
from .steps import attention_share, op_bars

__all__ = [
    "Axis", "Drawing", "Level", "Point", "Series", "Spot", "Trajectory",
    "against_bandwidth", "against_compute", "attention_share", "batch_sweep", "chart",
    "efficiency", "flip_map", "op_bars", "ridges", "roofline",
]  # fmt: skip
