"""The bench: where judges sit.  Forks them, hands them cases, replaces lost ones.

A judge is a fork of the worker, which has loaded the libraries that the master
imports.  Where the instructor's cells leave no trace outside their own names, one
judge takes many cases in turn; else every case gets a fresh one.
"""

import contextlib
import gc
import importlib
import mmap
import os
import signal
import socket
import sys
import time
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path

from autograder.execution.protocol import (
    EndedError,
    FloodedError,
    Frame,
    LateError,
    receive,
    send,
)
from autograder.execution.shell import make_shell
from autograder.grading import assemble, judge
from autograder.grading.analysis import about, leaves_no_trace, mentioned, texts
from autograder.grading.case import Case, pack, unpack
from autograder.grading.check import Check, Checked
from autograder.grading.checker import check_notebook
from autograder.grading.checkfiles import SharedFiles, place_files, untouched
from autograder.grading.classes import Resolver
from autograder.grading.confining import confine
from autograder.grading.kernels import needs_kernel
from autograder.grading.line import Line, Times
from autograder.grading.master import Master, MasterCell
from autograder.grading.names import Names
from autograder.grading.nursery import LostError, Nursery
from autograder.grading.settings import Settings
from autograder.grading.student import Student

CASES_PER_JUDGE = 40
SEND_SECONDS = 60
# A judge that holds so much more than at first has kept something of a student's:
# the next student gets another one, with all its memory.
HEAVY_BYTES = 200 << 20


@dataclass(kw_only=True)
class _Judge:
    """A judge's process as the worker sees it."""

    pid: int
    line: socket.socket
    cases: int = 0


