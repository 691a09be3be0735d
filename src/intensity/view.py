"""Tables that a page shows in either language from one execution of its cells.

A cell's output is shared by the Korean and the English page, so it carries both
texts: `<span class="l-ko">` and `<span class="l-en">`.  The page's style sheet
hides the one that is not its own.  A terminal gets plain text in one language.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .language import CourseError, Text
from .units import columns_wide, si
from .units import digits as significant

__all__ = ["Link", "Table", "si", "significant"]

_WORD = 6  # characters of a text that may stand in a column of numbers
Cell = object  # a Text, a Link, a number, or anything that `str` shows


@dataclass(frozen=True)
class Link:
    """A cell that leads elsewhere: `target` is a page address or `#label`."""

    text: Text
    target: str


@dataclass(frozen=True)
class Table:
    """Rows under headings, with a caption that says what holds for all of them.

    columns: one heading a column; a str reads the same in both languages
    rows: as many cells each; numbers align right, everything else left
    caption: what is shown and under which conditions
    folded: what to click; given, a page shows the table only when asked

    Raises CourseError if a row has another number of cells than `columns`.

    >>> print(Table(["batch"], [[8]], Text(ko="예", en="Example")).text("en"))
    Example
    batch
        8
    """

    columns: Sequence[Text | str]
    rows: Sequence[Sequence[Cell]]
    caption: Text
    folded: Text | None = None

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise CourseError(
                    Text(
                        ko=f"표의 열은 {len(self.columns)}개인데 칸이 {len(row)}개인 "
                        f"행이 있습니다: {row}",
                        en=f"the table has {len(self.columns)} columns, but a row has "
                        f"{len(row)} cells: {row}",
                    )
                )

    def text(self, lang: str | None = None) -> str:
        """The table as plain text in one language."""
        grid = [[_plain(cell, lang) for cell in self.columns]]
        grid += [[_plain(cell, lang) for cell in row] for row in self.rows]
        widths = [
            max(columns_wide(row[i]) for row in grid) for i in range(len(grid[0]))
        ]
        right = self._numeric()
        lines = [_plain(self.caption, lang)]
        for row in grid:
            padded = (
                " " * (width - columns_wide(cell)) + cell
                if to_right
                else cell + " " * (width - columns_wide(cell))
                for cell, width, to_right in zip(row, widths, right, strict=True)
            )
            lines.append("  ".join(padded).rstrip())
        return "\n".join(lines)

    def _numeric(self) -> list[bool]:
        """Which columns hold numbers; a blank or a short "never" may stand in one."""
        columns = [[row[i] for row in self.rows] for i in range(len(self.columns))]
        return [
            any(map(_is_number, column))
            and all(_is_number(cell) or _stands_in(cell) for cell in column)
            for column in columns
        ]

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        name = "t-" + hashlib.sha256(self.caption.en.encode()).hexdigest()[:10]
        numeric = [
            False,
            *self._numeric()[1:],
        ]  # the first column holds the rows' names
        head = "".join(
            f'<th scope="col"{_class(right)}>{_html(cell)}</th>'
            if cell  # a heading without words is announced as an empty one
            else "<td></td>"
            for cell, right in zip(self.columns, numeric, strict=True)
        )
        body = "".join(_row_html(row, numeric[1:]) for row in self.rows)
        table = (
            f'<div class="table-scroll" role="region" aria-labelledby="{name}" '
            f'tabindex="0"><table class="numbers">'
            f'<caption id="{name}">{_html(self.caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )
        if self.folded is None:
            return table
        summary = f"<summary>{_html(self.folded)}</summary>"
        return f'<details class="rows">{summary}{table}</details>'


def _row_html(row: Sequence[Cell], numeric: Sequence[bool]) -> str:
    first, *rest = row
    cells = "".join(
        f"<td{_class(right)}>{_html(cell)}</td>"
        for cell, right in zip(rest, numeric, strict=True)
    )
    return f'<tr><th scope="row">{_html(first)}</th>{cells}</tr>'


def _class(right: bool) -> str:
    return ' class="n"' if right else ""


def _html(cell: Cell) -> str:
    """A cell as HTML; a Text in both languages, told apart by class and lang."""
    if isinstance(cell, Link):
        return f'<a href="{escape(cell.target)}">{_html(cell.text)}</a>'
    if isinstance(cell, Text):
        if cell.ko == cell.en:
            return escape(cell.ko)
        return (
            f'<span class="l-ko" lang="ko">{escape(cell.ko)}</span>'
            f'<span class="l-en" lang="en">{escape(cell.en)}</span>'
        )
    return escape(_plain(cell, "en"))


def _plain(cell: Cell, lang: str | None) -> str:
    if isinstance(cell, Link):
        cell = cell.text
    if isinstance(cell, Text):
        return cell.say("ko" if lang == "ko" else "en" if lang else None)
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return str(cell)
    return f"{cell:,}" if isinstance(cell, int) else significant(cell)


def _is_number(cell: Cell) -> bool:
    if isinstance(cell, str):  # "295 FLOP/byte" is a number with its unit
        return cell[:1].isdigit() or cell == "∞"
    return isinstance(cell, (int, float)) and not isinstance(cell, bool)


def _stands_in(cell: Cell) -> bool:
    """Whether a cell may stand among numbers where there is none."""
    return cell in ("", "-") or (isinstance(cell, Text) and len(cell.en) <= _WORD)
