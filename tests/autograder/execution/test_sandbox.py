"""The sandbox denies what it must and keeps what ordinary homework needs.

Everything is really tried, in each way the sandbox can be set up here: started by
root and by an ordinary user, with bubblewrap and without.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from autograder.execution import sandbox

PACKAGE = Path(sandbox.__file__).parent
ORDINARY_UID = 54_321

START = """
import json, subprocess, sys
sys.path.insert(0, {packages!r})
from autograder.execution import bubblewrap
if not {bubblewrap}:
    bubblewrap.works = lambda: False
command = [sys.executable, "-I", {attempts!r}, sys.argv[1]]
readable = [{packages!r}]
argv = bubblewrap.wrap_command(command, readable=readable)
raise SystemExit(subprocess.run(argv).returncode)
"""

# Who starts it; with bubblewrap or not; whether the kernel grants namespaces.
WAYS = [
    (user, bubblewrap, namespaces)
    for user in (["root", "user"] if os.geteuid() == 0 else ["user"])
    for bubblewrap, namespaces in ((True, True), (False, True), (False, False))
    if shutil.which("bwrap") or not bubblewrap
]


def _named(way):
    user, bubblewrap, namespaces = way
    inside = "bubblewrap" if bubblewrap else "bare"
    return "-".join([user, inside, "namespaces" if namespaces else "none"])


@pytest.fixture(scope="module", params=WAYS, ids=_named)
def answers(request):
    """What every attempt got, in one way of setting the sandbox up."""
    user, bubblewrap, namespaces = request.param
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
        subprocess.Popen(["sleep", "600"]) as outsider,
    ):
        place = Path(folder)
        _lay_out(place)
        abstract.bind("\0conditional-bottlenecks-test")
        abstract.listen()
        facts = {
            "packages": str(place / "packages"),
            "outside": str(place / "outside"),
            "secret": str(place / "outside" / "secret.txt"),
            "scratch": "" if bubblewrap else str(place / "scratch"),
            "namespaces": namespaces,
            "port": server.getsockname()[1],
            "abstract": "conditional-bottlenecks-test",
            "outsider": outsider.pid,
            "daemon": f"{600 + os.getpid() / 1e7:.7f}",
        }
        try:
            yield _answers(place, user, bubblewrap, facts)
            assert outsider.poll() is None, "the outsider was killed"
            assert not (place / "outside" / "planted").exists()
        finally:
            outsider.kill()


def _lay_out(place):
    shutil.copytree(PACKAGE, place / "packages/autograder/execution")
    (place / "packages/autograder/__init__.py").write_text("")
    shutil.copy(Path(__file__).with_name("attempts.py"), place / "packages")
    for name in ("outside", "scratch"):
        (place / name).mkdir()
        # Open to everyone: only the sandbox may be what stops the attempts.
        (place / name).chmod(0o777)
    (place / "outside/secret.txt").write_text("the hidden tests")
    place.chmod(0o755)


def _answers(place, user, bubblewrap, facts):
    text = START.format(
        packages=facts["packages"],
        bubblewrap=bubblewrap,
        attempts=str(place / "packages/attempts.py"),
    )
    argv = [sys.executable, "-c", text, json.dumps(facts)]
    if user == "root" and not bubblewrap:
        # Without bubblewrap a Python in root's closed home cannot be bound in.
        argv[0] = _python_for_everyone()
    if user == "user" and os.geteuid() == 0:
        ids = ["--reuid", str(ORDINARY_UID), "--regid", str(ORDINARY_UID)]
        argv[:1] = ["setpriv", *ids, "--clear-groups", _python_for_everyone()]
    run = subprocess.run(
        argv,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "GRADER_TOKEN": "hunter2"},
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout)


def _python_for_everyone():
    """A Python that another user may run: root's may lie in a closed home."""
    for candidate in (os.path.realpath(sys.executable), "/usr/bin/python3"):
        version = "import sys; sys.exit(sys.version_info < (3, 11))"
        probe = ["setpriv", "--reuid", str(ORDINARY_UID), "--clear-groups"]
        run = subprocess.run(
            [*probe, "env", candidate, "-c", version], capture_output=True, check=False
        )
        if run.returncode == 0:
            return candidate
    pytest.skip("no Python that an ordinary user of this machine can run")


REFUSED = {"PermissionError", "Operation not permitted", "FileNotFoundError"}


@pytest.mark.parametrize(
    "attempt",
    [
        "write_outside",
        "read_secret",
        "list_secret_folder",
        "read_shadow",
        "link_to_secret",
        "make_fifo",
    ],
)
def test_files_that_are_not_granted_do_not_exist_or_are_refused(answers, attempt):
    assert answers[attempt] in REFUSED


@pytest.mark.parametrize("attempt", ["write_into_python", "write_into_packages"])
def test_what_may_be_read_may_not_be_written(answers, attempt):
    assert answers[attempt] in {*REFUSED, "OSError"}  # OSError: read-only file system


