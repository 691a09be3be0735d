"""Whatever LMS students handed in through, each file finds its owner or is listed."""

import io
import json
import os
import stat
import unicodedata
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from autograder.cli import main
from autograder.grading import files, intake
from autograder.grading.course import load
from autograder.grading.downloads import from_downloads, notebook_name
from autograder.grading.inbox import from_exchange
from autograder.grading.intake import Intake
from autograder.grading.matching import (
    NO_NUMBER,
    NOT_IN_ROSTER,
    SEVERAL,
    STUDENT_NUMBER,
    Match,
    Roster,
    match,
    read_roster,
)
from intensity.language import CourseError

BOOK = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def book(mark):
    cell = {"cell_type": "markdown", "source": mark, "metadata": {}}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook).encode()


@pytest.fixture
def course(tmp_path):
    root = tmp_path / "course"
    (root / "source/과제1").mkdir(parents=True)
    (root / "source/과제1/decode.ipynb").write_text(BOOK)
    (root / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.course_id = 'llm'\n"
        f"c.Exchange.root = {str(tmp_path / 'exchange')!r}\n"
        "c.ExchangeCollect.check_owner = False\n"
    )
    return load(root)


def collect(course, *sources, roster=None, pattern=STUDENT_NUMBER, update=False):
    return from_downloads(
        course,
        "과제1",
        sources,
        roster=roster or Roster(),
        pattern=pattern,
        update=update,
    )


def handed_in(course, student):
    folder = course.folder("submitted", student, "과제1")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def packed(path, members, **more):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data, **more)
    return path


# ------------------------------------------------------------------ whose file is it

ROSTER = Roster({"4412": "20241234"}, frozenset({"20241234", "20245678"}))


@pytest.mark.parametrize(
    ("name", "roster", "expected"),
    [
        ("과제1_20241234_홍길동.ipynb", Roster(), "20241234"),
        ("20241234.ipynb", Roster(), "20241234"),
        ("홍길동(20241234).ipynb", Roster(), "20241234"),
        ("20241234_홍길동/decode.ipynb", Roster(), "20241234"),
        ("hw/과제1 20241234/20241234 홍길동.ipynb", Roster(), "20241234"),
        ("과제1_20241234_20261130.ipynb", Roster(), SEVERAL),
        ("과제1_20241234_20261130.ipynb", ROSTER, "20241234"),
        ("홍길동.ipynb", Roster(), NO_NUMBER),
        ("123.ipynb", Roster(), NO_NUMBER),
        ("12345678901.ipynb", Roster(), NO_NUMBER),
        ("과제1_20249999_김.ipynb", ROSTER, NO_NUMBER),
        # Canvas
        ("honggildong_4412_99871_decode.ipynb", ROSTER, "20241234"),
        ("honggildong_LATE_4412_99871_decode-2.ipynb", ROSTER, "20241234"),
        ("honggildong_4412_99871_decode.ipynb", Roster(), NOT_IN_ROSTER),
        ("hong_4412_99871_20241234_홍길동.ipynb", Roster(), "20241234"),
        # an 8-digit number of Canvas's own is no student number
        ("hong_20249999_99871_decode.ipynb", Roster(), NOT_IN_ROSTER),
        ("hong_20249999_99871_decode.ipynb", ROSTER, NOT_IN_ROSTER),
        # Moodle
        ("홍길동_4412_assignsubmission_file_/decode.ipynb", ROSTER, "20241234"),
        ("홍길동_4412_assignsubmission_file/decode.ipynb", Roster(), NOT_IN_ROSTER),
        (
            "홍길동 20241234_88120001_assignsubmission_file_/decode.ipynb",
            Roster(),
            "20241234",
        ),
    ],
)
def test_a_name_tells_its_owner_or_why_not(name, roster, expected):
    told = match(PurePosixPath(name), roster, STUDENT_NUMBER)
    assert (told.student if isinstance(told, Match) else told) == expected


def test_a_courses_own_pattern_replaces_the_student_number():
    told = match(PurePosixPath("hw1-[kim.cs].ipynb"), Roster(), r"\[([\w.]+)\]")
    assert told == Match("kim.cs", PurePosixPath("hw1-[kim.cs].ipynb"), 0)


