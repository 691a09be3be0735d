"""`autograder grade`: grade the submissions of one assignment."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from autograder.commands.common import add_course, add_students, chosen_students
from autograder.commands.progress import Progress, clock
from autograder.grading.trouble import AGAIN
from intensity.language import CourseError, Text

if TYPE_CHECKING:
    from autograder.grading.course import Course
    from autograder.grading.master import Master
    from autograder.grading.run import Report, Workers
    from autograder.grading.settings import Settings

STATUS = {
    "graded": Text("채점됨", "graded"),
    "partial": Text("일부만 채점됨", "partly graded"),
    "needs-manual": Text("사람 채점 대기", "waiting for a person"),
    "unreadable": Text("읽을 수 없음", "unreadable"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("assignment", help=Text("과제 이름", "the assignment").say())
    add_course(parser)
    add_students(parser)
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help=Text(
            "동시에 채점할 프로세스 수(기본값 1, 0은 코어 수)",
            "processes that grade at the same time (default 1; 0: one per core)",
        ).say(),
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help=Text(
            "dask 스케줄러의 주소(tcp://HOST:8786). 여러 컴퓨터에서 채점합니다",
            "address of a dask scheduler (tcp://HOST:8786): grade on many machines",
        ).say(),
    )
    parser.add_argument(
        "--json",
        metavar="FILE",
        help=Text(
            "결과를 JSON으로 쓸 파일(-는 표준 출력)",
            "file for the results as JSON (- for standard output)",
        ).say(),
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help=Text(
            "이미 채점된 것도 다시 채점합니다", "grade again what is graded already"
        ).say(),
    )
    parser.add_argument(
        "--unsafe-no-sandbox",
        action="store_true",
        help=Text(
            "필요한 격리 층이 없어도 채점합니다. 학생 코드가 이 컴퓨터에서 무엇이든 "
            "할 수 있습니다",
            "grade even without the sandbox layers that are needed; students' code "
            "can then do anything on this machine",
        ).say(),
    )


def run(arguments: argparse.Namespace) -> int:
    """Grade; 1 when a submission could not be graded or needs a person to look."""
    from autograder.execution.sandbox import SandboxError
    from autograder.grading.course import check_assignment, load, remember
    from autograder.grading.run import grade

    course = load(arguments.course)
    assignment = arguments.assignment
    check_assignment(course, assignment)
    remember(course, arguments.course)
    students = chosen_students(course, assignment, arguments.student)
    if not students:
        raise CourseError(_nobody(course, assignment))
    bar: list[Progress] = []
    started = time.monotonic()
    output = JsonList(arguments.json)
    try:
        report = grade(
            course,
            assignment,
            students,
            hire=lambda master, settings: _hire(arguments, master, settings),
            unsafe=arguments.unsafe_no_sandbox,
            force=arguments.force,
            everyone=arguments.student is None,
            began=lambda count: bar.append(Progress(count)),
            step=lambda failed: bar[0].step(failed=failed),
            each=lambda result: output.add(result.to_dict()),
        )
    except SandboxError as problem:
        print(Text(problem.ko, problem.en), file=sys.stderr)
        return 1
    finally:
        if bar:
            bar[0].close()
    output.close()
    _tell(report, len(students), time.monotonic() - started, arguments.json == "-")
    return 1 if report.needs_person else 0


def _hire(
    arguments: argparse.Namespace, master: Master, settings: Settings
) -> AbstractContextManager[Workers]:
    if arguments.scheduler:
        from autograder.grading.cluster import Cluster

        return Cluster(
            master,
            address=arguments.scheduler,
            settings=settings,
            unsafe=arguments.unsafe_no_sandbox,
        )
    from autograder.grading.pool import Pool

    jobs = arguments.jobs if arguments.jobs > 0 else len(os.sched_getaffinity(0))
    return Pool(master, jobs=jobs, settings=settings)


class JsonList:
    """Writes a JSON array one element at a time, so that a class of any size fits.

    name: a file, "-" for standard output, None for nowhere
    """

    def __init__(self, name: str | None) -> None:
        self._name = name
        self._stream: TextIO | None = None

    def add(self, element: dict[str, object]) -> None:
        """Write one element."""
        if self._name is not None:
            self._begin(json.dumps(element, ensure_ascii=False, indent=1))

    def close(self) -> None:
        """End the array, which may be empty."""
        if self._name is None:
            return
        if self._stream is None:
            self._begin("")
        assert self._stream is not None
        self._stream.write("\n]\n")
        if self._name != "-":
            self._stream.close()

    def _begin(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(",\n" + text)
            return
        if self._name is None or self._name == "-":
            self._stream = sys.stdout
        else:
            path = Path(self._name)
            self._stream = path.open("w", encoding="utf-8")
        self._stream.write("[\n" + text)


def _tell(report: Report, asked: int, seconds: float, quiet: bool) -> None:
    if not quiet:
        kinds = ", ".join(f"{STATUS[kind]} {n}" for kind, n in report.counts.items())
        took = clock(seconds)
        print(
            Text(
                f"제출물 {asked}개 가운데 {report.fresh}개를 이번에 채점했습니다"
                f"({took}). 모두: {kinds or '-'}",
                f"{asked} submissions, {report.fresh} graded now in {took}. "
                f"All: {kinds or '-'}",
            )
        )
    for line in _remarks(report):
        print(line, file=sys.stderr)


def _remarks(report: Report) -> Iterator[str]:
    for text in report.advice:
        yield f"{Text('확인하세요', 'please look')}: {text}"
    for student, why in report.failed.items():
        yield f"{student}: {why}"
    for student, notices in report.unreadable.items():
        yield f"{student}: {STATUS['unreadable']}: {' '.join(map(str, notices))}"
    for student in report.broken:
        yield Text(
            f"{student}: 채점하지 못한 문항이 있습니다. 점수는 보류되었습니다.",
            f"{student}: a cell could not be graded; its points are on hold.",
        ).say()
    if report.stopped:
        yield f"{report.stopped}; {AGAIN}"


def _nobody(course: Course, assignment: str) -> Text:
    place = course.folder("submitted", "*", assignment)
    return Text(
        f"제출물이 없습니다: {place}. 먼저 모으세요: autograder collect {assignment}",
        f"there are no submissions: {place}; collect them first: autograder collect "
        f"{assignment}",
    )
