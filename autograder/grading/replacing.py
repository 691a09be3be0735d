"""Names of Python that mean something else where the values live elsewhere.

`type(x)`, `inspect.signature(f)`, `plt.gca()`, `random.seed(1)` in a check cell are
about the student's process; about the checker's own values they stay themselves.
"""

import builtins
import dataclasses
import functools
import inspect
import random
import sys
from collections.abc import Callable
from typing import Any

from autograder.grading.names import Names
from autograder.grading.remote import Remote, RemoteClass


def is_remote(value: object) -> bool:
    """True for a student's object; goes by its real type."""
    return Remote in type(value).__mro__


def replace_builtins(names: Names, student: Any) -> None:
    """`type`, imports of students' own modules, `eval` and `exec` of their text."""

    def type_of(value: Any) -> Any:
        return student.operate("type", value) if is_remote(value) else type(value)

    real_import = builtins.__import__

    def find_module(name: str, *more: Any, **named: Any) -> Any:
        try:
            return real_import(name, *more, **named)
        except ModuleNotFoundError as error:
            globals_ = more[0] if more else named.get("globals")
            if globals_ is not names or error.name != name.split(".")[0]:
                raise
            return student.ask("module", name)

    real_eval, real_exec = builtins.eval, builtins.exec

    def evaluate(text: Any, *spaces: Any) -> Any:
        if isinstance(text, str) and not _is_own(text, names):
            return student.ask("evaluate", text)
        if not spaces and isinstance(text, str):
            spaces = (names, names)
        return real_eval(text, *spaces)

    def execute(text: Any, *spaces: Any) -> Any:
        if isinstance(text, str) and not _is_own(text, names):
            return student.ask("execute", text)
        if not spaces and isinstance(text, str):
            spaces = (names, names)
        return real_exec(text, *spaces)

    def derives_there(*bases: Any) -> bool:
        return any(RemoteClass in type(base).__mro__ for base in bases)

    def define_there(source: str, name: str) -> Any:
        student.ask("execute", source)
        return student.ask("get", name)

    builtins.__type_of__ = type_of  # type: ignore[attr-defined]
    builtins.__derives_there__ = derives_there  # type: ignore[attr-defined]
    builtins.__define_there__ = define_there  # type: ignore[attr-defined]
    builtins.__import__ = find_module
    dict.__setitem__(names, "eval", evaluate)
    dict.__setitem__(names, "exec", execute)


def _is_own(text: str, names: Names) -> bool:
    """Whether a text stands in the check cell itself, so is the instructor's."""
    return text in names.own_texts


def replace_inspect(student: Any) -> None:
    """Source text of a student's function is data of theirs."""
    real: dict[str, Callable[..., Any]] = {
        name: getattr(inspect, name)
        for name in ("getsource", "getsourcelines", "signature", "isclass", "getfile")
    }

    def getsource(value: Any) -> Any:
        return (
            student.ask("source", value)
            if is_remote(value)
            else real["getsource"](value)
        )

    def getsourcelines(value: Any) -> Any:
        if is_remote(value):
            return getsource(value).splitlines(keepends=True), 1
        return real["getsourcelines"](value)

    def signature(value: Any, **more: Any) -> Any:
        if is_remote(value):
            return student.signature(value)
        return real["signature"](value, **more)

    def isclass(value: Any) -> bool:
        return isinstance(value, RemoteClass) or bool(real["isclass"](value))

    for function in (getsource, getsourcelines, signature, isclass):
        setattr(inspect, function.__name__, function)


def replace_comparisons() -> None:
    """`np.allclose` and its like: no value at all is close to none.

    numpy finds nothing amiss in an empty array beside a number, so an answer without
    any value would be right.
    """
    numpy: Any = sys.modules.get("numpy")
    if numpy is None:
        return

    def is_missing(one: Any, other: Any) -> bool:
        sizes = [numpy.size(value) for value in (one, other) if not is_remote(value)]
        return len(sizes) == 2 and 0 in sizes and sizes != [0, 0]

    def compared(real: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(real)
        def compare(*args: Any, **named: Any) -> Any:
            if len(args) >= 2 and is_missing(args[0], args[1]):
                return False
            return real(*args, **named)

        return compare

    def asserted(real: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(real)
        def compare(*args: Any, **named: Any) -> Any:
            if len(args) >= 2 and is_missing(args[0], args[1]):
                raise AssertionError("an array without any element")
            return real(*args, **named)

        return compare

    numpy.allclose = compared(numpy.allclose)
    testing: Any = sys.modules.get("numpy.testing")
    for name in TESTING if testing is not None else ():
        setattr(testing, name, asserted(getattr(testing, name)))


TESTING = (
    "assert_allclose",
    "assert_almost_equal",
    "assert_array_almost_equal",
    "assert_array_equal",
    "assert_array_less",
    "assert_equal",
)


def replace_dataclasses(student: Any) -> None:
    """`asdict` and its like of a student's instance, made there."""
    for name in ("asdict", "astuple", "fields", "replace", "is_dataclass"):
        real = getattr(dataclasses, name)

        def applied(value: Any, *args: Any, _real: Any = real, **named: Any) -> Any:
            if not is_remote(value):
                return _real(value, *args, **named)
            return student.ask(
                "call", getattr(dataclasses, _real.__name__), value, *args, **named
            )

        setattr(dataclasses, name, functools.wraps(real)(applied))


def forward_seeds(names: Names, student: Any) -> None:
    """A check that seeds the random numbers seeds the student's too."""

    def forward(module: Any, path: str) -> None:
        real = module.seed

        def seed(*args: Any, **kwargs: Any) -> None:
            real(*args, **kwargs)
            if not names.preparing:
                student.ask("seed", path, *args, **kwargs)

        module.seed = seed

    forward(random, "random")
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None:
        forward(numpy.random, "numpy.random")


def replace_pyplot(student: Any) -> None:
    """`plt.gcf()` in a check means the student's figure, while one is open."""
    pyplot: Any = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return

    def forward(name: str) -> Callable[..., Any]:
        real = getattr(pyplot, name)

        def ask(*args: Any, **kwargs: Any) -> Any:
            if not student.ask("pyplot", "get_fignums"):
                return real(*args, **kwargs)
            return student.ask("pyplot", name, *args, **kwargs)

        return ask

    for name in ("gcf", "gca", "get_fignums"):
        setattr(pyplot, name, forward(name))
