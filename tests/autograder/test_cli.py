"""The command line: two languages, one line an error, and no import it can spare."""

import subprocess
import sys

import pytest

from autograder import cli


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", **environment},
        check=False,
    )


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({}, "usage:"),
        ({"LANG": "ko_KR.UTF-8"}, "사용법:"),
        ({"LANG": "ko_KR.UTF-8", "INTENSITY_LANG": "en"}, "usage:"),
    ],
)
def test_help_speaks_the_language_of_the_environment(environment, word):
    shown = run("--help", PYTHONUTF8="1", **environment)
    assert shown.returncode == 0
    assert shown.stdout.startswith(word)


@pytest.mark.parametrize("place", [("--lang", "ko", "--help"), ("--help", "--lang=ko")])
def test_lang_may_stand_anywhere(place):
    assert "사용법:" in run(*place, PYTHONUTF8="1").stdout


def test_help_names_every_command():
    text = cli.parser().format_help()
    assert all(name in text for name in cli.COMMANDS)


def test_help_imports_no_heavy_package():
    code = (
        "import sys; from autograder import cli; cli.main(['--help']);"
        "print(*sys.modules, file=sys.stderr)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "nbgrader", "sqlalchemy", "traitlets", "IPython", "nbformat"}
    assert not heavy & set(shown.stderr.split())


@pytest.mark.parametrize("lang", ["ko", "en"])
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["grad"],
        ["grade"],
        ["grade", "ps1", "--nonsense"],
        ["grade", "ps1", "--jobs", "many"],
        ["status", "--course", "/no/such/course"],
    ],
)
def test_wrong_usage_is_status_2_and_says_why(arguments, lang):
    shown = run("--lang", lang, *arguments, PYTHONUTF8="1")
    assert shown.returncode == 2
    assert shown.stdout == ""
    assert shown.stderr.strip()
    assert "Traceback" not in shown.stderr
    if arguments:
        assert any("가" <= letter <= "힣" for letter in shown.stderr) == (lang == "ko")


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_doctor_names_every_layer_and_what_it_is_for(lang):
    shown = run("doctor", "--lang", lang, PYTHONUTF8="1")
    assert shown.returncode in {0, 1}
    assert "landlock" in shown.stdout
    assert ("네트워크 없음" if lang == "ko" else "no network") in shown.stdout
