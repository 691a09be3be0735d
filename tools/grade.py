"""Release an assignment, hand in the sample class, grade it, print a table.

usage: python tools/grade.py [--course _build/course] [--assignment ps1]

Everything is written below the course folder.  What has been graded is not graded
again until the submission, the assignment or the code that judges it changes.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from exercises import sample_class  # noqa: E402

if TYPE_CHECKING:
    from tools.nbgrader_class import Course

JUDGES = ("src/intensity", "autograder/checks", "autograder/reading", "tools")


def main() -> int:
    """Print the table; 1 if someone's work could not be graded as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--course", type=Path, default=ROOT / "_build" / "course")
    parser.add_argument("--assignment", default="ps1")
    args = parser.parse_args()
    course = args.course.resolve()
    keep_beside(course)
    log = course.with_name("grade.log")
    with _alone(log.with_suffix(".lock")), _noise_into(log) as progress:
        version = digest(ROOT / folder for folder in JUDGES)
        rows = Classroom(course, args.assignment, progress, version=version).results()
    print("\n".join(table(rows)))
    print(f"\n{args.assignment}: {_relative(course)}")
    return int(any(map(failed, rows)))


Students = Callable[[dict[str, Any]], Mapping[str, bytes]]


class Classroom:
    """One assignment's way through a class, remembering what is done.

    students: what they hand in, made from the release version
    version:  of the code that judges; another one grades everybody again
    """

    def __init__(
        self,
        root: Path,
        assignment: str,
        progress: Callable[[str], None],
        *,
        students: Students = sample_class.submissions,
        version: str,
    ) -> None:
        self.version = version
        self.progress = progress
        self.students = students
        self.root = root
        self.assignment = assignment
        self.journal = root / "results.json"
        self.done: dict[str, Any] = (
            json.loads(self.journal.read_text("utf-8"))
            if self.journal.exists()
            else {"released": "", "students": {}}
        )
        self._course: Course | None = None

    def results(self) -> list[dict[str, Any]]:
        """Everyone's result, grading only what has changed."""
        self._release()
        submitted = sorted((self.root / "submitted").glob(f"*/{self.assignment}"))
        for number, folder in enumerate(submitted, 1):
            student = folder.parent.name
            key = digest([folder]) + self.done["released"] + self.version
            if self.done["students"].get(student, {}).get("key") == key:
                continue
            self.progress(f"[{number}/{len(submitted)}] {student}")
            started = time.monotonic()
            result = self.course.grade(self.assignment, student)
            result["seconds"] = round(time.monotonic() - started, 2)
            self.course.feedback(self.assignment, student)
            key = "" if failed(result) else key  # ours to mend: try again next time
            self.done["students"][student] = {"key": key, "result": result}
            self._remember()
        return [self.done["students"][f.parent.name]["result"] for f in submitted]

    def _release(self) -> None:
        """Release, hand in and collect, if the assignment is not the one released."""
        source = ROOT / "exercises"
        key = digest([source / "source" / self.assignment, *source.glob("*.py")])
        if self.done["released"] == key:
            return
        self.progress(f"{self.assignment}: release, hand in, collect")
        self._clear()
        self.done = {"released": "", "students": {}}
        self._remember()  # from here on the folder is known to be ours
        shutil.copytree(source / "source", self.root / "source")
        shutil.copy(source / "nbgrader_config.py", self.root)
        release = self.course.release(self.assignment)
        notebook = release / f"{self.assignment}.ipynb"
        students = self.students(json.loads(notebook.read_text("utf-8")))
        hand_in(students, notebook, self.course.inbound)
        self.course.collect(self.assignment)
        self.done["released"] = key
        self._remember()

    def _clear(self) -> None:
        """Begin afresh, but only in a folder that this script has made."""
        if self.journal.exists():
            shutil.rmtree(self.root)
        elif (self.root / "source").exists() or (self.root / "submitted").exists():
            raise SystemExit(
                f"{self.root} holds a course that this script did not make; "
                "name another folder with --course"
            )

    @property
    def course(self) -> Course:
        """nbgrader, imported only when there is work to do: that takes seconds."""
        if self._course is None:
            from tools.nbgrader_class import Course

            self._course = Course(self.root)
        return self._course

    def _remember(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        text = json.dumps(self.done, ensure_ascii=False, indent=1)
        new = self.journal.with_suffix(".new")
        new.write_text(text, "utf-8")
        new.replace(self.journal)


def failed(result: dict[str, Any]) -> bool:
    """Did a check of ours break on this submission?"""
    return any(cell["status"] == "broken" for cell in result["cells"])


def hand_in(students: Mapping[str, bytes], release: Path, inbound: Path) -> None:
    """Put submissions into the exchange, named as `nbgrader submit` names them."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f UTC")
    for student, content in students.items():
        folder = inbound / f"{student}+{release.stem}+{now}"
        folder.mkdir(parents=True)
        (folder / release.name).write_bytes(content)
        (folder / "timestamp.txt").write_text(now)


def table(results: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Lines for a terminal: student, points, and a reason for each lost point."""
    for result in results:
        yield f"{result['student']:<12} {_points(result):>9}  {result['status']}"
        for notice in result["notices"]:
            yield f"{'':14}{notice['ko']}"
        for cell in result["cells"]:
            if cell["points"] != cell["max_points"]:
                points = "?" if cell["points"] is None else f"{cell['points']:g}"
                share = f"{points}/{cell['max_points']:g}"
                words = cell["message"]["ko"] or cell["status"]
                yield f"{'':14}{cell['grade_id']:<12} {share:>5}  {cut(words, 88)}"


def _points(result: dict[str, Any]) -> str:
    if result["status"] == "unreadable":
        return "-"
    return f"{result['score']:g}/{result['max_score']:g}"


def cut(text: str, width: int) -> str:
    """`text` in at most `width` columns; Hangul takes two."""
    used = 0
    for place, char in enumerate(text):
        used += 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if used > width:
            return text[: place - 1] + "…"
    return text


def digest(paths: Iterable[Path]) -> str:
    """A hash of the files, names and contents, below `paths`."""
    found = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def keep_beside(course: Path) -> None:
    """Jupyter's own files go beside the course, not into the home folder."""
    jupyter = course.with_name("jupyter")
    for name in ("RUNTIME", "DATA", "CONFIG"):
        os.environ[f"JUPYTER_{name}_DIR"] = str(jupyter / name.lower())
    os.environ["IPYTHONDIR"] = str(jupyter / "ipython")
    jupyter.mkdir(parents=True, exist_ok=True)
    # nbgrader calls `alembic`, which lies beside this Python
    os.environ["PATH"] = (
        f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )


def _relative(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """A second run waits for the first: both would write the same folder."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def _noise_into(log: Path) -> Iterator[Callable[[str], None]]:
    """What libraries and kernels write to stderr goes into `log`; what the function
    given is called with goes to the terminal.
    """
    terminal = os.dup(2)
    with log.open("ab") as file, os.fdopen(terminal, "w", buffering=1) as screen:
        sys.stderr.flush()
        os.dup2(file.fileno(), 2)
        try:
            yield lambda text: print(text, file=screen)
        finally:
            sys.stderr.flush()
            os.dup2(screen.fileno(), 2)


if __name__ == "__main__":
    sys.exit(main())
