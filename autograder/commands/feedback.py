"""`autograder feedback`: pages in nbgrader's feedback folder, for release_feedback."""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
from pathlib import Path

from autograder.commands.common import add_course, add_students, chosen_students
from autograder.grading import files
from autograder.grading.course import Course, check_assignment, load
from autograder.grading.feedback import page
from autograder.grading.grades import Standing, standings
from autograder.grading.journal import Journal
from autograder.grading.layout import timestamp
from autograder.grading.result import SubmissionResult, unpack
from intensity.language import Text

SECRET = "submission_secret.txt"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("assignment", help=Text("과제 이름", "the assignment").say())
    add_course(parser)
    add_students(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write a page per student; 1 when somebody has not been graded yet."""
    course = load(arguments.course)
    assignment = arguments.assignment
    check_assignment(course, assignment)
    standing = standings(course, assignment)
    students = chosen_students(course, assignment, arguments.student)
    written, waiting = 0, []
    with Journal(course.private) as journal:
        for student in students:
            stored = journal.result(assignment, student)
            if stored is None or student not in standing:
                waiting.append(student)
                continue
            write(course, unpack(stored), standing[student])
            written += 1
    print(
        Text(
            f"피드백 {written}개를 {course.steps['feedback']}/에 썼습니다. 학생에게 "
            f"내보내기: nbgrader release_feedback {assignment}",
            f"wrote {written} feedback pages to {course.steps['feedback']}/. To hand "
            f"them out: nbgrader release_feedback {assignment}",
        )
    )
    if waiting:
        print(
            Text(
                f"아직 채점되지 않음({len(waiting)}명): {', '.join(waiting)}",
                f"not graded yet ({len(waiting)}): {', '.join(waiting)}",
            ),
            file=sys.stderr,
        )
    return 1 if waiting else 0


def write(course: Course, result: SubmissionResult, standing: Standing) -> None:
    """The page, under the name of each notebook, as release_feedback wants it."""
    student, assignment = result.student, result.assignment
    html = page(result, standing, course.course_id)
    target = course.folder("feedback", student, assignment)
    workshop = course.private / "workshop"
    workshop.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix="new-", dir=workshop))
    try:
        books = [*(cell.notebook for cell in result.cells), *result.shown]
        for name in dict.fromkeys(books):
            (new / f"{name}.html").write_text(html, encoding="utf-8")
        when = timestamp(course, student, assignment) or standing.timestamp
        (new / "timestamp.txt").write_text(when)
        (new / SECRET).write_text(_secret(course, student, assignment))
        new.chmod(0o755)
        files.replace(new, target)
    except BaseException:
        files.remove(new)
        raise


def _secret(course: Course, student: str, assignment: str) -> str:
    """What names the released file; made up for a submission that came without one."""
    for step in ("submitted", "feedback"):
        path = course.folder(step, student, assignment) / SECRET
        try:
            return files.read(path, 4096).decode("ascii")
        except (OSError, UnicodeDecodeError):
            continue
    return secrets.token_hex(64)
