"""What the checker may ask of a student's process, by name."""

import contextlib
import operator
import os
import random
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograder.execution import objects as objects_

if TYPE_CHECKING:
    from autograder.execution.child import Child

FILE_LIMIT = 32 << 20
FIELDS_LIMIT = 10_000

# These run none of the student's code.
QUIET = (
    *("start", "get", "set", "delete", "names", "close"),
    *("file", "files", "place", "unlink"),
)

Operation = Callable[..., Any]


class MissingError(KeyError):
    """No such name."""


NEED_DRAWING = {
    *("get_ticklabels", "get_xticklabels", "get_yticklabels"),
    *("get_xmajorticklabels", "get_ymajorticklabels", "get_majorticklabels"),
    *("get_window_extent", "get_tightbbox", "get_position"),
}


def _get(child: "Child", name: str) -> Any:
    if name not in child.names:
        raise MissingError(name)
    return child.names[name]


def _set(child: "Child", name: str, value: Any) -> None:
    child.names[name] = value


def _delete(child: "Child", name: str) -> None:
    del child.names[name]


def _all_names(child: "Child") -> list[str]:
    return [name for name in child.names if type(name) is str][:5000]


def _call(_child: "Child", function: Any, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


def _operator(_child: "Child", name: str, *args: Any) -> Any:
    return OPERATORS[name](*args)


def _attribute(_child: "Child", value: Any, name: str, *default: Any) -> Any:
    if name in NEED_DRAWING and type(value).__module__.startswith("matplotlib"):
        # Tick labels have no text before the first drawing.
        (getattr(value, "figure", None) or value).draw_without_rendering()
    return getattr(value, name, *default)


def _fields(_child: "Child", value: Any) -> dict[str, Any]:
    return dict(list(vars(value).items())[:FIELDS_LIMIT])


def _module(_child: "Child", name: str) -> Any:
    import importlib

    return importlib.import_module(name)


def _file(_child: "Child", name: str) -> bytes:
    """Contents of a regular file of the working folder; no link is followed."""
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(FILE_LIMIT)


def _files(_child: "Child") -> list[tuple[str, int, int]]:
    found: list[tuple[str, int, int]] = []
    folders = [""]
    while folders and len(found) < 1000:
        folder = folders.pop()
        for entry in os.scandir(folder or "."):
            name = os.path.join(folder, entry.name)  # noqa: PTH118
            if entry.is_dir(follow_symlinks=False) and name.count("/") < 4:
                folders.append(name)
            elif entry.is_file(follow_symlinks=False):
                stat = entry.stat(follow_symlinks=False)
                found.append((name, stat.st_size, stat.st_mtime_ns))
    return found


def _place(_child: "Child", name: str, data: bytes) -> None:
    """Write a file that the check cell has written."""
    folder = os.path.dirname(name)  # noqa: PTH120
    if folder:
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    with open(name, "wb") as file:  # noqa: PTH123
        file.write(data)


def _unlink(_child: "Child", name: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(name)  # noqa: PTH108


def _evaluate(child: "Child", text: str) -> Any:
    return eval(text, child.names)


def _execute(child: "Child", text: str) -> None:
    exec(text, child.names)


def _start(_child: "Child", seed: int, files: list[tuple[str, bytes]]) -> None:
    """Put the files in place and make this process's chance its own."""
    for name, data in files:
        _place(_child, name, data)
    # Behind the libraries: a numpy.py beside the notebook must not be numpy.
    sys.path.append(os.getcwd())  # noqa: PTH109
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


def _forget_pyplot(_child: "Child") -> None:
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


_FROM_OPERATOR = """
    eq ne lt le gt ge add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift
    rshift iadd isub imul itruediv neg pos invert abs getitem setitem delitem contains
    index
"""
OPERATORS: dict[str, Callable[..., Any]] = {
    name: getattr(operator, name) for name in _FROM_OPERATOR.split()
}
OPERATORS |= {
    "len": len,
    "iter": iter,
    "next": next,
    "reversed": reversed,
    "str": str,
    "repr": repr,
    "bool": bool,
    "int": int,
    "float": float,
    "complex": complex,
    "hash": hash,
    "round": round,
    "divmod": divmod,
    "format": format,
    "dir": dir,
    "isinstance": isinstance,
    "issubclass": issubclass,
    "type": type,
    "setattr": setattr,
    "delattr": delattr,
    "enter": lambda value: type(value).__enter__(value),
    "exit": lambda value, *error: type(value).__exit__(value, *error),
}
OPERATIONS: dict[str, Operation] = {
    "start": _start,
    "get": _get,
    "set": _set,
    "delete": _delete,
    "names": _all_names,
    "call": _call,
    "operator": _operator,
    "attribute": _attribute,
    "fields": _fields,
    "module": _module,
    "file": _file,
    "files": _files,
    "place": _place,
    "unlink": _unlink,
    "evaluate": _evaluate,
    "execute": _execute,
    "await": lambda child, value: child.runner.loop.run_until_complete(value),
    "source": lambda _child, value: objects_.source_of(value),
    "signature": lambda _child, value: objects_.signature_of(value),
    "seed": lambda _child, path, *a, **k: _module(_child, path).seed(*a, **k),
    "pyplot": lambda _child, name, *a, **k: getattr(_pyplot(), name)(*a, **k),
    "close": _forget_pyplot,
}


def _pyplot() -> Any:
    return sys.modules["matplotlib.pyplot"]
