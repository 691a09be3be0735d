"""Notebooks that need a real kernel: widgets, other languages, a tag."""

import contextlib
import json
import os
import socket
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.execution import bubblewrap
from autograder.grading.kernels import needs_kernel
from autograder.grading.loading import load_master
from autograder.grading.pool import Pool, Submission
from autograder.grading.settings import Settings
from intensity.language import CourseError
from tests.autograder.grading.courses import (
    fill,
    master_of,
    nbgrader,
    nbgrader_scores,
    our_scores,
    released_by,
    submit,
    write_source,
)
from tests.autograder.grading.kinds import answer, check, locked
from tests.autograder.grading.test_engine import cell, graded

QUICK = Settings(cell_seconds=4, grace_seconds=2, figures="none")

needs_bubblewrap = pytest.mark.skipif(
    not bubblewrap.works(), reason="bubblewrap does not work here"
)

# A language of postfix arithmetic: "3 4 + = x" keeps 7, "x 7 ?" fails unless equal.
POSTFIX = """
import operator
from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

SIGNS = {"+": operator.add, "*": operator.mul, "-": operator.sub}

class Postfix(Kernel):
    implementation, implementation_version, banner = "postfix", "1", "postfix"
    language_info = {"name": "postfix", "mimetype": "text/plain", "file_extension": ""}

    def do_execute(self, code, silent, store_history=True, user_expressions=None,
                   allow_stdin=False, **_):
        names = self.__dict__.setdefault("kept", {})
        try:
            for line in code.splitlines():
                stack, words = [], line.split()
                while words:
                    word = words.pop(0)
                    if word in SIGNS:
                        b, a = stack.pop(), stack.pop()
                        stack.append(SIGNS[word](a, b))
                    elif word == "=":
                        names[words.pop(0)] = stack.pop()
                    elif word == "?":
                        assert stack.pop() == stack.pop(), line
                    else:
                        stack.append(names[word] if word.isalpha() else int(word))
        except Exception as error:
            content = {"ename": type(error).__name__, "evalue": str(error),
                       "traceback": [line]}
            self.send_response(self.iopub_socket, "error", content)
            return {"status": "error", "execution_count": self.execution_count,
                    **content}
        return {"status": "ok", "execution_count": self.execution_count,
                "payload": [], "user_expressions": {}}

IPKernelApp.launch_instance(kernel_class=Postfix)
"""
POSTFIX_SPEC = {"name": "postfix", "display_name": "Postfix", "language": "postfix"}

WIDGET_CELLS = [
    locked("setup", "import ipywidgets as widgets"),
    answer("slider", "slider = widgets.IntSlider(value=3, max=9)\ndisplay(slider)"),
    check("slider_check", 2, "assert slider.value == 3 and slider.max == 9"),
    answer("half", "half = slider.value / 2"),
    check("half_check", 3, "earned = 1\nif half == 1.5: earned = 3\nearned"),
]
POSTFIX_CELLS = [
    answer("sum", "3 4 + = x"),
    check("sum_check", 2, "x 7 ?"),
    answer("product", "x 2 * = y"),
    check("product_check", 1, "y 14 ?"),
]


@pytest.fixture(scope="module")
def postfix(tmp_path_factory):
    """The postfix kernel, installed for this module."""
    data = tmp_path_factory.mktemp("jupyter")
    folder = data / "kernels" / "postfix"
    folder.mkdir(parents=True)
    (folder / "postfix.py").write_text(POSTFIX)
    argv = [sys.executable, "{resource_dir}/postfix.py", "-f", "{connection_file}"]
    (folder / "kernel.json").write_text(json.dumps({**POSTFIX_SPEC, "argv": argv}))
    for part in (folder, *folder.parents):  # another user runs it
        if str(part).startswith(str(data.parent)):
            part.chmod(0o755)
    before = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = str(data)
    yield
    os.environ.pop("JUPYTER_PATH")
    if before is not None:
        os.environ["JUPYTER_PATH"] = before


def tagged(*cells):
    """A master whose checks run in a real Python kernel because of a tag."""
    return master_of(("book", list(cells)), tags={"check": ["real-kernel"]})


def test_only_what_needs_a_real_kernel_gets_one():
    plain = master_of(("book", [answer("a", "x = 1"), check("c", 1, "assert x")]))
    widgets = master_of(("book", WIDGET_CELLS))
    assert [needs_kernel(m.notebooks[0]) for m in (plain, widgets)] == [False, True]
    assert needs_kernel(tagged(check("check", 1, "assert x")).notebooks[0])
    other = replace(plain.notebooks[0], metadata={"kernelspec": POSTFIX_SPEC})
    assert needs_kernel(other)


