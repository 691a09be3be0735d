"""A sheet is a list of checks; grading it turns answers into a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from .outcome import Language, Outcome, Status, broken

MARKS: dict[Status, str] = {
    "right": "✓",
    "partly": "◐",
    "wrong": "✗",
    "missing": "–",
    "broken": "!",
}


class Check(Protocol):
    """Anything with an id, points, and a `check` that returns an outcome."""

    @property
    def id(self) -> str:
        """The name of the question; also the grade_id of its cell."""
        ...

    @property
    def points(self) -> float:
        """What the question is worth."""
        ...

    def check(self, answer: object) -> Outcome:
        """Grade one answer."""
        ...


@dataclass(frozen=True)
class Line:
    """One graded answer."""

    id: str
    possible: float
    outcome: Outcome

    @property
    def points(self) -> float:
        """Points earned, to the hundredth."""
        return round(self.possible * self.outcome.fraction, 2)

    def text(self, lang: Language) -> str:
        """A mark, the points, and what the student should know.

        >>> Line("ridge", 2.0, broken()).text("en")[:9]
        '! [0/2] T'
        """
        mark = MARKS[self.outcome.status]
        words = self.outcome.say(lang).replace("\n", "\n    ")
        return f"{mark} [{self.points:g}/{self.possible:g}] {words}"


@dataclass(frozen=True)
class Report:
    """All graded answers of one sheet."""

    lines: tuple[Line, ...]

    @property
    def points(self) -> float:
        """Points earned over the whole sheet."""
        return sum(line.points for line in self.lines)

    @property
    def possible(self) -> float:
        """Points the sheet is worth."""
        return sum(line.possible for line in self.lines)

    def text(self, lang: Language) -> str:
        """The feedback that a student reads."""
        return "\n".join(line.text(lang) for line in self.lines)


class Sheet:
    """The checks of one cell, in order, each id used once."""

    def __init__(self, *checks: Check) -> None:
        self.checks = {check.id: check for check in checks}
        if len(self.checks) != len(checks):
            raise ValueError(f"two checks share an id: {[c.id for c in checks]}")

    def grade(self, answers: Mapping[str, object]) -> Report:
        """Check every answer; an id without an answer counts as left blank."""
        return Report(
            tuple(
                Line(check.id, float(check.points), _safely(check, answers))
                for check in self.checks.values()
            )
        )

    def on_hold(self) -> Report:
        """The report when we could not even begin: every point on hold."""
        return Report(
            tuple(
                Line(check.id, float(check.points), broken())
                for check in self.checks.values()
            )
        )


def _safely(check: Check, answers: Mapping[str, object]) -> Outcome:
    try:
        return check.check(answers.get(check.id))
    except Exception:  # whatever a check trips over is ours, never the student's
        return broken()
