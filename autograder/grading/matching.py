"""Whose file is it?  Told from names alone, by rules; what no rule tells is listed.

A student number in the name decides (8 to 10 digits, or the course's own pattern).
Canvas and Moodle name downloads by numbers of their own; these are looked up in a
roster (the gradebook export of Canvas, the grading worksheet of Moodle) and are never
taken for student numbers.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from intensity.language import CourseError, Text

STUDENT_NUMBER = r"(?<!\d)\d{8,10}(?!\d)"

# Canvas: hongkildong_LATE_4412_99871_decode-1.ipynb: login name, id, upload, file.
CANVAS = re.compile(
    r"^(?P<name>[^_]*)_(?:LATE_)?(?P<id>\d+)_(?P<upload>\d+)_(?P<file>.+)$"
)
# Moodle: a folder "Hong Kildong_4412_assignsubmission_file_" (or ..._onlinetext_).
MOODLE = re.compile(r"^(?P<name>.*)_(?P<id>\d+)_assignsubmission_(?P<kind>\w+?)_?$")
# What browsers and file managers add to a name, and what Canvas adds.
COPY = re.compile(r"(?:[ _]?\((?P<number>\d+)\)|[ -]*복사본)$")
CANVAS_COPY = re.compile(r"-(?P<number>\d{1,2})$")

NO_NUMBER = Text("이름에 학번이 없습니다", "its name has no student number")
SEVERAL = Text(
    "이름에 학번일 수 있는 숫자가 여러 개 있습니다. --roster나 --id-pattern을 주세요",
    "its name has several numbers that may be a student's; give --roster or "
    "--id-pattern",
)
NOT_IN_ROSTER = Text(
    "명단에 없는 번호입니다. --roster에 LMS의 성적표를 주세요",
    "its number is in no roster; give --roster the LMS's grade file",
)


@dataclass(frozen=True)
class Match:
    """Whose file it is.

    path: where it lay in what the student handed in, without marks of copies
    copy: which copy it is; 0 for one that is not marked
    """

    student: str
    path: PurePosixPath
    copy: int


@dataclass(frozen=True)
class Roster:
    """LMS numbers -> student numbers, and all student numbers; empty: anyone."""

    by_lms_id: dict[str, str] = field(default_factory=dict)
    students: frozenset[str] = frozenset()


def match(path: PurePosixPath, roster: Roster, pattern: str) -> Match | Text:
    """Whose `path` is, or why that cannot be told."""
    told, lms_id, own = _names(path)
    numbers = _numbers(told, roster, pattern)
    if lms_id in roster.by_lms_id:
        student = roster.by_lms_id[lms_id]
    elif lms_id in roster.students:
        student = lms_id
    elif len(numbers) == 1:
        student, place = numbers.popitem()
        own = PurePosixPath(*path.parts[place + 1 :]) if not lms_id else own
    elif numbers:
        return SEVERAL
    else:
        return NOT_IN_ROSTER if lms_id else NO_NUMBER
    if own == PurePosixPath():
        own = PurePosixPath(path.name)
    stem, copy = without_copy(own.stem, COPY)
    if lms_id and not copy:
        stem, copy = without_copy(stem, CANVAS_COPY)
    return Match(student, own.with_name(stem + own.suffix), copy)


def _names(path: PurePosixPath) -> tuple[list[str], str, PurePosixPath]:
    """Names that may tell the student, the LMS's own number, the path below it."""
    parts = list(path.parts)
    if canvas := CANVAS.match(parts[0]):
        own = PurePosixPath(*(parts[1:] or [canvas["file"]]))
        return [f"{canvas['name']} {canvas['file']}", *parts[1:]], canvas["id"], own
    for place, part in enumerate(parts[:-1]):
        if moodle := MOODLE.match(part):
            parts[place] = moodle["name"]
            return parts, moodle["id"], PurePosixPath(*path.parts[place + 1 :])
    return parts, "", PurePosixPath()


def _numbers(told: list[str], roster: Roster, pattern: str) -> dict[str, int]:
    """Different student numbers in the names, and the first place of each."""
    found: dict[str, int] = {}
    for place, part in enumerate(told):
        for number in re.finditer(pattern, part):
            text = number.group(1) if number.re.groups else number.group()
            if not roster.students or text in roster.students:
                found.setdefault(text, place)
    return found


def without_copy(stem: str, mark: re.Pattern[str] = COPY) -> tuple[str, int]:
    """A name without what marks a copy, and which copy it is.

    >>> without_copy("과제1_20241234 (2)")
    ('과제1_20241234', 2)
    """
    found = mark.search(stem)
    if found is None or not found.start():
        return stem, 0
    return stem[: found.start()], int(found["number"] or 1)


# Columns that hold a student number, an LMS number, in the files that LMSs export.
NUMBER_COLUMNS = ("SIS User ID", "ID number", "학번", "SIS Login ID", "Student ID")
LMS_COLUMNS = ("ID", "Identifier", "식별자")


def read_roster(data: bytes) -> Roster:
    """A Canvas gradebook, a Moodle worksheet, or any CSV with a column 학번.

    Raises CourseError naming the columns when none of them holds student numbers.
    """
    rows = list(csv.DictReader(io.StringIO(decode(data), newline="")))
    columns = [name for name in (rows[0] if rows else {}) if name]
    number = next((name for name in NUMBER_COLUMNS if name in columns), None)
    if number is None:
        have, want = ", ".join(columns) or "-", ", ".join(NUMBER_COLUMNS)
        raise CourseError(
            Text(
                f"명단에 학번 열이 없습니다. 있는 열: {have}. 쓸 수 있는 열: {want}",
                f"the roster has no column of student numbers; it has: {have}; one of "
                f"these is needed: {want}",
            )
        )
    lms = next((name for name in LMS_COLUMNS if name in columns), None)
    by_lms_id = {}
    students = set()
    for row in rows:
        student = (row[number] or "").strip()
        if not student:
            continue
        students.add(student)
        digits = re.search(r"\d+", (row[lms] or "") if lms else "")
        if digits:
            by_lms_id[digits.group()] = student
    return Roster(by_lms_id, frozenset(students))


def decode(data: bytes) -> str:
    """The text of a spreadsheet's CSV: UTF-8, or CP949 from Korean Windows."""
    for encoding in ("utf-8-sig", "cp949"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "replace")
