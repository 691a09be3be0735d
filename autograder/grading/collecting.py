"""From what came in to nbgrader's submitted/ folder: one folder a student.

Only regular files with plain names are written.  Of several copies of a notebook
the latest counts.  A notebook that cannot be read is taken all the same, and named
at once, while the student can still hand it in again.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath

from autograder.grading import files
from autograder.grading.course import Course
from autograder.grading.intake import Intake, Item
from autograder.grading.matching import Match, Roster, match
from autograder.grading.submission import UnreadableError, parse_notebook
from intensity.language import CourseError, Text

RESERVED = ("timestamp.txt", "submission_secret.txt")
BAD_STUDENT = Text("학생 이름으로 쓸 수 없습니다", "it cannot be the name of a student")


@dataclass
class Collected:
    """What a collection did.

    new, updated, kept: students; kept: had handed in before and were left alone
    unmatched: name -> why nobody could be found for it
    unreadable: student -> why the notebook cannot be read
    refused: files that were not taken
    notes: submissions that somebody else seems to have made
    """

    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    unmatched: dict[str, Text] = field(default_factory=dict)
    unreadable: dict[str, Text] = field(default_factory=dict)
    refused: list[files.Refused] = field(default_factory=list)
    notes: list[Text] = field(default_factory=list)

    @property
    def needs_person(self) -> bool:
        """True when something was not taken, or cannot be graded."""
        return bool(self.unmatched or self.unreadable or self.refused)


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
        _take(course, assignment, student, chosen, report, update=update)
    return report


def is_good_student(student: str) -> bool:
    """True for what can be a folder's name and nothing more."""
    return bool(
        student
        and len(student) < 120
        and student not in (".", "..")
        and student == student.strip()
        and not re.search(r"[/\\\0-\x1f*+]", student)
    )


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


def _take(
    course: Course,
    assignment: str,
    student: str,
    contents: dict[PurePosixPath, bytes],
    report: Collected,
    *,
    update: bool,
    extra: dict[str, str] | None = None,
) -> None:
    """Write one student's folder, unless it is there and not to be replaced."""
    target = course.folder("submitted", student, assignment)
    if target.exists():
        if not update or _same(target, contents):
            report.kept.append(student)
            return
        report.updated.append(student)
    else:
        report.new.append(student)
    workshop = course.private / "workshop"
    workshop.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix="new-", dir=workshop))
    try:
        for name, data in contents.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for plain, text in (extra or {}).items():
            (new / plain).write_text(text)
        new.chmod(0o2770 if course.groupshared else 0o755)
        files.replace(new, target)
    except BaseException:
        files.remove(new)
        raise
    if why := unreadable(contents):
        report.unreadable[student] = why


def unreadable(contents: dict[PurePosixPath, bytes]) -> Text | None:
    """Why these files cannot be graded; None when every notebook can be read."""
    notebooks = [name for name in contents if name.suffix == ".ipynb"]
    if not notebooks:
        return Text("노트북이 없습니다", "there is no notebook in it")
    for name in notebooks:
        try:
            parse_notebook(contents[name])
        except UnreadableError as problem:
            return problem.text
    return None


def _same(folder: Path, contents: dict[PurePosixPath, bytes]) -> bool:
    there = files.listing(folder)
    names = {PurePosixPath(path) for path in there.files if path.name not in RESERVED}
    return names == set(contents) and all(
        files.read(folder / name) == data for name, data in contents.items()
    )


def from_exchange(
    course: Course, assignment: str, *, update: bool = False
) -> Collected:
    """Collect what students submitted with nbgrader: the latest of each.

    Raises CourseError when the exchange has no inbox for the course.
    """
    inbox = course.exchange / course.course_id / "inbound"
    if not course.course_id or not inbox.is_dir():
        raise CourseError(
            Text(
                f"nbgrader 교환 폴더에 이 수업의 접수함이 없습니다: {inbox}. "
                "nbgrader_config.py의 CourseDirectory.course_id와 Exchange.root를 "
                "확인하거나, LMS에서 받은 파일을 인자로 주세요.",
                f"the nbgrader exchange has no inbox for this course: {inbox}. Look at "
                "CourseDirectory.course_id and Exchange.root in nbgrader_config.py, or "
                "give the LMS download as an argument.",
            )
        )
    report = Collected()
    latest: dict[str, tuple[datetime, os.DirEntry[str], str]] = {}
    for entry in sorted(os.scandir(inbox), key=lambda entry: entry.name):
        parts = entry.name.rsplit("+", 3)
        if len(parts) == 4 and parts[1] != assignment:
            parts = entry.name.rsplit("+", 2)  # without the random last part
        if len(parts) < 3 or parts[1] != assignment:
            continue
        student, _, stamp = parts[:3]
        if not entry.is_dir(follow_symlinks=False):
            report.refused.append(files.Refused(entry.name, files.LINK))
            continue
        when = _when(stamp)
        if when is None or not is_good_student(student):
            report.unmatched[entry.name] = BAD_STUDENT
        elif student not in latest or when >= latest[student][0]:
            latest[student] = (when, entry, stamp)
    for student, (when, entry, stamp) in sorted(latest.items()):
        contents = _read_folder(course, Path(entry.path), report)
        before = _when(_text(course.folder("submitted", student, assignment)))
        newer = update and (before is None or when > before)
        _check_owner(course, student, entry, report)
        extra = {"timestamp.txt": stamp}
        secret = Path(entry.path) / "submission_secret.txt"
        with contextlib.suppress(OSError, UnicodeDecodeError):
            extra["submission_secret.txt"] = files.read(secret, 4096).decode("ascii")
        _take(course, assignment, student, contents, report, update=newer, extra=extra)
    return report


def _check_owner(
    course: Course, student: str, entry: os.DirEntry[str], report: Collected
) -> None:
    """As nbgrader: say when a folder belongs to somebody else than it claims."""
    if not course.config.get("ExchangeCollect", {}).get("check_owner", True):
        return
    try:
        owner = pwd.getpwuid(entry.stat().st_uid).pw_name
    except KeyError:
        owner = "?"
    if owner != student:
        report.notes.append(
            Text(
                f"{student}의 제출물이라고 하지만 주인은 {owner}입니다: {entry.name}",
                f"said to be {student}'s, but it belongs to {owner}: {entry.name}",
            )
        )


def _read_folder(
    course: Course, folder: Path, report: Collected
) -> dict[PurePosixPath, bytes]:
    found = files.listing(folder, course.ignore)
    report.refused += [
        files.Refused(f"{folder.name}/{one.name}", one.why) for one in found.refused
    ]
    contents = {}
    for relative in found.files:
        if relative.name not in RESERVED:
            try:
                contents[PurePosixPath(relative)] = files.read(folder / relative)
            except OSError:
                name = f"{folder.name}/{relative}"
                report.refused.append(files.Refused(name, files.LARGE))
    return contents


def _text(folder: Path) -> str:
    try:
        return files.read(folder / "timestamp.txt", 200).decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _when(stamp: str) -> datetime | None:
    """A time as nbgrader writes it: 2026-11-30 12:00:00.000000 UTC+0000."""
    try:
        when = datetime.fromisoformat(" ".join(stamp.split(" ")[:2]))
    except ValueError:
        return None
    return when.replace(tzinfo=None)
