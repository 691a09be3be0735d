"""`autograder grade` on a real course: the same gradebook as nbgrader's, and more."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest
from nbgrader.api import Gradebook

from tests.autograder.grading import courses, kinds

CELLS = [
    kinds.locked("setup", "scale = 2"),
    kinds.answer("double", "def double(x):\n    return scale * x"),
    kinds.check(
        "double_test",
        2,
        """
        assert double(2) == 4
        ### BEGIN HIDDEN TESTS
        assert double(-31337) == -62674
        ### END HIDDEN TESTS
        """,
    ),
    kinds.answer("parts", "first, second = 1, 2"),
    kinds.check("parts_test", 4, "(first == 1) + 3 * (second == 2)"),
    kinds.manual("essay", 3, "Why?"),
]
OTHER = [
    kinds.answer("name", "name = 'kv'"),
    kinds.check("name_test", 1, "assert name == 'kv'"),
]
RIGHT = courses.solutions(CELLS)
ANSWERS = {
    "20240001": RIGHT,
    "20240002": {},
    "20240003": {**RIGHT, "double": "def double(x):\n    return 4"},
    "20240004": {**RIGHT, "parts": "first, second = 1, 3"},
    "20240005": {**RIGHT, "double": "def double(x:\n"},
    "20240006": {**RIGHT, "parts": "import os\nos._exit(1)"},
}
CONFIG = """
c.LateSubmissionPlugin.penalty_method = 'zero'
c.CourseDirectory.course_id = 'llm'
c.Exchange.root = {exchange!r}
"""
SCHEMA = Path("tests/contracts/grade.schema.json")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The course with submissions, ungraded; tests copy it."""
    root = tmp_path_factory.mktemp("made") / "course"
    root.mkdir()
    courses.write_source(root, "ps1", {"nb": CELLS, "other": OTHER})
    courses.nbgrader(root, ("generate", "ps1"))
    with sqlite3.connect(root / "gradebook.db") as base:
        base.execute("UPDATE assignment SET duedate = '2026-12-01 00:00:00.000000'")
    base.close()
    first = courses.release(root, "ps1", "nb")
    second = courses.release(root, "ps1", "other")
    for student, answers in ANSWERS.items():
        books = {"nb": courses.fill(first, answers)}
        if student != "20240004":  # handed in one of two notebooks
            books["other"] = courses.fill(second, courses.solutions(OTHER))
        late = student == "20240003"
        stamp = f"2026-12-0{2 if late else 1} 00:00:00.000000 UTC"
        courses.submit(root, "ps1", student, books, {"timestamp.txt": stamp})
    return root


@pytest.fixture
def course(made, tmp_path):
    return copied(made, tmp_path)


