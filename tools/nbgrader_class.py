"""One course through nbgrader's own steps, called in this process.

Each step of `nbgrader` on the command line spends seconds on imports; here they are
paid once.  Results are plain objects as in the contract of `autograder grade --json`.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import DeduplicateIds
from traitlets.config.loader import PyFileConfigLoader

from autograder.checks.sheet import MARKS

NOT_JSON = {
    "ko": "노트북 파일이 깨져 있어 열 수 없습니다. 다시 저장해 제출하세요.",
    "en": "The notebook file is damaged and cannot be opened. Save and hand in again.",
}
STATUS = {mark: status for status, mark in MARKS.items()}
LINE = re.compile(rf"^([{''.join(STATUS)}]) \[[\d.e+-]+/[\d.e+-]+\] (.*)$", re.M)
UNREADABLE = {
    "ko": "노트북을 채점하지 못했습니다. 점수가 아니라 파일의 문제입니다: {why}",
    "en": "The notebook could not be graded; the file is the problem: {why}",
}


class StepError(RuntimeError):
    """A step of nbgrader that failed for the whole class."""


class Unduplicate(DeduplicateIds):
    """Make a copied cell an ordinary one; the last of the copies counts.

    nbgrader leaves it empty metadata, then takes that for an old format and gives
    the submission up.
    """

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> Any:
        """One cell, in reverse order."""
        cell, resources = super().preprocess_cell(cell, resources, index)
        if cell.metadata.get("nbgrader") == {}:
            del cell.metadata["nbgrader"]
        return cell, resources


class Course:
    """The nbgrader course in `root`, which holds nbgrader_config.py and source/."""

    def __init__(self, root: Path) -> None:
        config = PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
        config.Application.log_level = "ERROR"
        config.Autograde.sanitize_preprocessors = [
            Unduplicate if step is DeduplicateIds else step
            for step in Autograde.sanitize_preprocessors.default()
        ]
        self.coursedir = CourseDirectory(config=config)
        self.api = NbGraderAPI(self.coursedir, config=config)
        self.exchange = Path(config.Exchange.root)
        self.root = root

    @property
    def inbound(self) -> Path:
        """Where `nbgrader submit` puts what students hand in."""
        return self.exchange / self.coursedir.course_id / "inbound"

    def release(self, assignment: str) -> Path:
        """Make the students' version, put it into the exchange; its folder here."""
        _must(self.api.generate_assignment(assignment, force=True))
        outbound = self.exchange / self.coursedir.course_id / "outbound" / assignment
        shutil.rmtree(outbound, ignore_errors=True)
        _must(self.api.release_assignment(assignment))
        return self.root / "release" / assignment

    def collect(self, assignment: str) -> None:
        """Fetch from the exchange what is new."""
        _must(self.api.collect(assignment, update=True))

    def grade(self, assignment: str, student: str) -> dict[str, Any]:
        """Grade one submission; a failure is a result, not an exception."""
        outcome = self.api.autograde(assignment, student, force=True)
        if not outcome["success"]:
            return _unreadable(assignment, student, outcome)
        cells = list(self._cells(assignment, student))
        return {
            "student": student,
            "assignment": assignment,
            "score": sum(cell["points"] or 0.0 for cell in cells),
            "max_score": sum(cell["max_points"] for cell in cells),
            "status": "needs-manual" if any(map(_waits, cells)) else "graded",
            "cells": cells,
            "notices": _notices(outcome.get("log", "")),
            "sandbox": [],
        }

    def feedback(self, assignment: str, student: str) -> Path | None:
        """The student's feedback page, or None if there is nothing to show."""
        outcome = self.api.generate_feedback(assignment, student, force=True)
        page = self.root / "feedback" / student / assignment
        return page if outcome["success"] else None

    def _cells(self, assignment: str, student: str) -> Iterator[dict[str, Any]]:
        folder = self.root / "autograded" / student / assignment
        with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
            submission = gradebook.find_submission(assignment, student)
            for notebook in submission.notebooks:
                words = _words(folder / f"{notebook.name}.ipynb")
                for grade in notebook.grades:
                    status, message = words.get(grade.name, ("missing", ""))
                    if status == "broken":
                        grade.needs_manual_grade = True
                    yield {
                        "notebook": notebook.name,
                        "grade_id": grade.name,
                        "points": grade.auto_score,
                        "max_points": grade.max_score,
                        "status": "manual" if grade.auto_score is None else status,
                        "message": {"ko": message, "en": message},
                    }
            gradebook.db.commit()


def _waits(cell: dict[str, Any]) -> bool:
    """Must a person look: a manual grade, or a check that failed on our side."""
    return cell["points"] is None or cell["status"] == "broken"


def _words(notebook: Path) -> dict[str, tuple[str, str]]:
    """grade_id -> the status and the sentence that its cell printed."""
    found = {}
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        outputs = cell.get("outputs", [])
        printed = "".join(
            "".join(o["text"]) for o in outputs if o.get("name") == "stdout"
        )
        errors = [o for o in outputs if o["output_type"] == "error"]
        lines = LINE.findall(printed)
        if errors:
            found[grade_id] = ("error", f"{errors[0]['ename']}: {errors[0]['evalue']}")
        elif lines:
            statuses = [STATUS[mark] for mark, _ in lines]
            status = statuses[0] if len(set(statuses)) == 1 else "partly"
            found[grade_id] = (status, " ".join(words for _, words in lines))
    return found


def _notices(log: str) -> list[dict[str, str]]:
    twice = re.findall(r"Cell with id '(.+?)' exists multiple times", log)
    return [
        {
            "ko": f"{name} 칸이 둘 이상입니다. 마지막 것을 채점했습니다.",
            "en": f"The cell {name} is there more than once; the last one counts.",
        }
        for name in dict.fromkeys(twice)
    ]


def _unreadable(
    assignment: str, student: str, outcome: dict[str, Any]
) -> dict[str, Any]:
    log = outcome.get("log", "")
    errors = re.findall(r"^\s*(?:\w+\.)*(\w+(?:Error|Exception)\b.*)$", log, re.M)
    why = errors[-1][:200] if errors else "?"
    notice = {lang: words.format(why=why) for lang, words in UNREADABLE.items()}
    return {
        "student": student,
        "assignment": assignment,
        "score": 0.0,
        "max_score": 0.0,
        "status": "unreadable",
        "cells": [],
        "notices": [NOT_JSON if why.startswith("NotJSONError") else notice],
        "sandbox": [],
    }


def _must(outcome: dict[str, Any]) -> None:
    if not outcome["success"]:
        raise StepError(outcome.get("log") or outcome["error"])
