"""Grades as tables: for a spreadsheet, Canvas, Moodle.

Every text cell that a spreadsheet would run as a formula is made text, names are
composed (NFC), points are rounded half up, as teachers expect.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from autograder.grading.grades import Standing
from autograder.grading.matching import decode
from intensity.language import CourseError, Text

Row = list[str]


@dataclass(frozen=True)
class Table:
    """Rows to write, the first one the heading; `numeric` columns hold numbers."""

    rows: list[Row]
    numeric: frozenset[int]


STUDENT = Text("학번", "student")
LAST_NAME, FIRST_NAME = Text("성", "last name"), Text("이름", "first name")
EMAIL = Text("이메일", "email")
RAW = Text("감점 전", "raw")
PENALTY = Text("지각 감점", "late penalty")
MOST = Text("만점", "max")
TOTAL = Text("합계", "total")
RANK = Text("석차", "rank")
PERCENTILE = Text("백분위", "percentile")


def points(value: float, digits: int = 2) -> str:
    """Points for a table, rounded half up, without needless zeros.

    >>> points(2.675), points(12.0), points(0.125, 1)
    ('2.68', '12', '0.1')
    """
    step = Decimal(1).scaleb(-digits)
    rounded = Decimal(repr(value)).quantize(step, ROUND_HALF_UP)
    text = f"{rounded:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


# What makes a spreadsheet take a text for a formula; East Asian ones take wide forms.
STARTS = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")


def plain(text: str) -> str:
    """`text` as a spreadsheet shows it and never runs it.

    >>> plain('=HYPERLINK("x")'), plain("-5"), plain("홍길동")
    ('\\'=HYPERLINK("x")', "'-5", '홍길동')
    """
    composed = unicodedata.normalize("NFC", text)
    composed = "".join(c if c.isprintable() else " " for c in composed)
    return "'" + composed if composed.lstrip()[:1] in STARTS else composed


def summary(found: Mapping[str, Mapping[str, Standing]], digits: int = 2) -> Table:
    """One row a student: every assignment raw, penalty, final, then total and rank.

    found: assignment -> student -> standing
    """
    names = sorted(found)
    students = sorted({student for one in found.values() for student in one})
    head = [text.say() for text in (STUDENT, LAST_NAME, FIRST_NAME, EMAIL)]
    for name in names:
        head.append(plain(name))
        head += [plain(f"{name} {text}") for text in (RAW, PENALTY, MOST)]
    head += [text.say() for text in (TOTAL, MOST, RANK, PERCENTILE)]
    totals = {
        student: sum(one[student].final for one in found.values() if student in one)
        for student in students
    }
    most = sum(_most(one) for one in found.values())
    rows = [head]
    for student in students:
        about = next(one[student] for one in found.values() if student in one)
        row = [plain(student), plain(about.last_name), plain(about.first_name)]
        row.append(plain(about.email))
        for name in names:
            standing = found[name].get(student)
            if standing is None:
                row += ["", "", "", points(_most(found[name]), digits)]
            else:
                row += [
                    points(value, digits)
                    for value in (
                        standing.final,
                        standing.raw,
                        standing.penalty,
                        standing.max_score,
                    )
                ]
        better = sum(other > totals[student] for other in totals.values())
        below = sum(other < totals[student] for other in totals.values())
        row += [points(totals[student], digits), points(most, digits)]
        row += [str(better + 1), points(100 * below / len(students), 1)]
        rows.append(row)
    return Table(rows, frozenset(range(4, len(head))))


def items(standings: Mapping[str, Standing], digits: int = 2) -> Table:
    """One row a student, one column a question; blank while a person must grade it."""
    keys = sorted({key for one in standings.values() for key in one.grades})
    head = [STUDENT.say(), *(plain("/".join(key)) for key in keys)]
    rows = [head]
    for student, standing in sorted(standings.items()):
        row = [plain(student)]
        for key in keys:
            grade = standing.grades.get(key)
            unknown = grade is None or (grade.waits and not grade.manual)
            row.append("" if grade is None or unknown else points(grade.score, digits))
        rows.append(row)
    return Table(rows, frozenset(range(1, len(head))))


def moodle(standings: Mapping[str, Standing], assignment: str, digits: int) -> Table:
    """For Moodle's grade import, which maps the columns itself."""
    rows = [["ID number", "Email address", plain(assignment), "Feedback comments"]]
    for student, standing in sorted(standings.items()):
        rows.append(
            [
                plain(student),
                plain(standing.email),
                points(standing.final, digits),
                plain(remark(standing)),
            ]
        )
    return Table(rows, frozenset({2}))


@dataclass(frozen=True)
class Filled:
    """A template with grades in it, and who could not be placed.

    absent: students of ours that the template does not have
    """

    table: Table
    absent: list[str]


def fill_canvas(
    template: bytes, standings: Mapping[str, Standing], assignment: str, digits: int
) -> Filled:
    """Canvas's own export with one column filled; rows without a grade unchanged.

    Raises CourseError when no column, or more than one, is the assignment's.
    """
    rows = _rows(template)
    head = rows[0]
    known = [
        at for at, name in enumerate(head) if name in ("SIS User ID", "SIS Login ID")
    ]
    columns = [at for at, name in enumerate(head) if _is_column(name, assignment)]
    if len(columns) != 1 or not known:
        raise CourseError(_no_column(assignment, head))
    seen = set()
    for row in rows[1:]:
        for at in known:
            student = row[at].strip() if at < len(row) else ""
            if student in standings:
                seen.add(student)
                row[columns[0]] = points(standings[student].final, digits)
                break
    absent = sorted(set(standings) - seen)
    return Filled(Table(rows, frozenset()), absent)


def fill_moodle(
    template: bytes, standings: Mapping[str, Standing], digits: int
) -> Filled:
    """Moodle's grading worksheet with Grade and Feedback comments filled.

    Identifier and Last modified stay as they are, else Moodle skips the row.
    Raises CourseError when the worksheet lacks a column that is needed.
    """
    rows = _rows(template)
    head = rows[0]
    number = _find(
        head, ("ID number", "학번", "Student ID", "Username", "사용자 아이디")
    )
    mail = _find(head, ("Email address", "이메일 주소"))
    grade = _find(head, ("Grade", "성적"))
    comment = _find(head, ("Feedback comments", "피드백 댓글"))
    if grade is None or (number is None and mail is None):
        raise CourseError(_no_column("Grade", head))
    by_mail = {one.email: name for name, one in standings.items() if one.email}
    seen = set()
    for row in rows[1:]:
        student = row[number].strip() if number is not None else ""
        if student not in standings and mail is not None:
            student = by_mail.get(row[mail].strip(), "")
        if student in standings:
            seen.add(student)
            row[grade] = points(standings[student].final, digits)
            if comment is not None:
                row[comment] = remark(standings[student])
    absent = sorted(set(standings) - seen)
    return Filled(Table(rows, frozenset()), absent)


def remark(standing: Standing) -> str:
    """What stands beside the points: the late penalty, that a person must look."""
    said = []
    if standing.penalty:
        amount = points(standing.penalty)
        said.append(Text(f"지각 감점 {amount}", f"late penalty {amount}").say())
    if standing.waits:
        said.append(
            Text("사람의 채점을 기다립니다", "waits for a person's grading").say()
        )
    return "; ".join(said)


def to_csv(table: Table, encoding: str = "utf-8-sig") -> bytes:
    """The table as CSV; utf-8-sig is what Excel on Korean Windows understands."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(table.rows)
    return text.getvalue().encode(encoding, "replace")


def _most(standings: Mapping[str, Standing]) -> float:
    return max((one.max_score for one in standings.values()), default=0.0)


def _rows(template: bytes) -> list[Row]:
    rows = list(csv.reader(io.StringIO(decode(template), newline="")))
    if not rows:
        raise CourseError(Text("양식이 비어 있습니다.", "the template is empty."))
    width = len(rows[0])
    return [row + [""] * (width - len(row)) for row in rows]


def _is_column(name: str, assignment: str) -> bool:
    """Canvas writes `Title (id)`."""
    title = re.sub(r"\s*\(\d+\)$", "", name).strip()
    return unicodedata.normalize("NFC", title) == unicodedata.normalize(
        "NFC", assignment
    )


def _find(head: Sequence[str], names: Iterable[str]) -> int | None:
    return next((head.index(name) for name in names if name in head), None)


def _no_column(wanted: str, head: Sequence[str]) -> Text:
    have = ", ".join(head)
    return Text(
        f"양식에 {wanted!r} 열이 하나만 있어야 하고 학번 열이 있어야 합니다. 있는 열: "
        f"{have}",
        f"the template needs exactly one column {wanted!r} and a column of student "
        f"numbers; it has: {have}",
    )
