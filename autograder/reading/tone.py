"""How sure the main claim is: absolute, hedged or plain."""

from __future__ import annotations

import re

from .clauses import Clauses
from .cues import absolutes, hedges
from .main import Main
from .result import Span


def quantifier(low: str, clauses: Clauses, main: Main) -> tuple[str, Span | None]:
    """Absolute, hedged or plain; the words must scope over the main claim."""
    if main.denied_universal:
        return "hedged", None
    universal = [
        s for s in absolutes(low) if not any(a <= s[0] < b for a, b in main.apart)
    ]
    if main.act == "ask":
        return "plain", None
    if main.verdict == "other" and main.detail in ("none", "depends"):
        return "plain", None
    if universal:
        return "absolute", universal[0]
    start, end = clauses.sentence(main.at)
    if "two-statements" in main.notes and "verdict" in main.spans:
        start = clauses.sentence(main.spans["verdict"][0])[0]
    flip = main.flip
    verdict_end = main.spans.get("verdict", (0, main.at))[1]
    aside = re.search(
        (r"[:;]|\bbecause\b|\bsince\b|, which\b|\bif\b|\bwhen\b|\bunless\b"),
        low[verdict_end:end],
    )
    if aside:
        end = verdict_end + aside.start()
    for s, e in hedges(low):
        if any(a <= s < b for a, b in main.apart):
            continue
        if start <= s < end and not (flip and flip[0] <= s < flip[1]):
            if flip and flip[0] > main.at and s > flip[0]:
                continue  # it weakens the other side
            return "hedged", (s, e)
    return "plain", None
