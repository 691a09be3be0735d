"""The wire to one student's process, with time limits.

Whatever breaks the rules of the wire ends the conversation.
"""

import contextlib
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from autograder.execution.protocol import (
    EndedError,
    FloodedError,
    Frame,
    LateError,
    receive,
    send,
)

# What one student's process may send in all.  The checker keeps every list and array
# as long as the notebook is graded; a byte of JSON may become many there.
MOST_BYTES = 1 << 30
JSON_WEIGHT = 6


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


class Line:
    """Sends and receives frames until one side breaks the rules.

    interrupt: makes the student's code stop what it is at
    checkpoints: a request that ends the process is answered by the one before it
    ended: why the conversation is over, "died", "timeout" or "flood"; "" till then
    """

    def __init__(
        self,
        connection: socket.socket,
        *,
        times: Times,
        interrupt: Callable[[], None],
        checkpoints: bool = False,
    ) -> None:
        self._connection = connection
        self._interrupt = interrupt
        self._checkpoints = checkpoints
        self._deadline = 0.0
        self._room = MOST_BYTES
        self.times = times
        self.ended = ""

    def end(self, why: str) -> DiedError:
        """The conversation is over; gives what to raise."""
        self.ended = self.ended or why
        return DiedError(self.ended)

    def allow(self, seconds: float) -> None:
        """What is asked from now on may take so long, all together."""
        self._deadline = time.monotonic() + seconds

    def probe_deadline(self) -> float:
        """When an answer to a question asked now is late."""
        return min(self._deadline, time.monotonic() + self.times.probe)

    def send(self, frame: Frame) -> None:
        """Send one frame; raises DiedError, LateError."""
        if self.ended:
            raise DiedError(self.ended)
        try:
            send(self._connection, frame, self._deadline + self.times.grace)
        except EndedError as error:
            raise self.end("died") from error

    def receive(self, deadline: float | None = None) -> Frame:
        """The next frame, by default in the time allowed; raises DiedError, LateError.

        deadline: of time.monotonic()
        """
        try:
            frame = receive(
                self._connection, self._deadline if deadline is None else deadline
            )
        except EndedError as error:
            raise self.end("died") from error
        except FloodedError as error:
            raise self.end("flood") from error
        self._room -= JSON_WEIGHT * frame.header_bytes + sum(map(len, frame.blocks))
        if self._room < 0:
            raise self.end("flood")
        return frame

    def after_interrupt(self) -> Frame:
        """Interrupt the student's code; its answer, or DiedError."""
        # Where there is a checkpoint, a second one ends what did not heed the first.
        for _ in range(1 + self._checkpoints):
            self._interrupt()
            with contextlib.suppress(LateError):
                return self.receive(time.monotonic() + self.times.grace)
        raise self.end("timeout")
