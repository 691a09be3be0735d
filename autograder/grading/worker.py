"""A worker: one checker process with its zygote, grading submission after submission.

Started by the pool as a program of its own; the first frame brings the master, each
further one a submission.  The zygote is started first, as another program inside
the sandbox, so it never shares memory with anything secret.  For every notebook one
child is forked from the zygote and one judge from this process.
"""

import contextlib
import gc
import importlib
import json
import mmap
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from autograder.execution import sandbox
from autograder.execution.protocol import (
    EndedError,
    FloodedError,
    Frame,
    LateError,
    receive,
    send,
)
from autograder.execution.shell import make_shell
from autograder.execution.zygote import empty
from autograder.grading import assemble, judge
from autograder.grading.analysis import About, about, mentioned, parsed
from autograder.grading.checker import Check, Checked, check_notebook
from autograder.grading.classes import Resolver
from autograder.grading.master import Master, MasterNotebook, unpack
from autograder.grading.mending import Mended, Step, mend
from autograder.grading.names import Names
from autograder.grading.result import SubmissionResult, pack
from autograder.grading.settings import Settings
from autograder.grading.student import Student, Times
from autograder.grading.submission import (
    UnreadableError,
    find_notebook,
    other_files,
    read_notebook,
)

TRIES = 8
ALWAYS = ("numpy", "matplotlib.pyplot", "matplotlib_inline.backend_inline")


@dataclass(kw_only=True)
class Zygote:
    """The zygote's process and the line to it."""

    process: subprocess.Popen[bytes]
    control: socket.socket


class LostError(Exception):
    """The zygote is gone; start another."""


