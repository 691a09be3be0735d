"""Nodes and blocks of bytes into Python values; the inverse of writer.py.

What arrives may come from a hostile process: every malformed node is a BadNodeError.
"""

import collections
import types
from collections.abc import Callable
from typing import Any

from autograder.execution.plain import CONSTANTS, DICTS, FACTORIES, SIMPLE_BY_NAME
from autograder.execution.values import INT_BITS_LIMIT, BadNodeError, Node, Table


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
        kind = DICTS[node[2]]
        value: Any = self.same(node[1], kind, kind)
        if kind is collections.defaultdict:
            value.default_factory = FACTORIES[node[3]] if node[3] else None
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
        return SIMPLE_BY_NAME[node[1]](*self.items(node[2]))


_READ: dict[str, Callable[[Reader, list[Any]], Any]] = {
    "i": Reader._integer,
    "f": Reader._not_finite,
    "b": lambda reader, node: reader.block(node[1]),
    "t": lambda reader, node: tuple(reader.items(node[1])),
    "z": lambda reader, node: frozenset(reader.items(node[1])),
    "v": Reader._view,
    "x": Reader._simple,
    "k": lambda _reader, node: CONSTANTS[node[1]],
    "@": lambda reader, node: reader.table.get(node[1]),
    "l": Reader._list,
    "s": Reader._set,
    "y": Reader._bytearray,
    "q": Reader._deque,
    "w": Reader._namespace,
    "d": Reader._dict,
}
