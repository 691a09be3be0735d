"""A seccomp filter: which system calls a student's process may no longer make.

Written as classic BPF by hand, for two architectures, so that no compiled package
is needed.  Denied calls fail with EPERM, so Python raises PermissionError.
Source: Documentation/userspace-api/seccomp_filter.rst of the Linux kernel.
"""

import ctypes
import errno
import functools
import os
import platform
import struct
from collections.abc import Iterator

from autograder.execution.kernel import LIBC, checked

# Numbers: (x86-64, arm64); None where the architecture has no such call.
DENIED: dict[str, tuple[int | None, int | None]] = {
    # the network; `socketpair`, which asyncio needs, stays
    "socket": (41, 198),
    # other processes' memory and descriptors
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    # a way out of the namespaces, or into new ones
    "unshare": (272, 97),
    "setns": (308, 268),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "mount": (165, 40),
    "umount2": (166, 39),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # large parts of the kernel that homework does not need
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "userfaultfd": (323, 282),
    "fanotify_init": (300, 262),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "syslog": (103, 116),
    "personality": (135, 92),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "vhangup": (153, 58),
    # the machine's clock and name
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    # memory that no limit counts
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    # what would outlive the process, or stop whoever opens it
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "mknod": (133, None),
    "mknodat": (259, 33),
}
CLONE, CLONE3 = (56, 220), (435, 435)
PRCTL = (157, 167)
IOCTL = (16, 29)
KILL = (62, 129)
TKILL = (200, 130)
TGKILL = (234, 131)

NEW_NAMESPACES = 0x7E020080  # every CLONE_NEW* flag that `clone` takes
PR_SET_PDEATHSIG = 1
# Put characters into a terminal's input.
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
X32_CALLS = 0x40000000

AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

LOAD, JUMP_EQ, JUMP_GE, JUMP_SET, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER_AT, ARCH_AT, ARGUMENT_AT = 0, 4, 16
ALLOW, KILL_PROCESS, FAIL = 0x7FFF0000, 0x80000000, 0x00050000

PR_SET_SECCOMP, MODE_FILTER = 22, 2

Step = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


def supported() -> bool:
    """True on an architecture whose call numbers stand here."""
    return platform.machine() in AUDIT_ARCH


def install(*, own_signals_only: bool, sockets: bool = False) -> None:
    """Filter this process and all it starts, for good.

    own_signals_only: signals reach only the process itself; for when it has no
        PID namespace of its own
    sockets: granted; for inside a network namespace, which leads nowhere

    Needs no_new_privs; raises OSError.
    """
    machine = platform.machine()
    if machine not in AUDIT_ARCH:
        raise OSError(errno.ENOSYS, f"no seccomp filter for {machine}")
    own_pid = os.getpid() if own_signals_only else None
    program = filter_program(machine, own_pid, sockets)
    # struct sock_fprog: the number of steps, and where they are.
    place = ctypes.cast(ctypes.c_char_p(program), ctypes.c_void_p).value
    described = struct.pack("HP", len(program) // 8, place)
    checked(LIBC.prctl(PR_SET_SECCOMP, MODE_FILTER, described, 0, 0))


@functools.cache
def filter_program(
    machine: str, own_pid: int | None = None, sockets: bool = False
) -> bytes:
    """The filter's instructions; made once where all processes have the same."""
    return b"".join(
        struct.pack("HBBI", code, true, false, operand)
        for code, true, false, operand in _program(machine, own_pid, sockets)
    )


def _program(machine: str, own_pid: int | None, sockets: bool) -> Iterator[Step]:
    column = 0 if machine == "x86_64" else 1
    yield LOAD, 0, 0, ARCH_AT
    yield JUMP_EQ, 1, 0, AUDIT_ARCH[machine]
    yield RETURN, 0, 0, KILL_PROCESS
    yield LOAD, 0, 0, NUMBER_AT
    if machine == "x86_64":
        yield JUMP_GE, 0, 1, X32_CALLS
        yield RETURN, 0, 0, FAIL | errno.ENOSYS
    for name, numbers in DENIED.items():
        number = numbers[column]
        if number is not None and not (sockets and name == "socket"):
            yield JUMP_EQ, 0, 1, number
            yield RETURN, 0, 0, FAIL | errno.EPERM
    # clone3 keeps its flags in memory, where a filter cannot look; without it the
    # C library uses clone.
    yield JUMP_EQ, 0, 1, CLONE3[column]
    yield RETURN, 0, 0, FAIL | errno.ENOSYS
    yield from _deny_argument(CLONE[column], [(JUMP_SET, NEW_NAMESPACES)])
    yield from _deny_argument(PRCTL[column], [(JUMP_EQ, PR_SET_PDEATHSIG)])
    yield from _deny_argument(IOCTL[column], [(JUMP_EQ, TIOCSTI), (JUMP_EQ, TIOCLINUX)])
    if own_pid is not None:
        yield JUMP_EQ, 0, 1, TKILL[column]
        yield RETURN, 0, 0, FAIL | errno.EPERM
        for numbers in (KILL, TGKILL):
            yield JUMP_EQ, 0, 4, numbers[column]
            yield LOAD, 0, 0, ARGUMENT_AT
            yield JUMP_EQ, 0, 1, own_pid
            yield RETURN, 0, 0, ALLOW
            yield RETURN, 0, 0, FAIL | errno.EPERM
    yield RETURN, 0, 0, ALLOW


def _deny_argument(number: int, tests: list[tuple[int, int]]) -> Iterator[Step]:
    """EPERM when the call's first-or-second argument passes one of `tests`."""
    # ioctl's request is its second argument, the others' flag their first.
    at = ARGUMENT_AT + (8 if number in IOCTL else 0)
    yield JUMP_EQ, 0, 2 * len(tests) + 2, number
    yield LOAD, 0, 0, at
    for code, operand in tests:
        yield code, 0, 1, operand
        yield RETURN, 0, 0, FAIL | errno.EPERM
    yield RETURN, 0, 0, ALLOW
