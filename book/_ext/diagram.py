"""`{diagram}`: a drawing from `diagrams/`, inline, described for screen readers.

The file holds each label twice, `<text class="l-ko" lang="ko">` and `l-en`; the style
sheet shows the page's own.  Its colours are the page's variables, so it is right in
the dark too.  The directive's content is the description, in the page's language.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from .interface import BOOK

logger = logging.getLogger(__name__)


class diagram(nodes.General, nodes.TextElement):  # noqa: N801
    """An inline drawing; its text is the description."""


class Diagram(SphinxDirective):
    """The directive; its argument names a file in `diagrams/`."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The drawing, or an error that names what is missing."""
        folder = BOOK / "diagrams"
        path = folder / f"{self.arguments[0]}.svg"
        if not path.exists():
            known = ", ".join(sorted(p.stem for p in folder.glob("*.svg")))
            raise self.error(
                f"no diagram {path.stem!r} in book/diagrams; known: {known}"
            )
        if not self.content:
            raise self.error(
                f"diagram {path.stem!r} has no description; "
                "say in the directive's content what it shows"
            )
        self.env.note_dependency(str(path))
        text = " ".join(" ".join(self.content).split())
        node = diagram(text, text, svg=path.read_text("utf-8"), name=path.stem)
        self.set_source_info(node)
        return [node]


def _show(translator: Any, node: Any) -> None:
    label = escape(node.astext())
    svg = re.sub(
        r"<svg ", f'<svg role="img" aria-label="{label}" ', node["svg"].strip(), count=1
    )
    translator.body.append(
        f"{translator.starttag(node, 'figure', CLASS='diagram')}{svg}</figure>\n"
    )
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, Any]:
    """Add the node and the directive."""
    app.add_node(diagram, html=(_show, None))
    app.add_directive("diagram", Diagram)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
