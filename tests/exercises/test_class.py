"""A class graded by nbgrader itself: the model, a blank, slips, and broken files."""

import json
import os
import warnings
from pathlib import Path

import pytest

from exercises import sample_class
from exercises.sample_class import RIGHT, answered, text
from tools.grade import Classroom, keep_beside, table

SOURCE = Path(__file__).parents[2] / "exercises" / "source" / "ps1" / "ps1.ipynb"


def class_and_more(release):
    """The sample class, the model solution, and two whose code fails."""

    def file(notebook):
        return json.dumps(notebook).encode()

    return {
        **sample_class.submissions(release),
        "model": SOURCE.read_bytes(),
        "careless": file(
            answered(
                release,
                {
                    **RIGHT,
                    "ridge-answer": "",
                    "matmul-answer": RIGHT["matmul-answer"] + "\n1 / 0",
                },
            )
        ),
        "died": file(
            answered(release, {**RIGHT, "kv-cache-answer": "import os; os._exit(1)"})
        ),
    }


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The folder of a course that has been released, handed in and graded once."""
    root = tmp_path_factory.mktemp("class") / "course"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in os.environ.items():
            patch.setenv(name, value)  # so that what grading sets is undone
        keep_beside(root)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # nbgrader's own
            Classroom(
                root, "ps1", lambda _: None, students=class_and_more, version="1"
            ).results()
        yield root


@pytest.fixture(scope="module")
def results(course):
    """Student -> result, from a second look at the same class."""
    said = []
    found = Classroom(
        course, "ps1", said.append, students=class_and_more, version="1"
    ).results()
    assert said == [], "a second run grades nobody again"
    return {result["student"]: result for result in found}


def cell(result, grade_id):
    (found,) = [c for c in result["cells"] if c["grade_id"] == grade_id]
    return found


def test_the_model_solution_gets_every_point(results):
    model = results["model"]
    assert model["score"] == model["max_score"] > 0
    assert {c["status"] for c in model["cells"]} == {"right"}


def test_a_blank_gets_zero_without_an_exception(results, course):
    blank = results["s4-blank"]
    assert blank["score"] == 0
    assert {c["status"] for c in blank["cells"]} == {"missing"}
    graded = json.loads(
        (course / "autograded" / "s4-blank" / "ps1" / "ps1.ipynb").read_text("utf-8")
    )
    outputs = [o for c in graded["cells"] for o in c.get("outputs", [])]
    assert all(o["output_type"] != "error" for o in outputs)


def test_the_class_is_ordered_as_its_work_deserves(results):
    score = {student: result["score"] for student, result in results.items()}
    assert (
        score["s1-right"]
        > score["s2-partly"]
        > score["s3-units"]
        > score["s4-blank"]
        == 0
    )
    assert score["s1-right"] == results["s1-right"]["max_score"]


def test_a_damaged_file_stops_neither_the_class_nor_gets_a_silent_zero(results):
    broken = results["s5-broken"]
    assert broken["status"] == "unreadable"
    assert "damaged" in broken["notices"][0]["en"]
    assert "깨져" in broken["notices"][0]["ko"]


def test_a_copied_cell_costs_nothing_and_is_said(results):
    copied = results["s6-copied"]
    assert copied["score"] == copied["max_score"]
    assert any("matmul" in notice["ko"] for notice in copied["notices"])


def test_a_kernel_that_dies_stops_nobody_else(results):
    assert results["died"]["status"] == "unreadable"
    assert results["s1-right"]["status"] == "graded"


def test_a_deleted_answer_is_missing_and_an_exception_after_it_costs_nothing(results):
    assert cell(results["careless"], "ridge")["status"] == "missing"
    assert cell(results["careless"], "matmul")["status"] == "right"


def test_everyone_reads_feedback_in_their_language(results):
    assert "sparsity" in cell(results["s2-partly"], "ridge")["message"]["ko"]
    assert "쓴 것 같습니다" in cell(results["s2-partly"], "ridge")["message"]["ko"]
    assert "prefix" in cell(results["s3-units"], "ridge")["message"]["en"]
    assert "No answer" not in cell(results["s4-blank"], "ridge")["message"]["ko"]


def test_the_release_hides_tests_and_solutions(course):
    release = json.loads((course / "release" / "ps1" / "ps1.ipynb").read_text("utf-8"))
    sources = "\n".join(text(c) for c in release["cells"])
    for secret in ("SOLUTION", "HIDDEN", "score(", "expected", "1979e12"):
        assert secret not in sources


def test_feedback_shows_no_hidden_test_and_no_expected_value(course):
    pages = list((course / "feedback").glob("*/ps1/ps1.html"))
    assert len(pages) >= 6
    for page in pages:
        shown = page.read_text("utf-8")
        assert "HIDDEN" not in shown
        assert "expected=" not in shown
        assert "critical_batch" not in shown


def test_the_table_names_each_lost_point_with_its_reason(results):
    lines = list(table(results.values()))
    partly = lines[next(i for i, s in enumerate(lines) if "s2-partly" in s) + 1]
    assert "ridge" in partly
    assert "1/2" in partly
    assert "sparsity" in partly


def test_the_source_folder_stays_as_it_was(course):
    assert (course / "source" / "ps1").is_dir()
    assert sorted(p.name for p in SOURCE.parent.iterdir()) == ["ps1.ipynb"]


def test_a_course_that_someone_else_made_is_never_cleared(tmp_path):
    (tmp_path / "course" / "submitted").mkdir(parents=True)
    with pytest.raises(SystemExit, match="did not make"):
        Classroom(tmp_path / "course", "ps1", print, version="1").results()
    assert (tmp_path / "course" / "submitted").is_dir()
