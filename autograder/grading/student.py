"""The checker's end of the line to one student's process.

`Student` asks, with time limits, and turns answers into values: copies of plain
data, `Remote` stand-ins for the rest, exceptions as themselves.  Answers are read
as data only; whatever breaks the rules of the wire ends the conversation.
"""

import builtins
import contextlib
import inspect
import socket
import sys
import time
import types
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from autograder.execution.arrays import READ_ARRAYS, write_array
from autograder.execution.protocol import (
    EndedError,
    FloodedError,
    Frame,
    LateError,
    Message,
    receive,
    send,
)
from autograder.execution.tables import READ_TABLES, write_table
from autograder.execution.values import (
    BadNodeError,
    Node,
    NotPlainError,
    Reader,
    Table,
    Writer,
)
from autograder.grading.classes import Resolver
from autograder.grading.remote import (
    Description,
    Inside,
    Remote,
    RemoteClass,
    RemoteModule,
    remote_type,
)

OUTPUT_FRAME_LIMIT = 16 << 20
CALLBACKS_LIMIT = 200_000
PRINTED_LIMIT = 1 << 20


class DiedError(BaseException):
    """The student's process is gone, or must go.  Not for check cells to catch."""


class TimeoutInCellError(BaseException):
    """The student's code ran past its time and let itself be interrupted."""


class FellError(BaseException):
    """The request ended the student's process; it goes on from before the request."""


class CrossingError(Exception):
    """A value that cannot go from the check cell to the student's process."""


@dataclass(kw_only=True)
class Times:
    """Seconds: of one cell, of one question, of grace after an interrupt."""

    cell: float = 30.0
    probe: float = 30.0
    grace: float = 2.0


@dataclass(kw_only=True)
class Known:
    """What the assignment lets a check cell do; changes from cell to cell.

    classes: names of classes that the assignment asks students to write and that
        the running check cell is about
    packages: libraries that the master imports, whose objects may be compared
    """

    classes: frozenset[str] = frozenset()
    packages: frozenset[str] = frozenset()
    refused: list[str] = field(default_factory=list)


