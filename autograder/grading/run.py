"""Grade a class: what needs it, in any order, each exactly once, whatever happens.

For one submission the order is: grade, write the autograded folder, write scores and
mark in one transaction of the gradebook, note it as done in the journal.  A death
between any two leaves a submission that is not done in all three, and the next run
grades it again; the gradebook then gets the same scores in the same rows.
"""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import autograder
from autograder.execution import sandbox
from autograder.grading import files, layout, outcome, trouble
from autograder.grading.course import Course
from autograder.grading.grades import marks
from autograder.grading.journal import Journal, hold
from autograder.grading.loading import load_master
from autograder.grading.master import Master
from autograder.grading.pool import Submission
from autograder.grading.result import SubmissionResult, pack, unpack
from autograder.grading.settings import Settings
from intensity.language import CourseError, Text

# After so many failures of ours, and not one success, the rest would fail as well.
HOPELESS = 5

# What is left where nbgrader's timeout is switched off.
ENDLESS_S = 600.0


GONE = Text(
    "채점하는 동안 제출 폴더가 사라져서 성적부를 고치지 않았습니다. 제출물을 다시 "
    "모은 뒤 실행하세요",
    "the submitted folder went away during the run; the gradebook is as it was; "
    "collect it again, then run again",
)


class Workers(Protocol):
    """`Pool` and `Cluster`."""

    def grade(self, submissions: Iterable[Submission]) -> Iterator[SubmissionResult]:
        """Results in the order they are ready."""


Hire = Callable[[Master, Settings], AbstractContextManager[Workers]]


