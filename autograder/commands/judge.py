"""autograder judge: sentences in, judgements out, one JSON object a line."""

from __future__ import annotations

import argparse

from autograder.reading import read

from .lines import add_input, answer_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--jsonl FILE, or - for standard input."""
    add_input(parser)


def run(args: argparse.Namespace) -> int:
    """Judge every line; 0, or 2 if the file cannot be read."""
    from autograder.checks.judging import judge

    return answer_lines(args.jsonl, lambda text, name: judge(read(text)).as_json(name))
