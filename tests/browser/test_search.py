"""Search in both languages, from a server and from a file."""

import sys
from pathlib import Path

import pytest

BOOK = Path(__file__).resolve().parents[2] / "book"
sys.path.append(str(BOOK))

from _ext import korean_search  # noqa: E402


def results(page):
    page.wait_for_selector("#search-results .search-summary, #search-results p")
    page.wait_for_function(
        "() => !/\\.\\.\\.|…/.test(document.querySelector('#search-results h2')"
        ".textContent)"
    )
    return page.eval_on_selector_all(
        "#search-results li > a", "all => all.map((a) => a.getAttribute('href'))"
    )


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ("캐시", {"chapter/boundness.html"}),
        ("대역폭이", {"chapter/primer.html"}),
        ("강도는", {"chapter/primer.html", "chapter/tendencies.html"}),
        ("가중치를", {"chapter/tendencies.html"}),
        ("루프라인으로", {"chapter/primer.html"}),
        ("batches", {"chapter/tendencies.html"}),
    ],
)
def test_korean_finds_a_noun_whatever_its_particle(open_page, query, pages):
    found = results(open_page(f"ko/search.html?q={query}"))
    assert pages <= {address.split("#")[0].split("?")[0] for address in found}


@pytest.mark.parametrize("query", ["caching", "batched", "bandwidths", "weight"])
def test_english_finds_inflections(open_page, query):
    assert results(open_page(f"en/search.html?q={query}"))


@pytest.mark.parametrize("name", ["ko/search.html?q=뷁뷁뷁", "en/search.html?q=xyzzy"])
def test_what_is_not_there_is_not_found(open_page, name):
    assert results(open_page(name)) == []


def test_the_box_on_every_page_leads_to_the_results(open_page):
    page = open_page("ko/chapter/primer.html")
    page.fill("input[name=q]", "대역폭")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ko/search.html?q=*")
    assert results(page)


def test_search_works_from_a_file(open_page, site):
    assert results(open_page((site / "ko/search.html").as_uri() + "?q=가중치를"))


def test_the_script_splits_as_the_index_was_split(open_page):
    page = open_page("ko/search.html")
    for word in ("대역폭이", "캐시", "강도는", "가중치를", "prefill과", "나이"):
        asked = page.evaluate("word => splitQuery(word)", word)
        expected = [
            piece
            for part in korean_search.WORD.findall(word)
            for piece in (
                korean_search.pairs(korean_search.strip_particle(part))
                if part >= "가"
                else [part]
            )
        ]
        assert asked == list(dict.fromkeys(expected))
