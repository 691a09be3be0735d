"""What exercise authors import: checks, the slips they know, and the score call."""

from .asked import Asked
from .choices import Choices, Row, preview_choices
from .claim import Claim, Policy
from .condition import Condition, Lookalike
from .conditions import Conditions
from .form import Form, reading_from_form
from .ideas import Definition, Idea, Ideas, Mistake
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
from .understood import preview_answer, preview_text, understood

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
    "Choices",
    "Claim",
    "Condition",
    "Conditions",
    "Definition",
    "Form",
    "Idea",
    "Ideas",
    "Lookalike",
    "Mistake",
    "Number",
    "Outcome",
    "Policy",
    "Report",
    "Row",
    "Sheet",
    "Slip",
    "Text",
    "broken",
    "missing",
    "one_layer",
    "partly",
    "preview_answer",
    "preview_choices",
    "preview_claim",
    "preview_condition",
    "preview_number",
    "preview_text",
    "query_heads",
    "reading_from_form",
    "recording",
    "right",
    "score",
    "understood",
    "wrong",
]
