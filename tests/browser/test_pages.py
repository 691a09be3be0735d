"""What holds for every page of the book in both languages."""

from pathlib import Path

import axe_playwright_python
import pytest

from .conftest import page_names

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = [f"{lang}/{name}.html" for name in page_names() for lang in ("ko", "en")]
PAGES += ["ko/search.html?q=캐시", "en/search.html?q=cache", "index.html#choose"]
CHAPTER = [page for page in PAGES if "/chapter/" in page]
MEGABYTE, REQUESTS = 1_000_000, 30


@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out_on_a_phone(open_page, name):
    page = open_page(name, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def violations(page):
    page.evaluate(AXE)
    found = page.evaluate(
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})",
        RULES,
    )
    return [
        f"{v['id']}: {node['target']} {node['html'][:120]}"
        for v in found["violations"]
        for node in v["nodes"][:3]
    ]


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_the_light_on_a_desk(open_page, name):
    assert violations(open_page(name)) == []


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_the_dark_on_a_phone(open_page, name):
    assert violations(open_page(name, dark=True, phone=True)) == []


def test_axe_finds_nothing_side_by_side(open_page):
    page = open_page("ko/chapter/primer.html")
    page.click("button.both")
    page.wait_for_selector(".pair")
    assert violations(page) == []


@pytest.mark.parametrize("name", CHAPTER)
def test_a_chapter_page_is_light(open_page, name):
    page = open_page("index.html#choose")
    weights = []
    page.on("response", lambda response: weights.append(len(response.body())))
    open_page(name, page=page)
    page.wait_for_load_state("networkidle")
    assert len(weights) <= REQUESTS
    assert sum(weights) <= MEGABYTE


@pytest.mark.parametrize("name", [p for p in PAGES if p.startswith("ko/")])
def test_a_korean_page_has_no_english_interface(open_page, name):
    page = open_page(name)
    words = page.evaluate(
        """() => {
          const said = [];
          for (const node of document.querySelectorAll(
              'header *, nav *, footer *, button, summary, [aria-label], [title]')) {
            if (node.closest('[lang="en"], svg, .l-en')) continue;
            for (const name of ['aria-label', 'title', 'placeholder'])
              if (node.getAttribute(name)) said.push(node.getAttribute(name));
            if (!node.children.length && node.matches('button, summary, button *'))
              said.push(node.textContent);
          }
          return said.filter((text) => text.trim());
        }"""
    )
    assert words
    assert [w for w in words if not any("가" <= char <= "힣" for char in w)] == []


@pytest.mark.parametrize("name", ["ko/chapter/primer.html", "en/chapter/review.html"])
def test_a_page_works_from_a_file(open_page, site, name):
    page = open_page((site / name).as_uri())
    page.click("button.both")
    page.wait_for_selector(".pair")
    page.click("a.switch")
    other = {"ko": "en", "en": "ko"}[name[:2]]
    page.wait_for_url(f"file://**/{other}/**")
    assert page.get_attribute("html", "lang") == other
