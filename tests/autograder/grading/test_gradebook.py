"""The gradebook holds what `nbgrader autograde` would have stored, and no less."""

import dataclasses
import datetime
import os
import shutil
import sqlite3
import sys
import threading
import uuid
from pathlib import Path

import pytest
import sqlalchemy as sa
from nbgrader.api import Gradebook

from autograder.grading import gradebook
from autograder.grading.course import load
from autograder.grading.gradebook import Writer
from autograder.grading.grades import marks, standings
from autograder.grading.result import CellResult, SubmissionResult
from autograder.grading.rows import Rows
from intensity.language import CourseError, Text

NOTHING = Text("", "")


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """A gradebook with one assignment; made once, as nbgrader takes seconds to."""
    path = tmp_path_factory.mktemp("template") / "gradebook.db"
    own = str(Path(sys.executable).parent)  # nbgrader runs `alembic` by name
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", own + os.pathsep + os.environ["PATH"])
        fill(f"sqlite:///{path}")
    return path


def fill(url):
    with Gradebook(url, "llm") as book:
        due = datetime.datetime(2026, 12, 1)
        book.add_assignment("ps1", duedate=due, course_id="llm")
        book.add_notebook("a", "ps1")
        book.add_notebook("b", "ps1")
        book.add_grade_cell("t1", "a", "ps1", max_score=2, cell_type="code")
        book.add_grade_cell("t2", "a", "ps1", max_score=3, cell_type="markdown")
        book.add_solution_cell("t2", "a", "ps1")
        book.add_solution_cell("s1", "a", "ps1")
        book.add_task_cell("task", "a", "ps1", max_score=5, cell_type="markdown")
        book.add_grade_cell("t3", "b", "ps1", max_score=4, cell_type="code")


@pytest.fixture(scope="session")
def postgres_template(postgres):
    """The same in PostgreSQL, for CREATE DATABASE ... TEMPLATE."""
    with pytest.MonkeyPatch.context() as patch:
        own = str(Path(sys.executable).parent)
        patch.setenv("PATH", own + os.pathsep + os.environ["PATH"])
        execute(postgres, "CREATE DATABASE template_course")
        fill(postgres.replace("/postgres?", "/template_course?"))
    return postgres


def execute(url, statement):
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as base:
        base.execute(sa.text(statement))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def course(request, tmp_path, template):
    """A course of one assignment with two notebooks."""
    lines = ["c = get_config()", "c.CourseDirectory.course_id = 'llm'"]
    if request.param == "sqlite":
        shutil.copy(template, tmp_path / "gradebook.db")
    else:
        url = request.getfixturevalue("postgres_template")
        name = f"course_{uuid.uuid4().hex}"
        execute(url, f"CREATE DATABASE {name} TEMPLATE template_course")
        url = url.replace("/postgres?", f"/{name}?")
        lines.append(f"c.CourseDirectory.db_url = {url!r}")
    (tmp_path / "nbgrader_config.py").write_text("\n".join(lines))
    (tmp_path / "source/ps1").mkdir(parents=True)
    return load(tmp_path)


def cell(notebook, grade_id, points, most, **more):
    return CellResult(
        notebook=notebook,
        grade_id=grade_id,
        points=points,
        max_points=most,
        status=more.pop("status", "right"),
        message=NOTHING,
        **more,
    )


RESULT = SubmissionResult(
    student="kim",
    assignment="ps1",
    status="needs-manual",
    cells=(
        cell("a", "t1", 1.5, 2, status="partly"),
        cell("a", "t2", None, 3, status="manual"),
        cell("a", "task", None, 5, status="manual", task=True),
        cell("b", "t3", 4.0, 4),
    ),
    no_response=(("a", "s1"),),
    notebooks={"a": {}, "b": {}},
)
EARLY = "2026-11-30 00:00:00 UTC"
LATE = "2026-12-01 02:00:00 UTC"


def store(course, result=RESULT, key="k1", timestamp=EARLY):
    with Writer(course, "ps1") as writer:
        writer.write(result, key, timestamp)


