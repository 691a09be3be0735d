"""How to grade: times, limits, figures, sandbox.  Plain values that cross as JSON."""

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from autograder.grading.master import Master, MasterNotebook
from autograder.grading.mending import Step

Figures = Literal["all", "manual", "none"]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings of a grading run.

    cell_seconds: of one cell, as nbgrader's ExecutePreprocessor.timeout
    probe_seconds: of one question that a check cell asks the student's process
    grace_seconds: between an interrupt and the end of the process
    total_seconds: of one notebook, before the rest of it counts as timed out
    figures: which inline figures are drawn; "manual" where a person grades
    hidden: paths that not even check cells may read: the rest of the course, keys
    readable: paths besides the system and this Python that students may read
    seed: with the student's name, of random numbers in the student's process
    """

    cell_seconds: float = 30.0
    probe_seconds: float = 30.0
    grace_seconds: float = 2.0
    total_seconds: float = 600.0
    figures: Figures = "all"
    sandbox: bool = True
    memory_bytes: int = 2 << 30
    processes: int = 64
    readable: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    seed: int = 20_240_229
    quiet: bool = True

    @property
    def stderr(self) -> int | None:
        """Where the zygote's own errors go."""
        return -3 if self.quiet else None  # subprocess.DEVNULL

    def child_limits(self) -> dict[str, Any]:
        """What `sandbox.Limits` takes besides the working folder."""
        return {
            "readable": self.readable,
            "memory_bytes": self.memory_bytes,
            "processes": self.processes,
        }

    def wants_figures(self, book: MasterNotebook) -> Callable[[Step], bool]:
        """Which cells' figures are drawn."""
        if self.figures == "manual":
            has_manual = any(cell.manual for cell in book.cells)
            return lambda step: (
                has_manual and (step.master is None or step.master.manual)
            )
        return lambda _step: self.figures == "all"


def readable_for(master: Master) -> list[str]:
    """Where the packages that the assignment imports lie, outside this Python."""
    found = []
    for name in sorted({module.split(".")[0] for module in master.modules}):
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            continue
        places = list(spec.submodule_search_locations or []) if spec else []
        if spec and not places and spec.origin and spec.has_location:
            places = [spec.origin]
        for place in places:
            path = str(Path(place).resolve())
            if not path.startswith((sys.prefix, sys.base_prefix)):
                found.append(path)
    return found
