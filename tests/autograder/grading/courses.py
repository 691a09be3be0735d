"""Builds small nbgrader courses and submissions to them, and runs nbgrader itself."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from autograder.grading.master import Master, MasterCell, MasterNotebook

CONFIG = """c = get_config()
c.CourseDirectory.course_id = "tiny"
"""
STUB = "# YOUR CODE HERE\nraise NotImplementedError()"
ROLES = {
    "locked": (False, False, "code"),
    "answer": (False, True, "code"),
    "check": (True, False, "code"),
    "manual-markdown": (True, True, "markdown"),
    "manual-code": (True, True, "code"),
}


def cell(number, kind, name, points, source):
    made = {
        "cell_type": "code",
        "id": f"cell{number}",
        "metadata": {},
        "source": source,
    }
    if kind == "text":
        made["cell_type"] = "markdown"
    elif kind != "free":
        grade, solution, cell_type = ROLES[kind]
        made["cell_type"] = cell_type
        made["metadata"]["nbgrader"] = {
            "grade": grade,
            "solution": solution,
            "locked": not solution,
            "grade_id": name,
            "schema_version": 3,
            "task": False,
            "cell_type": cell_type,
            **({"points": points} if grade else {}),
        }
    if made["cell_type"] == "code":
        made |= {"outputs": [], "execution_count": None}
    return made


def notebook(cells):
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {
        "cells": [cell(i, *parts) for i, parts in enumerate(cells)],
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def write_source(root, assignment, notebooks, files=None):
    """`notebooks`: name -> list of cells as in kinds.py."""
    folder = root / "source" / assignment
    folder.mkdir(parents=True)
    for name, cells in notebooks.items():
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook(cells)))
    for name, text in (files or {}).items():
        (folder / name).write_text(text)
    config = root / "nbgrader_config.py"
    if not config.exists():
        config.write_text(CONFIG)


def nbgrader(root, *steps):
    """Run steps of nbgrader's own API in one process: ("generate", assignment)..."""
    program = f"""
import os, sys
os.chdir({str(root)!r})
from traitlets.config import Config
from nbgrader.apps import NbGraderAPI, NbGrader
app = NbGrader(); app.load_config_file()
api = NbGraderAPI(config=app.config)
for step, *args in {list(steps)!r}:
    do = {{"generate": api.generate_assignment, "autograde": api.autograde}}[step]
    done = do(*args)
    if not done["success"]:
        print(done["log"], done["error"]); sys.exit(1)
"""
    # nbgrader starts `alembic` by name.
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise RuntimeError(f"{run.stdout[-4000:]}\n{run.stderr[-4000:]}")


def release(root, assignment, name):
    path = root / "release" / assignment / f"{name}.ipynb"
    return json.loads(path.read_text())


def released_by(book):
    """The released notebook that a master's notebook was read from."""
    cells = []
    for i, one in enumerate(book.cells):
        made = {
            "cell_type": one.cell_type,
            "id": one.cell_id or f"cell{i}",
            "metadata": dict(one.metadata),
            "source": one.released,
        }
        if one.cell_type == "code":
            made |= {"outputs": [], "execution_count": None}
        cells.append(made)
    metadata = dict(book.metadata)
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def grade_id(made):
    return made["metadata"].get("nbgrader", {}).get("grade_id", "")


def source_of(made):
    text = made["source"]
    return text if isinstance(text, str) else "".join(text)


def fill(released, answers):
    """The released notebook with some cells' text replaced."""
    filled = json.loads(json.dumps(released))
    for made in filled["cells"]:
        if grade_id(made) in answers:
            made["source"] = answers[grade_id(made)]
    return filled


def solutions(cells):
    """The model answers of an assignment in kinds.py's form."""
    found = {}
    for kind, name, _, source in cells:
        if kind == "answer":
            found[name] = re.sub(r"### (BEGIN|END) SOLUTION\n?", "", source).strip()
        elif kind.startswith("manual"):
            found[name] = source + "\n# mine"
    return found


def submit(root, assignment, student, notebooks, files=None):
    """`notebooks`: name -> notebook, as bytes or as a dict."""
    folder = root / "submitted" / student / assignment
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in notebooks.items():
        data = made if isinstance(made, bytes) else json.dumps(made).encode()
        (folder / f"{name}.ipynb").write_bytes(data)
    for name, text in (files or {}).items():
        (folder / name).write_text(text)
    return folder


def submit_all(root, assignment, name, cells, wrong, files=None):
    """Model, blank, and each of the wrong submissions."""
    released = release(root, assignment, name)
    for student, answers in answers_of(cells, wrong):
        submit(root, assignment, student, {name: fill(released, answers)}, files)


def answers_of(cells, wrong):
    """Students and their answers: model, blank, and each of the wrong ones."""
    model = solutions(cells)
    yield "model", model
    yield "blank", {}
    for i, answers in enumerate(wrong):
        yield f"wrong{i}", {**model, **answers}


SCORES = """
    select s.student_id, n.name, b.name, g.auto_score, g.needs_manual_grade
    from grade g
    join submitted_notebook sn on g.notebook_id = sn.id
    join notebook n on sn.notebook_id = n.id
    join submitted_assignment s on sn.assignment_id = s.id
    join assignment a on s.assignment_id = a.id
    join base_cell b on b.id = g.cell_id
    where a.name = ?
"""


def nbgrader_scores(root, assignment):
    """(student, notebook, cell) -> auto_score, from nbgrader's gradebook."""
    with sqlite3.connect(Path(root) / "gradebook.db") as database:
        return {
            (student, name, cell): score
            for student, name, cell, score, _ in database.execute(SCORES, (assignment,))
        }


def our_scores(results):
    """The same from ours."""
    return {
        (result.student, one.notebook, one.grade_id): one.points
        for result in results
        for one in result.cells
    }


def cut(source, what, instead=""):
    """Without nbgrader's marked regions."""
    pattern = rf"[ \t]*### BEGIN {what}.*?### END {what}[^\n]*\n?"
    return re.sub(pattern, instead, source, flags=re.DOTALL).rstrip("\n")


def master_of(*notebooks, files=None, tags=None):
    """A master made from cells as in kinds.py, without nbgrader.

    notebooks: (name, cells) pairs; tags: grade_id -> tags
    """
    books = []
    for name, cells in notebooks:
        made = []
        for i, (kind, grade_id_, points, source) in enumerate(cells):
            cell_type, grade, solution = "code", False, False
            if kind == "text":
                cell_type = "markdown"
            elif kind != "free":
                grade, solution, cell_type = ROLES[kind]
            known = {
                "grade": grade,
                "solution": solution,
                "locked": not solution,
                "grade_id": grade_id_,
            }
            kept = cut(source, "SOLUTION", STUB) if kind == "answer" else source
            made.append(
                MasterCell(
                    role=kind.split("-")[0].replace("manual", "answer"),
                    cell_type=cell_type,
                    source=kept,
                    released=cut(kept, "HIDDEN TESTS"),
                    solution=source,
                    grade_id=grade_id_,
                    cell_id=f"cell{i}",
                    points=points if grade else None,
                    metadata={"nbgrader": known} if grade_id_ else {},
                    tags=tuple((tags or {}).get(grade_id_, ())),
                )
            )
            if kind == "text":
                made[-1] = replace(made[-1], role="free")
        books.append(MasterNotebook(name=name, cells=tuple(made)))
    return Master(assignment="a", notebooks=tuple(books), files=files or {})
