"""From matplotlib's SVG to one that belongs on a page.

What matplotlib writes is drawn to be a file of its own: fixed fonts, black text, a
style rule for every element, names that clash when a page holds two figures.  Here
each label becomes a pair of `<text>` elements, Korean and English; text and lines
take the page's colour; names that nothing refers to go, the others become unique;
and round it stand a title, a description, and the numbers.
"""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from ..language import Language, language
from .rows import both_html, data_html

if TYPE_CHECKING:
    from .drawing import Drawing

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
INK = "#000000"  # drawn in black here, in the page's text colour there

# A page says its language on an ancestor, and the nearest one decides.  A notebook
# front end says "en" whatever its user reads, so there the process's language does.
_STYLE = """
figure.drawing{margin:1.25em auto;max-width:38rem;color:inherit}
.drawing>figcaption{font-weight:600;margin-bottom:.4em;text-align:start}
.drawing>svg{display:block;width:100%;height:auto;overflow:visible}
.drawing .halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round;
stroke:var(--pst-color-background,var(--jp-layout-color0,Canvas))}
.drawing>p{font-size:.875em;margin:.4em 0}
.drawing>.drawing-words{position:absolute;width:1px;height:1px;margin:-1px;
overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.drawing>details{font-size:.875em}
.drawing .drawing-rows{overflow-x:auto}
.drawing .drawing-rows th,
.drawing .drawing-rows td{white-space:nowrap;padding:.2em .7em}
.drawing .drawing-rows td.n{text-align:right}
.drawing:lang(ko) .l-en,.drawing:lang(en) .l-ko,
.drawing:not(:lang(ko)):not(:lang(en)) .l-HIDDEN{display:none}
.jp-OutputArea .drawing .l-SHOWN{display:revert!important}
.jp-OutputArea .drawing .l-HIDDEN{display:none!important}
.bd-content div.cell_output .text_html.text_html:has(>figure.drawing){
background:none!important;color:inherit!important;padding:0!important}
"""
_FONT_FAMILY = re.compile(r"font-family: [^;]*;?|(?<=px) [^;]*")
_Step = tuple[str, str, str]
_LINES = re.compile(r"(?:[ML] -?[\d.]+ -?[\d.]+ ?|z ?)+")
_REFERENCE = re.compile(r"(url\(#|^#)([\w.-]+)")
_STEP = re.compile(r"([MLz])(?: (-?[\d.]+) (-?[\d.]+))?")

_STANDALONE_STYLE = """
svg{color:#1a1a1a;background:#fff;font-family:system-ui,'Noto Sans KR',
'Noto Sans CJK KR','Apple SD Gothic Neo','Malgun Gothic','Nanum Gothic',
NanumGothic,sans-serif}
.halo{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}
@media(prefers-color-scheme:dark){svg{color:#e6e6e6;background:#121212}
.halo{stroke:#121212}}
"""

for _prefix, _uri in (
    ("", "http://www.w3.org/2000/svg"),
    ("xlink", "http://www.w3.org/1999/xlink"),
):
    ElementTree.register_namespace(_prefix, _uri)


def figure_html(drawing: Drawing) -> str:
    """The figure as a page shows it: title, picture, caption, numbers."""
    svg = _plain_svg(drawing)
    _pair_labels(svg, drawing)
    name = _name(svg, drawing)
    _tidy(svg, name)
    svg.set("role", "img")
    svg.set("aria-labelledby", f"{name}-title")
    svg.set("aria-describedby", f"{name}-description")
    shown: Language = language()
    hidden: Language = "en" if shown == "ko" else "ko"
    style = _STYLE.replace("SHOWN", shown).replace("HIDDEN", hidden)
    caption = f"<p>{both_html(drawing.caption)}</p>" if drawing.caption else ""
    # A hidden element named directly is still read aloud in both languages; inside a
    # visible one only the language that is shown is.  So words stand in their own
    # elements instead of the picture's <title> and <desc>.
    return (
        f'<figure class="drawing" id="{name}"><style>{style.replace(chr(10), "")}'
        f"</style>"
        f'<figcaption id="{name}-title">{both_html(drawing.title)}</figcaption>'
        f"{_serialised(svg)}"
        f'<p class="drawing-words" id="{name}-description">'
        f"{both_html(drawing.description)}</p>"
        f"{caption}{data_html(drawing, name)}</figure>"
    )


