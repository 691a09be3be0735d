"""A feedback page tells what it may, in both languages, and can do nothing at all."""

import base64
import re
import zlib
from html.parser import HTMLParser

import pytest

from autograder.grading.feedback import ALL_TEXT, POLICY, page
from autograder.grading.grades import Grade, Standing
from autograder.grading.result import CellResult, SubmissionResult
from intensity.language import Text

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[31m\u202etxt.\x00'


def png(width=1, height=1):
    def chunk(kind, data):
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\0\0\0\0"
    pixels = zlib.compress(b"\0" * (width + 1) * height)
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def cell(grade_id, points, status, ko, en):
    return CellResult(
        notebook="decode",
        grade_id=grade_id,
        points=points,
        max_points=4,
        status=status,
        message=Text(ko, en),
        error="AssertionError: hidden expected 4242",
    )


def code(source, *outputs, **nbgrader):
    return {
        "cell_type": "code",
        "source": source,
        "metadata": {"nbgrader": nbgrader} if nbgrader else {},
        "outputs": list(outputs),
    }


def stream(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def display(**data):
    data = {name.replace("_", "/"): value for name, value in data.items()}
    return {"output_type": "display_data", "data": data, "metadata": {}}


def result(*cells, **more):
    return SubmissionResult(
        student=more.pop("student", "20241234"),
        assignment="ps1",
        status="graded",
        cells=(
            cell("q1", 4.0, "right", "맞습니다.", "Right."),
            cell("q2", 1.0, "partly", "절반 크기입니다.", "Half of what it should be."),
            cell("q3", None, "manual", "사람이 채점합니다.", "A person grades this."),
        ),
        shown={"decode": {"cells": list(cells)}},
        **more,
    )


def standing(**more):
    grades = {
        ("decode", "q1"): Grade(score=4, max_score=4, waits=False),
        ("decode", "q2"): Grade(score=1, max_score=4, waits=False),
        ("decode", "q3"): Grade(score=0, max_score=4, waits=True),
    }
    return Standing(
        student="20241234",
        assignment="ps1",
        grades=grades | more.pop("grades", {}),
        **more,
    )


class Elements(HTMLParser):
    """Every element and attribute of a page."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.open = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag not in ("meta", "input", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_a_page_is_well_formed_and_says_everything_in_both_languages():
    html = page(result(), standing(), "llm")
    elements = Elements(html)
    assert elements.open == []
    for text in ("절반 크기입니다.", "Half of what it should be.", "5 / 12"):
        assert text in html
    assert html.count('lang="ko">') - 1 == html.count('lang="en">')  # html itself


def test_nothing_of_a_students_becomes_markup():
    hostile = result(
        code(EVIL, stream(EVIL), display(text_plain=EVIL, text_html=EVIL)),
        {"cell_type": "markdown", "source": EVIL, "metadata": {}},
        {"cell_type": EVIL, "source": [EVIL], "metadata": {}},
        student=EVIL,
        notices=(Text(EVIL, EVIL),),
    )
    html = page(hostile, standing(comments={("decode", "q1"): EVIL}), EVIL)
    elements = Elements(html)
    assert not {"script", "iframe", "object", "svg", "link"} & set(elements.tags)
    assert not [name for _, name, _ in elements.attributes if name.startswith("on")]
    assert "\u202e" not in html
    assert "\x1b" not in html
    assert "\0" not in html


def test_the_page_forbids_itself_everything_but_its_style_and_images():
    elements = Elements(page(result(), standing(), "llm"))
    policies = [
        value
        for tag, name, value in elements.attributes
        if tag == "meta" and name == "content"
    ]
    assert POLICY in policies
    assert "script" not in POLICY.replace("default-src 'none'", "")
    for _, name, value in elements.attributes:
        if name in ("src", "href"):
            assert value.startswith(("data:image/png;base64,", "#cell-"))


def test_a_persons_score_and_comment_win_over_the_graders():
    grades = {("decode", "q3"): Grade(score=3, max_score=4, waits=False, manual=True)}
    html = page(
        result(),
        standing(grades=grades, comments={("decode", "q3"): "좋은 설명입니다"}),
        "llm",
    )
    assert "8 / 12" in html
    assert "3 / 4" in html
    assert "좋은 설명입니다" in html


def test_a_cell_that_waits_shows_no_zero():
    html = page(result(), standing(), "llm")
    assert "– / 4" in html
    assert "not graded yet" in html


def test_a_late_penalty_is_shown_with_the_score_before_it():
    html = page(result(), standing(penalty=2), "llm")
    assert "3 / 12" in html
    assert "5 → 3" in html


def test_the_instructors_traceback_never_shows():
    assert "4242" not in page(result(), standing(), "llm")


def test_outputs_of_check_cells_never_show():
    error = {
        "output_type": "error",
        "ename": "AssertionError",
        "evalue": "secret",
        "traceback": ["secret"],
    }
    checked = code("assert f(2) == 3", error, grade=True, solution=False, grade_id="q1")
    html = page(result(checked), standing(), "llm")
    assert "assert f(2) == 3" in html
    assert "secret" not in html


def test_a_png_shows_and_every_other_rich_output_does_not():
    image = base64.b64encode(png()).decode()
    html = page(
        result(
            code("a", display(image_png=image, text_plain="<Figure>")),
            code("b", display(text_html="<b>bold</b>", text_plain="plain")),
            code(
                "c", {"output_type": "display_data", "data": {"image/svg+xml": "<x/>"}}
            ),
            code("d", display(image_png="bm90IGEgcG5n", text_plain="no image")),
            code("e", display(image_png="%%%", text_plain="broken")),
        ),
        standing(),
        "llm",
    )
    assert html.count("<img") == 1
    for text in ("plain", "no image", "broken"):
        assert text in html
    assert "bold" not in html


def test_a_flood_of_output_is_cut():
    flood = [code("x", stream("y" * 1_000_000)) for _ in range(200)]
    html = page(result(*flood), standing(), "llm")
    assert html.count("y") < ALL_TEXT + 10_000
    assert "The rest is left out." in html


def test_terminal_colours_are_dropped():
    html = page(
        result(code("x", stream("\x1b[0;31mred\x1b[0m text"))), standing(), "llm"
    )
    assert re.search("<pre>red text</pre>", html)


@pytest.mark.parametrize(
    "cell",
    [
        {},
        {"cell_type": "code"},
        {"cell_type": "code", "source": None, "outputs": []},
        {"cell_type": "code", "source": 3, "outputs": [{}]},
        {"cell_type": "code", "source": "x", "outputs": [{"data": {"text/plain": 5}}]},
    ],
)
def test_a_misshapen_cell_is_shown_as_far_as_it_goes(cell):
    assert Elements(page(result(cell), standing(), "llm")).open == []
