"""Where check cells run, nothing outside the judge's folder can be changed."""

import socket

import pytest

from autograder.execution import landlock
from autograder.grading.course import load
from autograder.grading.run import settings_of
from tests.autograder.grading import tiny
from tests.autograder.grading.test_engine import cell, graded, one_check

needs_landlock = pytest.mark.skipif(
    landlock.version() < 4, reason="this kernel's Landlock has no rule for connections"
)

OUTSIDE = {
    "writes a file": "open({place!r}, 'w').write('x')",
    "makes a folder": "import os; os.mkdir({place!r})",
    "removes a file": "import os; os.remove({kept!r})",
    "appends to a file": "open({kept!r}, 'a').write('x')",
    "connects": "import socket; socket.create_connection(('127.0.0.1', {port}), 2)",
}


@needs_landlock
@pytest.mark.parametrize("what", OUTSIDE)
def test_a_check_cell_cannot_reach_outside(what, tmp_path):
    kept = tmp_path / "kept.txt"
    kept.write_text("as it was")
    tmp_path.chmod(0o777)
    kept.chmod(0o666)
    with socket.create_server(("127.0.0.1", 0)) as server:
        source = OUTSIDE[what].format(
            place=str(tmp_path / "new"), kept=str(kept), port=server.getsockname()[1]
        )
        tried = f"try:\n    {source}\nexcept PermissionError:\n    refused = True"
        master = one_check(f"refused = False\n{tried}\nassert refused and value == 3")
        result = graded(master, tmp_path / "class", {"s": {"answer": "value = 3"}})
    assert cell(result["s"], "check").points == 2
    assert sorted(one.name for one in tmp_path.iterdir()) == ["class", "kept.txt"]
    assert kept.read_text() == "as it was"


def test_a_check_cell_may_read_data_and_use_temporary_files(tmp_path):
    (tmp_path / "data.txt").write_text("3")
    master = one_check(
        f"import tempfile\ndata = open({str(tmp_path / 'data.txt')!r}).read()\n"
        "with tempfile.NamedTemporaryFile('w+') as file:\n"
        "    file.write(data); file.seek(0)\n    assert value == int(file.read())"
    )
    result = graded(master, tmp_path / "class", {"s": {"answer": "value = 3"}})["s"]
    assert cell(result, "check").points == 2


@needs_landlock
def test_a_check_cell_reads_data_beside_the_course_but_nothing_of_it(tmp_path):
    root = tmp_path / "course"
    tiny.build(root)
    (root / "data").mkdir()
    (root / "data" / "sizes.txt").write_text("3")
    for name in ("submitted", "autograded", ".autograder"):
        (root / name).mkdir()
        (root / name / "other.txt").write_text("3")
    course = load(root)
    (root / "way").symlink_to(root / "submitted")
    hidden = [
        *("submitted/other.txt", "autograded/other.txt", ".autograder/other.txt"),
        *("gradebook.db", "nbgrader_config.py", "way/other.txt"),
        f"source/{tiny.ASSIGNMENT}/{tiny.NOTEBOOK}.ipynb",
    ]
    assert all((root / name).is_file() for name in hidden)
    master = one_check(
        "read = []\n"
        f"for name in {[str(root / name) for name in hidden]!r}:\n"
        "    try:\n        read.append(open(name, 'rb').read())\n"
        "    except PermissionError:\n        pass\n"
        "assert read == []\n"
        f"assert int(open({str(root / 'data/sizes.txt')!r}).read()) == value"
    )
    settings = settings_of(course, sandboxed=True)
    result = graded(master, tmp_path, {"s": {"answer": "value = 3"}}, settings)["s"]
    assert cell(result, "check").points == 2
