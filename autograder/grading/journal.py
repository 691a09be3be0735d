"""What has been graded, what is running, what waits: remembered across any death.

One SQLite file per course.  A row is one student's submission to one assignment,
keyed by a hash of what was handed in, of the master and of the grader's own code,
so running again is free and a changed test grades everybody anew.

    queued -> running -> done
                 |          ^ only after the gradebook holds the scores
                 +-> failed   our fault or the machine's; the next run tries again

Only one process writes at a time (`hold`), so a row found running when the journal
is opened belongs to a run that died, and is queued again.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from intensity.language import CourseError, Text

State = Literal["queued", "running", "failed", "done"]

BUSY_MS = 30_000

TABLE = """
CREATE TABLE IF NOT EXISTS work (
    assignment TEXT NOT NULL,
    student    TEXT NOT NULL,
    key        TEXT NOT NULL,
    state      TEXT NOT NULL,
    attempts   INTEGER NOT NULL DEFAULT 0,
    host       TEXT,
    started    REAL,
    finished   REAL,
    seconds    REAL,
    status     TEXT,
    reason     TEXT,
    result     BLOB,
    PRIMARY KEY (assignment, student)
) WITHOUT ROWID
"""


@dataclass(frozen=True)
class Entry:
    """One row, without its result.

    status: of a done one: graded, partial, unreadable, needs-manual
    reason: of a failed one, Korean and English in two lines
    """

    assignment: str
    student: str
    key: str
    state: State
    attempts: int
    started: float | None
    finished: float | None
    seconds: float | None
    status: str | None
    reason: str | None


COLUMNS = ", ".join(Entry.__dataclass_fields__)


def entries(folder: Path) -> list[Entry]:
    """Every row of the journal in `folder`, by student; nothing is written.

    Where SQLite cannot make the files it shares with a writer (a read-only disk),
    there is no writer, and the file alone is read.  Raises sqlite3.Error.
    """
    path = (folder / "journal.db").absolute()
    for how in ("mode=ro", "immutable=1"):
        base = sqlite3.connect(f"{path.as_uri()}?{how}", uri=True)
        try:
            base.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            rows = base.execute(
                f"SELECT {COLUMNS} FROM work ORDER BY assignment, student"
            ).fetchall()
            return [Entry(*row) for row in rows]
        except sqlite3.OperationalError:
            if how == "immutable=1":
                raise
        finally:
            base.close()
    return []


class Journal:
    """The journal of one course; a context manager."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o770, exist_ok=True)
        self.path = folder / "journal.db"
        self._base = sqlite3.connect(self.path, isolation_level=None)
        self._base.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        # Readers (`status`) never wait for the writer.  Not on every network disk.
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._base.execute(TABLE)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def entries(self, assignment: str | None = None) -> list[Entry]:
        """Every row, or one assignment's, by student."""
        where = "" if assignment is None else "WHERE assignment = ?"
        values = () if assignment is None else (assignment,)
        rows = self._base.execute(
            f"SELECT {COLUMNS} FROM work {where} ORDER BY assignment, student", values
        )
        return [Entry(*row) for row in rows]

    def queue(self, assignment: str, keys: dict[str, str]) -> None:
        """These students' submissions are to be graded."""
        with self._transaction():
            self._base.executemany(
                "INSERT INTO work (assignment, student, key, state) "
                "VALUES (?, ?, ?, 'queued') ON CONFLICT DO UPDATE SET "
                "attempts = CASE key WHEN excluded.key THEN attempts ELSE 0 END, "
                "key = excluded.key, state = 'queued', host = NULL, started = NULL",
                [(assignment, student, key) for student, key in keys.items()],
            )

    def forget(self, assignment: str, students: Iterable[str]) -> None:
        """These students' submissions are no longer there."""
        with self._transaction():
            self._base.executemany(
                "DELETE FROM work WHERE assignment = ? AND student = ?",
                [(assignment, student) for student in students],
            )

    def running(self, assignment: str, students: Iterable[str]) -> None:
        """These submissions are in somebody's hands now."""
        with self._transaction():
            self._base.executemany(
                "UPDATE work SET state = 'running', attempts = attempts + 1, "
                "host = ?, started = ? WHERE assignment = ? AND student = ?",
                [
                    (socket.gethostname(), time.time(), assignment, student)
                    for student in students
                ],
            )

    def done(self, assignment: str, student: str, result: dict[str, Any]) -> None:
        """The gradebook holds this result (as `pack` made it)."""
        self._base.execute(
            "UPDATE work SET state = 'done', finished = ?, seconds = ?, status = ?, "
            "reason = NULL, result = ? WHERE assignment = ? AND student = ?",
            (
                time.time(),
                result["seconds"],
                result["status"],
                zlib.compress(json.dumps(result).encode(), 1),
                assignment,
                student,
            ),
        )

    def keep(self, result: dict[str, Any]) -> None:
        """A result that `nbgrader autograde` stored itself, for the feedback.

        It has no key of ours, so `autograder grade` does not take it for its own.
        """
        self.queue(result["assignment"], {result["student"]: ""})
        self.done(result["assignment"], result["student"], result)

    def failed(self, assignment: str, student: str, reason: Text) -> None:
        """It could not be graded, through no fault of the student's."""
        self._base.execute(
            "UPDATE work SET state = 'failed', finished = ?, reason = ? "
            "WHERE assignment = ? AND student = ?",
            (time.time(), f"{reason.ko}\n{reason.en}", assignment, student),
        )

    def result(self, assignment: str, student: str) -> dict[str, Any] | None:
        """The stored result of a done submission, for `unpack`."""
        row = self._base.execute(
            "SELECT result FROM work WHERE assignment = ? AND student = ? "
            "AND state = 'done'",
            (assignment, student),
        ).fetchone()
        if row is None or row[0] is None:
            return None
        loaded: dict[str, Any] = json.loads(zlib.decompress(row[0]))
        return loaded

    def requeue_running(self) -> int:
        """Queue again what a run that died left running; how many that were."""
        changed = self._base.execute(
            "UPDATE work SET state = 'queued' WHERE state = 'running'"
        )
        return changed.rowcount

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            if self._base.in_transaction:  # a full disk has ended it already
                self._base.execute("ROLLBACK")
            raise


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Be the only writer of this course; CourseError while another one is.

    The kernel lets go of the lock when its holder dies, however it dies.
    """
    folder.mkdir(mode=0o770, exist_ok=True)
    with (folder / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            who = lock.read().strip() or "?"
            raise CourseError(
                Text(
                    f"다른 채점이 이 수업에서 진행 중입니다({who}). 끝난 뒤에 다시 "
                    "실행하세요. 진행 상황: autograder status",
                    f"another run is grading this course ({who}); run again when it "
                    "is done. Its progress: autograder status",
                )
            ) from None
        lock.truncate(0)
        lock.write(f"{socket.gethostname()} {os.getpid()}")
        lock.flush()
        yield
