"""Exceptions of the student's classes, as exceptions of classes made here.

`except` and `isinstance` need real classes.  One is made for each of the student's,
deriving from those made for its bases; its instances hold the fields that came with
the error, and ask the student's object for the rest.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.grading.student import Student


# Fields of an error that are the checker's: whose it is, what it said, the original.
OURS = ("_from_student", "_text", "_itself")


class ErrorClass(type):
    """The class of a student's exception class."""

    _student: "Student"

    def __getattr__(cls, name: str) -> Any:
        """An attribute of the student's class, a constant say."""
        if name.startswith("__"):
            raise AttributeError(name)
        return cls._student.ask("attribute", _own(cls), name)


def new_class(
    student: "Student", name: str, bases: tuple[type, ...], trusted: type
) -> type:
    """A class for one of the student's.

    bases: those made for its bases; trusted: what it is where they do not fit
    """
    body = {
        "_student": student,
        "__init__": _made_here,
        "__str__": _text,
        "__getattr__": _attribute,
    }
    try:
        return ErrorClass(name, bases or (trusted,), dict(body))
    except TypeError:
        return ErrorClass(name, (trusted,), dict(body))


def made(kind: type[BaseException], args: tuple[Any, ...]) -> BaseException:
    """An exception of `kind` as the student's process described it."""
    try:
        if type(kind) is not ErrorClass:
            return kind(*args)
        error = kind.__new__(kind, *args)
    except Exception:
        try:
            error = kind.__new__(kind)
        except Exception:  # a group of errors, say, without its errors
            return RuntimeError(*args)
    error.args = args
    return error


def _own(kind: type) -> type:
    """The class made for the student's; a check cell may have derived from it."""
    return next(part for part in kind.__mro__ if "_student" in vars(part))


def _made_here(self: Any, *args: Any, **named: Any) -> None:
    """`__init__` of an error that a check cell makes: it is made there as well."""
    own = _own(type(self))
    student: Student = vars(own)["_student"]
    itself = student.ask("call", own, *args, **named)
    self.args = tuple(itself.args)
    fields = student.ask("fields", itself)
    self.__dict__.update({str(name): value for name, value in fields.items()})
    self.__dict__.update(_itself=itself, _text=str(itself))


def _text(self: BaseException) -> str:
    """What the student's own `__str__` said, where the class has one."""
    text = self.__dict__.get("_text")
    return text if type(text) is str else BaseException.__str__(self)


def _attribute(self: BaseException, name: str) -> Any:
    """A method or property of the student's."""
    itself = self.__dict__.get("_itself")
    if itself is None or name.startswith("_"):
        raise AttributeError(name)
    return getattr(itself, name)
