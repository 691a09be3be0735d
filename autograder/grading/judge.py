"""The judge: a fork of the checker that grades one notebook and ends.

Forked from a worker that has loaded the master's libraries, it works in a folder of
its own, may write only there, and first refuses (refusing.py) or replaces
(replacing.py) what would be dangerous or meaningless with a student's values.
"""

import builtins
import functools
import linecache
import os
import random
import resource
import sys
from typing import Any

from autograder.execution.shell import Runner, Shell, refuse_input
from autograder.grading.compiling import CheckCompiler
from autograder.grading.names import Names
from autograder.grading.refusing import refuse_pickles, watch_texts
from autograder.grading.replacing import (
    forward_seeds,
    replace_builtins,
    replace_comparisons,
    replace_dataclasses,
    replace_inspect,
    replace_pyplot,
)
from autograder.grading.student import Student

MEMORY_BYTES = 6 << 30
FILE_BYTES = 256 << 20


def make_runner(shell: Shell) -> Runner:
    """The runner of check cells, its slow first times behind it."""
    # The error of a check is for the instructor: the cell's own lines are enough, and
    # IPython's form takes as long as the rest of a notebook together.
    shell.showtraceback = functools.partial(_brief, shell)  # type: ignore[method-assign]
    shell.showsyntaxerror = functools.partial(_brief, shell)  # type: ignore[method-assign]
    shell.compile = CheckCompiler()
    runner = Runner(shell)
    for source in ("1 + 1", "assert False", "def f(:"):
        runner.run(source)
    shell.user_ns["Out"].clear()
    shell.execution_count = 1
    return runner


def held_bytes() -> int:
    """Memory of this process that is in use and its own."""
    with open("/proc/self/statm") as file:  # noqa: PTH123
        _, resident, shared, *_ = (int(part) for part in file.read().split())
    return (resident - shared) * resource.getpagesize()


class Now:
    """The student whose submission is being graded now, behind one lasting name."""

    def __init__(self) -> None:
        self.student: Student | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.student, name)


class FirstState:
    """What one notebook's checks may change and the next must find as it was."""

    def __init__(self, names: Names, shell: Shell) -> None:
        self._names, self._shell = names, shell
        names.keep_base()
        self._builtins = dict(vars(builtins))
        self._random = random.getstate()
        numpy: Any = sys.modules.get("numpy")
        self._numpy_random = numpy.random if numpy is not None else None
        if self._numpy_random is not None:
            self._numpy_state = self._numpy_random.get_state()

    def restore(self) -> None:
        """Everything as it was when this was made."""
        self._names.reset()
        here = vars(builtins)
        for name in here.keys() - self._builtins.keys():
            del here[name]
        here.update(self._builtins)  # never cleared: nothing runs without them
        random.setstate(self._random)
        if self._numpy_random is not None:
            self._numpy_random.set_state(self._numpy_state)
        manager: Any = self._shell.history_manager
        manager.input_hist_parsed[:] = [""]
        manager.input_hist_raw[:] = [""]
        manager.output_hist.clear()
        self._shell.execution_count = 1
        pyplot: Any = sys.modules.get("matplotlib.pyplot")
        if pyplot is not None and pyplot._pylab_helpers.Gcf.figs:
            pyplot.close("all")


def guard(names: Names, student: Any, folder: str) -> None:
    """Make this process fit to handle students' values.

    student: a `Now`
    """
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(kind, (most, hard))
    os.chdir(folder)
    refuse_input()
    refuse_pickles()
    replace_builtins(names, student)
    replace_comparisons()
    replace_inspect(student)
    replace_dataclasses(student)
    replace_pyplot(student)
    forward_seeds(names, student)
    watch_texts()


def _brief(shell: Shell, *_: Any, **__: Any) -> None:
    """Record the exception being handled, with the lines of cells it went through."""
    kind, error, trace = sys.exc_info()
    if kind is None or error is None:
        return
    lines = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.startswith(CELL_FILE):
            line = linecache.getline(code.co_filename, trace.tb_lineno).strip()
            lines.append(f"line {trace.tb_lineno}, in {code.co_name}: {line}")
        trace = trace.tb_next
    try:
        said = str(error)
    except Exception:
        said = ""
    shell.recorder.error(kind.__name__, said, [*lines, f"{kind.__name__}: {said}"])


CELL_FILE = "<ipython-input-"
