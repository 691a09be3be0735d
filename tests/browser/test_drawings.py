"""A figure shows one language, and the right one, wherever it is put."""

import pytest

from intensity import Roof, Text, matmul, plot

ROOF = Roof(flops_per_s=312e12, bytes_per_s=2.039e12, name="A100")


@pytest.fixture(scope="module")
def page(chromium):
    page = chromium.new_page(viewport={"width": 390, "height": 800})
    yield page
    page.close()


def figure() -> str:
    return plot.roofline(
        ROOF,
        [(Text("행렬곱", "matrix product"), matmul(64, 4096, 4096))],
        title=Text("지붕과 행렬곱", "A roof and a matrix product"),
    )._repr_html_()


def seen(page, html: str) -> str:
    """The text of the figure that is not hidden."""
    page.set_content(html)
    return page.evaluate(
        """() => [...document.querySelectorAll(".drawing text, .drawing span")]
            .filter(e => getComputedStyle(e).display !== "none")
            .map(e => e.textContent).join("\\n")"""
    )


PLACES = {
    "a Korean page": ('<html lang="ko">{}', "ko"),
    "an English page": ('<html lang="en">{}', "en"),
    "English inside a Korean page": ('<html lang="ko"><div lang="en">{}</div>', "en"),
    "Korean inside an English page": ('<html lang="en"><div lang="ko">{}</div>', "ko"),
    "a regional variant": ('<html lang="ko-KR">{}', "ko"),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_nearest_language_decides(page, place, monkeypatch):
    wrapped, lang = PLACES[place]
    for process in ("ko", "en"):
        monkeypatch.setenv("INTENSITY_LANG", process)
        words = seen(page, wrapped.format(figure()))
        assert ("연산 강도" in words) == (lang == "ko")
        assert ("Arithmetic intensity" in words) == (lang == "en")


@pytest.mark.parametrize("process", ["ko", "en"])
@pytest.mark.parametrize(
    "place",
    [
        # A notebook front end calls itself English whatever its user reads.
        '<html lang="en"><div class="jp-OutputArea">{}</div>',
        "<html>{}",
        '<html lang="fr">{}',
    ],
)
def test_elsewhere_the_process_language_decides(page, place, process, monkeypatch):
    monkeypatch.setenv("INTENSITY_LANG", process)
    words = seen(page, place.format(figure()))
    assert ("연산 강도" in words) == (process == "ko")
    assert ("Arithmetic intensity" in words) == (process == "en")


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_a_screen_reader_hears_one_language(page, lang):
    page.set_content(f'<html lang="{lang}"><main>{figure()}</main>')
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    (image,) = [n for n in nodes if n.get("role", {}).get("value") == "image"]
    spoken = {"ko": "지붕과 행렬곱", "en": "A roof and a matrix product"}
    assert image["name"]["value"] == spoken[lang]
    description = image["description"]["value"]
    assert ("꺾임점" in description) == (lang == "ko")
    assert ("ridge" in description) == (lang == "en")


def test_text_takes_the_colour_of_the_page_and_nothing_overflows_a_phone(page):
    page.set_content(
        f'<html lang="en"><body style="color:rgb(1, 2, 3);margin:8px">{figure()}'
    )
    colours = page.evaluate(
        """() => [...new Set([...document.querySelectorAll(".drawing text")]
            .map(e => getComputedStyle(e).fill))]"""
    )
    assert colours == ["rgb(1, 2, 3)"]
    width = "() => document.documentElement.scrollWidth"
    assert page.evaluate(width) <= 390


def test_the_style_of_a_figure_leaves_the_rest_of_the_page_alone(page):
    rest = '<h1 lang="ko">제목</h1><svg id="mine"><path d="M0 0L9 9"/></svg>'
    read = """() => ["h1", "#mine", "#mine path"].map(s => {
        const style = getComputedStyle(document.querySelector(s));
        return [...style].map(name => name + style.getPropertyValue(name)).join();
    })"""
    page.set_content(f'<html lang="en">{rest}')
    before = page.evaluate(read)
    page.set_content(f'<html lang="en">{rest}{figure()}')
    assert page.evaluate(read) == before
