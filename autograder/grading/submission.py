"""One student's folder, read as hostile data: the notebooks' cells, the other files.

Only regular files are opened, never a link, device or pipe.  A notebook is decoded
tolerantly (byte-order mark, UTF-16, the Korean Windows code page, nbformat 3), and
of each cell only type, source, id and nbgrader's grade_id are kept.
"""

import json
import os
import re
import stat
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intensity.language import Text

NOTEBOOK_LIMIT = 120 << 20
FILES_LIMIT = 48 << 20
FILE_COUNT_LIMIT = 500
CELLS_LIMIT = 5000
SOURCE_LIMIT = 2 << 20
DEPTH = 10_000


class UnreadableError(Exception):
    """The notebook cannot be read; `.text` tells the student why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


@dataclass(frozen=True, kw_only=True)
class HandedCell:
    """What is kept of a submitted cell."""

    cell_type: str
    source: str
    grade_id: str = ""
    cell_id: str = ""


@dataclass(frozen=True, kw_only=True)
class Handed:
    """One submitted notebook, and what the student should be told about the file."""

    cells: tuple[HandedCell, ...]
    notices: tuple[Text, ...] = ()


def read_file(path: Path, limit: int) -> bytes:
    """Contents of a regular file; raises OSError for links, devices and pipes."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError("not a regular file")
        if status.st_size > limit:
            raise OSError("too large")
        return file.read(limit + 1)


def find_notebook(folder: Path, name: str, others: tuple[str, ...] = ()) -> Path | None:
    """The file that was handed in as notebook `name`, also under a changed name.

    others: the assignment's other notebooks, whose files are not taken
    """
    exact = folder / f"{name}.ipynb"
    if exact.is_symlink() or exact.exists():
        return exact
    taken = {_plain_name(other) for other in others if other != name}
    found = [
        path
        for path in sorted(folder.glob("*.ipynb"))
        if _plain_name(path.stem) not in taken
    ]
    alike = [path for path in found if _plain_name(path.stem) == _plain_name(name)]
    if alike:
        return alike[0]
    return found[0] if len(found) == 1 and not taken else None


def _plain_name(name: str) -> str:
    """A notebook's name without what browsers and file managers add to it."""
    name = unicodedata.normalize("NFC", name).lower()
    name = re.sub(r"\s*\(\d+\)$|[-_ ](copy|사본|복사본)\d*$", "", name)
    return re.sub(r"[\s_-]+", "", name)


def read_notebook(path: Path) -> Handed:
    """The cells of a submitted notebook; raises UnreadableError."""
    try:
        data = read_file(path, NOTEBOOK_LIMIT)
    except OSError as error:
        raise UnreadableError(NOT_A_FILE) from error
    return parse_notebook(data)


def parse_notebook(data: bytes) -> Handed:
    """The cells of a notebook file's contents; raises UnreadableError."""
    if not data.strip():
        raise UnreadableError(EMPTY)
    text, notices = _decoded(data)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEPTH))
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError, MemoryError) as error:
        raise UnreadableError(NOT_JSON) from error
    finally:
        sys.setrecursionlimit(before)
    if not isinstance(notebook, dict):
        raise UnreadableError(NOT_A_NOTEBOOK)
    raw = notebook.get("cells")
    if raw is None and isinstance(notebook.get("worksheets"), list):
        raw = [cell for sheet in notebook["worksheets"] for cell in _cells_of(sheet)]
    if not isinstance(raw, list) or len(raw) > CELLS_LIMIT:
        raise UnreadableError(NOT_A_NOTEBOOK)
    cells = tuple(_cell(cell) for cell in raw if isinstance(cell, dict))
    return Handed(cells=cells, notices=notices)


def _cells_of(sheet: Any) -> list[Any]:
    cells = sheet.get("cells") if isinstance(sheet, dict) else None
    return cells if isinstance(cells, list) else []


def _decoded(data: bytes) -> tuple[str, tuple[Text, ...]]:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace"), (ENCODING,)
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp949"), (ENCODING,)
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace"), (ENCODING,)


