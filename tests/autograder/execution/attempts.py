"""What hostile or ordinary code tries inside the sandbox; run by test_sandbox.py.

Started inside as `python attempts.py JSON`: each attempt gets a freshly locked
process of its own and the answers go to standard output as one JSON object.
Uses the standard library only.
"""
# ruff: noqa: PTH110, PTH118, PTH120, PTH123, PTH208, PTH211  (as students write)

import asyncio
import concurrent.futures
import ctypes
import json
import multiprocessing
import os
import platform
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

FACTS = json.loads(sys.argv[1])
sys.path.insert(0, FACTS["packages"])

from autograder.execution import sandbox  # noqa: E402

LIBC = ctypes.CDLL(None, use_errno=True)

if not FACTS["namespaces"]:  # as on a machine that grants none to anyone
    sandbox.namespaces.LIBC = type(
        "Refusing", (), {"unshare": lambda _self, _flags: -1}
    )()


def called(result):
    return result if result >= 0 else os.strerror(ctypes.get_errno())


# Files


def write_outside():
    with open(FACTS["outside"] + "/planted", "w") as file:
        return file.write("x")


def read_secret():
    with open(FACTS["secret"]) as file:
        return file.read()


def list_secret_folder():
    return os.listdir(os.path.dirname(FACTS["secret"]))


def read_shadow():
    with open("/etc/shadow") as file:
        return file.read()


def write_into_python():
    with open(os.path.join(sys.prefix, "planted.py"), "w") as file:
        return file.write("x")


def write_into_packages():
    with open(FACTS["packages"] + "/autograder/planted.py", "w") as file:
        return file.write("x")


def make_fifo():
    os.mkfifo("fifo")
    return "made"


def link_to_secret():
    os.symlink(FACTS["secret"], "link")
    with open("link") as file:
        return file.read()


def one_huge_file():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open("huge", "wb") as file:
        for _ in range(100):
            file.write(bytes(1 << 20))
    return "written"


def many_files():
    written = 0
    for number in range(40):
        with open(f"file{number}", "wb") as file:
            for _ in range(10):
                written += file.write(bytes(1 << 20))
    return written


def leave_something():
    for folder in (".", "/dev/shm"):
        with open(folder + "/left", "w") as file:
            file.write("for the next student")
    return "left"


def find_something():
    return os.path.exists("left") or os.path.exists("/dev/shm/left")


# Network


def tcp():
    with socket.create_connection(("127.0.0.1", FACTS["port"]), 2):
        return "connected"


def udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        return line.sendto(b"x", ("127.0.0.1", FACTS["port"]))


def tcp_server():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return "bound"


def abstract_socket():
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("\0" + FACTS["abstract"])
        return "connected"


def netlink():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW):
        return "opened"


def socket_by_the_old_call_numbers():
    # The x32 numbering of x86-64 reaches the same calls under other numbers.
    return called(LIBC.syscall(0x40000000 + 41, 2, 1, 0))


# Other processes


def processes_in_sight():
    return sum(name.isdigit() for name in os.listdir("/proc"))


def kill_parent():
    parent = os.getppid()
    os.kill(parent if parent else FACTS["zygote"], signal.SIGTERM)
    return "sent"


def kill_outsider():
    os.kill(FACTS["outsider"], signal.SIGTERM)
    return "sent"


def read_memory_of_outsider():
    with open(f"/proc/{FACTS['outsider']}/mem", "rb") as file:
        return file.read(1)


def environment_of_outsiders():
    found = b""
    for process in ("self", "1", "2", FACTS["outsider"], FACTS["zygote"]):
        try:
            with open(f"/proc/{process}/environ", "rb") as file:
                found += file.read()
        except OSError:
            continue
    return "in sight" if b"hunter2" in found else "hidden"


def own_environment():
    return "in sight" if "hunter2" in str(dict(os.environ)) else "hidden"


def attach_to_outsider():
    return called(LIBC.ptrace(16, FACTS["outsider"], None, None))


def read_outsider_by_system_call():
    class Piece(ctypes.Structure):
        _fields_ = (("at", ctypes.c_void_p), ("length", ctypes.c_size_t))

    buffer = ctypes.create_string_buffer(8)
    mine = Piece(ctypes.addressof(buffer), 8)
    theirs = Piece(id(None), 8)
    one = ctypes.c_ulong(1)
    outsider = FACTS["zygote"]
    return called(
        LIBC.process_vm_readv(
            outsider, ctypes.byref(mine), one, ctypes.byref(theirs), one, 0
        )
    )


