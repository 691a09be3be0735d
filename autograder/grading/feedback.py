"""One student's feedback as one self-contained page, in both languages, no script.

Everything on it that a student wrote is text: no markup of theirs survives, and the
page's own policy lets nothing load or run.  What may be shown was decided before:
only `SubmissionResult.shown`, check messages, and what a person wrote.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from autograder.grading.grades import Grade, Standing
from autograder.grading.result import CellResult, SubmissionResult
from intensity.language import Text

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

# Of one output, and of all on the page.
MOST_TEXT, ALL_TEXT = 8_000, 400_000
MOST_IMAGE, ALL_IMAGES = 2 << 20, 12 << 20
MOST_SOURCE = 40_000

STATUS = {
    "right": Text("맞음", "right"),
    "partly": Text("부분 점수", "partly right"),
    "wrong": Text("틀림", "wrong"),
    "missing": Text("답 없음", "no answer"),
    "error": Text("코드 오류", "your code raised an error"),
    "timeout": Text("시간 초과", "out of time"),
    "died": Text("실행이 끊김", "your process ended"),
    "manual": Text("사람이 채점", "graded by a person"),
    "broken": Text("채점기 오류", "the grader failed"),
}
WAITING = Text("아직 채점 전", "not graded yet")
TITLE = Text("피드백", "Feedback")
POINTS = Text("점수", "points")
TOTAL = Text("합계", "total")
PENALTY = Text("지각 감점", "late penalty")
NOTICES = Text("제출물에 대해", "About your submission")
RESULTS = Text("문항별 결과", "Results")
NOTEBOOK = Text("제출한 노트북", "Your notebook")
COMMENT = Text("의견", "comment")
QUESTION = Text("문항", "question")
RESULT = Text("결과", "result")
OUTPUT = Text("출력", "output")
CUT = Text("나머지는 줄였습니다.", "The rest is left out.")
WORDS = {"both": "한국어 · English", "ko": "한국어", "en": "English"}

STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8881; }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 52rem; margin: 0 auto;
       padding: 1rem; overflow-wrap: anywhere; word-break: keep-all; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
fieldset { border: 1px solid var(--line); border-radius: .4rem; }
label { margin-right: 1rem; white-space: nowrap; }
body:has(#show-ko:checked) [lang=en]:not(label),
body:has(#show-en:checked) [lang=ko]:not(label) { display: none; }
span.ko + span.en::before { content: " · "; }
body:has(#show-en:checked) span.ko + span.en::before { content: none; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem;
         text-align: left; vertical-align: top; }
td p { white-space: pre-line; }
td.points { white-space: nowrap; text-align: right; }
pre { background: var(--soft); border-radius: .4rem; padding: .6rem; overflow-x: auto;
      white-space: pre-wrap; font: 14px/1.5 ui-monospace, monospace; margin: .4rem 0; }
.markdown { white-space: pre-wrap; }
.output { border-left: .25rem solid var(--line); padding-left: .6rem; }
img { max-width: 100%; height: auto; background: #fff; }
.total { font-size: 1.25rem; font-weight: 600; }
"""

ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-Z\\-_]")


def page(result: SubmissionResult, standing: Standing, course_name: str) -> str:
    """The page of one submission: `result` says why, `standing` what counts."""
    budget = _Budget()
    parts = [
        _head(result, course_name),
        _summary(result, standing),
        _notices(result),
        _results(result, standing),
        *(
            _notebook(name, notebook, budget)
            for name, notebook in sorted(result.shown.items())
        ),
        "</body>\n</html>\n",
    ]
    return "\n".join(part for part in parts if part)


def both(text: Text, tag: str = "span") -> str:
    """`text` in both languages, as two elements that the choice at the top hides."""
    return (
        f'<{tag} class="ko" lang="ko">{_safe(text.ko)}</{tag}>'
        f'<{tag} class="en" lang="en">{_safe(text.en)}</{tag}>'
    )


class _Budget:
    """How much output a page may still hold."""

    def __init__(self) -> None:
        self.text = ALL_TEXT
        self.images = ALL_IMAGES


def _head(result: SubmissionResult, course_name: str) -> str:
    name = _safe(" ".join(filter(None, [course_name, result.assignment])))
    choices = "".join(
        f'<label for="show-{key}"{_lang(key)}><input type="radio" name="language" '
        f'id="show-{key}"{" checked" if key == "both" else ""}> {word}</label>'
        for key, word in WORDS.items()
    )
    return f"""<!DOCTYPE html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{name}: {_safe(result.student)}</title>
<style>{STYLE}</style>
</head>
<body>
<fieldset><legend>언어 · Language</legend>{choices}</fieldset>
<h1>{both(TITLE)} {name}</h1>
<p>{_safe(result.student)}</p>"""


def _lang(key: str) -> str:
    return f' lang="{key}"' if key in ("ko", "en") else ""


def _summary(result: SubmissionResult, standing: Standing) -> str:
    most = standing.max_score or result.max_score
    total = f"{_number(standing.final)} / {_number(most)}"
    lines = [f'<p class="total">{both(TOTAL)} {total}</p>']
    if standing.penalty:
        lines.append(
            f"<p>{both(PENALTY)} −{_number(standing.penalty)} "
            f"({_number(standing.raw)} → {_number(standing.final)})</p>"
        )
    if standing.waits:
        waiting = sum(grade.waits for grade in standing.grades.values())
        lines.append(
            both(
                Text(
                    f"{waiting}개 문항은 사람이 볼 차례이며 점수가 바뀔 수 있습니다.",
                    f"{waiting} of the answers still wait for a person; "
                    "the points may change.",
                ),
                "p",
            )
        )
    return "\n".join(lines)