def grades(course, student="kim"):
    with Gradebook(course.db_url, course.course_id) as book:
        submission = book.find_submission("ps1", student)
        return {
            (grade.notebook.name, grade.name): (
                grade.auto_score,
                grade.manual_score,
                grade.needs_manual_grade,
            )
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def comments(course):
    with Gradebook(course.db_url, course.course_id) as book:
        submission = book.find_submission("ps1", "kim")
        return {
            comment.name: (comment.auto_comment, comment.manual_comment)
            for notebook in submission.notebooks
            for comment in notebook.comments
        }


def test_scores_wait_for_a_person_only_where_no_score_is(course):
    store(course)
    assert grades(course) == {
        ("a", "t1"): (1.5, None, False),
        ("a", "t2"): (None, None, True),
        ("a", "task"): (None, None, True),
        ("b", "t3"): (4.0, None, False),
    }
    with Gradebook(course.db_url, course.course_id) as book:
        submission = book.find_submission("ps1", "kim")
        assert submission.score == 5.5
        assert submission.needs_manual_grade
        assert submission.timestamp == datetime.datetime(2026, 11, 30)
        assert book.find_student("kim").score == 5.5


def test_an_unanswered_cell_has_nbgraders_comment(course):
    store(course)
    assert comments(course) == {
        "s1": ("No response.", None),
        "t2": (None, None),
        "task": (None, None),
    }
    store(course, dataclasses.replace(RESULT, no_response=()), "k2")
    assert comments(course)["s1"] == (None, None)


def test_what_a_person_stored_survives_grading_again(course):
    store(course)
    with Gradebook(course.db_url, course.course_id) as book:
        grade = book.find_grade("t2", "a", "ps1", "kim")
        grade.manual_score, grade.needs_manual_grade = 2.5, False
        first = book.find_grade("t1", "a", "ps1", "kim")
        first.extra_credit = 0.5
        comment = book.find_comment("s1", "a", "ps1", "kim")
        comment.manual_comment = "잘했어요"
        book.db.commit()
    store(course, key="k2")
    # As nbgrader: a new automatic score makes the person look again.
    assert grades(course)["a", "t2"] == (None, 2.5, True)
    assert comments(course)["s1"] == ("No response.", "잘했어요")
    with Gradebook(course.db_url, course.course_id) as book:
        assert book.find_submission("ps1", "kim").score == 1.5 + 0.5 + 2.5 + 4


def test_a_notebook_that_was_not_handed_in_is_zero_and_waits_for_nobody(course):
    cells = (*RESULT.cells[:3], cell("b", "t3", 0.0, 4, status="missing"))
    store(course, dataclasses.replace(RESULT, cells=cells, notebooks={"a": {}}))
    assert grades(course)["b", "t3"] == (0.0, None, False)


def test_writing_again_adds_no_row(course):
    for key in ("k1", "k1", "k2"):
        store(course, key=key)
    with Gradebook(course.db_url, course.course_id) as book:
        assert len(book.assignment_submissions("ps1")) == 1
        assert len(grades(course)) == 4
    assert marks(course, "ps1") == {"kim": "k2"}


@pytest.mark.parametrize("course", ["sqlite"], indirect=True)
def test_no_statement_of_writing_reads_a_whole_table(course):
    statements = []

    def keep(_connection, _cursor, statement, parameters, *_):
        statements.append((statement, parameters))

    with Writer(course, "ps1") as writer:
        writer.write(RESULT, "k1", EARLY)
        sa.event.listen(sa.Engine, "before_cursor_execute", keep)
        try:
            writer.write(RESULT, "k2", LATE)
            writer.write(dataclasses.replace(RESULT, student="lee"), "k3", LATE)
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", keep)
    plans = []
    with sqlite3.connect(course.root / "gradebook.db") as base:
        for statement, values in statements:
            one = values[0] if isinstance(values, list) else values
            rows = base.execute(f"EXPLAIN QUERY PLAN {statement}", one)
            plans += [detail for *_, detail in rows]
    assert len(plans) >= 8
    assert [plan for plan in plans if plan.startswith("SCAN")] == []


def test_who_is_stored_while_grades_are_read_is_in_all_of_them_or_in_none(course):
    store(course)
    other = dataclasses.replace(RESULT, student="lee")
    write = threading.Thread(target=store, args=(course, other))

    def after_the_first_query(_connection, _cursor, statement, *_):
        if "FROM submitted" in statement and not write.ident:
            write.start()
            write.join(1)  # SQLite lets nobody write until the reader is done

    sa.event.listen(sa.Engine, "after_cursor_execute", after_the_first_query)
    try:
        found = standings(course, "ps1")
    finally:
        sa.event.remove(sa.Engine, "after_cursor_execute", after_the_first_query)
        write.join()
    assert [len(one.grades) for one in found.values()] == [4]
    assert len(standings(course, "ps1")["lee"].grades) == 4


def test_a_removed_submission_is_no_longer_marked_as_graded(course):
    store(course)
    with Gradebook(course.db_url, course.course_id) as book:
        book.remove_submission("ps1", "kim")
    assert marks(course, "ps1") == {}


# nbgrader's own: it builds rows before it adds them to its session
@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
def test_rows_made_by_nbgrader_itself_are_used(course):
    with Gradebook(course.db_url, course.course_id) as book:
        book.add_student("kim", first_name="김", last_name="철수")
        book.add_submission("ps1", "kim")
    store(course)
    assert len(grades(course)) == 4
    with Gradebook(course.db_url, course.course_id) as book:
        assert book.find_student("kim").first_name == "김"


def test_all_of_a_submission_is_stored_or_nothing(course, monkeypatch):
    def broken(*_):
        raise RuntimeError("in the middle")

    monkeypatch.setattr(Rows, "_write_penalty", broken)
    with pytest.raises(RuntimeError):
        store(course)
    with Gradebook(course.db_url, course.course_id) as book:
        assert book.students == []
    assert marks(course, "ps1") == {}


@pytest.mark.parametrize(
    "text",
    ["", "yesterday", "1 2 x", "2026-13-45 99:00", "9" * 150, "1 1 999999999999"],
)
def test_a_timestamp_that_is_no_time_counts_as_none(course, text):
    store(course, timestamp=text)
    with Gradebook(course.db_url, course.course_id) as book:
        assert book.find_submission("ps1", "kim").timestamp is None


def with_penalty(course, lines):
    path = course.root / "nbgrader_config.py"
    path.write_text(path.read_text() + "\n" + lines)
    return load(course.root)


def penalties(course):
    with Gradebook(course.db_url, course.course_id) as book:
        submission = book.find_submission("ps1", "kim")
        return {
            book.name: book.late_submission_penalty for book in submission.notebooks
        }


def test_late_work_is_not_penalised_by_default(course):
    store(course, timestamp=LATE)
    assert penalties(course) == {"a": None, "b": None}


def test_the_courses_own_penalty_is_asked_per_notebook(course):
    course = with_penalty(course, "c.LateSubmissionPlugin.penalty_method = 'zero'")
    store(course, timestamp=LATE)
    assert penalties(course) == {"a": 1.5, "b": 4.0}
    store(course, timestamp=EARLY)
    assert penalties(course) == {"a": None, "b": None}


PLUGIN = """
from nbgrader.plugins import BasePlugin
class Hourly(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return {1.5: -1, 4.0: 2 * total_seconds_late / 3600}[score]
c.AssignLatePenalties.plugin_class = Hourly
"""


def test_a_penalty_is_kept_between_zero_and_the_score(course):
    course = with_penalty(course, PLUGIN)
    store(course, timestamp=LATE)
    assert penalties(course) == {"a": 0.0, "b": 4.0}


def test_an_extension_counts(course):
    course = with_penalty(course, "c.LateSubmissionPlugin.penalty_method = 'zero'")
    store(course)
    with Gradebook(course.db_url, course.course_id) as book:
        book.grant_extension("ps1", "kim", hours=3)
    store(course, timestamp=LATE)
    assert penalties(course) == {"a": None, "b": None}


def test_an_unknown_assignment_names_the_command_that_adds_it(course):
    with pytest.raises(CourseError, match="generate_assignment ps9"):
        Writer(course, "ps9")


def test_an_unknown_student_is_refused_when_the_course_says_so(course):
    course = with_penalty(course, "c.Autograde.create_student = False")
    with pytest.raises(CourseError, match="nbgrader db student add kim"):
        store(course)


def test_cells_that_the_gradebook_lacks_are_named_and_cost_nothing(course):
    extra = dataclasses.replace(RESULT, cells=(*RESULT.cells, cell("a", "new", 1.0, 1)))
    with Writer(course, "ps1") as writer:
        assert writer.unknown(extra.cells) == [("a", "new")]
        writer.write(extra, "k1", EARLY)
    assert len(grades(course)) == 4


@pytest.mark.parametrize("course", ["sqlite"], indirect=True)
def test_a_locked_database_is_waited_for(course, monkeypatch):
    monkeypatch.setattr(gradebook, "PATIENCE_S", 30.0)
    with Writer(course, "ps1") as writer:
        blocker = sqlite3.connect(
            course.root / "gradebook.db",
            isolation_level=None,
            check_same_thread=False,
        )
        blocker.execute("BEGIN EXCLUSIVE")
        release = threading.Timer(7.0, blocker.close)  # longer than SQLite's own 5 s
        release.start()
        writer.write(RESULT, "k1", EARLY)
        release.join()
    assert grades(course)["b", "t3"] == (4.0, None, False)


def test_a_restarted_server_is_reconnected_to(course):
    with Writer(course, "ps1") as writer:
        writer.write(RESULT, "k1", EARLY)
        if course.db_url.startswith("postgresql"):
            execute(
                course.db_url,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )
        writer.write(dataclasses.replace(RESULT, student="lee"), "k2", EARLY)
    assert grades(course, "lee") == grades(course, "kim")