@dataclass
class Report:
    """What a run did.

    fresh: how many were graded in this run
    counts: how many of those asked for have which status, whenever graded
    unreadable: student -> what they were told
    broken: students with a cell that the grader or the author's check failed on
    failed: student -> why it could not be graded or stored, not the student's fault
    advice: what the instructor should look at
    stopped: why the run ended early
    """

    fresh: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    unreadable: dict[str, tuple[Text, ...]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    failed: dict[str, Text] = field(default_factory=dict)
    advice: dict[Text, None] = field(default_factory=dict)
    stopped: Text | None = None

    @property
    def needs_person(self) -> bool:
        """True when something was not graded as it should be."""
        return bool(self.failed or self.stopped or self.unreadable or self.broken)

    def count(self, result: SubmissionResult) -> None:
        """Add one result; keeps none of it but what a person must see."""
        self.counts[result.status] += 1
        if result.status == "unreadable":
            self.unreadable[result.student] = result.notices
        if any(cell.status == "broken" for cell in result.cells):
            self.broken.append(result.student)


def grade(
    course: Course,
    assignment: str,
    students: list[str],
    *,
    hire: Hire,
    unsafe: bool = False,
    force: bool = False,
    everyone: bool = False,
    began: Callable[[int], None] = lambda _count: None,
    step: Callable[[bool], None] = lambda _failed: None,
    each: Callable[[SubmissionResult], None] = lambda _result: None,
) -> Report:
    """Grade `students`' submissions to `assignment` that are not graded yet.

    hire: makes the workers
    unsafe: go on without the sandbox layers that are needed
    force: also those that are graded
    everyone: `students` are all there are, so the journal forgets the others
    began, step: told how many there are to do, and that one is done or failed
    each: given, at the end, the result of everyone asked for, whenever graded

    Raises CourseError for a course, assignment or gradebook that is not ready, and
    SandboxError where students' code cannot be held.
    """
    found = sandbox.require_layers(unsafe)
    master = load_master(
        course.root,
        assignment,
        db_url=course.db_url,
        source=course.steps["source"],
        release=course.steps["release"],
    )
    settings = settings_of(course, sandboxed=bool(found))
    report = Report()
    with hold(course.private), Journal(course.private) as journal:
        journal.requeue_running()
        layout.clear_workshop(course)
        keys = _keys(course, assignment, students, master, settings)
        ready = set() if force else _done(course, journal, assignment, keys)
        todo = {student: key for student, key in keys.items() if student not in ready}
        if everyone:
            known = {entry.student for entry in journal.entries(assignment)}
            journal.forget(assignment, known - set(students))
        journal.queue(assignment, todo)
        began(len(todo))
        if todo:
            store = _Store(course, journal, assignment, todo, found, report, step)
            with hire(master, settings) as workers:
                store.run(workers)
        for student in students:
            stored = journal.result(assignment, student)
            if stored is not None:
                result = unpack(stored)
                report.count(result)
                each(result)
    return report


class _HopelessError(Exception):
    """Nothing at all can be graded here."""


@dataclass
class _Store:
    """Takes results from the workers and puts them where they belong."""

    course: Course
    journal: Journal
    assignment: str
    todo: dict[str, str]
    layers: list[str]
    report: Report
    step: Callable[[bool], None]

    def run(self, workers: Workers) -> None:
        # Imports nbgrader, which takes seconds, while the workers start.
        from sqlalchemy.exc import SQLAlchemyError

        from autograder.grading.gradebook import Writer

        try:
            with Writer(self.course, self.assignment) as writer:
                for result in workers.grade(self._submissions()):
                    self._take(result, writer)
        except _HopelessError:
            self.report.stopped = Text(
                f"처음 {HOPELESS}개가 모두 채점기 쪽에서 실패했습니다. autograder "
                "doctor를 실행해 보세요",
                f"the first {HOPELESS} all failed on the grader's side; run "
                "autograder doctor",
            )
        except (SQLAlchemyError, sqlite3.Error, OSError) as problem:
            self.report.stopped = self._refusal(problem)

    def _refusal(self, problem: Exception) -> Text:
        """Why the disk, the gradebook or the journal took nothing more."""
        said = str(problem).splitlines()[0]
        if isinstance(problem, OSError):
            other = Text(
                f"디스크에 쓸 수 없습니다: {said}", f"the disk refuses: {said}"
            )
        elif isinstance(problem, sqlite3.Error):
            other = Text(
                f"{self.journal.path}에 쓸 수 없습니다: {said}",
                f"{self.journal.path} refuses: {said}",
            )
        else:
            other = Text(
                f"성적부에 쓸 수 없습니다: {said}", f"the gradebook refuses: {said}"
            )
        return trouble.explain(problem, self.course.root) or other

    def _submissions(self) -> Iterator[Submission]:
        for student in self.todo:
            self.journal.running(self.assignment, [student])
            folder = self.course.folder("submitted", student, self.assignment)
            yield Submission(student, folder)

    def _take(self, result: SubmissionResult, writer: object) -> None:
        from autograder.grading.gradebook import Writer

        assert isinstance(writer, Writer)
        student = result.student
        if result.sandbox and "bubblewrap" in self.layers:
            held = ("bubblewrap", *result.sandbox)
            result = dataclasses.replace(result, sandbox=tuple(dict.fromkeys(held)))
        failed = None
        try:
            if not self.course.folder("submitted", student, self.assignment).is_dir():
                raise CourseError(GONE)
            layout.write(self.course, result)
            when = layout.timestamp(self.course, student, self.assignment)
            writer.write(result, self.todo[student], when)
        except CourseError as problem:
            failed = problem.text
        except OSError as problem:
            if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
                raise  # it will not go better with the next one
            failed = Text(f"쓸 수 없습니다: {problem}", f"cannot write: {problem}")
        if outcome.BROKEN in result.notices:
            failed = outcome.BROKEN
        if failed is None:
            self.journal.done(self.assignment, student, _kept(result))
            self.report.fresh += 1
        else:
            self.journal.failed(self.assignment, student, failed)
            self.report.failed[student] = failed
        self.report.advice.update(dict.fromkeys(result.slips))
        if unknown := writer.unknown(result.cells):
            self.report.advice[_outdated(self.assignment, unknown)] = None
        self.step(failed is not None)
        if not self.report.fresh and len(self.report.failed) >= HOPELESS:
            raise _HopelessError


def settings_of(course: Course, *, sandboxed: bool) -> Settings:
    """nbgrader's own settings of execution, as ours."""
    timeout = None
    for section in ("ExecutePreprocessor", "Execute"):
        timeout = course.config.get(section, {}).get("timeout", timeout)
    defaults = Settings(sandbox=sandboxed, hidden=hidden_from_checks(course))
    if timeout is None:
        return defaults
    seconds = float(timeout) if float(timeout) > 0 else ENDLESS_S
    return dataclasses.replace(defaults, cell_seconds=seconds, probe_seconds=seconds)


def hidden_from_checks(course: Course) -> list[str]:
    """What no check cell needs: others' work, scores, solutions, keys of the grader's.

    Should a student's value fool a judge, it finds none of these.
    """
    root = course.root.resolve()
    found = [root / name for name in course.steps.values()]
    found += [course.private, root / "gradebook.db", root / "nbgrader_config.py"]
    if course.db_url.startswith("sqlite:///"):
        found.append(Path(course.db_url[10:]))
    found.append(course.exchange / course.course_id)
    home = Path.home()
    found += [home / name for name in KEYS]
    return sorted({str(path) for path in found if path.is_absolute()})


KEYS = (".ssh", ".aws", ".azure", ".config", ".gnupg", ".kube", ".jupyter", ".netrc")


def grader_version() -> str:
    """A hash of the grader's own code and tables: another grader, another grade."""
    package = Path(autograder.__file__).parent
    import intensity

    library = Path(intensity.__file__).parent
    ignore = ("__pycache__",)
    both = files.digest(package, ignore) + files.digest(library, ignore)
    return hashlib.sha256(both.encode()).hexdigest()


def _keys(
    course: Course,
    assignment: str,
    students: list[str],
    master: Master,
    settings: Settings,
) -> dict[str, str]:
    """Student -> hash of all that decides the score."""
    decisive = dataclasses.replace(settings, hidden=[])
    common = f"{master.fingerprint} {grader_version()} {decisive}"
    keys = {}
    for student in students:
        handed_in = files.digest(course.folder("submitted", student, assignment))
        keys[student] = hashlib.sha256(f"{common} {handed_in}".encode()).hexdigest()
    return keys


def _done(
    course: Course, journal: Journal, assignment: str, keys: dict[str, str]
) -> set[str]:
    """Those whose scores are in the journal, in the gradebook and on disk."""
    entries = {entry.student: entry for entry in journal.entries(assignment)}
    marked = marks(course, assignment)
    return {
        student
        for student, key in keys.items()
        if student in entries
        and entries[student].state == "done"
        and entries[student].key == key
        and marked.get(student) == key
        and layout.is_written(course, student, assignment)
    }


def _kept(result: SubmissionResult) -> dict[str, object]:
    """What the journal keeps: the executed notebooks are in autograded/ already."""
    return {**pack(result), "notebooks": {}}


def _outdated(assignment: str, unknown: list[tuple[str, str]]) -> Text:
    names = ", ".join(f"{notebook}/{cell}" for notebook, cell in unknown)
    return Text(
        f"성적부에 없는 문항: {names}. nbgrader generate_assignment {assignment} "
        "--force를 실행하세요.",
        f"cells that the gradebook lacks: {names}; run nbgrader generate_assignment "
        f"{assignment} --force.",
    )
