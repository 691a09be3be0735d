"""Only source text of answers is taken from a submission; the rest is the master's."""

import json

import pytest

from autograder.grading.master import unpack
from autograder.grading.mending import mend
from autograder.grading.submission import parse_notebook
from tests.autograder.grading import tiny
from tests.autograder.grading.courses import fill, grade_id, released_by
from tests.autograder.grading.record import MASTERS


@pytest.fixture(scope="module")
def book():
    (book,) = unpack(json.loads(MASTERS.read_text())["tiny"]).notebooks
    return book


@pytest.fixture
def handed(book):
    return fill(released_by(book), tiny.GOOD)


def mended(book, notebook):
    return mend(book, parse_notebook(json.dumps(notebook).encode()).cells)


def find(notebook, name):
    return next(cell for cell in notebook["cells"] if grade_id(cell) == name)


def sources(done):
    return {s.master.grade_id: s.source for s in done.steps if s.master}


def names(done):
    return [s.master.grade_id for s in done.steps if s.master and s.master.grade_id]


def test_an_untouched_order_needs_no_notice(book, handed):
    done = mended(book, handed)
    assert done.notices == []
    assert len(done.steps) == len(book.cells)
    assert sources(done)["flops"] == tiny.GOOD["flops"]


def test_check_cells_are_the_masters_with_hidden_tests(book, handed):
    for cell in handed["cells"]:
        if grade_id(cell).endswith("_check"):
            cell["source"] = "assert True"
    done = mended(book, handed)
    assert "BEGIN HIDDEN" in sources(done)["flops_check"]
    assert len(done.notices) == 5


def test_own_cells_keep_their_place(book, handed):
    at = handed["cells"].index(find(handed, "flops")) + 1
    own = {"cell_type": "code", "id": "o", "metadata": {}, "source": "mine = 1"}
    handed["cells"].insert(at, own)
    texts = [step.source for step in mended(book, handed).steps]
    assert texts.index("mine = 1") == texts.index(tiny.GOOD["flops"]) + 1


def test_a_deleted_check_is_put_back_and_told(book, handed):
    handed["cells"].remove(find(handed, "batch_check"))
    done = mended(book, handed)
    assert "batch_check" in names(done)
    assert any("batch_check" in notice.ko for notice in done.notices)


def test_the_masters_order_holds(book, handed):
    first = names(mended(book, handed))
    handed["cells"].reverse()
    done = mended(book, handed)
    assert names(done) == first
    assert done.notices


def test_a_split_answer_runs_in_both_parts(book, handed):
    cell = find(handed, "batch")
    second = {**cell, "id": "x", "source": "batch = size + 1"}
    cell["source"] = "size = 295"
    handed["cells"].insert(handed["cells"].index(cell) + 1, second)
    texts = [step.source for step in mended(book, handed).steps]
    assert texts.index("batch = size + 1") == texts.index("size = 295") + 1


def test_an_untouched_copy_of_an_answer_does_not_undo_it(book, handed):
    cell = find(handed, "flops")
    stub = next(c.source for c in book.cells if c.grade_id == "flops")
    handed["cells"].append({**cell, "id": "x", "source": stub})
    texts = [step.source for step in mended(book, handed).steps]
    assert stub not in texts
    assert tiny.GOOD["flops"] in texts


@pytest.mark.parametrize("also_ids", [False, True])
def test_answers_are_found_without_metadata(book, handed, also_ids):
    for cell in handed["cells"]:
        cell["metadata"] = {}
        if also_ids:
            del cell["id"]
    done = mended(book, handed)
    got = sources(done)
    assert {name: got[name] for name in tiny.GOOD} == tiny.GOOD
    assert done.notices


def test_a_deleted_answer_is_the_released_one(book, handed):
    handed["cells"].remove(find(handed, "claim"))
    done = mended(book, handed)
    stub = next(c.source for c in book.cells if c.grade_id == "claim")
    assert sources(done)["claim"] == stub
    assert any("claim" in notice.en for notice in done.notices)


def test_every_notice_is_in_both_languages(book, handed):
    handed["cells"] = handed["cells"][:3]
    for notice in mended(book, handed).notices:
        assert notice.ko
        assert notice.en
        assert notice.ko != notice.en
