"""Grades one notebook: student's cells over there, check cells here, in turn.

`check_notebook` runs in a process of its own (see judge.py) that ends afterwards,
so nothing that a check cell does to modules or files reaches the next submission.
"""

import ast
import contextlib
import io
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.execution.shell import Runner
from autograder.execution.values import NotPlainError
from autograder.grading import outcome
from autograder.grading.analysis import About, runnable, texts
from autograder.grading.judge import CELL_FILE, reads_files
from autograder.grading.master import IN_KERNEL_TAG, MasterCell
from autograder.grading.mending import Step
from autograder.grading.names import Names
from autograder.grading.remote import RefusedError
from autograder.grading.result import CellResult, CellStatus
from autograder.grading.scoring import Score, score
from autograder.grading.student import (
    CrossingError,
    DiedError,
    FellError,
    Known,
    Student,
    TimeoutInCellError,
)
from intensity.language import Language, Text

if TYPE_CHECKING:
    from autograder.checks.sheet import Report

Output = dict[str, Any]
OUTPUT_TYPES = {
    "stream": ("name", "text"),
    "display_data": ("data", "metadata"),
    "execute_result": ("data", "metadata", "execution_count"),
    "error": ("ename", "evalue", "traceback"),
}


class CheckTimeoutError(BaseException):
    """The check cell itself ran past its time."""


@dataclass(kw_only=True)
class Ran:
    """One cell of the executed notebook.

    shown: outputs that a student may see, for a check cell
    """

    step: Step
    outputs: list[Output] = field(default_factory=list)
    count: int | None = None
    result: CellResult | None = None
    shown: list[Output] | None = None


@dataclass(kw_only=True)
class Checked:
    """A notebook, graded as far as it went.

    ended: why the student's process ended at cell number `at`; "" when it did not
    """

    cells: list[Ran] = field(default_factory=list)
    notices: list[Text] = field(default_factory=list)
    slips: list[Text] = field(default_factory=list)
    layers: list[str] = field(default_factory=list)
    ended: str = ""
    at: int = -1


@dataclass(kw_only=True)
class Check:
    """Everything `check_notebook` needs.

    skip: cells that ended the process in an earlier try, and why
    progress: called with the number of each cell before it runs
    fetch_files: copies files that the student's cells wrote
    """

    notebook: str
    steps: list[Step]
    about: About
    student: Student
    names: Names
    runner: Runner
    cell_seconds: float
    figures: Callable[[Step], bool]
    skip: dict[int, str] = field(default_factory=dict)
    progress: Callable[[int], None] = lambda _number: None
    fetch_files: Callable[[], None] | None = None
    in_kernel: bool = False  # the student's process is a real kernel: checks run there


def check_notebook(check: Check) -> Checked:
    """Run and grade every cell in order; stops where the student's process ends."""
    done = Checked(layers=check.student.layers)
    check.names.student = check.student
    check.student.before_code = check.names.flush
    for number, step in enumerate(check.steps):
        check.progress(number)
        try:
            ran = _one(check, number, step, done)
        except DiedError:
            ran = Ran(step=step)
        if check.student.ended and number not in check.skip:
            done.ended, done.at = check.student.ended, number
            return done
        done.cells.append(ran)
    changed = sorted(check.names.changed_constants)
    if changed:
        done.notices.append(outcome.constant(changed))
    return done


def _one(check: Check, number: int, step: Step, done: Checked) -> Ran:
    master = step.master
    why = check.skip.get(number)
    if step.cell_type != "code":
        return Ran(step=step, result=_by_hand(check, step))
    if why is not None:
        return _skipped(check, step, why)
    if master is not None and step.is_check:
        if check.in_kernel or IN_KERNEL_TAG in master.tags:
            return _in_kernel(check, step, master, done)
        return _check_cell(check, step, master, done)
    ran = _student_cell(check, step)
    if master is not None and master.role == "locked":
        _prepare(check, master)
    elif master is not None:
        key = master.grade_id or master.cell_id
        check.names.release(check.about.by_cell.get(key, frozenset()))
    ran.result = _by_hand(check, step)
    return ran


# ------------------------------------------------------------- the student's cells


