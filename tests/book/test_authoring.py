"""The authors' pages show examples; here each is put into a small book and built."""

import re
from pathlib import Path

import pytest

from .conftest import SmallBook

PAGES = Path(__file__).resolve().parents[2] / "book"
EXAMPLE = re.compile(r"^````markdown\n(.*?)^````$", re.M | re.S)


def examples(language):
    text = (PAGES / language / "instructors/authoring.md").read_text("utf-8")
    return EXAMPLE.findall(text)


def test_both_pages_show_the_same_examples():
    ko, en = examples("ko"), examples("en")
    # two sections, the cell, two terms, the head of a chapter
    assert len(ko) == len(en) == 6
    assert ko[:5] == en[:5]
    assert ko[5].replace("새 장", "A new chapter") != ko[5]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A small book that an author has extended as the pages say."""
    book = SmallBook(tmp_path_factory.mktemp("authored"))
    (book.root / "book/values.py").write_text(
        "from intensity import hardware\n"
        'VALUES = {"answer": 42, "a100-ridge": hardware("A100").roof("bf16").ridge}\n'
    )
    section_ko, section_en, cell, term_ko, term_en, _ = examples("ko")
    glossary = "({})=\n# {}\n\n:::{{glossary}}\n{}\n  {}\n:::\n\n{}"
    book.write(
        "glossary",
        glossary.format(
            "glossary", "용어집", "배치", "함께 처리하는 요청의 수.", term_ko
        ),
        glossary.format(
            "glossary", "Glossary", "batch", "Requests handled together.", term_en
        ),
    )
    head = {"ko": examples("ko")[5], "en": examples("en")[5]}
    text = {
        "ko": f"추측 깊이를 늘려 봅니다.\n\n{section_ko}\n{cell}",
        "en": f"Let the speculation depth grow.\n\n{section_en}\n{cell}",
    }
    for language in ("ko", "en"):
        path = book.root / "book" / language / "chapter.md"
        path.write_text(f"{head[language]}\n{text[language]}", "utf-8")
    (book.root / "_toc.yml").write_text(
        "format: jb-book\nroot: book/ko/index\nchapters:\n"
        "  - file: book/ko/chapter\n  - file: book/ko/glossary\n"
    )
    for command in (("accept",), ()):
        status, said = book.run(*command)
        assert status == 0, said
    return book


def test_the_new_section_has_its_number_and_its_address(book):
    assert 'id="my-section"' in book.html("ko", "chapter")
    assert 'A100의 꺾임점은 <span class="n">153</span>' in book.html("ko", "chapter")
    assert 'of an A100 is <span class="n">153</span>' in book.html("en", "chapter")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_new_figure_is_drawn_once_in_both_languages(book, language):
    html = book.html(language, "chapter")
    assert html.count('<figure class="drawing"') == 1
    assert "배치를 키운 decode" in html
    assert "Decode at growing batch" in html


@pytest.mark.parametrize(
    ("language", "term", "meaning"),
    [
        ("ko", "추측 깊이", "미리 만들어 두는 토큰"),
        ("en", "speculation depth", "drafted"),
    ],
)
def test_the_new_term_has_a_tooltip_on_first_use(book, language, term, meaning):
    html = book.html(language, "chapter")
    assert re.search(
        rf'<a class="term"[^>]*>{term}</a><span class="tip"[^>]*>[^<]*{meaning}', html
    )


def test_the_new_chapter_is_in_the_contents_with_its_description(book):
    assert "chapter.html" in book.html("en")
    assert "One or two sentences" in book.html("en", "chapter")
