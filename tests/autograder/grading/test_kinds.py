"""Ordinary assignments score, cell by cell, as `nbgrader autograde` scores them.

What nbgrader gives stands in expected.json, recorded by record.py; the courses
themselves as masters.json.  test_user_guide.py compares with nbgrader run live.
"""

import json

import nbformat
import pytest

from autograder.grading.master import unpack
from autograder.grading.pool import Pool, Submission
from autograder.grading.settings import Settings
from tests.autograder.grading import tiny
from tests.autograder.grading.courses import (
    answers_of,
    fill,
    our_scores,
    released_by,
    submit,
)
from tests.autograder.grading.kinds import FILES, KINDS, WRONG
from tests.autograder.grading.record import EXPECTED, MASTERS, flat


@pytest.fixture(scope="session")
def expected():
    return json.loads(EXPECTED.read_text())


@pytest.fixture(scope="session")
def recorded():
    return json.loads(MASTERS.read_text())


def master_of(recorded, name, folder):
    """The recorded master, its files written to `folder`."""
    data = dict(recorded[name])
    for file in data["files"]:
        (folder / file).write_text(FILES[file])
    data["files"] = {file: str(folder / file) for file in data["files"]}
    return unpack(data)


def graded(master, students, root, **how):
    """Results for students given as (name, answers)."""
    (book,) = master.notebooks
    released = released_by(book)
    handed = [
        Submission(name, submit(root, "a", name, {book.name: fill(released, answers)}))
        for name, answers in students
    ]
    with Pool(master, **how) as pool:
        return list(pool.grade(handed))


@pytest.fixture(scope="session")
def kind_results(recorded, tmp_path_factory):
    """kind -> results, each kind graded once."""
    done = {}

    def results(kind):
        if kind not in done:
            root = tmp_path_factory.mktemp(kind)
            master = master_of(recorded, kind, root)
            done[kind] = graded(master, answers_of(KINDS[kind], WRONG[kind]), root)
        return done[kind]

    return results


@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_of_a_kind_scores_as_in_nbgrader(kind, kind_results, expected):
    assert flat(our_scores(kind_results(kind))) == expected[kind]


def test_forty_submissions_score_as_in_nbgrader(recorded, expected, tmp_path):
    master = master_of(recorded, "tiny", tmp_path)
    settings = Settings(figures="none")
    results = graded(master, tiny.class_of(40), tmp_path, jobs=2, settings=settings)
    assert len(results) == 40
    assert flat(our_scores(results)) == expected["tiny"]


def test_slips_of_check_cells_are_reported_to_the_instructor(kind_results):
    (model,) = [r for r in kind_results("notebook") if r.student == "model"]
    told = "\n".join(text.en for text in model.slips)
    for cell in ("slip_false", "slip_semi", "slip_text"):
        assert f"`{cell}`" in told
    assert "`helper_test`" not in told


def test_an_executed_notebook_is_one_for_nbformat(kind_results):
    for result in kind_results("plots"):
        for book in result.notebooks.values():
            nbformat.validate(nbformat.from_dict(book))


def test_figures_are_drawn_unless_refused(recorded, tmp_path):
    def pictures(figures):
        master = master_of(recorded, "plots", tmp_path)
        model = next(answers_of(KINDS["plots"], []))
        how = Settings(figures=figures)
        (result,) = graded(master, [model], tmp_path, settings=how)
        return json.dumps(dict(result.notebooks)).count("image/png")

    assert pictures("all") == 3
    assert pictures("none") == 0


def test_the_student_sees_no_hidden_test(kind_results):
    for result in kind_results("classes"):
        assert "HIDDEN" in json.dumps(dict(result.notebooks))
        assert "HIDDEN" not in json.dumps(dict(result.shown))
        assert "negative deposits" not in json.dumps(dict(result.shown))
