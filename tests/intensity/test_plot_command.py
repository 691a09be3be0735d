"""`intensity plot` draws what it is asked for, or says in one line why not."""

import pytest

from intensity.cli import main

FIGURES = {
    "roofline": ["llama3:8b", "A100", "--batches", "1,64"],
    "flips": ["llama3:8b", "A100", "--contexts", "64,2048", "--batches", "1,1024"],
    "ops": ["llama3:8b", "A100", "--phase", "prefill", "--context", "512"],
    "attention": ["llama3:8b", "H100", "--batches", "8"],
    "ridges": ["A100", "H100", "--formats", "bf16,fp8"],
}


@pytest.mark.parametrize("kind", FIGURES)
def test_each_kind_is_drawn_into_the_file(kind, tmp_path, capsys):
    path = tmp_path / "figure.svg"
    assert main(["plot", kind, *FIGURES[kind], "-o", str(path)]) == 0
    assert capsys.readouterr().out.strip() == str(path)
    assert path.read_text("utf-8").startswith("<?xml")


@pytest.mark.parametrize(("lang", "word"), [("ko", "꺾임점"), ("en", "ridge")])
def test_the_figure_speaks_the_language_asked_for(lang, word, tmp_path, monkeypatch):
    monkeypatch.delenv("INTENSITY_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    path = tmp_path / "figure.svg"
    arguments = ["plot", "roofline", *FIGURES["roofline"], "-o", str(path)]
    monkeypatch.setenv("INTENSITY_LANG", lang)
    assert main(arguments) == 0
    assert word in path.read_text("utf-8")
    assert main([*arguments, "--lang", "both"]) == 0
    text = path.read_text("utf-8")
    assert "꺾임점" in text
    assert "ridge" in text


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["roofline", "no-such-model", "A100", "-o", "x.svg"], "no-such-model"),
        (["roofline", "llama3:8b", "A100", "-o", "x.gif"], "x.gif"),
        (["roofline", "llama3:8b", "A100", "--batches", "0", "-o", "x.svg"], "batch"),
        (["flips", "llama3:8b", "A100", "--batches", "9,3", "-o", "x.svg"], "batches"),
        (["ops", "llama3:8b", "A100", "--weights", "bf17", "-o", "x.svg"], "bf17"),
        (["ops", "llama3:8b", "A100", "--compute", "fp8", "-o", "x.svg"], "fp8"),
        (["ridges", "A100", "--formats", "fp8", "-o", "x.svg"], "fp8"),
        (["ridges", "A100", "-o", "no/such/folder/x.svg"], "x.svg"),
    ],
)
def test_what_cannot_be_drawn_is_one_line_and_exit_2(
    arguments, named, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main(["plot", *arguments]) == 2
    error = capsys.readouterr().err
    assert named in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments", [[], ["roofline"], ["pie", "a", "b"], ["ridges", "A100"]]
)
def test_a_missing_word_is_wrong_usage(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["plot", *arguments])
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_number_that_is_none_is_wrong_usage(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["plot", "ops", "llama3:8b", "A100", "--batch", "many", "-o", "x.svg"])
    assert stop.value.code == 2
    assert "many" in capsys.readouterr().err
