"""The numbers behind a figure: a table on its page, and a CSV file to keep."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..language import Text
from ..units import digits, si

if TYPE_CHECKING:
    from .drawing import Drawing

Row = Mapping[str, object]  # heading, with its unit -> Text, str or number

_LINES = 40  # a longer table is only downloaded, not shown

# Korean for the headings that figures use.
HEADINGS = {
    "what": "종류",
    "name": "이름",
    "label": "표시",
    "series": "묶음",
    "intensity [FLOP/byte]": "연산 강도 [FLOP/byte]",
    "rate [FLOP/s]": "성능 [FLOP/s]",
    "bound": "병목",
    "operation": "연산",
    "count": "횟수",
    "compute time [s]": "연산 시간 [s]",
    "memory time [s]": "이동 시간 [s]",
    "batch": "배치",
    "context": "컨텍스트",
    "context [tokens]": "컨텍스트 [토큰]",
    "attention share": "attention의 비율",
    "flip batch, aggregate": "전환 배치(합산 판정)",
    "flip batch, per operation": "전환 배치(연산별 판정)",
    "largest batch that fits": "메모리에 들어가는 최대 배치",
    "device": "장치",
    "devices": "장치 수",
    "format": "수 형식",
    "ridge [FLOP/byte]": "꺾임점 [FLOP/byte]",
    "peak [FLOP/s]": "최대 연산 속도 [FLOP/s]",
    "peak is": "연산 속도 검증",
    "bandwidth [byte/s]": "대역폭 [byte/s]",
    "bandwidth is": "대역폭 검증",
    "model": "모델",
    "hardware": "하드웨어",
    "weights": "가중치",
    "software": "소프트웨어",
    "efficiency": "효율",
    "status": "상태",
    "source": "출처",
    "row": "행",
}


def heading(drawing: Drawing, column: str) -> Text:
    """A column's name in both languages."""
    korean = drawing.headings.get(column) or HEADINGS.get(column, column)
    return Text(ko=korean, en=column)


def data_csv(drawing: Drawing) -> str:
    """The plotted numbers as CSV; a cell in two languages takes two columns.

    Numbers are written in full, not as the figure rounds them.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    rows = [_flat(row) for row in drawing.rows]
    if rows:
        writer.writerow(rows[0])
        writer.writerows(row.values() for row in rows)
    return out.getvalue()


def _flat(row: Row) -> dict[str, object]:
    flat: dict[str, object] = {}
    for column, cell in row.items():
        if isinstance(cell, Text):
            flat[f"{column} (ko)"], flat[f"{column} (en)"] = cell.ko, cell.en
        else:
            flat[column] = "" if cell is None else cell
    return flat


def data_html(drawing: Drawing, name: str) -> str:
    """The numbers behind the figure: a table if short, and a file to keep."""
    if not drawing.rows:
        return ""
    # The mark at the front tells spreadsheets that the Korean in it is UTF-8.
    link = "data:text/csv;charset=utf-8," + quote(
        "\ufeff" + data_csv(drawing), safe=",:;/()[]=+@*!"
    )
    table = ""
    if len(drawing.rows) <= _LINES:
        head = "".join(
            f'<th scope="col">{both_html(heading(drawing, column))}</th>'
            for column in drawing.rows[0]
        )
        body = "".join(
            f"<tr>{''.join(_cell(*pair) for pair in row.items())}</tr>"
            for row in drawing.rows
        )
        label = both_html(Text(ko="그림에 쓰인 수", en="Numbers in the figure"))
        table = (
            f'<div class="drawing-rows" role="region" tabindex="0" '
            f'aria-labelledby="{name}-rows"><table><caption id="{name}-rows">{label}'
            f"</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )
    summary = both_html(Text(ko="데이터", en="Data"))
    keep = both_html(Text(ko="CSV로 내려받기", en="Download as CSV"))
    return (
        f'<details class="drawing-data"><summary>{summary}</summary>{table}'
        f'<a download="{name}.csv" href="{link}">{keep}</a></details>'
    )


def _cell(column: str, cell: object) -> str:
    """A number is shortened, with a prefix if its column is in base units."""
    if isinstance(cell, Text):
        return f"<td>{both_html(cell)}</td>"
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return f"<td>{'' if cell is None else escape(str(cell))}</td>"
    unit = re.search(r"\[(FLOP/s|byte/s|s)\]$", column)
    plain = f"{cell:,}" if isinstance(cell, int) else digits(cell)
    return f'<td class="n">{si(cell, unit[1]) if unit else plain}</td>'


def both_html(text: Text) -> str:
    """`text` in both languages; the page shows the one it is in."""
    if text.ko == text.en:
        return escape(text.ko)
    return (
        f'<span class="l-ko" lang="ko">{escape(text.ko)}</span>'
        f'<span class="l-en" lang="en">{escape(text.en)}</span>'
    )
