"""nbgrader's autograded/ folder, written so that a death leaves the old one or the new.

The formgrader shows it, `nbgrader generate_feedback` reads it, and nbgrader takes
its existence to mean that the submission is graded.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from autograder.grading import files
from autograder.grading.course import Course
from autograder.grading.result import SubmissionResult


def is_written(course: Course, student: str, assignment: str) -> bool:
    """True when there is an autograded folder for this submission."""
    return course.folder("autograded", student, assignment).is_dir()


def write(course: Course, result: SubmissionResult) -> None:
    """Write the executed notebooks and the files beside them.

    Raises OSError, and then leaves what was there before.
    """
    student, assignment = result.student, result.assignment
    mode = 0o664 if course.groupshared else 0o444
    ignore = (*course.ignore, "*.ipynb")
    target = course.folder("autograded", student, assignment)
    new = Path(tempfile.mkdtemp(prefix="new-", dir=_workshop(course)))
    try:
        folder = course.folder("submitted", student, assignment)
        files.copy(files.listing(folder, ignore), new, mode)
        # The instructor's files win, as in nbgrader.
        files.copy(files.listing(course.source(assignment), ignore), new, mode)
        for name, notebook in result.notebooks.items():
            path = new / f"{name}.ipynb"
            text = json.dumps(notebook, ensure_ascii=False, indent=1)
            path.write_text(text + "\n", encoding="utf-8", errors="replace")
            path.chmod(mode)
        new.chmod(0o2770 if course.groupshared else 0o755)
        files.replace(new, target)
    except BaseException:
        files.remove(new)
        raise


def clear_workshop(course: Course) -> None:
    """Remove what a run that died was writing."""
    files.remove(_workshop(course))


def _workshop(course: Course) -> Path:
    """A folder on the course's own disk, where results take shape."""
    folder = course.private / "workshop"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def timestamp(course: Course, student: str, assignment: str) -> str | None:
    """What the submission's timestamp.txt says; None where there is none."""
    path = course.folder("submitted", student, assignment) / "timestamp.txt"
    try:
        return files.read(path, 200).decode("ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None
