"""How a page shows its cells: long code folded, wide tables scrolling by themselves.

A cell of a few lines is part of the text.  A longer one mostly names captions; it
stays one click away, so that its figure follows the sentence that announces it.
"""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from .interface import words

SHORT = 6  # lines that stand open; a cell's own tags decide for themselves


class Fold(SphinxTransform):
    """Mark long cells as MyST-NB marks those tagged `hide-input`."""

    default_priority = 800

    def apply(self, **kwargs: Any) -> None:
        """Go through the cells of one page."""
        show = words(self.config.language)["code"]
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") != "cell_code" or not cell.children:
                continue
            code = cell.children[0]
            long = code.astext().count("\n") >= SHORT
            if code.get("nb_element") == "cell_code_source" and long:
                cell.attributes.setdefault("hide_mode", "input")
                cell.attributes.setdefault("prompt_show", show)
                cell.attributes.setdefault("prompt_hide", show)


class Wide(SphinxPostTransform):
    """Put each table into a box that scrolls when the page is narrow."""

    default_priority = 600
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Wrap the tables of one page."""
        for table in list(self.document.findall(nodes.table)):
            box = nodes.container(classes=["wide"])
            # not replace_self, which would give the box the table's address too
            table.parent[table.parent.index(table)] = box
            box += table


def _open(translator: Any, node: Any) -> None:
    translator.body.append(
        f'<details class="code"><summary>{escape(node["prompt_show"])}</summary>\n'
    )


def _close(translator: Any, node: Any) -> None:
    translator.body.append("</details>\n")


def setup(app: Any) -> dict[str, Any]:
    """Fold while reading, wrap while writing; a fold in the page's language."""
    app.add_transform(Fold)
    app.add_post_transform(Wide)
    app.add_node(HideCodeCellNode, html=(_open, _close), override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
