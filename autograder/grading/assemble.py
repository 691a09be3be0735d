"""From graded notebooks to one result: cells, notices, executed notebooks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from autograder.grading import outcome
from autograder.grading.check import Checked
from autograder.grading.master import Master, MasterCell, MasterNotebook
from autograder.grading.mending import Step
from autograder.grading.result import CellResult, Status, SubmissionResult
from intensity.language import Text

Report = Mapping[str, Any]  # a Checked as JSON, from the judge to its worker


def pack_checked(done: Checked) -> dict[str, Any]:
    """A judge's report as JSON."""
    return {
        "ended": done.ended,
        "at": done.at,
        "layers": done.layers,
        "notices": [list(text) for text in done.notices],
        "slips": [list(text) for text in done.slips],
        "cells": [
            {
                "outputs": ran.outputs,
                "shown": ran.shown,
                "count": ran.count,
                "result": None
                if ran.result is None
                else {**vars(ran.result), "message": list(ran.result.message)},
            }
            for ran in done.cells
        ],
    }


@dataclass(kw_only=True)
class Assembly:
    """One submission's result, in the making."""

    master: Master
    student: str
    cells: list[CellResult] = field(default_factory=list)
    notices: list[Text] = field(default_factory=list)
    slips: list[Text] = field(default_factory=list)
    no_response: list[tuple[str, str]] = field(default_factory=list)
    layers: list[str] = field(default_factory=list)
    notebooks: dict[str, dict[str, Any]] = field(default_factory=dict)
    shown: dict[str, dict[str, Any]] = field(default_factory=dict)
    unreadable: bool = False

    def add(
        self, book: MasterNotebook, steps: list[Step], report: Report | None
    ) -> None:
        """A notebook that was graded; None when we failed to."""
        if report is None:
            self._add_all(book, points=None, status="broken", message=outcome.BROKEN)
            return
        for text in report["notices"]:
            self.notices.append(Text(*text))
        self.slips += [Text(*text) for text in report["slips"]]
        self.layers = self.layers or list(report["layers"])
        for ran in report["cells"]:
            if ran["result"] is not None:
                told = {**ran["result"], "message": Text(*ran["result"]["message"])}
                self.cells.append(CellResult(**told))
        self.no_response += [
            (book.name, step.master.grade_id)
            for step in steps
            if step.master is not None
            and step.master.role == "answer"
            and step.source == step.master.source
        ]
        self.notebooks[book.name] = _notebook(book, steps, report, shown=False)
        self.shown[book.name] = _notebook(book, steps, report, shown=True)

    def add_missing(self, book: MasterNotebook) -> None:
        """A notebook that was not handed in: 0 points, as nbgrader gives."""
        message = outcome.NOT_HANDED_IN
        self._add_all(book, points=0.0, status="missing", message=message)

    def add_unreadable(self, book: MasterNotebook, why: Text) -> None:
        """A notebook that cannot be read: 0 points until it is handed in again."""
        self.unreadable = True
        self.notices.append(why)
        self._add_all(book, points=0.0, status="missing", message=why)

    def result(self, seconds: float) -> SubmissionResult:
        """The whole."""
        return SubmissionResult(
            student=self.student,
            assignment=self.master.assignment,
            status=self._status(),
            cells=tuple(self.cells),
            notices=tuple(dict.fromkeys(self.notices)),
            slips=tuple(dict.fromkeys(self.slips)),
            no_response=tuple(self.no_response),
            sandbox=tuple(self.layers),
            seconds=round(seconds, 3),
            notebooks=self.notebooks,
            shown=self.shown,
        )

    def _status(self) -> Status:
        if self.unreadable:
            return "unreadable"
        if any(cell.status == "broken" for cell in self.cells):
            return "partial"
        if any(cell.points is None for cell in self.cells):
            return "needs-manual"
        return "graded"

    def _add_all(
        self, book: MasterNotebook, *, points: float | None, status: Any, message: Text
    ) -> None:
        self.cells += [
            CellResult(
                notebook=book.name,
                grade_id=cell.grade_id,
                points=points,
                max_points=cell.points,
                status=status,
                message=message,
                task=cell.role == "task",
            )
            for cell in book.cells
            if cell.points is not None
        ]


def _notebook(
    book: MasterNotebook, steps: list[Step], report: Report, *, shown: bool
) -> dict[str, Any]:
    """The executed notebook; `shown` is the student's view of it."""
    cells = []
    for number, (step, ran) in enumerate(zip(steps, report["cells"], strict=True)):
        cells.append(_cell(number, step, ran, shown=shown))
    metadata = {
        key: value
        for key, value in book.metadata.items()
        if key in ("kernelspec", "language_info")
    }
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _cell(number: int, step: Step, ran: Report, *, shown: bool) -> dict[str, Any]:
    master = step.master
    source, outputs = step.source, ran["outputs"]
    if shown and master is not None and master.role in ("check", "locked"):
        source = master.released
    if shown and ran["shown"] is not None:
        outputs = ran["shown"]
    cell: dict[str, Any] = {
        "cell_type": step.cell_type,
        "id": f"c{number}",
        "metadata": _metadata(master),
        "source": source,
    }
    if step.cell_type == "code":
        cell |= {"outputs": outputs, "execution_count": ran["count"]}
    return cell


def _metadata(master: MasterCell | None) -> dict[str, Any]:
    if master is None:
        return {}
    metadata = dict(master.metadata)
    if master.tags:
        metadata["tags"] = list(master.tags)
    return metadata


def renamed(found: str, wanted: str) -> Text:
    """The notebook was handed in under another name."""
    return Text(
        ko=f"노트북 이름이 `{wanted}.ipynb`가 아니지만 `{found}`을(를) 채점했습니다.",
        en=f"The notebook was not named `{wanted}.ipynb`; `{found}` was graded.",
    )
