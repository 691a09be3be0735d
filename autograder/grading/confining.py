"""What a judge may touch: the instructor's cells run there, on students' values.

A judge runs no student's code.  Should a student's value fool it nevertheless, it
can still change no file but those of its own folder, open no connection and reach
no other process, where the kernel has Landlock.  It may read: check cells read data
files from anywhere.
"""

import contextlib
import tempfile

from autograder.execution import landlock
from autograder.execution.kernel import PR_SET_NO_NEW_PRIVS, prctl

SHARED = ("/dev/null", "/dev/shm")


def confine(folder: str) -> bool:
    """Give up, for good, all of that; False where the kernel cannot.

    folder: the judge's own, which temporary files go to as well
    """
    tempfile.tempdir = folder
    if not landlock.version():
        return False
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    with contextlib.suppress(OSError):
        landlock.restrict(["/"], [folder, *SHARED])
        return True
    return False
