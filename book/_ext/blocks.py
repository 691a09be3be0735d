"""The address of each block of a page, equal in both languages.

A block is what is translated as a whole: a paragraph, a heading, a table, a formula, a
cell.  Its address is the nearest heading's label and a running number, `label.3`.  The
language switch, the side-by-side view and the lock-step check all rest on it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from .diagram import diagram
from .reveal import summary
from .values import value_text

logger = logging.getLogger(__name__)

# A table is one block, and so is a cell: nothing inside it is counted.
KINDS = {
    nodes.title: "heading",
    summary: "summary",
    nodes.paragraph: "paragraph",
    nodes.term: "term",
    nodes.caption: "caption",
    nodes.math_block: "formula",
    nodes.table: "table",
    nodes.literal_block: "listing",
    diagram: "diagram",
    nodes.image: "image",
}


# A system message is a parser's remark; one language may draw one, the other not.
SKIPPED = (nodes.section, nodes.Text, nodes.comment, nodes.system_message)


class Block(NamedTuple):
    """One block: where it is, what it is, and what it says."""

    section: str
    number: int
    kind: str
    text: str
    line: int
    as_is: bool

    @property
    def address(self) -> str:
        """Address on the page; the heading's own is the section's."""
        return f"{self.section}.{self.number}" if self.number else self.section

    @property
    def digest(self) -> str:
        """Changes when the wording does, not when a computed number does."""
        return hashlib.sha256(f"{self.kind} {self.text}".encode()).hexdigest()[:12]


def page_name(docname: str) -> str:
    """A page's name without its tree, in whichever way the book is built.

    >>> page_name("book/ko/chapter/primer"), page_name("chapter/primer")
    ('chapter/primer', 'chapter/primer')
    """
    return re.sub(r"^book/(ko|en)/", "", docname)


def wording(node: nodes.Node) -> str:
    """A node's words; a number from the library stands as its key."""
    if isinstance(node, value_text):
        return "{" + node["key"] + "}"
    if isinstance(node, nodes.Text) or not node.children:
        text = node.astext() if isinstance(node, nodes.Text) else node.get("alt", "")
    else:
        between = "" if isinstance(node, nodes.TextElement) else " "
        text = between.join(wording(child) for child in node.children)
    return text


def _is_cell(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and "cell" in node["classes"]


def _walk(
    node: nodes.Element, as_is: bool
) -> Iterator[tuple[nodes.Element, str, bool]]:
    """Each block below `node` with its kind, but none of a nested section."""
    for child in node.children:
        if isinstance(child, SKIPPED):
            continue
        inside = as_is or "as-is" in child.get("classes", ())
        if _is_cell(child):
            yield child, "cell", inside
        elif type(child) in KINDS:
            yield child, KINDS[type(child)], inside
        else:
            yield from _walk(child, inside)


def _label(section: nodes.section, document: nodes.document) -> str | None:
    """The label an author wrote before a heading, as it stands in addresses."""
    for name in section["names"]:
        if document.nametypes.get(name):
            return str(document.nameids[name])
    return None


class Blocks(SphinxTransform):
    """Give every block its address and remember its wording."""

    default_priority = 878  # after labels are resolved, before anything is collected

    def apply(self, **kwargs: Any) -> None:
        """Walk the sections of one page."""
        found: list[Block] = []
        for section in self.document.findall(nodes.section):
            label = _label(section, self.document)
            heading = section.next_node(nodes.title)
            if label is None:
                logger.warning(
                    "heading %r has no label; write `(some-label)=` on the line "
                    "before it, the same in both languages",
                    heading.astext() if heading else "",
                    location=heading,
                    type="book",
                    subtype="label",
                )
                label = section["ids"][0]
            section["ids"] = [label]
            for number, (node, kind, as_is) in enumerate(_walk(section, False)):
                block = Block(
                    label,
                    number,
                    kind,
                    "" if kind == "cell" else " ".join(wording(node).split()),
                    node.line or 0,
                    as_is,
                )
                if number:
                    node["ids"].insert(0, block.address)
                found.append(block)
        self.env.book_blocks[page_name(self.env.docname)] = found


def _begin(app: Any) -> None:
    if not hasattr(app.env, "book_blocks"):
        app.env.book_blocks = {}


def _forget(app: Any, env: Any, docname: str) -> None:
    env.book_blocks.pop(page_name(docname), None)


def _merge(app: Any, env: Any, docnames: Any, other: Any) -> None:
    for docname in docnames:
        env.book_blocks[page_name(docname)] = other.book_blocks[page_name(docname)]


def _write(app: Any, error: Exception | None) -> None:
    """Leave the blocks beside the doctrees, for the lock-step check."""
    if error is None:
        data = {
            page: [(*block, block.digest) for block in blocks]
            for page, blocks in sorted(app.env.book_blocks.items())
        }
        Path(app.doctreedir, "blocks.json").write_text(
            json.dumps(data, ensure_ascii=False), "utf-8"
        )


def setup(app: Any) -> dict[str, Any]:
    """Run on every page read."""
    app.add_transform(Blocks)
    app.connect("builder-inited", _begin)
    app.connect("env-purge-doc", _forget)
    app.connect("env-merge-info", _merge)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True, "env_version": 1}
