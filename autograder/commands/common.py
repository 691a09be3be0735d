"""Arguments that several commands share."""

from __future__ import annotations

import argparse

from autograder.grading.course import Course
from intensity.language import CourseError, Text


def add_course(parser: argparse.ArgumentParser) -> None:
    """--course DIR."""
    parser.add_argument(
        "--course",
        metavar="DIR",
        help=Text(
            "nbgrader 수업의 폴더(기본값: 현재 폴더)",
            "folder of the nbgrader course (default: the current one)",
        ).say(),
    )


def add_students(parser: argparse.ArgumentParser) -> None:
    """--student ID, repeatable."""
    parser.add_argument(
        "--student",
        metavar="ID",
        action="append",
        help=Text(
            "이 학생만(여러 번 쓸 수 있음)", "this student only (may be repeated)"
        ).say(),
    )


def chosen_students(
    course: Course, assignment: str, wanted: list[str] | None
) -> list[str]:
    """Who is meant: everyone who handed in, or those named.

    Raises CourseError for a name that handed in nothing.
    """
    have = course.students(assignment)
    if wanted is None:
        return have
    unknown = sorted(set(wanted) - set(have))
    if unknown:
        names = ", ".join(unknown)
        raise CourseError(
            Text(
                f"{assignment}을 제출하지 않은 학생: {names}. 제출한 학생은 "
                f"{len(have)}명입니다.",
                f"no submission of {assignment} by {names}; {len(have)} students "
                "handed it in.",
            )
        )
    return sorted(set(wanted))