@pytest.mark.parametrize(
    ("name", "copy"),
    [
        ("과제1_20241234 (1).ipynb", 1),
        ("과제1_20241234(12).ipynb", 12),
        ("과제1_20241234 - 복사본.ipynb", 1),
        ("과제1_20241234-1.ipynb", 0),  # only Canvas writes copies so
        ("hong_4412_1_decode-1.ipynb", 1),
    ],
)
def test_marks_of_copies_are_read_and_removed(name, copy):
    told = match(PurePosixPath(name), ROSTER, STUDENT_NUMBER)
    assert told.copy == copy
    assert (told.path.name == name) == (copy == 0) or "_4412_" in name


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Student,ID,SIS User ID\n홍,4412,20241234\n", "utf-8-sig"),
        ("Identifier,Full name,ID number\nParticipant 4412,홍,20241234\n", "utf-8"),
        ("식별자,이름,학번\n참가자 4412,홍길동,20241234\n", "cp949"),
    ],
)
def test_rosters_of_both_lms_are_read(text, encoding):
    roster = read_roster(text.encode(encoding))
    assert roster.by_lms_id == {"4412": "20241234"}


def test_a_roster_without_student_numbers_names_its_columns():
    with pytest.raises(CourseError, match="Name, Mail"):
        read_roster(b"Name,Mail\nx,y\n")


@pytest.mark.parametrize(
    ("stem", "masters", "name"),
    [
        ("anything", ["decode"], "decode"),
        ("b_20241234", ["a", "b"], "b"),
        ("part-a 20241234", ["part", "part-a"], "part-a"),
        ("abc", ["a", "b"], "abc"),
        ("1_20241234", ["1", "2"], "1"),
    ],
)
def test_a_notebook_takes_its_masters_name(stem, masters, name):
    assert notebook_name(stem, "20241234", masters) == name


# ------------------------------------------------------------------ what is taken


def test_downloads_become_submissions(course, tmp_path):
    place = tmp_path / "in"
    place.mkdir()
    (place / "과제1_20241234_홍길동.ipynb").write_bytes(book("a"))
    nfd = unicodedata.normalize("NFD", "과제1_20245678_김철수.ipynb")
    (place / nfd).write_bytes(book("b"))
    (place / "이름없음.ipynb").write_bytes(book("c"))
    report = collect(course, place)
    assert report.new == ["20241234", "20245678"]
    assert report.unmatched == {"이름없음.ipynb": NO_NUMBER}
    assert handed_in(course, "20245678") == {"decode.ipynb": book("b")}


def test_the_latest_copy_counts(course, tmp_path):
    members = {}
    for name, mark, minute in (
        ("과제1_20241234.ipynb", "old", 1),
        ("과제1_20241234 (1).ipynb", "new", 2),
        ("과제1_20245678 (2).ipynb", "new", 5),
        ("과제1_20245678 (10).ipynb", "newest", 5),
    ):
        info = zipfile.ZipInfo(name, (2026, 11, 30, 12, minute, 0))
        members[info] = book(mark)
    report = collect(course, packed(tmp_path / "x.zip", members))
    assert not report.needs_person
    assert handed_in(course, "20241234") == {"decode.ipynb": book("new")}
    assert handed_in(course, "20245678") == {"decode.ipynb": book("newest")}


def test_names_from_korean_windows_are_read(course, tmp_path):
    path = packed(tmp_path / "x.zip", {"AAAAAAAAAA_20241234.ipynb": book("a")})
    raw = "과제제출물".encode("cp949")
    path.write_bytes(path.read_bytes().replace(b"AAAAAAAAAA", raw))
    report = collect(course, path)
    assert report.new == ["20241234"]
    with zipfile.ZipFile(path) as archive:
        name = intake.member_name(archive.infolist()[0])
    assert name == "과제제출물_20241234.ipynb"


