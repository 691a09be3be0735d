"""A worker: one checker process with its zygote, grading submission after submission.

Started by the pool as a program of its own; the first frame brings the master, each
further one a submission.  The zygote is started first, as another program inside
the sandbox, so it never shares memory with anything secret.  For every notebook a
child is forked from the zygote; the checks run in a judge, forked from this process.
"""

import contextlib
import os
import signal
import socket
import tempfile
import time
import zlib
from pathlib import Path

from autograder.execution import bubblewrap
from autograder.execution.protocol import EndedError, Frame, receive, send
from autograder.execution.zygote import empty
from autograder.grading import assemble
from autograder.grading.bench import Bench
from autograder.grading.case import Case
from autograder.grading.kernels import kernel_of
from autograder.grading.master import Master, MasterNotebook, unpack
from autograder.grading.mending import Mended, mend
from autograder.grading.nursery import LostError, Nursery
from autograder.grading.result import SubmissionResult, pack
from autograder.grading.settings import Settings
from autograder.grading.submission import (
    UnreadableError,
    find_notebook,
    other_files,
    read_notebook,
)

# A notebook whose cell ended its process is tried again with checkpoints; should
# that fail as well, so many times without the cell that ended it.  And
# how often when the zygote is lost.
TRIES = 8
LOSSES = 3


class Worker:
    """Grades submissions to one master.

    place: where to make the judge's folder; the pool's, which outlives a lost worker
    """

    def __init__(
        self, master: Master, settings: Settings, place: str | None = None
    ) -> None:
        self.master = master
        self.settings = settings
        found = {book.name: kernel_of(book) for book in master.notebooks}
        kernels = {name: one for name, one in found.items() if one is not None}
        # The place of a notebook's real kernel among those the zygote knows.
        self._kernels = {name: place for place, name in enumerate(kernels)}
        self._nursery = Nursery(master.modules, settings, [*kernels.values()])
        self._folder = Path(tempfile.mkdtemp(prefix="judge-", dir=place))
        self._bench = Bench(master, settings, self._nursery, self._folder)
        self._outer = ["bubblewrap"] if _in_bubblewrap(settings) else []
        self._nursery.wait()

    def close(self) -> None:
        """End the zygote and the judge, remove their folder."""
        self._bench.close()
        self._nursery.close()
        empty(self._folder)
        with contextlib.suppress(OSError):
            self._folder.rmdir()

    def grade(self, student: str, folder: Path) -> SubmissionResult:
        """Grade one submission folder; always gives a result."""
        begun = time.monotonic()
        grading = assemble.Assembly(master=self.master, student=student)
        files, notices = other_files(folder)
        grading.notices += notices
        names = tuple(book.name for book in self.master.notebooks)
        for book in self.master.notebooks:
            path = find_notebook(folder, book.name, names)
            if path is None:
                grading.add_missing(book)
                continue
            if path.stem != book.name:
                grading.notices.append(assemble.renamed(path.name, book.name))
            try:
                handed = read_notebook(path)
            except UnreadableError as error:
                grading.add_unreadable(book, error.text)
                continue
            mended = mend(book, handed.cells)
            grading.notices += [*handed.notices, *mended.notices]
            seed = zlib.crc32(f"{self.settings.seed}/{student}/{book.name}".encode())
            report = self._notebook(book, mended, files, seed)
            grading.add(book, mended.steps, report)
        grading.layers = [*(self._outer if grading.layers else ()), *grading.layers]
        return grading.result(time.monotonic() - begun)

    def _notebook(
        self,
        book: MasterNotebook,
        mended: Mended,
        files: dict[str, bytes],
        seed: int,
    ) -> assemble.Report | None:
        """Try until the notebook is through; None when we could not grade it."""
        skip: dict[int, str] = {}
        checkpoints = False
        begun = time.monotonic()
        lost = 0
        count = len(mended.steps)
        while len(skip) <= TRIES and lost < LOSSES:
            try:
                case = Case(book, mended.steps, skip, files, seed, checkpoints)
                done = self._try(case)
            except LostError:
                lost += 1
                self._bench.dismiss()
                self._nursery.restart()
                continue
            if done is None or not done["ended"]:
                return done
            at = done["at"]
            if at in skip:
                return None
            forked = book.name not in self._kernels
            if done["ended"] == "died" and forked and not checkpoints:
                checkpoints = True  # again, so that it costs that cell alone
                continue
            skip[at] = done["ended"]
            if time.monotonic() - begun > self.settings.total_seconds:
                skip |= dict.fromkeys(range(at, count), "timeout")
        rest = range(min(skip, default=0), count)
        skip = dict.fromkeys(rest, "died")
        return self._try(Case(book, mended.steps, skip, files, seed))

    def _try(self, case: Case) -> assemble.Report | None:
        line, theirs = socket.socketpair()
        with line, theirs:
            try:
                self._nursery.fork(
                    theirs,
                    checkpoints=case.checkpoints,
                    kernel=self._kernels.get(case.book.name),
                )
                theirs.close()
                return self._bench.hear(case, line)
            finally:
                self._nursery.end()
                empty(self._folder)


def _in_bubblewrap(settings: Settings) -> bool:
    return settings.sandbox and bubblewrap.works()


def serve(connection: socket.socket) -> None:
    """Answer the pool until it hangs up."""
    first = receive(connection).message
    settings = Settings(**first["settings"])
    if first["core"] is not None:
        os.sched_setaffinity(0, {first["core"]})
    worker = Worker(unpack(first["master"]), settings, first["place"])
    try:
        send(connection, Frame(message={"ready": True}))
        while True:
            request = receive(connection).message
            result = worker.grade(request["student"], Path(request["folder"]))
            send(connection, Frame(message={"result": pack(result)}))
    except EndedError:
        return
    finally:
        worker.close()


def main() -> None:
    """Started by the pool, with the line to it as descriptor 0."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    serve(line)


if __name__ == "__main__":
    main()
