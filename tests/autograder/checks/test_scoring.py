"""The score call: a plain clamped float, printed feedback, and never an exception."""

import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_output
from nbgrader.utils import determine_grade

from autograder.checks import Number, Sheet, recording, score
from autograder.checks.scoring import spoken

TWO = Number(id="two", points=np.float64(2), unit="GB", expected=np.float64(4))


class Broken:
    """A check that raises whatever it gets."""

    id = "broken"
    points = 3

    def check(self, answer):
        raise RuntimeError(f"ours, not {answer}")


def test_the_score_is_exactly_a_float():
    assert type(score(TWO, lambda: 4)) is float
    assert score(TWO, lambda: 4) == 2.0
    assert score(TWO, lambda: 5) == 0.0


def test_a_name_the_student_deleted_is_a_blank(capsys):
    assert score(TWO, lambda: no_such_name, "en") == 0.0  # noqa: F821
    assert capsys.readouterr().out == "– [0/2] No answer yet.\n"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("ko", "ko"),
        ("en", "en"),
        (" English ", "en"),
        ("영어", "en"),
        (lambda: "en", "en"),
        (lambda: no_such_name, "ko"),  # noqa: F821
        (lambda: 3, "ko"),
        (lambda: 1 / 0, "ko"),
        ("", "ko"),
    ],
)
def test_the_language_is_the_learners_and_korean_when_unclear(wanted, language):
    assert spoken(wanted) == language


def test_a_check_that_breaks_puts_the_points_on_hold_and_blames_nobody(capsys):
    assert score(Broken(), lambda: 4, "en") == 0.0
    out = capsys.readouterr().out
    assert out.startswith("! [0/3]")
    assert "does not mean that your answer is wrong" in out


def test_a_check_that_cannot_even_be_made_does_the_same(capsys):
    def check():
        raise FileNotFoundError("a table")

    assert score(check, lambda: 4, "en") == 0.0
    assert capsys.readouterr().out.startswith("! [0/0]")


def test_an_answer_that_cannot_be_fetched_is_on_hold(capsys):
    assert score(TWO, lambda: 1 / 0, "en") == 0.0
    assert capsys.readouterr().out.startswith("! [0/2]")


def test_warnings_and_stderr_never_cost_a_mark(capsys):
    def noisy():
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        print("noise", file=sys.stderr)
        return 4

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert score(TWO, noisy) == 2.0
    assert capsys.readouterr().err == ""


def test_a_sheet_adds_up_and_an_absent_answer_is_blank(capsys):
    sheet = Sheet(TWO, Number(id="one", points=1, unit="GB", expected=1))
    assert score(sheet, {"two": lambda: 4}, "en") == 2.0
    assert [line[:7] for line in capsys.readouterr().out.splitlines()] == [
        "✓ [2/2]",
        "– [0/1]",
    ]


def test_two_checks_of_one_id_are_an_authors_error():
    with pytest.raises(ValueError, match="share an id"):
        Sheet(TWO, TWO)


def test_a_grader_can_record_reports_with_both_languages():
    with recording() as reports:
        score(TWO, lambda: 4)
        score(TWO, lambda: None)
    score(TWO, lambda: 4)
    assert [report.lines[0].outcome.status for report in reports] == [
        "right",
        "missing",
    ]
    assert reports[0].lines[0].outcome.message.ko == "맞습니다."


@pytest.mark.parametrize("answer", [4, 5, None, "4 GB", "x", True, 1e400])
def test_nbgrader_reads_exactly_the_score(answer):
    points = score(TWO, lambda: answer)
    cell = new_code_cell(
        outputs=[
            new_output("stream", name="stdout", text="feedback"),
            new_output("execute_result", data={"text/plain": repr(points)}),
        ],
        metadata={"nbgrader": {"grade": True, "solution": False, "points": 2}},
    )
    assert determine_grade(cell, SimpleNamespace(warning=pytest.fail)) == (points, 2.0)