def _notices(result: SubmissionResult) -> str:
    if not result.notices:
        return ""
    items = "".join(f"<li>{both(text)}</li>" for text in result.notices)
    return f"<h2>{both(NOTICES)}</h2>\n<ul>{items}</ul>"


def _results(result: SubmissionResult, standing: Standing) -> str:
    rows = "\n".join(_row(cell, standing) for cell in result.cells)
    heads = "".join(
        f'<th scope="col">{both(text)}</th>' for text in (QUESTION, POINTS, RESULT)
    )
    return (
        f"<h2>{both(RESULTS)}</h2>\n<table>\n<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _row(cell: CellResult, standing: Standing) -> str:
    key = (cell.notebook, cell.grade_id)
    grade = standing.grades.get(key)
    comment = standing.comments.get(key)
    if grade is None:
        grade = Grade(
            score=cell.points or 0.0, max_score=cell.max_points, waits=cell.manual
        )
    unknown = cell.points is None and not grade.manual
    points = "–" if unknown else _number(grade.score)
    status = WAITING if unknown and cell.status == "manual" else STATUS[cell.status]
    said = [f"<strong>{both(status)}</strong>"]
    if any(cell.message) and cell.status != "right":
        said.append(both(cell.message, "p"))
    if comment and comment != "No response.":
        said.append(f"<p>{both(COMMENT)}: {_safe(comment)}</p>")
    name = f'<a href="#{_anchor(*key)}">{_safe(cell.grade_id)}</a>'
    return (
        f'<tr><th scope="row">{name}</th>'
        f'<td class="points">{points} / {_number(grade.max_score)}</td>'
        f"<td>{''.join(said)}</td></tr>"
    )


def _notebook(name: str, notebook: Mapping[str, Any], budget: _Budget) -> str:
    cells = []
    for cell in notebook.get("cells", []):
        grade_id = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")
        place = f' id="{_anchor(name, grade_id)}"' if grade_id else ""
        cells.append(f"<section{place}>{_cell(cell, budget)}</section>")
    title = f"<h2>{both(NOTEBOOK)}: {_safe(name)}.ipynb</h2>"
    return "\n".join([title, *cells])


def _anchor(notebook: str, grade_id: str) -> str:
    """An identifier that any names make, and no two of them together."""
    return "cell-" + f"{notebook}/{grade_id}".encode().hex()


def _cell(cell: Mapping[str, Any], budget: _Budget) -> str:
    source = _joined(cell.get("source"))
    cut = both(CUT, "p") if len(source) > MOST_SOURCE else ""
    source = source[:MOST_SOURCE]
    if not source.strip() and not cell.get("outputs"):
        return ""
    if cell.get("cell_type") != "code":
        return f'<div class="markdown">{_safe(source)}</div>{cut}'
    outputs = "" if _is_check(cell) else "".join(_outputs(cell, budget))
    if outputs:
        outputs = f'<div class="output">{outputs}</div>'
    return f"<pre><code>{_safe(source)}</code></pre>{cut}{outputs}"


def _is_check(cell: Mapping[str, Any]) -> bool:
    """A check cell's outputs stay away: its message says what a student may know."""
    nbgrader = cell.get("metadata", {}).get("nbgrader", {})
    return bool(nbgrader.get("grade") and not nbgrader.get("solution"))


def _outputs(cell: Mapping[str, Any], budget: _Budget) -> Iterator[str]:
    for output in cell.get("outputs", []):
        kind = output.get("output_type")
        if kind == "stream":
            yield _text(_joined(output.get("text")), budget)
        elif kind == "error":
            yield _text(_joined(output.get("traceback"), "\n"), budget)
        else:
            data = output.get("data", {})
            image = _image(_joined(data.get("image/png")), budget)
            yield image or _text(_joined(data.get("text/plain")), budget)


def _text(text: str, budget: _Budget) -> str:
    text = ANSI.sub("", text)
    most = min(MOST_TEXT, budget.text)
    shown = text[:most]
    budget.text -= len(shown)
    if not text.strip():
        return ""
    cut = both(CUT, "p") if len(text) > most else ""
    return f"<pre>{_safe(shown)}</pre>{cut}"


def _image(data: str, budget: _Budget) -> str:
    if not data:
        return ""
    try:
        image = base64.b64decode(data)
    except (binascii.Error, ValueError):
        return ""
    most = min(MOST_IMAGE, budget.images)
    if not image.startswith(b"\x89PNG\r\n\x1a\n") or len(image) > most:
        return ""
    budget.images -= len(image)
    clean = base64.b64encode(image).decode()
    alt = f"{OUTPUT.ko} · {OUTPUT.en}"
    return f'<img alt="{alt}" src="data:image/png;base64,{clean}">'


def _joined(value: object, between: str = "") -> str:
    """A text that nbformat may keep as a list of lines; "" for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return between.join(part for part in value if isinstance(part, str))
    return ""


def _safe(text: str) -> str:
    """`text` with no markup, no control and no direction characters."""
    visible = "".join(
        letter
        for letter in text
        if letter in "\n\t" or (letter >= " " and letter not in UNSEEN)
    )
    clean = visible.encode("utf-8", "replace").decode()
    return escape(clean, quote=True)


# Marks that turn the reading direction, hide text, or are no text at all.
UNSEEN = frozenset(
    "\x7f\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def _number(value: float) -> str:
    """Two decimals at most.

    >>> _number(2.0), _number(2.5), _number(1 / 3)
    ('2', '2.5', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
