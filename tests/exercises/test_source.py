"""What every assignment of this course keeps to."""

import ast
import re
from pathlib import Path

from exercises.sample_class import text as source_of
from tools.notebook import build

BOOK = Path(__file__).parents[2] / "book"
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.S)
LANGUAGES = re.compile(r'<div lang="(\w\w)">\n(.*?)\n</div>', re.S)
LINK = re.compile(r"\(http://localhost:8000/(\w\w)/([\w/-]+)\.html#([\w-]+)\)")


def role(cell, name):
    return cell["metadata"].get("nbgrader", {}).get(name, False)


def numbers(prompt):
    """The numbers a reader of one language sees, without the book's addresses."""
    return sorted(re.findall(r"\d+(?:[,.]\d+)*", LINK.sub("", prompt)))


def graded(source):
    return [cell for cell in source if role(cell, "grade")]


def test_the_notebook_was_made_from_its_text(text, source):
    made = build(text.read_text("utf-8"), text.name)
    assert [cell.source for cell in made.cells] == [source_of(c) for c in source]
    assert [cell.metadata for cell in made.cells] == [c["metadata"] for c in source]


def test_each_graded_cell_ends_in_one_call_of_score(source):
    for cell in graded(source):
        last = ast.parse(source_of(cell)).body[-1]
        assert isinstance(last, ast.Expr), source_of(cell)
        assert isinstance(last.value, ast.Call)
        assert ast.unparse(last.value.func) == "score"
        assert not source_of(cell).rstrip().endswith(";")


def test_each_score_call_fetches_its_answers_lazily_and_in_the_learners_language(
    source,
):
    for cell in graded(source):
        call = ast.parse(source_of(cell)).body[-1].value
        check, answer, language = call.args
        assert isinstance(check, ast.Name), "a check made outside the student's names"
        assert isinstance(answer, ast.Lambda)
        assert ast.unparse(language) == "lambda: LANGUAGE"


def test_hidden_tests_leave_few_names_behind(source):
    """What a hidden test binds would overwrite the student's own variable."""
    for cell in graded(source):
        names = set()
        for node in ast.parse(HIDDEN.search(source_of(cell))[1]).body:
            if isinstance(node, ast.ImportFrom):
                names |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.FunctionDef):
                names.add(node.name)
            else:
                assert isinstance(node, ast.Expr), ast.unparse(node)
        assert names == {"score", "check"}


def test_each_graded_cell_shows_the_student_something_before_grading(source):
    for cell in graded(source):
        visible = HIDDEN.sub("", source_of(cell)).strip()
        assert visible.startswith("preview_"), visible
        assert "Number(" not in visible


def test_each_check_carries_the_id_and_the_points_of_its_cell(source):
    for cell in graded(source):
        names = {}
        exec(HIDDEN.search(source_of(cell))[1].rpartition("\nscore(")[0], names)
        check = names["check"]()
        assert check.id == role(cell, "grade_id")
        assert check.points == role(cell, "points")


def test_each_prompt_is_written_twice_korean_first(source):
    prompts = [source_of(c) for c in source if c["cell_type"] == "markdown"]
    for prompt in prompts:
        (first, korean), (second, english) = LANGUAGES.findall(prompt)
        assert (first, second) == ("ko", "en")
        assert re.search("[가-힣]", korean)
        assert not re.search("[가-힣]", english)
        assert korean.count("\n## ") == english.count("\n## ")
        assert numbers(korean) == numbers(english)


def test_each_question_has_a_goal_and_a_place_in_both_books(source):
    questions = [
        source_of(c)
        for c in source
        if c["cell_type"] == "markdown" and "\n## " in source_of(c)
    ]
    assert len(questions) == len(graded(source))
    for question in questions:
        assert "학습 목표:" in question
        assert "Goal:" in question
        places = LINK.findall(question)
        assert [place[0] for place in places] == ["ko", "en"]
        assert places[0][1:] == places[1][1:]
        for language, page, label in places:
            written = (BOOK / language / f"{page}.md").read_text("utf-8")
            assert f"({label})=" in written


def test_points_in_the_headings_are_the_points_of_the_cells(source):
    said = [
        (int(ko), int(en))
        for c in source
        for ko, en in re.findall(r"\((\d+)점\).*?\((\d+) points\)", source_of(c), re.S)
    ]
    points = [role(cell, "points") for cell in graded(source)]
    assert said == [(p, p) for p in points]


def test_the_total_in_the_introduction_is_the_sum(source):
    total = sum(role(cell, "points") for cell in graded(source))
    about = source_of(source[0])
    assert f"{total:g}점" in about
    assert f"{total:g} points" in about
