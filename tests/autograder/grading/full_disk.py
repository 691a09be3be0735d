"""Grades a course on a disk that is full, again and again with a little more room.

Run in a mount namespace of its own by test_faults.py, as

    python full_disk.py COURSE DISK

Copies COURSE to a small disk at DISK, leaves a few kilobytes of it free, runs
`autograder grade`, frees some more, and so on until all is graded; then makes the
disk read-only.  Prints what every round did as JSON.
"""

import contextlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from unittest import mock

from autograder import cli
from autograder.commands import grade
from tests.autograder.grading import courses
from tests.autograder.grading.test_run import STUDENTS, Workers

SIZE_KB = 4096
# Room in a round: from nothing to enough, so that every step meets a full disk once.
ROOM_KB = (0, 4, *range(8, 200, 8))
ENOUGH_KB = 1024


def main(course: Path, disk: Path) -> None:
    mount("-t", "tmpfs", "-o", f"size={SIZE_KB}k", "tmpfs", disk)
    root = disk / "course"
    shutil.copytree(course, root)
    found = {"first": [], "again": [], "read_only": []}
    for number, room in enumerate(ROOM_KB):
        fill(disk, room)
        found["first"].append(run(root, "ko" if number % 2 else "en"))
    fill(disk, ENOUGH_KB)
    found["first"].append(run(root, "en", real=True))
    with contextlib.closing(sqlite3.connect(root / "gradebook.db")) as base, base:
        base.execute("UPDATE grade SET manual_score = 2.5 WHERE auto_score IS NULL")
    for number, room in enumerate((0, 4, 40, ENOUGH_KB)):
        fill(disk, room)
        language = "ko" if number % 2 else "en"
        found["again"].append(run(root, language, "--force", real=number in (0, 3)))
    mount("-o", "remount,ro", disk)
    found["read_only"] = [run(root, "ko", "--force"), run(root, "en")]
    found["status"] = status(root)
    print(json.dumps(found))


def hand_in(root: Path) -> None:
    """Everybody's right answer."""
    released = courses.release(root, "ps1", "nb")
    for student in STUDENTS:
        filled = courses.fill(released, {"a": f"x = 1  # {student}"})
        courses.submit(root, "ps1", student, {"nb": filled})


def mount(*arguments: object) -> None:
    subprocess.run(["mount", *map(str, arguments)], check=True)


def fill(disk: Path, room_kb: int) -> None:
    """Leave `room_kb` of the disk."""
    ballast = disk / "ballast"
    ballast.unlink(missing_ok=True)
    state = os.statvfs(disk)
    room = state.f_bavail * state.f_frsize
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(4096, room - (room_kb << 10)))


class Watched(Workers):
    """Real workers; remembers whom they graded."""

    def __init__(self, pool):
        super().__init__()
        self.pool = pool

    def grade(self, submissions):
        for result in self.pool.grade(submissions):
            self.graded.append(result.student)
            yield result


def run(root: Path, language: str, *more: str, real: bool = False) -> dict[str, object]:
    """One `autograder grade`, with workers that answer at once, or with real ones."""
    hire = grade._hire
    workers = Workers()

    @contextlib.contextmanager
    def watch(*asked):
        if not real:
            yield workers
            return
        with hire(*asked) as pool:
            watched = Watched(pool)
            watched.graded = workers.graded
            yield watched

    hired = mock.patch.object(grade, "_hire", watch)
    said = io.StringIO()
    with hired, contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        status = cli.main(
            ["grade", "ps1", "--course", str(root), "--lang", language, *more]
        )
    return {
        "status": status,
        "language": language,
        "said": said.getvalue(),
        "graded": workers.graded,
        "done": done(root),
        "scores": scores(root),
        "sound": [sound(path) for path in root.rglob("*.db")],
        "folders": sorted(path.parent.name for path in root.glob("autograded/*/ps1")),
    }


def status(root: Path) -> dict[str, object]:
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        code = cli.main(["status", "--course", str(root), "--lang", "en"])
    return {"status": code, "said": said.getvalue()}


def done(root: Path) -> list[str]:
    """Whom the journal has as done."""
    rows = ask(root / ".autograder/journal.db", DONE)
    return [student for (student,) in rows]


def scores(root: Path) -> list[tuple[object, ...]]:
    return ask(root / "gradebook.db", SCORES)


def sound(path: Path) -> object:
    return ask(path, "PRAGMA integrity_check")


def ask(path: Path, query: str) -> list[tuple[object, ...]]:
    """Asked of a copy elsewhere, which has room for SQLite's own files."""
    if not path.is_file():
        return []
    copy = Path("/dev/shm") / f"asked-{os.getpid()}.db"
    try:
        for tail in ("", "-wal", "-journal"):
            if Path(f"{path}{tail}").is_file():
                shutil.copyfile(f"{path}{tail}", f"{copy}{tail}")
        with contextlib.closing(sqlite3.connect(copy)) as base:
            return base.execute(query).fetchall()
    except sqlite3.OperationalError as problem:
        if "no such table" in str(problem):
            return []
        raise
    finally:
        for made in copy.parent.glob(f"{copy.name}*"):
            made.unlink()


DONE = "SELECT student FROM work WHERE state = 'done' ORDER BY student"
SCORES = """
    SELECT s.student_id, b.name, g.auto_score, g.manual_score FROM grade g
    JOIN submitted_notebook sn ON g.notebook_id = sn.id
    JOIN submitted_assignment s ON sn.assignment_id = s.id
    JOIN base_cell b ON b.id = g.cell_id ORDER BY s.student_id, b.name
"""

if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
