"""The kind of overclaim of a reading: section 2 of the label rules."""

from __future__ import annotations

import re

from .main import BOUND
from .result import Reading

_DIAGNOSIS = re.compile(  # a way to find out, not a claim
    r"(?:라면|으면|면|동안(?:은|에는)?|한) [^.;]{0,60}(?:라고|으로|로) ?(?:진단|판단|"
    r"판정|"
    r"간주|보면 ?된)|(?:\bif\b|\bas long as\b|\bwhen\b|\bwhile\b)[^.;]{0,80}, "
    r"(?:you can )?(?:call|diagnose|treat|classify|count) (?:it|decode|prefill|the)\b"
)


def overclaim_type(low: str, reading: Reading) -> str | None:
    """Section 2 of the label rules."""
    if reading.speech_act != "assert" and not (
        reading.speech_act == "refute" and reading.quantifier == "absolute"
    ):
        return None
    if {"definition", "off-domain", "keywords"} & reading.notes:
        return None
    if reading.quantifier != "absolute" and _DIAGNOSIS.search(low):
        return None
    if reading.verdict == "other" and reading.verdict_detail in ("none", "depends"):
        return None
    if reading.quantifier == "absolute":
        case = len(reading.missing) <= 2 and reading.evidence == "measured"
        concludes = re.search(
            (r"\bso\b|therefore|hence|thus|그러니까|따라서|그러므로|그래서|즉"), low
        )
        if case and concludes:
            return "overgeneralised"
        return "absolute" if reading.missing else None
    if reading.quantifier == "plain" and _general_conclusion(low, reading):
        return "overgeneralised"
    bound = reading.verdict in BOUND or reading.verdict_detail == "split"
    if (
        bound
        and reading.speech_act == "assert"
        and reading.quantifier == "plain"
        and reading.flip_condition_stated is None
        and len(reading.missing) >= 3
    ):
        return "unconditional"
    return None


_CLASS = re.compile(  # what is concluded is said of a class, not of the case
    r"(?:so|therefore|hence|thus|which (?:shows|proves)|proves? that)[^.;]*\b(?:llms?|"
    r"llm "
    r"(?:inference|decod\w+)|language models|gpus|transformers)\b[^.;]*(?:are|is|"
    r"decode|"
    r"bound|limited)|\b(?:llms|language models|transformers|gpus) (?:are|decode|"
    r"generate|run|"
    r"get)\b|"
    r"(?:그러니까|따라서|그러므로|그래서|즉|결국)[^.;]*(?:llm|언어 ?모델|gpu|"
    r"트랜스포머)(?:은|는|"
    r"이란|들은| 디코|의)|(?:llm|언어 ?모델|트랜스포머)(?:이?라는 ?(?:건|것은|게)|이란|"
    r"들은)"
)


def _general_conclusion(low: str, reading: Reading) -> bool:
    """One measured case, then a sentence about LLMs as a class."""
    return len(reading.missing) <= 2 and bool(_CLASS.search(low))
