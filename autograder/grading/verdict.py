"""The verdict on a check cell: points, status, and what the student is told."""

from pathlib import Path
from typing import TYPE_CHECKING

from autograder.execution.values import NotPlainError
from autograder.grading import outcome
from autograder.grading.check import Check, Checked
from autograder.grading.judge import CELL_FILE
from autograder.grading.line import CrossingError, DiedError
from autograder.grading.master import MasterCell
from autograder.grading.outputs import Output
from autograder.grading.remote import RefusedError
from autograder.grading.result import CellResult, CellStatus
from autograder.grading.scoring import Score
from intensity.language import Language, Text

if TYPE_CHECKING:
    from autograder.checks.sheet import Report


def cell_result(
    check: Check,
    master: MasterCell,
    *,
    points: float | None,
    status: CellStatus,
    message: Text,
    error: str = "",
    in_kernel: bool = False,
) -> CellResult:
    """The result of one cell of the master."""
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


def at(master: MasterCell, slip: Text) -> Text:
    """A slip of the author's, with the cell where it was made."""
    return Text(
        ko=f"검사 셀 `{master.grade_id}`: {slip.ko}",
        en=f"check cell `{master.grade_id}`: {slip.en}",
    )


def reported(report: "Report", points: float) -> tuple[CellStatus, float | None, Text]:
    """What one of our own checks says of itself: in words, and whose fault it is."""
    outcomes = [line.outcome for line in report.lines]
    statuses: set[CellStatus] = {one.status for one in outcomes}
    if "broken" in statuses:
        return "broken", None, outcome.BROKEN
    words = Text(*("\n".join(one.say(lang) for one in outcomes) for lang in LANGUAGES))
    return (statuses.pop() if len(statuses) == 1 else "partly"), points, words


LANGUAGES: tuple[Language, Language] = ("ko", "en")


def judged(
    check: Check,
    master: MasterCell,
    found: Score,
    error: BaseException | None,
    late: bool,
    done: Checked,
) -> CellResult:
    """The result of a check cell written for nbgrader, from its points and its error.

    late: the cell or a question of it ran past its time
    """
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
        done.slips.append(outcome.crossing(master.grade_id, said_by(error)))
    elif _is_ours(error):
        status, points, message = "broken", None, outcome.BROKEN
        said = f"{type(error).__name__}: {said_by(error)}"
        done.slips.append(outcome.crossing(master.grade_id, said))
    else:
        status, message = _failed(check, master, error)
    return cell_result(
        check, master, points=points, status=status, message=message, error=text
    )


OUR_FILES = {
    *("student", "exchange", "errors", "callbacks", "line", "classes"),
    *("values", "plain", "writer", "reader", "arrays", "tables", "protocol"),
}


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


def said_by(error: BaseException) -> str:
    """The first line of an error's text.

    The text may be made of objects of the student's, which answer as they like, or
    not at all.
    """
    try:
        return str(error).split("\n")[0][:300]
    except DiedError:
        raise
    except BaseException:
        return ""


def _failed(
    check: Check, master: MasterCell, error: BaseException
) -> tuple[CellStatus, Text]:
    """Status and message for a check cell that ended in an error."""
    refused = check.student.known.refused
    if refused or isinstance(error, RefusedError):
        told = outcome.refused(refused[0][:60]) if refused else outcome.NOT_READ
        return "wrong", told
    line, is_visible = _line_of(check, master, error)
    if isinstance(error, NameError) and error.name in check.about.shared:
        return "missing", outcome.undefined(error.name)
    if isinstance(error, AssertionError):
        said = said_by(error)
        asserted = outcome.asserted(line, said if said not in line else "")
        return "wrong", asserted if is_visible else outcome.HIDDEN
    if not is_visible:
        return "error", outcome.HIDDEN
    said = said_by(error)
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


def shown(
    master: MasterCell, outputs: list[Output], result: CellResult
) -> list[Output]:
    """Outputs of a check cell without what its hidden part made."""
    if master.source.strip() == master.released.strip():
        return outputs
    if result.message in (outcome.RIGHT, outcome.PARTLY):
        return []
    message = f"{result.message.ko}\n{result.message.en}"
    return [{"output_type": "stream", "name": "stdout", "text": message + "\n"}]
