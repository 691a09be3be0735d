"""`{dropdown}`: a folded answer, as the browser's own `details`.

It opens with the keyboard and without scripts, and print shows what it holds.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class reveal(nodes.General, nodes.Element):  # noqa: N801
    """A folded part of a page."""


class summary(nodes.TextElement):  # noqa: N801
    """The line that stays visible."""


class Dropdown(SphinxDirective):
    """The directive; its argument is the visible line."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The two nodes, the content parsed into the first."""
        box = reveal()
        words, messages = self.parse_inline(self.arguments[0])
        head = summary(self.arguments[0], "", *words)
        self.set_source_info(head)
        box += head
        self.state.nested_parse(self.content, self.content_offset, box)
        return [box, *messages]


def _open(translator: Any, node: Any) -> None:
    translator.body.append(translator.starttag(node, "details", CLASS="reveal"))


def _close(translator: Any, node: Any) -> None:
    translator.body.append("</details>\n")


def _open_summary(translator: Any, node: Any) -> None:
    translator.body.append(translator.starttag(node, "summary", ""))


def _close_summary(translator: Any, node: Any) -> None:
    translator.body.append("</summary>\n")


def setup(app: Any) -> dict[str, Any]:
    """Add the nodes and the directive."""
    app.add_node(reveal, html=(_open, _close))
    app.add_node(summary, html=(_open_summary, _close_summary))
    app.add_directive("dropdown", Dropdown, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
