"""A number that a person typed is read exactly, or asked about; never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks.quantity import parse_number
from autograder.checks.unreadable import UnreadableError


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        ("12", "GB", 12),
        ("１２．５", "GB", 12.5),  # full width
        ("1,234,567.5", "GB", 1234567.5),
        ("1_000", "GB", 1000),
        ("12 345", "GB", 12345),
        ("−3", "GB", -3),  # U+2212
        ("1.6e10", "FLOP", 1.6e10),
        ("1.6E+10", "FLOP", 1.6e10),
        ("1.6×10^10", "FLOP", 1.6e10),
        ("1.6 x 10**10", "FLOP", 1.6e10),
        ("1.6·10¹⁰", "FLOP", 1.6e10),
        ("10^12", "FLOP", 1e12),
        ("2×10⁻³ s", "s", 2e-3),
        ("16 GB", "GB", 16),
        ("16GB", "byte", 16e9),
        ("16 GiB", "GB", 16 * 1.073741824),
        ("16 기가", "기가", 16),  # a unit of the author's own
        ("3.35 TB/s", "GB/s", 3350),
        ("3.35 TBps", "GB/s", 3350),
        ("312 TFLOPS", "FLOP/s", 312e12),
        ("312 TFLOP/s", "TFLOP/s", 312),
        ("2 GFLOPs", "FLOP", 2e9),
        ("206 FLOPs/byte", "FLOP/byte", 206),
        ("206 FLOP/바이트", "FLOP/byte", 206),
        ("312조", "FLOP/s", 312e12),
        ("1조 2000억", "FLOP", 1.2e12),
        ("80억 3천만", "byte", 8.03e9),
        ("1.5만 토큰", "token", 15000),
        ("8 billion", "byte", 8e9),
        ("15 ms", "s", 0.015),
        ("220 requests", "requests", 220),
        ("220개", "requests", 220),
    ],
)
def test_what_people_write_is_read(text, unit, number):
    assert parse_number(text, unit) == pytest.approx(number, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "unit", "word"),
    [
        ("1,5", "GB", "decimal point"),
        ("0,500", "GB", "decimal point"),
        ("1,23,456", "GB", "decimal point"),
        ("16 Gb", "GB", "means bit"),
        ("16k", "token", "more than one meaning"),
        ("8B", "FLOP", "FLOP"),
        ("5 GB", "FLOP/byte", "FLOP/byte"),
        ("3 kg", "GB", "no unit of this course"),
        ("1/3", "GB", "'/3'"),
        ("1.2.3", "GB", "'.3'"),
        ("about ten", "GB", "No number"),
        ("억", "GB", "No number"),
        ("2만 3억", "GB", "larger groups first"),
        ("1e999", "GB", "too large"),
        ("9" * 500, "GB", "500 characters"),
    ],
)
def test_what_has_two_meanings_is_asked_about(text, unit, word):
    with pytest.raises(UnreadableError) as error:
        parse_number(text, unit)
    assert word in error.value.text.en
    assert error.value.text.ko != error.value.text.en


@given(st.text(max_size=300), st.sampled_from(["GB", "FLOP/byte", "x", "%"]))
def test_any_text_is_a_number_or_a_message(text, unit):
    try:
        read = parse_number(text, unit)
    except UnreadableError as error:
        read = error.text.ko and error.text.en
    assert isinstance(read, float | str)
    assert read != ""


@given(st.floats(min_value=1e-9, max_value=1e18))
def test_a_number_written_by_python_comes_back(number):
    assert parse_number(repr(number), "GB") == pytest.approx(number, rel=1e-12)
    assert parse_number(f"{number:,.3f} GB", "GB") == pytest.approx(number, abs=1e-3)
