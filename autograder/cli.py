"""The `autograder` command: which command it is, in which language, and how it ends.

Each command is a module of `autograder.commands`, imported only when it runs, so
that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from intensity.language import CourseError, Text
from intensity.usage import WRONG_USAGE, Parser, choose_language, drop_output

DONE, NEEDS_PERSON = 0, 1

COMMANDS = {
    "grade": Text("제출물을 채점합니다", "grade the submissions of an assignment"),
    "collect": Text(
        "교환 폴더나 LMS 압축 파일에서 제출물을 모읍니다",
        "collect submissions from the exchange or an LMS download",
    ),
    "feedback": Text(
        "학생마다 피드백 페이지를 만듭니다", "make a feedback page for each student"
    ),
    "export": Text("성적표를 내보냅니다", "export grades for an LMS or a spreadsheet"),
    "status": Text(
        "채점된 것, 실패한 것, 기다리는 것을 보여 줍니다",
        "show what is graded, failed and waiting",
    ),
    "doctor": Text(
        "이 컴퓨터의 격리 층과 설치할 것을 알려 줍니다",
        "say which sandbox layers this machine has and what to install",
    ),
    "read": Text("문장에서 조건을 읽어 냅니다", "read the conditions out of sentences"),
    "judge": Text("주장을 판정합니다", "judge claims"),
}

DESCRIPTION = Text(
    "nbgrader 수업의 제출물을 안전하고 빠르게 채점합니다.",
    "Grade an nbgrader course, safely and fast.",
)
EPILOG = Text(
    "종료 상태: 0 완료(오답은 오류가 아님), 1 사람이 볼 일이 있음, 2 잘못된 사용. "
    "각 명령의 설명: autograder 명령 --help. 언어: --lang ko|en, 또는 "
    "INTENSITY_LANG, LANG.",
    "Exit status: 0 done (wrong answers are not errors), 1 something needs a person, "
    "2 wrong usage. About one command: autograder COMMAND --help. Language: --lang "
    "ko|en, or INTENSITY_LANG, LANG.",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 1 something needs a person, 2 wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    choose_language(arguments)
    if not arguments or arguments[0] not in COMMANDS:
        return _without_command(arguments)
    name, *rest = arguments
    parsed = command_parser(name).parse_args(rest)
    try:
        status: int = _module(name).run(parsed)
        sys.stdout.flush()
    except CourseError as error:
        print(f"autograder {name}: {error}", file=sys.stderr)
        return WRONG_USAGE
    except KeyboardInterrupt:
        stopped = Text(
            "중단했습니다. 같은 명령을 다시 실행하면 이어서 합니다.",
            "interrupted; the same command again goes on from here.",
        )
        print(f"autograder {name}: {stopped}", file=sys.stderr)
        return NEEDS_PERSON
    except BrokenPipeError:  # `| head` closed the pipe: not an error
        drop_output()
        return DONE
    except Exception as problem:
        if (why := _trouble(problem, parsed)) is None:
            raise
        again = Text("그런 다음 다시 실행하세요.", "then run the command again.")
        print(f"autograder {name}: {why}; {again}", file=sys.stderr)
        return NEEDS_PERSON
    return status


def _trouble(problem: Exception, parsed: argparse.Namespace) -> Text | None:
    """What the disk or a database refused; None for a fault of ours."""
    from autograder.grading import trouble

    return trouble.explain(problem, Path(getattr(parsed, "course", None) or "."))


def parser() -> Parser:
    """The parser of `autograder` itself, for its help."""
    top = Parser(
        prog="autograder",
        description=DESCRIPTION.say(),
        epilog=EPILOG.say(),
        usage=Text("autograder 명령 [옵션]", "autograder COMMAND [options]").say(),
    )
    group = top.add_argument_group(Text("명령", "commands").say())
    for name, summary in COMMANDS.items():
        group.add_argument(name, nargs="?", metavar=name, help=summary.say())
    return top


def command_parser(name: str) -> Parser:
    """The parser of one command of `COMMANDS`."""
    parser = Parser(prog=f"autograder {name}", description=COMMANDS[name].say() + ".")
    _module(name).add_arguments(parser)
    return parser


def _module(name: str) -> Any:
    return importlib.import_module(f"autograder.commands.{name}")


def _without_command(arguments: list[str]) -> int:
    if {"-h", "--help"} & set(arguments):
        print(parser().format_help(), end="")
        return DONE
    if not arguments:
        print(parser().format_help(), end="", file=sys.stderr)
        return WRONG_USAGE
    known = ", ".join(COMMANDS)
    return parser().error(
        Text(
            f"{arguments[0]!r}라는 명령은 없습니다. 있는 명령: {known}",
            f"there is no command {arguments[0]!r}; the commands are {known}",
        ).say()
    )
