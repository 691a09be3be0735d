"""A student's process: runs the student's cells, obeys the checker, decides nothing.

It answers one request at a time.  Nothing it says is believed: the checker reads
its answers as data (see grading/student.py).
"""

import builtins
import contextlib
import importlib
import socket
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any, NoReturn

from autograder.execution import objects as objects_
from autograder.execution.checkpoint import Checkpoints
from autograder.execution.objects import Arguments, Objects, path_of
from autograder.execution.operations import OPERATIONS, QUIET, Operation
from autograder.execution.protocol import Frame, Message, receive, send
from autograder.execution.recorder import PrintedByOthers, Recorder
from autograder.execution.shell import Runner, Shell, refuse_input
from autograder.execution.values import NotPlainError
from autograder.execution.writer import Writer

CAUSES_LIMIT = 3


class GoneError(SystemExit):
    """The checker hung up."""


class Child:
    """One student's process for one notebook.

    checkpoints: what to go on from when a request ends the process
    printed: what C code and subprocesses print; made before the process is locked up
    """

    def __init__(
        self,
        connection: socket.socket,
        shell: Shell,
        checkpoints: Checkpoints | None = None,
        printed: PrintedByOthers | None = None,
    ) -> None:
        self._connection = connection
        self._checkpoints = checkpoints
        self.names: dict[str, Any] = shell.user_ns
        self.runner = Runner(shell)
        self.runner.printed = printed
        self.objects = Objects()
        self._arguments = Arguments(self.objects, self._callback, self.names)
        sys.stdout, sys.stderr = self.runner.out, self.runner.err

    def serve(self) -> NoReturn:
        """Answer until the checker hangs up."""
        refuse_input()
        while True:
            try:
                frame = receive(self._connection)
            except BaseException as error:
                raise GoneError from error
            with contextlib.suppress(KeyboardInterrupt):
                self._answer_safely(frame)

    def _answer_safely(self, frame: Frame) -> None:
        """Answer; where there are checkpoints, also a request that ends the process."""
        points = self._checkpoints
        if points is None or frame.message["op"] in QUIET:
            self._answer(frame)
        elif points.before():
            if self.runner.printed is not None:
                self.runner.printed.collect(Recorder())  # what the dead one printed
            self._send(Frame(message={"died": True}))
        else:
            self._answer(frame)
            points.after()

    def _answer(self, frame: Frame) -> None:
        request = frame.message
        name = str(request["op"])
        if name == "run":
            reply = self._run(request)
        else:
            reply = self._asked(OPERATIONS[name], frame)
        self._send(reply)

    def _send(self, frame: Frame) -> None:
        message = {**frame.message, "classes": self.objects.described()}
        send(self._connection, Frame(message=message, blocks=frame.blocks))

    # ------------------------------------------------------------- cells

    def _run(self, request: Message) -> Frame:
        interrupted = False
        try:
            result = self.runner.run(request["source"], figures=request["figures"])
            error = result.error_before_exec or result.error_in_exec
        except BaseException as problem:
            interrupted, error = isinstance(problem, KeyboardInterrupt), problem
        reply = {
            "outputs": self.runner.shell.recorder.taken(),
            "error": None if error is None else type(error).__name__[:200],
            "count": self.runner.shell.execution_count - 1,
            "interrupted": interrupted,
        }
        return Frame(message=reply)

    # ------------------------------------------------------------- questions

    def _asked(self, operation: Operation, frame: Frame) -> Frame:
        request = frame.message
        recorder = self.runner.shell.recorder
        recorder.clear()
        writer = self.objects.writer()
        reply: Message = {}
        held: list[Any] = []
        before: list[Any] = []
        warned: list[Any] = []
        with warnings.catch_warnings(record=True) as caught:
            if request.get("warn") == "always":
                warnings.simplefilter("always")
            try:
                reader = self._arguments.reader(frame.blocks)
                reader.items(request.get("sync", []))
                watched = [self.objects.table.get(n) for n in request.get("live", [])]
                arguments = reader.items(request.get("args", []))
                named = {
                    str(key): reader.read(node)
                    for key, node in request.get("kwargs", {}).items()
                }
                held = [*watched, *arguments, *named.values()]
                before = [self._text(value) for value in held]
                with self._patched(request.get("patched", {})):
                    value = operation(self, *arguments, **named)
                try:
                    reply["ok"] = writer.write(value)
                except NotPlainError:
                    writer = self.objects.writer()
                    reply["ok"] = self.objects.other(value)
                reply["changed"] = self._changed(held, before, writer)
            except BaseException as error:
                writer = self.objects.writer()
                reply = self._raised(error, writer)
                # What was changed before the error is changed all the same.
                with contextlib.suppress(BaseException):
                    reply["changed"] = self._changed(held, before, writer)
            warned = [
                [str(item.message)[:2000], path_of(item.category)] for item in caught
            ]
        reply["rebound"] = [
            name
            for name, number in request.get("bound", {}).items()
            if self.names.get(name, self) is not self.objects.table.get(number)
        ]
        if self.runner.printed is not None:
            self.runner.printed.collect(recorder)
        reply["printed"] = [
            [part["name"], part["text"]]
            for part in recorder.taken()
            if part["output_type"] == "stream"
        ]
        reply["warned"] = warned[:100]
        return Frame(message=reply, blocks=tuple(writer.blocks))

    def _changed(self, held: list[Any], before: list[Any], writer: Writer) -> list[Any]:
        return [
            writer.write(value)
            for value, text in zip(held, before, strict=False)
            if text is not None and self._text(value) != text
        ]

    def _text(self, value: Any) -> Any:
        """What tells whether a mutable argument was changed; None for others."""
        if value is None or isinstance(value, (bool, int, float, str, bytes)):
            return None
        if type(value) in objects_.FUNCTIONS:
            return None
        writer = self.objects.writer()
        try:
            node = writer.write(value)
        except NotPlainError:
            return None
        if node[0] in ("object", "function", "class", "module", "x", "n"):
            return None
        return node, writer.blocks

    def _raised(
        self, error: BaseException, writer: Writer, left: int = CAUSES_LIMIT
    ) -> Message:
        """An error and, up to `left` deep, what it was raised from."""
        fields: list[Any] = []
        try:
            trial = self.objects.writer()
            for part in (*arguments_of(error), *vars(error).values()):
                trial.write(part)  # may be too large; this writer is thrown away
            arguments = [writer.write(part) for part in arguments_of(error)]
            fields = [[str(k), writer.write(v)] for k, v in vars(error).items()]
        except BaseException:
            arguments = []
        if not arguments:
            with contextlib.suppress(BaseException):
                arguments = [str(error)[:4000]]
        told: Message = {
            "raise": self.objects.other(type(error))[1],
            "args": arguments,
            "fields": fields,
            "again": getattr(error, "_autograder_callback", None),
            "suppress": error.__suppress_context__ is True,
        }
        kind = type(error)
        if kind.__module__ != "builtins":  # for its methods and properties
            told["itself"] = self.objects.other(error)
            if isinstance(kind.__str__, types.FunctionType):
                with contextlib.suppress(BaseException):
                    told["text"] = str(error)[:4000]
        for name in ("cause", "context"):
            before = getattr(error, f"__{name}__", None)
            if before is not None and left:
                told[name] = self._raised(before, writer, left - 1)
        return told

    @contextlib.contextmanager
    def _patched(self, patched: dict[str, Any]) -> Any:
        """Let names of modules be what the check cell has put in their place.

        patched: "module:name" -> a node
        """
        before = []
        try:
            for place, node in patched.items():
                module, name = place.split(":")
                with contextlib.suppress(ImportError, AttributeError):
                    held = importlib.import_module(module)
                    before.append((held, name, getattr(held, name)))
                    setattr(held, name, self._arguments.reader(()).read(node))
            yield
        finally:
            for held, name, value in reversed(before):
                setattr(held, name, value)

    # ------------------------------------------------------------- callbacks

    def _callback(
        self, number: int, name: str, attributes: bool, told: str | None
    ) -> Any:
        ask = self._ask_back

        def call(*args: Any, **kwargs: Any) -> Any:
            return ask(number, "call", args, kwargs)

        call.__name__ = call.__qualname__ = name
        call.__doc__ = told
        if not attributes:
            return call
        return _stand_in(number, name, ask)

    def _ask_back(self, number: int, verb: str, args: Any, kwargs: Any) -> Any:
        writer = self.objects.writer()
        message = {
            "callback": number,
            "verb": verb,
            "args": [writer.write(value) for value in args],
            "kwargs": {key: writer.write(value) for key, value in kwargs.items()},
        }
        self._send(Frame(message=message, blocks=tuple(writer.blocks)))
        while True:
            frame = receive(self._connection)
            if "op" not in frame.message:
                break
            self._answer(frame)  # the callback asks about our objects meanwhile
        reply = frame.message
        reader = self._arguments.reader(frame.blocks)
        reader.items(reply.get("changed", []))
        if "raise" in reply:
            kind = getattr(builtins, str(reply["raise"]), RuntimeError)
            error: BaseException = kind(*reader.items(reply["args"]))
            error._autograder_callback = reply["error"]  # type: ignore[attr-defined]
            raise error
        return reader.read(reply["ok"])


def arguments_of(error: BaseException) -> tuple[Any, ...]:
    """What makes the error again; its `args` lack the file's name."""
    if isinstance(error, OSError) and error.filename is not None:
        return (error.errno, error.strerror, error.filename)
    return error.args


def _stand_in(number: int, name: str, ask: Callable[..., Any]) -> Any:
    """An object of the check cell, seen from here: attributes, calls, items."""

    def method(verb: str) -> Callable[..., Any]:
        def forward(_self: Any, *args: Any, **kwargs: Any) -> Any:
            return ask(number, verb, args, kwargs)

        return forward

    body = {
        f"__{verb}__": method(verb)
        for verb in ("call", "getattr", "getitem", "len", "iter", "next", "bool", "str")
    }
    return type(name, (), body)()
