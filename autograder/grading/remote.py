"""A student's object as a check cell sees it.

Calls, attributes, items, length and iteration go over to the student's process;
what comes back is data again.  Comparing is different: the other side of a
comparison may be an expected value, and the verdict would be the student's.  So
operators with plain data go over only for classes that the assignment asks the
student to write; for any other object they use the plain value inside it, or refuse.
"""

import operator
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from autograder.grading import doubting

if TYPE_CHECKING:
    from autograder.grading.student import Student

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
        return getattr(operator, name)(inside.plain, plain_of(other))
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


def plain_of(value: Any) -> Any:
    """The builtin value inside a student's object that has one."""
    if isinstance(value, Remote) and value._remote.plain is not NO_VALUE:
        return value._remote.plain
    return value


class RemoteClass(Remote):
    """A class of the student's: called, asked about, used in isinstance."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """A new instance, made in the student's process."""
        return self._remote.student.call(self, args, kwargs)

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
