"""The other door: `nbgrader autograde` and the formgrader's button, on this engine.

A course turns it on in its nbgrader_config.py:

    c.Autograde.sanitize_preprocessors = ["autograder.grading.plugin.Sanitize"]
    c.Autograde.autograde_preprocessors = [
        "autograder.grading.plugin.Grade",
        "autograder.grading.plugin.SaveGrades",
        "nbgrader.preprocessors.AssignLatePenalties",
    ]

or, shorter, `from autograder.grading.plugin import turn_on; turn_on(c)`.
nbgrader keeps its own loop, folders, gradebook and late penalties; only what runs
the notebook and what says how many points it earned are replaced.
"""

import atexit
import json
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades
from traitlets import Bool, Integer

from autograder.execution.sandbox import require_layers
from autograder.grading.course import PRIVATE, load
from autograder.grading.journal import Journal
from autograder.grading.loading import load_master
from autograder.grading.pool import Pool, Submission
from autograder.grading.result import CellResult, SubmissionResult, pack
from autograder.grading.run import hidden_from_checks
from autograder.grading.settings import Settings

_pools: dict[str, Pool] = {}
_results: dict[str, SubmissionResult] = {}

Pair = tuple[Any, dict[str, Any]]


def turn_on(config: Any) -> None:
    """Let `nbgrader autograde` grade with this engine."""
    here = "autograder.grading.plugin"
    config.Autograde.sanitize_preprocessors = [f"{here}.Sanitize"]
    config.Autograde.autograde_preprocessors = [
        f"{here}.Grade",
        f"{here}.SaveGrades",
        "nbgrader.preprocessors.AssignLatePenalties",
    ]
    # The formgrader shows students' HTML beside its own buttons.
    config.HTMLExporter.sanitize_html = True


class Sanitize(NbGraderPreprocessor):  # type: ignore[misc]
    """Keep of a submitted notebook what is harmless; `Grade` reads the original."""

    def preprocess(self, nb: Any, resources: dict[str, Any]) -> Pair:
        """Drop outputs and metadata."""
        for cell in nb.cells:
            cell.metadata = {}
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        return nb, resources


class Grade(NbGraderPreprocessor):  # type: ignore[misc]
    """Grade the submission in the sandbox; gives the executed notebook."""

    timeout = Integer(30, help="Seconds that one cell may run.").tag(config=True)
    sandbox = Bool(True, help="Run students' code in the sandbox.").tag(config=True)

    def preprocess(self, nb: Any, resources: dict[str, Any]) -> Pair:
        """Grade the student's folder once, whatever the number of notebooks."""
        about = resources["nbgrader"]
        course = CourseDirectory(parent=self)
        folder = Path(
            course.format_path(
                course.submitted_directory, about["student"], about["assignment"]
            )
        )
        key = f"{about['db_url']}\0{folder}\0{_state(folder)}"
        if key not in _results:
            _results.clear()
            pool = self._pool(course, about)
            handed = Submission(about["student"], folder)
            _results[key] = next(iter(pool.grade([handed])))
            with Journal(Path(course.root) / PRIVATE) as journal:
                journal.keep(pack(_results[key]))  # for `autograder feedback`
        result = _results[key]
        resources["autograder"] = result
        for text in (*result.notices, *result.slips):
            self.log.warning("%s: %s", about["student"], text.en)
        done = result.notebooks.get(about["notebook"])
        if done is None:
            return nb, resources
        executed = nbformat.from_dict(json.loads(json.dumps(done)))  # type: ignore[no-untyped-call]
        return executed, resources

    def _pool(self, course: CourseDirectory, about: dict[str, Any]) -> Pool:
        master = load_master(
            Path(course.root),
            about["assignment"],
            db_url=about["db_url"],
            source=course.source_directory,
            release=course.release_directory,
        )
        key = master.fingerprint
        if key not in _pools:
            require_layers(unsafe_no_sandbox=not self.sandbox)
            close_pools()
            settings = Settings(
                cell_seconds=self.timeout,
                sandbox=self.sandbox,
                hidden=hidden_from_checks(load(Path(course.root))),
            )
            _pools[key] = Pool(master, settings=settings)
        return _pools[key]


class SaveGrades(SaveAutoGrades):  # type: ignore[misc]
    """nbgrader's own, except that the points are the engine's."""

    def preprocess(self, nb: Any, resources: dict[str, Any]) -> Pair:
        """Store points of all graded cells of this notebook."""
        result: SubmissionResult = resources["autograder"]
        name = resources["nbgrader"]["notebook"]
        self._cells: dict[str, CellResult] = {
            cell.grade_id: cell for cell in result.cells if cell.notebook == name
        }
        self._blank = {cell for book, cell in result.no_response if book == name}
        return super().preprocess(nb, resources)  # type: ignore[no-any-return]

    def _add_score(self, cell: Any, resources: dict[str, Any]) -> None:  # noqa: ARG002
        grade_id = cell.metadata["nbgrader"]["grade_id"]
        grade = self.gradebook.find_grade(
            grade_id, self.notebook_id, self.assignment_id, self.student_id
        )
        grade.auto_score = self._cells[grade_id].points
        grade.needs_manual_grade = (
            grade.manual_score is not None or self._cells[grade_id].manual
        )
        self.gradebook.db.commit()

    def _add_comment(self, cell: Any, resources: dict[str, Any]) -> None:  # noqa: ARG002
        grade_id = cell.metadata["nbgrader"]["grade_id"]
        comment = self.gradebook.find_comment(
            grade_id, self.notebook_id, self.assignment_id, self.student_id
        )
        comment.auto_comment = "No response." if grade_id in self._blank else None
        self.gradebook.db.commit()


def close_pools() -> None:
    """End the workers; also at exit."""
    for pool in _pools.values():
        pool.close()
    _pools.clear()


atexit.register(close_pools)


def _state(folder: Path) -> str:
    """Changes when a file of the folder does."""
    return "\0".join(
        f"{path.name}:{path.lstat().st_mtime_ns}:{path.lstat().st_size}"
        for path in sorted(folder.glob("*"))
    )