def _student_cell(check: Check, step: Step) -> Ran:
    reply = check.student.run(step.source, figures=check.figures(step))
    if reply.get("died") is True:
        why = "timeout" if reply["timed_out"] else "died"
        return Ran(step=step, outputs=[_ended_by(why)])
    outputs = clean_outputs(reply.get("outputs"))
    if reply["timed_out"]:
        outputs.append(dict(TIMED_OUT))
    elif reply.get("error") and not any(o["output_type"] == "error" for o in outputs):
        name = str(reply["error"])[:200]
        outputs.append({**TIMED_OUT, "ename": name, "traceback": [name]})
    count = reply.get("count")
    return Ran(step=step, outputs=outputs, count=count if type(count) is int else None)


TIMED_OUT = {
    "output_type": "error",
    "ename": "CellTimeoutError",
    "evalue": "",
    "traceback": ["CellTimeoutError: No reply before the timeout"],
}


def clean_outputs(outputs: Any) -> list[Output]:
    """What a student's process calls outputs, as nbformat outputs and nothing else."""
    cleaned = []
    for output in outputs if isinstance(outputs, list) else []:
        kind = output.get("output_type") if isinstance(output, dict) else None
        if kind not in OUTPUT_TYPES:
            continue
        kept: Output = {"output_type": kind}
        for name in OUTPUT_TYPES[kind]:
            kept[name] = _clean(name, output.get(name))
        if kind == "stream" and kept["name"] not in ("stdout", "stderr"):
            kept["name"] = "stdout"
        cleaned.append(kept)
    return cleaned[:1000]


def _clean(name: str, value: Any) -> Any:
    if name == "data":
        pairs = value.items() if isinstance(value, dict) else ()
        return {
            str(mime)[:100]: v for mime, v in pairs if isinstance(v, str | dict | list)
        }
    if name == "metadata":
        return value if isinstance(value, dict) else {}
    if name == "execution_count":
        return value if type(value) is int else None
    if name == "traceback":
        return [str(line) for line in value] if isinstance(value, list) else []
    return str(value)


def _by_hand(check: Check, step: Step) -> CellResult | None:
    """The result of a cell that a person grades."""
    master = step.master
    if master is None or master.points is None:
        return None
    if master.role == "check" and step.cell_type == "code":
        return None
    same = step.source == master.source and step.cell_type == master.cell_type
    is_blank = same and master.role == "answer"
    return _result(
        check,
        master,
        points=0.0 if is_blank else None,
        status="missing" if is_blank else "manual",
        message=outcome.NO_ANSWER if is_blank else outcome.MANUAL,
    )


def _result(
    check: Check,
    master: MasterCell,
    *,
    points: float | None,
    status: CellStatus,
    message: Text,
    error: str = "",
    in_kernel: bool = False,
) -> CellResult:
    return CellResult(
        notebook=check.notebook,
        grade_id=master.grade_id,
        points=points,
        max_points=master.points or 0.0,
        status=status,
        message=message,
        error=error,
        task=master.role == "task",
        in_kernel=in_kernel,
    )


# ------------------------------------------------------------- the instructor's cells


def _prepare(check: Check, master: MasterCell) -> None:
    """Run here what a locked cell makes for the checks: imports, helpers, constants."""
    names = check.names
    known = frozenset(names.keys_here()) | frozenset(names.data)
    statements = runnable(master.source, known)
    names.begin_locked()
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        for statement in statements:
            module = ast.Module(body=[statement], type_ignores=[])
            with contextlib.suppress(Exception), _limited(check.cell_seconds):
                exec(compile(module, "<locked cell>", "exec"), names, names)
    names.end_locked(check.about.rebound)
    resolver = check.student.resolver
    resolver.own |= {
        name: value
        for name in names.keys_here()
        if isinstance(value := dict.get(names, name), type)
        and value.__module__ == "__main__"
    }


