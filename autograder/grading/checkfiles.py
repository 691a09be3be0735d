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


class StudentFiles:
    """Files that the student's cells wrote, copied for check cells that read files.

    Only data: programs and pickles stay where they are.
    """

    def __init__(self, student: Student) -> None:
        self._student = student
        self._seen: dict[str, tuple[int, int]] = {}

    def fetch(self) -> None:
        """Copy what is new or changed since last time into the working folder."""
        for name, size, changed in self._student.ask("files"):
            path = Path(name)
            if self._seen.get(name) == (size, changed) or size > 8 * SMALL:
                continue
            self._seen[name] = (size, changed)
            if path.is_absolute() or ".." in path.parts or path.suffix in PROGRAMS:
                continue
            data = self._student.ask("file", name)
            if type(data) is not bytes or data[:1] == b"\x80":
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_symlink():
                path.unlink()
            path.write_bytes(data)


def reads_files(source: str) -> bool:
    """Whether a check cell looks as if it read files."""
    return any(word in source for word in _FILE_WORDS)


_FILE_WORDS = ("open(", "read_", "load", "Path", "exists", "listdir", "glob", "isfile")