class Student:
    """One student's process."""

    def __init__(
        self,
        connection: socket.socket,
        resolver: Resolver,
        *,
        times: Times,
        interrupt: Callable[[], None],
        checkpoints: bool = False,
    ) -> None:
        self._connection = connection
        self._checkpoints = checkpoints
        self.resolver = resolver
        self._times = times
        self._interrupt = interrupt
        self._table = Table(-1)
        self._classes: dict[int, Description] = {}
        self._live: dict[int, tuple[Any, Any]] = {}
        self._callbacks = 0
        self._failed: dict[int, BaseException] = {}
        self.known = Known()
        self.before_code: Callable[[], None] = lambda: None
        self.ended = ""
        self.timed_out = False
        self.fell = False
        self.epoch = 0
        self.deadline = 0.0
        first = self._receive(time.monotonic() + 60)
        self.layers = [str(name)[:40] for name in first.message.get("layers", [])][:20]

    def start(self, seed: int, files: dict[str, bytes]) -> None:
        """Put the files into the working folder and seed the random numbers."""
        self.deadline = time.monotonic() + 60
        self.ask("start", seed, list(files.items()))

    # ------------------------------------------------------------- cells

    def run(self, source: str, *, figures: bool) -> Message:
        """Run one of the student's cells; gives outputs, error, count, timed_out.

        Or died, where it ended the process and there was a checkpoint.
        """
        self.epoch += 1
        self.deadline = time.monotonic() + self._times.cell
        late = False
        request = {"op": "run", "source": source, "figures": figures}
        try:
            self._send(Frame(message=request))
            frame = self._receive(self.deadline)
        except LateError:
            late = True
            frame = self._after_interrupt()
        return {**frame.message, "timed_out": late}

    def begin_check(self, known: Known) -> None:
        """A check cell begins: its time, and what it is about."""
        self.known = known
        self.deadline = time.monotonic() + self._times.cell
        self._live.clear()
        self.timed_out = self.fell = False
        self.epoch += 1

    # ------------------------------------------------------------- questions

    def ask(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """The student's answer to one question, as a value of ours.

        Raises what the student's code raised; DiedError when there is no answer.
        """
        if operation not in QUIET:
            self.epoch += 1
            if operation not in ("set", "delete"):
                self.before_code()
        writer = self._writer()
        message = {
            "op": operation,
            "args": [writer.write(value) for value in args],
            "kwargs": {name: writer.write(value) for name, value in kwargs.items()},
            **self._surroundings(operation, writer),
        }
        deadline = min(self.deadline, time.monotonic() + self._times.probe)
        try:
            self._send(Frame(message=message, blocks=tuple(writer.blocks)))
            frame = self._answer(deadline)
        except LateError:
            self.timed_out = True
            self._after_interrupt()
            raise TimeoutInCellError from None
        if frame.message.get("died") is True:
            self.fell = True
            raise FellError
        self._remember([*args, *kwargs.values()])
        return self._value(frame)

    def operate(self, name: str, /, *args: Any) -> Any:
        """An operator or builtin applied there."""
        return self.ask("operator", name, *args)

    def call(self, function: Remote, args: Any, kwargs: Any) -> Any:
        """A call of the student's function."""
        return self.ask("call", function, *args, **kwargs)

    def attribute(self, value: Remote, name: str) -> Any:
        """An attribute of a student's object."""
        return self.ask("attribute", value, name)

    def copied(self, how: str, value: Remote) -> Any:
        """copy.copy or copy.deepcopy of a student's object, made there."""
        module = self.ask("module", "copy")
        return getattr(module, how)(value) if isinstance(module, Remote) else value

    def signature(self, value: Remote) -> inspect.Signature:
        """What inspect.signature gives for a student's function."""
        parameters = [
            inspect.Parameter(
                name,
                [*inspect._ParameterKind][kind],
                default=default if has else inspect.Parameter.empty,
            )
            for name, kind, has, default in self.ask("signature", value)
        ]
        return inspect.Signature(parameters)

    def may_decide(self, remote: Remote, other: Any) -> bool:
        """Whether the student's object may see `other` and judge the comparison."""
        kind = remote._remote.kind
        if isinstance(other, Remote):
            return True
        if kind.by_student:
            return kind.name.split(".")[0] in self.known.classes
        return kind.module.split(".")[0] in self.known.packages

    def refused(self, remote: Remote) -> None:
        """Note that a comparison was refused, for the student's message."""
        self.known.refused.append(remote._remote.kind.name)

    # ------------------------------------------------------------- the wire

    def _end(self, why: str) -> DiedError:
        """The conversation is over; why: "died", "timeout" or "flood"."""
        self.ended = self.ended or why
        return DiedError(self.ended)

    def _send(self, frame: Frame) -> None:
        if self.ended:
            raise DiedError(self.ended)
        try:
            send(self._connection, frame, self.deadline + self._times.grace)
        except EndedError as error:
            raise self._end("died") from error

    def _receive(self, deadline: float) -> Frame:
        try:
            frame = receive(self._connection, deadline)
        except EndedError as error:
            raise self._end("died") from error
        except FloodedError as error:
            raise self._end("flood") from error
        self._describe(frame.message.pop("classes", {}))
        return frame

    def _after_interrupt(self) -> Frame:
        """Interrupt the student's code; its answer, or DiedError."""
        # Where there is a checkpoint, a second one ends what did not heed the first.
        for _ in range(1 + self._checkpoints):
            self._interrupt()
            with contextlib.suppress(LateError):
                return self._receive(time.monotonic() + self._times.grace)
        raise self._end("timeout")

    def _answer(self, deadline: float) -> Frame:
        """The answer, serving callbacks that come first."""
        while True:
            frame = self._receive(deadline)
            if "callback" not in frame.message:
                return frame
            self._serve(frame)

    def _serve(self, frame: Frame) -> None:
        self._callbacks += 1
        if self._callbacks > CALLBACKS_LIMIT:
            raise self._end("flood")
        message = frame.message
        writer = self._writer()
        reply: Message
        try:
            reader = self._reader(frame.blocks)
            number, verb = message["callback"], message["verb"]
            target = self._table.get(number)
            args = reader.items(message["args"])
            named = {str(k): reader.read(v) for k, v in message["kwargs"].items()}
            reply = {"ok": writer.write(_callback(target, verb, args, named))}
            reply["changed"] = [
                writer.write(value) for value in args if self._table.find(value)
            ]
        except (DiedError, FellError, TimeoutInCellError):
            raise
        except BadNodeError as error:
            raise self._end("flood") from error
        except BaseException as error:
            self._failed[id(error)] = error
            base = next(k for k in type(error).__mro__ if k.__module__ == "builtins")
            plain = all(type(part) in (str, int, float, bool) for part in error.args)
            args = list(error.args) if plain else [str(error)[:500]]
            reply = {"raise": base.__name__, "args": args, "error": id(error)}
        self._send(Frame(message=reply, blocks=tuple(writer.blocks)))

    def _surroundings(self, operation: str, writer: Writer) -> Message:
        """What the student's code must see as the check cell has set it."""
        sync = []
        for number, (value, text) in list(self._live.items()):
            now = self._text(value)
            if now != text:
                sync.append(writer.write(value))
                self._live[number] = (value, now)
        if operation in QUIET:
            self.epoch += bool(sync)
            return {"sync": sync} if sync else {}
        more: Message = {"sync": sync, "live": list(self._live)}
        if warnings.filters and warnings.filters[0][0] in ("always", "error"):
            more["warn"] = "always"
        patched = {
            name: writer.write(getattr(builtins, name))
            for name, original in ORIGINALS.items()
            if getattr(builtins, name) is not original
        }
        return {**more, "patched": patched} if patched else more

    def _value(self, frame: Frame) -> Any:
        message, reader = frame.message, self._reader(frame.blocks)
        try:
            self._show(message)
            if "raise" in message:
                raise self._error(message, reader)
            changed = reader.items(message.get("changed", []))
            value = reader.read(message["ok"])
        except (BadNodeError, KeyError, TypeError) as error:
            if "raise" in message and not isinstance(error, BadNodeError):
                raise
            raise self._end("flood") from error
        self._remember([value])
        # What was not changed by the answer is as it was sent or fetched.
        for part in (value, *changed):
            number = self._table.find(part)
            if number in self._live:
                self._live[number] = (part, self._text(part))
        return value

    def _show(self, message: Message) -> None:
        """Print here what the student's code printed, warn what it warned."""
        left = PRINTED_LIMIT
        for name, text in message.get("printed", ()):
            stream = sys.stderr if name == "stderr" else sys.stdout
            stream.write(str(text)[: max(0, left)])
            left -= len(text)
        for text, path in message.get("warned", ()):
            kind = self.resolver.exception(path)
            if kind is None or not issubclass(kind, Warning):
                kind = UserWarning
            warnings.warn(str(text), kind, stacklevel=2)

    def _error(self, message: Message, reader: Reader) -> BaseException:
        again = message.get("again")
        if type(again) is int and again in self._failed:
            return self._failed[again]
        kind = self._class(message["raise"])
        args = tuple(reader.items(message.get("args", [])))
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            kind = RuntimeError
        if issubclass(kind, (DiedError, FellError, TimeoutInCellError)):
            kind = RuntimeError
        error = _made(kind, args)
        for name, node in message.get("fields", ()):
            if type(name) is str and not name.startswith("__"):
                error.__dict__[name] = reader.read(node)
        error.__dict__["_from_student"] = True
        return error

    # ------------------------------------------------------------- values

    def _writer(self) -> Writer:
        return Writer(self._table, self._other, self._extra)

    def _reader(self, blocks: tuple[bytes, ...]) -> Reader:
        tags = {**READ, "instance": self._read_instance}
        return Reader(self._table, blocks, self._read_other, tags)

    def _text(self, value: Any) -> Any:
        writer = self._writer()
        try:
            return writer.write(value), writer.blocks
        except (NotPlainError, CrossingError):
            return None

    def _remember(self, values: list[Any]) -> None:
        """Keep an eye on containers that both sides hold now."""
        for value in values:
            number = self._table.find(value)
            if number is not None and _is_container(value):
                self._live[number] = (value, self._text(value))

    def _other(self, value: Any) -> Node:
        """The node of what does not go over as a copy."""
        if isinstance(value, Remote) and type(value).__mro__[-2] is Remote:
            return ["@", value._remote.number]
        number = self._table.find(value)
        if number is not None and number > 0:
            return ["@", number]
        if isinstance(value, types.ModuleType):
            return ["library", value.__name__, ""]
        path = self.resolver.library_path(value)
        if path is not None:
            return ["library", *path]
        if isinstance(value, type):
            raise CrossingError(f"the class {value.__name__} of a check cell")
        name = getattr(value, "__name__", type(value).__name__)
        plain = isinstance(value, types.FunctionType | types.MethodType)
        told = value.__doc__ if plain and isinstance(value.__doc__, str) else None
        return ["callback", self._table.number(value), str(name), not plain, told]

    def _extra(self, value: Any, writer: Writer) -> Node | None:
        if Remote in type(value).__mro__:
            return None
        node = write_array(value, writer)
        if node is None:
            node = write_table(value, writer)
        if node is None:
            fields = self.resolver.fields(value)
            if fields is not None:
                return self._instance(value, fields, writer)
        return node

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
        if number in self._table:
            known = self._table.get(number)
            if tag == "object" and number > 0 and not isinstance(known, Remote):
                self._refresh(known, number)
            return known
        if number <= 0:
            raise BadNodeError("not a number of theirs")
        if tag == "class":
            return self._class(number)
        made = self._make(tag, number, node)
        self._table.keep(number, made)
        return made

    def _make(self, tag: str, number: int, node: list[Any]) -> Any:
        if tag == "module":
            found = self.resolver.module(str(node[2]))
            inside = Inside(student=self, number=number, kind=MODULE)
            return RemoteModule(inside) if found is None else found
        if tag not in ("object", "function"):
            raise BadNodeError(f"unknown tag {tag!r:.40}")
        kind = self._classes.get(node[2])
        if kind is None:
            raise BadNodeError("a class that was never described")
        inside = Inside(student=self, number=number, kind=kind)
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
        self._table.keep(number, made)
        self._fill(made, self.ask("fields", remote))
        return made

    def _refresh(self, known: Any, number: int) -> None:
        """Copy the fields anew into an instance of the instructor's class."""
        if self.resolver.fields(known) is not None:
            kind = MODULE  # only the number matters here
            remote = Remote(Inside(student=self, number=number, kind=kind))
            self._fill(known, self.ask("fields", remote))

    def _fill(self, made: Any, fields: Any) -> None:
        if type(fields) is dict:
            made.__dict__.clear()
            made.__dict__.update({str(name): item for name, item in fields.items()})

    def _class(self, number: Any) -> Any:
        if type(number) is not int:
            raise BadNodeError("not a class")
        if number in self._table:
            return self._table.get(number)
        kind = self._classes.get(number)
        if kind is None:
            raise BadNodeError("a class that was never described")
        made: Any = self.resolver.same_class(kind)
        if made is None and kind.is_exception:
            made = type(kind.name.split(".")[-1], (kind.trusted or Exception,), {})
        if made is None:
            made = RemoteClass(Inside(student=self, number=number, kind=kind))
        self._table.keep(number, made)
        return made

    def _describe(self, descriptions: Any) -> None:
        if type(descriptions) is not dict or len(descriptions) > 2000:
            raise self._end("flood")
        for text, told in descriptions.items():
            try:
                number = int(text)
                self._classes[number] = self.resolver.described(number, told)
            except (ValueError, KeyError, TypeError, IndexError) as error:
                raise self._end("flood") from error


def _no_reference(_node: list[Any]) -> Any:
    raise BadNodeError("a reference where none can be")


def _is_container(value: Any) -> bool:
    return not isinstance(value, Remote | type | types.ModuleType) and not callable(
        value
    )


def _callback(target: Any, verb: str, args: list[Any], named: dict[str, Any]) -> Any:
    """What the student's code may do with a function or object of a check cell."""
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


def _made(kind: type[BaseException], args: tuple[Any, ...]) -> BaseException:
    try:
        return kind(*args)
    except Exception:
        error = kind.__new__(kind)
        error.args = args
        return error


READ: dict[str, Callable[[Reader, list[Any]], Any]] = {**READ_ARRAYS, **READ_TABLES}
QUIET = {"get", "names", "file", "files", "signature", "source"}
ORIGINALS = {"input": builtins.input, "print": builtins.print}
FUNCTION_SPECIAL = frozenset({"call"})
MODULE = Description(
    number=0, module="builtins", name="module", special=frozenset(), trusted=None
)