def standalone(drawing: Drawing, lang: Language, area: Any) -> ElementTree.Element:
    """The figure, already spoken in `lang`, as an SVG root that stands by itself."""
    svg = _plain_svg(drawing, area)
    _mark_halos(svg, drawing)
    _tidy(svg, f"{_name(svg, drawing)}-{lang}")
    svg.set("role", "img")
    svg.set("lang", lang)
    words = (("title", drawing.title), ("desc", drawing.description))
    for position, (tag, text) in enumerate(words):
        element = ElementTree.Element(SVG + tag)
        element.text = text.say(lang)
        svg.insert(position, element)
    return svg


def stacked(pages: Sequence[ElementTree.Element]) -> str:
    """The pages one under the other as the text of one SVG file."""
    if len(pages) == 1:
        (root,) = pages
    else:
        boxes = [[float(n) for n in page.get("viewBox", "").split()] for page in pages]
        widest, tall = max(box[2] for box in boxes), sum(box[3] for box in boxes)
        view = f"0 0 {widest:g} {tall:g}"
        root = ElementTree.Element(SVG + "svg", {"viewBox": view})
        top = 0.0
        for page, box in zip(pages, boxes, strict=True):
            page.set("y", f"{top:g}")
            page.set("height", f"{box[3]:g}")
            page.set("width", f"{box[2]:g}")
            root.append(page)
            top += box[3]
    width, height = root.get("viewBox", "").split()[2:]
    root.set("width", width)
    root.set("height", height)
    style = ElementTree.Element(SVG + "style")
    style.text = _STANDALONE_STYLE
    root.insert(0, style)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_serialised(root)}\n'


def _plain_svg(drawing: Drawing, area: Any = None) -> ElementTree.Element:
    """What matplotlib draws, parsed; labels in groups named by their position."""
    from matplotlib import rc_context

    out = io.StringIO()
    for number, label in enumerate(drawing.labels):
        label.artist.set_gid(f"label-{number}")
    with (
        # Text stays text; names of shared shapes come from their content alone.
        rc_context({"svg.fonttype": "none", "svg.hashsalt": "intensity"}),
        warnings.catch_warnings(),
    ):
        # The reader's browser brings the font; the one here only measures.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        drawing.figure.savefig(
            out,
            format="svg",
            transparent=True,
            bbox_inches=area,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
    return ElementTree.fromstring(out.getvalue())


def _label_groups(
    svg: ElementTree.Element, drawing: Drawing
) -> Iterator[tuple[ElementTree.Element, int]]:
    for group in svg.iter(SVG + "g"):
        match = re.fullmatch(r"label-(\d+)", group.get("id", ""))
        if match and int(match[1]) < len(drawing.labels):
            yield group, int(match[1])


def _pair_labels(svg: ElementTree.Element, drawing: Drawing) -> None:
    """Write each label twice, one `<text>` a language, at the same anchor."""
    _mark_halos(svg, drawing)
    for group, number in _label_groups(svg, drawing):
        text = drawing.labels[number].text
        if text.ko == text.en:
            continue
        (element,) = group.findall(SVG + "text")
        place = list(group).index(element)
        group.remove(element)
        for lang in ("en", "ko"):
            twin = deepcopy(element)
            twin.text = text.say(lang)
            twin.set("lang", lang)
            twin.set("class", f"l-{lang} {element.get('class', '')}".strip())
            group.insert(place, twin)


def _mark_halos(svg: ElementTree.Element, drawing: Drawing) -> None:
    for group, number in _label_groups(svg, drawing):
        if drawing.labels[number].halo:
            for element in group.iter(SVG + "text"):
                element.set("class", "halo")


def _name(svg: ElementTree.Element, drawing: Drawing) -> str:
    """A name that is the same for the same figure and no other."""
    content = ElementTree.tostring(svg) + repr((drawing.title, drawing.rows)).encode()
    return "d" + hashlib.sha256(content).hexdigest()[:10]


