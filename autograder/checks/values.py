"""Turn whatever a student's variable holds into one finite float, or say why not."""

from __future__ import annotations

import math
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .quantity import parse_number
from .units import unit_label
from .unreadable import UnreadableError, quoted


def is_blank(answer: object) -> bool:
    """None, ``...`` and empty text: nothing was answered."""
    return (
        answer is None
        or answer is Ellipsis
        or (type(answer) is str and not answer.strip())
    )


def to_number(answer: object, unit: str) -> float:
    """The one finite number that `answer` is, in `unit`.

    Takes int, float, Fraction, Decimal, numpy numbers, arrays of one element and
    text ("16 GB").  Raises UnreadableError naming the type for anything else.

    >>> to_number(" 1,024 ", "GB")
    1024.0
    """
    answer = _out_of_numpy(answer, unit)
    if type(answer) is str:
        number = parse_number(answer, unit)
    elif type(answer) in (int, float, Fraction, Decimal):
        number = _as_float(answer)
    else:
        raise _not_a_number(type(answer).__name__, unit)
    if not math.isfinite(number):
        raise UnreadableError(
            ko=f"유한한 수가 필요한데 {number}입니다. "
            "0으로 나누었거나 값이 너무 큽니다.",
            en=f"Expected a finite number, got {number}: a division by zero, "
            "or a value that is too large.",
        )
    return number


def _as_float(answer: Any) -> float:
    try:
        return float(answer)
    except OverflowError:  # an int or a Fraction beyond any float
        return math.inf
    except ValueError:  # Decimal("sNaN")
        return math.nan


def _out_of_numpy(answer: object, unit: str) -> object:
    """The Python number inside a numpy scalar or a one-element array."""
    np = sys.modules.get("numpy")  # an answer can be numpy's only once it is loaded
    if np is None or not issubclass(type(answer), np.generic | np.ndarray):
        return answer
    array = np.asarray(answer)
    if array.size != 1:
        raise UnreadableError(
            ko=f"수 하나가 필요한데 모양이 {array.shape}인 배열입니다.",
            en=f"Expected one number, got an array of shape {array.shape}.",
        )
    if array.dtype.kind not in "iuf":
        raise _not_a_number(f"numpy {array.dtype}", unit)
    return float(array.reshape(()))


def _not_a_number(name: str, unit: str) -> UnreadableError:
    return UnreadableError(
        ko=f"{unit_label(unit).ko} 단위의 수 하나가 필요한데 {quoted(name)} 형(type)의 "
        "값입니다.",
        en=f"Expected one number in {unit_label(unit).en}, got a value of type "
        f"{quoted(name)}.",
    )
