"""A class from release to feedback: the model, a blank, slips, and broken files."""

import json
import shutil
import sqlite3
import warnings

import pytest

from exercises.sample_class import text
from tools import grade
from tools.nbgrader_course import Course


def cell(result, grade_id):
    (found,) = [c for c in result["cells"] if c["grade_id"] == grade_id]
    return found


def test_the_model_solution_gets_every_point_from_nbgrader_itself(by_nbgrader):
    score, most = by_nbgrader["model"]
    assert score == most > 0


def test_a_blank_gets_zero_from_nbgrader_itself(by_nbgrader):
    assert by_nbgrader["s4-blank"][0] == 0


def test_the_grader_agrees_with_nbgrader(by_nbgrader, results):
    ours = {s: (results[s]["score"], results[s]["max_score"]) for s in by_nbgrader}
    assert ours == by_nbgrader


def test_the_model_solution_is_right_in_every_cell(results):
    assert {c["status"] for c in results["model"]["cells"]} == {"right"}


def test_a_blank_is_missing_in_every_cell_and_ends_in_no_exception(results, course):
    blank = results["s4-blank"]
    assert blank["score"] == 0
    assert {c["status"] for c in blank["cells"]} == {"missing"}
    graded = course / "autograded" / "s4-blank" / "ps1" / "ps1.ipynb"
    cells = json.loads(graded.read_text("utf-8"))["cells"]
    outputs = [output for c in cells for output in c.get("outputs", [])]
    assert outputs
    assert all(output["output_type"] != "error" for output in outputs)


def test_the_class_is_ordered_as_its_work_deserves(results):
    score = {student: result["score"] for student, result in results.items()}
    assert score["s1-right"] == results["s1-right"]["max_score"]
    order = ["s1-right", "s2-partly", "s3-units", "s4-blank"]
    assert [score[s] for s in order] == sorted({score[s] for s in order}, reverse=True)
    assert score["s4-blank"] == 0


def test_a_damaged_file_is_reported_and_does_not_stop_the_class(results):
    broken = results["s5-broken"]
    assert broken["status"] == "unreadable"
    assert "damaged" in broken["notices"][0]["en"]
    assert results["s6-copied"]["status"] == "graded"


def test_a_copied_cell_costs_nothing_and_is_said(results):
    copied = results["s6-copied"]
    assert copied["score"] == copied["max_score"]
    assert any("matmul" in notice["ko"] for notice in copied["notices"])


def test_a_process_that_dies_costs_its_own_question_only(results):
    died = results["died"]
    assert cell(died, "kv-cache")["points"] == 0
    lost = [c["grade_id"] for c in died["cells"] if c["points"] != c["max_points"]]
    assert lost == ["kv-cache"]


def test_a_deleted_answer_is_missing_and_an_exception_after_it_costs_nothing(results):
    assert cell(results["careless"], "ridge")["status"] == "missing"
    assert cell(results["careless"], "matmul")["status"] == "right"


def test_every_lost_point_has_a_reason_in_both_languages(results):
    for result in results.values():
        for c in result["cells"]:
            if c["points"] != c["max_points"]:
                assert c["message"]["ko"] != c["message"]["en"]
                assert min(map(len, c["message"].values())) > 5


def test_the_slips_of_the_sample_class_are_recognised(results):
    partly, units = results["s2-partly"], results["s3-units"]
    assert "sparsity" in cell(partly, "ridge")["message"]["en"]
    assert "input embedding" in cell(partly, "decode-read")["message"]["en"]
    assert "bf16 only" in cell(partly, "rule")["message"]["en"]
    assert "prefix" in cell(units, "ridge")["message"]["en"]
    assert "means bit" in cell(units, "decode-read")["message"]["en"]
    assert "GiB" in cell(units, "kv-cache")["message"]["en"]


def test_the_release_hides_tests_and_solutions(course):
    release = json.loads((course / "release" / "ps1" / "ps1.ipynb").read_text("utf-8"))
    sources = "\n".join(text(c) for c in release["cells"])
    for secret in ("SOLUTION", "HIDDEN", "score(", "expected", "1979e12"):
        assert secret not in sources


def test_feedback_shows_no_hidden_test(course, results):
    pages = list((course / "feedback").glob("*/ps1/ps1.html"))
    assert len(pages) == len(results)
    for page in pages:
        shown = page.read_text("utf-8")
        for secret in ("HIDDEN", "expected=", "critical_batch", "kv_cache_bytes("):
            assert secret not in shown


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_the_table_names_each_lost_point_with_its_reason(results, lang):
    lines = list(grade.table(results.values(), lang))
    place = next(i for i, line in enumerate(lines) if line.startswith("s2-partly"))
    assert "ridge" in lines[place + 1]
    assert "1/2" in lines[place + 1]
    assert "sparsity" in lines[place + 1]


def test_a_check_that_breaks_puts_points_on_hold_for_a_person(course, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(course, root)
    notebook = root / "source" / "ps1" / "ps1.ipynb"
    source = json.loads(notebook.read_text("utf-8"))
    for c in source["cells"]:
        if c["metadata"].get("nbgrader", {}).get("grade_id") == "ridge":
            c["source"] = text(c).replace("def check():", "def check():\n    1 / 0\n")
    notebook.write_text(json.dumps(source), "utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nbgrader's own
        Course(root).release("ps1")
    found = grade.grade(root, "ps1")
    (right,) = [result for result in found if result["student"] == "s1-right"]
    assert cell(right, "ridge")["status"] == "broken"
    assert cell(right, "ridge")["points"] is None
    assert "on hold" in cell(right, "ridge")["message"]["en"]
    assert right["score"] == right["max_score"] - cell(right, "ridge")["max_points"]
    book = sqlite3.connect(root / "gradebook.db")
    held = book.execute(
        "select count(*) from grade where needs_manual_grade"
    ).fetchone()
    book.close()
    assert held[0] > 0


def test_a_second_run_does_nothing(course, monkeypatch):
    monkeypatch.setattr(grade, "_autograder", lambda *_: pytest.fail("graded again"))
    monkeypatch.setattr(grade, "_clear", lambda _: pytest.fail("released again"))
    grade.release(course, "ps1")
    assert grade.grade(course, "ps1")


def test_a_folder_that_the_script_did_not_make_is_never_cleared(tmp_path):
    (tmp_path / "submitted").mkdir()
    with pytest.raises(SystemExit, match="was not made by this script"):
        grade.release(tmp_path, "ps1")
    assert (tmp_path / "submitted").is_dir()


def test_a_machine_without_a_sandbox_grades_the_sample_class_and_says_so(
    tmp_path, monkeypatch, capsys
):
    calls = []

    def command(*arguments):
        calls.append(arguments)
        if "--unsafe-no-sandbox" in arguments:
            (tmp_path / "results.json").write_text("[]")
        return 1

    monkeypatch.setattr(grade, "_autograder", command)
    assert grade.grade(tmp_path, "ps1") == []
    said = capsys.readouterr().err
    assert "sandbox" in said or "격리" in said
    assert [c[0] for c in calls] == ["grade", "grade", "feedback"]
