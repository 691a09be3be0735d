"""Points from outputs: nbgrader's own function is the oracle."""

import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_output
from nbgrader.utils import determine_grade

from autograder.grading.scoring import score

MAXIMUM = 3.0


def shown(text):
    return {
        "output_type": "execute_result",
        "data": {"text/plain": text},
        "metadata": {},
        "execution_count": 1,
    }


def printed(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


ERROR = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}


def nbgrader_points(outputs):
    meta = {"grade": True, "solution": False, "grade_id": "a", "points": MAXIMUM}
    cell = new_code_cell("", metadata={"nbgrader": meta})
    cell.outputs = [new_output(**output) for output in outputs]
    return determine_grade(cell)[0]


@pytest.mark.parametrize(
    "outputs",
    [
        [],
        [printed("2.0")],
        [shown("1.5")],
        [shown("0")],
        [shown("3")],
        [shown(" 2 ")],
        [shown("1_0e-1")],
        [shown("False")],
        [shown("'0.0'")],
        [shown("nan")],
        [shown("-1.0")],
        [shown("[0.5]")],
        [shown(repr(np.float64(0)))],
        [shown("<Report>")],
        [ERROR],
        [ERROR, shown("2")],
        [shown("2"), ERROR],
        [printed("x"), shown("1")],
        [shown("1"), printed("w", "stderr")],
        [{"output_type": "display_data", "data": {"text/plain": "1"}, "metadata": {}}],
    ],
    ids=str,
)
def test_points_are_nbgraders(outputs):
    assert score(outputs, "", MAXIMUM).points == nbgrader_points(outputs)


@pytest.mark.parametrize("text", ["3.0000001", "inf", "1e9"])
def test_over_the_maximum_nbgrader_stops_and_we_give_the_maximum(text):
    with pytest.raises(ValueError, match="partial credit"):
        nbgrader_points([shown(text)])
    found = score([shown(text)], text, MAXIMUM)
    assert found.points == MAXIMUM
    assert found.slips


def test_a_warning_costs_nothing_and_is_named():
    outputs = [printed("UserWarning", "stderr"), shown("2")]
    assert nbgrader_points(outputs) == 0
    found = score(outputs, "2", MAXIMUM)
    assert found.points == 2
    assert "nbgrader" in found.slips[0].en


@pytest.mark.parametrize("text", ["False", "nan", "-1", "<Report>", "4"])
def test_a_slip_of_the_author_is_reported(text):
    (slip,) = score([shown(text)], text, MAXIMUM).slips
    assert slip.ko
    assert slip.en


@pytest.mark.parametrize(
    ("source", "is_slip"),
    [("x = 1\n0.5;", True), ("plt.plot(x);", False), ("assert x", False), ("1", False)],
)
def test_a_value_hidden_by_a_semicolon_is_a_slip(source, is_slip):
    assert bool(score([], source, MAXIMUM).slips) is is_slip
