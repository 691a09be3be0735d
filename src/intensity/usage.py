"""The command line in both languages, for this package's commands and the grader's.

argparse with one line for an error and nothing abbreviated; `--lang` wherever it
stands; an output that the reader closed.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any, NoReturn

from .language import Text, language

WRONG_USAGE = 2

# What argparse says in English only: its pattern, and how Korean says it.
_KOREAN = (
    (r"the following arguments are required: (.*)", r"빠진 인자: \1"),
    (r"unrecognized arguments: (.*)", r"모르는 인자: \1"),
    (r"expected one argument", "값이 하나 필요합니다"),
    (
        r"invalid choice: (.*) \(choose from (.*)\)",
        r"\1은(는) 쓸 수 없습니다. 쓸 수 있는 값: \2",
    ),
    (r"invalid \w+ value: (.*)", r"값 \1을(를) 읽을 수 없습니다"),
    (r"not allowed with argument (.*)", r"\1와(과) 함께 쓸 수 없습니다"),
    (r"ignored explicit argument (.*)", r"값을 받지 않는데 \1이(가) 붙었습니다"),
    (r"^argument ", "인자 "),
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and exit status 2."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            add_help=False, allow_abbrev=False, formatter_class=_Formatter, **options
        )
        self._positionals.title = Text("인자", "arguments").say()
        self._optionals.title = Text("옵션", "options").say()
        shown = Text("이 설명을 보여 줍니다", "show this help").say()
        self.add_argument("-h", "--help", action="help", help=shown)
        spoken = Text("출력 언어", "output language").say()
        self.add_argument("--lang", choices=("ko", "en"), help=spoken)

    def error(self, message: str) -> NoReturn:
        """Say `message` in one line and end with status 2."""
        if language() == "ko":
            for pattern, korean in _KOREAN:
                message = re.sub(pattern, korean, message)
        hint = Text("도움말", "help").say()
        print(f"{self.prog}: {message} ({hint}: {self.prog} --help)", file=sys.stderr)
        sys.exit(WRONG_USAGE)


class _Formatter(argparse.HelpFormatter):
    def add_usage(
        self, usage: Any, actions: Any, groups: Any, prefix: str | None = None
    ) -> None:
        said = Text("사용법: ", "usage: ").say() if prefix is None else prefix
        super().add_usage(usage, actions, groups, said)


def choose_language(arguments: list[str]) -> None:
    """Obey --lang before anything is said, wherever on the line it stands.

    Of several the last counts, as with any option; one that argparse must refuse
    stays on the line, the others leave it.
    """
    index = 0
    while index < len(arguments):
        name, equals, value = arguments[index].partition("=")
        if name == "--lang" and not equals:
            value = (arguments[index + 1 : index + 2] or [""])[0]
        if name == "--lang" and value in ("ko", "en"):
            os.environ["INTENSITY_LANG"] = value
            del arguments[index : index + (1 if equals else 2)]
        else:
            index += 1


def drop_output() -> None:
    """Let the interpreter's last flush succeed, whatever became of the output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
