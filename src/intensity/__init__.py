"""A small roofline library: FLOPs, bytes, intensity, ridge, bound, and flips."""

from typing import TYPE_CHECKING, Any

from .capacity import Capacity, capacity, kv_cache_bytes
from .device import Figure, Hardware
from .elementwise import maximum, minimum
from .flips import Flip, critical_batch, flip_batch, flip_context, flip_prompt
from .language import CourseError, Language, Text, language
from .measured import measured
from .model import Model
from .ops import matmul
from .precision import Precision, bytes_per_element
from .roofline import Bound, Cost, Roof
from .sheet import TableError
from .tables import hardware, model
from .transformer import Op, allreduce_bytes, decode, prefill, shard, total
from .verdict import Verdict, verdict

if TYPE_CHECKING:
    from .measurement import Measurement

__all__ = [
    "Bound", "Capacity", "Cost", "CourseError", "Figure", "Flip", "Hardware",
    "Language", "Measurement", "Model", "Op", "Precision", "Roof", "TableError",
    "Text", "Verdict", "allreduce_bytes", "bytes_per_element", "capacity",
    "critical_batch", "decode", "flip_batch", "flip_context", "flip_prompt",
    "hardware", "kv_cache_bytes", "language", "matmul", "maximum", "measured",
    "minimum", "model", "prefill", "shard", "total", "verdict",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load the class of measurements when it is asked for: it brings their table's."""
    if name == "Measurement":
        from .measurement import Measurement

        return Measurement
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
