"""Which class is meant: names of classes and modules, resolved in the checker.

The student's process names classes by module and qualified name.  A name is only
looked up among what the checker already has; nothing is imported because a student
says so, and only types without side effects are handed to check cells as themselves.
"""

import builtins
import collections
import collections.abc
import sys
import types
from collections.abc import Callable
from typing import Any

from autograder.grading.remote import Description

# Builtins that a check cell may get as themselves when a student names them.
SAFE_BUILTINS = frozenset(
    """
    bool int float complex str bytes bytearray list tuple dict set frozenset object
    range slice enumerate zip map filter reversed
    """.split()  # noqa: SIM905
)
SAFE_MODULES = frozenset({"collections", "fractions", "decimal", "datetime", "numpy"})
# Modules whose functions a student's import may stand for; see `module`.
KNOWN_MODULES = frozenset(
    """
    numpy numpy.linalg numpy.random numpy.testing numpy.fft numpy.polynomial pandas
    pandas.testing scipy scipy.stats scipy.optimize scipy.linalg scipy.integrate
    scipy.special scipy.sparse scipy.signal scipy.spatial scipy.interpolate
    matplotlib matplotlib.pyplot math cmath random statistics itertools functools
    operator collections fractions decimal datetime time re json string copy typing
    textwrap calendar bisect heapq unittest sympy sklearn sklearn.metrics networkx
    """.split()  # noqa: SIM905
)
# No class of a student's is one of these, whatever it is called: they steer the
# grader, the shell or a test framework (a raised SkipTest makes a test pass).
GRADERS = frozenset({"autograder"})
STEERING = frozenset(
    {"IPython", "unittest", "_pytest", "pytest", "bdb", "doctest", "asyncio"}
)
# Types that the interpreter names but `builtins` does not hold.
HIDDEN_TYPES: dict[str, type] = {
    "generator": types.GeneratorType,
    "function": types.FunctionType,
    "builtin_function_or_method": types.BuiltinFunctionType,
    "method": types.MethodType,
    "coroutine": types.CoroutineType,
    "async_generator": types.AsyncGeneratorType,
    "module": types.ModuleType,
    "code": types.CodeType,
}


class Resolver:
    """Resolves names against the checker's modules and the instructor's classes.

    own: classes that the instructor's cells have bound, by name
    helpers: modules that the assignment ships as files
    """

    def __init__(self) -> None:
        self.own: dict[str, type] = {}
        self.helpers: frozenset[str] = frozenset()
        self.imported: frozenset[str] = frozenset()

    def described(self, number: int, told: dict[str, Any]) -> Description:
        """A class as described; KeyError, TypeError or ValueError on nonsense."""
        module, name = _path(told["path"])
        line = [_path(path) for path in list(told["line"])[:40]]
        found = [kind for kind in (self._loaded(*path) for path in line) if kind]
        trusted = next((kind for kind in found if kind is not object), None)
        fields = tuple(str(part)[:100] for part in list(told["fields"])[:100])
        return Description(
            number=number,
            module=module,
            name=name,
            special=frozenset(str(part)[:30] for part in list(told["special"])[:100]),
            fields=fields,
            trusted=trusted,
            own=self._own(module, name),
            is_exception=trusted is not None and issubclass(trusted, BaseException),
            bases=tuple(int(number) for number in list(told["bases"])[:10]),
        )

    def same_class(self, kind: Description) -> type | None:
        """The checker's own class that a check cell may get for the student's."""
        if kind.own is not None:
            return kind.own
        found = self._loaded(kind.module, kind.name)
        if found is None:
            return None
        top = kind.module.split(".")[0]
        safe = (
            (top == "builtins" and kind.name in SAFE_BUILTINS)
            or issubclass(found, BaseException)
            or (top in SAFE_MODULES and _is_harmless(found))
        )
        return found if safe else None

    def exception(self, path: Any) -> type | None:
        """An exception or warning class by name, if the checker has it."""
        try:
            found = self._loaded(*_path(path))
        except (TypeError, ValueError):
            return None
        return found if found and issubclass(found, BaseException) else None

    def module(self, name: str) -> types.ModuleType | None:
        """The checker's own module for one that the student imported."""
        if name in KNOWN_MODULES or name in self.imported:
            try:
                __import__(name)
            except Exception:
                return None
            return sys.modules[name]
        return None

    def library_path(self, value: Any) -> list[str] | None:
        """Where both sides have this class or function, if they do."""
        if not isinstance(value, type) and not callable(value):
            return None
        module = getattr(value, "__module__", None) or ""
        name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
        if type(module) is not str or type(name) is not str:
            return None
        if module == "__main__":
            return [module, name] if self.own.get(name) is value else None
        found: Any = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
        return [module, name] if found is value and found is not None else None

    def fields(self, value: Any) -> dict[str, Any] | None:
        """Fields of an instance of the instructor's own class; None for others."""
        kind = type(value)
        own = self._own(kind.__module__, kind.__qualname__)
        if own is not kind or not hasattr(value, "__dict__"):
            return None
        return dict(vars(value))

    def named_tuple(self, kind: Description, plain: tuple[Any, ...]) -> Any:
        """A named tuple with the student's field names; None if the names are bad."""
        same = self._loaded(kind.module, kind.name)
        if same is not None and getattr(same, "_fields", None) == kind.fields:
            return (
                tuple.__new__(same, plain) if len(plain) == len(kind.fields) else None
            )
        try:
            name = kind.name.split(".")[-1]
            make: Callable[..., Any] = collections.namedtuple
            return make(name, kind.fields)(*plain)
        except (ValueError, TypeError):
            return None

    def own_class(self, path: Any) -> type | None:
        """The instructor's class of that module and name."""
        return self._own(*_path(path))

    def _own(self, module: str, name: str) -> type | None:
        if module == "__main__":
            return self.own.get(name)
        if module.split(".")[0] in self.helpers:
            return self._loaded(module, name)
        return None

    def _loaded(self, module: str, name: str) -> type | None:
        top = module.split(".")[0]
        if top in GRADERS:
            return None
        if module == "builtins":
            found: Any = HIDDEN_TYPES.get(name) or getattr(builtins, name, None)
        elif module == "__main__":
            return self.own.get(name)
        else:
            found = sys.modules.get(module)
            for part in name.split("."):
                found = getattr(found, part, None)
        if not isinstance(found, type):
            return None
        if top in STEERING and issubclass(found, BaseException):
            return None
        return found


def _is_harmless(kind: type) -> bool:
    """Of numpy, only the array and the scalar types: np.memmap opens files."""
    if not kind.__module__.startswith("numpy"):
        return True
    numpy = sys.modules["numpy"]
    return kind is numpy.ndarray or issubclass(kind, numpy.generic)


def _path(path: Any) -> tuple[str, str]:
    module, name = path
    if type(module) is not str or type(name) is not str:
        raise TypeError("not a path")
    return module[:200], name[:200]
