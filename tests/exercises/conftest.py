"""The assignments as an author keeps them, and as nbgrader releases them."""

import json
from pathlib import Path

import pytest

EXERCISES = Path(__file__).parents[2] / "exercises"
TEXTS = sorted((EXERCISES / "text").glob("*.md"))


@pytest.fixture(params=TEXTS, ids=lambda text: text.stem)
def text(request):
    """Each assignment's readable text."""
    return request.param


@pytest.fixture
def source(text):
    """The cells of its source notebook."""
    notebook = EXERCISES / "source" / text.stem / f"{text.stem}.ipynb"
    return json.loads(notebook.read_text("utf-8"))["cells"]
