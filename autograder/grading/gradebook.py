"""nbgrader's gradebook: one writer, one transaction per submission.

Stores what `nbgrader autograde` would: automatic scores, which cells wait for a
person, "No response." comments, late penalties.  What a person stored (manual
scores, comments, extra credit) is never touched.  A small table of our own says, in
the same transaction, for which version of the submission the scores are.

Rows are found by nbgrader's own unique keys, so that the ten-thousandth submission
costs what the first one did.
"""

from __future__ import annotations

import datetime
import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from nbgrader import api, utils

from autograder.grading import trouble
from autograder.grading.course import Course
from autograder.grading.result import CellResult, SubmissionResult
from intensity.language import CourseError, Text

NO_RESPONSE = "No response."

# How long a busy or vanished database is waited for.
PATIENCE_S = 60.0

MARKS = sa.Table(
    "autograder_mark",
    sa.MetaData(),
    sa.Column("submission", sa.String(32), primary_key=True),
    sa.Column("key", sa.String(64), nullable=False),
)

Key = tuple[str, str]  # (notebook, grade_id)
Done = TypeVar("Done")


@dataclass(frozen=True)
class _Layout:
    """What the gradebook knows of one assignment: ids of its notebooks and cells."""

    assignment: str
    duedate: datetime.datetime | None
    notebooks: dict[str, str]
    graded: dict[Key, str]
    commented: dict[Key, str]


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
            self._penalty = _late_penalty(course)
        except BaseException:
            self._gradebook.close()
            raise
        options = course.config.get("Autograde", {})
        self._create_student = options.get("create_student", True)

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
                    self._write(base, result, key, timestamp)
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

    def _write(
        self,
        base: sa.Connection,
        result: SubmissionResult,
        key: str,
        timestamp: str | None,
    ) -> None:
        self._have_student(base, result.student)
        submission, late_s = self._have_submission(base, result.student, timestamp)
        books = self._have_notebooks(base, submission)
        self._have_rows(base, api.Comment, self._layout.commented, books)
        grades = self._have_rows(base, api.Grade, self._layout.graded, books)
        scores = self._write_scores(base, books, grades, result)
        handed_in = {name: books[name] for name in books if name in result.notebooks}
        self._write_comments(base, handed_in, result)
        for name, submitted in handed_in.items():
            self._write_penalty(base, submitted, result.student, scores[name], late_s)
        base.execute(MARKS.delete().where(MARKS.c.submission == submission))
        base.execute(MARKS.insert().values(submission=submission, key=key))

    def _read_layout(self) -> _Layout:
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
        layout = _Layout(
            assignment=found.id,
            duedate=found.duedate,
            notebooks={notebook.name: notebook.id for notebook in found.notebooks},
            graded=graded,
            commented=commented,
        )
        self._gradebook.db.remove()  # let go of the read transaction
        return layout

    def _have_student(self, base: sa.Connection, student: str) -> None:
        table = api.Student.__table__
        if base.scalar(sa.select(table.c.id).where(table.c.id == student)) is not None:
            return
        if not self._create_student:
            raise CourseError(
                Text(
                    f"학생 {student!r}이(가) 성적부에 없고, 설정에서 자동 등록이 꺼져 "
                    f"있습니다. 등록하세요: nbgrader db student add {student}",
                    f"student {student!r} is not in the gradebook and the "
                    f"configuration adds none; add one: nbgrader db student add "
                    f"{student}",
                )
            )
        base.execute(table.insert().values(id=student))

    def _have_submission(
        self, base: sa.Connection, student: str, timestamp: str | None
    ) -> tuple[str, float]:
        """The submission's row, made where missing, and by how many seconds late."""
        table = api.SubmittedAssignment.__table__
        when = _when(timestamp)
        row = base.execute(
            sa.select(table.c.id, table.c.timestamp, table.c.extension).where(
                table.c.assignment_id == self._layout.assignment,
                table.c.student_id == student,
            )
        ).one_or_none()
        if row is None:
            identity = api.new_uuid()
            extension = None
            base.execute(
                table.insert().values(
                    id=identity,
                    assignment_id=self._layout.assignment,
                    student_id=student,
                    timestamp=when,
                )
            )
        else:
            identity, before, extension = row
            when = when or before
            base.execute(
                table.update().where(table.c.id == identity).values(timestamp=when)
            )
        due = self._layout.duedate
        if when is None or due is None:
            return identity, 0.0
        due += extension or datetime.timedelta()
        return identity, max(0.0, (when - due).total_seconds())

    def _have_notebooks(self, base: sa.Connection, submission: str) -> dict[str, str]:
        """Notebook name -> its row in this submission, made where missing."""
        table = api.SubmittedNotebook.__table__
        rows = base.execute(
            sa.select(table.c.notebook_id, table.c.id).where(
                table.c.notebook_id.in_(self._layout.notebooks.values()),
                table.c.assignment_id == submission,
            )
        )
        have = {notebook: identity for notebook, identity in rows}
        missing = [
            {"id": api.new_uuid(), "notebook_id": notebook, "assignment_id": submission}
            for notebook in self._layout.notebooks.values()
            if notebook not in have
        ]
        if missing:
            base.execute(table.insert(), missing)
        have |= {row["notebook_id"]: row["id"] for row in missing}
        return {name: have[book] for name, book in self._layout.notebooks.items()}

    def _have_rows(
        self,
        base: sa.Connection,
        entity: Any,
        cells: dict[Key, str],
        books: dict[str, str],
    ) -> dict[Key, Any]:
        """(notebook, grade_id) -> its row, None for one made just now."""
        table = entity.__table__
        keys = {identity: key for key, identity in cells.items()}
        rows = base.execute(
            sa.select(table).where(
                table.c.cell_id.in_(keys), table.c.notebook_id.in_(books.values())
            )
        ).all()
        have: dict[Key, Any] = {
            keys[row.cell_id]: row for row in rows if row.cell_id in keys
        }
        missing = [key for key in cells if key not in have]
        if missing:
            base.execute(
                table.insert(),
                [{"cell_id": cells[k], "notebook_id": books[k[0]]} for k in missing],
            )
        return have | dict.fromkeys(missing)

    def _write_scores(
        self,
        base: sa.Connection,
        books: dict[str, str],
        grades: dict[Key, Any],
        result: SubmissionResult,
    ) -> dict[str, float]:
        """Store the automatic scores; returns each notebook's score that counts."""
        scores = dict.fromkeys(books, 0.0)
        values = []
        for cell in result.cells:
            key = (cell.notebook, cell.grade_id)
            if key not in grades:  # the master changed after generate_assignment
                continue
            row = grades[key]
            manual = None if row is None else row.manual_score
            extra = 0.0 if row is None else row.extra_credit or 0.0
            # As nbgrader: a notebook that was not handed in waits for nobody.
            handed_in = cell.notebook in result.notebooks
            waits = handed_in and (manual is not None or cell.manual)
            counted = manual if manual is not None else cell.points
            scores[cell.notebook] += (counted or 0.0) + extra
            values.append(
                {
                    "of_cell": self._layout.graded[key],
                    "of_book": books[cell.notebook],
                    "auto_score": cell.points,
                    "needs_manual_grade": waits,
                }
            )
        _update_rows(base, api.Grade, values)
        return scores

    def _write_comments(
        self, base: sa.Connection, books: dict[str, str], result: SubmissionResult
    ) -> None:
        unanswered = set(result.no_response)
        values = [
            {
                "of_cell": identity,
                "of_book": books[key[0]],
                "auto_comment": NO_RESPONSE if key in unanswered else None,
            }
            for key, identity in self._layout.commented.items()
            if key[0] in books
        ]
        _update_rows(base, api.Comment, values)

    def _write_penalty(
        self,
        base: sa.Connection,
        submitted: str,
        student: str,
        score: float,
        late_s: float,
    ) -> None:
        penalty = self._penalty(student, score, late_s) if late_s > 0 else None
        if penalty is not None:
            penalty = min(max(penalty, 0.0), score)
        table = api.SubmittedNotebook.__table__
        base.execute(
            table.update()
            .where(table.c.id == submitted)
            .values(late_submission_penalty=penalty)
        )


def _update_rows(base: sa.Connection, entity: Any, values: list[Any]) -> None:
    """Set columns of one submission's grades or comments, by cell and notebook."""
    if not values:
        return
    table = entity.__table__
    columns = [name for name in values[0] if not name.startswith("of_")]
    statement = (
        table.update()
        .where(
            table.c.cell_id == sa.bindparam("of_cell"),
            table.c.notebook_id == sa.bindparam("of_book"),
        )
        .values({name: sa.bindparam(name) for name in columns})
    )
    base.execute(statement, values)


def _when(timestamp: str | None) -> datetime.datetime | None:
    """A timestamp.txt as nbgrader reads it; None for a text that is no time.

    Submissions bring the file along, so its text is the student's.
    """
    if not timestamp:
        return None
    try:
        when: datetime.datetime = utils.parse_utc(timestamp)
    except (ValueError, OverflowError, TypeError):
        return None
    return when


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
