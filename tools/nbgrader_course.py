"""An nbgrader course, its steps called in this process.

Each `nbgrader` command spends seconds on imports; here they are paid once.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader


class StepError(RuntimeError):
    """A step of nbgrader that failed; the message is its log."""


class Course:
    """The course in `root`, which holds nbgrader_config.py and source/."""

    def __init__(self, root: Path) -> None:
        config = PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
        config.Application.log_level = "ERROR"
        self.coursedir = CourseDirectory(config=config)
        self.api = NbGraderAPI(self.coursedir, config=config)
        self.exchange = Path(config.Exchange.root) / self.coursedir.course_id
        self.root = root

    def release(self, assignment: str) -> Path:
        """Make the students' version and put it into the exchange; its folder."""
        _must(self.api.generate_assignment(assignment, force=True))
        shutil.rmtree(self.exchange / "outbound" / assignment, ignore_errors=True)
        _must(self.api.release_assignment(assignment))
        return self.root / "release" / assignment

    def collect(self, assignment: str) -> None:
        """Fetch from the exchange what is new."""
        _must(self.api.collect(assignment, update=True))


def _must(outcome: dict[str, Any]) -> None:
    if not outcome["success"]:
        raise StepError(outcome.get("log") or outcome["error"])
