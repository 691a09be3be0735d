"""Status counts what the journal holds against what was handed in."""

import json

import pytest

from autograder.cli import main
from autograder.grading.journal import Journal
from intensity.language import Text


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("INTENSITY_LANG", "en")
    (tmp_path / "source/ps1").mkdir(parents=True)
    (tmp_path / "source/ps2").mkdir()
    for student in ("kim", "lee", "park", "choi", "han"):
        (tmp_path / "submitted" / student / "ps1").mkdir(parents=True)
    with Journal(tmp_path / ".autograder") as journal:
        done = {"seconds": 2.0, "status": "graded"}
        journal.queue("ps1", {"kim": "k", "lee": "k", "park": "k", "choi": "k"})
        journal.running("ps1", ["kim", "lee", "park"])
        journal.done("ps1", "kim", done)
        journal.done("ps1", "lee", {**done, "status": "unreadable", "seconds": 4.0})
        journal.failed("ps1", "park", Text("디스크", "disk full"))
        journal.running("ps1", ["choi"])
    return tmp_path


def shown(root, capsys, *arguments):
    status = main(["status", *arguments, "--course", str(root), "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_every_submission_is_counted_once(root, capsys):
    status, found = shown(root, capsys)
    one = found["ps1"]
    assert status == 1  # somebody failed
    assert one["submitted"] == 5
    assert one["graded"] == 2
    assert one["failed"] == {"park": {"ko": "디스크", "en": "disk full"}}
    assert one["running"] == ["choi"]
    assert one["waiting"] == ["han"]
    assert one["unreadable"] == ["lee"]
    assert one["seconds_each"] == 3.0


def test_an_assignment_that_nobody_handed_in_is_empty(root, capsys):
    status, found = shown(root, capsys, "ps2")
    assert status == 0
    assert found["ps2"]["submitted"] == 0


def test_the_table_names_who_failed_and_why(root, capsys):
    main(["status", "ps1", "--course", str(root)])
    text = capsys.readouterr().out
    assert "submitted 5, graded 2, failed 1, waiting 1, running 1" in text
    assert "park: disk full" in text
    assert "3.00 s a submission" in text


def test_an_unknown_assignment_is_wrong_usage(root, capsys):
    assert main(["status", "ps9", "--course", str(root)]) == 2
    assert "ps1, ps2" in capsys.readouterr().err
