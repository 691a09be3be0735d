"""Landlock: a process gives up, for good, all files but the ones it names.

Needs no privilege; Linux 5.13 has files, 6.7 TCP, 6.12 signals and abstract
sockets.  Source: Documentation/userspace-api/landlock.rst of the Linux kernel.
"""

import os
import struct
from collections.abc import Iterable

from autograder.execution.kernel import syscall

# The numbers are the same on every architecture.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG = 1
PATH_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
FIRST_RIGHTS = (1 << 13) - 1
# What a file, as opposed to a folder, can be granted.
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
# In a writable folder: everything but making devices, sockets and FIFOs.
MAKE_SOCKET = 1 << 9
MAKE_SPECIAL = (1 << 6) | MAKE_SOCKET | (1 << 10) | (1 << 11)

TCP_BIND_AND_CONNECT = 3
ABSTRACT_SOCKETS_AND_SIGNALS = 3


def version() -> int:
    """The kernel's Landlock version; 0 where it has none or has it off."""
    try:
        return syscall(CREATE_RULESET, None, 0, VERSION_FLAG)
    except OSError:
        return 0


def restrict(
    readable: Iterable[str], writable: Iterable[str], *, sockets: bool = False
) -> None:
    """Keep only `readable` (to read and run) and `writable`; names may be missing.

    sockets: in what is writable, sockets may be made

    Also denies TCP, and signals and abstract sockets out of this process's
    domain, where the kernel can.  Raises OSError where it has no Landlock.
    """
    abi = version()
    rights = FIRST_RIGHTS
    rights |= REFER if abi >= 2 else 0
    rights |= TRUNCATE if abi >= 3 else 0
    rights |= IOCTL_DEV if abi >= 5 else 0
    attributes = struct.pack("Q", rights)
    if abi >= 4:
        attributes += struct.pack("Q", TCP_BIND_AND_CONNECT)
    if abi >= 6:
        attributes += struct.pack("Q", ABSTRACT_SOCKETS_AND_SIGNALS)
    ruleset = syscall(CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for path in readable:
            _allow(ruleset, path, EXECUTE | READ_FILE | READ_DIR)
        for path in writable:
            special = MAKE_SPECIAL & ~(MAKE_SOCKET if sockets else 0)
            _allow(ruleset, path, rights & ~special & ~IOCTL_DEV)
        syscall(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # not on this machine, so nothing to allow
        return
    try:
        if not os.path.isdir(path):  # noqa: PTH112  (pathlib is not imported here)
            rights &= FILE_RIGHTS
        rule = struct.pack("=Qi", rights, place)
        syscall(ADD_RULE, ruleset, PATH_BENEATH, rule, 0)
    finally:
        os.close(place)
