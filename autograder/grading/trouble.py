"""What is wrong when the disk or a database refuses, and what helps.

A full disk, a folder that cannot be written to and a database that somebody holds
look different in the operating system, SQLite and PostgreSQL, and sometimes like
each other: SQLite says "disk I/O error" for a disk without room for its index.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Literal

from intensity.language import Text

Kind = Literal["full", "read-only", "locked"]

ERRNOS: dict[int | None, Kind] = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
}
SQLITE: dict[int, Kind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
}
# Said for several reasons; the disk itself is asked which.
VAGUE = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
# https://www.postgresql.org/docs/current/errcodes-appendix.html
POSTGRES: dict[str | None, Kind] = {
    "53100": "full",
    "25006": "read-only",
    "55P03": "locked",
}

# SQLite's index of its write-ahead log grows by so many bytes at a time.
LITTLE = 32 << 10

AGAIN = Text(
    "같은 명령을 다시 실행하면 이어서 합니다.",
    "the same command again goes on from here.",
)


def kind(problem: BaseException, folder: Path) -> Kind | None:
    """Which trouble `problem` is; None for any other.

    folder: where the database is, for an error that does not say enough

    >>> kind(OSError(errno.ENOSPC, "No space left on device"), Path("/"))
    'full'
    """
    # SQLAlchemy wraps the driver's error.
    problem = getattr(problem, "orig", None) or problem
    if isinstance(problem, OSError):
        return ERRNOS.get(problem.errno)
    if not isinstance(problem, sqlite3.Error):
        return POSTGRES.get(getattr(problem, "sqlstate", None))
    # An extended code has the basic one in its last eight bits.
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    return _ask_disk(folder) if code in VAGUE else SQLITE.get(code)


def explain(problem: BaseException, folder: Path) -> Text | None:
    """What is wrong and what helps; None for what is no trouble of this kind."""
    found = kind(problem, folder)
    if found is None:
        return None
    said = str(problem).splitlines()[0]
    place = getattr(problem, "filename", None) or folder
    if found == "full":
        return Text(
            f"디스크가 가득 찼습니다({place}: {said}). 공간을 비우세요",
            f"the disk is full ({place}: {said}); free some space",
        )
    if found == "read-only":
        return Text(
            f"{place}에 쓸 수 없습니다({said}). 읽기 전용이 아닌지, 쓰기 권한이 "
            "있는지 확인하세요",
            f"{place} cannot be written to ({said}); see that it is not read-only and "
            "that you may write there",
        )
    return Text(
        f"다른 프로그램이 데이터베이스를 잠그고 놓지 않습니다({place}: {said}). "
        "formgrader나 DB 편집기를 닫으세요",
        f"another program holds the database and does not let go ({place}: {said}); "
        "close the formgrader or database editor",
    )


def _ask_disk(folder: Path) -> Kind | None:
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None
    if disk.f_flag & os.ST_RDONLY or not os.access(folder, os.W_OK):
        return "read-only"
    # The root's reserve is nobody else's room; a disk without files counts none.
    room = disk.f_bavail * disk.f_frsize
    return "full" if room < LITTLE or (disk.f_files and not disk.f_favail) else None
