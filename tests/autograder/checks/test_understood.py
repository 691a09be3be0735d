"""What a student sees at once: a table, in both languages, that judges nothing."""

import html

import pytest

from autograder.checks.magic import claim, load_ipython_extension
from autograder.checks.understood import preview_text, understood
from intensity.language import CourseError

FULL = "Llama-3-8B를 A100 두 장에서 W4A16, 배치 8로 돌리면 디코드는 메모리 바운드다."


def test_each_row_shows_the_value_and_the_students_own_words():
    rows = {
        label: (value, quote) for label, value, quote in understood(FULL, "en").rows()
    }
    assert rows["hardware"] == ("A100 × 2", "A100")
    assert rows["batch"] == ("8", "배치 8")
    assert rows["precision"] == ("int4, activations fp16", "W4A16")
    assert rows["verdict"] == ("memory-bound", "메모리 바운드")


def test_what_is_only_partly_said_is_shown_as_such():
    rows = {
        r[0]: r[1:] for r in understood("A 70B model decodes at batch 1.", "en").rows()
    }
    assert rows["model"] == ("only in part", "70B")


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_nothing_is_judged_before_grading(lang):
    wrong = "Llama-3-8B, H100, bf16, batch 8: decode is always compute-bound."
    shown = str(understood(wrong, lang))
    assert "disagree" not in shown
    assert "어긋" not in shown
    assert shown.splitlines()[-1] in (
        "맞는지는 채점 때 알 수 있습니다.",
        "Grading tells whether the claim holds.",
    )


def test_the_students_text_is_never_markup():
    attack = "<img src=x onerror=alert(1)> H300 & 'decode' is <b>memory-bound</b>"
    shown = understood(attack, "en")._repr_html_()
    assert "<img" not in shown
    assert "<b>" not in shown
    assert html.escape("H300") in shown


def test_the_table_can_be_read_by_a_screen_reader():
    shown = understood(FULL, "ko")._repr_html_()
    assert '<div lang="ko">' in shown
    assert "<caption>" in shown
    assert '<th scope="row">' in shown


@pytest.mark.parametrize(
    ("answer", "first"),
    [(None, "No answer yet."), (3, "Write text (a string); got a value of type int.")],
)
def test_no_text_is_told_so(answer, first, capsys):
    preview_text(lambda: answer, "en")
    assert capsys.readouterr().out.splitlines()[0] == first


def test_a_deleted_name_is_a_blank_answer(capsys):
    preview_text(lambda: undefined_name, "ko")  # noqa: F821
    assert capsys.readouterr().out == "아직 답이 없습니다.\n"


def test_the_magic_keeps_the_text_for_grading_and_follows_the_notebook():
    names = {"LANGUAGE": "en"}
    shown = claim("mine", f"{FULL}\n", names)
    assert names["mine"] == FULL
    assert shown.lang == "en"
    assert claim("mine --lang ko", FULL, names).lang == "ko"


@pytest.mark.parametrize("name", ["two names", "1st", "class", "a.b", "x" * 5 + "!"])
def test_a_name_that_cannot_be_a_variable_is_refused(name):
    with pytest.raises(CourseError, match="%%claim"):
        claim(name, FULL, {})


def test_the_magic_runs_in_a_shell():
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    load_ipython_extension(shell)
    result = shell.run_cell(f"%%claim mine\n{FULL}", store_history=False)
    assert result.success
    assert shell.user_ns["mine"] == FULL