@needs_bubblewrap
@pytest.mark.usefixtures("postfix")
def test_widgets_and_other_languages_score_as_in_nbgrader(tmp_path):
    books = {"widgets": WIDGET_CELLS, "postfix": POSTFIX_CELLS}
    write_source(tmp_path, "a", books)
    # nbgrader asks what stands in place of a solution in this language.
    with (tmp_path / "nbgrader_config.py").open("a") as config:
        config.write('c.ClearSolutions.code_stub = {"python": "pass", "postfix": ""}')
    source = tmp_path / "source" / "a" / "postfix.ipynb"
    told = json.loads(source.read_text())
    told["metadata"]["kernelspec"] = POSTFIX_SPEC
    source.write_text(json.dumps(told))
    nbgrader(tmp_path, ("generate", "a"))
    master = load_master(tmp_path, "a")
    class_ = {
        "right": {
            "slider": WIDGET_CELLS[1][3],
            "half": "half = 1.5",
            "sum": "7 = x",
            "product": "x x + = y",
        },
        "partly": {
            "slider": "slider = widgets.IntSlider(value=3, max=9)",
            "half": "half = 2",
            "sum": "3 4 * = x",
            "product": "14 = y",
        },
        "wrong": {"slider": "slider = None", "half": "half = slider", "sum": "a b"},
    }
    handed = []
    for name, answers in class_.items():
        cells = {b.name: fill(released_by(b), answers) for b in master.notebooks}
        handed.append(Submission(name, submit(tmp_path, "a", name, cells)))
    with Pool(master, settings=QUICK) as pool:
        ours = our_scores(pool.grade(handed))
    nbgrader(tmp_path, *(("autograde", "a", name) for name in class_))
    theirs = nbgrader_scores(tmp_path, "a")
    assert ours == theirs
    assert sum(v for (student, *_), v in ours.items() if student == "right") == 8


@needs_bubblewrap
def test_the_result_says_that_checks_ran_in_the_students_kernel(tmp_path):
    master = tagged(
        answer("a", "kernel = get_ipython().kernel"),
        check("check", 2, "assert kernel.implementation == 'ipython'"),
    )
    result = graded(master, tmp_path, {"s": {"a": "kernel = get_ipython().kernel"}})
    checked = cell(result["s"], "check")
    assert (checked.points, checked.in_kernel) == (2, True)
    assert any("book" in slip.en and "forge" in slip.en for slip in result["s"].slips)
    assert {"bubblewrap", "landlock", "seccomp"} <= set(result["s"].sandbox)


@needs_bubblewrap
def test_a_cell_that_kills_or_hangs_its_kernel_costs_its_own_points(tmp_path):
    master = tagged(
        answer("a", "x = 1"),
        answer("b", "y = 2"),
        answer("c", "z = 3"),
        check("check", 2, "assert (x, z) == (1, 3)"),
    )
    kills = {"a": "x = 1", "b": "import os; os._exit(3)", "c": "z = 3"}
    hangs = {**kills, "b": "while True: pass"}
    result = graded(master, tmp_path, {"kills": kills, "hangs": hangs}, QUICK)
    assert [cell(result[s], "check").points for s in ("kills", "hangs")] == [2, 2]


ATTACKS = """
import os, socket, subprocess, sys
def tried(act):
    try:
        act()
    except OSError as error:
        return type(error).__name__
    return "went through"
found = dict(
    tcp=tried(lambda: socket.create_connection(("127.0.0.1", PORT), 2)),
    secret=tried(lambda: open(SECRET).read()),
    write=tried(lambda: open(SECRET + "2", "w")),
)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(987654)"],
                 start_new_session=True)
sys.stdout.write("flood " * 5_000_000)
print(len(os.listdir("/proc")) < 60)
"""


@needs_bubblewrap
def test_a_real_kernel_is_locked_up_as_any_student_is(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden")
    secret.chmod(0o644)
    master = tagged(
        answer("a", "found = {}"),
        check(
            "check",
            2,
            "assert set(found.values()) <= {'PermissionError', "
            "'FileNotFoundError'} and len(found) == 3",
        ),
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        source = f"PORT, SECRET = {port}, {str(secret)!r}\n{textwrap.dedent(ATTACKS)}"
        result = graded(master, tmp_path / "class", {"s": {"a": source}})["s"]
    assert cell(result, "check").points == 2
    assert len(json.dumps(result.notebooks)) < 3_000_000
    assert not _runs("987654")


def _runs(word):
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if f"sleep({word})" in process.read_text():
                return True
    return False


def test_a_kernel_that_is_not_installed_is_named_before_anything_is_graded():
    book = master_of(("book", POSTFIX_CELLS)).notebooks[0]
    spec = {"name": "no-such", "language": "postfix"}
    master = replace(
        master_of(("book", POSTFIX_CELLS)),
        notebooks=(replace(book, metadata={"kernelspec": spec}),),
    )
    with pytest.raises(CourseError, match="no-such"):
        Pool(master)
