"""Files beside a check cell: the instructor's, and what the student's cells wrote."""

from collections.abc import Mapping
from pathlib import Path

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
    """

    def __init__(self, student: Student) -> None:
        self._student = student
        self._there: dict[str, Stamp] = {}
        self._here: dict[str, Stamp] = {}

    def begin(self) -> None:
        """A check cell begins: what the student's cells wrote comes here."""
        self.fetch()
        self._here = _stamps()

    def fetch(self) -> None:
        """Copy what is new or changed there since last time; remove what is gone."""
        there = {n: (size, changed) for n, size, changed in self._student.ask("files")}
        for name in self._there.keys() - there.keys():
            if _may_cross(name):
                Path(name).unlink(missing_ok=True)
                self._here.pop(name, None)
        for name, stamp in there.items():
            if self._there.get(name) == stamp or stamp[0] > 8 * SMALL:
                continue
            if not _may_cross(name):
                continue
            data = self._student.ask("file", name)
            if type(data) is not bytes or data[:1] == b"\x80":
                continue
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_symlink():
                path.unlink()
            path.write_bytes(data)
            self._here[name] = _stamp(path)
        self._there = there

    def push(self) -> None:
        """Copy what the check cell has written here; remove what it has removed."""
        here = _stamps()
        for name in self._here.keys() - here.keys():
            self._student.ask("unlink", name)
        for name, stamp in here.items():
            if self._here.get(name) != stamp and stamp[0] <= 8 * SMALL:
                self._student.ask("place", name, Path(name).read_bytes())
        self._here = here


def _may_cross(name: str) -> bool:
    path = Path(name)
    inside = not path.is_absolute() and ".." not in path.parts
    return inside and path.suffix not in PROGRAMS


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
