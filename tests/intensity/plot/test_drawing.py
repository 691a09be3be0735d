"""Laws of a figure in two languages, whatever it shows."""

import re
import warnings
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from intensity import CourseError, Roof, Text, matmul, plot
from intensity.plot import drawing
from intensity.plot.drawing import Drawing, text_width, wrap
from intensity.plot.rows import data_csv
from intensity.plot.sketch import COLOURS, COMPUTE, GREY, INK, MEMORY, WARN, Sketch

HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
SVG = "{http://www.w3.org/2000/svg}"
ROOF = Roof(flops_per_s=312e12, bytes_per_s=2.039e12, name="A100")


def a_roofline() -> Drawing:
    return plot.roofline(
        [ROOF, Roof(989.4e12, 3.35e12, "H100")],
        [
            (Text("토큰 1개", "one token"), matmul(1, 4096, 4096)),
            (Text("토큰 4,096개", "4,096 tokens"), matmul(4096, 4096, 4096)),
        ],
        trajectories=[
            plot.Trajectory(
                Text("커지는 배치", "growing batch"),
                tuple(
                    plot.Point.of(f"{m}", matmul(m, 4096, 4096), ROOF)
                    for m in (8, 64, 512)
                ),
            )
        ],
        title=Text("두 <지붕>과 행렬곱 & 꺾임점", "Two <roofs> & a matrix product"),
        caption=Text("유도한 값", "inferred values"),
    )


@pytest.fixture(scope="module")
def roofline() -> Drawing:
    return a_roofline()


@pytest.fixture(scope="module")
def html(roofline: Drawing) -> str:
    return roofline._repr_html_()