def _check_cell(check: Check, step: Step, master: MasterCell, done: Checked) -> Ran:
    student, shell = check.student, check.runner.shell
    known = Known(
        classes=check.about.classes_for(master.source),
        packages=check.about.packages,
    )
    student.begin_check(known)
    check.names.own_texts = texts(master.source)
    if check.fetch_files is not None and reads_files(master.source):
        check.fetch_files()
    error: BaseException | None = None
    reports: list[Report] = []  # what our own checks said, beside their points
    try:
        # Questions to the student end by themselves first.
        with _recording() as reports, _limited(check.cell_seconds + 4):
            ran = check.runner.run(master.source)
            error = ran.error_before_exec or ran.error_in_exec
            check.names.flush()
    except (CheckTimeoutError, TimeoutInCellError, DiedError, FellError) as problem:
        error = problem
    if student.ended:
        raise DiedError(student.ended)
    outputs = shell.recorder.taken()
    late = student.timed_out or isinstance(
        error, CheckTimeoutError | TimeoutInCellError
    )
    if late:
        outputs.append(dict(TIMED_OUT))
    elif student.fell:
        outputs.append(_ended_by("died"))
    elif error is not None and not any(o["output_type"] == "error" for o in outputs):
        outputs.append({**TIMED_OUT, "ename": type(error).__name__, "traceback": []})
    found = score(outputs, master.source, master.points or 0.0)
    done.slips += [_at(master, slip) for slip in found.slips]
    if reports and error is None and not (late or student.fell):
        status, points, message = _reported(reports[-1], found.points)
        result = replace(
            _result(check, master, points=points, status=status, message=message),
            unsure=any(line.outcome.person for line in reports[-1].lines),
        )
    else:
        result = _judged(check, master, found, error, late, done)
    return Ran(
        step=step,
        outputs=outputs,
        count=shell.execution_count - 1,
        result=result,
        shown=_shown(master, outputs, result),
    )


def _recording() -> contextlib.AbstractContextManager[list["Report"]]:
    """What the course's own checks say, where the assignment uses them."""
    ours: Any = sys.modules.get("autograder.checks.scoring")
    return contextlib.nullcontext([]) if ours is None else ours.recording()


def _in_kernel(check: Check, step: Step, master: MasterCell, done: Checked) -> Ran:
    """A check cell the instructor wants run in the student's own process."""
    ran = _student_cell(check, step)
    if check.in_kernel:
        done.slips.append(outcome.real_kernel(check.notebook))
    else:
        done.slips.append(outcome.in_kernel(master.grade_id))
    found = score(ran.outputs, master.source, master.points or 0.0)
    done.slips += [_at(master, slip) for slip in found.slips]
    status: CellStatus = "right"
    if found.points < (master.points or 0.0):
        status = "partly" if found.points else "wrong"
    message = {"right": outcome.RIGHT, "partly": outcome.PARTLY}.get(
        status, outcome.HIDDEN
    )
    ran.result = _result(
        check,
        master,
        points=found.points,
        status=status,
        message=message,
        in_kernel=True,
    )
    ran.shown = _shown(master, ran.outputs, ran.result)
    return ran


def _at(master: MasterCell, slip: Text) -> Text:
    return Text(
        ko=f"검사 셀 `{master.grade_id}`: {slip.ko}",
        en=f"check cell `{master.grade_id}`: {slip.en}",
    )


def _skipped(check: Check, step: Step, why: str) -> Ran:
    """A cell that ended the process in an earlier try: its points are lost."""
    output = _ended_by(why)
    ran = Ran(step=step, outputs=[output], shown=[output])
    master = step.master
    if step.is_check and master is not None:
        status: CellStatus = "timeout" if why == "timeout" else "died"
        ran.result = _result(
            check, master, points=0.0, status=status, message=outcome.ENDED[why]
        )
    else:
        ran.result = _by_hand(check, step)
    return ran


def _ended_by(why: str) -> Output:
    """What stands under a cell that ended its process."""
    name = "CellTimeoutError" if why == "timeout" else "DeadKernelError"
    return {**TIMED_OUT, "ename": name, "traceback": [outcome.ENDED[why].en]}


# ------------------------------------------------------------- verdicts


def _reported(report: "Report", points: float) -> tuple[CellStatus, float | None, Text]:
    """What one of our own checks says of itself: in words, and whose fault it is."""
    outcomes = [line.outcome for line in report.lines]
    statuses: set[CellStatus] = {one.status for one in outcomes}
    if "broken" in statuses:
        return "broken", None, outcome.BROKEN
    words = Text(*("\n".join(one.say(lang) for one in outcomes) for lang in LANGUAGES))
    return (statuses.pop() if len(statuses) == 1 else "partly"), points, words


