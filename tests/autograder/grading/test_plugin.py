"""`nbgrader autograde` with the plug-in: nbgrader's gradebook, this engine's safety."""

import json

import pytest

from autograder.cli import main
from tests.autograder.grading import tiny
from tests.autograder.grading.courses import (
    fill,
    grade_id,
    nbgrader,
    nbgrader_scores,
    release,
    submit,
)

TURN_ON = "from autograder.grading.plugin import turn_on\nturn_on(c)\n"


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    """Scores in the gradebook after one `nbgrader autograde` of four submissions."""
    root = tmp_path_factory.mktemp("plugged")
    tiny.build(root)
    released = release(root, tiny.ASSIGNMENT, tiny.NOTEBOOK)
    forger = {name: "pass" for name in tiny.GOOD}
    forger["flops"] = (
        "get_ipython().ast_transformers.append(type('T', (), "
        "{'visit': lambda s, n: __import__('ast').parse('3')})())"
    )
    copied = fill(released, tiny.GOOD)
    copied["cells"].insert(0, json.loads(json.dumps(copied["cells"][3])))
    assert grade_id(copied["cells"][0]) == "flops_check"
    for student, made in {
        "right": fill(released, tiny.GOOD),
        "blank": released,
        "forger": fill(released, forger),
        "copied": copied,
    }.items():
        submit(root, tiny.ASSIGNMENT, student, {tiny.NOTEBOOK: made})
    with (root / "nbgrader_config.py").open("a") as config:
        config.write(TURN_ON)
    students = ("right", "blank", "forger", "copied")
    nbgrader(root, *[("autograde", tiny.ASSIGNMENT, name) for name in students])
    executed = root / "autograded" / "right" / tiny.ASSIGNMENT
    found = nbgrader_scores(root, tiny.ASSIGNMENT)
    return found, json.loads((executed / f"{tiny.NOTEBOOK}.ipynb").read_text()), root


def points(scores, student):
    return sum(v or 0 for (name, *_), v in scores[0].items() if name == student)


def test_right_answers_get_their_points(scores):
    assert points(scores, "right") == 12


def test_a_blank_submission_gets_none(scores):
    assert points(scores, "blank") == 0


def test_a_forger_gets_none(scores):
    assert points(scores, "forger") == 0


def test_a_copied_cell_stops_nobody(scores):
    assert points(scores, "copied") == 12


def test_the_answer_for_a_person_waits_for_one(scores):
    key = ("right", tiny.NOTEBOOK, "why")
    assert scores[0][key] is None
    assert scores[0][("blank", tiny.NOTEBOOK, "why")] == 0


def test_the_autograded_notebook_is_executed(scores):
    cells = {grade_id(cell): cell for cell in scores[1]["cells"]}
    assert cells["intensity_check"]["outputs"][0]["data"]["text/plain"] in ("3", ["3"])


def test_our_feedback_follows_nbgraders_own_run(scores):
    root = scores[2]
    assert main(["feedback", tiny.ASSIGNMENT, "--course", str(root)]) == 0
    page = root / "feedback" / "copied" / tiny.ASSIGNMENT / f"{tiny.NOTEBOOK}.html"
    assert "flops_check" in page.read_text()
