"""Namespaces: a submission's own users, processes, mounts and network.

`settle`, once, gives the process that forks students namespaces in which it may make
others; `fork_inside` then makes a student's process, number 1 of its own PID
namespace: when it ends, the kernel ends every process it ever started.  Where the
kernel grants no namespaces, `guard` splits a student's process in two: one that runs
the student's code, and one that outlives it and ends what is left over.
"""

import contextlib
import os
import select
import signal
from typing import NoReturn

from autograder.execution.kernel import (
    LIBC,
    PR_SET_CHILD_SUBREAPER,
    PR_SET_PDEATHSIG,
    checked,
    prctl,
)

NEWNS, NEWCGROUP, NEWUTS, NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
NEWUSER, NEWPID, NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 1 << 18

WATCH_EVERY_MS = 100


def settle(*, network: bool) -> int | None:
    """Give the calling process namespaces of its own, for `fork_inside`.

    Returns a descriptor of its PID namespace, in a new process that goes on as the
    caller did; None where the kernel refuses.  The caller itself stays behind as a
    porter that ends with the new process and never returns.

    network: also a network namespace (not needed inside one that has no network)
    """
    isolated = _unshare(NEWPID | NEWNS | NEWIPC | NEWUTS | (NEWNET if network else 0))
    if not isolated:
        return None
    child = os.fork()
    if child:
        _end_with(child)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    return os.open("/proc/self/ns/pid_for_children", os.O_RDONLY | os.O_CLOEXEC)


def fork_inside(home: int) -> int:
    """`os.fork`, the child being number 1 of a PID namespace of its own.

    home: what `settle` gave
    """
    checked(LIBC.unshare(NEWPID))
    try:
        child = os.fork()
    except OSError:
        checked(LIBC.setns(home, NEWPID))
        raise
    if child:
        # Else no further one could be made: one at a time.
        checked(LIBC.setns(home, NEWPID))
    else:
        checked(LIBC.unshare(NEWNS | NEWIPC | NEWUTS))
    return child


def guard(memory_bytes: int) -> None:
    """Split off a guard; returns in the process that is to run the student's code.

    memory_bytes: what all processes of the submission may hold together; the
        guard kills them beyond it

    The guard never returns: it passes on SIGINT and SIGTERM, ends as that process
    ends, and takes along whatever that process started.
    """
    # Orphans become the guard's children, so that it can end them.
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    child = os.fork()
    if child:
        _guard(child, memory_bytes)
    os.setsid()


def mount_private(folder: str, size_bytes: int) -> bool:
    """An empty memory file system of `size_bytes` over `folder`; False if refused."""
    options = f"size={size_bytes},nr_inodes=20000,mode=0777".encode()
    kind = b"tmpfs"
    flags = MS_NOSUID | MS_NODEV
    refused: int = LIBC.mount(kind, os.fsencode(folder), kind, flags, options)
    return refused == 0


def mount_proc() -> bool:
    """A /proc that shows only this PID namespace; False where it is refused."""
    flags = MS_NOSUID | MS_NODEV | MS_NOEXEC
    refused: int = LIBC.mount(b"proc", b"/proc", b"proc", flags, None)
    return refused == 0


def _unshare(flags: int) -> bool:
    """Leave the shared namespaces, as root or as root of an own user namespace."""
    uid, gid = os.getuid(), os.getgid()
    user = 0 if os.geteuid() == 0 else NEWUSER
    if LIBC.unshare(flags | user):
        return False
    if user:
        _map_user(uid, gid)
    # What is mounted here must not appear outside.
    checked(LIBC.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
    return True


def _map_user(uid: int, gid: int) -> None:
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        file = os.open(f"/proc/self/{name}", os.O_WRONLY)
        try:
            os.write(file, text.encode())
        finally:
            os.close(file)


def _guard(child: int, memory_bytes: int) -> NoReturn:
    """Wait for `child`, watching the memory of all it started; end as it ends."""
    try:
        for passed_on in (signal.SIGINT, signal.SIGTERM):
            signal.signal(passed_on, lambda got, _frame: _signal(child, got))
        ended = os.pidfd_open(child)
        # The student's pipes must close when the student's process closes them.
        os.closerange(0, ended)
        os.closerange(ended + 1, 1024)
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        while not poll.poll(WATCH_EVERY_MS):
            if held_bytes() > memory_bytes:
                _signal(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        _end_orphans()
    except BaseException:
        _signal(child, signal.SIGKILL)
        os._exit(255)
    _end_as(status)


def _end_as(status: int) -> NoReturn:
    """End as the process with this wait status ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _end_orphans() -> None:
    """Kill what the student's process left behind."""
    while True:
        for orphan in _children(str(os.getpid())):
            _signal(int(orphan), signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _end_with(child: int) -> NoReturn:
    """Hold nothing, wait for `child`, end as it ends."""
    try:
        os.closerange(0, 1024)
        _, status = os.waitpid(child, 0)
        _end_as(status)
    finally:
        os._exit(255)


def _signal(child: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, number)


def held_bytes() -> int:
    """Memory of the calling process's child and all it started, shared pages once."""
    family = _children("self")
    for process in family:  # grows while it is read
        family += _children(process)
    if len(family) == 1:  # RLIMIT_AS holds a lone process
        return 0
    return sum(_proportional_bytes(process) for process in family)


def _children(process: str) -> list[str]:
    found: list[str] = []
    with contextlib.suppress(OSError):  # it has just ended
        for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208
            path = f"/proc/{process}/task/{thread}/children"
            with open(path) as children:  # noqa: PTH123
                found += children.read().split()
    return found


def _proportional_bytes(process: str) -> int:
    try:
        with open(f"/proc/{process}/smaps_rollup") as lines:  # noqa: PTH123
            for line in lines:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:  # it has just ended
        return 0
    return 0
