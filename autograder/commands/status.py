"""`autograder status`: who is graded, who failed, who waits, and how long it takes."""

from __future__ import annotations

import argparse
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder.commands.common import add_course
from autograder.commands.progress import clock
from autograder.grading.course import Course, load_quick
from autograder.grading.journal import Entry, entries
from intensity.language import CourseError, Text

WORDS = {
    "graded": Text("채점됨", "graded"),
    "failed": Text("실패", "failed"),
    "waiting": Text("대기", "waiting"),
    "running": Text("채점 중", "running"),
}
MOST_NAMES = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "assignment",
        nargs="?",
        help=Text("과제 이름(기본값: 모두)", "the assignment (default: all)").say(),
    )
    add_course(parser)
    parser.add_argument(
        "--json",
        action="store_true",
        help=Text("사람용 표 대신 JSON", "JSON instead of a table").say(),
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the counts; 1 when something failed."""
    course = load_quick(arguments.course)
    names = [arguments.assignment] if arguments.assignment else course.assignments()
    known = _entries(course)
    found = {name: _summary(course, name, known) for name in names}
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        for name, summary in found.items():
            print("\n".join(_lines(name, summary)))
    return 1 if any(summary["failed"] for summary in found.values()) else 0


def _entries(course: Course) -> list[Entry]:
    """The journal's rows; none where nothing was ever graded."""
    if not (course.private / "journal.db").is_file():
        return []
    try:
        return entries(course.private)
    except (sqlite3.Error, OSError) as problem:
        path = Path(course.private / "journal.db")
        raise CourseError(
            Text(
                f"{path}를 읽을 수 없습니다: {problem}",
                f"{path} cannot be read: {problem}",
            )
        ) from problem


def _summary(course: Course, assignment: str, known: list[Entry]) -> dict[str, Any]:
    mine = {e.student: e for e in known if e.assignment == assignment}
    students = course.students(assignment)
    if not students and not mine and assignment not in course.assignments():
        there = ", ".join(course.assignments()) or "-"
        raise CourseError(
            Text(
                f"과제 {assignment!r}가 없습니다. 있는 과제: {there}",
                f"there is no assignment {assignment!r}; the assignments are: {there}",
            )
        )
    states = {s: mine[s].state if s in mine else "queued" for s in students}
    done = [mine[student] for student, state in states.items() if state == "done"]
    seconds = [entry.seconds for entry in done if entry.seconds is not None]
    finished = [entry.finished for entry in done if entry.finished is not None]
    return {
        "submitted": len(students),
        "graded": len(done),
        "running": [s for s, state in states.items() if state == "running"],
        "failed": {
            s: _reason(mine[s]) for s, state in states.items() if state == "failed"
        },
        "waiting": [s for s, state in states.items() if state == "queued"],
        "needs_person": [e.student for e in done if e.status == "needs-manual"],
        "unreadable": [e.student for e in done if e.status == "unreadable"],
        "seconds_each": sum(seconds) / len(seconds) if seconds else None,
        "last": max(finished, default=None),
    }


def _reason(entry: Entry) -> dict[str, str]:
    korean, _, english = (entry.reason or "").partition("\n")
    return {"ko": korean, "en": english}


def _lines(name: str, summary: dict[str, Any]) -> Iterator[str]:
    counts = {
        "graded": summary["graded"],
        "failed": len(summary["failed"]),
        "waiting": len(summary["waiting"]),
        "running": len(summary["running"]),
    }
    words = ", ".join(
        f"{WORDS[kind]} {count}"
        for kind, count in counts.items()
        if count or kind == "graded"
    )
    submitted = Text("제출", "submitted").say()
    yield f"{name}: {submitted} {summary['submitted']}, {words}"
    if summary["seconds_each"] is not None:
        each = summary["seconds_each"]
        ago = clock(time.time() - summary["last"])
        yield Text(
            f"  제출물당 {each:.2f}초, 마지막 채점 {ago} 전",
            f"  {each:.2f} s a submission, last graded {ago} ago",
        ).say()
        left = (counts["waiting"] + counts["running"]) * each
        if left:
            yield Text(
                f"  남은 시간 약 {clock(left)}(프로세스 하나)",
                f"  about {clock(left)} left with one process",
            ).say()
    for kind, text in (
        ("needs_person", Text("사람이 채점할 것", "wait for a person")),
        ("unreadable", Text("읽을 수 없음", "unreadable")),
        ("waiting", WORDS["waiting"]),
    ):
        if summary[kind]:
            yield f"  {text} ({len(summary[kind])}): {_names(summary[kind])}"
    for student, reason in summary["failed"].items():
        yield f"  {WORDS['failed']}: {student}: {Text(**reason)}"


def _names(students: list[str]) -> str:
    shown = ", ".join(students[:MOST_NAMES])
    return shown + (", ..." if len(students) > MOST_NAMES else "")
