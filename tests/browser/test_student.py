"""A student's evening: problem set 1 in JupyterLab, from opening it to its points."""

import json
import re
import shutil

import pytest

from autograder.cli import main
from exercises.sample_class import RIGHT
from tests.autograder.grading.courses import grade_id, nbgrader, release
from tests.browser.conftest import ROOT, opener
from tests.browser.jupyter import jupyter_lab

READ = {
    "ridge": "206.146 FLOP/byte: 이렇게 읽었습니다. 맞는지는 채점 때 알 수 있습니다.",
    "claim": """\
phase      decode
verdict    compute-bound
model      Llama-3-8B
hardware   H20
batch      128
precision  가중치 bf16, 활성값 bf16
context    256
evidence   inferred
basis      '연산 강도가 꺾임점 37 FLOP/byte보다 크다'
주장이 맞는지는 채점 때 알 수 있습니다.""",
}
BLANK = "아직 답이 없습니다."


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with the problem set released; the student's copy is in `home`."""
    root = tmp_path_factory.mktemp("student") / "course"
    shutil.copytree(ROOT / "exercises/source/ps1", root / "source/ps1")
    shutil.copy(ROOT / "exercises/nbgrader_config.py", root)
    nbgrader(root, ("generate", "ps1"))
    shutil.copytree(root / "release/ps1", root.with_name("home"))
    return root


@pytest.fixture(scope="module")
def cells(course):
    """The grade_id of each cell of the released notebook, in order."""
    return [grade_id(cell) for cell in release(course, "ps1", "ps1")["cells"]]


@pytest.fixture(scope="module")
def lab(chromium, course):
    """The notebook, open; fails at the end if the page complained."""
    home = course.with_name("home")
    with (
        jupyter_lab(home, course.with_name("jupyter")) as address,
        opener(chromium, address) as open_page,
    ):
        page = open_page("lab/tree/ps1.ipynb")
        page.set_default_timeout(60_000)
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        yield page


@pytest.fixture(scope="module")
def shown(lab, cells):
    """grade_id -> what its cell shows when two answers were typed and run."""
    run(lab, cells.index("setup") - 1)
    run(lab, cells.index("setup"))
    for name in READ:
        run(lab, cells.index(f"{name}-answer"), RIGHT[f"{name}-answer"])
        run(lab, cells.index(name))
    return outputs(lab, cells)


@pytest.fixture(scope="module")
def afresh(lab, cells, shown, course):
    """The same after a restart with everything run, as the students' page advises."""
    assert set(shown) == set(filter(None, cells))
    lab.get_by_text("Kernel", exact=True).click()
    lab.get_by_text("Restart Kernel and Run All Cells…").click()
    lab.get_by_label("Confirm Kernel Restart").click()
    prompt(lab, len(cells) - 1, "[16]:")
    lab.screenshot(path=course.with_name("student.png"))
    return outputs(lab, cells)


@pytest.fixture(scope="module")
def verdict(lab, afresh):
    """What the Validate button says, which saves first."""
    assert afresh
    lab.locator(".jp-Toolbar").get_by_text("Validate", exact=True).click()
    said = lab.locator(".jp-Dialog-body").inner_text()
    lab.get_by_role("button", name="Ok", exact=True).click()
    return said


def at(page, number):
    return page.locator(".jp-Notebook .jp-Cell").nth(number)


def prompt(page, number, text):
    at(page, number).locator(".jp-InputPrompt", has_text=text).wait_for()


def run(page, number, text=None):
    """Run a cell, after typing `text` over it, as one does with Shift+Enter."""
    at(page, number).locator(".cm-content").click()
    if text is not None:
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(text)
    page.keyboard.press("Shift+Enter")
    prompt(page, number, re.compile(r"\d"))


def outputs(page, cells):
    return {
        name: "".join(at(page, i).locator(".jp-OutputArea-output").all_text_contents())
        for i, name in enumerate(cells)
        if name
    }


@pytest.mark.parametrize("name", READ)
def test_an_answer_is_read_back_as_soon_as_it_is_run(shown, name):
    assert shown[name].strip() == READ[name]


def test_run_afresh_every_blank_is_called_one_and_nothing_fails(afresh):
    said = {name: text.strip() for name, text in afresh.items() if text}
    blank = ("matmul", "decode-read", "kv-cache", "crossing", "rule")
    assert said == {**READ, **dict.fromkeys(blank, BLANK)}


def test_validate_finds_nothing_that_fails(verdict):
    assert "Success!" in verdict


def test_what_jupyterlab_saved_gets_its_points(verdict, course):
    assert verdict
    handed_in = course / "submitted/me/ps1"
    handed_in.mkdir(parents=True)
    shutil.copy(course.with_name("home") / "ps1.ipynb", handed_in)
    results = course.with_name("results.json")
    main(["grade", "ps1", "--course", str(course), "--json", str(results)])
    (result,) = json.loads(results.read_text("utf-8"))
    earned = {cell["grade_id"]: cell["points"] for cell in result["cells"]}
    assert {name: points for name, points in earned.items() if points} == {
        "ridge": 2,
        "claim": 5,
    }
