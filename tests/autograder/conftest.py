"""What several tests of the grader share."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


@pytest.fixture(scope="session")
def postgres():
    """The address of a real PostgreSQL cluster, started for these tests."""
    if not POSTGRES:
        pytest.skip("PostgreSQL is not installed")
    binaries = POSTGRES[-1].parent
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    as_user = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def call(*argv):
        subprocess.run(
            [*as_user, *argv], check=True, stdout=subprocess.DEVNULL, cwd=folder
        )

    data = folder / "data"
    call(binaries / "initdb", "-D", data, "-A", "trust", "-U", "teacher", "-N")
    # Only a socket in the folder: no port, so nothing to collide with.
    options = f"-c listen_addresses= -k {folder} -c fsync=off"
    log = folder / "log"
    call(binaries / "pg_ctl", "-D", data, "-o", options, "-l", log, "-w", "start")
    try:
        yield f"postgresql+psycopg://teacher@/postgres?host={folder}"
    finally:
        call(binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder)
