"""argparse in both languages: one line for an error, nothing abbreviated."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Any, NoReturn

from .language import Text, language

# What argparse says in English only: its pattern, and how Korean says it.
_KOREAN = (
    (r"the following arguments are required: (.*)", r"빠진 인자: \1"),
    (r"unrecognized arguments: (.*)", r"모르는 인자: \1"),
    (r"expected one argument", "값이 하나 필요합니다"),
    (
        r"invalid choice: (.*) \(choose from (.*)\)",
        r"\1: 쓸 수 없습니다. 쓸 수 있는 값: \2",
    ),
    (r"not allowed with argument (.*)", r"\1와 함께 쓸 수 없습니다"),
    (r"ignored explicit argument (.*)", r"값을 받지 않는데 \1가 붙었습니다"),
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
        summary = Text("이 설명을 보여 줍니다", "show this help").say()
        self.add_argument("-h", "--help", action="help", help=summary)

    def error(self, message: str) -> NoReturn:
        """Say `message` in one line and end with status 2."""
        if language() == "ko":
            for pattern, korean in _KOREAN:
                message = re.sub(pattern, korean, message)
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(2)


class _Formatter(argparse.HelpFormatter):
    def add_usage(
        self, usage: Any, actions: Any, groups: Any, prefix: str | None = None
    ) -> None:
        said = Text("사용법: ", "usage: ").say() if prefix is None else prefix
        super().add_usage(usage, actions, groups, said)
