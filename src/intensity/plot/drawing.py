"""A figure in two languages: drawn once, written as text in both.

matplotlib lays a figure out in English.  Every label that a reader sees is a
`Label` with its Korean twin, so the same drawing becomes

- an inline SVG for a page (`_repr_html_`): real text in both languages, the page's
  own text colour, a description for screen readers and the plotted numbers, and
- a file in one language, or one above the other (`save`).
"""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..language import CourseError, Language, Text, language
from . import svg
from .rows import Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.text import Text as Artist
    from matplotlib.transforms import Bbox


# Common Hangul fonts by platform; the first one installed is used.
HANGUL_FONTS = (
    "NanumGothic",
    "Noto Sans CJK KR",
    "Noto Sans KR",
    "Nanum Gothic",
    "NanumBarunGothic",
    "Pretendard",
    "Apple SD Gothic Neo",
    "AppleGothic",
    "Malgun Gothic",
    "Baekmuk Dotum",
    "UnDotum",
)
LATIN_FONT = "DejaVu Sans"  # comes with matplotlib
RASTER_DPI = 200
# A saved file adds its title above the figure and its caption below [pt].
TITLE_SIZE, CAPTION_SIZE, LEADING = 12.0, 9.0, 1.3
BOLD = 1.15  # bold letters are about this much wider


@dataclass(frozen=True)
class Label:
    """One text of a figure, and whether it keeps clear of the lines behind it."""

    artist: Artist
    text: Text
    halo: bool = False


@dataclass(frozen=True, eq=False)
class Drawing:
    """A figure with its words in both languages and the numbers it shows.

    figure: the matplotlib Figure, laid out at 72 units an inch
    labels: every text on it that is not a bare number
    title, description: name, and what it shows for those who cannot see it
    rows: the plotted numbers, one mapping a row, all with the same keys, in English
    caption: conditions, source, and whether measured or inferred
    headings: Korean for keys of the rows that `rows` does not know
    """

    figure: Figure
    labels: tuple[Label, ...]
    title: Text
    description: Text
    rows: Sequence[Row]
    caption: Text | None = None
    headings: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Drawing: {self.title}>"

    def _repr_html_(self) -> str:
        return svg.figure_html(self)

    def save(
        self, path: str | Path, lang: Language | Literal["both"] | None = None
    ) -> Path:
        """Write the figure to `path`; its ending picks svg, png or pdf.

        lang: "ko", "en", or "both" (Korean above English; two pages in a pdf);
            left out, this process's `language`

        Raises CourseError for another ending or language, and for Korean in a png
        or pdf on a machine without a Hangul font.
        """
        target = Path(path)
        lang = lang or language()
        if lang not in ("ko", "en", "both"):
            raise CourseError(
                Text(
                    ko=f"lang={lang!r}: ko, en, both 가운데 하나여야 합니다.",
                    en=f"lang={lang!r}: must be one of ko, en, both",
                )
            )
        langs: tuple[Language, ...] = ("ko", "en") if lang == "both" else (lang,)
        writers = {".svg": _svg_file, ".png": _png_file, ".pdf": _pdf_file}
        writer = writers.get(target.suffix.lower())
        if writer is None:
            raise CourseError(
                Text(
                    ko=f"{target.name}: 그림은 .svg, .png, .pdf로 저장합니다.",
                    en=f"{target.name}: a figure is saved as .svg, .png or .pdf",
                )
            )
        content = writer(self, langs)
        try:
            target.write_bytes(content)
        except OSError as error:
            raise CourseError(
                Text(
                    ko=f"{target}: 쓸 수 없습니다({error.strerror}). 폴더가 있는지, 쓸 "
                    "권한이 있는지 확인하세요.",
                    en=f"{target} cannot be written ({error.strerror}); check that the "
                    "folder exists and may be written to",
                )
            ) from error
        return target

    @contextmanager
    def spoken(self, lang: Language, fonts: Sequence[str]) -> Iterator[Bbox]:
        """The figure in one language, title above and caption below it, for a while.

        Gives the area to save.  Afterwards the figure is as it was.
        """
        from matplotlib.transforms import Bbox

        width, height = (72 * side for side in self.figure.get_size_inches())
        title = wrap(self.title.say(lang), (width - 16) / BOLD, TITLE_SIZE)
        caption = self.caption.say(lang) if self.caption else ""
        note = wrap(caption, width - 16, CAPTION_SIZE) if caption else []
        above = 15 + LEADING * TITLE_SIZE * len(title)
        below = (8 + LEADING * CAPTION_SIZE * len(note)) if note else 0.0
        around = [
            self._write_around(title, height + above - 9, TITLE_SIZE, "bold"),
            self._write_around(note, 0.0, CAPTION_SIZE, "normal"),
        ]
        before = [label.artist.get_text() for label in self.labels]
        try:
            for label in self.labels:
                label.artist.set_text(label.text.say(lang))
            for artist in (*around, *(label.artist for label in self.labels)):
                artist.set_fontfamily(list(fonts))
            yield Bbox([[0, -below / 72], [width / 72, (height + above) / 72]])
        finally:
            for artist in around:
                artist.remove()
            for label, text in zip(self.labels, before, strict=True):
                label.artist.set_text(text)
                label.artist.set_fontfamily([LATIN_FONT])

    def _write_around(
        self, lines: Sequence[str], top: float, size: float, weight: str
    ) -> Artist:
        """Lines under each other outside the figure, the first at `top` points."""
        width, height = (72 * side for side in self.figure.get_size_inches())
        return self.figure.text(
            8 / width,
            top / height,
            "\n".join(lines),
            fontsize=size,
            fontweight=weight,
            va="top",
            linespacing=LEADING,
        )


