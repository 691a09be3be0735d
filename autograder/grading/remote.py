"""A student's object as a check cell sees it.

Calls, attributes, items, length and iteration go over to the student's process;
what comes back is data again.  Comparing is different: the other side of a
comparison may be an expected value, and the verdict would be the student's.  So
operators with plain data go over only for classes that the assignment asks the
student to write; for any other object they use the plain value inside it, or refuse.
"""

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autograder.grading import doubting

if TYPE_CHECKING:
    from autograder.grading.student import Student

# Operations whose number depends on the other's; whether nought may come of any.
DOUBTED = {"add": False, "sub": False, "truediv": True}
NO_VALUE = object()
OWN = "_remote"  # where a Remote keeps its own things


class RefusedError(TypeError):
    """A comparison that would let the student's object decide."""


@dataclass(frozen=True, kw_only=True)
class Description:
    """What the student's process says about a class.

    trusted: the most derived class of the checker's own that it claims to be
    own: the checker's own class of the same name, for the instructor's classes
    bases: numbers of the classes that an exception class derives from
    """

    number: int
    module: str
    name: str
    special: frozenset[str]
    fields: tuple[str, ...] = ()
    trusted: type | None = None
    own: type | None = None
    is_exception: bool = False
    bases: tuple[int, ...] = ()

    @property
    def by_student(self) -> bool:
        """True for a class that the notebook, not a library, defines."""
        return self.module in ("__main__", "")


@dataclass(kw_only=True)
class Inside:
    """The private part of a Remote."""

    student: "Student"
    number: int
    kind: Description
    plain: Any = NO_VALUE
    path: tuple[str, str] = ("", "")
    cache: dict[str, Any] = field(default_factory=dict)


class Remote:
    """An object in the student's process; never compared by the checker itself."""

    __slots__ = (OWN,)
    _remote: Inside

    def __init__(self, inside: Inside) -> None:
        object.__setattr__(self, OWN, inside)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """What isinstance goes by: a claim, so it decides nothing but a type test."""
        inside = self._remote
        return inside.kind.trusted or type(self)

    @property
    def __doc__(self) -> Any:  # type: ignore[override]
        return self._remote.student.attribute(self, "__doc__")

    @property
    def __module__(self) -> Any:  # type: ignore[override]
        return self._remote.student.attribute(self, "__module__")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__array") or name in NEVER:
            raise AttributeError(name)
        if name == "__signature__":
            return self._remote.student.signature(self)
        if name == "__dict__":
            return self._remote.student.ask("fields", self)
        return self._remote.student.attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._remote.student.operate("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        self._remote.student.operate("delattr", self, name)

    def __dir__(self) -> list[str]:
        return list(self._remote.student.operate("dir", self))

    def __repr__(self) -> str:
        return text_of(self, "repr")

    def __str__(self) -> str:
        return text_of(self, "str")

    def __format__(self, specification: str) -> str:
        return text_of(self, "format", specification)

    def __eq__(self, other: object) -> Any:
        return compare(self, "eq", other)

    def __ne__(self, other: object) -> Any:
        return compare(self, "ne", other)

    def __hash__(self) -> int:
        return hash(self._remote.student.operate("hash", self))

    def __bool__(self) -> bool:
        special = self._remote.kind.special
        if "bool" not in special and "len" not in special:
            return True
        return self._remote.student.operate("bool", self) is True

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise RefusedError("a student's object cannot be pickled or copied here")

    def __copy__(self) -> Any:
        return self._remote.student.copied("copy", self)

    def __deepcopy__(self, _memo: Any) -> Any:
        return self._remote.student.copied("deepcopy", self)


# Above stands an annotation, which would hide those of the student's function.
_annotations = property(lambda self: self._remote.student.attribute(self, ANNOTATIONS))
ANNOTATIONS = "__annotations__"
setattr(Remote, ANNOTATIONS, _annotations)

# Names that numpy, pandas, IPython ask every object for.
NEVER = {
    "_ipython_display_",
    "_ipython_canary_method_should_not_exist_",
    "_repr_mimebundle_",
    "_repr_html_",
    "__sympy__",
    "__float128__",
    "__objclass__",
    "_pytestfixturefunction",
}


def text_of(remote: Remote, how: str, *more: str) -> str:
    """str, repr or format of a student's object, as text."""
    text = remote._remote.student.operate(how, remote, *more)
    return text if type(text) is str else f"<{remote._remote.kind.name}>"


def compare(remote: Remote, name: str, other: Any) -> Any:
    """One of the six comparisons, decided where it may be."""
    inside = remote._remote
    if other is remote and name in ("eq", "ne") and "eq" not in inside.kind.special:
        return name == "eq"
    if inside.student.may_decide(remote, other, name):
        return _decided(remote, name, other)
    if inside.plain is not NO_VALUE:
        return getattr(operator, name)(inside.plain, _plain(other))
    inside.student.refused(remote)
    if name == "eq":
        return False
    if name == "ne":
        return True
    raise RefusedError(f"'{name}' with an object of the type {inside.kind.name}")


def _decided(remote: Remote, name: str, other: Any) -> Any:
    """What the student's object says of `other`, as far as it can be believed."""
    student = remote._remote.student

    def ask(value: Any) -> Any:
        return student.operate(name, remote, value)

    if isinstance(other, Remote) or name not in ("eq", "ne"):
        return ask(other)
    answer, honest = doubting.equals(ask, other, wanted=name == "eq")
    if honest:
        return answer
    student.refused(remote)
    return name == "ne"


def _plain(value: Any) -> Any:
    if isinstance(value, Remote) and value._remote.plain is not NO_VALUE:
        return value._remote.plain
    return value


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
            return getattr(operator, function)(_plain(left), _plain(right))
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


class RemoteClass(Remote):
    """A class of the student's: called, asked about, used in isinstance."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """A new instance, made in the student's process."""
        return _call(self, *args, **kwargs)

    def __iter__(self) -> Iterator[Any]:
        """Members, of an enumeration."""
        return iter(self._remote.student.operate("iter", self))

    def __len__(self) -> int:
        return int(self._remote.student.operate("len", self))

    def __getitem__(self, key: Any) -> Any:
        """A member by name, of an enumeration."""
        return self._remote.student.operate("getitem", self, key)

    def __bool__(self) -> bool:
        return True

    def __instancecheck__(self, value: Any) -> bool:
        if not isinstance(value, Remote):
            return False
        return self._remote.student.operate("isinstance", value, self) is True

    def __subclasscheck__(self, kind: Any) -> bool:
        if not isinstance(kind, RemoteClass):
            return False
        return self._remote.student.operate("issubclass", kind, self) is True

    def __mro_entries__(self, _bases: Any) -> Any:
        raise RefusedError("a check cell cannot derive a class from a student's class")


class RemoteModule(Remote):
    """A module that only the student has: a file they wrote."""

    __slots__ = ()


for _kind in (RemoteClass, RemoteModule):
    for _name in ("__doc__", "__module__"):
        setattr(_kind, _name, vars(Remote)[_name])


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
