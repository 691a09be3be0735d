"""What the gradebook says now: read-only, by plain SQL, without importing nbgrader.

What a person changed since the grading run (scores, comments, extensions) is in
here and nowhere else, so feedback and exports start from this.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.grading import trouble
from autograder.grading.course import Course
from autograder.grading.database import reader
from intensity.language import CourseError, Text

if TYPE_CHECKING:
    import sqlalchemy as sa

Key = tuple[str, str]  # (notebook, grade_id)


@dataclass(frozen=True, kw_only=True)
class Grade:
    """One graded cell of one student.

    score: what counts, a person's score before the automatic one, with extra credit
    waits: a person must look at it
    """

    score: float
    max_score: float
    waits: bool
    extra_credit: float = 0.0
    manual: bool = False


@dataclass(frozen=True, kw_only=True)
class Standing:
    """One student's submission to one assignment.

    penalty: late penalty over all notebooks, in points
    comments: what a person or nbgrader wrote to a cell
    timestamp: when it was handed in, UTC, as text; "" when unknown
    """

    student: str
    assignment: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    timestamp: str = ""
    penalty: float = 0.0
    grades: dict[Key, Grade] = field(default_factory=dict)
    comments: dict[Key, str] = field(default_factory=dict)

    @property
    def raw(self) -> float:
        """Points before the late penalty."""
        return sum(grade.score for grade in self.grades.values())

    @property
    def final(self) -> float:
        """Points that count."""
        return max(0.0, self.raw - self.penalty)

    @property
    def max_score(self) -> float:
        """Points that could be had."""
        return sum(grade.max_score for grade in self.grades.values())

    @property
    def waits(self) -> bool:
        """True while a person must look at a cell."""
        return any(grade.waits for grade in self.grades.values())


SUBMISSIONS = """
    SELECT sa.id, s.id, a.name, s.first_name, s.last_name, s.email, sa.timestamp
    FROM submitted_assignment sa
    JOIN assignment a ON a.id = sa.assignment_id JOIN student s ON s.id = sa.student_id
    WHERE a.name = :name ORDER BY s.id
"""
PENALTIES = """
    SELECT sn.assignment_id, SUM(COALESCE(sn.late_submission_penalty, 0))
    FROM submitted_notebook sn GROUP BY sn.assignment_id
"""
GRADES = """
    SELECT sn.assignment_id, n.name, b.name, g.auto_score, g.manual_score,
           g.extra_credit, g.needs_manual_grade, COALESCE(gc.max_score, tc.max_score)
    FROM grade g
    JOIN submitted_notebook sn ON sn.id = g.notebook_id
    JOIN notebook n ON n.id = sn.notebook_id JOIN assignment a ON a.id = n.assignment_id
    JOIN base_cell b ON b.id = g.cell_id
    LEFT JOIN grade_cells gc ON gc.id = b.id LEFT JOIN task_cells tc ON tc.id = b.id
    WHERE a.name = :name ORDER BY n.name, b.name
"""
COMMENTS = """
    SELECT sn.assignment_id, n.name, b.name, c.manual_comment, c.auto_comment
    FROM comment c
    JOIN submitted_notebook sn ON sn.id = c.notebook_id
    JOIN notebook n ON n.id = sn.notebook_id JOIN assignment a ON a.id = n.assignment_id
    JOIN base_cell b ON b.id = c.cell_id WHERE a.name = :name
"""
MARKED = """
    SELECT sa.student_id, m.key FROM autograder_mark m
    JOIN submitted_assignment sa ON sa.id = m.submission
    JOIN assignment a ON a.id = sa.assignment_id WHERE a.name = :name
"""
ASSIGNMENTS = "SELECT name FROM assignment ORDER BY name"


def assignments(course: Course) -> list[str]:
    """Every assignment of the gradebook, by name."""
    with _connected(course) as run:
        return [str(row[0]) for row in run(ASSIGNMENTS)]


def marks(course: Course, assignment: str) -> dict[str, str]:
    """Student -> key of the submission whose scores the gradebook holds.

    Empty for a gradebook that this grader has not written to.  Raises CourseError
    when there is one that cannot be read.
    """
    import sqlalchemy as sa

    if _missing_file(course):
        return {}
    with _connected(course) as run:
        # A gradebook that cannot be read is not an empty one: all would be graded
        # again.
        if not sa.inspect(run.base).has_table("autograder_mark"):
            return {}
        return {str(row[0]): str(row[1]) for row in run(MARKED, name=assignment)}


def standings(course: Course, assignment: str) -> dict[str, Standing]:
    """Student -> where they stand in `assignment`; empty when nobody is graded.

    Raises CourseError when the gradebook cannot be read.
    """
    with _connected(course) as run:
        penalties = {row[0]: float(row[1]) for row in run(PENALTIES)}
        found = {}
        for identity, student, name, first, last, email, when in run(
            SUBMISSIONS, name=assignment
        ):
            found[identity] = Standing(
                student=student,
                assignment=name,
                first_name=first or "",
                last_name=last or "",
                email=email or "",
                timestamp=str(when or "")[:19],
                penalty=penalties.get(identity, 0.0),
            )
        for identity, notebook, cell, auto, manual, extra, waits, most in run(
            GRADES, name=assignment
        ):
            score = manual if manual is not None else auto
            found[identity].grades[notebook, cell] = Grade(
                score=float(score or 0.0) + float(extra or 0.0),
                max_score=float(most or 0.0),
                waits=bool(waits),
                extra_credit=float(extra or 0.0),
                manual=manual is not None,
            )
        for identity, notebook, cell, manual, auto in run(COMMENTS, name=assignment):
            if text := manual if manual is not None else auto:
                found[identity].comments[notebook, cell] = text
    return {standing.student: standing for standing in found.values()}


@contextmanager
def _connected(course: Course) -> Iterator[_Run]:
    import sqlalchemy as sa

    if file := _missing_file(course):  # connecting would make it
        raise CourseError(_unreadable(file))
    engine = reader(course.db_url)
    try:
        with engine.connect() as base:
            yield _Run(base)
    except sa.exc.SQLAlchemyError as problem:
        why = trouble.explain(problem, course.root)
        said = _unreadable(str(problem).splitlines()[0])
        raise CourseError(why or said) from problem
    finally:
        engine.dispose()


def _missing_file(course: Course) -> str:
    """The gradebook's file where it is one and is not there, else ""."""
    file = course.db_url.removeprefix("sqlite:///")
    return file if file != course.db_url and not Path(file).is_file() else ""


def _unreadable(why: str) -> Text:
    return Text(
        f"성적부를 읽을 수 없습니다: {why}. 채점을 먼저 실행했는지, "
        "CourseDirectory.db_url이 맞는지 확인하세요.",
        f"the gradebook cannot be read: {why}. Has anything been graded, and is "
        "CourseDirectory.db_url right?",
    )


class _Run:
    """Runs one query with named values."""

    def __init__(self, base: sa.Connection) -> None:
        self.base = base

    def __call__(self, query: str, **values: str) -> list[tuple[Any, ...]]:
        import sqlalchemy as sa

        return [tuple(row) for row in self.base.execute(sa.text(query), values)]
