import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import EN, KO, SmallBook


def test_both_languages_are_published_with_their_own_words(accepted):
    ko, en = accepted.html("ko"), accepted.html("en")
    assert '<html lang="ko"' in ko
    assert '<html lang="en"' in en
    assert "<title>조건부 병목</title>" in ko
    assert "<title>Conditional Bottlenecks</title>" in en
    assert '<meta content="설명입니다." name="description"' in ko
    assert 'property="og:description" content="A description."' in en
    for page in (ko, en):
        assert 'hreflang="ko" href="http://127.0.0.1:8000/ko/index.html"' in page
        assert 'hreflang="en" href="http://127.0.0.1:8000/en/index.html"' in page


def test_a_number_in_prose_is_the_librarys(accepted):
    assert '<span class="n">42</span>개입니다.' in accepted.html("ko")


def test_the_same_blocks_have_the_same_addresses(accepted):
    addresses = [
        re.findall(r'id="([\w-]+\.\d+)"', accepted.html(x)) for x in ("ko", "en")
    ]
    assert addresses[0] == addresses[1]
    assert addresses[0] == ["top.1", "second.1", "second.2", "second.3"]


def test_the_site_map_names_every_page_in_both_languages(accepted):
    text = (accepted.root / "_site/sitemap.xml").read_text()
    assert text.count("<loc>") == 2
    assert text.count('hreflang="ko"') == 2


def test_no_page_asks_another_host_for_anything(accepted):
    for path in (accepted.root / "_site").rglob("*.html"):
        sources = re.findall(
            r'(?:src|<link rel="stylesheet" href)="([^"]+)"', path.read_text()
        )
        assert sources or path.name == "index.html"
        assert not [s for s in sources if "//" in s]


def test_the_front_page_offers_both_languages(accepted):
    front = (accepted.root / "_site/index.html").read_text("utf-8")
    assert 'href="ko/index.html"' in front
    assert 'href="en/index.html"' in front


def test_the_lock_has_a_line_for_each_section(accepted):
    lock = json.loads((accepted.root / "book/i18n.lock.json").read_text())
    assert set(lock) == {"index#top", "index#second"}


def test_nothing_is_done_twice(accepted):
    before = {
        p: p.stat().st_mtime_ns for p in (accepted.root / "_site").rglob("*.html")
    }
    assert accepted.run() == (0, "book: nothing changed\n")
    after = {p: p.stat().st_mtime_ns for p in (accepted.root / "_site").rglob("*.html")}
    assert before == after


def test_one_language_moving_alone_fails_until_it_is_accepted(small_book):
    book: SmallBook = small_book()
    assert book.run("accept")[0] == 0
    assert book.run()[0] == 0
    published = book.html("en")
    book.edit("en", "The bandwidth is high.", "The bandwidth is very high.")
    status, said = book.run()
    assert status == 1
    assert "book/en/index.md:14" in said
    assert "English changed, Korean did not" in said
    assert "accept 'index#top'" in said
    assert book.html("en") == published, "a book that fails is not published"
    assert book.run("accept", "index#top")[0] == 0
    status, said = book.run()
    assert status == 0, said
    assert "nothing changed" in said, "accepting has published it"
    assert "very high" in book.html("en")


