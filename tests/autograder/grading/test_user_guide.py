"""The course that the nbgrader package ships in its own documentation."""

import shutil
from pathlib import Path

import nbgrader as package
import pytest

from autograder.grading.loading import load_master
from autograder.grading.pool import Pool, Submission
from tests.autograder.grading.courses import (
    CONFIG,
    fill,
    nbgrader,
    nbgrader_scores,
    our_scores,
    release,
    submit,
)

GUIDE = Path(package.__file__).parent / "docs" / "source" / "user_guide"
MORE = 'c.IncludeHeaderFooter.header = "source/header.ipynb"\n'
AUTOTEST_ANSWER = {
    "squares": "def squares(n):\n"
    "    if n < 1:\n"
    "        raise ValueError('n must be at least 1')\n"
    "    return [i ** 2 for i in range(1, n + 1)]",
    "sum_of_squares": "def sum_of_squares(n):\n    return sum(squares(n))",
}


@pytest.fixture(scope="module")
def guide(tmp_path_factory):
    root = tmp_path_factory.mktemp("guide")
    for name in ("source", "submitted"):
        shutil.copytree(GUIDE / name, root / name)
    shutil.copy(GUIDE / "autotests.yml", root)
    (root / "nbgrader_config.py").write_text(CONFIG + MORE)
    nbgrader(root, ("generate", "ps1"), ("generate", "ps1_autotest"))
    return root


def compared(root, assignment):
    folders = sorted((root / "submitted").glob(f"*/{assignment}"))
    students = [folder.parent.name for folder in folders]
    nbgrader(root, *[("autograde", assignment, student) for student in students])
    with Pool(load_master(root, assignment)) as pool:
        handed = [Submission(f.parent.name, f) for f in folders]
        return nbgrader_scores(root, assignment), our_scores(pool.grade(handed))


def test_the_user_guides_course_scores_as_in_nbgrader(guide):
    theirs, ours = compared(guide, "ps1")
    assert len(theirs) == 18
    assert ours == theirs


def test_generated_tests_score_as_in_nbgrader(guide):
    for student, answers in {
        "right": AUTOTEST_ANSWER,
        "blank": {},
        "wrong": {**AUTOTEST_ANSWER, "squares": "def squares(n):\n    return [n]"},
    }.items():
        books = {
            name: fill(release(guide, "ps1_autotest", name), answers)
            for name in ("problem1", "problem2")
        }
        submit(guide, "ps1_autotest", student, books)
    theirs, ours = compared(guide, "ps1_autotest")
    assert ours == theirs
    points = {
        student: sum(v or 0 for (s, *_), v in theirs.items() if s == student)
        for student in ("right", "blank", "wrong")
    }
    assert points["right"] > points["wrong"] >= points["blank"]
