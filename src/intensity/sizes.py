"""Sizes that come from outside: checked once, at the door."""

from __future__ import annotations

from typing import Any

from .elementwise import is_array
from .language import CourseError, Text
from .roofline import Number


def size(name: str, value: Any, least: int = 1) -> Number:
    """`value` as a size of at least `least`: a whole number, or an array of numbers.

    An array comes back in double precision, so that no product overflows; a sweep
    may hold fractions.  Raises CourseError naming the value and the rule.

    >>> size("batch", 8)
    8
    """
    if type(value) is int and value >= least:
        return value
    if is_array(value):
        import numpy

        array = numpy.asarray(value)
        if array.dtype.kind in "iuf" and bool(numpy.all(array >= least)):
            return array.astype(float)
        value = f"array of {array.dtype}"
    raise CourseError(
        Text(
            ko=f"{name} = {value!r}: {least} 이상의 정수여야 합니다.",
            en=f"{name} = {value!r}: give a whole number of at least {least}",
        )
    )
