"""What becomes of cells that die, hang, cheat or cannot cross; and of lost workers."""

import json
import os
import signal

import pytest

from autograder.grading import pool
from autograder.grading.pool import Pool, Submission
from autograder.grading.settings import Settings
from tests.autograder.grading import tiny
from tests.autograder.grading.courses import (
    fill,
    master_of,
    our_scores,
    released_by,
    submit,
)
from tests.autograder.grading.kinds import answer, check, locked, manual

QUICK = Settings(cell_seconds=3, probe_seconds=3, grace_seconds=1, figures="none")


def graded(master, root, students, settings=QUICK, **how):
    """name -> result, for students given as name -> {grade_id: source}."""
    handed = []
    for name, answers in students.items():
        books = {
            book.name: fill(released_by(book), answers) for book in master.notebooks
        }
        handed.append(Submission(name, submit(root, "a", name, books)))
    with Pool(master, settings=settings, **how) as pool:
        return {result.student: result for result in pool.grade(handed)}


def cell(result, name):
    return next(one for one in result.cells if one.grade_id == name)


def one_check(source, solution="value = 3", before=(), **how):
    """A master of one answer and one check worth 2."""
    cells = [*before, answer("answer", solution), check("check", 2, source)]
    return master_of(("book", cells), **how)


def test_every_dying_cell_costs_its_own_points_however_many_there_are(tmp_path):
    cells = []
    for number in range(12):
        cells += [
            answer(f"a{number}", "x = 1"),
            check(f"c{number}", 1, "assert x == 1"),
        ]
    master = master_of(("book", cells))
    answers = {f"a{n}": "x = 1" for n in range(12)}
    dying = {**answers, **{f"a{n}": "import os; os._exit(1)" for n in range(1, 11)}}
    result = graded(master, tmp_path, {"s": dying})["s"]
    # x is still 1 from before: each check that only reads it passes.
    assert [one.points for one in result.cells if one.max_points] == [1.0] * 12
    assert result.status == "graded"


def test_nothing_before_a_dying_cell_is_run_twice(tmp_path):
    count = "open('runs.txt', 'a').write('x'); import time; now = time.time_ns()"
    cells = [
        answer("a", count),
        answer("b", "pass"),
        answer("c", "later = now"),
        check("c_check", 3, "assert open('runs.txt').read() == 'x' and later == now"),
    ]
    master = master_of(("book", cells))
    ending = "import ctypes; ctypes.string_at(0)"
    handed = {"a": count, "b": ending, "c": "later = now"}
    result = graded(master, tmp_path, {"s": handed})["s"]
    assert cell(result, "c_check").points == 3


def test_a_call_that_ends_the_process_costs_its_check_and_no_other(tmp_path):
    cells = [
        answer("f", "def f(n):\n    return n"),
        check("big", 2, "try:\n    f(9)\nexcept:\n    pass"),
        check("small", 3, "assert f(1) == 1"),
    ]
    master = master_of(("book", cells))
    source = "def f(n):\n    import os\n    return n if n < 5 else os._exit(0)"
    result = graded(master, tmp_path, {"s": {"f": source}})["s"]
    assert (cell(result, "big").points, cell(result, "big").status) == (0, "died")
    assert cell(result, "small").points == 3


@pytest.mark.parametrize(
    ("ending", "status"),
    [("import os; os._exit(0)", "missing"), ("while True: pass", "missing")],
)
def test_a_cell_that_ends_or_hangs_costs_its_own_points(ending, status, tmp_path):
    cells = [
        answer("a", "x = 1"),
        check("a_check", 2, "assert x == 1"),
        answer("b", "y = 2"),
        check("b_check", 3, "assert y == 2"),
    ]
    master = master_of(("book", cells))
    result = graded(master, tmp_path, {"s": {"a": ending, "b": "y = 2"}})["s"]
    assert cell(result, "a_check").points == 0
    assert cell(result, "a_check").status == status
    assert cell(result, "b_check").points == 3


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("import os; os._exit(3)", "died"),
        ("import time; time.sleep(60)", "timeout"),
        ("return 'x' * 200_000_000", "wrong"),
        ("return 1 / 0", "error"),
        ("return 4", "wrong"),
        ("return 3", "right"),
    ],
)
def test_a_function_that_fails_when_called_has_a_status(body, status, tmp_path):
    master = one_check("assert f() == 3", "def f():\n    return 3")
    answers = {"answer": f"def f():\n    {body}"}
    result = graded(master, tmp_path, {"s": answers})["s"]
    assert cell(result, "check").status == status
    assert cell(result, "check").points == (2 if status == "right" else 0)


