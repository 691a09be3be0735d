"""A notebook made from its text has nbgrader's metadata, or the text is refused."""

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator

from tools.notebook import build, notebook_of

TEXT = """\
---
kernelspec: {{name: python3, display_name: Python 3, language: python}}
book: https://example.org/book/
---

+++ {{"nbgrader": "locked about"}}

See [the primer](book:ko/chapter/primer#primer-roof).

```{{code-cell}}
:nbgrader: {line}
x = None
```
"""


def made(line):
    return build(TEXT.format(line=line), "ps.md")


@pytest.mark.parametrize(
    ("line", "grade", "solution", "locked", "points"),
    [
        ("answer x", False, True, False, None),
        ("test x 2.5", True, False, True, 2.5),
        ("manual x 3", True, True, False, 3.0),
        ("locked x", False, False, True, None),
    ],
)
def test_a_role_becomes_what_nbgrader_calls_it(line, grade, solution, locked, points):
    cell = made(line).cells[1]
    told = cell.metadata.nbgrader
    assert (told.grade, told.solution, told.locked) == (grade, solution, locked)
    assert told.get("points") == points
    assert cell.id == told.grade_id == "x"
    assert cell.metadata.get("editable", True) is not locked


def test_the_notebook_is_valid_for_jupyter_and_for_nbgrader():
    notebook = made("test x 2")
    nbformat.validate(notebook)
    MetadataValidator().validate_nb(notebook)


def test_places_in_the_book_become_addresses():
    assert made("answer x").cells[0].source == (
        "See [the primer](https://example.org/book/ko/chapter/primer.html#primer-roof)."
    )


@pytest.mark.parametrize(
    "line", ["answer", "test x", "answer x 2", "quiz x", "test x y z"]
)
def test_a_line_that_is_no_role_is_refused_with_its_cell(line):
    with pytest.raises(ValueError, match=r"ps\.md, cell 1"):
        made(line)


def test_an_id_is_used_once():
    with pytest.raises(ValueError, match="'about' is used twice"):
        made("answer about")


def test_each_text_has_its_own_notebook(tmp_path):
    assert notebook_of(tmp_path / "text" / "ps2.md") == (
        tmp_path / "source" / "ps2" / "ps2.ipynb"
    )
