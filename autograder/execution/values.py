"""Values as plain data, typed exactly, in both directions.

`Writer` turns a Python value into JSON and blocks of bytes, `Reader` turns them
back.  Only the types listed here cross as copies; they are chosen by `type(value)
is ...`, so a subclass with a lying `__eq__` or `__class__` is not one of them.
Everything else crosses as a reference that the other side can only ask about.

A node is null, true, false, a string, an int below 2**63, a finite float, or a
list that begins with a tag.  Lists, dicts, sets, arrays and tables carry a number:
both sides keep the object under it (`Table`), so a shared or cyclic structure stays
one, and a change made on one side can be copied into the same object on the other.
"""

import collections
import datetime
import decimal
import fractions
import math
import types
from collections.abc import Callable
from typing import Any

Node = Any  # JSON
DEPTH_LIMIT = 120
NODE_LIMIT = 2_000_000
INT_BITS_LIMIT = 1 << 22
TEXT_LIMIT = 8 << 20  # characters of all texts of one message
BYTES_LIMIT = 120 << 20


class NotPlainError(Exception):
    """This value cannot cross as a copy."""


class BadNodeError(Exception):
    """What arrived is not a value: the sender is broken or hostile."""


class Table:
    """Objects both sides know, by number; one side counts up, the other down."""

    def __init__(self, step: int) -> None:
        self._step = step
        self._last = 0
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}

    def number(self, value: object) -> int:
        """The number of `value`, a new one if it has none yet."""
        known = self._numbers.get(id(value))
        if known is not None:
            return known
        self._last += self._step
        self.keep(self._last, value)
        return self._last

    def find(self, value: object) -> int | None:
        """The number of `value`, None if it has none."""
        return self._numbers.get(id(value))

    def keep(self, number: int, value: object) -> None:
        """File `value` under `number`; the table keeps it alive."""
        self._objects[number] = value
        self._numbers[id(value)] = number

    def get(self, number: object) -> Any:
        """The object filed under `number`; raises BadNodeError."""
        if type(number) is not int or number not in self._objects:
            raise BadNodeError(f"no object {number!r:.40}")
        return self._objects[number]

    def __contains__(self, number: int) -> bool:
        return number in self._objects


# Types that only need their constructor's arguments, themselves plain.
_SIMPLE: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    range: lambda v: (v.start, v.stop, v.step),
    slice: lambda v: (v.start, v.stop, v.step),
    complex: lambda v: (v.real, v.imag),
    fractions.Fraction: lambda v: (v.numerator, v.denominator),
    decimal.Decimal: lambda v: (str(v),),
    datetime.date: lambda v: (v.year, v.month, v.day),
    datetime.timedelta: lambda v: (v.days, v.seconds, v.microseconds),
    datetime.datetime: lambda v: (*v.timetuple()[:6], v.microsecond, v.tzinfo),
    datetime.time: lambda v: (v.hour, v.minute, v.second, v.microsecond, v.tzinfo),
    datetime.timezone: lambda v: (v.utcoffset(None),),
}
_SIMPLE_BY_NAME = {kind.__name__: kind for kind in _SIMPLE}
_CONSTANTS: dict[str, Any] = {"...": Ellipsis, "NotImplemented": NotImplemented}
_FACTORIES = {kind.__name__: kind for kind in (int, float, str, list, dict, set, tuple)}
_VIEWS = {
    type({}.keys()): "keys",
    type({}.values()): "values",
    type({}.items()): "items",
}


