"""What a page may not hold; each finding is a warning, and the build counts those.

Asterisks that Markdown left standing, pictures without words, blocks that were not
translated, characters that a reader's fonts will not have, a missing description.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from docutils import nodes
from sphinx.util import logging

from .blocks import KINDS, page_name
from .languages import foreign

logger = logging.getLogger(__name__)

HANGUL = re.compile(r"[가-힣]")
WORD = re.compile(r"[A-Za-z]{3,}")
# Names that Korean text writes as they are.  A block of nothing but these is fine.
NAMES = re.compile(
    r"\b(prefill|decode|compute-bound|memory-bound|PagedAttention|FlashAttention|"
    r"Llama|Qwen|Mixtral|DeepSeek|Mistral|Gemma|GPT|FLOPs?|byte|inferred|measured|"
    r"BibTeX|JupyterHub|nbgrader|intensity|autograder|README|Roofline|SXM|RTX|"
    r"NVIDIA|AMD|TFLOP|tokens?|softmax)\b",
    re.IGNORECASE,
)
SYMBOLS_READ_ALOUD = (nodes.literal, nodes.math, nodes.literal_block, nodes.math_block)


def untranslated(text: str, language: str, heading: bool = False) -> bool:
    """Whether a block of a page in `language` reads as if it were in the other.

    >>> untranslated("Bandwidth wins.", "ko"), untranslated("대역폭이 이깁니다.", "ko")
    (True, False)
    >>> untranslated("PagedAttention", "ko", heading=True), untranslated("강도", "en")
    (False, True)
    """
    if language == "en":
        return bool(HANGUL.search(text))
    if HANGUL.search(text):
        return False
    left = WORD.findall(NAMES.sub("", text))
    return bool(left) if heading else len(left) >= 2


def missing_glyph(text: str) -> str | None:
    """The first character that shows as an empty box somewhere, or None.

    >>> missing_glyph("연산 × 대역폭 ≥ 1"), missing_glyph("\\ufffd")
    (None, '\\ufffd')
    """
    for char in text:
        if char == "\ufffd" or ord(char) >= 0x1F000:
            return char
        if unicodedata.category(char) in {"Co", "Cn", "Cs"}:
            return char
    return None


def prose(node: nodes.Node) -> str:
    """A node's text without code, formulas and words marked as foreign."""
    if isinstance(node, nodes.Text):
        return node.astext()
    if isinstance(node, (*SYMBOLS_READ_ALOUD, foreign)):
        return " "
    return "".join(prose(child) for child in node.children)


def _warn(message: str, *values: object, node: Any) -> None:
    logger.warning(message, *values, location=node, type="book", subtype="lint")


def _check_block(node: nodes.Element, language: str) -> None:
    text = prose(node)
    beginning = " ".join(text.split())[:40]
    if "**" in text:
        _warn(
            "`**` is left in the text: %r; close the bold before the bracket or the "
            "particle: **용어**(term)는",
            beginning,
            node=node,
        )
    char = missing_glyph(text)
    if char:
        _warn(
            "U+%04X in %r has no glyph in most fonts", ord(char), beginning, node=node
        )
    if _as_is(node):
        return
    heading = isinstance(node, (nodes.title, nodes.caption))
    if untranslated(text, language, heading):
        _warn(
            "not translated: %r; translate it, mark words of the other language "
            "with {ko} or {en}, or put the block into {as-is}",
            beginning,
            node=node,
        )


def _as_is(node: nodes.Node | None) -> bool:
    while node is not None:
        if isinstance(node, nodes.Element) and "as-is" in node.get("classes", ()):
            return True
        node = node.parent
    return False


def _check_pictures(doctree: nodes.document) -> None:
    for image in doctree.findall(nodes.image):
        if not image.get("alt") or image["alt"] == image.get("uri"):
            _warn("image %s has no alternative text", image.get("uri"), node=image)
    for raw in doctree.findall(nodes.raw):
        for tag in re.findall(r"<(?:img|svg)\b[^>]*>", raw.astext()):
            if not re.search(r'\b(alt|aria-label|aria-labelledby)="[^"]|hidden', tag):
                _warn(
                    "a picture in a cell's output has no alternative text: %s",
                    tag[:60],
                    node=raw,
                )


def _check_headings(doctree: nodes.document) -> None:
    for head in doctree.findall(nodes.thead):
        if any(not entry.astext().strip() for entry in head.findall(nodes.entry)):
            _warn(
                "a table has a heading without words; a screen reader needs them: %r",
                " ".join(head.astext().split())[:40],
                node=head,
            )


def _check_pairs(doctree: nodes.document) -> None:
    """Texts that a cell gives in two languages must differ, and be in theirs."""
    pair = re.compile(
        r'<(\w+)[^>]* class="l-(ko|en)[^"]*"[^>]*>([^<]*)</\1>'
        r"|<(\w+) class=\"l-(ko|en)[^\"]*\"[^>]*>([^<]*)</\4>"
    )
    for raw in doctree.findall(nodes.raw):
        for match in pair.finditer(raw.astext()):
            language = match[2] or match[5]
            text = match[3] or match[6] or ""
            if language == "en" and HANGUL.search(text):
                _warn("Korean in a cell's English text: %r", text[:40], node=raw)
            if language == "ko" and _is_english(text):
                _warn("English in a cell's Korean text: %r", text[:40], node=raw)


def _is_english(text: str) -> bool:
    """Whether a text is an English sentence, and not a row of names and formats."""
    return not HANGUL.search(text) and len(re.findall(r"\b[a-z]{2,}\b", text)) > 2


def _check(app: Any, doctree: nodes.document) -> None:
    language = app.config.language
    kinds = tuple(KINDS)
    for node in doctree.findall(lambda n: isinstance(n, kinds)):
        if isinstance(node, (nodes.literal_block, nodes.math_block, nodes.image)):
            continue
        if not any(isinstance(a, nodes.table) for a in _ancestors(node)):
            _check_block(node, language)
    _check_pictures(doctree)
    _check_headings(doctree)
    _check_pairs(doctree)
    page = app.env.docname
    described = any(
        meta.get("name") == "description" for meta in doctree.findall(nodes.meta)
    )
    if not described:
        _warn(
            "%s has no description; add `myst: html_meta: description:` at its top",
            page_name(page),
            node=(page, 1),
        )


def _ancestors(node: nodes.Node) -> Any:
    while node.parent is not None:
        node = node.parent
        yield node


def setup(app: Any) -> dict[str, Any]:
    """Check every page when it has been read."""
    app.connect("doctree-read", _check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
