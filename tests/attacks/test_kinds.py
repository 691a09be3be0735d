"""Each hostile answer costs its author that question, and nothing else happens."""

import json

import pytest

from autograder.grading.pool import Pool, Submission
from autograder.grading.settings import Settings
from tests.attacks.kinds import KINDS
from tests.autograder.grading.courses import fill, master_of, released_by

POINTS = 2


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Kind -> the result of a submission that is right but for that kind's answer."""
    cells = [("locked", "setup", 0, "import numpy as np\nimport matplotlib.pyplot")]
    for one in KINDS:
        cells.append(("answer", one.name, 0, one.honest))
        cells.append(("check", f"{one.name}_check", POINTS, one.check))
    master = master_of(("kinds", cells))
    released = released_by(master.notebooks[0])
    honest = {one.name: one.honest for one in KINDS}
    handed = [Submission("honest", tmp_path_factory.mktemp("honest"))]
    books = [fill(released, honest)]
    for one in KINDS:
        handed.append(Submission(one.name, tmp_path_factory.mktemp("hostile")))
        books.append(fill(released, {**honest, one.name: one.hostile}))
    for one, book in zip(handed, books, strict=True):
        (one.folder / "kinds.ipynb").write_text(json.dumps(book))
    times = Settings(cell_seconds=5, probe_seconds=5, grace_seconds=1)
    with Pool(master, settings=times) as pool:
        return {result.student: result for result in pool.grade(handed)}


def test_honest_answers_to_all_kinds_are_right(results):
    found = {cell.grade_id: cell.points for cell in results["honest"].cells}
    assert found == {f"{one.name}_check": POINTS for one in KINDS}


@pytest.mark.parametrize("one", KINDS, ids=lambda one: one.name)
def test_a_hostile_answer_costs_its_own_points_only(one, results):
    result = results[one.name]
    lost = {cell.grade_id: cell for cell in result.cells if cell.points != POINTS}
    assert set(lost) == {f"{one.name}_check"}
    (cell,) = lost.values()
    assert cell.points == 0
    assert cell.status != "broken"
    assert cell.message.ko
    assert cell.message.en
    outputs = [made.get("outputs") for made in result.notebooks["kinds"]["cells"]]
    assert "LEAKED" not in json.dumps(outputs)
