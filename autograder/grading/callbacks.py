"""What a student's code may do with a function or object of a check cell."""

import sqlite3
import types
from collections.abc import Callable
from typing import Any

from autograder.execution.protocol import Message

# Through these, code of the student's would reach the checker's own names: a frame
# of a generator leads to the hidden tests and to a shell that runs them.
INNER_TYPES = (types.FrameType, types.CodeType, types.TracebackType)
INNER_PACKAGES = frozenset({"autograder", "IPython", "traitlets", "sys", "builtins"})
# Methods of a database connection that load a program or undo `lend`.
REFUSED_METHODS = frozenset(
    {"enable_load_extension", "load_extension", "set_authorizer", "backup"}
)


def is_inner(value: Any) -> bool:
    """Whether `value` belongs to the interpreter's or the grader's own machinery."""
    if isinstance(value, INNER_TYPES):
        return True
    owner = getattr(value, "__self__", None)
    parts = [value, owner] if owner is not None else [value]
    return any(_package(part) in INNER_PACKAGES for part in parts)


def _package(value: Any) -> str:
    """The package that a function or an object's class is from."""
    plain = isinstance(value, types.FunctionType | types.MethodType)
    module = value.__module__ if plain else type(value).__module__
    package = str(module).split(".")[0]
    # Iterators and functions of the interpreter are everybody's.
    return "" if package == "builtins" and not plain else package


def lend(value: Any) -> None:
    """Make an object fit for calls of the student's."""
    if isinstance(value, sqlite3.Connection):
        value.set_authorizer(_no_other_file)


def _no_other_file(action: int, *_: Any) -> int:
    """A connection of the check cell's reads its own file and no other."""
    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK


def apply(target: Any, verb: str, args: list[Any], named: dict[str, Any]) -> Any:
    """The answer to a callback.

    verb: "call", "getattr", "getitem", or a builtin of one argument
    """
    if verb == "call":
        return target(*args, **named)
    if isinstance(target, types.FunctionType):
        raise AttributeError(verb)
    if verb == "getattr":
        name = args[0]
        if type(name) is not str or name.startswith("_") or name in REFUSED_METHODS:
            raise AttributeError(name)
        return getattr(target, args[0])
    if verb == "getitem":
        return target[args[0]]
    simple: dict[str, Callable[..., Any]] = {
        "len": len,
        "iter": iter,
        "next": next,
        "bool": bool,
        "str": str,
    }
    return simple[verb](target)


def raised(error: BaseException) -> Message:
    """The reply when a callback ended in an error: a built-in kind, plain arguments.

    `error` in it is the number that comes back where the student lets it through.
    """
    base = next(k for k in type(error).__mro__ if k.__module__ == "builtins")
    plain = all(type(part) in (str, int, float, bool) for part in error.args)
    args = list(error.args) if plain else [str(error)[:500]]
    return {"raise": base.__name__, "args": args, "error": id(error)}
