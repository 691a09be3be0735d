"""Real faults of the machine: a full disk, a lock, a folder that goes away.

Whatever happens, the run says what is wrong and what helps, no score is lost, and
the next run grades each submission that is left exactly once.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from autograder import cli
from autograder.commands import grade as command
from autograder.grading import database, gradebook
from tests.autograder.grading import full_disk
from tests.autograder.grading.test_run import (
    STUDENTS,
    Workers,
    course,
    go,
    made,
    scores,
)

__all__ = ["course", "made"]  # fixtures

REPOSITORY = Path(__file__).parents[3]

REMEDY = {
    "full": {"ko": "공간을 비우세요", "en": "free some space"},
    "read-only": {"ko": "쓰기 권한", "en": "may write there"},
    "locked": {"ko": "formgrader", "en": "close the formgrader"},
}


def private_mounts():
    """A command that may mount; None where the kernel refuses.

    Root needs no more than a mount namespace.  Anybody else is root in a user
    namespace for the mount, and then themselves again in one inside it.
    """
    asked = ["unshare", "--mount"]
    if os.geteuid():
        asked = ["unshare", "--user", "--map-root-user", "--mount"]
    probe = [*asked, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    try:
        done = subprocess.run(probe, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return None if done.returncode else asked


# ------------------------------------------------------------------------ full disk


@pytest.fixture(scope="module")
def history(made, tmp_path_factory):
    """What `full_disk.py` saw on a small disk of its own."""
    unshare = private_mounts()
    if unshare is None:
        pytest.skip("this kernel lets nobody mount a disk of their own")
    place = tmp_path_factory.mktemp("small")
    root = place / "course"
    shutil.copytree(made, root)
    full_disk.hand_in(root)
    disk = place / "disk"
    disk.mkdir()
    script = Path(full_disk.__file__)
    run = subprocess.run(
        [*unshare, sys.executable, script, root, disk],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_a_full_disk_is_named_with_its_remedy_in_the_readers_language(history):
    stopped = [one for one in history["first"] + history["again"] if one["status"]]
    assert {one["language"] for one in stopped} == {"ko", "en"}
    for one in stopped:
        assert one["status"] == 1
        assert REMEDY["full"][one["language"]] in one["said"]


def test_the_disk_was_full_before_during_and_after_the_first_results(history):
    kinds = {(bool(one["graded"]), bool(one["done"])) for one in history["first"]}
    assert kinds >= {(False, False), (True, False), (True, True)}


def test_what_was_stored_on_a_full_disk_is_not_graded_again(history):
    before = set()
    for one in history["first"]:
        assert not before & set(one["graded"])
        assert before <= set(one["done"])
        before = set(one["done"])
    assert history["first"][-1]["done"] == STUDENTS
    assert history["first"][-1]["status"] == 0


def test_every_done_submission_is_once_in_a_sound_gradebook_and_on_disk(history):
    for one in history["first"]:
        assert all(found == [["ok"]] for found in one["sound"])
        points = [(student, auto) for student, cell, auto, _ in one["scores"] if auto]
        assert len(points) == len(set(points))
        assert {(student, 2.0) for student in one["done"]} <= set(points)
        assert set(one["done"]) <= set(one["folders"])


def test_a_regrading_that_finds_the_disk_full_leaves_the_old_grades(history):
    for one in history["again"]:
        by_hand = {s: score for s, cell, _, score in one["scores"] if cell == "essay"}
        automatic = {s: auto for s, cell, auto, _ in one["scores"] if cell == "a_test"}
        assert by_hand == dict.fromkeys(STUDENTS, 2.5)
        assert automatic == dict.fromkeys(STUDENTS, 2.0)
        assert one["folders"] == STUDENTS
    assert history["again"][-1]["graded"] == STUDENTS
    assert history["again"][-1]["done"] == STUDENTS


def test_a_read_only_course_is_named_with_its_remedy(history):
    for one in history["read_only"]:
        assert one["status"] == 1
        assert REMEDY["read-only"][one["language"]] in one["said"]
        assert one["graded"] == []


def test_a_read_only_course_still_says_its_status(history):
    assert history["status"]["status"] == 0
    assert "graded 5" in history["status"]["said"]


# ----------------------------------------------------------------------------- locks

HOLDER = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute(sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def held(course, transaction):
    """Another process in the middle of a transaction; gives what ends it."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, course.root / "gradebook.db", transaction],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout.readline() == b"held\n"
        yield holder.stdin.close


@pytest.mark.parametrize("transaction", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_gradebook_that_is_locked_for_a_while_is_waited_for(course, transaction):
    with held(course, transaction) as let_go:
        soon = threading.Timer(1.0, let_go)
        soon.start()
        report, graded = go(course)
        soon.join()
    assert graded == STUDENTS
    assert not report.needs_person
    assert scores(course) == dict.fromkeys(STUDENTS, 2.0)


@pytest.mark.parametrize("transaction", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_gradebook_that_stays_locked_is_named_with_its_remedy(
    course, monkeypatch, capsys, transaction, language
):
    go(course, students=["kim"])
    before = scores(course)
    for place in (database, gradebook):
        monkeypatch.setattr(place, "PATIENCE_S", 0.1)
    workers = Workers()
    hire = contextlib.nullcontext(workers)
    monkeypatch.setattr(command, "_hire", lambda *_: hire)
    asked = ["grade", "ps1", "--course", str(course.root), "--lang", language]
    with held(course, transaction):
        assert cli.main(asked) == 1
    assert REMEDY["locked"][language] in capsys.readouterr().err
    assert scores(course) == before
    assert go(course)[1] == [student for student in STUDENTS if student != "kim"]


def test_a_gradebook_that_cannot_be_read_is_not_taken_for_an_empty_one(
    course, monkeypatch
):
    go(course)
    monkeypatch.setattr(database, "PATIENCE_S", 0.1)
    with held(course, "BEGIN EXCLUSIVE"), pytest.raises(Exception, match="locked"):
        go(course)
    assert go(course)[1] == []


# -------------------------------------------------------------------- a lost folder


def test_a_folder_that_goes_away_during_the_run_costs_only_its_student(course):
    def lose_kim(found):
        if found.student == "kim":
            shutil.rmtree(course.folder("submitted", "kim", "ps1"))
        return found

    report, _ = go(course, Workers(lose_kim))
    others = [student for student in STUDENTS if student != "kim"]
    assert list(report.failed) == ["kim"]
    assert "collect" in report.failed["kim"].en
    assert scores(course) == dict.fromkeys(others, 2.0)
    report, graded = go(course, students=others, everyone=True)
    assert (graded, report.needs_person) == ([], False)


def test_a_folder_that_goes_away_leaves_the_grade_that_was_there(course):
    go(course)

    def lose_kim(found):
        if found.student == "kim":
            shutil.rmtree(course.folder("submitted", "kim", "ps1"))
        return found

    report, _ = go(course, Workers(lose_kim), force=True)
    assert list(report.failed) == ["kim"]
    assert scores(course) == dict.fromkeys(STUDENTS, 2.0)
    assert course.folder("autograded", "kim", "ps1").is_dir()
