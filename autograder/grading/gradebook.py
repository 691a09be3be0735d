"""nbgrader's gradebook: one writer, one transaction per submission.

Stores what `nbgrader autograde` would: automatic scores, which cells wait for a
person, "No response." comments, late penalties.  What a person stored (manual
scores, comments, extra credit) is never touched.  A small table of our own says, in
the same transaction, for which version of the submission the scores are.

Rows are found by nbgrader's own unique keys, so that the ten-thousandth submission
costs what the first one did.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from nbgrader import api

from autograder.grading import trouble
from autograder.grading.course import Course
from autograder.grading.result import CellResult, SubmissionResult
from autograder.grading.rows import MARKS, Key, Layout, Rows
from intensity.language import CourseError, Text

# How long a busy or vanished database is waited for.
PATIENCE_S = 60.0

Done = TypeVar("Done")


class Writer:
    """The only writer of a course's gradebook; a context manager.

    Raises CourseError when the assignment is not in the gradebook yet, or the
    database cannot be opened, and SQLAlchemyError where `trouble` knows why.
    """

    def __init__(self, course: Course, assignment: str) -> None:
        self.course = course
        self.assignment = assignment
        _let_nbgrader_find_alembic()
        try:
            self._gradebook = self._patiently(
                lambda: api.Gradebook(course.db_url, course.course_id)
            )
        except sa.exc.SQLAlchemyError as problem:
            if trouble.kind(problem, course.root):
                raise
            raise CourseError(_cannot_open(problem)) from problem
        try:
            self._patiently(lambda: MARKS.metadata.create_all(self._gradebook.engine))
            self._layout = self._patiently(self._read_layout)
            options = course.config.get("Autograde", {})
            self._rows = Rows(
                self._layout,
                _late_penalty(course),
                create_student=options.get("create_student", True),
            )
        except BaseException:
            self._gradebook.close()
            raise

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._gradebook.close()

    def unknown(self, cells: Iterable[CellResult]) -> list[Key]:
        """Graded cells that the gradebook lacks: generate_assignment is out of date."""
        keys = {(cell.notebook, cell.grade_id) for cell in cells}
        return sorted(keys - set(self._layout.graded))

    def write(self, result: SubmissionResult, key: str, timestamp: str | None) -> None:
        """Store `result`, all of it or nothing.

        timestamp: when it was handed in, as nbgrader's timestamp.txt says; None
            leaves the stored one

        Raises CourseError when the student is unknown and may not be created, and
        SQLAlchemyError when the database stays out of reach for `PATIENCE_S`.
        """

        def write() -> None:
            try:
                with self._gradebook.engine.begin() as base:
                    self._rows.write(base, result, key, timestamp)
            except (sa.exc.OperationalError, sa.exc.IntegrityError):
                self._gradebook.engine.dispose()
                raise

        self._patiently(write)

    def _patiently(self, act: Callable[[], Done]) -> Done:
        """What `act` returns, once the database lets it."""
        deadline = time.monotonic() + PATIENCE_S
        pause = 0.05
        while True:
            try:
                return act()
            except (sa.exc.OperationalError, sa.exc.IntegrityError) as problem:
                # Locked by the formgrader, restarted, or the same student made by
                # somebody else just now: the same write works a moment later.
                # A full or read-only disk stays so.
                found = trouble.kind(problem, self.course.root)
                if found in ("full", "read-only") or time.monotonic() > deadline:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 2.0)

    def _read_layout(self) -> Layout:
        try:
            found = self._gradebook.find_assignment(self.assignment)
        except api.MissingEntry:
            raise CourseError(
                Text(
                    f"과제 {self.assignment!r}가 성적부에 없습니다. 먼저 실행하세요: "
                    f"nbgrader generate_assignment {self.assignment}",
                    f"assignment {self.assignment!r} is not in the gradebook; run "
                    f"first: nbgrader generate_assignment {self.assignment}",
                )
            ) from None
        graded: dict[Key, str] = {}
        commented: dict[Key, str] = {}
        for notebook in found.notebooks:
            for cell in (*notebook.grade_cells, *notebook.task_cells):
                graded[notebook.name, cell.name] = cell.id
            for cell in (*notebook.solution_cells, *notebook.task_cells):
                commented[notebook.name, cell.name] = cell.id
        layout = Layout(
            assignment=found.id,
            duedate=found.duedate,
            notebooks={notebook.name: notebook.id for notebook in found.notebooks},
            graded=graded,
            commented=commented,
        )
        self._gradebook.db.remove()  # let go of the read transaction
        return layout


def _let_nbgrader_find_alembic() -> None:
    """nbgrader runs the `alembic` command beside this Python, by name alone."""
    own = str(Path(sys.executable).parent)
    paths = os.environ.get("PATH", "").split(os.pathsep)
    if own not in paths:
        os.environ["PATH"] = os.pathsep.join([own, *paths])


def _late_penalty(course: Course) -> Callable[[str, float, float], float | None]:
    """The penalty plug-in that the course's configuration names."""
    config = course.config
    if "AssignLatePenalties" not in config and "LateSubmissionPlugin" not in config:
        return lambda _student, _score, _late_s: None  # nbgrader's default: none
    from nbgrader.preprocessors import AssignLatePenalties

    assigner = AssignLatePenalties(config=config)
    assigner.init_plugin()
    ask: Callable[[str, float, float], float | None]
    ask = assigner.plugin_inst.late_submission_penalty
    return ask


def _cannot_open(problem: Exception) -> Text:
    said = str(problem).splitlines()[0]
    return Text(
        f"성적부를 열 수 없습니다: {said}. nbgrader_config.py의 "
        "CourseDirectory.db_url을 확인하세요. nbgrader를 올렸다면 백업한 뒤 "
        "`nbgrader db upgrade`를 실행하세요.",
        f"the gradebook cannot be opened: {said}. Look at CourseDirectory.db_url in "
        "nbgrader_config.py; after an upgrade of nbgrader, make a backup and run "
        "`nbgrader db upgrade`.",
    )