def copied(made, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(made, root)
    config = root / "nbgrader_config.py"
    exchange = tmp_path / "exchange"
    config.write_text(config.read_text() + CONFIG.format(exchange=str(exchange)))
    return root


def autograder(root, *arguments, **more):
    return subprocess.run(
        [sys.executable, "-m", "autograder", *arguments, "--course", str(root)],
        capture_output=True,
        text=True,
        env={**os.environ, "INTENSITY_LANG": "en", "PYTHONPATH": str(Path.cwd())},
        check=False,
        timeout=600,
        **more,
    )


def stored(root):
    """Everything that a grading run may change in the gradebook."""
    with Gradebook(f"sqlite:///{root}/gradebook.db", "llm") as book:
        found = {}
        for submission in book.assignment_submissions("ps1"):
            student = submission.student.id
            found[student] = {
                "timestamp": submission.timestamp,
                "score": submission.score,
                "waits": submission.needs_manual_grade,
                "penalty": submission.late_submission_penalty,
            }
            for notebook in submission.notebooks:
                where = found[student][notebook.name] = {}
                where["penalty"] = notebook.late_submission_penalty
                for one in notebook.grades:
                    where[one.name] = (
                        one.auto_score,
                        one.manual_score,
                        one.needs_manual_grade,
                    )
                for one in notebook.comments:
                    where[one.name, "comment"] = one.auto_comment
        return found


@pytest.fixture(scope="module")
def graded(made, tmp_path_factory):
    """The course graded by us once; the run, its JSON, the folder."""
    root = copied(made, tmp_path_factory.mktemp("graded"))
    run = autograder(root, "grade", "ps1", "--json", str(root / "out.json"))
    return root, run, json.loads((root / "out.json").read_text())


def test_the_gradebook_is_the_one_that_nbgrader_autograde_makes(graded, made, tmp_path):
    theirs = copied(made, tmp_path)
    # nbgrader loses the whole submission to a cell that ends its process.
    shutil.rmtree(theirs / "submitted/20240006")
    courses.nbgrader(theirs, ("autograde", "ps1", "*"))
    root, _, _ = graded
    ours = stored(root)
    died = ours.pop("20240006")
    assert ours == stored(theirs)
    assert died["nb"]["double_test"][0] == 2
    assert died["nb"]["parts_test"][0] == 0


def test_the_output_follows_the_contract(graded):
    root, run, data = graded
    assert run.returncode == 0, run.stderr
    jsonschema.validate(data, json.loads(SCHEMA.read_text()))
    assert [one["student"] for one in data] == sorted(ANSWERS)
    by = {one["student"]: one for one in data}
    assert by["20240001"]["score"] == 7
    assert by["20240001"]["max_score"] == 10
    assert by["20240001"]["status"] == "needs-manual"
    assert {"landlock", "seccomp"} <= set(by["20240001"]["sandbox"])
    assert (root / "autograded/20240001/ps1/nb.ipynb").is_file()


def test_the_run_says_how_many_and_how_fast(graded):
    _, run, _ = graded
    assert "6 submissions, 6 graded now" in run.stdout
    assert "6/6" in run.stderr


def test_the_next_run_grades_nothing_and_prints_the_same(graded):
    root, _, data = graded
    again = autograder(root, "grade", "ps1", "--json", "-")
    assert json.loads(again.stdout) == data
    assert "/6" not in again.stderr


def test_nbgrader_makes_its_feedback_from_our_autograded_folder(graded, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(graded[0], root)
    program = (
        f"import os; os.chdir({str(root)!r})\n"
        "from nbgrader.apps import NbGrader, NbGraderAPI\n"
        "app = NbGrader(); app.load_config_file()\n"
        "done = NbGraderAPI(config=app.config).generate_feedback('ps1')\n"
        "print(done.get('error', '')); raise SystemExit(not done['success'])"
    )
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    page = (root / "feedback/20240001/ps1/nb.html").read_text()
    assert "double_test" in page


def test_feedback_is_released_by_nbgrader_also_without_a_secret(graded, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(graded[0], root)
    (tmp_path / "exchange").mkdir(mode=0o777)
    config = root / "nbgrader_config.py"
    config.write_text(
        config.read_text() + f"\nc.Exchange.root = {str(tmp_path / 'exchange')!r}\n"
    )
    (tmp_path / "exchange").chmod(0o777)
    made = autograder(root, "feedback", "ps1")
    assert made.returncode == 0, made.stderr
    run = subprocess.run(
        [sys.executable, "-m", "nbgrader", "release_feedback", "ps1"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    released = list((tmp_path / "exchange/llm/feedback").glob("*.html"))
    assert len(released) == 2 * len(ANSWERS)  # under the name of each notebook


def test_feedback_never_shows_a_hidden_test(graded, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(graded[0], root)
    autograder(root, "feedback", "ps1")
    for page in root.glob("feedback/*/ps1/*.html"):
        text = page.read_text()
        assert "31337" not in text
        assert "62674" not in text
        assert "double(2) == 4" in text


def test_status_counts_what_is_graded(graded):
    root, _, _ = graded
    shown = json.loads(autograder(root, "status", "ps1", "--json").stdout)
    assert shown["ps1"]["graded"] == 6
    assert shown["ps1"]["waiting"] == []


def test_an_unreadable_submission_is_named_and_stops_nobody(course):
    bad = course / "submitted/20240002/ps1/nb.ipynb"
    bad.write_bytes(b"not a notebook")
    (course / "submitted/20240002/ps1/other.ipynb").unlink()
    run = autograder(course, "grade", "ps1", "--json", str(course / "out.json"))
    assert run.returncode == 1
    assert "20240002: unreadable" in run.stderr
    data = json.loads((course / "out.json").read_text())
    status = {one["student"]: one["status"] for one in data}
    assert status.pop("20240002") == "unreadable"
    assert len(status) == 5
    assert "unreadable" not in status.values()


@pytest.mark.parametrize(
    "arguments", [["--student", "nobody"], ["--scheduler", "tcp://127.0.0.1:9"]]
)
def test_what_is_not_there_is_wrong_usage(course, arguments):
    run = autograder(course, "grade", "ps1", *arguments)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert arguments[1].split("//")[-1] in run.stderr


def test_a_course_whose_gradebook_is_in_postgresql_is_graded(tmp_path, postgres):
    root = tmp_path / "course"
    root.mkdir()
    config = root / "nbgrader_config.py"
    config.write_text(
        f"c = get_config()\nc.CourseDirectory.db_url = {postgres!r}\n"
        "c.CourseDirectory.course_id = 'llm'\n"
    )
    courses.write_source(root, "ps1", {"other": OTHER})
    courses.nbgrader(root, ("generate", "ps1"))
    released = courses.release(root, "ps1", "other")
    right = courses.fill(released, courses.solutions(OTHER))
    courses.submit(root, "ps1", "kim", {"other": right})
    courses.submit(root, "ps1", "lee", {"other": released})
    run = autograder(root, "grade", "ps1")
    assert run.returncode == 0, run.stderr
    assert not (root / "gradebook.db").exists()
    again = autograder(root, "grade", "ps1")
    assert "0 graded now" in again.stdout
    table = autograder(root, "export").stdout.splitlines()
    assert [line.split(",")[4] for line in table[1:]] == ["1", "0"]


def test_a_machine_without_a_sandbox_is_refused(course):
    program = (
        "import sys\nfrom autograder.execution import sandbox\n"
        "sandbox._layers = lambda: ()\nfrom autograder.cli import main\n"
        f"sys.exit(main(['grade', 'ps1', '--course', {str(course)!r}]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert "--unsafe-no-sandbox" in run.stderr
    assert not (course / "autograded").exists()


# ------------------------------------------------------------- killed at any moment

MANY = 24
KILLS = 7


def class_of(made, tmp_path, count):
    """A course of `count` students with known scores; returns the folder and scores."""
    root = copied(made, tmp_path)
    shutil.rmtree(root / "submitted")
    first = courses.release(root, "ps1", "nb")
    second = courses.release(root, "ps1", "other")
    expected = {}
    for number in range(count):
        student = f"s{number:03}"
        right = number % 3 != 0
        answers = {**RIGHT, "parts": f"first, second = 1, {2 if right else 9}"}
        books = {
            "nb": courses.fill(first, answers),
            "other": courses.fill(second, courses.solutions(OTHER)),
        }
        courses.submit(root, "ps1", student, books)
        expected[student] = 7.0 if right else 4.0
    return root, expected


def done_so_far(root):
    path = root / ".autograder/journal.db"
    if not path.exists():
        return 0
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
    try:
        query = "SELECT COUNT(*) FROM work WHERE state = 'done'"
        return base.execute(query).fetchone()[0]
    except sqlite3.OperationalError:
        return 0
    finally:
        base.close()


def descendants(pid):
    """Every process below `pid`, with its start time, which a reused number lacks."""
    found = [str(pid)]
    for process in found:
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            try:
                found += children.read_text().split()
            except OSError:
                continue
    return {process: started(process) for process in found[1:]}


def started(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[19]
    except OSError:
        return None


def gone(family):
    """True once none of `family` is left; they have a while to notice."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if not any(when and started(one) == when for one, when in family.items()):
            return True
        time.sleep(0.1)
    return False


def auto_scores(root):
    found = {}
    for student, one in stored(root).items():
        found[student] = sum(
            value[0] or 0
            for book in ("nb", "other")
            for name, value in one[book].items()
            if name != "penalty" and "comment" not in name
        )
    return found


def test_a_grader_killed_at_any_moment_grades_everybody_exactly_once(made, tmp_path):
    root, expected = class_of(made, tmp_path, MANY)
    dice = random.Random(20261130)
    command = [sys.executable, "-m", "autograder", "grade", "ps1", "--jobs", "2"]
    for kill in range(KILLS):
        before = done_so_far(root)
        grader = subprocess.Popen(
            [*command, "--course", str(root)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        # Either early, while everything starts, or among the results.
        wanted = before + dice.randint(1, 4) if kill % 3 else -1
        deadline = time.monotonic() + (dice.uniform(0, 4) if wanted < 0 else 120)
        while (
            grader.poll() is None
            and time.monotonic() < deadline
            and not 0 <= wanted <= done_so_far(root)
        ):
            time.sleep(dice.uniform(0, 0.02))
        family = descendants(grader.pid)
        grader.send_signal(signal.SIGKILL)
        grader.wait()
        assert gone(family), "workers or students' processes outlived the grader"
        if kill == 3:  # somebody grades by hand between two runs
            by_hand(root)
    assert done_so_far(root) < MANY, "it was never killed in the middle"
    last = autograder(root, "grade", "ps1", "--json", str(root / "out.json"))
    assert last.returncode == 0, last.stderr
    data = json.loads((root / "out.json").read_text())
    assert {one["student"]: one["score"] for one in data} == expected
    assert auto_scores(root) == expected
    first = stored(root)[sorted(expected)[0]]
    assert first["nb"]["essay"][1] == 2.5
    base = sqlite3.connect(root / "gradebook.db")
    rows = base.execute("SELECT COUNT(*) FROM grade").fetchone()[0]
    base.close()
    assert rows == MANY * 4
    assert autograder(root, "grade", "ps1").stdout.startswith(
        f"{MANY} submissions, 0 graded now"
    )


def by_hand(root):
    with Gradebook(f"sqlite:///{root}/gradebook.db", "llm") as book:
        if not book.assignment_submissions("ps1"):
            return
        student = min(one.student.id for one in book.assignment_submissions("ps1"))
        grade = book.find_grade("essay", "nb", "ps1", student)
        grade.manual_score, grade.needs_manual_grade = 2.5, False
        book.db.commit()


# --------------------------------------------------------------- many machines


def start(*arguments, **more):
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=Path.cwd(),
        **more,
    )


def test_a_class_is_graded_through_dask_though_a_worker_is_killed(made, tmp_path):
    root, expected = class_of(made, tmp_path, 50)
    told = tmp_path / "scheduler.json"
    processes = [
        start(
            *("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"),
            *("--no-dashboard", "--scheduler-file", str(told)),
        )
    ]
    try:
        while not told.exists():
            time.sleep(0.1)
        address = json.loads(told.read_text())["address"]
        workers = [
            start(
                *("distributed.cli.dask_worker", address, "--nthreads", "1"),
                *("--no-nanny", "--no-dashboard", "--name", name),
                *("--local-directory", str(tmp_path / name)),
            )
            for name in ("one", "two")
        ]
        processes += workers
        grader = subprocess.Popen(
            [
                *(sys.executable, "-m", "autograder", "grade", "ps1"),
                *("--scheduler", address, "--course", str(root)),
                *("--json", str(root / "out.json")),
            ],
            stderr=subprocess.PIPE,
            text=True,
        )
        while done_so_far(root) < 5 and grader.poll() is None:
            time.sleep(0.05)
        assert grader.poll() is None, "it was done before a worker could be killed"
        workers[0].kill()
        _, said = grader.communicate(timeout=300)
        assert grader.returncode == 0, said
    finally:
        for process in processes:
            process.kill()
            process.wait()
    data = json.loads((root / "out.json").read_text())
    assert {one["student"]: one["score"] for one in data} == expected
    assert auto_scores(root) == expected
