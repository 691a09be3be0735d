"""`autograder collect`: from the nbgrader exchange or an LMS download to submitted/."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from autograder.commands.common import add_course
from autograder.grading import downloads, files, inbox
from autograder.grading.collecting import Collected
from autograder.grading.course import check_assignment, load
from autograder.grading.journal import hold
from autograder.grading.matching import STUDENT_NUMBER, Roster, read_roster
from intensity.language import CourseError, Text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("assignment", help=Text("과제 이름", "the assignment").say())
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="DOWNLOAD",
        type=Path,
        help=Text(
            "LMS에서 받은 zip, 폴더, 노트북. 없으면 nbgrader 교환 폴더에서 모읍니다",
            "zips, folders or notebooks from an LMS; without any, the nbgrader "
            "exchange is collected",
        ).say(),
    )
    add_course(parser)
    parser.add_argument(
        "--update",
        action="store_true",
        help=Text(
            "이미 있는 제출물을 새것으로 바꿉니다",
            "replace what is there by what is newer",
        ).say(),
    )
    parser.add_argument(
        "--roster",
        type=Path,
        metavar="CSV",
        help=Text(
            "LMS의 번호와 학번을 잇는 파일(Canvas 성적표, Moodle 채점 양식)",
            "which student number an LMS number is (Canvas gradebook, Moodle "
            "worksheet)",
        ).say(),
    )
    parser.add_argument(
        "--id-pattern",
        default=STUDENT_NUMBER,
        metavar="REGEX",
        help=Text(
            "파일 이름에서 학번을 찾는 정규 표현식(기본값: 8~10자리 숫자)",
            "regular expression of student numbers in names (default: 8 to 10 digits)",
        ).say(),
    )
    parser.add_argument(
        "--json", action="store_true", help=Text("JSON으로 출력", "print JSON").say()
    )


def run(arguments: argparse.Namespace) -> int:
    """Collect; 1 when something was not taken or cannot be read."""
    course = load(arguments.course)
    check_assignment(course, arguments.assignment)
    with hold(course.private):
        if arguments.sources:
            report = downloads.from_downloads(
                course,
                arguments.assignment,
                arguments.sources,
                roster=_roster(arguments.roster),
                pattern=arguments.id_pattern,
                update=arguments.update,
            )
        else:
            report = inbox.from_exchange(
                course, arguments.assignment, update=arguments.update
            )
    if arguments.json:
        _print_json(report)
    else:
        _print(report)
    return 1 if report.needs_person else 0


def _roster(path: Path | None) -> Roster:
    if path is None:
        return Roster()
    try:
        return read_roster(files.read(path))
    except OSError as problem:
        raise CourseError(
            Text(
                f"명단 {path}를 읽을 수 없습니다: {problem}",
                f"the roster {path} cannot be read: {problem}",
            )
        ) from problem


def _print(report: Collected) -> None:
    print(
        Text(
            f"새로 모음 {len(report.new)}, 바꿈 {len(report.updated)}, "
            f"그대로 둠 {len(report.kept)}",
            f"collected {len(report.new)}, replaced {len(report.updated)}, "
            f"left as they were {len(report.kept)}",
        )
    )
    for title, found in (
        (Text("누구 것인지 모름", "whose is it"), report.unmatched),
        (Text("읽을 수 없음", "unreadable"), report.unreadable),
        (
            Text("받지 않음", "refused"),
            {one.name: one.why for one in report.refused},
        ),
    ):
        for name, why in found.items():
            print(f"{title}: {files.shown(name)}: {why}")
    for note in report.notes:
        print(files.shown(str(note)))


def _print_json(report: Collected) -> None:
    def plain(texts: dict[str, Text]) -> dict[str, dict[str, str]]:
        return {name: text._asdict() for name, text in texts.items()}

    data = {
        "new": report.new,
        "updated": report.updated,
        "kept": report.kept,
        "unmatched": plain(report.unmatched),
        "unreadable": plain(report.unreadable),
        "refused": plain({one.name: one.why for one in report.refused}),
    }
    print(json.dumps(data, ensure_ascii=False, indent=1))
