"""JSON lines in, JSON lines out, shared by `read` and `judge`.

Each input line is {"id": ..., "text": ...}; a line that is not is answered in its
place with a reason, so that one bad line never stops the rest.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from intensity.language import Text


def add_input(parser: argparse.ArgumentParser) -> None:
    """The one option of both commands."""
    help_text = Text(
        ko='한 줄에 {"id", "text"} 하나인 파일, -는 표준 입력',
        en='a file with one {"id", "text"} a line; - is standard input',
    )
    parser.add_argument("--jsonl", metavar="FILE", required=True, help=help_text.say())


def answer_lines(
    source: str, answer: Callable[[str, object], dict[str, object]]
) -> int:
    """Print the answer to each line of `source`; exit status 0, 1 or 2.

    1: some line could not be read, and says so in its place.
    """
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        reason = Text(
            ko=f"{source}: 읽을 수 없습니다({error.strerror}).",
            en=f"{source}: cannot be read ({error.strerror})",
        )
        print(reason.say(), file=sys.stderr)
        return 2
    status = 0
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        name, text, problem = _parse(line, number)
        if problem is not None:
            status = 1
            reply: dict[str, object] = {"id": name, "error": problem._asdict()}
        else:
            reply = answer(text, name)
        print(json.dumps(reply, ensure_ascii=False))
    return status


def _parse(line: bytes, number: int) -> tuple[object, str, Text | None]:
    """(id, text, None), or the reason why the line is no claim."""
    try:
        row = json.loads(line.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        return number, "", _reason(number, "JSON이 아닙니다", "is not JSON")
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        return (
            row.get("id", number) if isinstance(row, dict) else number,
            "",
            _reason(number, "text가 없습니다", "has no text"),
        )
    return row.get("id", number), row["text"], None


def _reason(number: int, ko: str, en: str) -> Text:
    return Text(ko=f"{number}번째 줄: {ko}.", en=f"line {number} {en}")
