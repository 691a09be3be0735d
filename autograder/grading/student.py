"""The checker's end of the line to one student's process.

`Student` asks, with time limits, and turns answers into values: copies of plain
data, `Remote` stand-ins for the rest, exceptions as themselves.  Answers are read
as data only; whatever breaks the rules of the wire ends the conversation.
"""

import contextlib
import inspect
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from autograder.execution.protocol import Frame, LateError, Message
from autograder.execution.values import BadNodeError, NotPlainError
from autograder.execution.writer import Writer
from autograder.grading import callbacks
from autograder.grading.classes import Resolver
from autograder.grading.exchange import Exchange
from autograder.grading.line import (
    CrossingError,
    DiedError,
    FellError,
    Line,
    TimeoutInCellError,
)
from autograder.grading.remote import Remote

START_SECONDS = 60
CALLBACKS_LIMIT = 200_000
PRINTED_LIMIT = 1 << 20
# These run none of the student's code.
QUIET = {
    *("get", "names", "signature", "source"),
    *("file", "files", "place", "unlink"),
}


@dataclass(kw_only=True)
class Known:
    """What the assignment lets a check cell do; changes from cell to cell.

    classes: names of classes that the assignment asks students to write and that
        the running check cell is about
    packages: libraries that the master imports, whose objects may be compared
    watched: names of modules that it may replace, and what they are: patching.py
    """

    classes: frozenset[str] = frozenset()
    packages: frozenset[str] = frozenset()
    refused: list[str] = field(default_factory=list)
    watched: dict[str, Any] = field(default_factory=dict)


