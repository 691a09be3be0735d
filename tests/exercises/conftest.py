"""The assignments as an author keeps them, and one class graded through two doors."""

import json
import os
import shutil
import warnings
from pathlib import Path

import pytest

from exercises import sample_class
from exercises.sample_class import RIGHT, answered
from tools import grade

EXERCISES = Path(__file__).parents[2] / "exercises"
TEXTS = sorted((EXERCISES / "text").glob("*.md"))
PS1 = EXERCISES / "source" / "ps1" / "ps1.ipynb"


@pytest.fixture(params=TEXTS, ids=lambda text: text.stem)
def text(request):
    """Each assignment's readable text."""
    return request.param


@pytest.fixture
def source(text):
    """The cells of its source notebook."""
    notebook = EXERCISES / "source" / text.stem / f"{text.stem}.ipynb"
    return json.loads(notebook.read_text("utf-8"))["cells"]


def class_and_more(release):
    """The sample class, the model solution, and two whose code fails."""

    def file(**changes):
        return json.dumps(answered(release, {**RIGHT, **changes})).encode()

    boom = RIGHT["matmul-answer"] + "\n1 / 0"
    return {
        **sample_class.submissions(release),
        "model": PS1.read_bytes(),
        "careless": file(**{"ridge-answer": "", "matmul-answer": boom}),
        "died": file(**{"kv-cache-answer": "import os; os._exit(1)"}),
    }


@pytest.fixture(scope="session")
def released(tmp_path_factory):
    """A course folder: released, handed in, collected."""
    root = tmp_path_factory.mktemp("class") / "course"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in os.environ.items():
            patch.setenv(name, value)  # so that what the script sets is undone
        grade.keep_beside(root)
        patch.setattr(grade, "JUDGES", ())  # the sources may change under a long run
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # nbgrader's own
            grade.release(root, "ps1", class_and_more)
        yield root


@pytest.fixture(scope="session")
def course(released):
    """The same course, graded as `make grade` does it."""
    grade.grade(released, "ps1")
    return released


@pytest.fixture(scope="session")
def results(course):
    """Student -> result."""
    return {result["student"]: result for result in grade.grade(course, "ps1")}


@pytest.fixture(scope="session")
def by_nbgrader(released, tmp_path_factory):
    """student -> (score, maximum) from nbgrader's own autograde, in a copy."""
    from nbgrader.api import Gradebook

    from tools.nbgrader_course import Course

    root = tmp_path_factory.mktemp("nbgrader") / "course"
    shutil.copytree(released, root, ignore=shutil.ignore_patterns("autograded"))
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        own = Course(root)
        own.api.config.pop("Autograde", None)  # nbgrader's own, not the plug-in
        for student in ("model", "s2-partly", "s4-blank", "careless"):
            assert own.api.autograde("ps1", student, force=True)["success"]
            with Gradebook(own.coursedir.db_url, own.coursedir.course_id) as book:
                handed_in = book.find_submission("ps1", student)
                found[student] = (handed_in.score, handed_in.max_score)
    return found
