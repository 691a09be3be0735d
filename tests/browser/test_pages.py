"""What holds for every page of the book in both languages."""

from pathlib import Path

import axe_playwright_python
import pytest

from .conftest import opener, page_names

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BOOK = [f"{lang}/{name}.html" for name in page_names() for lang in ("ko", "en")]
PAGES = [*BOOK, "ko/search.html?q=캐시", "en/search.html?q=cache", "index.html#choose"]
MEGABYTE, REQUESTS = 1_000_000, 30

# Everything that the frame of a page says, outside its article's sentences.
INTERFACE = """() => {
  const said = [], other = document.documentElement.lang === 'ko' ? 'en' : 'ko';
  for (const node of document.querySelectorAll(
      'header *, nav *, footer *, button, summary, [aria-label], [title]')) {
    if (node.closest(`[lang="${other}"], svg, .l-${other}`)) continue;
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (node.getAttribute(name)) said.push(node.getAttribute(name));
    if (!node.children.length && node.matches('button, summary, button *'))
      said.push(node.textContent);
  }
  return said.filter((text) => text.trim());
}"""


@pytest.fixture(scope="module", params=PAGES)
def on_a_desk(request, chromium, address):
    """Each page, opened once for all the tests below: light, on a desk."""
    with opener(chromium, address) as open_page:
        page = open_page("robots.txt")
        page.loaded = []
        page.on("response", lambda response: page.loaded.append(len(response.body())))
        open_page(request.param, page=page)
        page.wait_for_load_state("networkidle")
        page.name = request.param
        yield page


@pytest.fixture(scope="module", params=PAGES)
def on_a_phone(request, chromium, address):
    """Each page, opened once: dark, on a phone."""
    with opener(chromium, address) as open_page:
        yield open_page(request.param, dark=True, phone=True)


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


def test_axe_finds_nothing_in_the_light_on_a_desk(on_a_desk):
    assert violations(on_a_desk) == []


def test_axe_finds_nothing_in_the_dark_on_a_phone(on_a_phone):
    assert violations(on_a_phone) == []


def test_nothing_sticks_out_on_a_phone(on_a_phone):
    assert on_a_phone.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("on_a_desk", BOOK, indirect=True)
def test_a_page_is_light(on_a_desk):
    assert 3 <= len(on_a_desk.loaded) <= REQUESTS
    assert sum(on_a_desk.loaded) <= MEGABYTE


def test_the_interface_is_in_the_pages_language(on_a_desk):
    words = on_a_desk.evaluate(INTERFACE)
    korean = [word for word in words if any("가" <= char <= "힣" for char in word)]
    if on_a_desk.get_attribute("html", "lang") == "ko":
        assert set(words) == set(korean)
    else:
        assert korean == []


@pytest.mark.parametrize("lang", ["ko", "en"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_axe_finds_nothing_the_other_way_round(open_page, lang, width, scheme):
    page = open_page(f"{lang}/chapter/tendencies.html")
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    assert violations(page) == []


def test_axe_finds_nothing_side_by_side(open_page):
    page = open_page("ko/chapter/primer.html")
    page.click("button.both")
    page.wait_for_selector(".pair")
    assert violations(page) == []


@pytest.mark.parametrize("name", ["ko/chapter/primer.html", "en/chapter/review.html"])
def test_a_page_works_from_a_file(open_page, site, name):
    page = open_page((site / name).as_uri())
    page.click("button.both")
    page.wait_for_selector(".pair")
    page.click("a.switch")
    other = {"ko": "en", "en": "ko"}[name[:2]]
    page.wait_for_url(f"file://**/{other}/**")
    assert page.get_attribute("html", "lang") == other
