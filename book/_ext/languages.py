"""Words in the other language, and blocks that read the same in both.

`{ko}` and `{en}` mark words for screen readers and for the check that finds what was
not translated.  `{as-is}` holds blocks that need no translation: a bibliography.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole


class foreign(nodes.inline):  # noqa: N801 - docutils names nodes in lower case
    """Words in another language than the page's; `lang` says which."""


class Foreign(SphinxRole):
    """The role: its name is the language."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """A node with the words as they stand."""
        return [foreign(self.rawtext, self.text, lang=self.name)], []


class AsIs(SphinxDirective):
    """A container that the check for untranslated blocks leaves alone."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The content, in a container of class `as-is`."""
        box = nodes.container(classes=["as-is"])
        self.state.nested_parse(self.content, self.content_offset, box)
        return [box]


def _open(translator: Any, node: Any) -> None:
    translator.body.append(f'<span lang="{node["lang"]}">')


def _close(translator: Any, node: Any) -> None:
    translator.body.append("</span>")


def setup(app: Any) -> dict[str, Any]:
    """Add the two roles and the directive."""
    app.add_node(foreign, html=(_open, _close))
    app.add_role("ko", Foreign())
    app.add_role("en", Foreign())
    app.add_directive("as-is", AsIs)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
