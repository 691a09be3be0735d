"""The global names of check cells: the instructor's own, else the student's, live.

    modules, functions, classes that instructor cells bind   the checker's own
    data that only check cells bind                          the checker's own
    everything else                                          fetched from the student

Data that locked cells bind is the student's too, since students fill arrays and
dicts in place; but a constant (a number, text) that no student-side cell of the
master rebinds keeps the instructor's value, whatever the student made of it.

A name that a check cell rebinds or deletes is rebound or deleted in the student's
process when the master's student-side cells use that name; other names of check
cells (expected values!) never go over.
"""

import builtins
import types
from collections.abc import Iterator
from typing import Any

from autograder.execution.values import NotPlainError
from autograder.grading.line import CrossingError
from autograder.grading.remote import NO_VALUE, Remote, RemoteModule
from autograder.grading.student import Student

CONSTANT_TYPES = (bool, int, float, complex, str, bytes, type(None))
PRIVATE = frozenset(
    {"In", "Out", "get_ipython", "exit", "quit", "open", "display"}
)  # IPython's own in every namespace
Instructor = types.ModuleType | types.FunctionType | types.BuiltinFunctionType | type


class Names(dict[str, Any]):
    """Globals for `exec`; see the module's docstring for whose name is whose."""

    def __init__(self) -> None:
        super().__init__(__name__="__main__", __builtins__=builtins)
        self.student: Student | None = None
        self.shared: frozenset[str] = frozenset()
        self.constants: dict[str, Any] = {}
        self.data: dict[str, Any] = {}
        self.preparing = False
        self.own_texts: frozenset[str] = frozenset()
        self.changed_constants: set[str] = set()
        self._cache: dict[str, tuple[int, Any]] = {}
        self._pending: dict[str, Any] = {}

    def keep_base(self) -> None:
        """Remember the names here as those every notebook begins with."""
        self._base = dict(self)

    def reset(self) -> None:
        """As at the beginning of a notebook."""
        super().clear()
        super().update(self._base)
        for kept in (self.constants, self.data, self._cache, self._pending):
            kept.clear()
        self.changed_constants.clear()
        self.student, self.preparing = None, False

    # --------------------------------------------------------- the instructor's

    def begin_locked(self) -> None:
        """A locked cell runs here next: its names are the instructor's."""
        self.preparing = True
        self._before = dict(self)

    def end_locked(self, rebound: frozenset[str]) -> None:
        """Keep modules, functions and classes here; the rest is the student's data.

        rebound: names that student-side cells of the master bind, at any place
        """
        self.preparing = False
        for name, value in list(self.items()):
            if self._before.get(name, self) is value or _is_shells(name):
                continue
            if isinstance(value, Instructor) or callable(value):
                continue
            super().__delitem__(name)
            self.data[name] = value
            if type(value) in CONSTANT_TYPES and name not in rebound:
                self.constants[name] = value
            else:
                self.constants.pop(name, None)

    def release(self, bound: frozenset[str]) -> None:
        """A student-side cell of the master binds these names: they are theirs now."""
        for name in bound:
            if name in self.keys_here() and not _is_shells(name):
                super().__delitem__(name)
            self.constants.pop(name, None)

    # --------------------------------------------------------- the mapping

    def __missing__(self, name: str) -> Any:
        if self.preparing:
            return self.data[name]
        if self.student is None or _is_shells(name):
            raise KeyError(name)
        if name in BUILTINS and name not in self.shared:
            raise KeyError(name)
        if name in self._pending:
            return self._pending[name]
        known = self._cache.get(name)
        if known is not None and (
            known[0] == self.student.epoch or name in self.student.bound
        ):
            return known[1]
        value = self._fetched(name)
        self._cache[name] = (self.student.epoch, value)
        if is_only_there(value):
            self.student.bound[name] = value._remote.number
        return value

    def _fetched(self, name: str) -> Any:
        assert self.student is not None
        value = self.student.ask("get", name)
        if name in self.constants:
            constant = self.constants[name]
            if type(value) is not type(constant) or value != constant:
                if constant == constant:  # nan is never changed
                    self.changed_constants.add(name)
                return constant
        if isinstance(value, Remote):
            own = comparator(value)
            if own is not None:
                return own
        return value

    def __setitem__(self, name: str, value: Any) -> None:
        if self.preparing or self.student is None or not self._is_theirs(name):
            super().__setitem__(name, value)
            return
        self.constants.pop(name, None)
        if name in self.keys_here():
            super().__delitem__(name)
        self._pending[name] = value

    def flush(self) -> None:
        """Rebind in the student's process what the check cell has rebound."""
        assert self.student is not None
        waiting, self._pending = self._pending, {}
        for name, value in waiting.items():
            try:
                self.student.ask("set", name, value)
            except (NotPlainError, CrossingError):
                super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        if name in self.keys_here():
            super().__delitem__(name)
        elif self.student is not None and not self.preparing and name in self.shared:
            self._cache.pop(name, None)
            self.flush()
            self.student.ask("delete", name)
        else:
            raise KeyError(name)

    def _is_theirs(self, name: str) -> bool:
        return name in self.shared and not _is_shells(name)

    def keys_here(self) -> Any:
        """Names held here, without asking."""
        return super().keys()

    def __contains__(self, name: object) -> bool:
        if super().__contains__(name):
            return True
        if self.student is None or self.preparing or type(name) is not str:
            return False
        try:
            self[name]
        except KeyError:
            return False
        return True

    def get(self, name: str, default: Any = None) -> Any:
        """As dict.get, over both processes."""
        try:
            return self[name]
        except KeyError:
            return default

    def pop(self, name: str, *default: Any) -> Any:
        """As dict.pop, over both processes."""
        try:
            value = self[name]
        except KeyError:
            if default:
                return default[0]
            raise
        del self[name]
        return value

    def keys(self) -> Any:
        """Names of both processes."""
        own = super().keys()
        here = list(own)
        if self.student is None or self.preparing:
            return here
        there = self.student.ask("names")
        return [*here, *(name for name in there if name not in own)]

    def update(self, *others: Any, **more: Any) -> None:
        """As dict.update, name by name."""
        for name, value in dict(*others, **more).items():
            self[name] = value

    def __iter__(self) -> Iterator[str]:
        return iter(super().keys())