def test_a_students_own_archive_is_opened(course, tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("숙제/decode.ipynb", book("a"))
        archive.writestr("숙제/data/x.csv", b"1,2")
        archive.writestr("__MACOSX/._decode.ipynb", b"junk")
    outer = {"홍길동_20241234.zip": inner.getvalue()}
    report = collect(course, packed(tmp_path / "all.zip", outer))
    assert not report.needs_person
    expected = {"decode.ipynb": book("a"), "data/x.csv": b"1,2"}
    assert handed_in(course, "20241234") == expected


def test_moodle_folders_keep_what_is_beside_the_notebook(course, tmp_path):
    folder = "홍길동_4412_assignsubmission_file_/"
    members = {folder + "a.ipynb": book("a"), folder + "data/x.csv": b"1"}
    report = collect(course, packed(tmp_path / "m.zip", members), roster=ROSTER)
    assert report.new == ["20241234"]
    expected = {"decode.ipynb": book("a"), "data/x.csv": b"1"}
    assert handed_in(course, "20241234") == expected


def test_what_is_there_stays_unless_an_update_is_asked_for(course, tmp_path):
    path = tmp_path / "20241234.ipynb"
    for mark, update, kind in (
        ("a", False, "new"),
        ("b", False, "kept"),
        ("b", True, "updated"),
        ("b", True, "kept"),
    ):
        path.write_bytes(book(mark))
        report = collect(course, path, update=update)
        assert getattr(report, kind) == ["20241234"]
    assert handed_in(course, "20241234") == {"decode.ipynb": book("b")}


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"not json", b'{"cells": []} trailing', b"[" * 5000, b"\xff\xfe\x00"],
)
def test_an_unreadable_notebook_is_taken_and_named_at_once(course, tmp_path, data):
    (tmp_path / "20241234.ipynb").write_bytes(data)
    report = collect(course, tmp_path / "20241234.ipynb")
    assert report.new == ["20241234"]
    assert all(report.unreadable["20241234"])
    assert report.needs_person


def test_a_submission_without_a_notebook_is_named(course, tmp_path):
    (tmp_path / "20241234.pdf").write_bytes(b"%PDF")
    assert "20241234" in collect(course, tmp_path / "20241234.pdf").unreadable


# ------------------------------------------------------------------ what is refused


def refusals(course, path):
    return {one.name: one.why for one in collect(course, path).refused}


def link(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def device(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFCHR | 0o666) << 16
    return info


@pytest.mark.parametrize(
    ("member", "why"),
    [
        ("../../20241234.ipynb", intake.TRAVERSAL),
        ("/etc/20241234.ipynb", intake.TRAVERSAL),
        ("C:\\20241234.ipynb", intake.TRAVERSAL),
        ("..\\20241234.ipynb", intake.TRAVERSAL),
        (link("20241234.ipynb"), files.LINK),
        (device("20241234.ipynb"), files.SPECIAL),
        ("20241234.tar.gz", intake.FORMAT),
        ("20241234.7z", intake.FORMAT),
    ],
)
def test_a_hostile_member_is_refused_and_nothing_is_written(
    course, tmp_path, member, why
):
    path = packed(tmp_path / "x.zip", {member: b"/etc/shadow"})
    assert list(refusals(course, path).values()) == [why]
    assert course.students("과제1") == []
    assert not (tmp_path / "20241234.ipynb").exists()


def test_a_zip_bomb_stops_at_the_limit(course, tmp_path, monkeypatch):
    monkeypatch.setattr(intake, "MOST_MEMBER", 1 << 20)
    path = packed(
        tmp_path / "x.zip",
        {"20241234.ipynb": bytes(30 << 20)},
        compress_type=zipfile.ZIP_DEFLATED,
    )
    assert path.stat().st_size < 100_000
    assert refusals(course, path) == {"20241234.ipynb": files.LARGE}


def test_a_size_that_the_header_lies_about_is_counted_all_the_same(
    course, tmp_path, monkeypatch
):
    monkeypatch.setattr(intake, "MOST_MEMBER", 1 << 20)
    path = packed(
        tmp_path / "x.zip",
        {"20241234.ipynb": bytes(30 << 20)},
        compress_type=zipfile.ZIP_DEFLATED,
    )
    true, lie = (30 << 20).to_bytes(4, "little"), (5).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(true, lie))
    report = collect(course, path)
    assert len(report.refused) == 1 or report.unreadable


def test_all_sizes_together_are_limited(monkeypatch, tmp_path):
    monkeypatch.setattr(intake, "MOST_TOTAL", 1000)
    for number in range(5):
        (tmp_path / f"2024000{number}.ipynb").write_bytes(bytes(300))
    reader = Intake()
    assert len(list(reader.read(tmp_path))) == 3
    assert len(reader.refused) == 2


def test_archives_within_archives_end(course, tmp_path):
    data = book("a")
    for _ in range(5):
        layer = io.BytesIO()
        with zipfile.ZipFile(layer, "w") as archive:
            archive.writestr("20241234.zip", data)
        data = layer.getvalue()
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    assert intake.NESTED in refusals(course, path).values()


def test_a_damaged_archive_is_named(course, tmp_path):
    (tmp_path / "20241234.zip").write_bytes(b"PK\x03\x04 no archive")
    assert refusals(course, tmp_path / "20241234.zip") == {
        "20241234.zip": intake.BROKEN
    }


