"""What one student's process sends does not stay with the next one's judge."""

import json

import pytest

from autograder.execution.protocol import Frame, send
from autograder.grading import line as line_module
from autograder.grading.line import DiedError, Line, Times
from autograder.grading.pool import Pool, Submission
from tests.autograder.grading.courses import fill, master_of, released_by

CHECK = """
import resource
pages = int(open("/proc/self/statm").read().split()[1])
assert pages * resource.getpagesize() < 350 << 20
for n in range(5):
    assert len(ones(n)) >= 0
"""


@pytest.fixture
def handed(tmp_path):
    cells = [
        ("locked", "setup", 0, "import numpy as np"),
        ("answer", "ones", 0, "ones = np.ones"),
        ("check", "ones_check", 2, CHECK),
    ]
    master = master_of(("n", cells))
    released = released_by(master.notebooks[0])
    submissions = []
    for student, answer in (
        ("hoarder", "ones = lambda n: np.ones(8_000_000)"),
        ("honest", "ones = np.ones"),
    ):
        folder = tmp_path / student
        folder.mkdir()
        (folder / "n.ipynb").write_text(json.dumps(fill(released, {"ones": answer})))
        submissions.append(Submission(student, folder))
    return master, submissions


def test_the_next_student_has_a_judge_that_holds_nothing(handed):
    master, submissions = handed
    with Pool(master) as pool:
        points = {one.student: one.cells[0].points for one in pool.grade(submissions)}
    assert points == {"hoarder": 2, "honest": 2}


def test_a_process_may_not_send_without_end(monkeypatch):
    import socket

    monkeypatch.setattr(line_module, "MOST_BYTES", 10_000)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        line = Line(ours, times=Times(), interrupt=lambda: None)
        line.allow(10)
        block = Frame(message={}, blocks=(bytes(4_000),))
        for _ in range(3):
            send(theirs, block)
        assert len(line.receive().blocks[0]) == 4_000
        assert len(line.receive().blocks[0]) == 4_000
        with pytest.raises(DiedError):
            line.receive()
        assert line.ended == "flood"
