"""The journal forgets nothing, whenever its writer dies."""

import os
import signal
import subprocess
import sys
import time

import pytest

from autograder.grading.journal import Journal, hold
from intensity.language import CourseError, Text

RESULT = {"seconds": 0.5, "status": "graded", "cells": [1, 2]}


@pytest.fixture
def folder(tmp_path):
    return tmp_path / ".autograder"


def states(folder):
    with Journal(folder) as journal:
        return {entry.student: entry.state for entry in journal.entries("ps1")}


def test_a_submission_goes_from_queued_to_running_to_done(folder):
    with Journal(folder) as journal:
        journal.queue("ps1", {"kim": "k1", "lee": "k2"})
        journal.running("ps1", ["kim"])
        assert states(folder) == {"kim": "running", "lee": "queued"}
        journal.done("ps1", "kim", RESULT)
        assert journal.result("ps1", "kim") == RESULT
        assert journal.result("ps1", "lee") is None
    assert states(folder) == {"kim": "done", "lee": "queued"}


def test_what_a_dead_run_left_running_is_queued_again(folder):
    with Journal(folder) as journal:
        journal.queue("ps1", {"kim": "k1", "lee": "k2"})
        journal.running("ps1", ["kim"])
        journal.done("ps1", "kim", RESULT)
        journal.running("ps1", ["lee"])
    with Journal(folder) as journal:
        assert journal.requeue_running() == 1
        assert journal.entries("ps1")[1].attempts == 1
    assert states(folder) == {"kim": "done", "lee": "queued"}


def test_a_new_key_starts_the_count_of_attempts_anew(folder):
    with Journal(folder) as journal:
        for key, attempts in (("k1", 1), ("k1", 2), ("k2", 1)):
            journal.queue("ps1", {"kim": key})
            journal.running("ps1", ["kim"])
            assert journal.entries("ps1")[0].attempts == attempts


def test_a_failure_keeps_its_reason_in_both_languages(folder):
    with Journal(folder) as journal:
        journal.queue("ps1", {"kim": "k1"})
        journal.failed("ps1", "kim", Text("디스크가 찼습니다", "the disk is full"))
        entry = journal.entries()[0]
    assert entry.state == "failed"
    assert entry.reason == "디스크가 찼습니다\nthe disk is full"


def test_a_result_of_nbgraders_own_run_is_kept_without_a_key(folder):
    kept = {**RESULT, "assignment": "ps1", "student": "kim"}
    with Journal(folder) as journal:
        journal.keep(kept)
        assert journal.result("ps1", "kim") == kept
        assert journal.entries("ps1")[0].key == ""


def test_assignments_do_not_mix(folder):
    with Journal(folder) as journal:
        journal.queue("ps1", {"kim": "k1"})
        journal.queue("ps2", {"kim": "k2"})
        journal.forget("ps2", ["kim"])
        assert [entry.assignment for entry in journal.entries()] == ["ps1"]


def test_only_one_run_writes_at_a_time(folder):
    with (
        hold(folder),
        pytest.raises(CourseError, match=str(os.getpid())),
        hold(folder),
    ):
        pass
    with hold(folder):
        pass


WRITER = """
import sys
from pathlib import Path
from autograder.grading.journal import Journal, hold
with hold(Path(sys.argv[1])), Journal(Path(sys.argv[1])) as journal:
    number = 0
    while True:
        journal.queue("ps1", {f"s{number}": "k"})
        journal.running("ps1", [f"s{number}"])
        journal.done("ps1", f"s{number}", {"seconds": 1, "status": "graded"})
        print(number, flush=True)
        number += 1
"""


def test_a_killed_writer_leaves_every_finished_row_and_no_lock(folder):
    for wait in (0.05, 0.13, 0.21):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder)],
            stdout=subprocess.PIPE,
            text=True,
        )
        writer.stdout.readline()
        time.sleep(wait)
        writer.send_signal(signal.SIGKILL)
        told = writer.stdout.read().split()
        writer.wait()
        writer.stdout.close()
        kept = states(folder)
        assert all(kept[f"s{number}"] == "done" for number in told)
        with hold(folder):
            pass