class Student:
    """One student's process.

    around: called before and after a question that runs the student's code
    timed_out, fell: whether a question of the running check cell ran past its time,
        or ended the process and left an earlier state of it
    epoch: grows whenever the student's names may have changed
    bound: names whose objects live there, with the objects' numbers; each answer says
        which are bound to something else since
    """

    def __init__(self, line: Line, resolver: Resolver) -> None:
        self._line = line
        self._exchange = Exchange(self, resolver)
        self._callbacks = 0
        self.resolver = resolver
        self.known = Known()
        self.around: list[tuple[Callable[[], None], Callable[[], None] | None]] = []
        self.timed_out = False
        self.fell = False
        self.epoch = 0
        self.bound: dict[str, int] = {}
        line.allow(START_SECONDS)
        first = self._heard(line.receive())
        self.layers = [str(name)[:40] for name in first.message.get("layers", [])][:20]

    @property
    def ended(self) -> str:
        """Why the process ended: "died", "timeout", "flood"; "" while it lives."""
        return self._line.ended

    def start(self, seed: int, files: dict[str, bytes]) -> None:
        """Put the files into the working folder and seed the random numbers."""
        self._line.allow(START_SECONDS)
        self.ask("start", seed, list(files.items()))

    # ------------------------------------------------------------- cells

    def run(self, source: str, *, figures: bool) -> Message:
        """Run one of the student's cells; gives outputs, error, count, timed_out.

        Or died, where it ended the process and there was a checkpoint.
        """
        self.epoch += 1
        self.bound = {}
        self._line.allow(self._line.times.cell)
        late = False
        request = {"op": "run", "source": source, "figures": figures}
        try:
            self._line.send(Frame(message=request))
            frame = self._heard(self._line.receive())
        except LateError:
            late = True
            frame = self._heard(self._line.after_interrupt())
        return {**frame.message, "timed_out": late}

    def begin_check(self, known: Known) -> None:
        """A check cell begins: its time, and what it is about."""
        self.known = known
        self._line.allow(self._line.times.cell)
        self._exchange.live.clear()
        self.timed_out = self.fell = False
        self.epoch += 1
        self.bound = {}

    # ------------------------------------------------------------- questions

    def ask(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """The student's answer to one question, as a value of ours.

        Raises what the student's code raised; DiedError when there is no answer.
        """
        if operation not in QUIET:
            self.epoch += 1
            if operation not in ("set", "delete"):
                for before, _ in self.around:
                    before()
        writer = self._exchange.writer()
        message = {
            "op": operation,
            "args": [writer.write(value) for value in args],
            "kwargs": {name: writer.write(value) for name, value in kwargs.items()},
            **self._surroundings(operation, writer),
        }
        # Nothing is known of them until the answer; a callback may ask meanwhile.
        bound, self.bound = message.get("bound", self.bound), {}
        deadline = self._line.probe_deadline()
        try:
            self._line.send(Frame(message=message, blocks=tuple(writer.blocks)))
            frame = self._answer(deadline)
        except LateError:
            self.timed_out = True
            self._heard(self._line.after_interrupt())
            raise TimeoutInCellError from None
        if frame.message.get("died") is True:
            self.fell = True
            raise FellError
        gone = frame.message.get("rebound")
        if isinstance(gone, list):
            self.bound = {name: bound[name] for name in bound if name not in gone}
        self._exchange.remember([*args, *kwargs.values()])
        if operation not in (*QUIET, "set", "delete"):
            for _, after in self.around:
                if after is not None:
                    after()
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
        told = self.ask("signature", value)
        kinds = [*inspect._ParameterKind]
        empty = inspect.Parameter.empty
        parameters = [
            inspect.Parameter(
                name,
                kinds[kind],
                default=default[0] if default else empty,
                annotation=annotation[0] if annotation else empty,
            )
            for name, kind, default, annotation in told["parameters"]
        ]
        returns = told["returns"][0] if told["returns"] else empty
        return inspect.Signature(parameters, return_annotation=returns)

    def may_decide(self, remote: Remote, other: Any, how: str) -> bool:
        """Whether the student's object may see `other` and decide what comes of it.

        how: the operator.  A library's object is one by its own word only, so it may
            multiply (a sparse matrix and a vector) and never compare.
        """
        kind = remote._remote.kind
        if isinstance(other, Remote):
            return True
        if kind.by_student:
            return kind.name.split(".")[0] in self.known.classes
        package = kind.module.split(".")[0]
        return how in ("mul", "matmul") and package in self.known.packages

    def refused(self, remote: Remote) -> None:
        """Note that a comparison was refused, for the student's message."""
        self.known.refused.append(remote._remote.kind.name)

    # ------------------------------------------------------------- answers

    def _heard(self, frame: Frame) -> Frame:
        """The frame, what it says of classes learnt."""
        try:
            self._exchange.describe(frame.message.pop("classes", {}))
        except BadNodeError as error:
            raise self._line.end("flood") from error
        return frame

    def _answer(self, deadline: float) -> Frame:
        """The answer, serving callbacks that come first."""
        while True:
            frame = self._heard(self._line.receive(deadline))
            if "callback" not in frame.message:
                return frame
            self._serve(frame)

    def _serve(self, frame: Frame) -> None:
        self._callbacks += 1
        if self._callbacks > CALLBACKS_LIMIT:
            raise self._line.end("flood")
        exchange, message = self._exchange, frame.message
        writer = exchange.writer()
        reply: Message
        try:
            reader = exchange.reader(frame.blocks)
            number, verb = message["callback"], message["verb"]
            if number not in exchange.lent:
                raise BadNodeError("nothing that was lent")
            target = exchange.table.get(number)
            args = reader.items(message["args"])
            named = {str(k): reader.read(v) for k, v in message["kwargs"].items()}
            reply = {"ok": writer.write(callbacks.apply(target, verb, args, named))}
            reply["changed"] = [
                writer.write(value) for value in args if exchange.table.find(value)
            ]
        except (DiedError, FellError, TimeoutInCellError):
            raise
        except BadNodeError as error:
            raise self._line.end("flood") from error
        except BaseException as error:
            reply = callbacks.raised(error)
            exchange.failed[reply["error"]] = error
        self._line.send(Frame(message=reply, blocks=tuple(writer.blocks)))

    def _surroundings(self, operation: str, writer: Writer) -> Message:
        """What the student's code must see as the check cell has set it."""
        live = self._exchange.live
        sync = []
        for number, (value, text) in list(live.items()):
            now = self._exchange.text(value)
            if now != text:
                sync.append(writer.write(value))
                live[number] = (value, now)
        if operation in QUIET:
            self.epoch += bool(sync)
            return {"sync": sync} if sync else {}
        more: Message = {"sync": sync, "live": list(live), "bound": self.bound}
        if warnings.filters and warnings.filters[0][0] in ("always", "error"):
            more["warn"] = "always"
        patched = {}
        for place, original in self.known.watched.items():
            module, name = place.split(":")
            now = getattr(sys.modules[module], name, original)
            if now is not original:
                with contextlib.suppress(CrossingError, NotPlainError):
                    patched[place] = writer.write(now)
        return {**more, "patched": patched} if patched else more

    def _value(self, frame: Frame) -> Any:
        exchange, message = self._exchange, frame.message
        reader = exchange.reader(frame.blocks)
        error: BaseException | None = None
        changed: list[Any] = []
        value: Any = None
        try:
            self._show(message)
            warned = self._warned(message)
            if "raise" in message:
                error = exchange.error(message, reader)
            changed = reader.items(message.get("changed", []))
            if error is None:
                value = reader.read(message["ok"])
        except Exception as problem:  # whatever was wrong with it, it is no answer
            raise self._line.end("flood") from problem
        for text, kind in warned:
            warnings.warn(text, kind, stacklevel=2)
        exchange.remember([value])
        # What was not changed by the answer is as it was sent or fetched.
        for part in (value, *changed):
            number = exchange.table.find(part)
            if number in exchange.live:
                exchange.live[number] = (part, exchange.text(part))
        if error is not None:
            raise error
        return value

    def _show(self, message: Message) -> None:
        """Print here what the student's code printed."""
        left = PRINTED_LIMIT
        for name, text in message.get("printed", ()):
            stream = sys.stderr if name == "stderr" else sys.stdout
            stream.write(str(text)[: max(0, left)])
            left -= len(text)

    def _warned(self, message: Message) -> list[tuple[str, type[Warning]]]:
        """What the student's code warned of, as warnings to be given here."""
        found = []
        for text, path in message.get("warned", ()):
            kind = self.resolver.exception(path)
            # Those of libraries may be made of more than a text.
            if kind is None or not issubclass(kind, Warning) or not _is_plain(kind):
                kind = UserWarning
            found.append((str(text), kind))
        return found


def _is_plain(kind: type) -> bool:
    """Whether a warning is made of a text alone."""
    made_by = [vars(part) for part in kind.__mro__ if part.__module__ != "builtins"]
    return not any("__init__" in own or "__new__" in own for own in made_by)
