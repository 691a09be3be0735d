"""One number: right within tolerance, a known slip named, anything else refused."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks import (
    BITS,
    ELEMENTS,
    GIBI,
    KEYS_ONLY,
    MEBI,
    MULTIPLY_ADD,
    PREFIX,
    SPARSE,
    Number,
    Slip,
    Text,
    one_layer,
    query_heads,
)

EXPECTED = 295.3
RIDGE = Number(
    id="ridge",
    points=2,
    unit="FLOP/byte",
    expected=EXPECTED,
    rtol=0.02,
    slips=(MULTIPLY_ADD.worth(0.5), SPARSE, BITS.inverse, PREFIX),
)


@pytest.mark.parametrize(
    "answer",
    [
        295,
        295.3,
        290.0,
        Fraction(2953, 10),
        Decimal("295.3"),
        np.float32(295.3),
        np.int16(295),
        np.array(295.3),
        np.array([[295.3]]),
        "295",
        "295.3 FLOP/byte",
        "295.3 FLOPs/B",
    ],
    ids=repr,
)
def test_every_kind_of_number_is_accepted(answer):
    assert RIDGE.check(answer).status == "right"


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (True, "bool"),
        (np.bool_(True), "bool"),
        (295j, "complex"),
        (np.complex64(1), "complex"),
        ([295.3], "list"),
        ({"a": 1}, "dict"),
        (abs, "builtin_function_or_method"),
        (np.array(["295"]), "U3"),
        (np.datetime64("2026-01-01"), "datetime64"),
        (b"295", "bytes"),
    ],
    ids=repr,
)
def test_what_is_no_number_is_refused_by_the_name_of_its_type(answer, name):
    outcome = RIDGE.check(answer)
    assert outcome.status == "wrong"
    assert name in outcome.message.en
    assert name in outcome.message.ko


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (math.nan, "finite"),
        (math.inf, "finite"),
        (np.float64("-inf"), "finite"),
        (Decimal("NaN"), "finite"),
        (Decimal("sNaN"), "finite"),
        (10**400, "finite"),
        (Fraction(10**400, 3), "finite"),
        (np.array([1.0, 2.0]), "(2,)"),
        (np.array([]), "(0,)"),
        (-295.3, "sign"),
        (0, "sign"),
    ],
)
def test_numbers_that_cannot_be_say_why(answer, word):
    outcome = RIDGE.check(answer)
    assert outcome.fraction == 0
    assert word in outcome.message.en


@pytest.mark.parametrize("blank", [None, ..., "", "  \n"])
def test_a_blank_is_missing_and_not_wrong(blank):
    assert RIDGE.check(blank).status == "missing"


@pytest.mark.parametrize(
    ("slip", "factor", "word"),
    [
        (MULTIPLY_ADD, 1 / 2, "multiply-add"),
        (BITS, 8, "Bits"),
        (BITS.inverse, 1 / 8, "Bits"),
        (SPARSE, 2, "sparsity"),
        (ELEMENTS, 1 / 2, "one element"),
        (GIBI, 1 / 1.073741824, "GiB"),
        (GIBI, 1.073741824, "GiB"),
        (MEBI, 1 / 1.048576, "MiB"),
        (PREFIX, 1e-3, "prefix"),
        (PREFIX, 1e12, "prefix"),
        (KEYS_ONLY, 1 / 2, "keys and values"),
        (one_layer(32), 1 / 32, "one layer"),
        (query_heads(4), 4, "KV heads"),
    ],
)
def test_each_slip_is_recognised_and_pays_what_the_author_says(slip, factor, word):
    def outcome(credit):
        check = Number(
            id="x", points=1, unit="GB", expected=8.6, slips=(slip.worth(credit),)
        )
        return check.check(8.6 * factor)

    assert outcome(0).status == "wrong"
    assert (outcome(0.5).status, outcome(0.5).fraction) == ("partly", 0.5)
    assert word in outcome(0.5).message.en
    assert outcome(0.5).message.ko != outcome(0.5).message.en


def test_two_slips_of_one_size_are_both_named_and_the_better_credit_counts():
    check = Number(
        id="x",
        points=1,
        unit="GB",
        expected=8.6,
        slips=(KEYS_ONLY, ELEMENTS.worth(0.5)),
    )
    outcome = check.check(4.3)
    assert outcome.fraction == 0.5
    assert "keys and values" in outcome.say("en")
    assert "one element" in outcome.say("en")


def test_a_slip_can_be_a_value_of_its_own():
    slip = Slip(values=(512.0,), message=Text(ko="가중치만", en="weights alone"))
    check = Number(id="x", points=1, unit="FLOP/byte", expected=441, slips=(slip,))
    assert check.check(512).message.en == "weights alone"


def test_tolerance_is_relative_and_zero_is_not_nearly_something():
    tiny = Number(id="x", points=1, unit="s", expected=1e-9)
    assert tiny.check(0).status == "wrong"
    assert tiny.check(2e-9).status == "wrong"
    assert tiny.check(1.005e-9).status == "right"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_message_holds_the_expected_value(number):
    outcome = RIDGE.check(number)
    if outcome.status != "right":
        assert "295" not in outcome.say("en") + outcome.say("ko")


@given(
    st.one_of(
        st.text(max_size=50),
        st.binary(),
        st.lists(st.integers()),
        st.complex_numbers(),
        st.integers(),
        st.none(),
    )
)
def test_junk_is_never_an_exception(junk):
    assert 0 <= RIDGE.check(junk).fraction <= 1