def svg_of(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(html[html.index("<svg") : html.index("</svg>") + 6])


def test_every_label_is_there_in_both_languages(roofline, html):
    svg = svg_of(html)
    texts = {
        lang: {t.text for t in svg.iter(SVG + "text") if t.get("lang") == lang}
        for lang in ("ko", "en")
    }
    shared = {t.text for t in svg.iter(SVG + "text") if not t.get("lang")}
    for label in roofline.labels:
        if label.text.ko == label.text.en:
            assert label.text.ko in shared
        else:
            assert label.text.ko in texts["ko"]
            assert label.text.en in texts["en"]
    assert (
        len([label for label in roofline.labels if label.text.ko != label.text.en]) > 8
    )


def test_twin_texts_share_their_place(html):
    for group in svg_of(html).iter():
        twins = [t for t in group if t.tag == SVG + "text" and t.get("lang")]
        for korean, english in zip(twins[::2], twins[1::2], strict=True):
            assert (korean.get("lang"), english.get("lang")) == ("ko", "en")
            assert korean.get("class", "").split()[0] == "l-ko"
            assert english.get("class", "").split()[0] == "l-en"
            for attribute in ("x", "y", "style", "transform"):
                assert korean.get(attribute) == english.get(attribute)


def test_korean_stands_only_where_korean_is_declared(html):
    class Walk(HTMLParser):
        def __init__(self):
            super().__init__()
            self.lang = [""]
            self.stray = ""

        def handle_starttag(self, tag, attrs):
            if tag not in ("a", "path", "use", "rect", "style"):
                self.lang.append(dict(attrs).get("lang") or self.lang[-1])

        def handle_startendtag(self, tag, attrs):
            pass

        def handle_endtag(self, tag):
            if tag not in ("a", "path", "use", "rect", "style"):
                self.lang.pop()

        def handle_data(self, data):
            if HANGUL.search(data) and self.lang[-1] != "ko":
                self.stray += data

    walk = Walk()
    walk.feed(html)
    assert not walk.stray


def test_the_same_figure_gives_the_same_bytes(html, tmp_path):
    again = a_roofline()
    assert again._repr_html_() == html
    for ending in ("svg", "png", "pdf"):
        first = again.save(tmp_path / f"1.{ending}", lang="en").read_bytes()
        second = a_roofline().save(tmp_path / f"2.{ending}", lang="en").read_bytes()
        assert first == second


def test_showing_and_saving_leave_the_figure_as_it_was(roofline, html, tmp_path):
    for lang in ("ko", "en", "both"):
        roofline.save(tmp_path / "x.svg", lang=lang)
        roofline.save(tmp_path / "x.png", lang="en")
    assert roofline._repr_html_() == html


def test_ids_are_unique_and_every_reference_has_its_target(html):
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    references = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', html))
    named = set(re.findall(r'aria-(?:labelledby|describedby)="([^"]+)"', html))
    assert {a or b for a, b in references} | named <= set(ids)


def test_two_figures_share_no_id():
    def ids(drawing):
        return set(re.findall(r'\sid="([^"]+)"', drawing._repr_html_()))

    other = plot.roofline(ROOF, title=Text("빈 지붕", "an empty roof"))
    assert not ids(other) & ids(a_roofline())


def test_the_picture_has_a_name_and_a_description_in_both_languages(roofline, html):
    svg = svg_of(html)
    assert svg.get("role") == "img"
    for attribute, text in (
        ("aria-labelledby", roofline.title),
        ("aria-describedby", roofline.description),
    ):
        block = re.search(rf'id="{svg.get(attribute)}">(.*?)</(?:figcaption|p)>', html)
        assert block
        words = re.sub(r"&lt;", "<", re.sub(r"<[^>]+>", "|", block[1]))
        words = words.replace("&gt;", ">").replace("&amp;", "&").replace("&#x27;", "'")
        assert text.ko in words
        assert text.en in words


def test_words_from_outside_are_escaped(html):
    assert "<roofs>" not in html
    assert "&lt;roofs&gt; &amp; a matrix product" in html


def test_no_style_of_a_figure_reaches_the_page_round_it(html):
    style = re.search(r"<style>(.*?)</style>", html)
    assert style
    assert html.count("<style") == 1
    for selector in re.findall(r"([^{}]+)\{", style[1]):
        for one in selector.split(","):
            assert ".drawing" in one


def test_text_and_ink_take_the_colour_of_the_page(html):
    assert INK not in html
    assert 'fill="currentColor"' in html
    assert "font-family" not in svg_text(html)


def svg_text(html: str) -> str:
    return html[html.index("<svg") : html.index("</svg>")]


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_without_a_page_language_the_process_decides(monkeypatch, lang):
    monkeypatch.setenv("INTENSITY_LANG", lang)
    hidden = {"ko": "en", "en": "ko"}[lang]
    html = a_roofline()._repr_html_()
    assert f":not(:lang(ko)):not(:lang(en)) .l-{hidden}{{display:none}}" in html
    assert f".jp-OutputArea .drawing .l-{hidden}{{display:none!important}}" in html


def test_the_numbers_can_be_downloaded_with_both_languages(roofline, html):
    link = re.search(r'href="data:text/csv;charset=utf-8,([^"]+)"', html)
    assert link
    text = unquote(link[1])
    assert text == "\ufeff" + data_csv(roofline)
    head, *rows = text.splitlines()
    assert head.startswith("\ufeffwhat (ko),what (en),name (ko),name (en)")
    assert len(rows) == len(roofline.rows)
    assert "one token" in text
    assert "토큰 1개" in text


def test_the_table_says_numbers_with_their_prefix(html):
    table = html[html.index("<table>") : html.index("</table>")]
    assert '<td class="n">312 TFLOP/s</td>' in table
    assert '<td class="n">153</td>' in table  # the ridge, 152.96


def test_all_rows_have_the_same_columns(roofline):
    assert len({tuple(row) for row in roofline.rows}) == 1


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_saving_writes_a_file_of_the_kind_its_name_says(roofline, tmp_path, ending):
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[ending]
    path = roofline.save(tmp_path / f"figure.{ending}", lang="en")
    assert path.read_bytes().startswith(start)


def test_an_english_file_holds_no_korean(roofline, tmp_path):
    text = roofline.save(tmp_path / "x.svg", lang="en").read_text("utf-8")
    root = ElementTree.fromstring(text)
    style = root.find(SVG + "style")
    assert style is not None
    root.remove(style)
    assert not HANGUL.search(ElementTree.tostring(root, "unicode"))
    assert "Two &lt;roofs&gt; &amp; a matrix product" in text


def test_a_korean_file_says_every_label_in_korean(roofline, tmp_path):
    text = roofline.save(tmp_path / "x.svg", lang="ko").read_text("utf-8")
    said = {t.text for t in ElementTree.fromstring(text).iter(SVG + "text")}
    assert {label.text.ko for label in roofline.labels} <= said
    assert (
        not {
            label.text.en for label in roofline.labels if label.text.ko != label.text.en
        }
        & said
    )


def test_a_saved_file_says_its_title_and_its_caption(roofline, tmp_path):
    for lang, word in (("ko", "유도한"), ("en", "inferred values")):
        text = roofline.save(tmp_path / "x.svg", lang=lang).read_text("utf-8")
        assert any(word in (t.text or "") for t in ElementTree.fromstring(text).iter())


def places(root, words):
    """Where each of `words` is written, upright ones only."""
    return {
        text.text: (float(text.get("x", "0")), float(text.get("y", "0")))
        for text in root.iter(SVG + "text")
        if text.text in words and not text.get("transform")
    }


def test_title_and_caption_move_the_figure_as_a_whole(roofline, html, tmp_path):
    text = roofline.save(tmp_path / "x.svg", lang="en").read_text("utf-8")
    saved = ElementTree.fromstring(text)
    words = {label.text.en for label in roofline.labels}
    inline, there = places(svg_of(html), words), places(saved, words)
    assert len(inline) > 8
    assert there.keys() == inline.keys()
    across = {round(there[w][0] - inline[w][0], 1) for w in inline}
    down = {round(there[w][1] - inline[w][1], 1) for w in inline}
    assert across == {0}
    assert len(down) == 1
    assert down.pop() > 20  # the title's room


def test_a_long_title_and_caption_stay_inside_the_file(tmp_path):
    long = plot.roofline(
        ROOF,
        title=Text("제목 " * 30, "Wide title " * 20),
        caption=Text("긴 설명 " * 60, "long words " * 60),
    )
    text = long.save(tmp_path / "x.svg", lang="ko").read_text("utf-8")
    root = ElementTree.fromstring(text)
    height = float(root.get("viewBox", "").split()[3])
    for words, least in (("제목", 2), ("긴 설명", 4)):
        found = [t for t in root.iter(SVG + "text") if words in (t.text or "")]
        assert len(found) >= least
        for text in found:
            moved = re.fullmatch(r"translate\(\S+ (\S+)\)", text.get("transform", ""))
            assert moved
            assert 0 < float(moved[1]) < height


def test_both_languages_in_one_file_stand_one_above_the_other(roofline, tmp_path):
    heights = {}
    for lang in ("ko", "en", "both"):
        text = roofline.save(tmp_path / "x.svg", lang=lang).read_text("utf-8")
        root = ElementTree.fromstring(text)
        heights[lang] = float(root.get("height", "0"))
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))
    assert heights["both"] == pytest.approx(heights["ko"] + heights["en"])


