"""A student's process that drives a real Jupyter kernel, for what a fork cannot do.

Widgets and kernels of other languages need one.  It speaks the same wire as `Child`,
so the checker sees no difference, and it is locked up in the same way: the kernel is
its child, they talk over sockets in the working folder (never over TCP), and both end
together.  What the kernel says is cut to the same limits as a forked child's outputs.
"""

import contextlib
import os
import queue
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from autograder.execution.objects import Arguments, Objects
from autograder.execution.protocol import Frame, Message, receive, send
from autograder.execution.recorder import Recorder

PRIVATE = ".kernel"  # in the working folder: the connection and the kernel's home
READY_SECONDS = 60.0
GONE = 1


class KernelChild:
    """One student's kernel for one notebook.

    argv: of the kernelspec, `{connection_file}` not yet filled in
    environment: of the kernelspec, besides this process's own
    """

    def __init__(
        self,
        connection: socket.socket,
        argv: Sequence[str],
        environment: Mapping[str, str],
    ) -> None:
        self._connection = connection
        self._argv = argv
        self._environment = environment
        self._recorder = Recorder()
        self._kernel: subprocess.Popen[bytes] | None = None
        self._client: Any = None
        self._arguments = Arguments(Objects(), lambda *_: None, {})
        signal.signal(signal.SIGINT, self._interrupt)

    def serve(self) -> NoReturn:
        """Answer until the checker hangs up or the kernel is gone."""
        while True:
            frame = receive(self._connection)
            request = frame.message
            reply: Message = {"ok": None}
            if request["op"] == "start":
                self._start(
                    *self._arguments.reader(frame.blocks).items(request["args"])
                )
            elif request["op"] == "run":
                reply = self._run(request["source"])
            send(self._connection, Frame(message=reply))

    def _start(self, _seed: int, files: Sequence[tuple[str, bytes]]) -> None:
        """Put the files in place and start the kernel among them."""
        for name, data in files:
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)  # noqa: PTH103, PTH120
            with open(name, "wb") as file:  # noqa: PTH123
                file.write(data)
        from jupyter_client.blocking.client import BlockingKernelClient
        from jupyter_client.connect import write_connection_file

        home = os.path.abspath(PRIVATE)  # noqa: PTH100
        os.mkdir(home, 0o700)  # noqa: PTH102
        place, info = write_connection_file(
            os.path.join(home, "connection.json"),  # noqa: PTH118
            ip=os.path.join(home, "line"),  # noqa: PTH118
            transport="ipc",
            key=secrets.token_hex(32).encode(),
        )
        self._kernel = subprocess.Popen(
            [part.replace("{connection_file}", place) for part in self._argv],
            env={**os.environ, **self._environment, **_homes(home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._client = BlockingKernelClient()
        self._client.load_connection_info(info)
        # Without the heartbeat, which takes a busy machine's late kernel for dead.
        self._client.start_channels(hb=False)
        self._client.wait_for_ready(timeout=READY_SECONDS)

    # ------------------------------------------------------------- cells

    def _run(self, source: str) -> Message:
        """Run one cell; its outputs in nbformat's shape."""
        self._recorder.clear()
        asked = self._client.execute(source, allow_stdin=False, stop_on_error=False)
        status = self._collect(asked)
        content = self._reply(asked) if status == "idle" else {}
        error = content.get("ename") if content.get("status") == "error" else None
        return {
            "outputs": self._recorder.taken(),
            "error": None if error is None else str(error)[:200],
            "count": content.get("execution_count"),
        }

    def _collect(self, asked: str) -> str:
        """Record what the cell puts out, until the kernel is idle again."""
        while True:
            try:
                message = self._client.get_iopub_msg(timeout=0.5)
            except queue.Empty:
                self._end_without_kernel()
                continue
            if message["parent_header"].get("msg_id") != asked:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                return "idle"
            self._record(kind, content)

    def _reply(self, asked: str) -> Mapping[str, Any]:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            try:
                message = self._client.get_shell_msg(timeout=0.5)
            except queue.Empty:
                self._end_without_kernel()
                continue
            if message["parent_header"].get("msg_id") == asked:
                content: Mapping[str, Any] = message["content"]
                return content
        return {}

    def _record(self, kind: str, content: Mapping[str, Any]) -> None:
        recorder = self._recorder
        if kind == "stream":
            recorder.stream(str(content["name"]), str(content["text"]))
        elif kind in ("display_data", "update_display_data", "execute_result"):
            known = content.get("transient", {}).get("display_id")
            more = {"display_id": known, "update": kind.startswith("update")}
            if kind == "execute_result":
                more = {"execution_count": content.get("execution_count")}
            kind = kind.removeprefix("update_")
            recorder.rich(kind, content["data"], content.get("metadata"), more)
        elif kind == "error":
            lines = [str(line) for line in content["traceback"]]
            recorder.error(str(content["ename"]), str(content["evalue"]), lines)
        elif kind == "clear_output":
            recorder.wipe(bool(content.get("wait")))

    # ------------------------------------------------------------- its process

    def _interrupt(self, *_: object) -> None:
        """The cell's time is over: what Ctrl-C does."""
        if self._kernel is not None:
            with contextlib.suppress(OSError):
                os.killpg(self._kernel.pid, signal.SIGINT)

    def _end_without_kernel(self) -> None:
        """A kernel that died takes this process along, which the checker sees."""
        if self._kernel is not None and self._kernel.poll() is not None:
            os._exit(GONE)


def _homes(home: str) -> dict[str, str]:
    """Where a kernel keeps its own files: beside its connection, never elsewhere."""
    names = ("HOME", "IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR")
    folders = dict.fromkeys((*names, "MPLCONFIGDIR", "XDG_CACHE_HOME"), home)
    return {**folders, "MPLBACKEND": "module://matplotlib_inline.backend_inline"}


def python() -> list[str]:
    """The command of this Python's own kernel, without a history file."""
    quiet = ["--HistoryManager.enabled=False", "--InteractiveShell.colors=nocolor"]
    return [
        sys.executable,
        "-m",
        "ipykernel_launcher",
        "-f",
        "{connection_file}",
        *quiet,
    ]