class Writer:
    """Writes one message's values: nodes, and the blocks they refer to.

    `other(value)` gives the node of a value that does not cross as a copy.
    `extra(value, writer)` may give the node of a library's type, or None.
    """

    def __init__(
        self,
        table: Table,
        other: Callable[[Any], Node],
        extra: Callable[[Any, "Writer"], Node | None],
    ) -> None:
        self.table = table
        self.blocks: list[bytes] = []
        self._other = other
        self._extra = extra
        self._room = NODE_LIMIT
        self._bytes = BYTES_LIMIT
        self._text = TEXT_LIMIT
        self._seen: set[int] = set()
        self._passing: object = self

    def block(self, data: bytes) -> int:
        """Add a block; gives the number that a node refers to it by."""
        self._bytes -= len(data)
        if self._bytes < 0:
            raise NotPlainError("too many bytes")
        self.blocks.append(data)
        return len(self.blocks) - 1

    def begin(self, value: object) -> tuple[int, bool]:
        """Number of a mutable object, and whether this message has it already."""
        if value is self._passing:
            return 0, False
        number = self.table.number(value)
        seen = number in self._seen
        self._seen.add(number)
        return number, seen

    def write_passing(self, value: Any) -> Node:
        """The node of a container made for this message only: it gets no number."""
        self._passing = value
        return self.write(value)

    def write(self, value: Any, depth: int = 0) -> Node:
        """The node of `value`; raises NotPlainError when it is too large."""
        self._room -= 1
        if self._room < 0:
            raise NotPlainError("too many elements")
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            self._text -= len(value)
            if self._text < 0:
                raise NotPlainError("too long a text")
            return value
        if kind is int:
            bits = value.bit_length()
            if bits < 63:
                return value
            return ["i", hex(value)] if bits <= INT_BITS_LIMIT else self._other(value)
        if kind is float:
            return value if math.isfinite(value) else ["f", repr(value)]
        if depth > DEPTH_LIMIT:
            return self._other(value)
        node = self._container(value, kind, depth + 1)
        if node is None:
            node = self._extra(value, self)
        return self._other(value) if node is None else node

    def _container(self, value: Any, kind: type, depth: int) -> Node | None:
        if kind is tuple:
            return ["t", [self.write(item, depth) for item in value]]
        if kind is bytes:
            return ["b", self.block(value)]
        if kind is frozenset:
            return ["z", [self.write(item, depth) for item in value]]
        if kind in _VIEWS:
            whole = dict(value) if _VIEWS[kind] == "items" else list(value)
            return ["v", _VIEWS[kind], self.write_passing(whole)]
        if kind in _SIMPLE:
            return ["x", kind.__name__, [self.write(a, depth) for a in _args(value)]]
        if value is Ellipsis or value is NotImplemented:
            return ["k", "..." if value is Ellipsis else "NotImplemented"]
        if kind is collections.defaultdict and not _known_factory(value):
            return None
        if kind in _MUTABLE:
            number, seen = self.begin(value)
            return ["@", number] if seen else self._mutable(value, kind, number, depth)
        return None

    def _mutable(self, value: Any, kind: type, number: int, depth: int) -> Node:
        if kind is list:
            return ["l", number, [self.write(item, depth) for item in value]]
        if kind is set:
            return ["s", number, [self.write(item, depth) for item in value]]
        if kind is bytearray:
            return ["y", number, self.block(bytes(value))]
        if kind is collections.deque:
            items = [self.write(item, depth) for item in value]
            return ["q", number, value.maxlen, items]
        if kind is types.SimpleNamespace:
            return ["w", number, self._pairs(vars(value), depth)]
        more: Any = None
        if kind is collections.defaultdict:
            factory = value.default_factory
            more = None if factory is None else factory.__name__
        return ["d", number, kind.__name__, more, self._pairs(value, depth)]

    def _pairs(self, mapping: Any, depth: int) -> list[Node]:
        return [
            self.write(part, depth) for pair in list(mapping.items()) for part in pair
        ]


_DICTS: dict[str, type] = {
    "dict": dict,
    "OrderedDict": collections.OrderedDict,
    "Counter": collections.Counter,
    "defaultdict": collections.defaultdict,
}
_MUTABLE = {
    list,
    set,
    bytearray,
    collections.deque,
    types.SimpleNamespace,
    *_DICTS.values(),
}


def _known_factory(value: Any) -> bool:
    factory = value.default_factory
    return factory is None or any(factory is known for known in _FACTORIES.values())


def _args(value: Any) -> tuple[Any, ...]:
    return _SIMPLE[type(value)](value)


