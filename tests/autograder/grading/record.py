"""Records what nbgrader itself gives, for tests that compare with it.

    python -m tests.autograder.grading.record

Runs `nbgrader generate_assignment` and `nbgrader autograde` on every submission of
kinds.py and tiny.py (some ten minutes) and writes expected.json (scores) and
masters.json (what `load_master` reads from the course).
"""

import json
import tempfile
from pathlib import Path

from autograder.grading.loading import load_master
from autograder.grading.master import pack
from tests.autograder.grading import tiny
from tests.autograder.grading.courses import (
    nbgrader,
    nbgrader_scores,
    submit_all,
    write_source,
)
from tests.autograder.grading.kinds import FILES, KINDS, WRONG

EXPECTED = Path(__file__).with_name("expected.json")
MASTERS = Path(__file__).with_name("masters.json")


def build_kinds(root):
    """All kinds in one course, with their submissions."""
    for kind, cells in KINDS.items():
        files = FILES if kind == "files" else None
        write_source(root, kind, {kind: cells}, files)
    nbgrader(root, *[("generate", kind) for kind in KINDS])
    for kind, cells in KINDS.items():
        submit_all(root, kind, kind, cells, WRONG[kind])


def flat(scores):
    return {"/".join(key): score for key, score in sorted(scores.items())}


def packed(root, assignment):
    """The master as plain data, its files by name only."""
    data = pack(load_master(root, assignment))
    return {**data, "files": dict.fromkeys(data["files"], "")}


def main():
    recorded, masters = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        build_kinds(root)
        for kind in KINDS:
            students = sorted(p.name for p in (root / "submitted").iterdir())
            handed = [s for s in students if (root / "submitted" / s / kind).exists()]
            nbgrader(root, *[("autograde", kind, student) for student in handed])
            recorded[kind] = flat(nbgrader_scores(root, kind))
            masters[kind] = packed(root, kind)
            print(kind, len(recorded[kind]), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        tiny.build(root)
        tiny.hand_in(root, 40)
        nbgrader(
            root, *[("autograde", tiny.ASSIGNMENT, s) for s, _ in tiny.class_of(40)]
        )
        recorded["tiny"] = flat(nbgrader_scores(root, tiny.ASSIGNMENT))
        masters["tiny"] = packed(root, tiny.ASSIGNMENT)
    MASTERS.write_text(json.dumps(masters, indent=0, sort_keys=True) + "\n")
    EXPECTED.write_text(json.dumps(recorded, indent=0, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
