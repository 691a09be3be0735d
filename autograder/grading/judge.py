"""The judge: a fork of the checker that grades one notebook and ends.

Forked from a worker that has loaded the master's libraries, it works in a folder of
its own, may write only there, and replaces what would be dangerous or meaningless
with a student's values: unpickling, `eval` of a student's text, `inspect` and
`pyplot` on objects that live elsewhere.
"""

import _pickle
import builtins
import functools
import inspect
import linecache
import os
import pickle
import random
import resource
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from autograder.execution.shell import Runner, Shell, refuse_input
from autograder.grading.compiling import CheckCompiler
from autograder.grading.names import Names
from autograder.grading.remote import RefusedError, Remote, RemoteClass
from autograder.grading.student import Student

MEMORY_BYTES = 6 << 30
FILE_BYTES = 256 << 20


def is_remote(value: object) -> bool:
    """True for a student's object; goes by its real type."""
    return Remote in type(value).__mro__


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
    _refuse_pickles()
    _replace_builtins(names, student)
    _replace_inspect(student)
    _replace_pyplot(student)
    _forward_seeds(names, student)
    _watch_texts()


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
SMALL = 4 << 20
PROGRAMS = (".py", ".pyc", ".so", ".pth", ".ipynb", ".pkl", ".pickle", ".joblib", ".pt")


def place_files(folder: Path, files: Mapping[str, str]) -> None:
    """The instructor's files, where check cells read them: large ones as links."""
    for name, path in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if Path(path).stat().st_size <= SMALL:
            place.write_bytes(Path(path).read_bytes())
        else:
            place.symlink_to(path)


class StudentFiles:
    """Files that the student's cells wrote, copied for check cells that read files.

    Only data: programs and pickles stay where they are.
    """

    def __init__(self, student: Student) -> None:
        self._student = student
        self._seen: dict[str, tuple[int, int]] = {}

    def fetch(self) -> None:
        """Copy what is new or changed since last time into the working folder."""
        for name, size, changed in self._student.ask("files"):
            path = Path(name)
            if self._seen.get(name) == (size, changed) or size > 8 * SMALL:
                continue
            self._seen[name] = (size, changed)
            if path.is_absolute() or ".." in path.parts or path.suffix in PROGRAMS:
                continue
            data = self._student.ask("file", name)
            if type(data) is not bytes or data[:1] == b"\x80":
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_symlink():
                path.unlink()
            path.write_bytes(data)


def reads_files(source: str) -> bool:
    """Whether a check cell looks as if it read files."""
    return any(word in source for word in _FILE_WORDS)


_FILE_WORDS = ("open(", "read_", "load", "Path", "exists", "listdir", "glob", "isfile")


def _refuse_pickles() -> None:
    """Nothing is ever unpickled here: a pickle is a program."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise RefusedError("pickles are not read where checks run")

    class Unpickler:
        def __init__(self, *_: Any, **__: Any) -> None:
            refuse()

    for module in (pickle, _pickle):
        for name in ("load", "loads"):
            setattr(module, name, refuse)
        module.Unpickler = Unpickler  # type: ignore[attr-defined]
    for module_name in ("marshal", "shelve", "dill", "cloudpickle", "joblib"):
        module = sys.modules.get(module_name)  # type: ignore[assignment]
        for name in ("loads", "open"):
            if (
                module is not None
                and module_name != "marshal"
                and hasattr(module, name)
            ):
                setattr(module, name, refuse)


def _replace_builtins(names: Names, student: Any) -> None:
    """`type`, imports of students' own modules, `eval` and `exec` of their text."""

    def type_of(value: Any) -> Any:
        return student.operate("type", value) if is_remote(value) else type(value)

    real_import = builtins.__import__

    def find_module(name: str, *more: Any, **named: Any) -> Any:
        try:
            return real_import(name, *more, **named)
        except ModuleNotFoundError as error:
            globals_ = more[0] if more else named.get("globals")
            if globals_ is not names or error.name != name.split(".")[0]:
                raise
            return student.ask("module", name)

    real_eval, real_exec = builtins.eval, builtins.exec

    def evaluate(text: Any, *spaces: Any) -> Any:
        if isinstance(text, str) and not _is_own(text, names):
            return student.ask("evaluate", text)
        if not spaces and isinstance(text, str):
            spaces = (names, names)
        return real_eval(text, *spaces)

    def execute(text: Any, *spaces: Any) -> Any:
        if isinstance(text, str) and not _is_own(text, names):
            return student.ask("execute", text)
        if not spaces and isinstance(text, str):
            spaces = (names, names)
        return real_exec(text, *spaces)

    builtins.__type_of__ = type_of  # type: ignore[attr-defined]
    builtins.__import__ = find_module
    dict.__setitem__(names, "eval", evaluate)
    dict.__setitem__(names, "exec", execute)


