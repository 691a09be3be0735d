"""Tables in two languages."""

import re

import pytest

from intensity import CourseError, Text
from intensity.view import Link, Table

CAPTION = Text(ko="예", en="Example")


def test_each_language_gets_its_own_words_and_the_same_numbers() -> None:
    table = Table([Text(ko="배치", en="batch")], [[1234]], CAPTION)
    assert table.text("ko").split() == ["예", "배치", "1,234"]
    assert table.text("en").split() == ["Example", "batch", "1,234"]


def test_a_page_gets_both_languages_marked_as_such() -> None:
    html = Table([Text(ko="배치", en="batch")], [["a"]], CAPTION)._repr_html_()
    assert '<span class="l-ko" lang="ko">배치</span>' in html
    assert '<span class="l-en" lang="en">batch</span>' in html


def test_a_text_that_reads_the_same_in_both_is_written_once() -> None:
    html = Table(["KV"], [[Text("x", "x")]], CAPTION)._repr_html_()
    assert html.count(">x<") == 1


def test_what_a_cell_holds_cannot_become_markup() -> None:
    cell = "<script>alert(1)</script>"
    html = Table(["a"], [[cell]], CAPTION)._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_a_row_of_another_length_is_refused_with_both_counts() -> None:
    with pytest.raises(CourseError) as caught:
        Table(["a", "b"], [[1, 2], [3]], CAPTION)
    assert "2" in caught.value.text.en
    assert "1" in caught.value.text.en


def test_a_column_of_numbers_aligns_right_also_where_one_is_missing() -> None:
    never = Text(ko="없음", en="never")
    html = Table(["x", "n"], [["a", 1], ["b", never], ["c", ""]], CAPTION)._repr_html_()
    assert html.count('<td class="n">') == 3
    assert '<th scope="col" class="n">' in html


def test_a_column_without_any_number_does_not() -> None:
    yes = Text(ko="예", en="yes")
    html = Table(["x", "y"], [["a", yes], ["b", "-"]], CAPTION)._repr_html_()
    assert 'class="n"' not in html


def test_the_scrolling_box_is_named_by_its_caption() -> None:
    html = Table(["a"], [[1]], CAPTION)._repr_html_()
    named = re.search(r'aria-labelledby="([^"]+)"', html)
    assert named is not None
    assert f'<caption id="{named[1]}">' in html
    assert 'tabindex="0"' in html


def test_a_folded_table_says_what_is_behind_it() -> None:
    html = Table(["a"], [[1]], CAPTION, folded=Text("보기", "Show"))._repr_html_()
    assert html.startswith("<details")
    assert "<summary>" in html


def test_a_link_leads_where_it_says() -> None:
    html = Table(["a"], [[Link(Text("배치", "batch"), "#flip")]], CAPTION)._repr_html_()
    assert '<a href="#flip">' in html
