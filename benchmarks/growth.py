"""What one submission costs as the class grows, through the commands themselves.

    .venv/bin/python benchmarks/grading.py --growth 40 160 640 2560 [--jobs 2]

The tiny course's class of forty again and again under other names, into a new course
for each size: `autograder grade` into nbgrader's gradebook, `status`, `grade` again
with nothing to do, `feedback`.  Figures for one submission must not grow with the
class.  Fails unless everyone is graded once, and as the first forty were.
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from autograder.grading.journal import entries
from tests.autograder.grading import tiny
from tests.autograder.grading.courses import nbgrader_scores

CLASS = 40
SAMPLE_S = 0.2
WORKER_MB = 20  # what is smaller is a helper that comes and goes


@dataclass
class Spent:
    """What a command took: seconds, and the peak memory of it and of its workers."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    main_mb: int = 0
    workers_mb: dict[int, int] = field(default_factory=dict)


def growth(sizes: list[int], jobs: int) -> None:
    """A table with a line for each size."""
    print(
        "students     grade: wall   cpu ms  peak MB  workers   gradebook"
        "   again: cpu ms   feedback: cpu ms   status: cpu s"
    )
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            print(_line(Path(folder), size, jobs), flush=True)


def _line(root: Path, size: int, jobs: int) -> str:
    tiny.build(root)
    _hand_in(root, size)
    graded = spent(root, "grade", tiny.ASSIGNMENT, f"--jobs={jobs}")
    _check(root, size)
    again = spent(root, "grade", tiny.ASSIGNMENT, f"--jobs={jobs}")
    feedback = spent(root, "feedback", tiny.ASSIGNMENT)
    status = spent(root, "status")
    gradebook = (root / "gradebook.db").stat().st_size / 1e6
    workers = "+".join(str(mb) for mb in graded.workers_mb.values())
    each = 1000 / size
    return (
        f"{size:8d} {graded.wall_s:10.1f} s {graded.cpu_s * each:8.0f}"
        f" {graded.main_mb:8d} {workers:>8s} {gradebook:8.1f} MB"
        f" {again.cpu_s:7.1f} s {again.cpu_s * each:5.1f}"
        f" {feedback.cpu_s:9.1f} s {feedback.cpu_s * each:6.1f} {status.cpu_s:14.2f}"
    )


def _hand_in(root: Path, size: int) -> None:
    tiny.hand_in(root, min(size, CLASS))
    for number in range(CLASS, size):
        student = f"student{number % CLASS:03d}"
        copy = root / "submitted" / f"{student}-{number // CLASS}"
        shutil.copytree(root / "submitted" / student, copy)


def _check(root: Path, size: int) -> None:
    """Everyone once, in the journal and in the gradebook, as the first forty."""
    attempts = {
        entry.student: entry.attempts for entry in entries(root / ".autograder")
    }
    if len(attempts) != size or set(attempts.values()) != {1}:
        raise SystemExit(f"{len(attempts)} of {size} graded, attempts {set(attempts)}")
    found = nbgrader_scores(root, tiny.ASSIGNMENT)
    rows = size * sum(kind in ("check", "manual-markdown") for kind, *_ in tiny.CELLS)
    with contextlib.closing(sqlite3.connect(root / "gradebook.db")) as base:
        ((stored,),) = base.execute("select count(*) from grade")
    wrong = [key for key, score in found.items() if score != found[_original(*key)]]
    if len(found) != rows or stored != rows or wrong:
        raise SystemExit(f"{stored} scores, expected {rows}; differ: {wrong[:5]}")


def _original(student: str, *cell: str) -> tuple[str, ...]:
    return student.split("-")[0], *cell


def spent(root: Path, command: str, *arguments: str) -> Spent:
    """Run `autograder COMMAND` in the course and watch it."""
    line = [sys.executable, "-m", "autograder", command, "--course", str(root)]
    begun, found = time.perf_counter(), Spent()
    process = subprocess.Popen(
        [*line, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    done = threading.Event()
    watch = threading.Thread(target=_watch, args=(process.pid, found, done))
    watch.start()
    _, code, used = os.wait4(process.pid, 0)
    found.wall_s = time.perf_counter() - begun
    done.set()
    watch.join()
    if os.waitstatus_to_exitcode(code):
        raise SystemExit(f"autograder {command} failed")
    found.cpu_s = max(found.cpu_s, used.ru_utime + used.ru_stime)
    return found


def _watch(pid: int, found: Spent, done: threading.Event) -> None:
    while not done.wait(SAMPLE_S):
        # Of a worker that is killed at the end nobody inherits the seconds.
        found.cpu_s = max(found.cpu_s, processor_s(pid))
        found.main_mb = max(found.main_mb, _peak_mb(pid))
        with contextlib.suppress(OSError):
            for child in children(pid):
                peak = max(found.workers_mb.get(child, 0), _peak_mb(child))
                if peak >= WORKER_MB:
                    found.workers_mb[child] = peak


def children(pid: int) -> list[int]:
    """Processes that it started; OSError when it is gone."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def processor_s(pid: int) -> float:
    """Processor seconds of a process, of all that it waited for, and of its tree."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        below = children(pid)
    except OSError:
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(processor_s, below))


def _peak_mb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    peak = next((line.split()[1] for line in lines if line.startswith("VmHWM")), "0")
    return int(peak) // 1024
