"""An IPython shell without a kernel: runs a cell, gives its outputs as nbformat dicts.

Cells mean what they mean under ipykernel: magics, shell escapes, top-level await
inside a running event loop, the last expression's display, inline figures at the
end of the cell, `input()` refused.  Outputs go to a recorder (recorder.py).
"""

import asyncio
import builtins
import contextlib
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from IPython.core import pylabtools
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

from autograder.execution import figures
from autograder.execution.recorder import PrintedByOthers, Recorder, Stream


def _recorder(part: Any) -> Recorder:
    recorder: Recorder = part.shell.recorder
    return recorder


class _Publisher(DisplayPublisher):
    def publish(
        self,
        data: Any,
        metadata: Any = None,
        source: Any = None,  # noqa: ARG002  (IPython's signature)
        *,
        transient: Any = None,
        update: bool = False,
        **_: Any,
    ) -> None:
        known = (transient or {}).get("display_id")
        more = {"display_id": known, "update": update}
        _recorder(self).rich("display_data", data, metadata, more)

    def clear_output(self, wait: bool = False) -> None:
        _recorder(self).wipe(wait)


class _Hook(DisplayHook):
    def start_displayhook(self) -> None:
        pass

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        more = {"execution_count": self.prompt_count}
        _recorder(self).rich("execute_result", format_dict, md_dict, more)

    def finish_displayhook(self) -> None:
        pass


class Shell(InteractiveShell):
    """The shell; `recorder` holds the outputs of the running cell."""

    display_pub_class = Type(_Publisher)
    displayhook_class = Type(_Hook)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.recorder = Recorder()
        self.known_cells: dict[str, str] = {}
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]

    def enable_gui(self, gui: Any = None) -> None:
        """No window ever opens."""

    def system(self, cmd: str) -> None:
        """`!command`: run it, its output goes to the cell's streams."""
        import subprocess

        run = subprocess.run(
            str(self.var_expand(cmd, depth=1)),  # type: ignore[no-untyped-call]
            shell=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        sys.stdout.write(run.stdout)
        self.user_ns["_exit_code"] = run.returncode

    system_piped = system
    system_raw = system

    def transform_cell(self, raw_cell: str) -> str:
        """The cell as Python; remembered where `known_cells` has it."""
        known = self.known_cells.get(raw_cell)
        if known is not None:
            return known
        return str(super().transform_cell(raw_cell))  # type: ignore[no-untyped-call]

    def _format_exception_for_storage(self, *_: Any, **__: Any) -> dict[str, Any]:
        """Nothing: IPython would format each error a second time for its history."""
        return {}

    def ask_exit(self) -> None:
        """`exit` in a cell ends nothing."""

    def _showtraceback(self, etype: Any, evalue: Any, stb: list[str]) -> None:
        try:
            text = str(evalue)
        except BaseException:
            text = ""
        self.recorder.error(str(etype.__name__), text, [str(line) for line in stb])


def make_shell(names: dict[str, Any] | None = None) -> Shell:
    """The process's shell; its cells' names live in `names` when given.

    The output figure of a cell is a PNG of the size ipykernel makes; see `figures`
    of `run_cell`.
    """
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 1000
    # Keeps ~/.ipython out: neither written nor read.
    config.BaseIPythonApplication.auto_create = False
    if names is None:
        shell = Shell.instance(config=config)
    else:
        shell = Shell(config=config, user_ns=names)
        for kind in (InteractiveShell, Shell):
            kind._instance = shell  # type: ignore[assignment]
    pylabtools.print_figure = figures.printer(shell.recorder, pylabtools.print_figure)
    return shell


def no_input(*_: object) -> str:
    """What `input()` does where nobody can answer; as under nbgrader."""
    from IPython.core.error import StdinNotImplementedError

    raise StdinNotImplementedError(
        "raw_input was called, but this frontend does not support input requests."
    )


def refuse_input() -> None:
    """Let `input()` and `getpass()` raise at once."""
    import getpass

    builtins.input = no_input
    getpass.getpass = no_input  # type: ignore[assignment]


@contextlib.contextmanager
def recorded_streams(out: TextIO, err: TextIO) -> Iterator[None]:
    """sys.stdout and sys.stderr are `out` and `err` inside."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


class Runner:
    """Runs cells in one shell, one after the other."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        self.out = Stream(shell.recorder, "stdout", 1)
        self.err = Stream(shell.recorder, "stderr", 2)
        self.printed: PrintedByOthers | None = None

    def run(self, source: str, *, figures: bool = True) -> Any:
        """Run one cell; its outputs are in `shell.recorder`.  Gives IPython's result.

        figures: draw the inline figures; without, an output holds only their text.
        """
        recorder = _recorder(self)
        recorder.clear()
        recorder.figures = figures
        with recorded_streams(self.out, self.err):  # type: ignore[arg-type]
            result = self.loop.run_until_complete(self._run(source))
        if self.printed is not None:
            self.printed.collect(recorder)
        return result

    async def _run(self, source: str) -> Any:
        # As ipykernel, in the running loop; a cell without await just runs.
        shell = self.shell
        try:
            ready, problem = shell.transform_cell(source), None
        except Exception:
            ready, problem = source, sys.exc_info()
        result = await shell.run_cell_async(
            source,
            store_history=True,
            transformed_cell=ready,
            preprocessing_exc_tuple=problem,
        )
        shell.events.trigger("post_execute")
        shell.events.trigger("post_run_cell", result)
        return result