def _is_own(text: str, names: Names) -> bool:
    """Whether a text stands in the check cell itself, so is the instructor's."""
    return text in names.own_texts


def _replace_inspect(student: Any) -> None:
    """Source text of a student's function is data of theirs."""
    real: dict[str, Callable[..., Any]] = {
        name: getattr(inspect, name)
        for name in ("getsource", "getsourcelines", "signature", "isclass", "getfile")
    }

    def getsource(value: Any) -> Any:
        return (
            student.ask("source", value)
            if is_remote(value)
            else real["getsource"](value)
        )

    def getsourcelines(value: Any) -> Any:
        if is_remote(value):
            return getsource(value).splitlines(keepends=True), 1
        return real["getsourcelines"](value)

    def signature(value: Any, **more: Any) -> Any:
        if is_remote(value):
            return student.signature(value)
        return real["signature"](value, **more)

    def isclass(value: Any) -> bool:
        return isinstance(value, RemoteClass) or bool(real["isclass"](value))

    for function in (getsource, getsourcelines, signature, isclass):
        setattr(inspect, function.__name__, function)


def _forward_seeds(names: Names, student: Any) -> None:
    """A check that seeds the random numbers seeds the student's too."""

    def forward(module: Any, path: str) -> None:
        real = module.seed

        def seed(*args: Any, **kwargs: Any) -> None:
            real(*args, **kwargs)
            if not names.preparing:
                student.ask("seed", path, *args, **kwargs)

        module.seed = seed

    forward(random, "random")
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None:
        forward(numpy.random, "numpy.random")


def _replace_pyplot(student: Any) -> None:
    """`plt.gcf()` in a check means the student's figure, while one is open."""
    pyplot: Any = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return

    def forward(name: str) -> Callable[..., Any]:
        real = getattr(pyplot, name)

        def ask(*args: Any, **kwargs: Any) -> Any:
            if not student.ask("pyplot", "get_fignums"):
                return real(*args, **kwargs)
            return student.ask("pyplot", name, *args, **kwargs)

        return ask

    for name in ("gcf", "gca", "get_fignums"):
        setattr(pyplot, name, forward(name))


DANGEROUS = frozenset(
    {
        "__import__",
        "breakpoint",
        "builtins",
        "compile",
        "ctypes",
        "eval",
        "exec",
        "getattr",
        "globals",
        "importlib",
        "open",
        "os",
        "subprocess",
        "sys",
        "vars",
    }
)


def _watch_texts() -> None:
    """Refuse to compile text that a library built and that reaches for the system.

    sympify, DataFrame.eval and their like evaluate text, which may be a student's.
    """
    quick = sys.intern("compile")

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event != quick or not args or args[0] is None:
            return
        source, filename = args[0], args[1] if len(args) > 1 else None
        name = filename.decode() if isinstance(filename, bytes) else str(filename)
        if name.endswith(".py") or name.startswith("<ipython-input"):
            return
        text = (
            source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        )
        if isinstance(text, str) and _is_dangerous(text):
            raise RefusedError("this text would run as a program")

    sys.addaudithook(hook)


def _is_dangerous(text: str) -> bool:
    caller = sys._getframe(2)
    for _ in range(40):
        name = caller.f_globals.get("__name__", "")
        if name.startswith(("sympy", "pandas.core.computation", "numexpr")):
            break
        if caller.f_back is None:
            return False
        caller = caller.f_back
    else:
        return False
    return any(word in text for word in DANGEROUS) or "__" in text
