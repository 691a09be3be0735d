"""Exports carry the right points to the right rows and nothing that runs."""

import csv
import io
import zipfile
from xml.etree import ElementTree

import pytest

from autograder.grading.export import (
    fill_canvas,
    fill_moodle,
    items,
    moodle,
    plain,
    points,
    summary,
    to_csv,
)
from autograder.grading.grades import Grade, Standing
from autograder.grading.workbook import to_xlsx
from intensity.language import CourseError


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    monkeypatch.setenv("INTENSITY_LANG", "en")


def standing(student, *scores, waits=False, **more):
    grades = {
        ("a", f"q{number}"): Grade(score=score, max_score=10, waits=waits)
        for number, score in enumerate(scores, 1)
    }
    return Standing(student=student, assignment="ps1", grades=grades, **more)


CLASS = {
    "0012345678": standing("0012345678", 10, 5, last_name="홍", first_name="길동"),
    "20241234": standing("20241234", 7.125, 0, penalty=2, email="kim@u.ac.kr"),
    "20245678": standing("20245678", 0, 0),
}


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.5, 0, "1"),
        (1.5, 0, "2"),
        (2.5, 0, "3"),
        (2.675, 2, "2.68"),
        (1.005, 2, "1.01"),
        (0.1 + 0.2, 2, "0.3"),
        (10.0, 2, "10"),
        (100.0, 0, "100"),
        (1e-9, 2, "0"),
    ],
)
def test_points_round_half_up_as_written(value, digits, text):
    assert points(value, digits) == text


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1+1", "  =1", "\r=x", "=HYPERLINK('a')"]
)
def test_no_cell_is_a_formula(text):
    assert plain(text).startswith("'")


def test_a_summary_has_raw_penalty_final_rank_and_percentile():
    head, *rows = summary({"ps1": CLASS}).rows
    by = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    kim = by["20241234"]
    assert (kim["ps1 raw"], kim["ps1 late penalty"], kim["ps1"]) == (
        "7.13",
        "2",
        "5.13",
    )
    assert [by[name]["rank"] for name in sorted(by)] == ["1", "2", "3"]
    # strictly below: two, one and none of three
    assert [by[name]["percentile"] for name in sorted(by)] == ["66.7", "33.3", "0"]
    assert kim["max"] == "20"


def test_a_student_without_a_submission_has_empty_cells_and_a_total():
    other = {"20249999": standing("20249999", 3)}
    head, *rows = summary({"ps1": CLASS, "ps2": other}).rows
    row = dict(zip(head, rows[-1], strict=True))
    assert (row["student"], row["ps1"], row["ps2"], row["total"]) == (
        "20249999",
        "",
        "3",
        "3",
    )
    assert row["max"] == "30"


def test_equal_totals_share_a_rank():
    found = {"a": standing("a", 5), "b": standing("b", 5), "c": standing("c", 1)}
    head, *rows = summary({"ps1": found}).rows
    rank = head.index("rank")
    assert [row[rank] for row in rows] == ["1", "1", "3"]


def test_questions_have_a_column_each_and_wait_as_blanks():
    found = {"a": standing("a", 5, 6), "b": standing("b", 0, waits=True)}
    assert items(found).rows == [
        ["student", "a/q1", "a/q2"],
        ["a", "5", "6"],
        ["b", "", ""],
    ]


def test_csv_opens_in_excel_on_korean_windows():
    data = to_csv(summary({"ps1": CLASS}))
    assert data.startswith(b"\xef\xbb\xbf")
    assert "홍" in data.decode("utf-8-sig")


CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,ps1 (771),ps10 (772),\
Current Score
    Points Possible,,,,,20,10,(read only)
"홍, 길동",4412,0012345678,hong,01,,3,
"Kim, C",4413,x,20241234,01,1,,
"Nobody, N",4414,20240000,nobody,01,9,,
"""


def test_canvas_gets_one_column_and_keeps_the_rest():
    filled = fill_canvas(CANVAS.encode("utf-8-sig"), CLASS, "ps1", 2)
    before = list(csv.reader(io.StringIO(CANVAS)))
    after = filled.table.rows
    assert [row[5] for row in after] == ["ps1 (771)", "20", "15", "5.13", "9"]
    for old, new in zip(before, after, strict=True):
        assert old[:5] + old[6:] == new[:5] + new[6:]
    assert filled.absent == ["20245678"]


@pytest.mark.parametrize("assignment", ["ps", "ps2", "771"])
def test_canvas_columns_are_never_guessed(assignment):
    with pytest.raises(CourseError, match=r"ps1 \(771\)"):
        fill_canvas(CANVAS.encode(), CLASS, assignment, 2)


MOODLE = """Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade,\
Last modified (submission),Feedback comments
Participant 1,Hong,0012345678,h@u,Submitted,,20,"Monday, 30 November 2026",
Participant 2,Kim,,kim@u.ac.kr,Submitted,,20,-,
Participant 3,Nobody,,n@u,No,,20,-,keep
"""


def test_moodle_worksheets_keep_what_moodle_checks():
    filled = fill_moodle(MOODLE.encode(), CLASS, 1)
    before = list(csv.reader(io.StringIO(MOODLE)))
    after = filled.table.rows
    assert [row[5] for row in after] == ["Grade", "15", "5.1", ""]
    assert [row[8] for row in after[1:]] == ["", "late penalty 2", "keep"]
    for old, new in zip(before, after, strict=True):
        assert old[:5] + old[6:8] == new[:5] + new[6:8]
    assert filled.absent == ["20245678"]


def test_moodle_import_has_the_keys_that_it_maps_by():
    rows = moodle(CLASS, "ps1", 2).rows
    assert rows[0] == ["ID number", "Email address", "ps1", "Feedback comments"]
    assert rows[2] == ["20241234", "kim@u.ac.kr", "5.13", "late penalty 2"]


def test_a_workbook_keeps_student_numbers_as_text_and_points_as_numbers():
    evil = {"=1": standing("=1", 3, last_name="<b>&")}
    data = to_xlsx({"합계/total": summary({"ps1": CLASS | evil}), "ps1": items(CLASS)})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            ElementTree.fromstring(archive.read(name))
        sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
        workbook = archive.read("xl/workbook.xml").decode()
    assert 'name="합계_total"' in workbook
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    rows = [list(row) for row in sheet.iter(f"{space}row")]
    first = rows[1][0]
    assert first.get("t") == "inlineStr"
    assert "".join(first.itertext()) == "0012345678"
    assert rows[1][4].find(f"{space}v").text == "15"
    assert not list(sheet.iter(f"{space}f"))
    assert "".join(rows[4][0].itertext()) == "=1"
