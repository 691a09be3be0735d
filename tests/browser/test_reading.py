"""What a reader does: change language, read both, look up, unfold, darken, print."""

import pytest

PRIMER = "ko/chapter/primer.html"

AT_TOP = """() => {
  const bar = document.querySelector(".top").getBoundingClientRect().bottom;
  const blocks = [...document.querySelectorAll('article [id]')]
    .filter((n) => /\\.\\d+$/.test(n.id) && n.getBoundingClientRect().height > 0);
  return blocks.find((n) => n.getBoundingClientRect().bottom > bar + 8).id;
}"""


def paragraphs(page):
    """Addresses of the paragraphs that stand directly in a section."""
    return page.eval_on_selector_all(
        "article section > p[id]", "nodes => nodes.map((node) => node.id)"
    )


@pytest.mark.parametrize("share", [0.2, 0.4, 0.6, 0.8])
def test_the_switch_keeps_the_paragraph(open_page, share):
    page = open_page(PRIMER)
    names = paragraphs(page)
    name = names[int(len(names) * share)]
    page.evaluate(
        "name => document.getElementById(name).scrollIntoView({block: 'start'})", name
    )
    assert page.evaluate(AT_TOP) == name
    page.focus("a.switch")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/chapter/primer.html#*")
    assert page.url.endswith(f"#{name}")
    box = page.locator(f"[id='{name}']").bounding_box()
    assert -30 < box["y"] < 850, "the same paragraph is on the screen"
    assert page.get_attribute("html", "lang") == "en"


def test_at_the_top_the_switch_leads_to_the_top(open_page):
    page = open_page(PRIMER)
    page.click("a.switch")
    page.wait_for_url("**/en/chapter/primer.html")


@pytest.mark.parametrize(
    ("locale", "language"), [("ko-KR", "ko"), ("en-GB", "en"), ("fr-FR", "en")]
)
def test_the_front_door_picks_by_the_browsers_language(open_page, locale, language):
    page = open_page(locale=locale)
    page.wait_for_url(f"**/{language}/index.html")


def test_the_front_door_remembers_a_choice(open_page):
    page = open_page("ko/index.html")
    page.click("a.switch")
    page.wait_for_url("**/en/index.html")
    open_page("", page=page)
    page.wait_for_url("**/en/index.html")


def test_the_front_door_offers_both_to_who_asks(open_page):
    page = open_page("index.html#choose")
    links = page.eval_on_selector_all("a", "all => all.map((a) => a.hreflang)")
    assert links == ["ko", "en"]


def test_side_by_side_pairs_every_block_and_leaves_no_trace(open_page):
    page = open_page(PRIMER)
    before = page.inner_html("article")
    page.focus("button.both")
    page.keyboard.press("Enter")
    page.wait_for_selector(".pair")
    pairs = page.eval_on_selector_all(
        ".pair > .other", "all => all.map((n) => [n.lang, n.textContent])"
    )
    assert len(pairs) >= 30
    assert {lang for lang, _ in pairs} == {"en"}
    assert not [text for _, text in pairs if any("가" <= c <= "힣" for c in text)]
    left = page.evaluate(
        "() => [...document.querySelectorAll('article section > p[id]')].length"
    )
    assert left == 0, "every paragraph has its counterpart beside it"
    ids = page.eval_on_selector_all("[id]", "all => all.map((n) => n.id)")
    assert len(ids) == len(set(ids))
    page.click("button.both")
    assert page.inner_html("article") == before


def test_side_by_side_is_remembered(open_page):
    page = open_page(PRIMER)
    page.click("button.both")
    page.wait_for_selector(".pair")
    open_page("ko/chapter/boundness.html", page=page)
    page.wait_for_selector(".pair")
    assert page.get_attribute("button.both", "aria-pressed") == "true"


def test_a_term_shows_its_meaning_to_pointer_and_keyboard(open_page):
    page = open_page("ko/chapter/boundness.html")
    term = page.locator("a.term").first
    tip = page.locator(f"[id='{term.get_attribute('aria-describedby')}']")
    assert not tip.is_visible()
    term.focus()
    assert tip.is_visible()
    assert len(tip.inner_text()) > 10
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.locator("h1").click()
    term.hover()
    assert tip.is_visible()
    tip.hover()
    page.wait_for_timeout(300)
    assert tip.is_visible(), "it stays while pointed at"


def test_a_term_is_marked_once_on_a_page(open_page):
    page = open_page("ko/chapter/boundness.html")
    meanings = page.eval_on_selector_all("a.term", "all => all.map((a) => a.href)")
    assert len(meanings) >= 5
    assert len(meanings) - len(set(meanings)) <= 2, "twice only where an author marks"


def test_an_answer_opens_by_keyboard_and_on_paper(open_page):
    page = open_page("en/chapter/review.html")
    answers = page.locator("details.reveal")
    assert answers.count() >= 3
    assert answers.first.get_attribute("open") is None
    answers.first.locator("summary").focus()
    page.keyboard.press("Enter")
    assert answers.first.get_attribute("open") is not None
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.reveal:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.reveal[open]").count() == 1


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_dark_follows_the_system_until_one_chooses_and_is_remembered(open_page):
    page = open_page(PRIMER, dark=True)
    dark = background(page)
    page.click("button.theme")  # auto -> light
    light = background(page)
    assert light == "rgb(255, 255, 255)"
    assert dark != light
    open_page("ko/chapter/boundness.html", page=page)
    assert background(page) == light
    page.click("button.theme")  # light -> dark
    assert background(page) == dark


@pytest.mark.parametrize("language", ["ko", "en"])
def test_figures_speak_the_pages_language_only(open_page, language):
    page = open_page(f"{language}/chapter/tendencies.html")
    shown = page.evaluate(
        """() => [...document.querySelectorAll('figure svg text')]
             .filter((t) => getComputedStyle(t).display !== 'none')
             .map((t) => t.textContent).join(' ')"""
    )
    assert len(shown) > 100
    assert any("가" <= char <= "힣" for char in shown) == (language == "ko")


def test_a_narrow_screen_has_its_contents_behind_a_button(open_page):
    page = open_page(PRIMER, phone=True)
    assert not page.locator("#pages").is_visible()
    page.click(".menu-button")
    assert page.locator("#pages").is_visible()
    assert page.get_attribute(".menu-button", "aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert not page.locator("#pages").is_visible()


def test_on_paper_there_is_the_text_and_nothing_to_click(open_page):
    page = open_page(PRIMER)
    page.emulate_media(media="print")
    assert page.locator("article h1").is_visible()
    for tool in (".top", "#pages", ".here", ".around", ".foot"):
        assert not page.locator(tool).is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")
