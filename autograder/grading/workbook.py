"""A table as an Excel workbook, with the standard library.

Text stays text: a student number keeps its leading zeros and all of its digits,
which CSV cannot promise.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

from autograder.grading.export import Table

SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def to_xlsx(tables: Mapping[str, Table]) -> bytes:
    """The workbook's bytes: one sheet per table, named by its key."""
    names = list(tables)
    parts = {
        "[Content_Types].xml": _content_types(len(names)),
        "_rels/.rels": _relations({"rId1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": _workbook(names),
        "xl/_rels/workbook.xml.rels": _relations(
            {
                f"rId{number}": ("worksheet", f"worksheets/sheet{number}.xml")
                for number in range(1, len(names) + 1)
            }
        ),
    }
    for number, table in enumerate(tables.values(), 1):
        parts[f"xl/worksheets/sheet{number}.xml"] = _sheet(table)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, HEAD + text)
    return data.getvalue()


def _content_types(sheets: int) -> str:
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" '
        f'ContentType="{TYPE}.worksheet+xml"/>'
        for number in range(1, sheets + 1)
    )
    relations = "application/vnd.openxmlformats-package.relationships+xml"
    return (
        f'<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="{relations}"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
        f"{overrides}</Types>"
    )


def _relations(targets: Mapping[str, tuple[str, str]]) -> str:
    rows = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for name, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{rows}</Relationships>'


def _workbook(names: list[str]) -> str:
    sheets = "".join(
        f'<sheet name="{_sheet_name(name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in enumerate(names, 1)
    )
    return (
        f'<workbook xmlns="{SPREADSHEET}" xmlns:r="{OFFICE}">'
        f"<sheets>{sheets}</sheets></workbook>"
    )


def _sheet_name(name: str) -> str:
    """A name that Excel takes: 31 characters, none of them special."""
    kept = "".join("_" if letter in "[]:*?/\\'" else letter for letter in name)
    return escape(kept[:31] or "_", {'"': "&quot;"})


def _sheet(table: Table) -> str:
    rows = "".join(
        f'<row r="{number}">'
        + "".join(
            _cell(value, at in table.numeric and number > 1)
            for at, value in enumerate(row)
        )
        + "</row>"
        for number, row in enumerate(table.rows, 1)
    )
    return f'<worksheet xmlns="{SPREADSHEET}"><sheetData>{rows}</sheetData></worksheet>'


def _cell(value: str, number: bool) -> str:
    if value == "":
        return "<c/>"
    if number:
        return f"<c><v>{value}</v></c>"
    # A text cell is never a formula, so the mark that CSV needs goes.
    text = value[1:] if value[:1] == "'" else value
    return f'<c t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
