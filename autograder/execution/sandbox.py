"""The sandbox: what surrounds the processes that run students' code.

Three steps, each of several layers.  `bubblewrap.wrap_command` gives the zygote,
which never runs a student's code itself, a world that holds only what is bound into
it; there it calls `settle` once.  `fork` makes the process that does run a student's
code, and `enter_child` locks it up.
`layers` tries both and says what holds here; `require_layers` refuses to go on
without the ones that matter.

    layer               what it stops
    bubblewrap          every file that is not bound, the network, other processes
    unprivileged-user   what only root may do
    namespaces          sight of other processes, anything that outlives its parent
    no-network          every connection (a network namespace or seccomp's socket rule)
    rlimits             memory, processes, file sizes, processor time
    landlock            every file but the readable and the writable ones
    seccomp             dangerous system calls
"""

from __future__ import annotations

import contextlib
import functools
import os
import platform
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.execution import bubblewrap, landlock, namespaces, seccomp
from autograder.execution.kernel import (
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    drop_capabilities,
    prctl,
)
from autograder.execution.readable import (
    DEVICES,
    PROC,
    SYSTEM,
    own_paths,
    python_paths,
)


class SandboxError(RuntimeError):
    """The sandbox cannot be had; `.ko` and `.en` say what is missing and the remedy."""

    def __init__(self, ko: str, en: str) -> None:
        super().__init__(f"{ko}\n{en}")
        self.ko = ko
        self.en = en


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one submission may use.

    scratch: its working folder, an absolute path; becomes a private, empty,
        memory-backed one where the kernel allows, and is the only writable place
    readable: files and folders it may read besides the system and this Python
    memory_bytes: address space of each process, and what all hold together
    processes: processes and threads at a time
    sockets: its processes may talk to each other over sockets; for inside
        bubblewrap, where there is no network
    """

    scratch: str
    readable: tuple[str, ...] = ()
    memory_bytes: int = 2 << 30
    processes: int = 64
    file_bytes: int = 64 << 20
    scratch_bytes: int = 256 << 20
    open_files: int = 256
    cpu_s: int = 120
    sockets: bool = False


@dataclass(frozen=True)
class Home:
    """What `settle` found: where students' processes can be made.

    namespace: the PID namespace to make theirs in; None where there can be none
    own_proc: whether theirs can have a /proc that shows nothing else
    inside: whether bubblewrap is around it all
    """

    namespace: int | None
    own_proc: bool
    inside: bool


def settle() -> Home:
    """Prepare the calling process, which must have one thread, to `fork` students.

    Where the kernel grants namespaces, the caller goes on as another process in
    some of its own, and what it was stays behind to end with it.
    """
    inside = os.environ.get(bubblewrap.MARK) == "bubblewrap"
    namespace = namespaces.settle(network=not inside)
    if seccomp.supported():
        seccomp.filter_program(platform.machine())  # once, not in every child
    home = Home(namespace, own_proc=False, inside=inside)
    return replace(home, own_proc=_proc_can_be_mounted(home))


def fork(home: Home) -> int:
    """`os.fork` for a student's process, which must call `enter_child` at once.

    The caller has to watch what it holds: see `namespaces.held_bytes`.
    """
    if home.namespace is None:
        return os.fork()
    return namespaces.fork_inside(home.namespace)


def enter_child(limits: Limits, home: Home) -> list[str]:
    """Lock up the calling process, for good; returns the layers that hold.

    Call it in the child of `fork`, before any of the student's code.  When the
    student's process ends, everything that it started ends with it.  On return the
    working folder is `limits.scratch`; open files stay open.
    """
    split = home.namespace is not None
    as_root = os.geteuid() == 0
    got = []
    if split:
        got.append("namespaces")
        if home.own_proc:
            namespaces.mount_proc()
        namespaces.mount_private(limits.scratch, limits.scratch_bytes)
        namespaces.mount_private("/dev/shm", limits.scratch_bytes)
    else:
        namespaces.guard(limits.memory_bytes)
    if as_root:
        os.setgroups([])
        os.setresgid(
            bubblewrap.SANDBOX_UID, bubblewrap.SANDBOX_UID, bubblewrap.SANDBOX_UID
        )
        os.setresuid(
            bubblewrap.SANDBOX_UID, bubblewrap.SANDBOX_UID, bubblewrap.SANDBOX_UID
        )
        prctl(PR_SET_DUMPABLE, 1)  # else its own /proc/self is closed to it
    if os.geteuid() != 0:
        got.append("unprivileged-user")
    os.chdir(limits.scratch)
    # In a user namespace of one's own there are only the zygote and this process.
    _limit(limits, 1 if split and not as_root else _threads_of(os.getuid()))
    got.append("rlimits")
    drop_capabilities()
    # When the parent is killed; a change of user clears it, so only now.
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if landlock.version():
        readable = [*SYSTEM, *PROC, *python_paths(), *own_paths(), *limits.readable]
        readable += ["/proc" if home.own_proc else "/proc/self", *DEVICES]
        shared = ["/dev/shm"] if split else []
        writable = [limits.scratch, "/dev/null", *shared]
        landlock.restrict(readable, writable, sockets=limits.sockets)
        got.append("landlock")
    if seccomp.supported():
        seccomp.install(own_signals_only=not split, sockets=limits.sockets)
        got.append("seccomp")
    if home.inside or split or "seccomp" in got:
        got.append("no-network")
    return got


def _proc_can_be_mounted(home: Home) -> bool:
    """Tried once: the kernel tells its console of each refusal."""
    if home.namespace is None:
        return False
    child = fork(home)
    if not child:
        os._exit(0 if namespaces.mount_proc() else 1)
    return os.waitpid(child, 0)[1] == 0


def layers() -> list[str]:
    """The layers that hold on this machine, found by entering them."""
    return list(_layers())


def require_layers(unsafe_no_sandbox: bool = False) -> list[str]:
    """The layers that hold; raises SandboxError when too few do.

    Needed: files hidden (bubblewrap or Landlock), no network, limits, and no
    root.  With `unsafe_no_sandbox`, whatever there is.
    """
    found = layers()
    lacking = [
        name
        for name, kinds in {
            "bubblewrap | landlock": {"bubblewrap", "landlock"},
            "namespaces | seccomp": {"namespaces", "seccomp"},
            "no-network": {"no-network"},
            "rlimits": {"rlimits"},
            "unprivileged-user": {"unprivileged-user"},
        }.items()
        if not kinds & set(found)
    ]
    if lacking and not unsafe_no_sandbox:
        missing, have = ", ".join(lacking), ", ".join(found) or "-"
        raise SandboxError(
            f"이 컴퓨터에서는 학생 코드를 안전하게 실행할 수 없습니다. "
            f"없는 층: {missing}. 있는 층: {have}. 무엇을 설치할지는 "
            f"`autograder doctor`가 알려 줍니다. 격리 없이 채점하려면 "
            f"`--unsafe-no-sandbox`를 붙이세요.",
            f"students' code cannot be run safely on this machine. "
            f"Missing layers: {missing}. Present: {have}. `autograder doctor` "
            f"says what to install; `--unsafe-no-sandbox` grades without.",
        )
    return found


@functools.cache
def _layers() -> tuple[str, ...]:
    if sys.platform != "linux":
        return ()
    root = str(Path(__file__).resolve().parents[2])
    probe = (
        f"import sys; sys.path.insert(0, {root!r})\n"
        "from autograder.execution import sandbox\n"
        "home = sandbox.settle()\n"
        "child = sandbox.fork(home)\n"
        "if child:\n"
        "    import os; os.waitpid(child, 0); os._exit(0)\n"
        "print(*sandbox.enter_child(sandbox.Limits(scratch='/tmp'), home))"
    )
    argv = [sys.executable, "-I", "-c", probe]
    run = subprocess.run(
        bubblewrap.wrap_command(argv, readable=own_paths()),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    first = ("bubblewrap",) if bubblewrap.works() else ()
    return first + tuple(run.stdout.split())


def _threads_of(uid: int) -> int:
    """How many threads `uid` has on the machine: RLIMIT_NPROC counts them all."""
    count = 0
    for process in os.listdir("/proc"):  # noqa: PTH208
        if not process.isdigit():
            continue
        with contextlib.suppress(OSError):
            folder = f"/proc/{process}"
            if os.stat(folder).st_uid == uid:  # noqa: PTH116
                count += len(os.listdir(folder + "/task"))  # noqa: PTH208
    return count


def _limit(limits: Limits, others: int) -> None:
    for kind, most in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_NPROC, limits.processes + others),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_CPU, limits.cpu_s),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (most, most))
