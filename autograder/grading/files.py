"""Files that somebody else chose: walked without trusting names, kinds or depth.

Nothing here recurses, follows a link or opens anything but a regular file, so a
folder of a million levels, a FIFO or a link to /etc/shadow costs only itself.
"""

from __future__ import annotations

import fnmatch
import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from intensity.language import Text

MOST_FILES = 2_000
MOST_DEPTH = 24
MOST_BYTES = 200 << 20


@dataclass(frozen=True)
class Refused:
    """A file that is not taken, and why."""

    name: str
    why: Text


LINK = Text("다른 파일을 가리키는 링크입니다", "it is a link to another file")
SPECIAL = Text("보통 파일이 아닙니다", "it is not a regular file")
DEEP = Text("폴더가 너무 깊습니다", "its folder is too deep")
LARGE = Text("너무 큽니다", "it is too large")
MANY = Text("파일이 너무 많습니다", "there are too many files")


@dataclass(frozen=True)
class Listing:
    """The regular files under a folder, relative and sorted, and the refused ones."""

    folder: Path
    files: tuple[Path, ...]
    refused: tuple[Refused, ...]


def listing(folder: Path, ignore: Iterable[str] = ()) -> Listing:
    """Every regular file under `folder` whose name and folders match no `ignore`."""
    patterns = tuple(ignore)
    files: list[Path] = []
    refused: list[Refused] = []
    size = 0
    for entry, relative in _entries(folder, patterns, refused):
        if entry.is_symlink():
            refused.append(Refused(str(relative), LINK))
        elif not entry.is_file(follow_symlinks=False):
            refused.append(Refused(str(relative), SPECIAL))
        elif len(files) >= MOST_FILES:
            refused.append(Refused(str(relative), MANY))
            break
        else:
            size += entry.stat(follow_symlinks=False).st_size
            if size > MOST_BYTES:
                refused.append(Refused(str(relative), LARGE))
            else:
                files.append(relative)
    return Listing(folder, tuple(sorted(files)), tuple(refused))


def _entries(
    folder: Path, patterns: tuple[str, ...], refused: list[Refused]
) -> Iterator[tuple[os.DirEntry[str], Path]]:
    waiting = [(folder, Path())]
    while waiting:
        place, relative = waiting.pop()
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
        except OSError as problem:
            why = Text(f"읽을 수 없습니다: {problem}", f"it cannot be read: {problem}")
            refused.append(Refused(str(relative), why))
            continue
        for entry in entries:
            inside = relative / entry.name
            if any(fnmatch.fnmatchcase(entry.name, pattern) for pattern in patterns):
                continue
            if not entry.is_dir(follow_symlinks=False):
                yield entry, inside
            elif len(inside.parts) >= MOST_DEPTH:
                refused.append(Refused(str(inside), DEEP))
            else:
                waiting.append((place / entry.name, inside))


def shown(name: str) -> str:
    """A stranger's file name for a terminal: nothing in it moves the cursor.

    >>> shown("a\\x1b[2Jb")
    'a?[2Jb'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def read(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a regular file, never of what a link points at.

    Raises OSError for anything else, and for more than `most` bytes.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(f"{path.name} is not a regular file")
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(f"{path.name} is larger than {most} bytes")
    return data


def digest(folder: Path, ignore: Iterable[str] = ()) -> str:
    """A hash of every file under `folder`: names, contents, and what was refused."""
    found = listing(folder, ignore)
    total = hashlib.sha256()
    for relative in found.files:
        total.update(os.fsencode(relative) + b"\0")
        try:
            total.update(hashlib.sha256(read(folder / relative)).digest())
        except OSError:
            total.update(b"unreadable")
    for refused in found.refused:
        total.update(os.fsencode(refused.name) + b"\0" + refused.why.en.encode())
    return total.hexdigest()


def copy(listed: Listing, target: Path, mode: int) -> None:
    """Copy the listed files to the same places under `target`."""
    for relative in listed.files:
        destination = target / relative
        destination.parent.mkdir(parents=True, exist_ok=True)
        destination.unlink(missing_ok=True)
        destination.write_bytes(read(listed.folder / relative))
        destination.chmod(mode)


def remove(folder: Path) -> None:
    """Delete `folder` and all in it; links are deleted, not followed."""
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
        return
    if not folder.is_dir():
        return
    # shutil's is recursive; lifting each folder to the top keeps every path short.
    inner = _lift(folder, folder)
    while inner:
        for path in inner:
            _lift(path, folder)
            path.rmdir()
        inner = _lift(folder, folder)
    folder.rmdir()


def _lift(place: Path, top: Path) -> list[Path]:
    """Delete the files of `place` and move its folders to `top`; returns these."""
    lifted = []
    for entry in list(os.scandir(place)):
        if not entry.is_dir(follow_symlinks=False):
            Path(entry.path).unlink()
        elif place == top:
            lifted.append(Path(entry.path))
        else:
            Path(entry.path).rename(top / f"lifted-{entry.inode()}")
    return lifted


def replace(new: Path, old: Path) -> None:
    """Put the folder `new` where `old` is, which goes first; both on one disk."""
    remove(old)
    old.parent.mkdir(parents=True, exist_ok=True)
    new.rename(old)
