"""`autograder doctor`: what this machine can do to hold students' code, and cannot."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

from autograder.execution import sandbox
from intensity.language import Text

LAYERS = {
    "bubblewrap": Text(
        "채점에 필요한 파일만 보이는 별도의 세계",
        "a world with only the files it needs",
    ),
    "namespaces": Text(
        "다른 프로세스가 보이지 않고, 제출물이 끝나면 남는 것이 없음",
        "no sight of other processes; nothing outlives its submission",
    ),
    "landlock": Text(
        "허락한 파일만 열 수 있음", "only the files that are granted open"
    ),
    "seccomp": Text("위험한 시스템 호출을 막음", "dangerous system calls are refused"),
    "rlimits": Text(
        "메모리, 프로세스, 파일, 시간의 한도",
        "limits of memory, processes, files and time",
    ),
    "no-network": Text("네트워크 없음", "no network"),
    "unprivileged-user": Text("관리자 권한 없음", "not the administrator"),
}

REMEDIES = {
    "bubblewrap": Text(
        "bubblewrap을 설치하세요: sudo apt-get install bubblewrap "
        "(Fedora: sudo dnf install bubblewrap). 설치했는데도 안 되면 사용자 "
        "이름공간이 막혀 있는 것입니다: `namespaces`를 보세요.",
        "install bubblewrap: sudo apt-get install bubblewrap "
        "(Fedora: sudo dnf install bubblewrap). If it is installed, user namespaces "
        "are off: see `namespaces`.",
    ),
    "namespaces": Text(
        "사용자 이름공간을 켜세요. Ubuntu 24.04 이상: sudo sysctl "
        "kernel.apparmor_restrict_unprivileged_userns=0. 예전 Debian: sudo sysctl "
        "kernel.unprivileged_userns_clone=1. 컨테이너 안이라면 바깥에서 허락해야 "
        "합니다(Docker: --security-opt seccomp=unconfined, Kubernetes: hostUsers: "
        "false).",
        "switch user namespaces on. Ubuntu 24.04 and later: sudo sysctl "
        "kernel.apparmor_restrict_unprivileged_userns=0. Old Debian: sudo sysctl "
        "kernel.unprivileged_userns_clone=1. Inside a container the outside must "
        "allow it (Docker: --security-opt seccomp=unconfined; Kubernetes: hostUsers: "
        "false).",
    ),
    "landlock": Text(
        "Linux 5.13 이상이 필요하고, 커널 명령줄의 lsm= 목록에 landlock이 있어야 "
        "합니다.",
        "needs Linux 5.13 or newer with landlock in the kernel command line's lsm= "
        "list.",
    ),
    "seccomp": Text(
        "x86-64나 arm64의 Linux가 필요합니다.", "needs Linux on x86-64 or arm64."
    ),
    "unprivileged-user": Text(
        "관리자(root)가 아닌 사용자로 실행하거나 util-linux의 setpriv를 설치하세요.",
        "run it as a user other than root, or install setpriv (util-linux).",
    ),
}
NAMES = {
    "system": Text("시스템", "system"),
    "python": Text("파이썬", "Python"),
    "cores": Text("코어", "cores"),
    "kernels": Text("노트북 커널", "notebook kernels"),
    "disk": Text("남은 디스크", "free disk"),
}
NOT_LINUX = Text(
    "격리는 Linux에서만 됩니다. macOS에서는 Linux 컨테이너나 Lima 가상 머신에서, "
    "Windows에서는 WSL2에서 실행하세요.",
    "the sandbox needs Linux. On macOS run it in a Linux container or a Lima virtual "
    "machine, on Windows in WSL2.",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "--json",
        action="store_true",
        help=Text("사람용 표 대신 JSON", "JSON instead of a table").say(),
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the layers and the remedies; 0 when grading is safe here, else 1."""
    layers = sandbox.layers()
    try:
        sandbox.require_layers()
        enough = True
    except sandbox.SandboxError:
        enough = False
    if arguments.json:
        report = {"layers": layers, "enough": enough, "machine": dict(_machine())}
        print(json.dumps(report, ensure_ascii=False, indent=1))
    else:
        print("\n".join(_lines(layers, enough)))
    return 0 if enough else 1


def _lines(layers: list[str], enough: bool) -> Iterator[str]:
    for name, value in _machine():
        yield f"{NAMES[name].say() if name in NAMES else name}: {value}"
    yield ""
    yield Text("격리 층", "sandbox layers").say()
    for layer, meaning in LAYERS.items():
        mark = "+" if layer in layers else "-"
        yield f"  {mark} {layer:<18} {meaning.say()}"
    yield ""
    if platform.system() != "Linux":
        yield NOT_LINUX.say()
    for layer, remedy in REMEDIES.items():
        if layer not in layers:
            yield f"{layer}: {remedy.say()}"
    yield (
        Text("이 컴퓨터에서 채점해도 됩니다.", "this machine can grade.")
        if enough
        else Text(
            "이 컴퓨터에서는 채점을 거부합니다(--unsafe-no-sandbox가 없으면).",
            "this machine will refuse to grade (without --unsafe-no-sandbox).",
        )
    ).say()


def _machine() -> Iterator[tuple[str, str]]:
    yield "system", f"{platform.system()} {platform.release()} {platform.machine()}"
    yield "python", platform.python_version()
    yield "cores", str(len(os.sched_getaffinity(0)) if _linux() else os.cpu_count())
    yield "bwrap", shutil.which("bwrap") or "-"
    for package in ("nbgrader", "distributed", "psycopg"):
        try:
            yield package, importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            yield package, "-"
    yield "kernels", ", ".join(sorted(_kernels())) or "-"
    yield "disk", f"{shutil.disk_usage(Path.cwd()).free / 1e9:.0f} GB"


def _kernels() -> list[str]:
    """Names of the kernels installed, for notebooks that need a real one."""
    from jupyter_client.kernelspec import KernelSpecManager

    return list(KernelSpecManager().find_kernel_specs())


def _linux() -> bool:
    return platform.system() == "Linux"
