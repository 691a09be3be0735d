"""Collecting from nbgrader's exchange: the latest submission of each student."""

from __future__ import annotations

import contextlib
import os
import pwd
from datetime import datetime
from pathlib import Path, PurePosixPath

from autograder.grading import files
from autograder.grading.collecting import (
    BAD_STUDENT,
    RESERVED,
    Collected,
    is_good_student,
    take,
)
from autograder.grading.course import Course
from intensity.language import CourseError, Text


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
        take(course, assignment, student, contents, report, update=newer, extra=extra)
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
