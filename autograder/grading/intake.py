"""What students handed in elsewhere, taken in safely: files, folders, archives.

Yields plain names and bytes.  Nothing is ever written under a name from an archive,
no link or device is followed, and sizes are counted while reading, so a small file
that unpacks to a large one stops at the limit.
"""

from __future__ import annotations

import io
import stat
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from autograder.grading import files
from intensity.language import Text

MOST_MEMBERS = 100_000
MOST_MEMBER = 120 << 20
MOST_TOTAL = 4 << 30
# An archive inside an archive, as students hand in folders; no deeper.
MOST_NESTING = 2
# Of one archive inside another: one student's, which must not use up the class's.
MOST_INNER_MEMBERS = 3_000
MOST_INNER = 300 << 20
MOST_NAME = 200  # bytes; file systems take 255

TRAVERSAL = Text("폴더 밖을 가리키는 이름입니다", "its name points outside its folder")
NAMELESS = Text("파일 이름이 없습니다", "it has no name")
ENCRYPTED = Text("암호가 걸려 있습니다", "it is encrypted")
BROKEN = Text("압축 파일이 손상되었습니다", "the archive is damaged")
NESTED = Text("압축이 너무 여러 겹입니다", "archives within archives are too deep")
FORMAT = Text(
    "이 압축 형식은 열 수 없습니다. zip으로 다시 제출해야 합니다",
    "this kind of archive cannot be opened; it must be handed in as zip",
)
OTHER_ARCHIVES = (".7z", ".rar", ".tar", ".gz", ".tgz", ".xz", ".bz2", ".egg", ".alz")


@dataclass(frozen=True)
class Item:
    """One file as it came: where it lay, its bytes, when it was last changed."""

    path: PurePosixPath
    data: bytes
    changed: datetime | None = None


