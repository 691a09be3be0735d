"""What a student's code may do with a function or object of a check cell."""

import types
from collections.abc import Callable
from typing import Any

from autograder.execution.protocol import Message


def apply(target: Any, verb: str, args: list[Any], named: dict[str, Any]) -> Any:
    """The answer to a callback.

    verb: "call", "getattr", "getitem", or a builtin of one argument
    """
    if verb == "call":
        return target(*args, **named)
    if isinstance(target, types.FunctionType):
        raise AttributeError(verb)
    if verb == "getattr":
        if type(args[0]) is not str or args[0].startswith("_"):
            raise AttributeError(args[0])
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