def _tidy(svg: ElementTree.Element, name: str) -> None:
    """Drop what a page has no use for; take its font and colour."""
    for parent in list(svg.iter()):
        for child in list(parent):
            if child.tag in (SVG + "metadata", SVG + "style"):
                parent.remove(child)
    for element in svg.iter():
        if HREF in element.attrib:
            element.set("href", element.attrib.pop(HREF))
    used = re.findall(r"#([\w.-]+)", ElementTree.tostring(svg, "unicode"))
    names = {old: f"{name}-{n}" for n, old in enumerate(dict.fromkeys(used))}
    for element in svg.iter():
        _tidy_element(element, names)
    for parent in list(svg.iter()):
        _unwrap(parent)
        _share_style(parent)
    # matplotlib sets these by a rule for every element, which would reach the page's.
    svg.set("stroke-linejoin", "round")
    svg.set("stroke-linecap", "butt")
    svg.set("fill", "currentColor")
    for attribute in ("width", "height", "version"):
        svg.attrib.pop(attribute, None)


def _unwrap(parent: ElementTree.Element) -> None:
    """Replace groups that carry nothing by what is in them."""
    place = 0
    while place < len(parent):
        child = parent[place]
        if child.tag in (SVG + "g", SVG + "defs") and (
            not len(child) or (child.tag == SVG + "g" and not child.attrib)
        ):
            parent.remove(child)
            for offset, grandchild in enumerate(list(child)):
                parent.insert(place + offset, grandchild)
        else:
            place += 1


def _share_style(parent: ElementTree.Element) -> None:
    """Say the style of a run of marks once, in a group round them."""
    runs: list[list[ElementTree.Element]] = [[]]
    for child in parent:
        if not (child.tag == SVG + "use" and _alike(runs[-1], child)):
            runs.append([])
        runs[-1].append(child)
    for run in runs:
        if len(run) > 2 and run[0].tag == SVG + "use":
            group = ElementTree.Element(SVG + "g", {"style": run[0].get("style", "")})
            parent.insert(list(parent).index(run[0]), group)
            for child in run:
                parent.remove(child)
                del child.attrib["style"]
                group.append(child)


def _alike(run: list[ElementTree.Element], child: ElementTree.Element) -> bool:
    style = child.get("style")
    return bool(run) and style is not None and run[-1].get("style") == style


def _tidy_element(element: ElementTree.Element, names: dict[str, str]) -> None:
    element.tail = None
    if element.tag != SVG + "text":
        element.text = None
    if element.get("id") in names:
        element.set("id", names[element.get("id", "")])
    else:
        element.attrib.pop("id", None)
    for attribute, value in list(element.attrib.items()):
        value = _REFERENCE.sub(lambda m: m[1] + names.get(m[2], m[2]), value)
        if attribute == "style":
            value = _FONT_FAMILY.sub("", value).replace(INK, "currentColor")
            value = value.replace(": ", ":").replace("; ", ";").strip("; ")
        if attribute in ("stroke", "fill"):
            value = value.replace(INK, "currentColor")
        if attribute in ("d", "transform", "x", "y", "width", "height", "points"):
            value = re.sub(r"-?\d+\.\d+", _short, value)
            value = re.sub(r"\s+", " ", value).strip()
            if attribute == "d":
                value = _straightened(value)
            if value.startswith("rotate(-0 "):
                del element.attrib[attribute]
                continue
        element.set(attribute, value)


def _straightened(path: str) -> str:
    """A path of straight lines without the points that lie on the way.

    >>> _straightened("M 0 0 L 1 1 L 2 2 L 2 0 z")
    'M 0 0 L 2 2 L 2 0 z'
    """
    if not _LINES.fullmatch(path):
        return path
    steps = _STEP.findall(path)
    kept: list[_Step] = []
    for step, following in zip(steps, [*steps[1:], ("z", "", "")], strict=True):
        if (
            kept
            and step[0] == following[0] == "L"
            and _between(kept[-1], step, following)
        ):
            continue
        kept.append(step)
    return " ".join(" ".join(step).strip() for step in kept)


def _between(before: _Step, step: _Step, after: _Step) -> bool:
    """Whether `step` lies within a twentieth of a point of the line past it."""
    (x0, y0), (x, y), (x1, y1) = (
        (float(s[1]), float(s[2])) for s in (before, step, after)
    )
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ahead = (x1 - x) * (x - x0) + (y1 - y) * (y - y0) >= 0
    away = abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))
    return ahead and away <= 0.05 * length


def _short(number: re.Match[str]) -> str:
    """Two decimals: a hundredth of a point is below what a screen resolves."""
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _serialised(svg: ElementTree.Element) -> str:
    return ElementTree.tostring(svg, "unicode", short_empty_elements=True)
