"""Release an assignment, hand in the sample class, grade it, print a table.

usage: python tools/grade.py [--course _build/course] [--assignment ps1]

Everything is written below the course folder.  What is done is not done again until
the assignment, a submission or the code that judges it changes.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.commands.grade import STATUS  # noqa: E402
from exercises import sample_class  # noqa: E402
from intensity.language import Text, language  # noqa: E402

Students = Callable[[dict[str, Any]], Mapping[str, bytes]]
MARKER = "released.txt"  # what was released; a folder without it is not ours to clear
JUDGES = (ROOT / "src" / "intensity", ROOT / "autograder")  # the code that judges
NO_SANDBOX = Text(
    ko="이 컴퓨터에는 필요한 격리 층이 없습니다(autograder doctor). 표본 학급은 이 "
    "저장소의 코드이므로 격리 없이 채점합니다. 학생의 제출물은 이렇게 채점하지 "
    "마십시오.",
    en="This machine lacks sandbox layers (autograder doctor). The sample class is "
    "this repository's own code, so it is graded without; never grade students' work "
    "so.",
)


def main() -> int:
    """Release, hand in, collect, grade, write feedback, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--course", type=Path, default=ROOT / "_build" / "course")
    parser.add_argument("--assignment", default="ps1")
    args = parser.parse_args()
    course = args.course.resolve()
    keep_beside(course)
    with alone(course.with_name("grade.lock")):
        release(course, args.assignment)
        results = grade(course, args.assignment)
    print("\n".join(table(results, language())))
    print(f"\n{_relative(course)}: release/ submitted/ feedback/ gradebook.db")
    return int(any(cell["status"] == "broken" for r in results for cell in r["cells"]))


def release(
    root: Path, assignment: str, students: Students = sample_class.submissions
) -> None:
    """Release, hand in and collect, unless this very assignment has been."""
    source, marker = ROOT / "exercises", root / MARKER
    key = digest([source / "source" / assignment, *source.glob("*.py")])
    if marker.exists() and marker.read_text() == key:
        return
    print(f"{assignment}: release, hand in, collect", file=sys.stderr)
    _clear(root)
    marker.write_text("")
    shutil.copytree(source / "source", root / "source")
    shutil.copy(source / "nbgrader_config.py", root)
    from tools.nbgrader_course import Course  # takes seconds, so only when needed

    course = Course(root)
    notebook = course.release(assignment) / f"{assignment}.ipynb"
    work = students(json.loads(notebook.read_text("utf-8")))
    hand_in(work, notebook, course.exchange / "inbound")
    course.collect(assignment)
    marker.write_text(key)


def _clear(root: Path) -> None:
    """An empty folder, but nothing is cleared that this script has not made."""
    if (root / MARKER).exists():
        shutil.rmtree(root)
    elif root.exists() and any(root.iterdir()):
        raise SystemExit(
            f"{root} was not made by this script; name another folder with --course"
        )
    root.mkdir(parents=True, exist_ok=True)


def hand_in(students: Mapping[str, bytes], notebook: Path, inbound: Path) -> None:
    """Put submissions into the exchange, named as `nbgrader submit` names them."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f UTC")
    for student, content in students.items():
        folder = inbound / f"{student}+{notebook.stem}+{now}"
        folder.mkdir(parents=True)
        (folder / notebook.name).write_bytes(content)
        (folder / "timestamp.txt").write_text(now)


def grade(root: Path, assignment: str) -> list[dict[str, Any]]:
    """Everyone's result, and their feedback pages."""
    results, marker = root / "results.json", root / "graded.txt"
    key = digest([root / "submitted", root / "source", *JUDGES])
    if not (results.exists() and marker.exists() and marker.read_text() == key):
        results.unlink(missing_ok=True)
        where = ["--course", str(root), assignment]
        to_file = ["--json", str(results), *where]
        code = _autograder("grade", *to_file)
        if not results.exists() and code == 1:
            print(NO_SANDBOX.say(), file=sys.stderr)
            code = _autograder("grade", "--unsafe-no-sandbox", *to_file)
        if not results.exists():
            raise SystemExit(code)
        _autograder("feedback", *where)
        marker.write_text(key)
    found: list[dict[str, Any]] = json.loads(results.read_text("utf-8"))
    return found


def _autograder(*arguments: str) -> int:
    """Run the command; what it says goes to stderr, beside the table's way."""
    command = [sys.executable, "-m", "autograder", *arguments]
    return subprocess.run(command, cwd=ROOT, stdout=sys.stderr.fileno()).returncode


def table(results: Iterable[dict[str, Any]], lang: str) -> Iterator[str]:
    """Lines for a terminal: student, points, and a reason for each lost point."""
    for result in results:
        points = f"{result['score']:g}/{result['max_score']:g}"
        status = getattr(STATUS[result["status"]], lang)
        yield f"{result['student']:<12} {points:>9}  {status}"
        for notice in result["notices"]:
            yield cut(f"{'':4}{notice[lang]}", 86)
        if result["status"] != "unreadable":
            yield from (cut(f"{'':4}{line}", 86) for line in _lost(result, lang))


def _lost(result: dict[str, Any], lang: str) -> Iterator[str]:
    """A line for each cell that lost points; one for all if they lost them alike."""
    lost = [cell for cell in result["cells"] if cell["points"] != cell["max_points"]]
    reasons = {cell["message"][lang] for cell in lost}
    if len(lost) > 2 and len(reasons) == 1:
        yield f"{f'({len(lost)})':<12} {'':6}  {reasons.pop().splitlines()[0]}"
        return
    for cell in lost:
        given = "?" if cell["points"] is None else f"{cell['points']:g}"
        share = f"{given}/{cell['max_points']:g}"
        reason = cell["message"][lang].splitlines()[0]
        yield f"{cell['grade_id']:<12} {share:>6}  {reason}"


def cut(text: str, width: int) -> str:
    """`text` in at most `width` columns; Hangul takes two.

    >>> cut("대역폭", 5)
    '대역…'
    """
    used = 0
    for place, char in enumerate(text):
        used += 2 if unicodedata.east_asian_width(char) in "WF" else 1
        if used > width:
            return text[: place - (used - width < 2)].rstrip() + "…"
    return text


def digest(paths: Iterable[Path]) -> str:
    """A hash of the files, names and contents, at or below `paths`."""
    found = hashlib.sha256()
    for path in sorted(paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix != ".pyc":
                found.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()


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


@contextlib.contextmanager
def alone(lock: Path) -> Iterator[None]:
    """A second run waits for the first: both would write the same folder."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _relative(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


if __name__ == "__main__":
    sys.exit(main())