def hangul_font() -> str | None:
    """The Hangul font that pictures are drawn with; None if none is installed."""
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    return next((name for name in HANGUL_FONTS if name in installed), None)


def wrap(text: str, width: float, size: float) -> list[str]:
    """`text` in lines of at most about `width` points, broken between words.

    >>> wrap("one two three", 60, 12)
    ['one two', 'three']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def text_width(text: Text | str, size: float) -> float:
    """About how wide `text` is drawn, in points; of two languages the wider.

    A reader's browser picks the font, so a figure's layout must not hang on one:
    this is a rule of thumb, a little generous, the same on every machine.

    >>> text_width("ab", 10), text_width("가", 10)
    (11.6, 9.6)
    """
    if isinstance(text, Text):
        return max(text_width(text.ko, size), text_width(text.en, size))
    ems = sum(_em(char) for char in text)
    return round(ems * size, 3)


_EMS = dict.fromkeys("iljt.,:;'|!()[] /·", 0.32) | dict.fromkeys("mwMW%→≥", 0.86)


def _em(char: str) -> float:
    """Width of one character, in units of the font size."""
    if char >= "\u1100":
        return 0.96
    return _EMS.get(char, 0.68 if char.isupper() else 0.58)


def _fonts(drawing: Drawing, lang: Language) -> tuple[str, ...]:
    if lang == "en":
        return (LATIN_FONT,)
    hangul = hangul_font()
    if hangul is None:
        raise CourseError(
            Text(
                ko=f"{drawing.title.ko}: 한글을 그릴 글꼴이 없습니다. `apt install "
                "fonts-nanum`으로 설치하거나, 글꼴이 필요 없는 .svg로 저장하세요.",
                en=f"{drawing.title.en}: no font here can draw Hangul; `apt install "
                "fonts-nanum`, or save as .svg, which needs none",
            )
        )
    return (LATIN_FONT, hangul)


@contextmanager
def _no_missing_glyph(drawing: Drawing) -> Iterator[None]:
    """Turn a character that would be drawn as an empty box into an error."""
    with warnings.catch_warnings(), _quiet():
        warnings.filterwarnings("error", message="Glyph .* missing")
        try:
            yield
        except UserWarning as missing:
            raise CourseError(
                Text(
                    ko=f"{drawing.title.ko}: 글꼴에 없는 글자가 있습니다({missing}). "
                    ".svg로 저장하거나 그 글자를 바꾸세요.",
                    en=f"{drawing.title.en}: the fonts lack a character ({missing}); "
                    "save as .svg or replace that character",
                )
            ) from missing


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep back what font tools log about weights and tables they pass over."""
    names = ("matplotlib.font_manager", "fontTools", "fontTools.subset")
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.ERROR)
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


@contextmanager
def _halos(drawing: Drawing) -> Iterator[None]:
    """White edges round the labels that cross lines; a page's SVG uses CSS."""
    from matplotlib.patheffects import withStroke

    try:
        for label in drawing.labels:
            if label.halo:
                label.artist.set_path_effects(
                    [withStroke(linewidth=2.5, foreground="#ffffff")]
                )
        yield
    finally:
        for label in drawing.labels:
            label.artist.set_path_effects([])


def _png_file(drawing: Drawing, langs: Sequence[Language]) -> bytes:
    from matplotlib.image import imread, imsave

    pages = []
    for lang in langs:
        page = io.BytesIO()
        with (
            _no_missing_glyph(drawing),
            _halos(drawing),
            drawing.spoken(lang, _fonts(drawing, lang)) as area,
        ):
            drawing.figure.savefig(
                page, format="png", dpi=RASTER_DPI, facecolor="white", bbox_inches=area
            )
        pages.append(page)
    if len(pages) == 1:
        return pages[0].getvalue()
    from numpy import vstack

    images = []
    for page in pages:
        page.seek(0)
        images.append(imread(page, format="png")[:, :, :3])
    stacked = io.BytesIO()
    imsave(stacked, vstack(images), format="png")
    return stacked.getvalue()


def _pdf_file(drawing: Drawing, langs: Sequence[Language]) -> bytes:
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import PdfPages

    book = io.BytesIO()
    # Type 42 keeps the text selectable; no date, so that equal figures are equal files.
    with (
        _quiet(),
        rc_context({"pdf.fonttype": 42}),
        PdfPages(book, metadata={"CreationDate": None}) as pages,
    ):
        for lang in langs:
            with (
                _no_missing_glyph(drawing),
                drawing.spoken(lang, _fonts(drawing, lang)) as area,
            ):
                drawing.figure.savefig(pages, format="pdf", bbox_inches=area)
    return book.getvalue()


def _svg_file(drawing: Drawing, langs: Sequence[Language]) -> bytes:
    pages = []
    for lang in langs:
        with drawing.spoken(lang, (LATIN_FONT,)) as area:
            pages.append(svg.standalone(drawing, lang, area))
    return svg.stacked(pages).encode()
