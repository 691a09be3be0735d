"""Time for the checker's own code: a check cell may loop as well as a student's."""

import contextlib
import signal
from collections.abc import Iterator
from typing import Any


class CheckTimeoutError(BaseException):
    """The check cell itself ran past its time."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """CheckTimeoutError inside when the checker's own code takes too long."""

    def ring(_number: int, _frame: Any) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.5)  # again, if it is swallowed
        raise CheckTimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
