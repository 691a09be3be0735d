"""Into nbgrader's submitted/ folder: one folder a student.

Only regular files with plain names are written.  A notebook that cannot be read is
taken all the same, and named at once, while the student can still hand it in again.
"""

from __future__ import annotations

import errno
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from autograder.grading import files
from autograder.grading.course import Course
from autograder.grading.submission import UnreadableError, parse_notebook
from intensity.language import Text

RESERVED = ("timestamp.txt", "submission_secret.txt")
NAME = Text(
    "이 이름으로는 파일을 만들 수 없습니다", "no file can be made under this name"
)
BAD_NAME = (
    errno.EEXIST,
    errno.EISDIR,
    errno.ENOTDIR,
    errno.ENAMETOOLONG,
    errno.EINVAL,
    errno.EILSEQ,
)
BAD_STUDENT = Text("학생 이름으로 쓸 수 없습니다", "it cannot be the name of a student")


@dataclass
class Collected:
    """What a collection did.

    new, updated, kept: students; kept: had handed in before and were left alone
    unmatched: name -> why nobody could be found for it
    unreadable: student -> why the notebook cannot be read
    refused: files that were not taken
    notes: submissions that somebody else seems to have made
    """

    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    unmatched: dict[str, Text] = field(default_factory=dict)
    unreadable: dict[str, Text] = field(default_factory=dict)
    refused: list[files.Refused] = field(default_factory=list)
    notes: list[Text] = field(default_factory=list)

    @property
    def needs_person(self) -> bool:
        """True when something was not taken, or cannot be graded."""
        return bool(self.unmatched or self.unreadable or self.refused)


def is_good_student(student: str) -> bool:
    """True for what can be a folder's name and nothing more."""
    return bool(
        student
        and len(student) < 120
        and student not in (".", "..")
        and student == student.strip()
        and not re.search(r"[/\\\0-\x1f*+]", student)
    )


def take(
    course: Course,
    assignment: str,
    student: str,
    contents: dict[PurePosixPath, bytes],
    report: Collected,
    *,
    update: bool,
    extra: dict[str, str] | None = None,
) -> None:
    """Write one student's folder, unless it is there and not to be replaced."""
    target = course.folder("submitted", student, assignment)
    if target.exists():
        if not update or _same(target, contents):
            report.kept.append(student)
            return
        report.updated.append(student)
    else:
        report.new.append(student)
    workshop = course.private / "workshop"
    workshop.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix="new-", dir=workshop))
    try:
        for name, data in contents.items():
            if not _put(new, name, data):
                report.refused.append(files.Refused(f"{student}/{name}", NAME))
        for plain, text in (extra or {}).items():
            (new / plain).write_text(text)
        new.chmod(0o2770 if course.groupshared else 0o755)
        files.replace(new, target)
    except BaseException:
        files.remove(new)
        raise
    if why := unreadable(contents):
        report.unreadable[student] = why


def _put(folder: Path, name: PurePosixPath, data: bytes) -> bool:
    """Write one file; False when its name fits nowhere in `folder`.

    One student's names (a file called like a folder of theirs, or too long) must not
    end the collection of the class.
    """
    if name.is_absolute() or ".." in name.parts:
        return False
    path = folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as problem:
        if problem.errno not in BAD_NAME:
            raise
        return False
    return True


def unreadable(contents: dict[PurePosixPath, bytes]) -> Text | None:
    """Why these files cannot be graded; None when every notebook can be read."""
    notebooks = [name for name in contents if name.suffix == ".ipynb"]
    if not notebooks:
        return Text("노트북이 없습니다", "there is no notebook in it")
    for name in notebooks:
        try:
            parse_notebook(contents[name])
        except UnreadableError as problem:
            return problem.text
    return None


def _same(folder: Path, contents: dict[PurePosixPath, bytes]) -> bool:
    there = files.listing(folder)
    names = {PurePosixPath(path) for path in there.files if path.name not in RESERVED}
    return names == set(contents) and all(
        files.read(folder / name) == data for name, data in contents.items()
    )
