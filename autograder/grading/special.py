"""Special methods of a student's object, each asked for in the student's process.

An object here has exactly those that its class has there, so that `len(x)` or `x + 1`
fails where it would fail in one process.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Any

from autograder.grading import doubting
from autograder.grading.remote import (
    NO_VALUE,
    RefusedError,
    Remote,
    compare,
    plain_of,
)

# Operations whose number depends on the other's; whether nought may come of any.
DOUBTED = {"add": False, "sub": False, "truediv": True}


def _binary(name: str, reflected: bool) -> Callable[..., Any]:
    function = {"and": "and_", "or": "or_"}.get(name, name)

    def forward(self: Remote, other: Any, *more: Any) -> Any:
        inside = self._remote
        left, right = (other, self) if reflected else (self, other)
        if inside.student.may_decide(self, other, function):
            if type(other) not in (int, float) or function not in DOUBTED:
                return inside.student.operate(function, left, right, *more)

            def ask(value: Any) -> Any:
                pair = (value, self) if reflected else (self, value)
                return inside.student.operate(function, *pair)

            answer, honest = doubting.calculates(ask, other, zero=DOUBTED[function])
            if honest:
                return answer
            inside.student.refused(self)
            raise RefusedError(f"arithmetic of the type {inside.kind.name}")
        if inside.plain is not NO_VALUE:
            return getattr(operator, function)(plain_of(left), plain_of(right))
        inside.student.refused(self)
        raise RefusedError(f"arithmetic with an object of the type {inside.kind.name}")

    return forward


def _comparison(name: str) -> Callable[..., Any]:
    return lambda self, other: compare(self, name, other)


def _forward(name: str, wanted: type | None = None) -> Callable[..., Any]:
    """A special method that only gives data; `wanted` is the type it must have."""

    def forward(self: Remote, *args: Any) -> Any:
        value = self._remote.student.operate(name, self, *args)
        if wanted is not None and type(value) is not wanted:
            raise TypeError(f"__{name}__ returned {type(value).__name__}")
        return value

    return forward


def _contains(self: Remote, item: Any) -> bool:
    inside = self._remote
    if inside.student.may_decide(self, item, "contains"):
        return inside.student.operate("contains", self, item) is True
    return any(item is part or item == part for part in self)  # type: ignore[attr-defined]


def _call(self: Remote, *args: Any, **kwargs: Any) -> Any:
    return self._remote.student.call(self, args, kwargs)


def _exit(self: Remote, kind: Any, error: Any, _trace: Any) -> bool:
    """Leaving a `with` block; the student's manager never hides a failed assertion."""
    student = self._remote.student
    if error is None or isinstance(error, AssertionError):
        student.operate("exit", self, None, None, None)
        return False
    generated = self._remote.kind.module == "contextlib"
    if not generated and not student.may_decide(self, error, "exit"):
        student.operate("exit", self, None, None, None)
        return False
    return bool(student.operate("exit", self, kind, error, None))


def _await(self: Remote) -> Iterator[Any]:
    return self._remote.student.ask("await", self)  # type: ignore[no-any-return]
    yield  # makes it the generator that `await` wants


_METHODS: dict[str, Callable[..., Any]] = {
    "call": _call,
    "iter": _forward("iter"),
    "next": _forward("next"),
    "reversed": _forward("reversed"),
    "len": _forward("len", int),
    "getitem": _forward("getitem"),
    "setitem": _forward("setitem"),
    "delitem": _forward("delitem"),
    "contains": _contains,
    "int": _forward("int", int),
    "float": _forward("float", float),
    "complex": _forward("complex", complex),
    "index": _forward("index", int),
    "round": _forward("round"),
    "abs": _forward("abs"),
    "neg": _forward("neg"),
    "pos": _forward("pos"),
    "invert": _forward("invert"),
    "enter": _forward("enter"),
    "exit": _exit,
    "await": _await,
}
_BINARY = """
    add sub mul truediv floordiv mod pow matmul and or xor lshift rshift divmod
"""
for _name in _BINARY.split():
    _METHODS[_name] = _binary(_name, reflected=False)
    _METHODS[f"r{_name}"] = _binary(_name, reflected=True)
for _name in ("iadd", "isub", "imul", "itruediv"):
    _METHODS[_name] = _binary(_name, reflected=False)
for _name in ("lt", "le", "gt", "ge"):
    _METHODS[_name] = _comparison(_name)


_kinds: dict[frozenset[str], type[Remote]] = {}


def remote_type(special: frozenset[str]) -> type[Remote]:
    """The Remote whose special methods are exactly those the student's class has."""
    known = _kinds.get(special)
    if known is None:
        body: dict[str, Any] = {"__slots__": ()}
        # `type` would put its own into the new class.
        body |= {name: vars(Remote)[name] for name in ("__doc__", "__module__")}
        body |= {
            f"__{name}__": method
            for name, method in _METHODS.items()
            if name in special
        }
        known = _kinds[special] = type("Remote", (Remote,), body)
    return known