@pytest.mark.parametrize(
    "attempt", ["tcp", "udp", "tcp_server", "abstract_socket", "netlink"]
)
def test_no_connection_of_any_kind(answers, attempt):
    assert answers[attempt] == "PermissionError"


def test_call_numbers_of_another_convention_reach_nothing(answers):
    assert answers["socket_by_the_old_call_numbers"] == "Function not implemented"


def test_only_its_own_processes_are_in_sight(answers):
    # Where a fresh /proc is refused, Landlock closes the listing altogether.
    assert answers["processes_in_sight"] in {1, "PermissionError"}


@pytest.mark.parametrize("attempt", ["kill_parent", "kill_outsider"])
def test_no_signal_leaves_the_sandbox(answers, attempt):
    assert answers[attempt] in {"ProcessLookupError", "PermissionError"}


@pytest.mark.parametrize(
    "attempt",
    ["read_memory_of_outsider", "attach_to_outsider", "read_outsider_by_system_call"],
)
def test_no_other_process_can_be_read(answers, attempt):
    assert answers[attempt] in REFUSED


@pytest.mark.parametrize("attempt", ["environment_of_outsiders", "own_environment"])
def test_the_graders_environment_is_hidden(answers, attempt):
    assert answers[attempt] == "hidden"


def test_a_daemon_does_not_outlive_its_submission(answers):
    assert answers["daemonise"] == "started"
    assert answers["daemon_lives"] is False


@pytest.mark.parametrize(
    "attempt",
    ["new_user_namespace", "mount_something", "become_root", "outlive_the_guard"],
)
def test_no_privilege_can_be_won(answers, attempt):
    # OSError: user 0 does not exist in the sandbox's own user namespace.
    assert answers[attempt] in {*REFUSED, "OSError"}


def test_a_setuid_program_gives_nothing(answers):
    assert answers["run_su"] in {"", "PermissionError"}


def test_it_runs_as_nobody_with_no_capability(answers):
    assert answers["user"] not in {0, "PermissionError"}
    assert int(answers["capabilities"], 16) == 0


def test_a_limit_cannot_be_raised(answers):
    assert answers["raise_a_limit"] in {"ValueError", "PermissionError"}


def test_a_fork_bomb_is_stopped(answers):
    assert answers["fork_bomb"] == "stopped"


def test_too_much_memory_is_refused(answers):
    assert answers["three_gigabytes"] == "MemoryError"


def test_too_much_memory_in_many_processes_ends_the_submission(answers):
    assert answers["memory_in_many_processes"] == "ended with -9"


def test_too_large_a_file_is_refused(answers):
    assert answers["one_huge_file"] == "OSError"
    if "namespaces" in answers["entered"]:
        assert answers["many_files"] == "OSError"


def test_nothing_is_left_for_the_next_student(answers):
    if "namespaces" in answers["entered"]:
        assert answers["leave_something"] == "left"
        assert answers["find_something"] is False
    else:  # then only the working folder, which its owner empties, can be written
        assert answers["leave_something"] == "PermissionError"


@pytest.mark.parametrize(
    ("attempt", "expected"),
    [
        ("ordinary_file", 20),
        ("ordinary_threads", 55),
        ("ordinary_command", "hi"),
        ("ordinary_await", "awaited"),
        ("ordinary_import", "7"),
        ("ordinary_interrupt", "interrupted"),
    ],
)
def test_ordinary_work_goes_on(answers, attempt, expected):
    assert answers[attempt] == expected


def test_processes_of_the_students_own_work_where_there_are_namespaces(answers):
    # Their locks live in /dev/shm, which only a private one can be left open.
    private = "namespaces" in answers["entered"]
    assert answers["ordinary_processes"] == ([1, 2] if private else "PermissionError")


def test_all_layers_report_that_they_hold(answers):
    expected = {"rlimits", "landlock", "seccomp", "no-network", "unprivileged-user"}
    assert expected <= set(answers["entered"])


def test_a_machine_without_layers_is_refused_in_both_languages(monkeypatch):
    monkeypatch.setattr(sandbox, "_layers", lambda: ("rlimits", "unprivileged-user"))
    with pytest.raises(sandbox.SandboxError) as caught:
        sandbox.require_layers()
    for text in (caught.value.ko, caught.value.en):
        assert "bubblewrap | landlock" in text
        assert "--unsafe-no-sandbox" in text
    assert sandbox.require_layers(unsafe_no_sandbox=True) == [
        "rlimits",
        "unprivileged-user",
    ]


@pytest.mark.parametrize(
    "enough",
    [
        ["bubblewrap", "namespaces", "no-network", "rlimits", "unprivileged-user"],
        ["landlock", "seccomp", "no-network", "rlimits", "unprivileged-user"],
    ],
)
def test_landlock_with_seccomp_and_namespaces_alone_are_each_enough(
    monkeypatch, enough
):
    monkeypatch.setattr(sandbox, "_layers", lambda: tuple(enough))
    assert sandbox.require_layers() == enough


def test_layers_are_what_entering_found(answers):
    assert answers["entered"]
    assert set(sandbox.layers()) >= {"rlimits", "landlock", "seccomp"}
