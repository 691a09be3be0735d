"""Judge a reading: conditions, overclaim, truth - three separate answers.

The judgement says facts; how many points they are worth is the exercise author's
policy (see claim.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from autograder.reading import Reading
from intensity import Text

from . import phrases
from .impossible import impossible, share_of_bound
from .truth import Roofline, Truth, examine

REQUIRED = ("model", "hardware", "batch", "precision")
BOUND = ("compute-bound", "memory-bound")
_SLOT = {"precision": "precision_weights"}


@dataclass(frozen=True)
class Message:
    """One sentence of feedback and the student's words it is about."""

    text: Text
    span: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What is right and wrong with one claim.

    blocked:  why the text is no gradable claim at all (question, report, keywords,
        off-domain, no verdict ...); None for an ordinary claim
    missing:  required conditions that are absent or only partly given
    overclaim_type: absolute | unconditional | overgeneralised | None
    truth:    what the library says
    impossible: a number that the hardware cannot reach
    evidence_wrong: "measured" without a result, or labelled measured but computed
    accept:   a trustworthy claim
    ask_person: the reader is unsure; points should not be final without a look
    """

    reading: Reading
    blocked: str | None
    missing: tuple[str, ...]
    overclaim_type: str | None
    truth: Truth
    impossible: bool
    evidence_wrong: bool
    accept: bool
    ask_person: bool
    messages: tuple[Message, ...]

    @property
    def roofline(self) -> Roofline:
        """agree, disagree, borderline, or n/a."""
        return self.truth.roofline

    def as_json(self, identity: object = None) -> dict[str, object]:
        """The judgement as the `autograder judge --jsonl` contract has it."""
        ratios = self.truth.ratios
        return {
            **self.reading.as_json(identity),
            "accept": self.accept,
            "missing": list(self.missing),
            "overclaim_type": self.overclaim_type,
            "roofline": self.roofline,
            "roofline_ratio": ratios[-1] if ratios else None,
            "impossible_number": self.impossible,
            "messages": [
                {
                    "ko": m.text.ko,
                    "en": m.text.en,
                    "span": list(m.span) if m.span else None,
                }
                for m in self.messages
            ],
        }


def judge(
    reading: Reading, requires: tuple[str, ...] = REQUIRED, question: str = ""
) -> Judgement:
    """Judge a claim against the conditions it must state.

    requires: names of slots; "precision" looks at the weights' format, and
        "context", "prompt_len", "hardware_count", "evidence" and "flip" can be
        asked for as well
    question: the exercise's own text; an answer that only repeats it is no claim

    >>> from autograder.reading import read
    >>> judge(read("디코드는 메모리 바운드다.")).missing
    ('model', 'hardware', 'batch', 'precision')
    """
    blocked = _blocked(reading, question)
    missing = tuple(name for name in requires if not stated(reading, name))
    truth = examine(reading) if blocked is None else Truth()
    bad_number = impossible(reading)
    evidence = _evidence_wrong(reading)
    messages = list(
        phrases.feedback(reading, blocked, missing, truth, bad_number, evidence)
    )
    share = share_of_bound(reading)
    if share is not None and reading.evidence == "measured" and bad_number is None:
        messages.append(phrases.share(reading, *share))
    unknown = tuple(u.slot for u in reading.unclear if u.why == "unknown")
    accept = (
        blocked is None
        and not missing
        and not unknown
        and reading.overclaim_type is None
        and reading.phase != "unspecified"
        and bad_number is None
        and _true_enough(truth)
        and not {"instruction", "truncated", "hidden"} & reading.notes
    )
    if accept:
        messages.insert(0, phrases.Said(phrases.TRUSTWORTHY, None))
    return Judgement(
        reading=reading,
        blocked=blocked,
        missing=missing,
        overclaim_type=reading.overclaim_type,
        truth=truth,
        impossible=bad_number is not None,
        evidence_wrong=evidence is not None,
        accept=accept,
        ask_person=bool(
            {"contradiction", "instruction", "hidden"} & reading.notes
            or truth.unverifiable
            or any(u.why == "contradiction" for u in reading.unclear)
        ),
        messages=tuple(Message(m.text, m.span) for m in messages),
    )


def _true_enough(truth: Truth) -> bool:
    """Not contradicted; too close to call is no contradiction."""
    if truth.unverifiable is not None or truth.flip_wrong or truth.contradicted:
        return False
    if truth.roofline == "n/a":
        return truth.counterexample is None
    return truth.roofline != "disagree"


def stated(reading: Reading, name: str) -> bool:
    """Is a required condition there with a full value?"""
    if name == "evidence":
        return reading.evidence != "unstated"
    if name == "flip":
        return reading.flip_condition_stated is not None
    if name == "phase":
        return reading.phase != "unspecified"
    return getattr(reading, _SLOT.get(name, name)) is not None


def _blocked(reading: Reading, question: str) -> str | None:
    """Why this text is no gradable claim; the first reason counts."""
    if not reading.text.strip():
        return "empty"
    if question and _repeats(reading.text, question):
        return "repeats the question"
    for note in ("off-domain", "keywords", "definition"):
        if note in reading.notes:
            return note
    if "contradiction" in reading.notes:
        return "contradiction"
    if reading.speech_act in ("ask", "report"):
        return reading.speech_act
    if reading.verdict == "other" and reading.verdict_detail in ("none", "depends"):
        return reading.verdict_detail
    if (
        reading.speech_act == "refute"
        and reading.verdict not in BOUND
        and reading.verdict_detail in ("not-memory", "not-compute")
    ):
        return "refute"
    return None


def _repeats(answer: str, question: str) -> bool:
    """Is nearly everything in the answer also in the question, in the same order?"""
    a, q = ("".join(t.lower().split()) for t in (answer, question))
    return len(a) > 10 and (a in q or (len(a) >= 0.9 * len(q) and q in a))


def _evidence_wrong(reading: Reading) -> str | None:
    """Measured needs a result; a ceiling is not a measurement."""
    if reading.evidence != "measured":
        return None
    return None if reading.has_source_or_number else "no result"
