"""Setting up on a machine that lacks something: one line that says what to do."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def set_up(tmp_path, python, lang="en"):
    """Run the set-up in an empty folder with `python`, which must make it stop."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    environment = {"PATH": os.environ["PATH"], "PYTHON": str(python), "LANG": lang}
    return subprocess.run(
        ["sh", "tools/environment.sh"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def fake_python(tmp_path, script):
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o755)
    return python


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (None, "3.11 or newer is needed"),
        (
            '[ "$1" = --version ] && echo Python 3.9.2; exit 1',
            "Python 3.9.2 is too old",
        ),
        ('[ "$1" != -m ]', "no venv module"),
    ],
)
def test_one_clear_line_says_what_is_missing(tmp_path, script, said):
    python = fake_python(tmp_path, script) if script else tmp_path / "missing"
    done = set_up(tmp_path, python)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_line_is_korean_for_a_korean_shell(tmp_path):
    done = set_up(tmp_path, tmp_path / "missing", lang="ko_KR.UTF-8")
    assert "이상이 필요합니다" in done.stderr


def test_locks_pin_by_hash_and_name_no_index():
    for lock in (ROOT / "requirements").glob("*.lock"):
        lines = lock.read_text("utf-8").splitlines()
        pins = [line for line in lines if line and line[0] not in " #"]
        assert pins
        assert all("==" in pin for pin in pins)
        assert sum("--hash=sha256:" in line for line in lines) >= len(pins)
        assert not [line for line in lines if "://" in line or line.startswith("--")]