class Reader:
    """Reads the values of one message; the inverse of `Writer`.

    `other(node)` gives the object for a reference; `extra` maps further tags to
    functions (reader, node) -> value.  Every error of a malformed node is
    BadNodeError.
    """

    def __init__(
        self,
        table: Table,
        blocks: tuple[bytes, ...],
        other: Callable[[list[Any]], Any],
        extra: dict[str, Callable[["Reader", list[Any]], Any]],
    ) -> None:
        self.table = table
        self._blocks = blocks
        self._other = other
        self._extra = extra

    def block(self, number: object) -> bytes:
        """The block of that number; raises BadNodeError."""
        if type(number) is not int or not 0 <= number < len(self._blocks):
            raise BadNodeError("no such block")
        return self._blocks[number]

    def read(self, node: Node) -> Any:
        """The value of `node`; raises BadNodeError, never anything else."""
        try:
            return self._read(node)
        except BadNodeError:
            raise
        except RecursionError as error:
            raise BadNodeError("nested too deep") from error
        except Exception as error:
            raise BadNodeError(f"{type(error).__name__}: {error!s:.200}") from error

    def same(self, number: int, kind: type, make: Callable[[], Any]) -> Any:
        """The object of that number to fill: the one we have, or a new one."""
        if type(number) is not int:
            raise BadNodeError("a number is not an int")
        if number == 0:
            return make()
        if number in self.table:
            known = self.table.get(number)
            if type(known) is kind:
                return known
        made = make()
        self.table.keep(number, made)
        return made

    def _read(self, node: Node) -> Any:
        if type(node) is not list:
            if type(node) is dict:
                raise BadNodeError("an object is not a value")
            return node
        tag = node[0]
        if type(tag) is not str:
            raise BadNodeError("no tag")
        method = _READ.get(tag) or self._extra.get(tag)
        return self._other(node) if method is None else method(self, node)

    def pairs(self, flat: list[Node]) -> list[tuple[Any, Any]]:
        """Keys and values of a flat list of both."""
        return [
            (self._read(flat[i]), self._read(flat[i + 1]))
            for i in range(0, len(flat), 2)
        ]

    def items(self, nodes: list[Node]) -> list[Any]:
        """The values of a list of nodes."""
        return [self._read(node) for node in nodes]

    def _integer(self, node: list[Any]) -> int:
        if len(node[1]) > INT_BITS_LIMIT // 4 + 3:
            raise BadNodeError("an integer of too many digits")
        return int(node[1], 16)

    def _not_finite(self, node: list[Any]) -> float:
        if node[1] not in ("nan", "inf", "-inf"):
            raise BadNodeError("not a float")
        return float(node[1])

    def _list(self, node: list[Any]) -> list[Any]:
        value: list[Any] = self.same(node[1], list, list)
        value[:] = self.items(node[2])
        return value

    def _set(self, node: list[Any]) -> set[Any]:
        value: set[Any] = self.same(node[1], set, set)
        items = self.items(node[2])
        value.clear()
        value.update(items)
        return value

    def _bytearray(self, node: list[Any]) -> bytearray:
        value: bytearray = self.same(node[1], bytearray, bytearray)
        value[:] = self.block(node[2])
        return value

    def _deque(self, node: list[Any]) -> Any:
        value = self.same(
            node[1], collections.deque, lambda: collections.deque(maxlen=node[2])
        )
        items = self.items(node[3])
        value.clear()
        value.extend(items)
        return value

    def _namespace(self, node: list[Any]) -> Any:
        value = self.same(node[1], types.SimpleNamespace, types.SimpleNamespace)
        pairs = self.pairs(node[2])
        vars(value).clear()
        vars(value).update({str(name): item for name, item in pairs})
        return value

    def _dict(self, node: list[Any]) -> Any:
        kind = _DICTS[node[2]]
        value: Any = self.same(node[1], kind, kind)
        if kind is collections.defaultdict:
            value.default_factory = _FACTORIES[node[3]] if node[3] else None
        pairs = self.pairs(node[4])
        dict.clear(value)
        for key, item in pairs:
            dict.__setitem__(value, key, item) if kind is not (
                collections.OrderedDict
            ) else value.__setitem__(key, item)
        return value

    def _view(self, node: list[Any]) -> Any:
        whole = self._read(node[2])
        if node[1] == "items":
            return whole.items()
        if node[1] == "keys":
            return dict.fromkeys(whole).keys()
        return dict(enumerate(whole)).values()

    def _simple(self, node: list[Any]) -> Any:
        return _SIMPLE_BY_NAME[node[1]](*self.items(node[2]))


_READ: dict[str, Callable[[Reader, list[Any]], Any]] = {
    "i": Reader._integer,
    "f": Reader._not_finite,
    "b": lambda reader, node: reader.block(node[1]),
    "t": lambda reader, node: tuple(reader.items(node[1])),
    "z": lambda reader, node: frozenset(reader.items(node[1])),
    "v": Reader._view,
    "x": Reader._simple,
    "k": lambda _reader, node: _CONSTANTS[node[1]],
    "@": lambda reader, node: reader.table.get(node[1]),
    "l": Reader._list,
    "s": Reader._set,
    "y": Reader._bytearray,
    "q": Reader._deque,
    "w": Reader._namespace,
    "d": Reader._dict,
}
