"""Bubblewrap: a world for the zygote that holds only what is bound into it.

Where it does not work, the command runs with a bare environment, and the other layers
of the sandbox have to do.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from autograder.execution.readable import SYSTEM, python_paths

# Who the grader becomes when root starts it: a number that Debian, systemd and
# containers leave unused, so that it owns no file and no process.
SANDBOX_UID = 59_990

# Set inside, so that `sandbox.enter_child` knows what is already in force.
MARK = "AUTOGRADER_INSIDE"

TMP_BYTES = 1 << 30

ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONNOUSERSITE": "1",
    # A library that starts threads cannot be forked safely.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",
}


def wrap_command(
    argv: Sequence[str], *, readable: Iterable[str] = (), writable: Iterable[str] = ()
) -> list[str]:
    """`argv` behind bubblewrap where it works, else with a bare environment.

    readable, writable: absolute paths that exist inside, besides the system and
        this Python.  Inside, /tmp is private memory and /proc shows no other
        process; the environment is `ENVIRONMENT` and nothing else.  Started by
        root, the command runs as `SANDBOX_UID`, which must be able to use
        `writable`.
    """
    if not works():
        return ["/usr/bin/env", "-i", *_environment(""), *argv]
    return _inside(argv, readable, writable)


@functools.cache
def works() -> bool:
    """True where bubblewrap is installed and may make its namespaces."""
    if shutil.which("bwrap") is None:
        return False
    return _succeeds(_inside(["/bin/true"], (), ()))


def _environment(mark: str) -> list[str]:
    return [f"{name}={value}" for name, value in {**ENVIRONMENT, MARK: mark}.items()]


def _inside(
    argv: Sequence[str], readable: Iterable[str], writable: Iterable[str]
) -> list[str]:
    as_root = os.geteuid() == 0
    command = [shutil.which("bwrap") or "bwrap"]
    command += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--die-with-parent", "--new-session"]
    if not as_root:
        command += ["--unshare-user"]
    command += ["--hostname", "sandbox", "--clearenv"]
    for pair in _environment("bubblewrap"):
        command += ["--setenv", *pair.split("=", 1)]
    read = [(path, "--ro-bind-try") for path in (*SYSTEM, *python_paths(), *readable)]
    write = [(path, "--bind") for path in writable]
    command += ["--dev", "/dev", "--proc", "/proc"]
    command += ["--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu"]
    command += ["--perms", "1777", "--size", str(TMP_BYTES), "--tmpfs", "/tmp"]
    # Bubblewrap makes the folders above a bound one unreadable for others, and
    # root's command below is another user.
    above = {str(folder) for path, _ in read + write for folder in Path(path).parents}
    for folder in sorted(above - {"/", "/tmp"}):
        if not any(_is_within(folder, path) for path, _ in read + write):
            command += ["--perms", "0755", "--dir", folder]
    for path, how in read + write:
        # /lib and /bin are links into /usr on merged systems; a link is enough.
        if Path(path).is_symlink() and path in SYSTEM:
            command += ["--symlink", os.readlink(path), path]  # noqa: PTH115
        else:
            command += [how, path, path]
    command += ["--chdir", "/tmp"]
    if as_root:
        command += ["--cap-drop", "ALL"]
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        uid = str(SANDBOX_UID)
        drop = ["setpriv", "--reuid", uid, "--regid", uid, "--clear-groups"]
        argv = [*drop, "--no-new-privs", "--inh-caps=-all", "--", *argv]
    return [*command, "--", *argv]


def _is_within(folder: str, path: str) -> bool:
    return folder == path or folder.startswith(path.rstrip("/") + "/")


def _succeeds(argv: Sequence[str]) -> bool:
    try:
        run = subprocess.run(argv, capture_output=True, check=False, timeout=30)
    except OSError:
        return False
    return run.returncode == 0
