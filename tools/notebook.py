"""Make nbgrader source notebooks from their readable texts.

usage: python tools/notebook.py exercises/text/ps1.md ... [--check]

exercises/text/ps1.md becomes exercises/source/ps1/ps1.ipynb.  The text is a MyST
notebook.  A cell's `nbgrader` option is one line:

    answer ID            the student's code; solution regions are cut on release
    test ID POINTS       graded code, read-only; hidden regions are cut on release
    manual ID POINTS     graded by a person
    locked ID            read-only text or code

and `book:ko/chapter/primer#label` is an address in the book, whose place the front
matter gives as `book`.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from myst_nb.core.read import read_myst_markdown_notebook

BOOK = re.compile(r"\(book:(?P<page>[\w/-]+)(?P<place>#[\w.-]+)?\)")
ROLES = {  # role -> what nbgrader calls it
    "answer": {"grade": False, "solution": True, "locked": False},
    "test": {"grade": True, "solution": False, "locked": True},
    "manual": {"grade": True, "solution": True, "locked": False},
    "locked": {"grade": False, "solution": False, "locked": True},
}


def build(text: str, name: str) -> nbformat.NotebookNode:
    """The notebook that `text` describes; ValueError names the cell and the rule."""
    notebook = read_myst_markdown_notebook(text, path=name)
    book = notebook.metadata.pop("book", "").rstrip("/")
    seen: set[str] = set()
    for number, cell in enumerate(notebook.cells):
        where = f"{name}, cell {number} ({cell.source[:30]!r})"
        cell.id = f"cell-{number}"
        cell.source = BOOK.sub(rf"({book}/\g<page>.html\g<place>)", cell.source)
        if line := cell.metadata.pop("nbgrader", None):
            cell.metadata["nbgrader"] = _metadata(line, cell.cell_type, where)
            cell.id = cell.metadata["nbgrader"]["grade_id"]
            if cell.id in seen:
                raise ValueError(f"{where}: id {cell.id!r} is used twice")
            seen.add(cell.id)
            if cell.metadata["nbgrader"]["locked"]:
                cell.metadata.update(editable=False, deletable=False)
    nbformat.validate(notebook)
    return notebook


def _metadata(line: str, cell_type: str, where: str) -> dict[str, Any]:
    role, *rest = line.split()
    graded = role in ("test", "manual")
    if role not in ROLES or len(rest) != 1 + graded:
        raise ValueError(
            f"{where}: nbgrader: {line!r} is none of: answer ID, test ID POINTS, "
            "manual ID POINTS, locked ID"
        )
    points = {"points": float(rest[1])} if graded else {}
    return {
        "schema_version": 3,
        "grade_id": rest[0],
        "task": False,
        "cell_type": cell_type,
        **ROLES[role],
        **points,
    }


def main() -> int:
    """Write each notebook, or with --check say which are out of date."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path, nargs="+", metavar="TEXT.md")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    stale = [text for text in args.texts if not _up_to_date(text, args.check)]
    for text in stale:
        print(f"{notebook_of(text)} was not made from {text}: run `make exercises`")
    return int(bool(stale))


def notebook_of(text: Path) -> Path:
    """exercises/text/ps1.md -> exercises/source/ps1/ps1.ipynb."""
    return text.parent.parent / "source" / text.stem / f"{text.stem}.ipynb"


def _up_to_date(text: Path, check_only: bool) -> bool:
    made = nbformat.writes(build(text.read_text("utf-8"), text.name)) + "\n"
    notebook = notebook_of(text)
    if notebook.exists() and notebook.read_text("utf-8") == made:
        return True
    if not check_only:
        notebook.parent.mkdir(parents=True, exist_ok=True)
        notebook.write_text(made, "utf-8")
    return not check_only


if __name__ == "__main__":
    sys.exit(main())
