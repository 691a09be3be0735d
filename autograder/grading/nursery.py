"""The checker's line to its zygote: starts it in the sandbox, asks it for children."""

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import autograder
import intensity
from autograder.execution import bubblewrap
from autograder.execution.readable import own_paths
from autograder.grading.kernels import Kernel
from autograder.grading.settings import Settings

ALWAYS = ("numpy", "matplotlib.pyplot", "matplotlib_inline.backend_inline")
# This very package, wherever it lies: -I looks at no PYTHONPATH, and an editable
# install may name another copy.
PLACES = [str(Path(one.__path__[0]).parent) for one in (autograder, intensity)]
PROGRAM = (
    f"import sys; sys.path[:0] = {PLACES!r}\n"
    "from autograder.execution import zygote; zygote.main()"
)
START_SECONDS = 120
ANSWER_SECONDS = 30


class LostError(Exception):
    """The zygote is gone; start another."""


class Nursery:
    """A zygote and the line to it; one child at a time."""

    def __init__(
        self,
        modules: Sequence[str],
        settings: Settings,
        kernels: Sequence[Kernel] = (),
    ) -> None:
        self._modules = modules
        self._settings = settings
        self._kernels = kernels
        self._start()

    def wait(self) -> None:
        """Return when the zygote has loaded its libraries."""
        self._control.settimeout(START_SECONDS)
        try:
            said = self._control.recv(8)
        except OSError as error:
            raise RuntimeError("the zygote did not start") from error
        if said != b"up":
            raise RuntimeError("the zygote did not start")
        self._control.settimeout(ANSWER_SECONDS)

    def fork(
        self,
        line: socket.socket,
        *,
        checkpoints: bool = False,
        kernel: int | None = None,
    ) -> None:
        """A child that serves on `line`; raises LostError.

        checkpoints: it survives requests that end its process, and costs more
        kernel: which of the real kernels it drives, instead of running cells itself
        """
        how = "+" if checkpoints else "" if kernel is None else str(kernel)
        self._tell(b"fork" + how.encode(), line.fileno())
        self._hear()

    def interrupt(self) -> None:
        """SIGINT to the child; raises LostError."""
        self._tell(b"interrupt")

    def end(self) -> None:
        """End the child and everything it started."""
        with contextlib.suppress(LostError):
            self._tell(b"kill")
            self._hear()

    def restart(self) -> None:
        """Another zygote in place of a lost one."""
        self.close()
        self._start()
        self.wait()

    def close(self) -> None:
        """End the zygote."""
        self._control.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _start(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        settings = self._settings
        readable = [*settings.readable]
        for kernel in self._kernels:
            readable += kernel.readable
        told = {
            "preload": [*self._modules, *ALWAYS],
            "sandbox": settings.sandbox,
            "outer_pids": _pid_namespace(),
            "limits": {**settings.child_limits(), "readable": readable},
            "kernels": [[one.argv, one.environment] for one in self._kernels],
        }
        # The same order of sets in every run.  Python's other variables are not the
        # grader's business: the sandbox clears them.
        argv = ["/usr/bin/env", "-u", "PYTHONPATH", "PYTHONHASHSEED=0"]
        argv += [sys.executable, "-P", "-s", "-c", PROGRAM, json.dumps(told)]
        if settings.sandbox:
            within = [*own_paths(), *readable]
            argv = bubblewrap.wrap_command(argv, readable=within)
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            argv,
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=settings.stderr,
        )
        theirs.close()

    def _tell(self, what: bytes, *descriptors: int) -> None:
        try:
            if descriptors:
                socket.send_fds(self._control, [what], list(descriptors))
            else:
                self._control.send(what)
        except OSError as error:
            raise LostError from error

    def _hear(self) -> None:
        try:
            said = self._control.recv(64)
        except OSError as error:
            raise LostError from error
        if not said:
            raise LostError


def _pid_namespace() -> str:
    try:
        return os.readlink("/proc/self/ns/pid")  # noqa: PTH115
    except OSError:
        return ""
