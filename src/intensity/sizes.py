"""Sizes that come from outside: checked once, at the door."""

from __future__ import annotations

from typing import Any

from .elementwise import is_array
from .language import CourseError, Text
from .roofline import Number

MOST = 10**15  # beyond any machine; keeps every product a finite number


def whole(name: str, value: Any, least: int = 1, most: int = MOST) -> int:
    """`value` as one whole number from `least` to `most`; a numpy integer counts.

    Raises CourseError naming the value and the rule.

    >>> whole("shards", 8)
    8
    """
    number = value
    if is_array(value) and getattr(value, "ndim", 1) == 0 and value.dtype.kind in "iu":
        number = value.item()
    if type(number) is int and least <= number <= most:
        return number
    raise _refused(name, value, least, most)


def size(name: str, value: Any, least: int = 1) -> Number:
    """`value` as a size of at least `least`: a whole number, or an array of numbers.

    An array comes back in double precision, so that no product overflows; a sweep
    may hold fractions.  Raises CourseError naming the value and the rule.

    >>> size("batch", 8)
    8
    """
    if not is_array(value):
        return whole(name, value, least)
    import numpy

    array = numpy.asarray(value)
    if not isinstance(value, numpy.ma.MaskedArray) and array.dtype.kind in "iuf":
        inside = (array >= least) & (array <= MOST)
        if bool(numpy.all(inside)):
            # a numpy scalar is one number: answers come back as plain ones too
            return array.astype(float) if array.ndim else array.item()
        if array.ndim:
            value = array[~inside].flat[0]
    raise _refused(name, value, least, MOST)


def _refused(name: str, value: Any, least: int, most: int) -> CourseError:
    if is_array(value) and getattr(value, "ndim", 0) == 0:
        shown = str(value)
    elif is_array(value):
        shown = f"array of {getattr(value, 'dtype', type(value).__name__)}"
    else:
        shown = _short(value)
    over = type(value) is int and value > most
    return CourseError(
        Text(
            ko=f"{name} = {shown}: {least} 이상"
            + (f" {most} 이하의" if over else "의")
            + " 정수여야 합니다.",
            en=f"{name} = {shown}: give a whole number of at least {least}"
            + (f" and at most {most}" if over else ""),
        )
    )


def _short(value: object) -> str:
    """The value as written, a very long one cut: an error is one line."""
    if type(value) is int and value.bit_length() > 200:
        return f"{'-' * (value < 0)}2^{value.bit_length() - 1}+"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