class Bench:
    """Judges for one master."""

    def __init__(
        self, master: Master, settings: Settings, nursery: Nursery, folder: Path
    ) -> None:
        self._master = master
        self._settings = settings
        self._nursery = nursery
        self._folder = folder
        self._names = Names()
        self._shell = make_shell(self._names)
        self._runner = judge.make_runner(self._shell)
        self._abouts = {book.name: about(book) for book in master.notebooks}
        self._lasting = not any(name.endswith(".py") for name in master.files) and all(
            leaves_no_trace(book) for book in master.notebooks
        )
        texts_of_students = (
            text
            for book in master.notebooks
            for cell in book.cells
            if cell.role in ("answer", "free") and cell.cell_type == "code"
            for text in (cell.released, cell.solution)
        )
        self._kept = untouched(master.files, texts_of_students)
        # The judge writes here which cell it is at; shared memory wakes nobody.
        self._at = memoryview(mmap.mmap(-1, 8)).cast("q")
        self._sitting: _Judge | None = None
        for book in master.notebooks:
            for cell in book.cells:
                self._remember(cell)
        self._load_libraries()
        gc.collect()
        gc.freeze()

    def hear(self, case: Case, line: socket.socket) -> assemble.Report | None:
        """The report on a case; None when we failed.  Raises LostError.

        line: to the student's process
        """
        self._at[0] = -1
        sitting = self._sitting or self._seat()
        try:
            socket.send_fds(sitting.line, [b"c"], [line.fileno()])
            frame = pack(case, self._master)
            send(sitting.line, frame, time.monotonic() + SEND_SECONDS)
        except (OSError, EndedError, LateError):
            self.dismiss()
            raise LostError from None
        report = self._watch(sitting, case.skip)
        sitting.cases += 1
        if not self._lasting or sitting.cases >= CASES_PER_JUDGE:
            self.dismiss()
        return report

    def dismiss(self) -> None:
        """End the sitting judge; the next case gets a fresh one."""
        if self._sitting is None:
            return
        sitting, self._sitting = self._sitting, None
        sitting.line.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(sitting.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(sitting.pid, 0)

    close = dismiss

    def _seat(self) -> _Judge:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            try:
                ours.close()
                self._sit(theirs)
            finally:  # nothing of the worker may run on in its fork
                os._exit(1)
        theirs.close()
        self._sitting = _Judge(pid=pid, line=ours)
        return self._sitting

    def _watch(self, sitting: _Judge, skip: dict[int, str]) -> assemble.Report | None:
        """The judge's report; where it hangs or dies, the cell it was at is blamed."""
        settings = self._settings
        patience = settings.cell_seconds + 3 * settings.grace_seconds + 10
        while True:
            at = self._at[0]
            try:
                message = receive(sitting.line, time.monotonic() + patience).message
            except LateError:
                if self._at[0] != at:
                    continue
                why = "timeout"
            except (EndedError, FloodedError):
                why = "died"
            else:
                break
            self.dismiss()
            at = self._at[0]
            return None if at < 0 or at in skip else {"ended": why, "at": at}
        if "lost" in message:
            raise LostError
        if "failed" in message:
            sys.stderr.write(message["failed"])
            self.dismiss()
            return None
        if message["ended"] or message.pop("heavy"):
            self.dismiss()
        return message

    # ------------------------------------------------------------- in the judge

    def _sit(self, line: socket.socket) -> None:
        """In the judge's process: take cases until the worker hangs up."""
        # It lives for a few notebooks; a collection would touch every page.
        gc.disable()
        now = judge.Now()
        judge.guard(self._names, now, str(self._folder))
        if self._settings.sandbox:
            shown = [*self._master.files.values(), *self._settings.readable]
            confine(str(self._folder), self._settings.hidden, shown)
        first = judge.FirstState(self._names, self._shell)
        light = judge.held_bytes()
        while True:
            _, descriptors, _, _ = socket.recv_fds(line, 1, 1)
            if not descriptors:
                return
            frame = receive(line)
            with socket.socket(fileno=descriptors[0]) as student:
                message = self._answer(frame, student, now)
            message["heavy"] = judge.held_bytes() > light + HEAVY_BYTES
            send(line, Frame(message=message), time.monotonic() + SEND_SECONDS)
            first.restore()

    def _answer(
        self, frame: Frame, line: socket.socket, now: judge.Now
    ) -> dict[str, object]:
        try:
            case = unpack(frame, self._master)
            return assemble.pack_checked(self._checked(case, line, now))
        except LostError:
            return {"lost": True}
        except BaseException:
            return {"failed": traceback.format_exc()}

    def _checked(self, case: Case, line: socket.socket, now: judge.Now) -> Checked:
        settings = self._settings
        wire = Line(
            line,
            times=Times(
                cell=settings.cell_seconds,
                probe=settings.probe_seconds,
                grace=settings.grace_seconds,
            ),
            interrupt=self._nursery.interrupt,
            checkpoints=case.checkpoints,
        )
        student = Student(wire, self._resolver())
        now.student = student
        student.start(case.seed, self._files(case.files))
        place_files(self._folder, self._master.files)
        known = self._abouts[case.book.name]
        self._names.shared = known.shared
        check = Check(
            notebook=case.book.name,
            steps=case.steps,
            about=known,
            student=student,
            names=self._names,
            runner=self._runner,
            cell_seconds=settings.cell_seconds,
            figures=settings.wants_figures(case.book),
            skip=case.skip,
            files=SharedFiles(student, self._kept),
            in_kernel=needs_kernel(case.book),
            progress=self._begins,
        )
        return check_notebook(check)

    def _resolver(self) -> Resolver:
        resolver = Resolver()
        resolver.helpers = frozenset(
            name.split("/")[0].removesuffix(".py")
            for name in self._master.files
            if name.endswith(".py")
        )
        resolver.imported = frozenset(self._master.modules)
        return resolver

    def _begins(self, number: int) -> None:
        self._at[0] = number

    def _files(self, handed: dict[str, bytes]) -> dict[str, bytes]:
        """The folder of the child: the student's files under the instructor's."""
        own = {
            name: Path(path).read_bytes() for name, path in self._master.files.items()
        }
        return {**handed, **own}

    # ------------------------------------------------------------- once

    def _remember(self, cell: MasterCell) -> None:
        """Read a check cell once for all judges."""
        if cell.role != "check" or cell.cell_type != "code":
            return
        mentioned(cell.source)
        texts(cell.source)
        with contextlib.suppress(Exception):
            known = self._shell.transform_cell(cell.source)
            self._shell.known_cells[cell.source] = known

    def _load_libraries(self) -> None:
        """Import here what the master imports, for the checks."""
        for path in dict.fromkeys(
            str(Path(path).parent) for path in self._master.files.values()
        ):
            sys.path.append(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Else first loaded in a judge, after `replace_comparisons`.
            testing = ["numpy.testing"] if self._mentions("testing") else []
            for name in [*self._master.modules, "numpy.random", *testing]:
                with contextlib.suppress(Exception):
                    importlib.import_module(name)

    def _mentions(self, word: str) -> bool:
        return any(
            word in cell.source
            for book in self._master.notebooks
            for cell in book.cells
        )
