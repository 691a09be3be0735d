"""The master: what the instructor's course says an assignment is.

Cells, their order, points, types and check cells come from here and never from a
submission.
"""

import ast
import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Role = Literal["answer", "check", "locked", "task", "free"]
IN_KERNEL_TAG = "in-kernel"


@dataclass(frozen=True, kw_only=True)
class MasterCell:
    """One cell of the master notebook.

    source: as it runs (a check cell with its hidden tests)
    released: as the student got it
    solution: as the instructor wrote it, where the source notebook is at hand
    points: None for a cell that is not graded
    """

    role: Role
    cell_type: str
    source: str
    released: str
    solution: str = ""
    grade_id: str = ""
    cell_id: str = ""
    points: float | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    tags: tuple[str, ...] = ()

    @property
    def manual(self) -> bool:
        """A graded answer or task, which a person grades."""
        return self.points is not None and self.role != "check"


@dataclass(frozen=True, kw_only=True)
class MasterNotebook:
    """One notebook of the assignment."""

    name: str
    cells: tuple[MasterCell, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """The kernel's language; "python" unless the notebook says otherwise."""
        kernel = self.metadata.get("kernelspec", {})
        name = str(kernel.get("language") or kernel.get("name") or "python").lower()
        return "python" if name.startswith("python") else name


@dataclass(frozen=True, kw_only=True)
class Master:
    """An assignment, as the checker knows it.

    files: path of each file the instructor ships, by its name in the folder
    """

    assignment: str
    notebooks: tuple[MasterNotebook, ...]
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """Changes when anything that can change a score changes."""
        digest = hashlib.sha256(json.dumps(pack(self), sort_keys=True).encode())
        for name in sorted(self.files):
            digest.update(name.encode() + Path(self.files[name]).read_bytes())
        return digest.hexdigest()

    @functools.cached_property
    def modules(self) -> tuple[str, ...]:
        """Modules that the master's cells import, to be loaded ahead."""
        found: dict[str, None] = {}
        for notebook in self.notebooks:
            for cell in notebook.cells:
                if cell.cell_type == "code":
                    for text in (cell.source, cell.solution):
                        found.update(dict.fromkeys(imported(text)))
        return tuple(found)


def imported(source: str) -> list[str]:
    """Modules that a cell imports; nothing for a cell that is not plain Python.

    >>> imported("import numpy as np\\nfrom os import path")
    ['numpy', 'os']
    """
    lines = [
        line if not line.lstrip().startswith(("%", "!")) else ""
        for line in source.splitlines()
    ]
    try:
        tree = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError):
        return []
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    return names


def pack(master: Master) -> dict[str, Any]:
    """Every field as JSON; `unpack` is its inverse."""
    return {
        "assignment": master.assignment,
        "files": dict(master.files),
        "notebooks": [
            {
                "name": notebook.name,
                "metadata": dict(notebook.metadata),
                "cells": [vars(cell) for cell in notebook.cells],
            }
            for notebook in master.notebooks
        ],
    }


def unpack(data: Mapping[str, Any]) -> Master:
    """The master that `pack` made `data` from."""
    return Master(
        assignment=data["assignment"],
        files=data["files"],
        notebooks=tuple(
            MasterNotebook(
                name=notebook["name"],
                metadata=notebook["metadata"],
                cells=tuple(
                    MasterCell(**{**cell, "tags": tuple(cell["tags"])})
                    for cell in notebook["cells"]
                ),
            )
            for notebook in data["notebooks"]
        ),
    )
