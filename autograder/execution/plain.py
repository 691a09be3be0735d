"""Which types cross as copies, and what each is made of again.

Both ends of the line read these tables, so they cannot disagree.
"""

import collections
import datetime
import decimal
import fractions
import pathlib
import types
from collections.abc import Callable
from typing import Any

# Types that only need their constructor's arguments, themselves plain.
SIMPLE: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    range: lambda v: (v.start, v.stop, v.step),
    slice: lambda v: (v.start, v.stop, v.step),
    complex: lambda v: (v.real, v.imag),
    fractions.Fraction: lambda v: (v.numerator, v.denominator),
    decimal.Decimal: lambda v: (str(v),),
    datetime.date: lambda v: (v.year, v.month, v.day),
    datetime.timedelta: lambda v: (v.days, v.seconds, v.microseconds),
    datetime.datetime: lambda v: (*v.timetuple()[:6], v.microsecond, v.tzinfo),
    datetime.time: lambda v: (v.hour, v.minute, v.second, v.microsecond, v.tzinfo),
    datetime.timezone: lambda v: (v.utcoffset(None),),
    # Never by reference: its methods would read the other side's files.
    pathlib.PurePosixPath: lambda v: (str(v),),
    pathlib.PosixPath: lambda v: (str(v),),
}
SIMPLE_BY_NAME = {kind.__name__: kind for kind in SIMPLE}
CONSTANTS: dict[str, Any] = {"...": Ellipsis, "NotImplemented": NotImplemented}
FACTORIES = {kind.__name__: kind for kind in (int, float, str, list, dict, set, tuple)}
VIEWS = {
    type({}.keys()): "keys",
    type({}.values()): "values",
    type({}.items()): "items",
}


DICTS: dict[str, type] = {
    "dict": dict,
    "OrderedDict": collections.OrderedDict,
    "Counter": collections.Counter,
    "defaultdict": collections.defaultdict,
}
MUTABLE = {
    list,
    set,
    bytearray,
    collections.deque,
    types.SimpleNamespace,
    *DICTS.values(),
}


def known_factory(value: Any) -> bool:
    """Whether the factory of a defaultdict is one that both sides know."""
    factory = value.default_factory
    return factory is None or any(factory is known for known in FACTORIES.values())
