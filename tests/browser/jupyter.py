"""A real Jupyter server that reads and keeps nothing of the user's own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 60
NEWS = "config/lab/user-settings/@jupyterlab/apputils-extension/notification"


@contextmanager
def jupyter_lab(folder: Path, own: Path) -> Iterator[str]:
    """`jupyter lab` started in `folder`; gives its address, which ends in a slash.

    own: where Jupyter keeps its files
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    log = own / "server.log"
    news = own / f"{NEWS}.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *(f"--port={port}", "--ServerApp.port_retries=0", f"--notebook-dir={folder}"),
        "--IdentityProvider.token=",
    ]
    with log.open("w") as file:
        server = subprocess.Popen(
            command, cwd=folder, env=environment(own), stdout=file, stderr=file
        )
    try:
        _wait(server, address, log)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(PATIENCE_S)
        finally:
            server.kill()


def environment(own: Path) -> dict[str, str]:
    """This process's, with Jupyter's folders below `own`."""
    folders = {name: str(own / name.lower()) for name in ("RUNTIME", "DATA", "CONFIG")}
    return {
        **os.environ,
        **{f"JUPYTER_{name}_DIR": folder for name, folder in folders.items()},
        "IPYTHONDIR": str(own / "ipython"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }


def _wait(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(address + "api"):
                return
        except urllib.error.URLError:
            time.sleep(0.1)
    raise RuntimeError(f"no server at {address}\n{log.read_text()[-4000:]}")
