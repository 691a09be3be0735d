"""A course is found where nbgrader finds it."""

import subprocess
import sys

import pytest

from autograder.cli import main
from autograder.grading.course import (
    check_assignment,
    load,
    load_quick,
    remember,
)
from intensity.language import CourseError


@pytest.fixture
def root(tmp_path):
    for folder in (
        "source/ps1",
        "source/ps2",
        "submitted/kim/ps1",
        "submitted/lee/ps2",
    ):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "source/ps1/a.ipynb").write_text("{}")
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    return tmp_path


def configure(root, *lines):
    path = root / "nbgrader_config.py"
    path.write_text(path.read_text() + "\n".join(lines) + "\n")


def test_without_a_word_nbgraders_defaults_hold(root):
    course = load(root)
    assert course.db_url == f"sqlite:///{root}/gradebook.db"
    assert course.folder("submitted", "kim", "ps1") == root / "submitted/kim/ps1"
    assert course.students("ps1") == ["kim"]
    assert course.assignments() == ["ps1", "ps2"]


def test_the_configuration_is_obeyed(root):
    configure(
        root,
        "c.CourseDirectory.course_id = ' llm '",
        "c.CourseDirectory.db_url = 'postgresql://x/y'",
        "c.CourseDirectory.submitted_directory = 'in'",
        "c.CourseDirectory.directory_structure = "
        "'{assignment_id}/{nbgrader_step}/s-{student_id}'",
        "c.CourseDirectory.ignore.append('*.bak')",
        "c.Exchange.root = '/srv/exchange'",
    )
    (root / "ps1/in/s-김.철수").mkdir(parents=True)
    (root / "ps1/in/other").mkdir(parents=True)
    (root / "ps1/source/s-.").mkdir(parents=True)
    course = load(root)
    assert course.assignments() == ["ps1"]
    assert (course.course_id, course.db_url) == ("llm", "postgresql://x/y")
    assert course.students("ps1") == ["김.철수"]
    assert course.ignore[-1] == "*.bak"
    assert "__pycache__" in course.ignore
    assert str(course.exchange) == "/srv/exchange"


def test_a_folder_that_is_given_wins_over_the_configured_one(root):
    configure(root, "c.CourseDirectory.root = '/no/such/place'")
    assert load(root).root == root


def test_the_configured_folder_holds_when_none_is_given(root, tmp_path, monkeypatch):
    here = tmp_path / "elsewhere"
    here.mkdir()
    (here / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.root = {str(root)!r}\n"
    )
    monkeypatch.chdir(here)
    assert load().root == root


def test_student_names_are_names_and_never_patterns(root):
    for name in ("a*b", "[x]", "..y", "two words"):
        (root / "submitted" / name / "ps1").mkdir(parents=True)
    assert load(root).students("ps1") == sorted(
        ["kim", "a*b", "[x]", "..y", "two words"]
    )


@pytest.mark.parametrize("folder", ["missing", "submitted"])
def test_what_is_no_course_is_refused(root, folder):
    with pytest.raises(CourseError, match="--course"):
        load(root / folder)


def test_a_broken_configuration_is_named(root):
    configure(root, "1 / 0")
    with pytest.raises(CourseError, match=r"nbgrader_config.py.*division by zero"):
        load(root)


def test_an_unknown_assignment_names_the_known_ones(root):
    course = load(root)
    check_assignment(course, "ps1")
    with pytest.raises(CourseError, match="ps1, ps2"):
        check_assignment(course, "ps9")


def test_an_unchanged_configuration_is_not_run_again(root):
    configure(root, "c.CourseDirectory.submitted_directory = 'in'")
    course = load(root)
    remember(course, root)
    quick = load_quick(root)
    assert quick.folder("submitted", "a", "b") == root / "in/a/b"
    assert quick.config == {}
    configure(root, "c.CourseDirectory.submitted_directory = 'other'")
    assert load_quick(root).folder("submitted", "a", "b") == root / "other/a/b"


@pytest.fixture
def runs(root):
    """How often the configuration ran, which loads another file and imports a third."""
    (root / "names.py").write_text("SUBMITTED = 'in'\n")
    (root / "sub.py").write_text("c = get_config()\n")
    configure(
        root,
        "import pathlib, runpy",
        f"here = pathlib.Path({str(root)!r})",
        "with (here / 'runs').open('a') as file: file.write('x')",
        "names = runpy.run_path(str(here / 'names.py'))",
        "c.CourseDirectory.submitted_directory = names['SUBMITTED']",
        "load_subconfig('sub.py')",
    )
    return lambda: len((root / "runs").read_text())


def test_status_runs_the_configuration_once(root, runs, capsys):
    for _ in range(3):
        assert main(["status", "--course", str(root)]) == 0
    assert runs() == 1
    assert capsys.readouterr().out.count("ps1") == 3


def change_module(root, _patch):
    (root / "names.py").write_text("SUBMITTED = 'out'\n")


def change_subconfig(root, _patch):
    (root / "sub.py").write_text("c.CourseDirectory.submitted_directory = 'out'\n")


def change_home(root, patch):
    patch.setenv("HOME", str(root / "other"))


def add_to_the_users_own(root, patch):
    patch.setenv("JUPYTER_CONFIG_DIR", str(root / "jupyter"))


def tear(root, _patch):
    memory = root / ".autograder" / "course.json"
    memory.write_text(memory.read_text()[:40])


def garble(root, _patch):
    (root / ".autograder" / "course.json").write_text("[]")


@pytest.mark.parametrize(
    "change",
    [change_module, change_subconfig, change_home, add_to_the_users_own, tear, garble],
)
def test_the_configuration_runs_again_when_what_it_may_read_changes(
    root, runs, monkeypatch, change
):
    load_quick(root)
    change(root, monkeypatch)
    found = load_quick(root)
    assert runs() == 2
    assert found.steps == load(root).steps


def test_a_configured_folder_has_a_configuration_that_is_watched(
    root, tmp_path, monkeypatch
):
    here = tmp_path / "elsewhere"
    here.mkdir()
    (here / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.CourseDirectory.root = {str(root)!r}\n"
    )
    monkeypatch.chdir(here)
    assert load_quick().steps["submitted"] == "submitted"
    configure(root, "c.CourseDirectory.submitted_directory = 'in'")
    assert load_quick().steps["submitted"] == "in"


def test_status_imports_nothing_heavy_even_where_the_configuration_does(root):
    configure(root, "import sqlalchemy, nbformat")
    remember(load(root), root)
    code = (
        "import sys; from autograder import cli;"
        f"cli.main(['status', '--course', {str(root)!r}]);"
        "print(*sys.modules, file=sys.stderr)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "ps1" in shown.stdout
    heavy = {"sqlalchemy", "nbformat", "numpy", "nbgrader", "IPython"}
    assert not heavy & set(shown.stderr.split())