class Intake:
    """Reads sources one after another and remembers what it refused."""

    def __init__(self) -> None:
        self.refused: list[files.Refused] = []
        self._room = MOST_TOTAL
        self._members = MOST_MEMBERS

    def read(self, source: Path) -> Iterator[Item]:
        """Every file of a folder, a zip, or the single file `source`."""
        if source.is_dir():
            yield from self._folder(source)
        elif source.is_symlink() or not source.is_file():
            self._refuse(source.name, files.LINK)
        else:
            data = self._bytes(source, source.name)
            if data is not None:
                changed = datetime.fromtimestamp(source.stat().st_mtime)
                yield from self._item(PurePosixPath(clean(source.name)), data, changed)

    def _folder(self, folder: Path) -> Iterator[Item]:
        found = files.listing(folder, (".DS_Store", "__MACOSX", ".ipynb_checkpoints"))
        self.refused += found.refused
        for relative in found.files:
            data = self._bytes(folder / relative, str(relative))
            if data is not None:
                changed = datetime.fromtimestamp((folder / relative).stat().st_mtime)
                path = PurePosixPath(*(clean(part) for part in relative.parts))
                yield from self._item(path, data, changed)

    def _bytes(self, path: Path, name: str) -> bytes | None:
        try:
            data = files.read(path, min(MOST_MEMBER, self._room))
        except OSError:
            self._refuse(name, files.LARGE)
            return None
        self._room -= len(data)
        return data

    def _item(
        self, path: PurePosixPath, data: bytes, changed: datetime | None, depth: int = 0
    ) -> Iterator[Item]:
        if path.suffix.lower() in OTHER_ARCHIVES:
            self._refuse(str(path), FORMAT)
        elif path.suffix.lower() != ".zip":
            yield Item(path, data, changed)
        elif depth >= MOST_NESTING:
            self._refuse(str(path), NESTED)
        else:
            yield from self._archive(path, data, depth)

    def _archive(self, path: PurePosixPath, data: bytes, depth: int) -> Iterator[Item]:
        try:
            archive = zipfile.ZipFile(io.BytesIO(data))
            members = archive.infolist()
        except Exception:  # zipfile lets errors of every kind through
            self._refuse(str(path), BROKEN)
            return
        # What the outermost archive is called says nothing about its members.
        inside = path.with_suffix("") if depth else PurePosixPath()
        before = self._members, self._room
        if depth:
            self._members = min(before[0], MOST_INNER_MEMBERS)
            self._room = min(before[1], MOST_INNER)
        allowed = self._members, self._room
        with archive:
            for member in members:
                self._members -= 1
                if self._members < 0:
                    self._refuse(str(path), files.MANY)
                    break
                if not member.filename.endswith("/"):
                    yield from self._member(archive, member, inside, depth)
        self._members = before[0] - (allowed[0] - self._members)
        self._room = before[1] - (allowed[1] - self._room)

    def _member(
        self,
        archive: zipfile.ZipFile,
        member: zipfile.ZipInfo,
        inside: PurePosixPath,
        depth: int,
    ) -> Iterator[Item]:
        name = member_name(member)
        raw = name.replace("\\", "/").split("/")
        # Checked as they will be used: what `clean` drops may have hidden two dots.
        parts = [clean(part) for part in raw if part and stripped(part) != "."]
        if not parts:
            self._refuse(name, NAMELESS)
            return
        if "__MACOSX" in parts or parts[-1] in (".DS_Store", "Thumbs.db"):
            return
        leads_out = raw[0] == "" or parts[0].endswith(":")
        if leads_out or any(stripped(part) == ".." for part in raw):
            self._refuse(name, TRAVERSAL)
            return
        mode = member.external_attr >> 16
        if stat.S_ISLNK(mode):
            self._refuse(name, files.LINK)
        elif stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            self._refuse(name, files.SPECIAL)
        elif member.flag_bits & 1:
            self._refuse(name, ENCRYPTED)
        else:
            data = self._unpack(archive, member, name)
            if data is not None:
                path = inside.joinpath(*parts)
                yield from self._item(path, data, _changed(member), depth + 1)

    def _unpack(
        self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str
    ) -> bytes | None:
        most = min(MOST_MEMBER, self._room)
        try:
            # The size in the header is the sender's word: count what really comes.
            with archive.open(member) as stream:
                data = stream.read(most + 1)
        except Exception:  # zlib, lzma and bz2 have errors of their own
            self._refuse(name, BROKEN)
            return None
        if len(data) > most:
            self._refuse(name, files.LARGE)
            return None
        self._room -= len(data)
        return data

    def _refuse(self, name: str, why: Text) -> None:
        self.refused.append(files.Refused(clean(name), why))


def member_name(member: zipfile.ZipInfo) -> str:
    """A member's name as its writer meant it.

    Without the UTF-8 flag, Korean Windows writes CP949 and macOS UTF-8; Python has
    read both as CP437.
    """
    if member.flag_bits & 0x800:
        return member.filename
    try:
        raw = member.filename.encode("cp437")
    except UnicodeEncodeError:
        return member.filename
    for encoding in ("utf-8", "cp949"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return member.filename


def clean(name: str) -> str:
    """A file name composed (NFC), without control and direction characters.

    It names a file in its folder and nothing else, and is short enough for a disk.

    >>> clean("a\\u202eb\\n.ipynb"), clean("\\u200b..")
    ('ab.ipynb', '_')
    """
    kept = stripped(name).replace("/", "_")
    if kept in ("", ".", ".."):
        return "_"
    if len(kept.encode()) <= MOST_NAME:
        return kept
    at = kept.rfind(".")
    suffix = kept[at:] if at > 0 and len(kept) - at < 12 else ""
    stem = kept[: len(kept) - len(suffix)].encode()[: MOST_NAME - len(suffix.encode())]
    return stem.decode(errors="ignore") + suffix


def stripped(name: str) -> str:
    """`name` composed, without characters that nobody sees."""
    composed = unicodedata.normalize("NFC", name)
    return "".join(
        letter
        for letter in composed
        if unicodedata.category(letter) not in ("Cc", "Cf", "Cs")
    )


def _changed(member: zipfile.ZipInfo) -> datetime | None:
    try:
        return datetime(*member.date_time)
    except ValueError:
        return None