def _cell(cell: dict[str, Any]) -> HandedCell:
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    if not isinstance(source, str):
        source = ""
    metadata = cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    kind = cell.get("cell_type")
    return HandedCell(
        cell_type=kind if kind in ("code", "markdown", "raw") else "markdown",
        source=_legal(source[:SOURCE_LIMIT].replace("\r\n", "\n")),
        grade_id=grade_id if isinstance(grade_id, str) else "",
        cell_id=cell["id"] if isinstance(cell.get("id"), str) else "",
    )


def _legal(text: str) -> str:
    """Without the halves of characters that JSON can hold and a file cannot."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def other_files(folder: Path) -> tuple[dict[str, bytes], tuple[Text, ...]]:
    """The student's own files beside the notebook, by relative name."""
    found: dict[str, bytes] = {}
    refused = left_out = False
    room = FILES_LIMIT
    for name, entry in _walk(folder):
        if not entry.is_file(follow_symlinks=False):
            refused = True
            continue
        if name.endswith(".ipynb") or name in (
            "timestamp.txt",
            "submission_secret.txt",
        ):
            continue
        try:
            data = read_file(Path(entry.path), room)
        except OSError:
            left_out = True
            continue
        if len(found) >= FILE_COUNT_LIMIT:
            left_out = True
            break
        room -= len(data)
        found[unicodedata.normalize("NFC", name)] = data
    notices = [
        text for text, is_so in ((LINKS, refused), (LEFT_OUT, left_out)) if is_so
    ]
    return found, tuple(notices)


def _walk(folder: Path) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
    """Entries that are not folders, with names relative to `folder`; not recursive."""
    folders = [""]
    seen = 0
    while folders:
        here = folders.pop()
        try:
            entries = sorted(os.scandir(folder / here), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            seen += 1
            if seen > 20 * FILE_COUNT_LIMIT:
                return
            name = f"{here}/{entry.name}" if here else entry.name
            if entry.name.startswith(".") or not _is_good_name(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                if name.count("/") < 8 and entry.name != "__pycache__":
                    folders.append(name)
            else:
                yield name, entry


def _is_good_name(name: str) -> bool:
    """No control or direction characters, no bytes that are not text."""
    return len(name) < 200 and not any(
        unicodedata.category(letter) in ("Cc", "Cf", "Cs") for letter in name
    )


NOT_A_FILE = Text(
    ko="노트북이 보통 파일이 아니거나(링크 등) 너무 큽니다. 노트북 파일을 다시 "
    "제출하세요.",
    en="The notebook is not an ordinary file (a link, say), or too large. Please hand "
    "in the notebook file itself.",
)
EMPTY = Text(
    ko="노트북 파일이 비어 있습니다. 저장한 뒤 다시 제출하세요.",
    en="The notebook file is empty. Save the notebook and hand it in again.",
)
NOT_JSON = Text(
    ko="노트북 파일이 손상되어 읽을 수 없습니다. JupyterLab에서 열어 보고 다시 "
    "저장해 제출하세요.",
    en="The notebook file is damaged and cannot be read. Open it in JupyterLab, save "
    "it again and hand it in.",
)
NOT_A_NOTEBOOK = Text(
    ko="파일이 Jupyter 노트북이 아닙니다. .ipynb 노트북을 제출하세요.",
    en="The file is not a Jupyter notebook. Please hand in the .ipynb notebook.",
)
ENCODING = Text(
    ko="노트북이 UTF-8이 아닌 글자 부호로 저장되어 있어 바꾸어 읽었습니다.",
    en="The notebook was not saved as UTF-8; its text was converted.",
)
LINKS = Text(
    ko="제출 폴더의 링크나 특수 파일은 채점에 쓰지 않았습니다.",
    en="Links and special files in the submission were left out.",
)
LEFT_OUT = Text(
    ko="너무 크거나 너무 많은 파일은 채점에 쓰지 않았습니다.",
    en="Files that are too large or too many were left out.",
)