def test_a_saved_picture_is_opaque_white_with_colours_blended(roofline, tmp_path):
    from matplotlib.image import imread

    for lang in ("en", "both"):
        if lang == "both" and drawing.hangul_font() is None:
            continue
        pixels = imread(roofline.save(tmp_path / "x.png", lang=lang))
        assert (pixels[0, 0, :3] == 1).all()
        if pixels.shape[2] == 4:
            assert (pixels[:, :, 3] == 1).all()


def test_korean_pictures_need_a_hangul_font_and_say_how_to_get_one(
    roofline, tmp_path, monkeypatch
):
    monkeypatch.setattr(drawing, "HANGUL_FONTS", ("No Such Font",))
    for ending in ("png", "pdf"):
        with pytest.raises(CourseError) as failure:
            roofline.save(tmp_path / f"x.{ending}", lang="ko")
        assert "fonts-nanum" in failure.value.text.ko
        assert ".svg" in failure.value.text.en
    roofline.save(tmp_path / "x.svg", lang="ko")  # needs none


def test_a_character_no_font_has_is_an_error_not_an_empty_box(tmp_path):
    sketch = Sketch()
    sketch.write(0.5, 0.5, Text("글자", "\u1e9e \U0001f9ff \u0f3c"))
    odd = sketch.drawing(Text("글자", "glyph"), Text("그림", "picture"), [])
    with pytest.raises(CourseError, match="lack a character"):
        odd.save(tmp_path / "x.png", lang="en")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        odd.save(tmp_path / "x.svg", lang="en")  # the reader's fonts draw it


@pytest.mark.skipif(drawing.hangul_font() is None, reason="no Hangul font installed")
@pytest.mark.parametrize("ending", ["png", "pdf"])
@pytest.mark.parametrize("lang", ["ko", "both"])
def test_korean_is_drawn_without_a_missing_glyph(roofline, tmp_path, ending, lang):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        roofline.save(tmp_path / f"x.{ending}", lang=lang)


def test_what_cannot_be_saved_is_said_in_one_line(roofline, tmp_path):
    with pytest.raises(CourseError, match=r"x\.gif"):
        roofline.save(tmp_path / "x.gif")
    with pytest.raises(CourseError, match="fr"):
        roofline.save(tmp_path / "x.svg", lang="fr")
    with pytest.raises(CourseError, match="cannot be written"):
        roofline.save(tmp_path / "missing" / "x.svg", lang="en")


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", sorted({*COLOURS, COMPUTE, MEMORY, GREY, WARN}))
@pytest.mark.parametrize("page", ["#ffffff", "#121212"])
def test_every_colour_stands_out_on_a_light_and_a_dark_page(colour, page):
    lighter, darker = sorted((luminance(colour), luminance(page)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 3  # WCAG 1.4.11, graphical objects


def test_a_figure_is_light_enough_for_a_page(html):
    assert len(html.encode()) < 40_000


def test_hangul_is_wider_than_latin_and_the_wider_language_counts():
    assert text_width("가나", 10) > text_width("ab", 10)
    assert text_width(Text("가", "a long text"), 10) == text_width("a long text", 10)


def test_wrapping_keeps_every_word_and_the_width():
    words = [
        "Time",
        "of",
        "each",
        "operation",
        "of",
        "one",
        "decode",
        "step",
        "on",
        "a",
        "device",
    ]
    lines = wrap(" ".join(words), 120, 12)
    assert " ".join(lines).split() == words
    assert len(lines) > 1
    assert all(text_width(line, 12) <= 120 for line in lines)


def test_importing_the_library_does_not_import_matplotlib():
    import subprocess
    import sys

    code = "import sys, intensity, intensity.plot; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr
