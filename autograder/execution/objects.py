"""The student's objects as the checker may name them: references and descriptions.

What cannot cross as a copy stays here and is spoken of by number.  With the number
goes a description of its class, once: name, the classes it derives from, which
special methods it has.  A description is only a claim; the checker resolves it
against its own classes and never believes it where points depend on it.
"""

import builtins
import collections
import enum
import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

from autograder.execution.arrays import READ_ARRAYS, write_array
from autograder.execution.reader import Reader
from autograder.execution.tables import READ_TABLES, write_table
from autograder.execution.values import BadNodeError, Node, NotPlainError, Table
from autograder.execution.writer import Writer

_SPECIAL = """
    call iter next len getitem setitem delitem contains reversed enter exit eq ne lt le
    gt ge hash bool int float complex index abs neg pos invert round add radd iadd sub
    rsub isub mul rmul imul truediv rtruediv itruediv floordiv rfloordiv mod rmod pow
    rpow matmul rmatmul and rand or ror xor rxor lshift rshift divmod await
"""
SPECIAL = _SPECIAL.split()
PLAIN_BASES = (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)
FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    functools.partial,
)


def extra(value: Any, writer: Writer) -> Node | None:
    """Library types that cross as copies."""
    node = write_array(value, writer)
    return write_table(value, writer) if node is None else node


def path_of(value: Any) -> list[str]:
    """Module and qualified name of a class or function, as it claims them."""
    return [
        str(getattr(value, "__module__", "") or "")[:200],
        str(getattr(value, "__qualname__", "") or "")[:200],
    ]


class Objects:
    """Everything of this process that the checker has a number for."""

    def __init__(self) -> None:
        self.table = Table(1)
        self._described: set[int] = set()
        self.descriptions: dict[str, Any] = {}
        self.shared_kinds: set[type] = set()

    def writer(self) -> Writer:
        """A writer of one reply."""
        return Writer(self.table, self.other, self._extra)

    def _extra(self, value: Any, writer: Writer) -> Node | None:
        kind = type(value)
        if kind not in self.shared_kinds:
            return extra(value, writer)
        number, seen = writer.begin(value)
        if seen:
            return ["@", number]
        pairs = [writer.write(p, 20) for pair in vars(value).items() for p in pair]
        return ["instance", number, path_of(kind), pairs]

    def described(self) -> dict[str, Any]:
        """Descriptions of classes that the last reply mentions for the first time."""
        new, self.descriptions = self.descriptions, {}
        return new

    def other(self, value: Any) -> Node:
        """The node of a value that stays here."""
        number = self.table.number(value)
        if isinstance(value, types.ModuleType):
            return ["module", number, str(value.__name__)[:200]]
        if isinstance(value, type):
            self._describe(value, number)
            return ["class", number]
        if isinstance(value, FUNCTIONS):
            return ["function", number, self._class(value), path_of(value)]
        return ["object", number, self._class(value), self._plain(value)]

    def _class(self, value: object) -> int:
        kind = type(value)
        number = self.table.number(kind)
        self._describe(kind, number)
        return number

    def _plain(self, value: Any) -> Node | None:
        """The builtin value inside an instance of a class derived from int, str..."""
        for base in PLAIN_BASES:
            if isinstance(value, base) and type(value) is not base:
                inner = (
                    object.__new__(object) if base is object else _inner(base, value)
                )
                writer = Writer(Table(1), _refuse, extra)
                try:
                    node = writer.write_passing(inner)
                except NotPlainError:
                    return None
                return None if writer.blocks else node
        return None

    def _describe(self, kind: type, number: int) -> None:
        if number in self._described:
            return
        self._described.add(number)
        line = type.mro(kind) if kind is not type else [type, object]
        known = set().union(*(vars(part) for part in line if part is not object))
        self.descriptions[str(number)] = {
            "path": path_of(kind),
            "line": [path_of(part) for part in line][:40],
            "special": [name for name in SPECIAL if f"__{name}__" in known],
            "fields": _tuple_fields(kind),
            "bases": self._exception_bases(kind),
            "enum": issubclass(kind, enum.Enum),
        }

    def _exception_bases(self, kind: type) -> list[int]:
        """Numbers of the classes that an exception class derives from, described too.

        `except` and `isinstance` go by them where errors are made anew.
        """
        if not issubclass(kind, BaseException):
            return []
        bases = [base for base in kind.__bases__ if issubclass(base, BaseException)]
        return [int(self.other(base)[1]) for base in bases][:10]


