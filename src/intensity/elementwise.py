"""The three functions that numbers and numpy arrays spell differently.

Everything else the library does is arithmetic, which both spell alike.  numpy is
imported only once an array has come in, so that `import intensity` stays light
and the library runs where there is no numpy, such as in a browser page.
"""

from __future__ import annotations

from typing import Any


def is_array(*values: Any) -> bool:
    """Whether any of `values` is a numpy array or numpy scalar.

    >>> is_array(1, 2.0)
    False
    """
    return any(hasattr(value, "__array__") for value in values)


def minimum(a: Any, b: Any) -> Any:
    """The smaller of two numbers, or of each pair in two arrays.

    >>> minimum(2, 3)
    2
    """
    if not is_array(a, b):
        return a if a <= b else b
    import numpy

    return numpy.minimum(a, b)


def maximum(a: Any, b: Any) -> Any:
    """The larger of two numbers, or of each pair in two arrays.

    >>> maximum(2, 3)
    3
    """
    if not is_array(a, b):
        return a if a >= b else b
    import numpy

    return numpy.maximum(a, b)


def where(condition: Any, yes: Any, no: Any) -> Any:
    """`yes` where `condition` holds and `no` elsewhere.

    >>> where(1 < 2, "compute", "memory")
    'compute'
    """
    if not is_array(condition, yes, no):
        return yes if condition else no
    import numpy

    return numpy.where(condition, yes, no)
