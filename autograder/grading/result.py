"""What grading one submission yields: the value every other part reads.

The engine makes these; the journal, the gradebook writer, the feedback pages,
the exports and the nbgrader plug-in only read them.  Everything here is plain
data, so a result can cross a process boundary as JSON (`to_dict`, `from_dict`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from intensity.language import Text

CellStatus = Literal[
    "right",  # all points
    "partly",  # some points
    "wrong",  # the check ran and said no
    "missing",  # nothing was answered, or the notebook was not handed in
    "error",  # the student's code raised before the check could ask
    "timeout",  # it ran past its time
    "died",  # it ended its own process
    "manual",  # waits for a person
    "broken",  # we, or the check cell, could not do it: never the student's fault
]

Status = Literal["graded", "partial", "unreadable", "needs-manual"]


@dataclass(frozen=True, kw_only=True)
class CellResult:
    """One graded cell.

    points: None while a person must decide (nbgrader's auto_score None)
    message: what the student may read; never a hidden input or expected value
    error: traceback of the failed check, for the instructor only: it may quote
        hidden tests, so it never goes into feedback
    no_response: the answer is still the released text (nbgrader's "No response.")
    task: a task cell, which has points but no answer cell of its own
    unsure: the points stand, but our own check wants a person to look before they count
    in_kernel: the check ran in the student's own process, where it can be fooled
    """

    notebook: str
    grade_id: str
    points: float | None
    max_points: float
    status: CellStatus
    message: Text
    error: str = ""
    no_response: bool = False
    task: bool = False
    in_kernel: bool = False
    unsure: bool = False

    @property
    def manual(self) -> bool:
        """True when a person must look at it: nbgrader's needs_manual_grade."""
        return self.points is None or self.unsure

    def to_dict(self) -> dict[str, Any]:
        """The object that `autograder grade --json` prints for this cell."""
        return {
            "notebook": self.notebook,
            "grade_id": self.grade_id,
            "points": self.points,
            "max_points": self.max_points,
            "status": self.status,
            "message": {"ko": self.message.ko, "en": self.message.en},
        }


@dataclass(frozen=True, kw_only=True)
class SubmissionResult:
    """One student's submission to one assignment, graded.

    cells: every graded cell of the master, in its order, also of notebooks that
        were not handed in (status "missing", 0 points)
    no_response: (notebook, grade_id) of answer cells left as released, graded or
        not; nbgrader stores "No response." as their comment
    notices: what was mended or refused, for the student
    slips: what the author of the check cells should look at, for the instructor
    notebooks: name -> the executed notebook (nbformat 4.5 as plain dicts), cells in
        the master's order with the master's metadata; what nbgrader keeps in
        autograded/.  Its check cells hold the hidden tests, as nbgrader's do
    shown: name -> the same notebook as a student may see it: check cells as
        released, outputs of hidden parts dropped
    sandbox: layers that were in force
    """

    student: str
    assignment: str
    status: Status
    cells: tuple[CellResult, ...]
    notices: tuple[Text, ...] = ()
    slips: tuple[Text, ...] = ()
    no_response: tuple[tuple[str, str], ...] = ()
    sandbox: tuple[str, ...] = ()
    seconds: float = 0.0
    notebooks: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    shown: Mapping[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """Points given so far; a cell that waits for a person counts 0."""
        return sum(cell.points or 0.0 for cell in self.cells)

    @property
    def max_score(self) -> float:
        """Points that could be had."""
        return sum(cell.max_points for cell in self.cells)

    def to_dict(self) -> dict[str, Any]:
        """The object that `autograder grade --json` prints (grade.schema.json)."""
        return {
            "student": self.student,
            "assignment": self.assignment,
            "score": self.score,
            "max_score": self.max_score,
            "status": self.status,
            "cells": [cell.to_dict() for cell in self.cells],
            "notices": [{"ko": text.ko, "en": text.en} for text in self.notices],
            "sandbox": list(self.sandbox),
            "seconds": self.seconds,
        }


def pack(result: SubmissionResult) -> dict[str, Any]:
    """Every field as JSON, for a pipe or the journal; `unpack` is its inverse."""
    return {
        "student": result.student,
        "assignment": result.assignment,
        "status": result.status,
        "cells": [
            {**vars(cell), "message": list(cell.message)} for cell in result.cells
        ],
        "notices": [list(text) for text in result.notices],
        "slips": [list(text) for text in result.slips],
        "no_response": [list(pair) for pair in result.no_response],
        "sandbox": list(result.sandbox),
        "seconds": result.seconds,
        "notebooks": dict(result.notebooks),
        "shown": dict(result.shown),
    }


def unpack(data: Mapping[str, Any]) -> SubmissionResult:
    """The result that `pack` made `data` from."""
    cells = tuple(
        CellResult(**{**cell, "message": Text(*cell["message"])})
        for cell in data["cells"]
    )
    return SubmissionResult(
        student=data["student"],
        assignment=data["assignment"],
        status=data["status"],
        cells=cells,
        notices=tuple(Text(*pair) for pair in data["notices"]),
        slips=tuple(Text(*pair) for pair in data["slips"]),
        no_response=tuple((name, cell) for name, cell in data["no_response"]),
        sandbox=tuple(data["sandbox"]),
        seconds=data["seconds"],
        notebooks=data["notebooks"],
        shown=data["shown"],
    )
