"""A written condition is data: read by whitelist, judged by counterexample."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks import Condition, Lookalike, Text

CHECK = Condition(
    id="when",
    points=3,
    over={"batch": range(1, 400, 7), "width": (0.5, 1, 2)},
    truth=lambda batch, width: 2 * batch / width < 206,
    close=lambda batch, width: abs(2 * batch / width / 206 - 1) < 0.05,
    lookalikes=(
        Lookalike(
            condition="batch < 206",
            credit=1 / 3,
            message=Text(ko="bf16만", en="bf16 only"),
        ),
        Lookalike(condition="batch < 100", message=Text(ko="아님", en="no")),
    ),
)


@pytest.mark.parametrize(
    "text",
    [
        "2 * batch / width < 206",
        "2*batch < 206*width",
        "not 2 * batch >= 206 * width",
        "0 < batch and batch - 103 * width < 0",
        "-batch > -103 * width",
        "batch ≤ 103 × width",
        "batch < 103*width 그리고 batch > 0",
        "batch < 103*width or batch < 0",
        "batch＜103*width",
    ],
)
def test_any_spelling_of_the_right_condition_is_right(text):
    assert CHECK.check(text).status == "right"


def test_a_wrong_condition_gets_a_case_where_it_fails():
    outcome = CHECK.check("batch < 300")
    assert outcome.status == "wrong"
    assert "batch = " in outcome.message.en
    assert "width = " in outcome.message.ko


def test_the_opposite_condition_is_called_so():
    outcome = CHECK.check("2 * batch > 206 * width")
    assert "opposite" in outcome.message.en
    assert outcome.fraction == 0


def test_a_lookalike_gets_its_message_and_its_credit():
    outcome = CHECK.check("206 > batch")
    assert (outcome.status, outcome.fraction) == ("partly", 1 / 3)
    assert outcome.message.en == "bf16 only"
    assert "Counterexample" in outcome.say("en")
    assert CHECK.check("batch < 100").status == "wrong"


def test_cases_too_close_to_call_do_not_count():
    nearly = "2 * batch / width < 213"
    strict = Condition(id="w", points=1, over=CHECK.over, truth=CHECK.truth)
    assert CHECK.check(nearly).status == "right"
    assert strict.check(nearly).status == "wrong"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("batch < rows", "'rows'"),
        ("batch", "compares nothing"),
        ("True", "compares nothing"),
        ("batch < True", "'True'"),
        ("batch < 1j", "'1j'"),
        ("batch < 'a'", "not allowed"),
        ("batch in 3", "compares nothing"),
        ("batch < batch.real", "batch.real"),
        ("__import__('os').system('true') < 1", "not allowed"),
        ("batch < (lambda: 1)()", "not allowed"),
        ("batch < 9**9**9", "not allowed"),
        ("batch < [1][0]", "not allowed"),
        ("(x := 3) < batch", "not allowed"),
        ("batch / 0 < 1", "divides by zero"),
        ("batch / (width - width) < 1", "divides by zero"),
        ("batch < ", "cannot be read"),
        ("(" * 150, "cannot be read"),
        ("batch <" + " 1" * 150, "characters"),
        ("\0", "cannot be read"),
        ("batch < 1or 1", "compares nothing"),
        (3, "'int'"),
        (True, "'bool'"),
        (["batch < 3"], "'list'"),
    ],
)
def test_what_is_not_a_condition_is_refused_in_words(text, word):
    outcome = CHECK.check(text)
    assert outcome.fraction == 0
    assert word in outcome.message.en
    assert outcome.message.ko != outcome.message.en


def test_a_blank_is_missing():
    assert CHECK.check(None).status == "missing"
    assert CHECK.check(" ").status == "missing"


def test_huge_numbers_are_only_large():
    assert CHECK.check(f"batch < {'9' * 180}").status == "wrong"


@given(st.text(alphabet="batchwid<>=!()+-*/ 0123456789.andortlmbx\"'[]", max_size=60))
def test_any_text_is_judged_without_an_exception(text):
    assert 0 <= CHECK.check(text).fraction <= 1
