import pytest

from tools.bookbuild import cells
from tools.bookbuild.paths import Book, BookError

PAGE = """---
file_format: mystnb
kernelspec:
  name: python3
  display_name: Python 3
---
# t

```{{code-cell}} ipython3
{}
```
"""


@pytest.fixture
def book(tmp_path):
    for language in ("ko", "en"):
        (tmp_path / "book" / language).mkdir(parents=True)
    (tmp_path / "src").mkdir()
    return Book(tmp_path)


def execute(book, **options):
    return cells.execute(book, cells.cache_folder(book), **options)


def write(book, page, code):
    for language in ("ko", "en"):
        (book.tree(language) / f"{page}.md").write_text(PAGE.format(code))


def test_a_page_is_run_once_for_both_languages_and_not_again(book):
    log = book.root / "log"
    write(book, "a", f"open({str(log)!r}, 'a').write('ran ')")
    assert execute(book) == 1
    assert execute(book) == 0
    assert log.read_text() == "ran "


def test_a_change_of_the_library_runs_everything_again(book):
    write(book, "a", "1 + 1")
    assert execute(book) == 1
    (book.root / "src/new.py").write_text("x = 1\n")
    assert execute(book) == 1


def test_every_failing_page_is_named_with_its_line(book):
    write(book, "a", "1 / 0")
    write(book, "b", "undefined_name")
    write(book, "c", "1")
    with pytest.raises(BookError) as caught:
        execute(book)
    assert caught.value.lines == [
        "book/ko/a.md:9: cell 1 fails: ZeroDivisionError: division by zero",
        "book/ko/b.md:9: cell 1 fails: NameError: name 'undefined_name' is not defined",
    ]


def test_a_failure_is_not_remembered_as_a_result(book):
    write(book, "a", "1 / 0")
    for _ in range(2):
        with pytest.raises(BookError):
            execute(book)


def test_several_kernels_at_once_do_not_meet(book):
    for page in "abcd":
        write(book, page, "1")
    assert execute(book, kernels=4) == 4


def test_equal_cells_are_fine_and_options_count(book):
    write(book, "a", ":tags: [hide-input]\n1")
    assert cells.differing(book) == []
    (book.tree("en") / "a.md").write_text(PAGE.format("1"))
    (line,) = cells.differing(book)
    assert "book/ko/a.md:9 and book/en/a.md:9: cell 1 differs" in line


def test_a_missing_cell_is_named(book):
    write(book, "a", "1")
    (book.tree("en") / "a.md").write_text("# t\n")
    (line,) = cells.differing(book)
    assert "book/en/a.md (missing)" in line