FAULTS = {
    # what an author does to one page: (language, old, new, what the build must say)
    "stray bold": (
        "ko",
        "넓습니다.",
        "넓습니다. **강도(intensity)**는",
        "`**` is left",
    ),
    "untranslated heading": ("ko", "## 둘째 절", "## Second section", "not translated"),
    "untranslated text": (
        "ko",
        "대역폭이 넓습니다.",
        "The bandwidth is high.",
        "not transl",
    ),
    "korean in english": ("en", "It reads", "It reads 캐시", "not translated"),
    "no label": ("ko", "(second)=\n", "", "has no label"),
    "no such value": ("en", "{n}`answer`", "{n}`anwser`", "did you mean answer"),
    "wrong number": ("en", "{n}`answer`", "{n}`answer = 43`", "the library says 42"),
    "broken reference": ("en", "It reads", "[](nowhere) It reads", "nowhere"),
    "no alternative text": (
        "en",
        "It reads",
        "![](x.png) It reads",
        "alternative text",
    ),
    "heading without words": (
        "en",
        "It reads",
        "| | a |\n|-|-|\n| b | c |\n\nIt reads",
        "heading without words",
    ),
    "missing glyph": ("ko", "넓습니다.", "넓습니다 \ufffd", "U+FFFD"),
    "no description": ("en", "description:", "nothing:", "has no description"),
}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """One page for each fault, all built at once; what the build said."""
    book = SmallBook(tmp_path_factory.mktemp("faulty"))
    toc = "format: jb-book\nroot: book/ko/index\nchapters:\n"
    for number, (language, old, new, _) in enumerate(FAULTS.values()):
        page = f"fault{number}"
        book.write(
            page,
            KO.replace("(top)", f"(top{number})").replace(
                "(second)", f"(second{number})"
            ),
            EN.replace("(top)", f"(top{number})").replace(
                "(second)", f"(second{number})"
            ),
        )
        old = old.replace("(second)", f"(second{number})")
        book.edit(language, old, new, page)
        toc += f"  - file: book/ko/{page}\n"
    (book.root / "_toc.yml").write_text(toc)
    status, said = book.run()
    assert status == 1
    return said


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_fails_the_build_and_is_named_with_its_file(faulty, fault):
    number = list(FAULTS).index(fault)
    language, _, _, message = FAULTS[fault]
    lines = [
        line for line in faulty.splitlines() if f"{language}/fault{number}" in line
    ]
    assert any(message in line for line in lines), lines


def test_only_the_faulty_pages_are_named(faulty):
    assert "index.md" not in faulty
    # each fault's page is named, and no page in the language that has no fault
    for number, (language, *_) in enumerate(FAULTS.values()):
        other = "en" if language == "ko" else "ko"
        assert f"book/{other}/fault{number}.md" not in faulty


def test_a_failing_cell_fails_the_build_and_nothing_is_published(small_book):
    book: SmallBook = small_book()
    for language in ("ko", "en"):
        book.edit(language, "print(6 * 7)", "print(6 / 0)")
    status, said = book.run()
    assert status == 1
    assert "book/ko/index.md:21: cell 1 fails: ZeroDivisionError" in said
    assert not (book.root / "_site").exists()


def test_a_cell_that_differs_is_named_in_both_files(small_book):
    book: SmallBook = small_book()
    book.edit("en", "6 * 7", "7 * 6")
    status, said = book.run()
    assert status == 1
    assert "book/ko/index.md:21 and book/en/index.md:21: cell 1 differs" in said


def test_a_dropped_paragraph_is_named(small_book):
    book: SmallBook = small_book()
    book.edit("en", "It reads the cache.\n", "")
    status, said = book.run()
    assert status == 1
    assert "index#second: block 3 differs, 4 blocks in ko and 3 in en" in said
    assert "캐시를 읽습니다" in said


def test_a_page_outside_the_contents_or_without_its_other_language_is_named(small_book):
    book: SmallBook = small_book()
    book.write_one("ko", "extra", KO)
    toc = book.root / "_toc.yml"
    toc.write_text(f"{toc.read_text()}chapters:\n  - file: book/ko/gone\n")
    status, said = book.run()
    assert status == 1
    assert "book/ko/extra.md is not in _toc.yml" in said
    assert "_toc.yml names gone, but there is no book/en/gone.md" in said


def test_a_caption_without_english_is_named(small_book):
    book: SmallBook = small_book()
    (book.root / "_toc.yml").write_text(
        "format: jb-book\nroot: book/ko/index\nparts:\n"
        "  - caption: 새 부\n    chapters:\n      - file: book/ko/more\n"
    )
    book.write(
        "more",
        KO.replace("(top)", "(a)").replace("(second)", "(b)"),
        EN.replace("(top)", "(a)").replace("(second)", "(b)"),
    )
    status, said = book.run()
    assert status == 1
    assert "the caption '새 부' has no English" in said


def test_jupyter_book_alone_builds_the_korean_book(small_book):
    book: SmallBook = small_book()
    done = subprocess.run(
        [Path(sys.executable).parent / "jupyter-book", "build", ".", "-W"],
        cwd=book.root,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    html = (book.root / "_build/html/book/ko/index.html").read_text("utf-8")
    assert '<html lang="ko"' in html
    assert '<span class="n">42</span>' in html
    assert 'class="switch"' not in html, "there is no English book to switch to"
