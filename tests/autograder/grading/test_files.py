"""Folders that strangers filled are walked, hashed, copied and deleted safely."""

import os
import socket

import pytest

from autograder.grading import files


def deep(folder, levels):
    """A chain of folders too long for one path."""
    start = os.open(folder, os.O_RDONLY)
    here = start
    for _ in range(levels):
        os.mkdir("d" * 100, dir_fd=here)
        below = os.open("d" * 100, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("leaf", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)


def test_regular_files_are_listed_and_everything_else_is_refused(tmp_path):
    (tmp_path / "a.ipynb").write_text("{}")
    (tmp_path / "data").mkdir()
    (tmp_path / "data/b.csv").write_text("1")
    (tmp_path / "link").symlink_to("/etc/shadow")
    (tmp_path / "folder-link").symlink_to("/etc")
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(str(tmp_path / "socket"))
        found = files.listing(tmp_path)
    assert [str(path) for path in found.files] == ["a.ipynb", "data/b.csv"]
    refused = {item.name: item.why for item in found.refused}
    assert refused == {
        "link": files.LINK,
        "folder-link": files.LINK,
        "fifo": files.SPECIAL,
        "socket": files.SPECIAL,
    }


def test_names_to_ignore_are_patterns(tmp_path):
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/x").write_text("")
    (tmp_path / "a.pyc").write_text("")
    (tmp_path / "[a].py").write_text("")
    found = files.listing(tmp_path, ("__pycache__", "*.pyc"))
    assert [str(path) for path in found.files] == ["[a].py"]


@pytest.mark.parametrize("levels", [30, 1500])
def test_depth_costs_nothing_but_itself(tmp_path, levels):
    folder = tmp_path / "x"
    folder.mkdir()
    deep(folder, levels)
    assert files.listing(folder).refused[0].why == files.DEEP
    files.digest(folder)
    files.remove(folder)
    assert not folder.exists()


def test_a_link_is_never_read_through(tmp_path):
    (tmp_path / "secret").write_text("hidden")
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError, match="link"):
        files.read(tmp_path / "link")


def test_a_fifo_is_refused_without_waiting_for_its_writer(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OSError, match="not a regular file"):
        files.read(tmp_path / "fifo")


def test_removing_a_link_leaves_what_it_points_at(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept/file").write_text("x")
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone/link").symlink_to(tmp_path / "kept")
    files.remove(tmp_path / "gone")
    assert (tmp_path / "kept/file").exists()


def test_the_digest_follows_contents_names_and_refusals(tmp_path):
    seen = set()
    steps = [
        lambda: (tmp_path / "a").write_text("1"),
        lambda: (tmp_path / "a").write_text("2"),
        lambda: (tmp_path / "a").rename(tmp_path / "b"),
        lambda: (tmp_path / "link").symlink_to("/etc/shadow"),
    ]
    for step in steps:
        step()
        seen.add(files.digest(tmp_path))
    assert len(seen) == len(steps)
    assert files.digest(tmp_path) in seen


def test_copies_are_regular_files_with_the_wanted_mode(tmp_path):
    (tmp_path / "from/data").mkdir(parents=True)
    (tmp_path / "from/data/x").write_text("1")
    (tmp_path / "from/link").symlink_to("/etc/passwd")
    files.copy(files.listing(tmp_path / "from"), tmp_path / "to", 0o444)
    copied = [path for path in (tmp_path / "to").rglob("*") if not path.is_dir()]
    assert [path.name for path in copied] == ["x"]
    assert copied[0].stat().st_mode & 0o777 == 0o444
