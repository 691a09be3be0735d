"""The master as a course has it.

Sources, in nbgrader's own order of authority: the gradebook (cells as `nbgrader
generate_assignment` stored them, hidden tests included and generated tests expanded),
the released notebook (order, cells that nbgrader does not track), the source notebook
(which names a solution binds).
"""

import json
from pathlib import Path
from typing import Any

from autograder.grading.database import reader
from autograder.grading.master import Master, MasterCell, MasterNotebook, Role
from intensity.language import CourseError, Text


def load_master(
    course: Path,
    assignment: str,
    *,
    db_url: str | None = None,
    source: str = "source",
    release: str = "release",
) -> Master:
    """The master of `assignment` in the course folder `course`.

    db_url: the gradebook's, by default the course's gradebook.db
    source, release: the course's names for these folders
    Raises CourseError when `nbgrader generate_assignment` has not been run.
    """
    course = course.resolve()
    url = db_url or f"sqlite:///{course / 'gradebook.db'}"
    stored = _stored(url, assignment)
    source_folder = course / source / assignment
    release_folder = course / release / assignment
    notebooks = []
    for name, rows in stored.items():
        released = _read(release_folder / f"{name}.ipynb")
        written = _read(source_folder / f"{name}.ipynb")
        notebooks.append(_notebook(name, rows, released, written))
    files = _files(source_folder if source_folder.is_dir() else release_folder)
    return Master(assignment=assignment, notebooks=tuple(notebooks), files=files)


def _stored(url: str, assignment: str) -> dict[str, dict[str, Any]]:
    """What the gradebook says: notebook -> {"kernelspec", "cells": {grade_id: ...}}."""
    import sqlalchemy

    missing = Text(
        ko=f"채점부에 과제 '{assignment}'이(가) 없습니다. 과정 폴더에서 "
        f"`nbgrader generate_assignment {assignment}`을 먼저 실행하세요.",
        en=f"the gradebook has no assignment {assignment!r}; run `nbgrader "
        f"generate_assignment {assignment}` in the course folder first.",
    )
    if url.startswith("sqlite:///") and not Path(url[10:]).is_file():
        raise CourseError(missing)
    engine = reader(url)
    found: dict[str, dict[str, Any]] = {}
    try:
        with engine.connect() as connection:
            of = {"name": assignment}
            for name, kernel in connection.execute(sqlalchemy.text(NOTEBOOKS), of):
                found[name] = {"kernelspec": json.loads(kernel or "{}"), "cells": {}}
            for row in connection.execute(sqlalchemy.text(SOURCES), of):
                notebook, grade_id, kind, text, checksum, locked = row
                found[notebook]["cells"][grade_id] = {
                    "cell_type": kind,
                    "source": text or "",
                    "checksum": checksum,
                    "locked": bool(locked),
                }
            for table, role in ROLES.items():
                query = sqlalchemy.text(CELLS.format(table=table))
                for notebook, grade_id, points in connection.execute(query, of):
                    cell = found[notebook]["cells"].get(grade_id)
                    if cell is not None:
                        cell[role] = True
                        if points is not None:
                            cell["points"] = float(points)
    finally:
        engine.dispose()
    if not found:
        raise CourseError(missing)
    return found


NOTEBOOKS = """
    select n.name, n.kernelspec from notebook n
    join assignment a on n.assignment_id = a.id where a.name = :name order by n.name
"""
SOURCES = """
    select n.name, s.name, s.cell_type, s.source, s.checksum, s.locked
    from source_cell s join notebook n on s.notebook_id = n.id
    join assignment a on n.assignment_id = a.id where a.name = :name
"""
CELLS = """
    select n.name, b.name, {table}
    join base_cell b on c.id = b.id join notebook n on b.notebook_id = n.id
    join assignment a on n.assignment_id = a.id where a.name = :name
"""
ROLES = {
    "c.max_score from grade_cells c": "grade",
    "null from solution_cells c": "solution",
    "c.max_score from task_cells c": "task",
}


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {"cells": [], "metadata": {}}
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def _notebook(
    name: str, stored: dict[str, Any], released: Any, written: Any
) -> MasterNotebook:
    solutions = {
        _meta(cell).get("grade_id", ""): _source_of(cell) for cell in written["cells"]
    }
    rows = dict(stored["cells"])
    cells = []
    for cell in (released if released["cells"] else written)["cells"]:
        grade_id = _meta(cell).get("grade_id", "")
        cells.append(_cell(cell, rows.pop(grade_id, None), solutions))
    for grade_id, row in rows.items():  # stored, but in no notebook at hand
        bare = {"cell_type": row["cell_type"], "source": row["source"], "metadata": {}}
        bare["metadata"] = {"nbgrader": {"grade_id": grade_id}}
        cells.append(_cell(bare, row, solutions))
    metadata = {**released["metadata"]} or {**written["metadata"]}
    if stored["kernelspec"]:
        metadata["kernelspec"] = stored["kernelspec"]
    return MasterNotebook(name=name, cells=tuple(cells), metadata=metadata)


def _cell(cell: Any, row: dict[str, Any] | None, solutions: Any) -> MasterCell:
    text = _source_of(cell)
    metadata = cell.get("metadata", {})
    common: dict[str, Any] = {
        "released": text,
        "cell_id": str(cell.get("id", "")),
        "tags": tuple(metadata.get("tags", ())),
    }
    if row is None:
        return MasterCell(
            role="free", cell_type=cell["cell_type"], source=text, **common
        )
    grade_id = _meta(cell)["grade_id"]
    role: Role = "locked"
    if row.get("task"):
        role = "task"
    elif row.get("solution"):
        role = "answer"
    elif row.get("grade"):
        role = "check"
    nbgrader = {
        "grade": bool(row.get("grade")),
        "solution": bool(row.get("solution")),
        "task": bool(row.get("task")),
        "locked": row["locked"],
        "grade_id": grade_id,
        "schema_version": 3,
        "cell_type": row["cell_type"],
        "checksum": row["checksum"],
    }
    if "points" in row:
        nbgrader["points"] = row["points"]
    return MasterCell(
        role=role,
        cell_type=row["cell_type"],
        source=row["source"],
        solution=solutions.get(grade_id, ""),
        grade_id=grade_id,
        points=row.get("points"),
        metadata={"nbgrader": nbgrader},
        **common,
    )


def _meta(cell: Any) -> dict[str, Any]:
    found = cell.get("metadata", {}).get("nbgrader")
    return found if isinstance(found, dict) else {}


def _source_of(cell: Any) -> str:
    """Source of a cell, whether stored as one string or as lines."""
    source = cell.get("source") or ""
    return source if isinstance(source, str) else "".join(map(str, source))


def _files(folder: Path) -> dict[str, str]:
    """Files that go beside the notebook; notebooks and hidden folders do not."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): str(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix != ".ipynb"
        and not any(
            part.startswith(".") or part == "__pycache__"
            for part in path.relative_to(folder).parts
        )
    }
