"""Namespaces: a submission's own users, processes, mounts and network.

`enter` splits the calling process in two: a guard that stays outside, and the
process that runs the student's code, which is number 1 of its own PID namespace.
When number 1 ends, the kernel ends every process it ever started.  Where the
kernel grants no namespaces, the guard inherits and ends what is left over.
"""

import contextlib
import os
import select
import signal
from typing import NoReturn

from autograder.execution.kernel import LIBC, PR_SET_CHILD_SUBREAPER, checked, prctl

NEWNS, NEWCGROUP, NEWUTS, NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
NEWUSER, NEWPID, NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 1 << 18

WATCH_EVERY_MS = 100


def enter(memory_bytes: int, *, network: bool) -> bool:
    """Split off a guard; True when the caller now has namespaces of its own.

    network: also a network namespace (not needed inside one that has no network)
    memory_bytes: what all processes of the submission may hold together; the
        guard kills them beyond it

    Returns in the process that is to run the student's code.  The guard never
    returns: it passes on SIGINT and SIGTERM, ends as that process ends, and takes
    along whatever that process started.
    """
    flags = NEWPID | NEWNS | NEWIPC | NEWUTS | (NEWNET if network else 0)
    uid, gid = os.getuid(), os.getgid()
    user = 0 if os.geteuid() == 0 else NEWUSER
    isolated: bool = LIBC.unshare(flags | user) == 0
    if isolated and user:
        _map_user(uid, gid)
    if isolated:
        # What is mounted here must not appear outside.
        checked(LIBC.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
    else:
        # Orphans become the guard's children, so that it can end them.
        prctl(PR_SET_CHILD_SUBREAPER, 1)
    child = os.fork()
    if child:
        _guard(child, memory_bytes)
    os.setsid()
    return isolated


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
    """Wait for number 1, watching the memory of all it started; end as it ends."""
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
            if _held_bytes(child) > memory_bytes:
                _signal(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        _end_orphans()
    except BaseException:
        _signal(child, signal.SIGKILL)
        os._exit(255)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _end_orphans() -> None:
    """Kill what the student's process left behind; nothing, in a PID namespace."""
    while True:
        for orphan in _children(str(os.getpid())):
            _signal(int(orphan), signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _signal(child: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, number)


def _held_bytes(child: int) -> int:
    """Memory of number 1 and all it started, shared pages counted once."""
    # In a /proc of the namespace's own, where this guard is not in sight, it is 1.
    seen = str(child) if os.path.exists("/proc/self") else "1"  # noqa: PTH110
    family = [seen]
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