def test_the_points_follow_each_answer_not_the_last_state(tmp_path):
    cells = [
        answer("a", "x = 1"),
        check("a_check", 1, "assert x == 1"),
        answer("b", "x = 2"),
        check("b_check", 1, "assert x == 2"),
    ]
    master = master_of(("book", cells))
    result = graded(master, tmp_path, {"s": {"a": "x = 1", "b": "x = 2"}})["s"]
    assert result.score == 2


def test_an_expected_value_never_reaches_the_students_process(tmp_path):
    # The name is the student's own, bound to catch what the check binds to it.
    hidden = "expected = 3\nassert f() == expected\n"
    master = one_check(hidden, "def f():\n    return 3")
    spy = "expected = None\ndef f():\n    return expected"
    assert graded(master, tmp_path, {"s": {"answer": spy}})["s"].score == 0


def test_a_changed_constant_is_the_instructors_in_checks_and_told(tmp_path):
    master = one_check(
        "assert f(N) == 2 * N", "def f(n):\n    return 2 * n", [locked("c", "N = 21")]
    )
    cheat = "N = 0\ndef f(n):\n    return 0"
    result = graded(master, tmp_path, {"s": {"answer": cheat}})["s"]
    assert result.score == 0
    assert any("`N`" in notice.en for notice in result.notices)


def test_an_object_that_equals_everything_is_refused_with_a_reason(tmp_path):
    source = "class Yes:\n    __eq__ = lambda s, o: True\nvalue = Yes()"
    result = graded(one_check("assert value == 3"), tmp_path, {"s": {"answer": source}})
    only = cell(result["s"], "check")
    assert (only.points, only.status) == (0, "wrong")
    assert "Yes" in only.message.en
    assert "Yes" in only.message.ko


def test_a_check_that_cannot_cross_is_on_hold_and_reported(tmp_path):
    source = "class Local:\n    pass\nassert f(Local) == 3"
    master = one_check(source, "def f(kind):\n    return 3")
    right = {"answer": "def f(kind):\n    return 3"}
    result = graded(master, tmp_path, {"s": right})["s"]
    assert cell(result, "check").points is None
    assert cell(result, "check").status == "broken"
    assert result.status == "partial"
    assert any("in-kernel" in slip.en for slip in result.slips)


def test_the_masters_tag_lets_a_check_run_in_the_students_process(tmp_path):
    source = "class Local:\n    pass\nassert f(Local) == 3"
    master = one_check(
        source, "def f(kind):\n    return 3", tags={"check": ["in-kernel"]}
    )
    right = {"answer": "def f(kind):\n    return 3"}
    result = graded(master, tmp_path, {"s": right})["s"]
    assert cell(result, "check").points == 2
    assert cell(result, "check").in_kernel
    assert any("forge" in slip.en for slip in result.slips)


def test_a_notebook_that_is_not_handed_in_counts_nothing(tmp_path):
    master = master_of(
        ("one", [answer("a", "x = 1"), check("a_check", 1, "assert x == 1")]),
        ("two", [answer("b", "y = 1"), check("b_check", 4, "assert y == 1")]),
    )
    book = fill(released_by(master.notebooks[0]), {"a": "x = 1"})
    folder = submit(tmp_path, "a", "s", {"one": book})
    with Pool(master, settings=QUICK) as pool:
        (result,) = pool.grade([Submission("s", folder)])
    assert (result.score, result.max_score) == (1, 5)
    assert cell(result, "b_check").status == "missing"


