"""What exercise authors import: checks, the slips they know, and the score call."""

from .condition import Condition, Lookalike
from .number import Number
from .outcome import Outcome, Text, broken, missing, partly, right, wrong
from .preview import preview_condition, preview_number
from .scoring import recording, score
from .sheet import Check, Report, Sheet
from .slips import (
    BITS,
    ELEMENTS,
    GIBI,
    KEYS_ONLY,
    MEBI,
    MULTIPLY_ADD,
    PREFIX,
    SPARSE,
    Slip,
    one_layer,
    query_heads,
)

__all__ = [
    "BITS",
    "ELEMENTS",
    "GIBI",
    "KEYS_ONLY",
    "MEBI",
    "MULTIPLY_ADD",
    "PREFIX",
    "SPARSE",
    "Check",
    "Condition",
    "Lookalike",
    "Number",
    "Outcome",
    "Report",
    "Sheet",
    "Slip",
    "Text",
    "broken",
    "missing",
    "one_layer",
    "partly",
    "preview_condition",
    "preview_number",
    "query_heads",
    "recording",
    "right",
    "score",
    "wrong",
]
