"""Reading the packaged tables: every complaint names file, line and column.

A table is a CSV file with a header.  Each number in it cites its sources as
``id: locator | id: locator``; the ids are rows of sources.csv.  A number without a
known source cannot be loaded.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .language import CourseError, Text

DATA = Path(__file__).with_name("data")

# What a verification word promises about the sources cited beside it.
VERIFICATION = {
    "verified": Text(
        "두 독립 출처 또는 제조사 문서", "two sources or a vendor document"
    ),
    "single": Text("출처 하나", "one source"),
    "derived": Text("계산으로 구함", "worked out, the first source says how"),
    "recalled": Text("기억에 의존, 출처 없음", "from memory, no source found"),
    "disputed": Text("출처끼리 어긋남", "sources disagree"),
}
KINDS = ("vendor", "project", "press", "derivation", "memory")


class TableError(CourseError):
    """A table holds something that cannot be right."""


class Source(NamedTuple):
    """A document: who stands behind it (one of KINDS), and what it is."""

    id: str
    kind: str
    document: str


class Citation(NamedTuple):
    """A place in a source.

    >>> str(Citation(Source("w", "vendor", "A whitepaper"), "Table 1"))
    'A whitepaper, Table 1'
    """

    source: Source
    locator: str

    def __str__(self) -> str:
        parts = (self.source.document, self.locator)
        if self.source.kind == "derivation":
            return f"= {self.locator.removeprefix('= ')}"
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True)
class Row:
    """One line of a table, with the questions a loader asks of it."""

    file: str
    line: int
    cells: Mapping[str, str]

    def error(self, column: str, ko: str, en: str) -> TableError:
        """A complaint about the cell in `column`."""
        return TableError(
            Text(
                ko=f"{self.file} {self.line}행 {column}열: {ko}",
                en=f"{self.file} line {self.line}, column {column}: {en}",
            )
        )

    def cell(self, column: str) -> str:
        """The cell, blank or not; the table must have the column."""
        if column in self.cells:
            return self.cells[column].strip()
        raise self.error(column, "열이 없습니다.", "there is no such column")

    def text(self, column: str) -> str:
        """The cell, which must not be blank."""
        value = self.cell(column)
        if not value:
            raise self.error(column, "비어 있습니다.", "is blank")
        return value

    def choice(self, column: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
        """The cell, which must be one of the known words."""
        value = self.text(column)
        if value not in known:
            words = ", ".join(known)
            raise self.error(
                column,
                f"{value!r}은(는) 모르는 낱말입니다. 쓸 수 있는 것: {words}",
                f"{value!r} is not one of {words}",
            )
        return value

    def number(self, column: str, low: float, high: float) -> float:
        """The cell as a number; outside low..high it is a slip of unit."""
        text = self.text(column)
        try:
            value = float(text)
        except ValueError:
            raise self.error(
                column, f"{text!r}은(는) 수가 아닙니다.", f"{text!r} is not a number"
            ) from None
        if low <= value <= high:
            return value
        raise self.error(
            column,
            f"{text}은(는) {low:g}..{high:g} 밖입니다. 단위가 틀렸나요?",
            f"{text} is outside {low:g}..{high:g}; wrong unit?",
        )

    def whole(self, column: str) -> int:
        """The cell as a whole number of at least 0; blank is 0."""
        text = self.cell(column)
        if text and not (text.isascii() and text.isdecimal()):
            raise self.error(
                column,
                f"{text!r}은(는) 0 이상의 정수가 아닙니다.",
                f"{text!r} is not a whole number",
            )
        return int(text or 0)


def rows(folder: Path, file: str) -> Iterator[Row]:
    """The lines of `file` below its header, each as long as the header."""
    with (folder / file).open(encoding="utf-8", newline="") as handle:
        reader = csv.reader(handle)
        header = next(reader, [])
        for cells in reader:
            row = Row(file, reader.line_num, dict(zip(header, cells, strict=False)))
            if len(cells) != len(header):
                raise row.error(
                    header[min(len(cells), len(header)) - 1],
                    f"칸이 {len(cells)}개입니다. {len(header)}개여야 합니다.",
                    f"the line has {len(cells)} cells, not {len(header)}",
                )
            yield row


def load_sources(folder: Path) -> dict[str, Source]:
    """The documents of sources.csv by id; TableError if a line is wrong."""
    table: dict[str, Source] = {}
    for row in rows(folder, "sources.csv"):
        name = row.text("id")
        if name in table:
            raise row.error("id", f"{name!r} 중복입니다.", f"{name!r} appears twice")
        table[name] = Source(name, row.choice("kind", KINDS), row.text("document"))
    return table


def load_notes(folder: Path) -> dict[str, str]:
    """The Korean of every note, by its English; TableError if one is given twice."""
    table: dict[str, str] = {}
    for row in rows(folder, "notes.csv"):
        english = row.text("en")
        if english in table:
            raise row.error("en", "같은 주석이 또 있습니다.", "is given twice")
        table[english] = row.text("ko")
    return table


def note(row: Row, notes: Mapping[str, str]) -> Text:
    """The `note` cell of `row` in both languages; blank in both if it is blank."""
    english = row.cell("note")
    if english and english not in notes:
        raise row.error(
            "note",
            "notes.csv에 이 주석의 한국어가 없습니다. 거기에 넣으세요.",
            "notes.csv has no Korean for this note; add it there",
        )
    return Text(ko=notes.get(english, ""), en=english)


def citations(row: Row, sources: Mapping[str, Source]) -> tuple[Citation, ...]:
    """What the `sources` cell of `row` cites, in its order."""
    cited = []
    for part in row.text("sources").split(" | "):
        name, _, locator = part.partition(": ")
        if name not in sources:
            raise row.error(
                "sources",
                f"출처 {name!r}이(가) sources.csv에 없습니다. 먼저 거기에 넣으세요.",
                f"source {name!r} is not in sources.csv; add it there first",
            )
        cited.append(Citation(sources[name], locator.strip()))
    return tuple(cited)


def verification(row: Row, cited: tuple[Citation, ...]) -> str:
    """The verification word of `row`, which its sources must earn."""
    word = row.choice("verification", VERIFICATION)
    kinds = [citation.source.kind for citation in cited]
    documents = {c.source.id for c in cited if c.source.kind in KINDS[:3]}
    earned = {
        "verified": "vendor" in kinds or len(documents) >= 2,
        "single": len(documents) >= 1,
        "derived": kinds[0] == "derivation",
        "recalled": True,
        "disputed": True,
    }
    if not earned[word]:
        promise = VERIFICATION[word]
        raise row.error(
            "verification",
            f"{word}은(는) '{promise.ko}'이라는 뜻인데, 적힌 출처는 그렇지 않습니다.",
            f"{word} means {promise.en}; the sources given do not earn it",
        )
    return word