def test_links_and_fifos_in_a_folder_are_refused(course, tmp_path):
    place = tmp_path / "in"
    place.mkdir()
    (place / "20241234.ipynb").symlink_to("/etc/shadow")
    os.mkfifo(place / "20245678.ipynb")
    assert set(refusals(course, place).values()) == {files.LINK, files.SPECIAL}
    assert course.students("과제1") == []


def test_a_students_timestamp_and_secret_are_not_taken_from_a_download(
    course, tmp_path
):
    members = {
        "20241234/decode.ipynb": book("a"),
        "20241234/timestamp.txt": b"2000-01-01 00:00:00 UTC",
        "20241234/submission_secret.txt": b"x",
    }
    collect(course, packed(tmp_path / "x.zip", members))
    assert set(handed_in(course, "20241234")) == {"decode.ipynb"}


@pytest.mark.parametrize("student", ["..", ".", "a/b", "a\\b", "*", "x" * 200])
def test_a_pattern_cannot_make_a_student_of_a_path(course, tmp_path, student):
    name = f"[{student}].ipynb".replace("/", "_")
    path = packed(tmp_path / "x.zip", {f"hw/{name}": book("a")})
    collect(course, path, pattern=r"\[(.*)\]")
    assert not (course.root / "과제1").exists()
    assert all(
        path.parent.parent == course.root / "submitted"
        for path in course.root.rglob("과제1")
        if path.parent.name != "source"
    )


# ------------------------------------------------------------------ the exchange


def submit(tmp_path, student, when, mark, random="+abc"):
    name = f"{student}+과제1+{when}{random}"
    folder = tmp_path / "exchange/llm/inbound" / name
    folder.mkdir(parents=True)
    (folder / "decode.ipynb").write_bytes(book(mark))
    (folder / "timestamp.txt").write_text(when)
    (folder / "submission_secret.txt").write_text("s3cret")
    return folder


EARLY, LATE = "2026-11-30 12:00:00.000000 UTC", "2026-12-01 09:00:00.000000 UTC"


def test_the_exchange_gives_the_latest_of_each_student(course, tmp_path):
    submit(tmp_path, "kim", EARLY, "early")
    submit(tmp_path, "kim", LATE, "late")
    submit(tmp_path, "lee+ta", EARLY, "only", random="")
    report = from_exchange(course, "과제1")
    assert report.new == ["kim"]
    assert "lee+ta" in next(iter(report.unmatched))
    there = handed_in(course, "kim")
    assert there["decode.ipynb"] == book("late")
    assert there["timestamp.txt"] == LATE.encode()
    assert there["submission_secret.txt"] == b"s3cret"


def test_a_newer_submission_replaces_only_on_request(course, tmp_path):
    submit(tmp_path, "kim", EARLY, "early")
    from_exchange(course, "과제1")
    submit(tmp_path, "kim", LATE, "late")
    assert from_exchange(course, "과제1").kept == ["kim"]
    assert from_exchange(course, "과제1", update=True).updated == ["kim"]
    assert from_exchange(course, "과제1", update=True).kept == ["kim"]


def test_links_in_the_exchange_are_not_followed(course, tmp_path):
    folder = submit(tmp_path, "kim", EARLY, "a")
    (folder / "shadow").symlink_to("/etc/shadow")
    (folder / "masters").symlink_to(course.root / "source")
    inbox = Path(folder).parent
    (inbox / f"lee+과제1+{EARLY}+x").symlink_to(course.root / "source/과제1")
    report = from_exchange(course, "과제1")
    assert {one.why for one in report.refused} == {files.LINK}
    assert len(report.refused) == 3
    assert set(handed_in(course, "kim")) == {
        "decode.ipynb",
        "timestamp.txt",
        "submission_secret.txt",
    }
    assert course.students("과제1") == ["kim"]


def test_an_exchange_that_is_not_there_is_explained(course):
    with pytest.raises(CourseError, match="inbound"):
        from_exchange(course, "과제1")


def test_the_command_lists_what_it_could_not_take(
    course, tmp_path, capsys, monkeypatch
):
    place = tmp_path / "in"
    place.mkdir()
    (place / "20241234.ipynb").write_bytes(book("a"))
    (place / "who\x1b[2J.ipynb").write_bytes(book("a"))
    arguments = ["collect", "과제1", str(place), "--course", str(course.root)]
    assert main([*arguments, "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert shown["new"] == ["20241234"]
    assert list(shown["unmatched"]) == ["who[2J.ipynb"]
    monkeypatch.setenv("INTENSITY_LANG", "ko")
    assert main(arguments) == 1
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "학번이 없습니다" in text
