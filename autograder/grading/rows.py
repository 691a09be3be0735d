"""The gradebook's rows of one submission, as nbgrader would leave them.

Everything here happens inside one transaction of the caller's.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from nbgrader import api, utils

from autograder.grading.result import SubmissionResult
from intensity.language import CourseError, Text

NO_RESPONSE = "No response."

MARKS = sa.Table(
    "autograder_mark",
    sa.MetaData(),
    sa.Column("submission", sa.String(32), primary_key=True),
    sa.Column("key", sa.String(64), nullable=False),
)

Key = tuple[str, str]  # (notebook, grade_id)


@dataclass(frozen=True)
class Layout:
    """What the gradebook knows of one assignment: ids of its notebooks and cells."""

    assignment: str
    duedate: datetime.datetime | None
    notebooks: dict[str, str]
    graded: dict[Key, str]
    commented: dict[Key, str]


class Rows:
    """Writes submissions of one assignment.

    penalty: of (student, score, seconds late), None for none
    create_student: whether a student whom the gradebook lacks is added
    """

    def __init__(
        self,
        layout: Layout,
        penalty: Callable[[str, float, float], float | None],
        *,
        create_student: bool,
    ) -> None:
        self._layout = layout
        self._penalty = penalty
        self._create_student = create_student

    def write(
        self,
        base: sa.Connection,
        result: SubmissionResult,
        key: str,
        timestamp: str | None,
    ) -> None:
        """Store `result` and its mark; raises CourseError for an unknown student."""
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
