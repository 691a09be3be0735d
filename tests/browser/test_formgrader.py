"""The formgrader's own buttons grade with this engine, in its sandbox."""

import pytest

from autograder.execution.sandbox import require_layers
from autograder.grading.journal import Journal
from autograder.grading.result import unpack
from tests.autograder.grading import tiny
from tests.autograder.grading.courses import (
    fill,
    nbgrader_scores,
    our_scores,
    release,
    submit,
    write_source,
)
from tests.browser.jupyter import jupyter_lab

TURN_ON = "from autograder.grading.plugin import turn_on\nturn_on(c)\n"
# Makes every later cell answer with full points, where checks share its kernel.
FORGED = (
    "get_ipython().ast_transformers.append(type('T', (), "
    "{'visit': lambda s, n: __import__('ast').parse('3')})())"
)
CLASS = {
    "right": tiny.GOOD,
    "partly": {**tiny.GOOD, "batch": "batch = 295"},
    "forger": {**dict.fromkeys(tiny.GOOD, "pass"), "flops": FORGED},
}
POINTS = {"right": 12, "partly": 9, "forger": 0}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course whose configuration turns the plug-in on, before its release."""
    root = tmp_path_factory.mktemp("formgrader") / "course"
    (root / "exchange").mkdir(parents=True)
    write_source(root, tiny.ASSIGNMENT, {tiny.NOTEBOOK: tiny.CELLS})
    with (root / "nbgrader_config.py").open("a") as config:
        config.write(f"c.Exchange.root = {str(root / 'exchange')!r}\n" + TURN_ON)
    return root


@pytest.fixture(scope="module")
def page(chromium, course):
    """The formgrader after release and one press of the button for each submission."""
    with jupyter_lab(course, course.with_name("jupyter")) as address:
        page = chromium.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{address}formgrader/manage_assignments")
        press(page, tiny.ASSIGNMENT, ".assign", "Successfully created")
        hand_in(course)
        page.goto(f"{address}formgrader/manage_submissions/{tiny.ASSIGNMENT}")
        for student in POINTS:
            press(page, student, ".autograde", "Successfully autograded")
        page.screenshot(path=course.with_name("formgrader.png"))
        yield page
        page.close()


def press(page, row, button, answer):
    page.locator("tr", has_text=row).locator(f"{button} a").click()
    page.get_by_text(answer).wait_for()
    page.get_by_role("button", name="OK").click()
    page.locator("#success-modal").wait_for(state="detached")


def hand_in(course):
    released = release(course, tiny.ASSIGNMENT, tiny.NOTEBOOK)
    for student, answers in CLASS.items():
        made = {tiny.NOTEBOOK: fill(released, answers)}
        submit(course, tiny.ASSIGNMENT, student, made)


@pytest.fixture(scope="module")
def kept(page, course):
    """Student -> what the engine noted about the submission."""
    page.get_by_text("needs manual grading").first.wait_for()
    with Journal(course / ".autograder") as journal:
        return {
            student: unpack(journal.result(tiny.ASSIGNMENT, student))
            for student in POINTS
        }


def test_the_page_shows_the_points(page):
    for student, points in POINTS.items():
        score = page.locator("tr", has_text=student).locator(".score")
        assert score.inner_text() == f"{points} / 15"


def test_the_gradebook_has_the_engines_scores(kept, course):
    assert nbgrader_scores(course, tiny.ASSIGNMENT) == our_scores(kept.values())
    assert {student: kept[student].score for student in POINTS} == POINTS


def test_the_layers_that_held_the_code_are_kept_with_the_result(kept):
    layers = set(require_layers())
    assert all(set(one.sandbox) == layers for one in kept.values())
