"""Python values into nodes and blocks of bytes; what cannot be copied is referred to.

See values.py for what a node is.
"""

import collections
import math
import types
from collections.abc import Callable
from typing import Any

from autograder.execution.plain import MUTABLE, SIMPLE, VIEWS, known_factory
from autograder.execution.values import (
    BYTES_LIMIT,
    DEPTH_LIMIT,
    INT_BITS_LIMIT,
    NODE_LIMIT,
    TEXT_LIMIT,
    Node,
    NotPlainError,
    Table,
)


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
        if kind in VIEWS:
            whole = dict(value) if VIEWS[kind] == "items" else list(value)
            return ["v", VIEWS[kind], self.write_passing(whole)]
        if kind in SIMPLE:
            return ["x", kind.__name__, [self.write(a, depth) for a in _args(value)]]
        if value is Ellipsis or value is NotImplemented:
            return ["k", "..." if value is Ellipsis else "NotImplemented"]
        if kind is collections.defaultdict and not known_factory(value):
            return None
        if kind in MUTABLE:
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


def _args(value: Any) -> tuple[Any, ...]:
    return SIMPLE[type(value)](value)
