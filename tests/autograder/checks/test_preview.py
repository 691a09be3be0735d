"""A preview says how an answer is read; it knows no right answer."""

import pytest

from autograder.checks import preview_claim, preview_condition, preview_number


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("16 GiB", "Read as 17.1799 GB. Grading tells whether it is right.\n"),
        (None, "No answer yet.\n"),
        (True, "Expected one number in GB, got a value of type 'bool'.\n"),
    ],
)
def test_a_number_is_shown_as_the_grader_reads_it(answer, shown, capsys):
    preview_number(lambda: answer, "GB", "en")
    assert capsys.readouterr().out == shown


def test_a_preview_speaks_korean_unless_told_otherwise(capsys):
    preview_number(lambda: 3, "GB", lambda: "ko")
    assert capsys.readouterr().out.startswith("3 GB: 이렇게 읽었습니다.")


def test_a_deleted_name_is_a_blank(capsys):
    preview_number(lambda: no_such_name, "GB", "en")  # noqa: F821
    assert capsys.readouterr().out == "No answer yet.\n"


def test_a_condition_is_read_but_not_judged(capsys):
    preview_condition(lambda: "batch < 1", ["batch"], "en")
    preview_condition(lambda: "batch <", ["batch"], "en")
    right, wrong = capsys.readouterr().out.splitlines()
    assert right == "The condition can be read. Grading tells whether it is right."
    assert "cannot be read" in wrong


def test_a_claim_is_shown_field_by_field(capsys):
    preview_claim(
        lambda: {
            "phase": "디코드",
            "model": "라마 3 8B",
            "hardware": "a modern GPU",
            "batch": 8,
            "precision": "W4A16",
            "context": None,
            "basis": "weights are read once\nfor all",
            "color": "red",
        },
        "en",
    )
    assert capsys.readouterr().out.splitlines() == [
        "phase      decode",
        "model      Llama-3-8B",
        "hardware   'a modern GPU' cannot be read",
        "batch      8",
        "precision  weights int4, activations fp16",
        "context    is blank",
        "basis      'weights are read once?for all'",
        "color      is no field",
        "Grading tells whether the claim holds.",
    ]


@pytest.mark.parametrize("blank", [None, {}, {"phase": None, "batch": ""}])
def test_an_empty_form_is_no_answer(blank, capsys):
    preview_claim(lambda: blank, "en")
    assert capsys.readouterr().out == "No answer yet.\n"


@pytest.mark.parametrize("junk", [3, "decode", [1], {1: {}}, {"batch": object()}])
def test_a_form_that_is_none_is_said_to_be_so(junk, capsys):
    preview_claim(lambda: junk, "ko")
    assert capsys.readouterr().out.strip()