# What the class of a named tuple holds besides its fields.
_NAMED_TUPLE = frozenset(vars(collections.namedtuple("_", ()))) | frozenset(
    """
    __annotations__ __orig_bases__ __dict__ __static_attributes__ __firstlineno__
    __annotate__ __annotate_func__ __annotations_cache__ __weakref__
    """.split()  # noqa: SIM905
)


def _tuple_fields(kind: type) -> list[str]:
    """Names of a plain named tuple's fields; none where the class adds methods."""
    fields = getattr(kind, "_fields", None)
    if not issubclass(kind, tuple) or not isinstance(fields, tuple):
        return []
    own = [part for part in type.mro(kind) if part not in (tuple, object)]
    held = set().union(*(vars(part) for part in own))
    return (
        [str(name) for name in fields][:100]
        if held <= _NAMED_TUPLE | set(fields)
        else []
    )


def _refuse(value: Any) -> Node:
    raise NotPlainError(type(value).__name__)


def _inner(base: type, value: Any) -> Any:
    if base in (bool, int):
        return int.__int__(value)
    if base is float:
        return float.__float__(value)
    if base is str:
        return str.__str__(value)
    if base is complex:
        return complex.__complex__(value)
    if base is dict:
        return dict(dict.items(value))
    if base is bytes:
        return bytes.__bytes__(value)
    return base(base.__iter__(value))  # type: ignore[attr-defined]


class Arguments:
    """Reads what the checker sends: copies, numbers, callbacks, library names."""

    def __init__(
        self, objects: Objects, make_callback: Any, names: dict[str, Any]
    ) -> None:
        self._objects = objects
        self._make_callback = make_callback
        self._names = names
        self._tags: dict[str, Callable[[Reader, list[Any]], Any]] = {
            **READ_ARRAYS,
            **READ_TABLES,
            "instance": self._instance,
            "error": self._error,
        }

    def reader(self, blocks: tuple[bytes, ...]) -> Reader:
        """A reader of one request."""
        return Reader(self._objects.table, blocks, self._other, self._tags)

    def _other(self, node: list[Any]) -> Any:
        table = self._objects.table
        if node[0] == "callback":
            number = node[1]
            if number not in table:
                table.keep(number, self._make_callback(number, *node[2:5]))
            return table.get(number)
        if node[0] == "library":
            return self.find(node[1], node[2])
        raise BadNodeError(f"unknown tag {node[0]!r:.40}")

    def _instance(self, reader: Reader, node: list[Any]) -> Any:
        """An instance of a class that both sides have, by its fields."""
        _, number, path, pairs = node
        kind = self.find(*path)
        value = reader.same(number, kind, lambda: object.__new__(kind))
        fields = {str(name): item for name, item in reader.pairs(pairs)}
        vars(value).clear()
        vars(value).update(fields)
        self._objects.shared_kinds.add(kind)
        return value

    def _error(self, reader: Reader, node: list[Any]) -> Any:
        """An exception of the check cell's, of a class that both sides have."""
        _, number, kind_node, args, pairs = node
        table = self._objects.table
        if number not in table:
            kind = reader.read(kind_node)
            made = kind.__new__(kind)
            made.args = tuple(reader.items(args))
            table.keep(number, made)
        made = table.get(number)
        vars(made).update({str(name): item for name, item in reader.pairs(pairs)})
        return made

    def find(self, module: str, name: str) -> Any:
        """A class or function by where it is defined."""
        import importlib

        if module == "__main__":
            found: Any = self._names[name.split(".")[0]]
            rest = name.split(".")[1:]
        else:
            found = (
                builtins if module == "builtins" else importlib.import_module(module)
            )
            rest = name.split(".") if name else []
        for part in rest:
            found = getattr(found, part)
        return found


def source_of(value: Any) -> str:
    """Source text of a function or class; raises as inspect.getsource."""
    return inspect.getsource(value)


def signature_of(value: Any) -> dict[str, Any]:
    """Parameters as [name, kind, default, annotation], and what it returns.

    Default and annotation are lists: empty where there is none.
    """
    signature = inspect.signature(value)
    empty = inspect.Parameter.empty
    return {
        "parameters": [
            [
                parameter.name,
                int(parameter.kind),
                [] if parameter.default is empty else [parameter.default],
                [] if parameter.annotation is empty else [parameter.annotation],
            ]
            for parameter in signature.parameters.values()
        ],
        "returns": []
        if signature.return_annotation is inspect.Signature.empty
        else [signature.return_annotation],
    }
