"""What a judge may touch: the instructor's cells run there, on students' values.

A judge runs no student's code.  Should a student's value fool it nevertheless, it
can still change no file but those of its own folder, open no connection and reach
no other process, where the kernel has Landlock.  It may read, for check cells read
data files from anywhere, but not the rest of the course and the grader's keys.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from autograder.execution import landlock
from autograder.execution.kernel import PR_SET_NO_NEW_PRIVS, prctl

SHARED = ("/dev/null", "/dev/shm")


def confine(folder: str, hidden: Iterable[str], shown: Iterable[str] = ()) -> bool:
    """Give up, for good, all of that; False where the kernel cannot.

    folder: the judge's own, which temporary files go to as well
    hidden: files and folders that may not be read either
    shown: what of those may be read all the same
    """
    tempfile.tempdir = folder
    if not landlock.version():
        return False
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    with contextlib.suppress(OSError):
        landlock.restrict([*_all_but(hidden), *shown], [folder, *SHARED])
        return True
    return False


def _all_but(hidden: Iterable[str]) -> list[str]:
    """Paths that together hold every file but the hidden ones.

    Landlock can only grant: beside each hidden path and beside each folder above
    one, everything else.
    """
    closed = {path for name in hidden for path in _both(name) if path != "/"}
    above = {str(folder) for path in closed for folder in Path(path).parents}
    granted = []
    for folder in above or {"/"}:
        if any(str(one) in closed for one in (Path(folder), *Path(folder).parents)):
            continue
        with contextlib.suppress(OSError):
            granted += [
                entry.path
                for entry in os.scandir(folder)
                if entry.path not in closed
                and entry.path not in above
                and not entry.is_symlink()
            ]
    return granted if above else ["/"]


def _both(name: str) -> tuple[str, str]:
    return os.path.abspath(name), os.path.realpath(name)  # noqa: PTH100
