"""What supports the claim: measured, inferred, or nothing that is stated."""

from __future__ import annotations

import re

from .clauses import Clauses
from .main import Main
from .measuring import measured, without_denials
from .reasons import gives_reason
from .result import Quantity

_SAID = re.compile(  # the word itself, as a form would have it
    r"\b(?P<en>measured|inferred)\b|\((?P<ko>측정|실측|추론|유도|계산|추정)\)|"
    r"(?:근거|출처)\S? ?[:=]? ?(?P<of>측정|실측|추론|유도|계산|추정)"
)


def evidence(low: str, clauses: Clauses, main: Main, found: list[Quantity]) -> str:
    """measured | inferred | unstated, for the main claim of the text."""
    said = _SAID.search(without_denials(low))
    if said:
        word = said["en"] or said["ko"] or said["of"]
        return "measured" if word in ("measured", "측정", "실측") else "inferred"
    starts = clauses.sentence_starts
    if measured(low, [clauses.sentence(start) for start in starts], found):
        return "measured"
    nothing = main.verdict == "other" and main.detail in ("none", "depends")
    if nothing and "definition" in main.notes:
        return "unstated"
    if main.act == "refute" and main.denied_universal:
        return "unstated"
    return "inferred" if gives_reason(low, clauses, main, found) else "unstated"
