"""System calls that Python's standard library does not wrap, through ctypes."""

import ctypes
import os
import struct

LIBC = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4


def checked(result: int) -> int:
    """`result` of a C call, or the OSError it stands for when negative."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: object) -> int:
    """System call `number`; raises OSError when the kernel refuses it."""
    return checked(LIBC.syscall(number, *arguments))


def prctl(option: int, value: int = 0) -> int:
    """One prctl request with a single argument; raises OSError."""
    return checked(LIBC.prctl(option, value, 0, 0, 0))


# capset's arguments: _LINUX_CAPABILITY_VERSION_3, this process; no capability.
HEADER = struct.pack("Ii", 0x20080522, 0)
NO_CAPABILITY = bytes(24)


def drop_capabilities() -> None:
    """Give up every capability of this process, for good under no_new_privs."""
    checked(LIBC.capset(HEADER, NO_CAPABILITY))
    LIBC.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
