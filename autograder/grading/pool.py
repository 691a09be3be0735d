"""Many submissions over several workers, each a process with its own zygote.

`Pool.grade` hands out submissions one at a time and yields results as they come.
A worker that is lost is replaced and its submission tried again; after three tries
the result says that we failed, and grading goes on.
"""

import contextlib
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType

from autograder.execution.protocol import (
    EndedError,
    FloodedError,
    Frame,
    LateError,
    receive,
    send,
)
from autograder.execution.zygote import empty
from autograder.grading import outcome
from autograder.grading.assemble import Assembly
from autograder.grading.kernels import require_kernels
from autograder.grading.master import Master, pack
from autograder.grading.nursery import PLACES
from autograder.grading.result import SubmissionResult, unpack
from autograder.grading.settings import Settings, readable_for

# Not `-m`: it would put the folder one is in, a download perhaps, before the library.
PROGRAM = (
    f"import sys; sys.path += {PLACES!r}\n"
    "from autograder.grading import worker; worker.main()"
)
START_SECONDS = 180
RESULT_LIMIT = 256 << 20
TRIES = 3


@dataclass(frozen=True)
class Submission:
    """A student's folder for one assignment."""

    student: str
    folder: Path


@dataclass
class _Process:
    """One worker as the pool sees it."""

    process: subprocess.Popen[bytes]
    line: socket.socket
    core: int | None
    ready: bool = False
    task: Submission | None = None
    tries: int = 0
    since: float = 0.0


class Pool:
    """Workers for one master; a context manager.

    jobs: number of workers
    settings: see `Settings`; the packages that the master imports become readable

    Raises CourseError for a notebook whose kernel is lacking or cannot be locked up.
    """

    def __init__(
        self, master: Master, *, jobs: int = 1, settings: Settings | None = None
    ) -> None:
        settings = settings or Settings()
        require_kernels(master, with_sandbox=settings.sandbox)
        readable = [*settings.readable, *readable_for(master)]
        self._settings = replace(settings, readable=readable)
        self._master = master
        self._place = Path(tempfile.mkdtemp(prefix="autograder-"))
        self._processes = [self._start(core) for core in _cores(max(1, jobs))]

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all workers."""
        for worker in self._processes:
            _stop(worker)
        self._processes = []
        # A worker that was lost has left its folder.
        empty(self._place)
        with contextlib.suppress(OSError):
            self._place.rmdir()

    def grade(self, submissions: Iterable[Submission]) -> Iterator[SubmissionResult]:
        """Results in the order they are ready; submissions are taken one by one."""
        waiting = iter(submissions)
        idle = list(self._processes)
        with selectors.DefaultSelector() as selector:
            for worker in idle:
                selector.register(worker.line, selectors.EVENT_READ, worker)
            busy = {id(worker) for worker in idle if self._feed(worker, waiting)}
            while busy:
                self._end_hung()
                for key, _ in selector.select(timeout=5):
                    worker = key.data
                    result = self._hear(worker)
                    if worker.line is not key.fileobj:  # it was replaced
                        selector.unregister(key.fileobj)
                        selector.register(worker.line, selectors.EVENT_READ, worker)
                    if result is not None:
                        yield result
                        if not self._feed(worker, waiting):
                            busy.discard(id(worker))

    def _end_hung(self) -> None:
        """End workers that are far over their time; their line then says so."""
        settings = self._settings
        books = len(self._master.notebooks)
        most = START_SECONDS + 2 * books * (settings.total_seconds + 60)
        for worker in self._processes:
            if worker.task is not None and time.monotonic() - worker.since > most:
                worker.process.kill()

    def _feed(self, worker: _Process, waiting: Iterator[Submission]) -> bool:
        worker.task = next(waiting, None)
        worker.tries = 0
        if worker.task is None:
            return False
        self._ask(worker)
        return True

    def _ask(self, worker: _Process) -> None:
        assert worker.task is not None
        worker.tries += 1
        worker.since = time.monotonic()
        task = {"student": worker.task.student, "folder": str(worker.task.folder)}
        # A lost worker is noticed when its line is read.
        with contextlib.suppress(EndedError):
            send(worker.line, Frame(message=task))

    def _hear(self, worker: _Process) -> SubmissionResult | None:
        """A result; None while the worker starts, or is started anew."""
        assert worker.task is not None
        try:
            frame = receive(
                worker.line,
                time.monotonic() + START_SECONDS,
                header_limit=RESULT_LIMIT,
            )
        except (EndedError, FloodedError, LateError):
            failed = worker.tries >= TRIES
            self._restart(worker)
            if failed:
                return _failed(self._master, worker.task)
            self._ask(worker)
            return None
        if "ready" in frame.message:
            worker.ready = True
            return None
        return unpack(frame.message["result"])

    def _restart(self, worker: _Process) -> None:
        _stop(worker)
        fresh = self._start(worker.core)
        worker.process, worker.line, worker.ready = fresh.process, fresh.line, False

    def _start(self, core: int | None) -> _Process:
        ours, theirs = socket.socketpair()
        argv = [sys.executable, "-P", "-c", PROGRAM]
        process: subprocess.Popen[bytes] = subprocess.Popen(
            argv, stdin=theirs.fileno(), stdout=subprocess.DEVNULL
        )
        theirs.close()
        first = {
            "master": pack(self._master),
            "settings": asdict(self._settings),
            "place": str(self._place),
            "core": core,
        }
        send(ours, Frame(message=first))
        return _Process(process=process, line=ours, core=core)


def _cores(jobs: int) -> list[int | None]:
    """For each worker the core to stay on, None where fewer workers than cores.

    A worker's processes only ever take turns, and on one core the turn passes without
    waking another.  Where a core is to spare, the kernel knows better which.
    """
    cores = sorted(os.sched_getaffinity(0))
    if jobs < len(cores):
        return [None] * jobs
    return [cores[number % len(cores)] for number in range(jobs)]


def _stop(worker: _Process) -> None:
    worker.line.close()
    try:
        worker.process.wait(10)
    except subprocess.TimeoutExpired:
        worker.process.kill()
        worker.process.wait()


def _failed(master: Master, task: Submission) -> SubmissionResult:
    """We could not grade it, twice: points on hold."""
    grading = Assembly(master=master, student=task.student)
    for book in master.notebooks:
        grading.add(book, [], None)
    grading.notices.append(outcome.BROKEN)
    return grading.result(0.0)