LANGUAGES: tuple[Language, Language] = ("ko", "en")


def _judged(
    check: Check,
    master: MasterCell,
    found: Score,
    error: BaseException | None,
    late: bool,
    done: Checked,
) -> CellResult:
    points: float | None = found.points
    text = _traceback(check)
    if check.student.fell and not late:
        status: CellStatus = "died"
        points, message = 0.0, outcome.ENDED["died"]
    elif late:
        status = "timeout"
        message = outcome.TIMEOUT
    elif error is None:
        whole = found.points >= (master.points or 0.0)
        status = "right" if whole else "partly" if found.points else "wrong"
        message = outcome.RIGHT if whole else outcome.PARTLY
        if status == "wrong":
            message = outcome.HIDDEN
    elif isinstance(error, CrossingError | NotPlainError):
        status, points, message = "broken", None, outcome.BROKEN
        done.slips.append(outcome.crossing(master.grade_id, str(error)))
    elif _is_ours(error):
        status, points, message = "broken", None, outcome.BROKEN
        done.slips.append(outcome.crossing(master.grade_id, repr(error)[:200]))
    else:
        status, message = _failed(check, master, error)
    return _result(
        check, master, points=points, status=status, message=message, error=text
    )


OUR_FILES = ("student", "classes", "values", "arrays", "tables", "protocol")


def _is_ours(error: BaseException) -> bool:
    """Whether the error rose in the machinery between check and student."""
    trace = error.__traceback__
    if trace is None or getattr(error, "_from_student", False):
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    path = Path(trace.tb_frame.f_code.co_filename)
    package = Path(__file__).parents[1]
    return path.is_relative_to(package) and path.stem in OUR_FILES


def _failed(
    check: Check, master: MasterCell, error: BaseException
) -> tuple[CellStatus, Text]:
    """Status and message for a check cell that ended in an error."""
    refused = check.student.known.refused
    if refused or isinstance(error, RefusedError):
        return "wrong", outcome.refused(refused[0][:60] if refused else "?")
    line, is_visible = _line_of(check, master, error)
    if isinstance(error, NameError) and error.name in check.about.shared:
        return "missing", outcome.undefined(error.name)
    if isinstance(error, AssertionError):
        said = str(error).split("\n")[0][:300]
        asserted = outcome.asserted(line, said if said not in line else "")
        return "wrong", asserted if is_visible else outcome.HIDDEN
    if not is_visible:
        return "error", outcome.HIDDEN
    said = str(error).split("\n")[0][:300]
    return "error", outcome.raised(type(error).__name__, said, line)


def _line_of(
    check: Check, master: MasterCell, error: BaseException
) -> tuple[str, bool]:
    """The check cell's line that failed, and whether students have seen it."""
    number = 0
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals is check.names:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith(CELL_FILE):
                number = trace.tb_lineno
        trace = trace.tb_next
    lines = master.source.splitlines()
    if not 0 < number <= len(lines):
        return "", False
    line = lines[number - 1].strip()
    visible = {text.strip() for text in master.released.splitlines()}
    return line[:200], line in visible


def _traceback(check: Check) -> str:
    """The failed check's traceback, for the instructor."""
    for output in check.runner.shell.recorder.taken():
        if output["output_type"] == "error":
            return "\n".join(output["traceback"])[:20_000]
    return ""


def _shown(
    master: MasterCell, outputs: list[Output], result: CellResult
) -> list[Output]:
    """Outputs of a check cell without what its hidden part made."""
    if master.source.strip() == master.released.strip():
        return outputs
    if result.message in (outcome.RIGHT, outcome.PARTLY):
        return []
    message = f"{result.message.ko}\n{result.message.en}"
    return [{"output_type": "stream", "name": "stdout", "text": message + "\n"}]


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """CheckTimeoutError inside when the checker's own code takes too long."""

    def ring(_number: int, _frame: Any) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.5)  # again, if it is swallowed
        raise CheckTimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
