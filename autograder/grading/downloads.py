"""Collecting what a learning platform lets one download: folders, zips, notebooks.

Of several copies of a notebook the latest counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.grading.collecting import (
    BAD_STUDENT,
    RESERVED,
    Collected,
    is_good_student,
    take,
)
from autograder.grading.course import Course
from autograder.grading.intake import Intake, Item
from autograder.grading.matching import Match, Roster, match
from intensity.language import CourseError, Text


@dataclass(frozen=True)
class _Candidate:
    """One file of one student."""

    path: PurePosixPath
    data: bytes
    order: tuple[float, int]  # the latest change wins, then the highest copy


def from_downloads(
    course: Course,
    assignment: str,
    sources: Iterable[Path],
    *,
    roster: Roster,
    pattern: str,
    update: bool = False,
) -> Collected:
    """Collect LMS downloads: folders, zips or notebooks.

    pattern: a regular expression for student numbers; its first group, if any
    update: replace what a student handed in before

    Raises CourseError for a source that does not exist or a bad pattern.
    """
    try:
        re.compile(pattern)
    except re.error as problem:
        raise CourseError(
            Text(
                f"--id-pattern {pattern!r}은 정규 표현식이 아닙니다: {problem}",
                f"--id-pattern {pattern!r} is no regular expression: {problem}",
            )
        ) from problem
    report = Collected()
    intake = Intake()
    masters = sorted(path.stem for path in course.source(assignment).glob("*.ipynb"))
    found: dict[str, list[_Candidate]] = defaultdict(list)
    for source in sources:
        if not source.exists():
            raise CourseError(Text(f"{source}가 없습니다.", f"there is no {source}."))
        for item in intake.read(source):
            told = match(item.path, roster, pattern)
            if not isinstance(told, Match):
                report.unmatched[str(item.path)] = told
            elif not is_good_student(told.student):
                report.unmatched[str(item.path)] = BAD_STUDENT
            else:
                found[told.student].append(_candidate(item, told))
    report.refused += intake.refused
    for student, candidates in sorted(found.items()):
        chosen = _latest(candidates, student, masters)
        take(course, assignment, student, chosen, report, update=update)
    return report


def _candidate(item: Item, told: Match) -> _Candidate:
    changed = item.changed.timestamp() if item.changed else 0.0
    return _Candidate(told.path, item.data, (changed, told.copy))


def _latest(
    candidates: list[_Candidate], student: str, masters: list[str]
) -> dict[PurePosixPath, bytes]:
    """The files of one student under the names that they are to have.

    Notebooks come to the top, under their master's name where it can be told; other
    files stay where they are beside the notebook.
    """
    books = [one.path for one in candidates if _is_notebook(one.path)]
    base = min((path.parent for path in books), key=str, default=PurePosixPath())
    best: dict[PurePosixPath, _Candidate] = {}
    for one in candidates:
        name = one.path
        if _is_notebook(name):
            name = PurePosixPath(notebook_name(name.stem, student, masters) + ".ipynb")
        elif name.is_relative_to(base):
            name = name.relative_to(base)
        if name not in best or one.order >= best[name].order:
            best[name] = one
    return {name: one.data for name, one in best.items() if name.name not in RESERVED}


def _is_notebook(path: PurePosixPath) -> bool:
    return path.suffix.lower() == ".ipynb"


def notebook_name(stem: str, student: str, masters: list[str]) -> str:
    """The master's notebook that a file's name means; its own name when none.

    >>> notebook_name("과제1_20241234_홍길동", "20241234", ["decode"])
    'decode'
    >>> notebook_name("ps1_part-b_20241234", "20241234", ["part-a", "part-b"])
    'part-b'
    """
    if len(masters) == 1:
        return masters[0]
    words = _words(stem.replace(student, " "))
    meant = [master for master in masters if _within(_words(master), words)]
    return max(meant, key=len) if meant else stem


def _words(name: str) -> list[str]:
    return [word for word in re.split(r"[\s_.-]+", name.lower()) if word]


def _within(few: list[str], many: list[str]) -> bool:
    """True when `few` stand in `many`, side by side."""
    return any(
        many[at : at + len(few)] == few for at in range(len(many) - len(few) + 1)
    )