def test_an_answer_for_a_person_waits_unless_it_is_blank(tmp_path):
    master = master_of(("book", [manual("why", 3, "Why?")]))
    done = graded(master, tmp_path, {"s": {"why": "Because."}, "t": {}})
    assert done["s"].status == "needs-manual"
    assert cell(done["s"], "why").points is None
    assert cell(done["t"], "why").points == 0
    assert done["t"].no_response == (("book", "why"),)


def test_random_numbers_are_each_students_own_and_the_same_again(tmp_path):
    master = one_check(
        "assert 0 <= x < 1\nprint(x)", "import random\nx = random.random()"
    )
    source = {"answer": "import random\nx = random.random()"}

    def drawn(folder):
        done = graded(master, tmp_path / folder, {"s": source, "t": source})
        return [json.dumps(dict(done[name].notebooks)) for name in ("s", "t")]

    first = drawn("1")
    assert first == drawn("2")
    assert first[0] != first[1]


def test_checks_of_one_student_leave_no_trace_for_the_next(tmp_path):
    patching = "import math\nmath.pi = 3\nassert value == 3"
    master = one_check(patching + "\nassert math.tau < 7")
    looking = one_check("import math\nassert math.pi > 3.1\nassert value == 3")
    right = {name: {"answer": "value = 3"} for name in "stu"}
    assert {r.score for r in graded(master, tmp_path / "1", right).values()} == {2}
    both = master_of(
        ("patch", [answer("a", "v = 3"), check("p", 1, "import math; math.pi = v")]),
        (
            "look",
            [answer("b", "v = 3"), check("q", 1, "import math; assert math.pi > v")],
        ),
    )
    answers = {name: {"a": "v = 3", "b": "v = 3"} for name in "stu"}
    assert {r.score for r in graded(both, tmp_path / "2", answers).values()} == {2}
    assert {r.score for r in graded(looking, tmp_path / "3", right).values()} == {2}


def test_a_lost_worker_loses_no_submission(tmp_path):
    master = master_of((tiny.NOTEBOOK, tiny.CELLS))
    released = released_by(master.notebooks[0])
    handed = [
        Submission(
            name, submit(tmp_path, "a", name, {tiny.NOTEBOOK: fill(released, a)})
        )
        for name, a in tiny.class_of(12)
    ]
    with Pool(master, jobs=2, settings=QUICK) as pool:
        results = []
        for result in pool.grade(handed):
            results.append(result)
            if len(results) in (2, 6):
                victim = pool._processes[len(results) % 2].process.pid
                os.kill(victim, signal.SIGKILL)
    assert not pool._place.exists()
    assert sorted(r.student for r in results) == sorted(s.student for s in handed)
    assert not any(one.status == "broken" for r in results for one in r.cells)
    with Pool(master, settings=QUICK) as pool:
        assert our_scores(results) == our_scores(pool.grade(handed))


def test_without_figures_and_without_sandbox_scores_are_the_same(tmp_path):
    master = master_of((tiny.NOTEBOOK, tiny.CELLS))
    class_ = dict(tiny.class_of(4))
    free = Settings(sandbox=False, figures="none")
    ours = our_scores(graded(master, tmp_path / "1", class_).values())
    assert our_scores(graded(master, tmp_path / "2", class_, free).values()) == ours


def test_a_check_that_is_not_sure_keeps_its_points_and_calls_a_person(tmp_path):
    source = """
from dataclasses import replace
from autograder.checks.outcome import Text, partly
from autograder.checks.scoring import score

class Unsure:
    id, points = "check", 2.0
    def check(self, answer):
        return replace(partly(0.5, Text("반쯤", "half")), person=True)

score(Unsure(), lambda: value, "en")
"""
    master = one_check(source)
    result = graded(master, tmp_path, {"s": {"answer": "value = 3"}})["s"]
    found = cell(result, "check")
    assert (found.points, found.status) == (1.0, "partly")
    assert found.manual
    assert found.message == ("반쯤", "half")


@pytest.mark.parametrize(
    ("jobs", "cores"),
    [(1, [None]), (2, [None, None]), (3, [1, 4, 6]), (5, [1, 4, 6, 1, 4])],
)
def test_workers_keep_to_cores_of_their_own_where_none_is_to_spare(
    jobs, cores, monkeypatch
):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {6, 1, 4})
    assert pool._cores(jobs) == cores
