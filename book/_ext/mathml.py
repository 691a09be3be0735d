"""Formulas as MathML, made at build time: a page loads no script to show them."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

from .interface import words


def _inline(translator: Any, node: Any) -> None:
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _display(translator: Any, node: Any) -> None:
    translator.body.append(translator.starttag(node, "div", CLASS="formula"))
    translator.body.append(convert(node.astext(), display="block"))
    if node.get("number"):
        title = words(translator.config.language)["equation"]
        translator.body.append(f'<span class="number">({node["number"]})')
        translator.add_permalink_ref(node, title)
        translator.body.append("</span>")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, Any]:
    """Offer the renderer under the name `mathml`."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
