"""Grades one notebook: student's cells over there, check cells here, in turn.

`check_notebook` runs in a process of its own (see judge.py) that ends afterwards,
so nothing that a check cell does to modules or files reaches the next submission.
"""

import contextlib
import io
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autograder.grading import outcome
from autograder.grading.analysis import runnable, texts
from autograder.grading.check import Check, Checked, Ran
from autograder.grading.checkfiles import reads_files
from autograder.grading.limits import CheckTimeoutError, limited
from autograder.grading.line import DiedError, FellError, TimeoutInCellError
from autograder.grading.master import IN_KERNEL_TAG, MasterCell
from autograder.grading.mending import Step
from autograder.grading.outputs import (
    TIMED_OUT,
    clean_count,
    clean_outputs,
    ended_by,
)
from autograder.grading.patching import watched
from autograder.grading.result import CellResult, CellStatus
from autograder.grading.scoring import score
from autograder.grading.student import Known
from autograder.grading.verdict import at, cell_result, judged, reported, shown

GONE = (DiedError, FellError)

if TYPE_CHECKING:
    from autograder.checks.sheet import Report


def check_notebook(check: Check) -> Checked:
    """Run and grade every cell in order; stops where the student's process ends."""
    done = Checked(layers=check.student.layers)
    check.names.student = check.student
    check.student.around = [(check.names.flush, None)]
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
        return Ran(step=step, outputs=[ended_by(why)])
    outputs = clean_outputs(reply.get("outputs"))
    if reply["timed_out"]:
        outputs.append(dict(TIMED_OUT))
    elif reply.get("error") and not any(o["output_type"] == "error" for o in outputs):
        name = str(reply["error"])[:200]
        outputs.append({**TIMED_OUT, "ename": name, "traceback": [name]})
    return Ran(step=step, outputs=outputs, count=clean_count(reply.get("count")))


def _by_hand(check: Check, step: Step) -> CellResult | None:
    """The result of a cell that a person grades."""
    master = step.master
    if master is None or master.points is None:
        return None
    if master.role == "check" and step.cell_type == "code":
        return None
    same = step.source == master.source and step.cell_type == master.cell_type
    is_blank = same and master.role == "answer"
    return cell_result(
        check,
        master,
        points=0.0 if is_blank else None,
        status="missing" if is_blank else "manual",
        message=outcome.NO_ANSWER if is_blank else outcome.MANUAL,
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
            with contextlib.suppress(Exception), limited(check.cell_seconds):
                exec(statement, names, names)
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
        watched=watched(master.source, check.names),
    )
    student.begin_check(known)
    check.names.own_texts = texts(master.source)
    student.around = [(check.names.flush, None)]
    if check.files is not None and reads_files(master.source):
        check.files.begin()
        student.around.append((check.files.push, check.files.fetch))
    error: BaseException | None = None
    reports: list[Report] = []  # what our own checks said, beside their points
    try:
        # Questions to the student end by themselves first.
        with _recording() as reports, limited(check.cell_seconds + 4):
            ran = check.runner.run(master.source)
            error = ran.error_before_exec or ran.error_in_exec
            check.names.flush()
    # An Exception is the answer to what the check cell left to be rebound.
    except (Exception, CheckTimeoutError, TimeoutInCellError, *GONE) as problem:
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
        outputs.append(ended_by("died"))
    elif error is not None and not any(o["output_type"] == "error" for o in outputs):
        outputs.append({**TIMED_OUT, "ename": type(error).__name__, "traceback": []})
    found = score(outputs, master.source, master.points or 0.0)
    done.slips += [at(master, slip) for slip in found.slips]
    if reports and error is None and not (late or student.fell):
        status, points, message = reported(reports[-1], found.points)
        result = replace(
            cell_result(check, master, points=points, status=status, message=message),
            unsure=any(line.outcome.person for line in reports[-1].lines),
        )
    else:
        result = judged(check, master, found, error, late, done)
    return Ran(
        step=step,
        outputs=outputs,
        count=shell.execution_count - 1,
        result=result,
        shown=shown(master, outputs, result),
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
    done.slips += [at(master, slip) for slip in found.slips]
    status: CellStatus = "right"
    if found.points < (master.points or 0.0):
        status = "partly" if found.points else "wrong"
    message = {"right": outcome.RIGHT, "partly": outcome.PARTLY}.get(
        status, outcome.HIDDEN
    )
    ran.result = cell_result(
        check,
        master,
        points=found.points,
        status=status,
        message=message,
        in_kernel=True,
    )
    ran.shown = shown(master, ran.outputs, ran.result)
    return ran


def _skipped(check: Check, step: Step, why: str) -> Ran:
    """A cell that ended the process in an earlier try: its points are lost."""
    output = ended_by(why)
    ran = Ran(step=step, outputs=[output], shown=[output])
    master = step.master
    if step.is_check and master is not None:
        status: CellStatus = "timeout" if why == "timeout" else "died"
        ran.result = cell_result(
            check, master, points=0.0, status=status, message=outcome.ENDED[why]
        )
    else:
        ran.result = _by_hand(check, step)
    return ran
