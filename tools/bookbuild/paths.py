"""Where the book's parts are, and what a page depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

LANGUAGES = ("ko", "en")


class BookError(Exception):
    """Something an author has to mend; `lines` say where, what and how."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        super().__init__("\n".join(self.lines))


@dataclass(frozen=True)
class Book:
    """One book: its root, and the folders that follow from it."""

    root: Path

    @property
    def lock(self) -> Path:
        """The accepted pairs of blocks."""
        return self.root / "book/i18n.lock.json"

    @property
    def site(self) -> Path:
        """What is published."""
        return self.root / "_site"

    @property
    def stage(self) -> Path:
        """Where the site is built; it is published whole or not at all."""
        return self.work / "site"

    @property
    def work(self) -> Path:
        """What may be thrown away."""
        return self.root / ".cache/book"

    def tree(self, language: str) -> Path:
        """The pages of one language."""
        return self.root / "book" / language

    def doctrees(self, language: str) -> Path:
        """What Sphinx remembers of one language."""
        return self.work / language

    def pages(self, language: str) -> dict[str, Path]:
        """Each page by its name, `chapter/primer`."""
        tree = self.tree(language)
        return {
            path.relative_to(tree).with_suffix("").as_posix(): path
            for path in sorted(tree.rglob("*.md"))
        }

    def digest(self, *parts: str) -> str:
        """A hash of files and folders under the root, by content."""
        whole = hashlib.sha256()
        for part in parts:
            for path in _files(self.root / part):
                whole.update(path.relative_to(self.root).as_posix().encode())
                whole.update(path.read_bytes())
        return whole.hexdigest()[:16]

    def library_digest(self) -> str:
        """Changes when a cell's result may: the library, or what it stands on."""
        return self.digest("src", "requirements/all.lock")

    def language_digest(self, language: str) -> str:
        """Changes when a page of this language may."""
        return self.digest(
            f"book/{language}",
            "book/_ext",
            "book/_static",
            "book/_theme",
            "book/diagrams",
            "book/values.py",
            "src",
            "autograder/cli.py",
            "autograder/commands",
            "requirements/all.lock",
            "tools/bookbuild",
            "_config.yml",
            "_toc.yml",
        )


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [
        found
        for found in sorted(path.rglob("*"))
        if found.is_file()
        and "__pycache__" not in found.parts
        and ".ipynb_checkpoints" not in found.parts
        and found.suffix != ".pyc"
    ]
