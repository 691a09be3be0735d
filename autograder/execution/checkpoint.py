"""Checkpoints: a student's process that outlives the cell that ends it.

Used on a second try, after a cell ended the process.  The process splits into a
monitor, which stays process number 1 and runs nothing, and a runner.  Before each
request the runner leaves a sleeping copy of itself behind; when the request ends the
runner (`os._exit`, a segmentation fault, a kill), the monitor wakes the copy, which
goes on from the state before that request, as the next runner.  One copy at a time:
a request that comes through ends the copy it did not need.

What the runner tells the monitor lies in memory that the student's code could write
to; it could only end its own submission's process by that.
"""

import contextlib
import mmap
import os
import random
import signal
from typing import NoReturn

from autograder.execution.kernel import PR_SET_CHILD_SUBREAPER, prctl

COPY, REQUEST = 0, 1  # places in the shared memory


class Checkpoints:
    """Monitor, runner and copy; made before any of the student's code."""

    def __init__(self) -> None:
        self._shared = memoryview(mmap.mmap(-1, 16)).cast("q")
        self._sleeps, self._wakes = os.pipe()
        # A copy whose runner died becomes the monitor's child.
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        runner = os.fork()
        if runner:
            _Monitor(runner, self._shared, self._wakes).watch()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def before(self) -> bool:
        """Leave a copy behind; True in the copy, when the runner has died.

        Costs a fork, a few milliseconds.
        """
        self._shared[REQUEST] += 1
        state = random.getstate()  # a fork gives its child another
        copy = os.fork()
        if copy:
            self._shared[COPY] = copy
            return False
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if os.read(self._sleeps, 1) != b"+":
            os._exit(1)  # the student closed the pipe
        signal.signal(signal.SIGINT, signal.default_int_handler)
        random.setstate(state)
        return True

    def after(self) -> None:
        """The request came through: its copy is not needed."""
        copy, self._shared[COPY] = self._shared[COPY], 0
        if copy > 1:
            with contextlib.suppress(OSError):
                os.kill(copy, signal.SIGKILL)
                os.waitpid(copy, 0)


class _Monitor:
    """Process number 1 of a student with checkpoints."""

    def __init__(self, runner: int, shared: memoryview, wakes: int) -> None:
        self._runner = runner
        self._shared = shared
        self._wakes = wakes
        self._interrupted = -1

    def watch(self) -> NoReturn:
        """Wake a copy when the runner ends; end when there is none."""
        signal.signal(signal.SIGINT, self._pass_on)
        while True:
            try:
                ended, _ = os.wait()
            except ChildProcessError:
                os._exit(0)
            if ended != self._runner:
                continue
            copy, self._shared[COPY] = self._shared[COPY], 0
            if copy <= 1:
                os._exit(0)
            self._runner = copy
            os.write(self._wakes, b"+")

    def _pass_on(self, *_: object) -> None:
        """SIGINT to the runner; what does not heed it is killed by the second."""
        request = self._shared[REQUEST]
        heeded_none = request == self._interrupted
        self._interrupted = request
        with contextlib.suppress(OSError):
            os.kill(self._runner, signal.SIGKILL if heeded_none else signal.SIGINT)
