"""Values between a check cell and one student's process, both ways.

Plain data goes as copies, everything else as a number: `Remote` stand-ins of the
student's objects here, callbacks of the check cell's there.  What the other side says
is data, and whatever is no proper value raises BadNodeError.
"""

import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograder.execution.arrays import READ_ARRAYS, write_array
from autograder.execution.protocol import Message
from autograder.execution.reader import Reader
from autograder.execution.tables import READ_TABLES, write_table
from autograder.execution.values import BadNodeError, Node, NotPlainError, Table
from autograder.execution.writer import Writer
from autograder.grading import callbacks, errors
from autograder.grading.classes import Resolver
from autograder.grading.line import CrossingError
from autograder.grading.remote import (
    Description,
    Inside,
    Remote,
    RemoteClass,
    RemoteModule,
)
from autograder.grading.special import remote_type

if TYPE_CHECKING:
    from autograder.grading.student import Student

CLASSES_LIMIT = 2000
CAUSES_LIMIT = 3


class Exchange:
    """What both sides know by number, and how values are written and read.

    live: containers both sides hold, each with its text as of the last message
    failed: errors of callbacks, by the number the student's process has for them
    lent: numbers of what the student's process may call back
    """

    def __init__(self, student: "Student", resolver: Resolver) -> None:
        self._student = student
        self.resolver = resolver
        self.table = Table(-1)
        self.live: dict[int, tuple[Any, Any]] = {}
        self.failed: dict[int, BaseException] = {}
        self.lent: set[int] = set()
        self._classes: dict[int, Description] = {}
        self._making: set[int] = set()

    def error(self, message: Message, reader: Reader, depth: int = 0) -> BaseException:
        """What the student's code raised, of our own kind where we have it."""
        again = message.get("again")
        if type(again) is int and again in self.failed:
            return self.failed[again]
        kind = self._class(message["raise"])
        args = tuple(reader.items(message.get("args", [])))
        fields = [(name, reader.read(node)) for name, node in message.get("fields", ())]
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            kind = RuntimeError
        error = errors.made(kind, args)
        for name, value in fields:
            if type(name) is str and not name.startswith("__"):
                error.__dict__[name] = value
        error.__dict__["_from_student"] = True
        if type(message.get("text")) is str:
            error.__dict__["_text"] = message["text"]
        if "itself" in message and type(kind) is errors.ErrorClass:
            error.__dict__["_itself"] = reader.read(message["itself"])
        error.__suppress_context__ = message.get("suppress") is True
        for name in ("cause", "context"):
            other = message.get(name)
            if type(other) is dict and depth < CAUSES_LIMIT:
                setattr(error, f"__{name}__", self.error(other, reader, depth + 1))
        return error

    def writer(self) -> Writer:
        """The writer of one message."""
        return Writer(self.table, self._other, self._extra)

    def reader(self, blocks: tuple[bytes, ...]) -> Reader:
        """The reader of one message."""
        tags = {**READ, "instance": self._read_instance}
        return Reader(self.table, blocks, self._read_other, tags)

    def text(self, value: Any) -> Any:
        """What tells whether a value was changed; None for what does not cross."""
        writer = self.writer()
        try:
            return writer.write(value), writer.blocks
        except (NotPlainError, CrossingError):
            return None

    def remember(self, values: list[Any]) -> None:
        """Keep an eye on containers that both sides hold now."""
        for value in values:
            number = self.table.find(value)
            if number is not None and _is_container(value):
                self.live[number] = (value, self.text(value))

    def _other(self, value: Any) -> Node:
        """The node of what does not go over as a copy."""
        if isinstance(value, Remote) and type(value).__mro__[-2] is Remote:
            return ["@", value._remote.number]
        number = self.table.find(value)
        if number is not None and number > 0:
            return ["@", number]
        if isinstance(value, types.ModuleType):
            return ["library", value.__name__, ""]
        path = self.resolver.library_path(value)
        if path is not None:
            return ["library", *path]
        if isinstance(value, type):
            raise CrossingError(f"the class {value.__name__} of a check cell")
        if callbacks.is_inner(value):
            raise CrossingError(f"an object of the type {type(value).__name__}")
        name = getattr(value, "__name__", type(value).__name__)
        plain = isinstance(value, types.FunctionType | types.MethodType)
        told = value.__doc__ if plain and isinstance(value.__doc__, str) else None
        number = self.table.number(value)
        self.lent.add(number)
        callbacks.lend(value)
        return ["callback", number, str(name), not plain, told]

    def _extra(self, value: Any, writer: Writer) -> Node | None:
        if Remote in type(value).__mro__:
            return None
        if BaseException in type(value).__mro__:
            return self._error(value, writer)
        node = write_array(value, writer)
        if node is None:
            node = write_table(value, writer)
        if node is None:
            fields = self.resolver.fields(value)
            if fields is not None:
                return self._instance(value, fields, writer)
        return node

    def _error(self, value: BaseException, writer: Writer) -> Node:
        """An exception of the check cell's, or one of the student's that came back."""
        itself = value.__dict__.get("_itself")
        if itself is not None:
            return ["@", itself._remote.number]
        number, seen = writer.begin(value)
        if seen:
            return ["@", number]
        kind = next(k for k in type(value).__mro__ if self._is_known(k))
        args = [writer.write(part, 20) for part in value.args]
        fields = {k: v for k, v in vars(value).items() if k not in errors.OURS}
        pairs = [writer.write(part, 20) for pair in fields.items() for part in pair]
        return ["error", number, self._other(kind), args, pairs]

    def _is_known(self, kind: type) -> bool:
        """Whether the student's process has this class, too."""
        if (self.table.find(kind) or 0) > 0:
            return True
        return self.resolver.library_path(kind) is not None

    def _instance(self, value: Any, fields: dict[str, Any], writer: Writer) -> Node:
        """An instance of the instructor's class: both sides have the class."""
        number, seen = writer.begin(value)
        if seen:
            return ["@", number]
        kind = type(value)
        pairs = [writer.write(part, 20) for pair in fields.items() for part in pair]
        return ["instance", number, [kind.__module__, kind.__qualname__], pairs]

    def _read_other(self, node: list[Any]) -> Any:
        tag, number = node[0], node[1]
        if type(number) is not int:
            raise BadNodeError("not a number")
        if number in self.table:
            known = self.table.get(number)
            if tag == "object" and number > 0 and not isinstance(known, Remote):
                self._refresh(known, number)
            return known
        if number <= 0:
            raise BadNodeError("not a number of theirs")
        if tag == "class":
            return self._class(number)
        made = self._make(tag, number, node)
        self.table.keep(number, made)
        return made

    def _make(self, tag: str, number: int, node: list[Any]) -> Any:
        if tag == "module":
            found = self.resolver.module(str(node[2]))
            inside = Inside(student=self._student, number=number, kind=MODULE)
            return RemoteModule(inside) if found is None else found
        if tag not in ("object", "function"):
            raise BadNodeError(f"unknown tag {tag!r:.40}")
        kind = self._classes.get(node[2])
        if kind is None:
            raise BadNodeError("a class that was never described")
        inside = Inside(student=self._student, number=number, kind=kind)
        if tag == "function":
            inside.path = (str(node[3][0]), str(node[3][1]))
            return remote_type(FUNCTION_SPECIAL)(inside)
        if node[3] is not None:
            inside.plain = Reader(Table(-1), (), _no_reference, {}).read(node[3])
        remote = remote_type(kind.special)(inside)
        if kind.fields and isinstance(inside.plain, tuple):
            return self.resolver.named_tuple(kind, inside.plain) or remote
        if kind.own is not None:
            return self._rebuilt(remote, kind.own, number)
        return remote

    def _read_instance(self, reader: Reader, node: list[Any]) -> Any:
        """An instance of the instructor's class that we sent, as it is now."""
        _, number, path, pairs = node
        own = self.resolver.own_class(path)
        if own is None:
            raise BadNodeError("not a class of the instructor's")
        value = reader.same(number, own, lambda: object.__new__(own))
        self._fill(value, dict(reader.pairs(pairs)))
        return value

    def _rebuilt(self, remote: Remote, own: type, number: int) -> Any:
        """An instance of the instructor's class: the checker's own, with the fields."""
        made: Any = object.__new__(own)
        self.table.keep(number, made)
        self._fill(made, self._student.ask("fields", remote))
        return made

    def _refresh(self, known: Any, number: int) -> None:
        """Copy the fields anew into an instance of the instructor's class."""
        if self.resolver.fields(known) is not None:
            kind = MODULE  # only the number matters here
            remote = Remote(Inside(student=self._student, number=number, kind=kind))
            self._fill(known, self._student.ask("fields", remote))

    def _fill(self, made: Any, fields: Any) -> None:
        if type(fields) is dict:
            made.__dict__.clear()
            made.__dict__.update({str(name): item for name, item in fields.items()})

    def _class(self, number: Any) -> Any:
        if type(number) is not int:
            raise BadNodeError("not a class")
        if number in self.table:
            return self.table.get(number)
        kind = self._classes.get(number)
        if kind is None:
            raise BadNodeError("a class that was never described")
        made: Any = self.resolver.same_class(kind)
        if made is None and kind.is_exception:
            made = self._exception_class(number, kind)
        if made is None:
            made = RemoteClass(Inside(student=self._student, number=number, kind=kind))
        self.table.keep(number, made)
        return made

    def _exception_class(self, number: int, kind: Description) -> type:
        """A class of ours for the student's, deriving from ours for its bases."""
        if number in self._making:
            raise BadNodeError("a class that derives from itself")
        self._making.add(number)
        try:
            found = [self._class(base) for base in kind.bases]
        finally:
            self._making.discard(number)
        trusted = kind.trusted or Exception
        bases = tuple(
            base
            for base in found
            if isinstance(base, type) and issubclass(base, BaseException)
        )
        name = kind.name.split(".")[-1]
        return errors.new_class(self._student, name, bases, trusted)

    def describe(self, descriptions: Any) -> None:
        """Learn the classes that a message mentions; raises BadNodeError."""
        if type(descriptions) is not dict or len(descriptions) > CLASSES_LIMIT:
            raise BadNodeError("no description of classes")
        for text, told in descriptions.items():
            try:
                number = int(text)
                self._classes[number] = self.resolver.described(number, told)
            except Exception as error:
                raise BadNodeError("not a description of a class") from error


def _no_reference(_node: list[Any]) -> Any:
    raise BadNodeError("a reference where none can be")


def _is_container(value: Any) -> bool:
    return not isinstance(value, Remote | type | types.ModuleType) and not callable(
        value
    )


READ: dict[str, Callable[[Reader, list[Any]], Any]] = {**READ_ARRAYS, **READ_TABLES}
FUNCTION_SPECIAL = frozenset({"call"})
MODULE = Description(
    number=0, module="builtins", name="module", special=frozenset(), trusted=None
)
