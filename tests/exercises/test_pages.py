"""The pages for students and instructors say what the programs do."""

import re
from pathlib import Path

import pytest

from autograder.checks.quantity import parse_number
from autograder.cli import COMMANDS
from exercises import sample_class
from tools import grade

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(lang, page, kind):
    written = (ROOT / "book" / lang / f"{page}.md").read_text("utf-8")
    return [body for name, body in BLOCK.findall(written) if name == kind]


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_the_sample_class_on_the_page_is_the_real_output(results, lang):
    (shown,) = blocks(lang, "instructors/first-week", "text")
    sample = [results[student] for student in sorted(sample_class.STUDENTS)]
    assert shown.splitlines() == list(grade.table(sample, lang))


def test_both_languages_give_the_same_commands():
    def commands(lang):
        lines = "\n".join(blocks(lang, "instructors/first-week", "bash")).splitlines()
        return [line.partition("#")[0].strip() for line in lines]

    assert commands("ko") == commands("en")


def test_every_command_on_the_page_exists():
    lines = "\n".join(blocks("en", "instructors/first-week", "bash")).splitlines()
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for line in filter(str.strip, lines):
        program, *arguments = line.split()
        if program == "autograder":
            assert arguments[0] in COMMANDS
        elif program == "make":
            assert re.search(rf"^{arguments[0]}:", makefile, re.M)
        else:
            assert program in {".", "cd", "cp", "nbgrader", "../../.venv/bin/jupyter"}


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_the_answers_called_the_same_on_the_students_page_are_the_same(lang):
    (shown,) = blocks(lang, "students", "python")
    names = {}
    read = set()
    for line in shown.splitlines():
        exec(line, names)
        answer = names["answer"]
        read.add(parse_number(answer, "GB") if isinstance(answer, str) else answer)
    assert read == {16.0}


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_the_students_page_explains_every_mark(lang):
    from autograder.checks.sheet import MARKS

    page = (ROOT / "book" / lang / "students.md").read_text("utf-8")
    for mark in MARKS.values():
        assert f"| {mark} |" in page
