"""A run grades each submission exactly once, whatever fails around it.

The workers here are stand-ins that answer at once; what they stand for is tested
with the real ones elsewhere.
"""

import contextlib
import dataclasses
import errno
import json
import shutil

import pytest
from nbgrader.api import Gradebook
from sqlalchemy.exc import OperationalError

from autograder.grading import gradebook, layout, outcome, rows, run
from autograder.grading.course import load
from autograder.grading.grades import standings
from autograder.grading.journal import Journal, hold
from autograder.grading.result import CellResult, SubmissionResult
from autograder.grading.run import grade
from intensity.language import CourseError, Text
from tests.autograder.grading import courses, kinds

CELLS = [
    kinds.answer("a", "x = 1"),
    kinds.check("a_test", 2, "assert x == 1"),
    kinds.manual("essay", 3, "Why?"),
]
STUDENTS = ["choi", "han", "kim", "lee", "park"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A course that nbgrader has generated; made once, copied for every test."""
    root = tmp_path_factory.mktemp("made")
    courses.write_source(root, "ps1", {"nb": CELLS})
    courses.nbgrader(root, ("generate", "ps1"))
    return root


@pytest.fixture
def course(made, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(made, root)
    released = courses.release(root, "ps1", "nb")
    for student in STUDENTS:
        filled = courses.fill(released, {"a": f"x = 1  # {student}"})
        courses.submit(root, "ps1", student, {"nb": filled})
    return load(root)


class Workers:
    """Grades everything right, in order; remembers whom."""

    def __init__(self, change=lambda result: result):
        self.graded = []
        self.change = change

    def grade(self, submissions):
        for one in submissions:
            self.graded.append(one.student)
            yield self.change(result(one.student))


def result(student):
    def cell(grade_id, points, most, status):
        return CellResult(
            notebook="nb",
            grade_id=grade_id,
            points=points,
            max_points=most,
            status=status,
            message=Text("", ""),
        )

    return SubmissionResult(
        student=student,
        assignment="ps1",
        status="needs-manual",
        cells=(cell("a_test", 2.0, 2, "right"), cell("essay", None, 3, "manual")),
        seconds=0.1,
        notebooks={"nb": {"cells": [], "metadata": {}, "nbformat": 4}},
        shown={"nb": {"cells": []}},
    )


def go(course, workers=None, students=STUDENTS, **more):
    workers = workers or Workers()
    more.setdefault("everyone", students == STUDENTS)
    report = grade(
        course,
        "ps1",
        students,
        hire=lambda _master, _settings: contextlib.nullcontext(workers),
        **more,
    )
    return report, workers.graded


def scores(course):
    found = standings(course, "ps1")
    return {student: standing.raw for student, standing in found.items()}


def test_everyone_is_graded_once_and_the_next_run_has_nothing_to_do(course):
    report, graded = go(course)
    assert graded == STUDENTS
    assert (report.fresh, report.needs_person) == (5, False)
    assert scores(course) == dict.fromkeys(STUDENTS, 2.0)
    report, graded = go(course)
    assert graded == []
    assert report.counts == {"needs-manual": 5}


def test_a_changed_submission_is_graded_again_alone(course):
    go(course)
    path = course.folder("submitted", "kim", "ps1") / "nb.ipynb"
    path.write_text(path.read_text().replace("x = 1", "x = 2"))
    assert go(course)[1] == ["kim"]


@pytest.mark.parametrize("name", ["timestamp.txt", "data.csv"])
def test_a_changed_file_beside_the_notebook_counts(course, name):
    go(course)
    (course.folder("submitted", "lee", "ps1") / name).write_text("2026-12-01 00:00:00")
    assert go(course)[1] == ["lee"]


def test_a_changed_master_grades_everybody_again(course):
    go(course)
    source = course.source("ps1") / "data.csv"
    source.write_text("1,2")
    assert go(course)[1] == STUDENTS


def test_another_version_of_the_grader_grades_everybody_again(course, monkeypatch):
    go(course)
    monkeypatch.setattr(run, "grader_version", lambda: "newer")
    assert go(course)[1] == STUDENTS


def test_force_grades_again_what_is_graded(course):
    go(course)
    assert go(course, force=True)[1] == STUDENTS


@pytest.mark.parametrize("lost", ["gradebook", "folder", "journal", "row"])
def test_a_lost_part_is_made_again(course, lost):
    go(course)
    if lost == "gradebook":
        with Gradebook(course.db_url, course.course_id) as book:
            book.remove_submission("ps1", "kim")
    elif lost == "folder":
        folder = course.folder("autograded", "kim", "ps1")
        folder.rename(course.root / "elsewhere")
    elif lost == "journal":
        (course.private / "journal.db").unlink()
    else:
        with Journal(course.private) as journal:
            journal.forget("ps1", ["kim"])
    expected = STUDENTS if lost == "journal" else ["kim"]
    assert go(course)[1] == expected
    assert scores(course) == dict.fromkeys(STUDENTS, 2.0)


def test_one_student_alone_leaves_the_others_waiting(course):
    assert go(course, students=["kim"])[1] == ["kim"]
    assert go(course)[1] == ["choi", "han", "lee", "park"]


def test_a_manual_grade_survives_everything(course):
    go(course)
    with Gradebook(course.db_url, course.course_id) as book:
        grade_ = book.find_grade("essay", "nb", "ps1", "kim")
        grade_.manual_score, grade_.needs_manual_grade = 2.5, False
        book.db.commit()
    go(course)
    assert not standings(course, "ps1")["kim"].waits
    go(course, force=True)
    assert scores(course)["kim"] == 4.5


# ------------------------------------------------------------------------- faults


def die_at(monkeypatch, place, name, student, error):
    """Raise `error` when `place.name` is about to handle `student`, once."""
    real = getattr(place, name)
    left = [1]

    def broken(*arguments, **named):
        about = " ".join(
            getattr(one, "student", one) if one is not None else ""
            for one in arguments
            if isinstance(one, (str, SubmissionResult))
        )
        if left and student in about:
            left.clear()
            raise error
        return real(*arguments, **named)

    monkeypatch.setattr(place, name, broken)


class Killed(BaseException):
    """Stands for SIGKILL: nothing catches it."""


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (layout, "write"),
        (layout, "timestamp"),
        (gradebook.Writer, "write"),
        (gradebook.Writer, "unknown"),
        (Journal, "done"),
        (Journal, "running"),
    ],
)
def test_a_death_between_any_two_steps_loses_and_doubles_nothing(
    course, monkeypatch, place, name
):
    if name == "unknown":
        real = gradebook.Writer.unknown
        count = []

        def broken(self, cells):
            count.append(1)
            if len(count) == 3:
                raise Killed
            return real(self, cells)

        monkeypatch.setattr(gradebook.Writer, "unknown", broken)
    elif name == "running":
        real_running = Journal.running

        def running(self, assignment, students):
            real_running(self, assignment, students)
            if students == ["kim"]:
                monkeypatch.setattr(Journal, "running", real_running)
                raise Killed

        monkeypatch.setattr(Journal, "running", running)
    else:
        die_at(monkeypatch, place, name, "kim", Killed())
    with pytest.raises(Killed):
        go(course)
    report, graded = go(course)
    assert not report.needs_person
    assert set(graded) <= {"kim", "lee", "park"}
    assert scores(course) == dict.fromkeys(STUDENTS, 2.0)
    assert go(course)[1] == []
    assert not (course.private / "workshop").exists() or not any(
        (course.private / "workshop").iterdir()
    )


def test_a_full_disk_stops_the_run_and_the_next_one_goes_on(course, monkeypatch):
    full = OSError(errno.ENOSPC, "No space left on device")
    die_at(monkeypatch, layout, "write", "kim", full)
    report, _ = go(course)
    assert report.fresh == 2
    assert "No space left" in report.stopped.en
    assert go(course)[1] == ["kim", "lee", "park"]


def test_a_file_that_cannot_be_written_costs_only_its_student(course, monkeypatch):
    die_at(monkeypatch, layout, "write", "kim", OSError(errno.ENAMETOOLONG, "long"))
    report, _ = go(course)
    assert list(report.failed) == ["kim"]
    assert report.fresh == 4
    with Journal(course.private) as journal:
        states = {entry.student: entry.state for entry in journal.entries("ps1")}
    assert states["kim"] == "failed"
    assert go(course)[1] == ["kim"]


def test_a_gradebook_that_stays_locked_stops_the_run(course, monkeypatch):
    locked = OperationalError("x", {}, Exception("database is locked"))
    monkeypatch.setattr(gradebook, "PATIENCE_S", 0.0)
    die_at(monkeypatch, rows.Rows, "write", "kim", locked)
    report, _ = go(course)
    assert "database is locked" in report.stopped.ko
    assert go(course)[1] == ["kim", "lee", "park"]


def test_our_own_failure_holds_the_points_and_is_tried_again(course):
    def lose_kim(found):
        if found.student != "kim":
            return found
        return dataclasses.replace(found, notices=(outcome.BROKEN,))

    report, _ = go(course, Workers(lose_kim))
    assert report.failed == {"kim": outcome.BROKEN}
    assert go(course)[1] == ["kim"]


def test_a_grader_that_can_grade_nobody_says_so_early(course, monkeypatch):
    monkeypatch.setattr(run, "HOPELESS", 3)

    def lose(found):
        return dataclasses.replace(found, notices=(outcome.BROKEN,))

    report, graded = go(course, Workers(lose))
    assert "doctor" in report.stopped.en
    assert len(graded) == 3
    assert go(course)[1] == STUDENTS


def test_workers_that_break_stop_the_run_with_what_is_done_kept(course):
    class Breaking(Workers):
        def grade(self, submissions):
            for number, found in enumerate(super().grade(submissions)):
                if number == 3:
                    raise RuntimeError("the scheduler is gone")
                yield found

    with pytest.raises(RuntimeError):
        go(course, Breaking())
    assert len(scores(course)) == 3
    assert len(go(course)[1]) == 2


def test_two_runs_at_once_are_refused(course):
    with hold(course.private), pytest.raises(CourseError, match="status"):
        go(course)


def test_a_submission_that_was_withdrawn_is_forgotten(course):
    go(course)
    left = [student for student in STUDENTS if student != "kim"]
    go(course, students=left, everyone=True)
    with Journal(course.private) as journal:
        assert [entry.student for entry in journal.entries("ps1")] == left


def test_links_beside_a_notebook_are_not_copied(course):
    folder = course.folder("submitted", "kim", "ps1")
    (folder / "shadow").symlink_to("/etc/shadow")
    (folder / "data.csv").write_text("1")
    go(course)
    there = {path.name for path in course.folder("autograded", "kim", "ps1").iterdir()}
    assert there == {"nb.ipynb", "data.csv"}


def test_the_instructors_file_wins_over_the_students(course):
    (course.source("ps1") / "helper.py").write_text("right = 1")
    (course.folder("submitted", "kim", "ps1") / "helper.py").write_text("right = 0")
    go(course)
    copied = course.folder("autograded", "kim", "ps1") / "helper.py"
    assert copied.read_text() == "right = 1"


def test_autograded_notebooks_are_read_only_json(course):
    go(course)
    path = course.folder("autograded", "kim", "ps1") / "nb.ipynb"
    assert json.loads(path.read_text())["nbformat"] == 4
    assert path.stat().st_mode & 0o777 == 0o444


def test_a_stale_gradebook_is_pointed_out(course):
    def with_new_cell(found):
        new = dataclasses.replace(found.cells[0], grade_id="added")
        return dataclasses.replace(found, cells=(*found.cells, new))

    report, _ = go(course, Workers(with_new_cell))
    assert any("generate_assignment ps1" in text.en for text in report.advice)
