"""The zygote: a process with the libraries loaded, forked once per submission.

It runs no student's code itself and holds nothing of the checker's: it is a new
program, started inside the sandbox, that is told only which modules to load.
The checker speaks to it over descriptor 0, one packet a request:

    fork + 1 descriptor   a child that serves on that descriptor; answer: its pid
    fork+ + 1 descriptor  the same, with checkpoints
    fork0 + 1 descriptor  the same, with the first of the kernels of the settings
    interrupt             SIGINT to the child
    kill                  end the child and all it started, empty the folder
"""

import contextlib
import functools
import gc
import importlib
import json
import os
import random
import select
import signal
import socket
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from autograder.execution import figures, namespaces, pages, sandbox
from autograder.execution.checkpoint import Checkpoints
from autograder.execution.child import Child
from autograder.execution.jupyter import KernelChild
from autograder.execution.protocol import Frame, send
from autograder.execution.recorder import PrintedByOthers
from autograder.execution.shell import Runner, Shell, make_shell

# What this process itself uses in each child; imported once.
USED_HERE = ("numpy.random", "asyncio", "subprocess", "inspect", "base64", "getpass")


def preload(modules: list[str]) -> Shell:
    """The shell, and the modules that the assignment imports; unknown ones are left."""
    os.environ["MPLBACKEND"] = figures.INLINE
    shell = make_shell()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in [*modules, *USED_HERE]:
            with contextlib.suppress(Exception):
                importlib.import_module(name)
        figures.hasten()
        _warm(shell, "matplotlib" in sys.modules)
        pages.provide()
    return shell


def _warm(shell: Shell, draws: bool) -> None:
    """Take the slow first time of tracebacks, syntax errors and figures."""
    runner = Runner(shell)
    for source in ("1 + 1", "1 / 0", "def f(:", *([figures.WARM_UP] if draws else [])):
        runner.run(source)
    runner.loop.close()
    shell.reset(new_session=True)  # type: ignore[no-untyped-call]
    shell.execution_count = 1
    shell.recorder.clear()


def serve(control: socket.socket, shell: Shell, settings: dict[str, Any]) -> NoReturn:
    """Answer the checker until it hangs up."""
    scratch = Path(tempfile.mkdtemp(prefix="work-"))
    scratch.chmod(0o777)
    home = sandbox.settle() if settings["sandbox"] else None
    here, outside = _pids(), settings["outer_pids"]
    own_processes = bool(here and outside and here != outside)
    asked = select.poll()
    asked.register(control, select.POLLIN)
    memory_bytes = settings["limits"]["memory_bytes"]
    gc.collect()
    gc.freeze()
    control.send(b"up")
    pid = 0
    while True:
        while not asked.poll(namespaces.WATCH_EVERY_MS if pid else None):
            if namespaces.held_bytes() > memory_bytes:
                os.kill(pid, signal.SIGKILL)
        request, descriptors, _, _ = socket.recv_fds(control, 64, 1)
        if not request:
            os._exit(0)
        if request.startswith(b"fork"):
            how = request[4:].decode()
            student = functools.partial(_student, shell, settings, scratch, home, how)
            pid = _fork(control, descriptors[0], student, home)
            os.close(descriptors[0])
            control.send(b"%d" % pid)
        elif request == b"interrupt":
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)
        elif request == b"kill":
            _end(pid, own_processes)
            pid = 0
            empty(scratch)
            control.send(b"dead")


def _pids() -> str:
    """Which PID namespace this process is in."""
    try:
        return os.readlink("/proc/self/ns/pid")  # noqa: PTH115
    except OSError:
        return ""


def _fork(
    control: socket.socket,
    descriptor: int,
    student: Callable[[socket.socket], NoReturn],
    home: sandbox.Home | None,
) -> int:
    pid = os.fork() if home is None else sandbox.fork(home)
    if pid:
        return pid
    try:
        control.close()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nowhere, standard)
        os.dup2(descriptor, 3)
        os.closerange(4, 1024)
        os.setsid()
        student(socket.socket(fileno=3))
    except BaseException:  # nothing may unwind into the zygote's loop
        os._exit(1)
    os._exit(0)


def _student(
    shell: Shell,
    settings: dict[str, Any],
    scratch: Path,
    home: sandbox.Home | None,
    how: str,
    connection: socket.socket,
) -> NoReturn:
    held: list[str] = []
    is_kernel = how.isdigit()
    # Its files are of a kind that no locked-up process may make.
    printed = None if is_kernel else PrintedByOthers()
    if home is not None:
        limits = sandbox.Limits(
            scratch=str(scratch), sockets=is_kernel, **settings["limits"]
        )
        held = sandbox.enter_child(limits, home)
    os.chdir(scratch)
    checkpoints = Checkpoints() if how == "+" else None
    random.seed()
    send(connection, Frame(message={"layers": held}))
    if is_kernel:
        KernelChild(connection, *settings["kernels"][int(how)]).serve()
    Child(connection, shell, checkpoints, printed).serve()


def _end(pid: int, own_processes: bool) -> None:
    """Kill the child and what it left, and wait for it."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)
    if own_processes:
        # Everything in this PID namespace but process 1 and ourselves.
        with contextlib.suppress(OSError):
            os.kill(-1, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def empty(folder: Path) -> None:
    """Remove what is in `folder`, however deep, following no link."""
    parents = [str(folder)]
    seen = []
    while parents:
        here = parents.pop()
        with contextlib.suppress(OSError), os.scandir(here) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    parents.append(entry.path)
                    seen.append(entry.path)
                else:
                    with contextlib.suppress(OSError):
                        os.unlink(entry.path)  # noqa: PTH108
    for path in reversed(seen):
        with contextlib.suppress(OSError):
            os.rmdir(path)  # noqa: PTH106


def main() -> NoReturn:
    """Started by the checker: settings as JSON in the first argument."""
    settings = json.loads(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = socket.socket(fileno=os.dup(0))
    shell = preload(settings["preload"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    serve(control, shell, settings)


if __name__ == "__main__":
    main()
