"""`autograder export`: the gradebook as CSV, as Excel, or in an LMS's own file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from autograder.commands.common import add_course
from autograder.grading import export, files
from autograder.grading.course import Course, load
from autograder.grading.grades import Standing, assignments, standings
from autograder.grading.workbook import to_xlsx
from intensity.language import CourseError, Text

KINDS = ("csv", "xlsx", "items", "canvas", "moodle", "moodle-worksheet")
NEED_TEMPLATE = {"canvas", "moodle-worksheet"}
FOR_ONE = {"items", "canvas", "moodle", "moodle-worksheet"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "assignments",
        nargs="*",
        metavar="assignment",
        help=Text("과제 이름(기본값: 모두)", "assignments (default: all)").say(),
    )
    add_course(parser)
    parser.add_argument(
        "--to",
        choices=KINDS,
        default="csv",
        help=Text(
            "csv 전체 표, xlsx 엑셀(학번이 글자로 남음), items 문항별, canvas, moodle "
            "성적 가져오기, moodle-worksheet 채점 양식",
            "csv: a table of all; xlsx: Excel, student numbers stay text; items: by "
            "question; canvas; moodle: grade import; moodle-worksheet",
        ).say(),
    )
    parser.add_argument(
        "--template",
        type=Path,
        metavar="CSV",
        help=Text(
            "채워 넣을 LMS의 파일(canvas, moodle-worksheet에 필요)",
            "the LMS's own file to fill in (needed for canvas, moodle-worksheet)",
        ).say(),
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help=Text(
            "쓸 파일(기본값: 표준 출력)", "file (default: standard output)"
        ).say(),
    )
    parser.add_argument(
        "--digits",
        type=int,
        default=2,
        metavar="N",
        help=Text(
            "소수 자릿수, 사사오입(기본값 2)", "decimals, rounded half up (default 2)"
        ).say(),
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the table; 1 when a student of ours is not in the LMS's file."""
    course = load(arguments.course)
    names = arguments.assignments or assignments(course)
    _check(arguments, names, course)
    found = {name: standings(course, name) for name in names}
    absent: list[str] = []
    if arguments.to in NEED_TEMPLATE:
        filled = _filled(arguments, names[0], found[names[0]])
        data, absent = export.to_csv(filled.table), filled.absent
    else:
        data = _written(arguments, names, found)
    if arguments.output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        arguments.output.write_bytes(data)
    if absent:
        who = ", ".join(absent)
        print(
            Text(
                f"LMS의 파일에 없는 학생({len(absent)}명): {who}",
                f"not in the LMS's file ({len(absent)}): {who}",
            ),
            file=sys.stderr,
        )
    return 1 if absent else 0


def _check(arguments: argparse.Namespace, names: list[str], course: Course) -> None:
    unknown = sorted(set(names) - set(assignments(course)))
    if unknown:
        raise CourseError(
            Text(
                f"성적부에 없는 과제: {', '.join(unknown)}",
                f"not in the gradebook: {', '.join(unknown)}",
            )
        )
    if arguments.to in FOR_ONE and len(names) != 1:
        raise CourseError(
            Text(
                f"--to {arguments.to}에는 과제를 하나만 적으세요.",
                f"--to {arguments.to} needs exactly one assignment.",
            )
        )
    if arguments.to in NEED_TEMPLATE and arguments.template is None:
        raise CourseError(
            Text(
                f"--to {arguments.to}에는 LMS에서 내보낸 파일이 필요합니다: --template",
                f"--to {arguments.to} needs the file that the LMS exported: --template",
            )
        )
    if arguments.to == "xlsx" and arguments.output is None and sys.stdout.isatty():
        raise CourseError(
            Text("엑셀 파일은 -o FILE로 쓰세요.", "write the workbook with -o FILE.")
        )


def _filled(
    arguments: argparse.Namespace, assignment: str, found: dict[str, Standing]
) -> export.Filled:
    template = files.read(arguments.template)
    if arguments.to == "canvas":
        return export.fill_canvas(template, found, assignment, arguments.digits)
    return export.fill_moodle(template, found, arguments.digits)


def _written(
    arguments: argparse.Namespace,
    names: list[str],
    found: dict[str, dict[str, Standing]],
) -> bytes:
    digits = arguments.digits
    if arguments.to == "items":
        return export.to_csv(export.items(found[names[0]], digits))
    if arguments.to == "moodle":
        return export.to_csv(export.moodle(found[names[0]], names[0], digits))
    table = export.summary(found, digits)
    if arguments.to == "csv":
        return export.to_csv(table)
    sheets = {name: export.items(found[name], digits) for name in names}
    return to_xlsx({Text("합계", "total").say(): table, **sheets})