def daemonise():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv("/bin/sleep", ["sleep", FACTS["daemon"]])
        os._exit(0)
    time.sleep(0.1)
    return "started"


# Privilege


def new_user_namespace():
    return called(LIBC.unshare(0x10000000))


def mount_something():
    return called(LIBC.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None))


def become_root():
    os.setuid(0)
    return os.getuid()


def run_su():
    return subprocess.run(
        ["su", "-c", "id -u"], capture_output=True, text=True, stdin=subprocess.DEVNULL
    ).stdout.strip()


def raise_a_limit():
    resource.setrlimit(resource.RLIMIT_NPROC, (10_000, 10_000))
    return "raised"


def outlive_the_guard():
    return called(LIBC.prctl(1, 0, 0, 0, 0))


def capabilities():
    with open("/proc/self/status") as lines:
        return next(line.split()[1] for line in lines if line.startswith("CapEff"))


def user():
    return os.geteuid()


# Resources


def fork_bomb():
    started = 0
    try:
        for _ in range(500):
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
            started += 1
    except OSError:
        return "stopped" if started < 70 else started
    return started


def three_gigabytes():
    return len(bytearray(3 << 30))


def memory_in_many_processes():
    for _ in range(12):
        if os.fork() == 0:
            kept = bytearray(os.urandom(1 << 20)) * 100
            time.sleep(60)
            os._exit(len(kept) & 1)
    time.sleep(30)
    return "held 1.2 GB"


# Ordinary work


def ordinary_file():
    with open("mine.txt", "w") as file:
        file.write("12")
    with open("mine.txt") as file, tempfile.TemporaryFile() as other:
        return int(file.read()) + other.write(b"12345678")


def ordinary_threads():
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return sum(pool.map(abs, range(-10, 0)))


def ordinary_command():
    return subprocess.run(["echo", "hi"], capture_output=True, text=True).stdout.strip()


def ordinary_await():
    async def answer():
        await asyncio.sleep(0)
        return "awaited"

    return asyncio.run(answer())


def ordinary_processes():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        return pool.map(abs, [-1, -2])


def ordinary_import():
    import decimal
    import sqlite3

    return str(
        decimal.Decimal(sqlite3.connect(":memory:").execute("select 7").fetchone()[0])
    )


def ordinary_interrupt():
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        return "interrupted"
    return "slept"


ATTEMPTS = {
    name: function
    for name, function in list(globals().items())
    if callable(function)
    and getattr(function, "__module__", "") == "__main__"
    and name not in ("called",)
}


def answer_of(attempt, scratch):
    """The attempt's answer, or how its process ended."""
    reading, writing = os.pipe()
    child = sandbox.fork(HOME)
    if child == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.close(reading)
        limits = sandbox.Limits(
            scratch=scratch, memory_bytes=1 << 30, file_bytes=16 << 20
        )
        entered = sandbox.enter_child(limits, HOME)
        try:
            answer = attempt() if attempt else entered
        except BaseException as problem:
            answer = type(problem).__name__
        if platform.machine() != "x86_64" and attempt is socket_by_the_old_call_numbers:
            answer = "Function not implemented"
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    text = b""
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    while True:
        while not poll.poll(sandbox.namespaces.WATCH_EVERY_MS):
            if sandbox.namespaces.held_bytes() > 1 << 30:
                os.kill(child, signal.SIGKILL)
        piece = os.read(reading, 65536)
        if not piece:
            break
        text += piece
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if not text:
        return f"ended with {os.waitstatus_to_exitcode(status)}"
    return json.loads(text)


def daemon_lives():
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                if FACTS["daemon"].encode() in file.read().split(b"\0")[1:2]:
                    return True
        except OSError:
            continue
    return False


def main():
    global HOME
    FACTS["zygote"] = os.getpid()
    HOME = sandbox.settle()
    scratch = FACTS["scratch"] or tempfile.mkdtemp(dir="/tmp")
    answers = {"entered": answer_of(None, scratch)}
    for name, attempt in ATTEMPTS.items():
        answers[name] = answer_of(attempt, scratch)
    answers["daemon_lives"] = daemon_lives()
    print(json.dumps(answers))


main()
