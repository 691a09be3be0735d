"""Files beside a check cell: the instructor's, and what the student's cells wrote."""

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from autograder.grading.student import Student

SMALL = 4 << 20
PROGRAMS = (".py", ".pyc", ".so", ".pth", ".ipynb", ".pkl", ".pickle", ".joblib", ".pt")


def place_files(folder: Path, files: Mapping[str, str]) -> None:
    """The instructor's files, where check cells read them: large ones as links."""
    for name, path in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if Path(path).stat().st_size <= SMALL:
            place.write_bytes(Path(path).read_bytes())
        else:
            place.symlink_to(path)


Stamp = tuple[int, int]  # size and time of the last change


class SharedFiles:
    """Two working folders, one here and one the student's, kept alike for check cells.

    Only data: programs and pickles stay where they are.

    kept: names of the instructor's files that no student has to touch; whatever the
        student's process makes of them, check cells read the instructor's
    """

    def __init__(self, student: Student, kept: frozenset[str] = frozenset()) -> None:
        self._student = student
        self._kept = kept
        self._there: dict[str, Stamp] = {}
        self._here: dict[str, Stamp] = {}

    def begin(self) -> None:
        """A check cell begins: what the student's cells wrote comes here."""
        self.fetch()
        self._here = _stamps()

    def fetch(self) -> None:
        """Copy what is new or changed there since last time; remove what is gone."""
        there = self._listing()
        for name in self._there.keys() - there.keys():
            if self._may_cross(name):
                with contextlib.suppress(OSError):
                    Path(name).unlink(missing_ok=True)
                self._here.pop(name, None)
        for name, stamp in there.items():
            if self._there.get(name) == stamp or stamp[0] > 8 * SMALL:
                continue
            if self._may_cross(name):
                with contextlib.suppress(OSError):  # a name that fits nowhere here
                    self._copy(name)
        self._there = there

    def _listing(self) -> dict[str, Stamp]:
        """Files there, as far as the answer names any."""
        found = {}
        for entry in self._asked("files") or ():
            name, *stamp = entry if type(entry) is tuple and entry else (None,)
            if type(name) is str and [type(part) for part in stamp] == [int, int]:
                found[name] = (stamp[0], stamp[1])
        return found

    def _copy(self, name: str) -> None:
        data = self._asked("file", name)
        if type(data) is not bytes or data[:1] == b"\x80":
            return
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            path.unlink()
        path.write_bytes(data)
        self._here[name] = _stamp(path)

    def push(self) -> None:
        """Copy what the check cell has written here; remove what it has removed."""
        here = _stamps()
        for name in self._here.keys() - here.keys():
            self._asked("unlink", name)
        for name, stamp in here.items():
            if self._here.get(name) != stamp and stamp[0] <= 8 * SMALL:
                self._asked("place", name, Path(name).read_bytes())
        self._here = here

    def _asked(self, operation: str, *args: Any) -> Any:
        """An answer; None where there is an error, as of a folder nobody may open."""
        try:
            answer = self._student.ask(operation, *args)
        except Exception:
            return None
        return answer if operation == "file" or type(answer) is list else None

    def _may_cross(self, name: str) -> bool:
        path = Path(name)
        if not path.name or "\0" in name or path.as_posix() in self._kept:
            return False
        inside = not path.is_absolute() and ".." not in path.parts
        return inside and path.suffix not in PROGRAMS


def untouched(files: Iterable[str], texts: Iterable[str]) -> frozenset[str]:
    """Those of the instructor's files that no text of the students' side names.

    >>> sorted(untouched(["a.csv", "expected/b.csv"], ["pd.read_csv('a.csv')"]))
    ['expected/b.csv']
    """
    all_of_it = "\n".join(texts)
    return frozenset(name for name in files if Path(name).name not in all_of_it)


def _stamp(path: Path) -> Stamp:
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns


def _stamps() -> dict[str, Stamp]:
    """The regular files of this working folder."""
    return {
        path.as_posix(): _stamp(path)
        for path in Path().rglob("*")
        if path.is_file() and not path.is_symlink()
    }


def reads_files(source: str) -> bool:
    """Whether a check cell looks as if it read files."""
    return any(word in source for word in _FILE_WORDS)


_FILE_WORDS = (
    *("open(", "read_", "load", "Path", "exists", "listdir", "glob", "isfile"),
    *("isdir", "remove(", "unlink", "save", "to_csv", "sqlite3"),
)
