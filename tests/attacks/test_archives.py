"""What students put into an archive touches nothing but their own folder."""

import io
import random
import zipfile

import pytest

from autograder.grading import intake
from autograder.grading.collecting import Collected
from autograder.grading.course import load
from autograder.grading.downloads import from_downloads
from autograder.grading.matching import STUDENT_NUMBER, Roster

BOOK = b'{"cells": []}'
ME, OTHER = "20250001", "20250002"


def packed(*members, method=zipfile.ZIP_DEFLATED):
    """A zip of (name, bytes)."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return made.getvalue()


@pytest.fixture
def course(tmp_path):
    root = tmp_path / "course"
    (root / "source" / "ps1").mkdir(parents=True)
    (root / "source" / "ps1" / "ps1.ipynb").write_bytes(BOOK)
    return load(root)


def collected(course, tmp_path, data) -> Collected:
    download = tmp_path / "download.zip"
    download.write_bytes(data)
    return from_downloads(
        course, "ps1", [download], roster=Roster(), pattern=STUDENT_NUMBER
    )


NAMES = {
    "dots": "../../../evil.txt",
    "dots under a mark that nobody sees": "\u200b../\u200b../\u200b../evil.txt",
    "dots around one": ".\u2060./.\u2060./.\u2060./evil.txt",
    "dots turned around": "\u202e..\u202c/\u202e..\u202c/evil.txt",
    "backslashes": "..\\..\\evil.txt",
    "dot": ".",
    "dot in a dot": "./.",
    "nothing but marks": "\u200b/\u200b",
    "a very long name": "가" * 5000 + ".txt",
    "a very deep folder": "a/" * 3000 + "evil.txt",
    "long folders": ("가" * 100 + "/") * 60 + "evil.txt",
    "a file where a folder is": "ps1.ipynb/evil.txt",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_no_name_leads_out_or_ends_the_collection(name, course, tmp_path):
    data = packed(
        (f"{ME}/ps1.ipynb", BOOK),
        (f"{ME}/{name}", b"evil"),
        (f"{OTHER}/ps1.ipynb", BOOK),
    )
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    report = collected(course, tmp_path, data)
    assert report.new == [ME, OTHER]
    after = {path for path in tmp_path.rglob("*") if path.is_file()}
    own = course.root / "submitted"
    new = after - before - {tmp_path / "download.zip"}
    assert all(path.is_relative_to(own) for path in new)
    assert (own / OTHER / "ps1" / "ps1.ipynb").read_bytes() == BOOK


@pytest.mark.parametrize("method", [8, 12, 14], ids=["deflate", "bzip2", "lzma"])
def test_a_damaged_archive_costs_itself_only(method, tmp_path):
    whole = packed(("a.ipynb", BOOK * 400), ("b.txt", bytes(range(256))), method=method)
    chance = random.Random(method)
    for number in range(60):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 5)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        data = packed((f"{ME}.zip", bytes(damaged)), (f"{OTHER}_{number}.ipynb", BOOK))
        source = tmp_path / "one.zip"
        source.write_bytes(data)
        names = [item.path.name for item in intake.Intake().read(source)]
        assert f"{OTHER}_{number}.ipynb" in names


def test_one_archive_does_not_use_up_the_room_of_the_class(
    course, tmp_path, monkeypatch
):
    monkeypatch.setattr(intake, "MOST_INNER", 100_000)
    monkeypatch.setattr(intake, "MOST_TOTAL", 1_000_000)
    monkeypatch.setattr(intake, "MOST_MEMBERS", 300)
    monkeypatch.setattr(intake, "MOST_INNER_MEMBERS", 100)
    bomb = packed(*((f"{n}.bin", bytes(20_000)) for n in range(50)))
    many = packed(*((f"{n}.txt", b"") for n in range(250)))
    report = collected(
        course,
        tmp_path,
        packed(
            (f"{ME}/bomb.zip", bomb),
            (f"{ME}/many.zip", many),
            (f"{ME}/ps1.ipynb", BOOK),
            (f"{OTHER}/ps1.ipynb", BOOK + b" " * 50_000),
        ),
    )
    assert report.new == [ME, OTHER]
    assert OTHER not in report.unreadable
    assert report.refused
