"""The progress bar tells how many, how fast and how long."""

import io

import pytest

from autograder.commands.progress import Progress, clock


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    monkeypatch.setenv("INTENSITY_LANG", "en")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.6, "1:00"), (3599, "59:59"), (7325, "2:02:05")],
)
def test_a_clock_shows_hours_only_when_there_are_some(seconds, text):
    assert clock(seconds) == text


def test_the_time_left_follows_from_the_rate():
    bar = Progress(100, io.StringIO())
    bar.count = 25
    # 25 in 50 s: 75 more take 150 s
    assert bar.line(50.0).endswith("25/100 0.5/s, 2:30 left")
    assert bar.line(50.0).startswith("[######..................]")


def test_nothing_is_promised_before_the_first():
    assert "- left" in Progress(10, io.StringIO()).line(3.0)


def test_failures_are_counted():
    bar = Progress(2, io.StringIO())
    bar.step(failed=True)
    bar.step()
    assert "2/2" in bar.line(1.0)
    assert "1 failed" in bar.line(1.0)


def test_where_there_is_no_terminal_whole_lines_are_written():
    stream = io.StringIO()
    bar = Progress(1, stream)
    bar.step()
    bar.close()
    assert stream.getvalue().count("\n") == 1
    assert "\r" not in stream.getvalue()
