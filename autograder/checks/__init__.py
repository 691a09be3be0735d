"""What exercise authors import: checks, the slips they know, and the score call."""

from .asked import Asked
from .claim import Claim, Policy
from .condition import Condition, Lookalike
from .form import Form, reading_from_form
from .number import Number
from .outcome import Outcome, Text, broken, missing, partly, right, wrong
from .preview import preview_claim, preview_condition, preview_number
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
    "Asked",
    "Check",
    "Claim",
    "Condition",
    "Form",
    "Lookalike",
    "Number",
    "Outcome",
    "Policy",
    "Report",
    "Sheet",
    "Slip",
    "Text",
    "broken",
    "missing",
    "one_layer",
    "partly",
    "preview_claim",
    "preview_condition",
    "preview_number",
    "query_heads",
    "reading_from_form",
    "recording",
    "right",
    "score",
    "wrong",
]
