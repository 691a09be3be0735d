"""In two processes a check comes to the same points as in one."""

import json
import subprocess
import sys
from pathlib import Path

from autograder.grading.pool import Pool, Submission
from autograder.grading.settings import Settings
from tests.autograder.grading.courses import fill, master_of, released_by, submit
from tests.autograder.grading.kinds import answer, check, locked
from tests.autograder.grading.snippets import SNIPPETS

ROOT = Path(__file__).parents[3]


def in_one_process():
    run = subprocess.run(
        [sys.executable, "-m", "tests.autograder.grading.snippets"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return dict(map(json.loads, run.stdout.splitlines()))


def in_two_processes(folder):
    books = []
    for number, (setup, solution, source) in enumerate(SNIPPETS):
        before = [locked("setup", setup)] if setup else []
        cells = [*before, answer("answer", solution), check("check", 1, source)]
        books.append((f"b{number}", cells))
    master = master_of(*books)
    handed = {
        book.name: fill(released_by(book), {"answer": SNIPPETS[number][1]})
        for number, book in enumerate(master.notebooks)
    }
    one = Submission("s", submit(folder, "a", "s", handed))
    with Pool(master, settings=Settings(figures="none")) as pool:
        (result,) = pool.grade([one])
    return {int(cell.notebook[1:]): cell.points for cell in result.cells}


def test_every_snippet_scores_as_in_one_process(tmp_path):
    expected = in_one_process()
    assert len(expected) == len(SNIPPETS) > 60
    assert set(expected.values()) == {1}
    assert in_two_processes(tmp_path) == expected
