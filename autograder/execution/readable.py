"""What a student's process may read, besides what its assignment brings."""

import sys
from pathlib import Path

SYSTEM = (
    "/usr",
    "/lib",
    "/lib64",
    "/bin",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/mime.types",
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
PROC = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu")


def python_paths() -> tuple[str, ...]:
    """This interpreter and its packages, to be readable inside."""
    return tuple(dict.fromkeys((sys.prefix, sys.base_prefix, sys.exec_prefix)))


def own_paths() -> tuple[str, ...]:
    """The part of this package that runs inside, and nothing of the trusted part."""
    package = Path(__file__).resolve().parent
    return str(package), str(package.parent / "__init__.py")