def is_only_there(value: Any) -> bool:
    """Whether a name's value is a reference and nothing of it was copied."""
    return Remote in type(value).__mro__ and value._remote.plain is NO_VALUE


BUILTINS = frozenset(vars(builtins))
COMPARATORS = {
    "numpy": {"isclose", "allclose", "array_equal", "array_equiv", "all", "any"},
    "math": {"isclose", "isnan", "isinf", "isfinite"},
    "numpy.testing": None,
    "pandas.testing": None,
    "pandas._testing.asserters": None,
    "numpy.testing._private.utils": None,
    "numpy._core.numeric": {"isclose", "allclose", "array_equal", "array_equiv"},
}


def _is_shells(name: str) -> bool:
    """Names that IPython keeps in every namespace."""
    if name.startswith("__") and name.endswith("__"):
        return True
    return name in PRIVATE or (name.startswith("_") and not name.strip("_i0123456789"))


def comparator(value: Remote) -> Any:
    """The checker's own function for a comparison that only the student imported.

    A check cell that says `isclose` after the student's `from numpy import isclose`
    must not ask the student whether two numbers are close.
    """
    if isinstance(value, RemoteModule):
        return None
    module, name = value._remote.path
    if module not in COMPARATORS:
        return None
    names = COMPARATORS[module]
    if names is not None and name not in names:
        return None
    import importlib

    return getattr(importlib.import_module(module), name, None)