class Worker:
    """Grades submissions to one master."""

    def __init__(self, master: Master, settings: Settings) -> None:
        self.master = master
        self.settings = settings
        self._zygote: Zygote | None = None
        self._start_zygote()
        self.names = Names()
        self.shell = make_shell(self.names)
        self.runner = judge.make_runner(self.shell)
        self.abouts = {book.name: about(book) for book in master.notebooks}
        for book in master.notebooks:
            for cell in book.cells:
                mentioned(parsed(cell.source))  # remembered for the judges
        self._folder = Path(tempfile.mkdtemp(prefix="autograder-judge-"))
        # The judge writes here which cell it is at; shared memory wakes nobody.
        self._at = memoryview(mmap.mmap(-1, 8)).cast("q")
        self._load_libraries()
        gc.collect()
        gc.freeze()
        self._wait_for_zygote()

    def close(self) -> None:
        """End the zygote and remove the judge's folder."""
        self._stop_zygote()
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
            report = self._notebook(book, mended, files)
            grading.add(book, mended.steps, report)
        return grading.result(time.monotonic() - begun)

    # ------------------------------------------------------------- one notebook

    def _notebook(
        self, book: MasterNotebook, mended: Mended, files: dict[str, bytes]
    ) -> assemble.Report | None:
        """Try until the notebook is through; None when we could not grade it."""
        skip: dict[int, str] = {}
        begun = time.monotonic()
        lost = 0
        while len(skip) <= TRIES and lost < 3:
            try:
                done = self._try(book, mended.steps, files, skip)
            except LostError:
                lost += 1
                self._stop_zygote()
                self._start_zygote()
                self._wait_for_zygote()
                continue
            if done is None or not done["ended"]:
                return done
            at = done["at"]
            if at in skip:
                return None
            skip[at] = done["ended"]
            if time.monotonic() - begun > self.settings.total_seconds:
                rest = range(at, len(mended.steps))
                skip |= {number: "timeout" for number in rest}
        rest = range(min(skip, default=0), len(mended.steps))
        return self._try(book, mended.steps, files, dict.fromkeys(rest, "died"))

    def _try(
        self,
        book: MasterNotebook,
        steps: list[Step],
        files: dict[str, bytes],
        skip: dict[int, str],
    ) -> assemble.Report | None:
        line, theirs = socket.socketpair()
        report, mine = socket.socketpair()
        try:
            self._at[0] = -1
            self._fork_child(theirs)
            theirs.close()
            pid = os.fork()
            if pid == 0:
                report.close()
                self._be_judge(book, steps, files, skip, line, mine)
            mine.close()
            line.close()
            try:
                return self._watch(report, skip)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        finally:
            for end in (line, theirs, report, mine):
                end.close()
            self._end_child()
            empty(self._folder)

    def _watch(
        self, report: socket.socket, skip: dict[int, str]
    ) -> assemble.Report | None:
        """The judge's report; where it hangs or dies, the cell it was at is blamed."""
        patience = self.settings.cell_seconds + 3 * self.settings.grace_seconds + 10
        while True:
            at = self._at[0]
            try:
                message = receive(report, time.monotonic() + patience).message
            except LateError:
                if self._at[0] != at:
                    continue
                why = "timeout"
            except (EndedError, FloodedError):
                why = "died"
            else:
                break
            at = self._at[0]
            if at < 0 or at in skip:
                return None
            return {"ended": why, "at": at}
        if "lost" in message:
            raise LostError
        if "failed" in message:
            sys.stderr.write(message["failed"])
            return None
        return message

    def _be_judge(
        self,
        book: MasterNotebook,
        steps: list[Step],
        files: dict[str, bytes],
        skip: dict[int, str],
        line: socket.socket,
        report: socket.socket,
    ) -> NoReturn:
        """In the judge's process: grade, report, end."""
        gc.disable()  # it lives for one notebook; a collection would touch every page
        try:
            done = self._judge(book, steps, files, skip, line)
            message = assemble.pack_checked(done)
        except LostError:
            message = {"lost": True}
        except BaseException:
            import traceback

            message = {"failed": traceback.format_exc()}
        with contextlib.suppress(BaseException):
            send(report, Frame(message=message), time.monotonic() + 60)
        os._exit(0)

    def _judge(
        self,
        book: MasterNotebook,
        steps: list[Step],
        files: dict[str, bytes],
        skip: dict[int, str],
        line: socket.socket,
    ) -> Checked:
        settings = self.settings
        resolver = Resolver()
        resolver.helpers = frozenset(
            name.split("/")[0].removesuffix(".py")
            for name in self.master.files
            if name.endswith(".py")
        )
        resolver.imported = frozenset(self.master.modules)
        times = Times(
            cell=settings.cell_seconds,
            probe=settings.probe_seconds,
            grace=settings.grace_seconds,
        )
        student = Student(line, resolver, times=times, interrupt=self._interrupt)
        student.start(settings.seed, self._files(files))
        judge.place_files(self._folder, self.master.files)
        judge.guard(self.names, student, str(self._folder))
        notebook_about: About = self.abouts[book.name]
        self.names.shared = notebook_about.shared
        check = Check(
            notebook=book.name,
            steps=steps,
            about=notebook_about,
            student=student,
            names=self.names,
            runner=self.runner,
            cell_seconds=settings.cell_seconds,
            figures=settings.wants_figures(book),
            skip=skip,
            fetch_files=judge.StudentFiles(student).fetch,
            progress=self._begins,
        )
        return check_notebook(check)

    def _begins(self, number: int) -> None:
        self._at[0] = number

    def _files(self, handed: dict[str, bytes]) -> dict[str, bytes]:
        """The folder of the child: the student's files under the instructor's."""
        own = {
            name: Path(path).read_bytes() for name, path in self.master.files.items()
        }
        return {**handed, **own}

    # ------------------------------------------------------------- the zygote

    def _load_libraries(self) -> None:
        """Import here what the master imports, for the checks."""
        for path in dict.fromkeys(
            str(Path(path).parent) for path in self.master.files.values()
        ):
            sys.path.append(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in self.master.modules:
                with contextlib.suppress(Exception):
                    importlib.import_module(name)

    def _start_zygote(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        settings = self.settings
        told = {
            "preload": [*self.master.modules, *ALWAYS],
            "sandbox": settings.sandbox,
            "outer_pids": _pid_namespace(),
            "limits": settings.child_limits(),
        }
        argv = [sys.executable, "-I", "-m", "autograder.execution.zygote"]
        argv.append(json.dumps(told))
        if settings.sandbox:
            argv = sandbox.wrap_command(
                argv, readable=[*sandbox.own_paths(), *settings.readable]
            )
        process: subprocess.Popen[bytes] = subprocess.Popen(
            argv,
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=settings.stderr,
        )
        theirs.close()
        self._zygote = Zygote(process=process, control=ours)

    def _wait_for_zygote(self) -> None:
        assert self._zygote is not None
        self._zygote.control.settimeout(120)
        if self._zygote.control.recv(8) != b"up":
            raise RuntimeError("the zygote did not start")
        self._zygote.control.settimeout(30)

    def _stop_zygote(self) -> None:
        if self._zygote is not None:
            self._zygote.control.close()
            try:
                self._zygote.process.wait(5)
            except subprocess.TimeoutExpired:
                self._zygote.process.kill()
                self._zygote.process.wait()
            self._zygote = None

    def _tell(self, what: bytes, *descriptors: int) -> None:
        assert self._zygote is not None
        try:
            if descriptors:
                socket.send_fds(self._zygote.control, [what], list(descriptors))
            else:
                self._zygote.control.send(what)
        except OSError as error:
            raise LostError from error

    def _hear(self) -> bytes:
        assert self._zygote is not None
        try:
            said = self._zygote.control.recv(64)
        except OSError as error:
            raise LostError from error
        if not said:
            raise LostError
        return said

    def _fork_child(self, theirs: socket.socket) -> None:
        self._tell(b"fork", theirs.fileno())
        self._hear()

    def _interrupt(self) -> None:
        self._tell(b"interrupt")

    def _end_child(self) -> None:
        with contextlib.suppress(LostError):
            self._tell(b"kill")
            self._hear()


def _pid_namespace() -> str:
    try:
        return os.readlink("/proc/self/ns/pid")  # noqa: PTH115
    except OSError:
        return ""


def serve(connection: socket.socket) -> None:
    """Answer the pool until it hangs up."""
    first = receive(connection).message
    worker = Worker(unpack(first["master"]), Settings(**first["settings"]))
    send(connection, Frame(message={"ready": True}))
    try:
        while True:
            try:
                request = receive(connection).message
            except EndedError:
                return
            result = worker.grade(request["student"], Path(request["folder"]))
            send(connection, Frame(message={"result": pack(result)}))
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
