"""Values as plain data, typed exactly, in both directions.

`Writer` (writer.py) turns a Python value into JSON and blocks of bytes, `Reader`
(reader.py) turns them back.  Only the types in plain.py cross as copies; they are
chosen by `type(value) is ...`, so a subclass with a lying `__eq__` or `__class__` is
not one of them.  Everything else crosses as a reference that the other side can only
ask about.

A node is null, true, false, a string, an int below 2**63, a finite float, or a
list that begins with a tag.  Lists, dicts, sets, arrays and tables carry a number:
both sides keep the object under it (`Table`), so a shared or cyclic structure stays
one, and a change made on one side can be copied into the same object on the other.
"""

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
