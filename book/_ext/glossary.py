"""Tooltips: the meaning of a term where it is first used.

The glossary page is an ordinary `{glossary}`.  Elsewhere, terms marked with `{term}`
and the first use of every other term become links to it, described by the first
paragraph of the entry.  Without scripts a link is still a link.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform


class Entry(NamedTuple):
    """A term's place and its meaning."""

    page: str
    target: str
    meaning: str


class term_link(nodes.inline):  # noqa: N801
    """A link to the glossary, with its tooltip behind it."""


# A term is not looked for inside these: links, code, headings, the cells' outputs.
CLOSED = (
    nodes.reference,
    nodes.literal,
    nodes.math,
    nodes.title,
    nodes.raw,
    nodes.term,
    nodes.caption,
    nodes.table,
    nodes.literal_block,
    nodes.container,
    addnodes.pending_xref,
    addnodes.compact_paragraph,
)


def spot(term: str, text: str) -> re.Match[str] | None:
    """The first place where `text` uses `term`, with a Korean particle or a plural.

    >>> spot("강도", "연산 강도는 높다").span(), spot("token", "two Tokens").span()
    ((3, 5), (4, 10))
    >>> spot("강도", "고강도"), spot("token", "tokenizer"), spot("FLOP", "FLOP/s")
    (None, None, None)
    """
    if re.search("[가-힣]", term):
        return re.search(rf"(?<![가-힣]){re.escape(term)}", text)
    edge = "[A-Za-z0-9/-]"  # not \b: to that, 은 in FLOP은 is one more letter
    return re.search(rf"(?<!{edge}){re.escape(term)}s?(?!{edge})", text, re.IGNORECASE)


def _collect(app: Any, doctree: nodes.document) -> None:
    entries: dict[str, Entry] = {}
    for glossary in doctree.findall(addnodes.glossary):
        for item in glossary.findall(nodes.definition_list_item):
            definition = item.next_node(nodes.definition)
            first = definition.next_node(nodes.paragraph) if definition else None
            if first is None:
                continue
            for term in item.findall(nodes.term):
                target = term["ids"][-1]
                entries[term.astext()] = Entry(
                    app.env.docname, target, first.astext().replace("\n", " ")
                )
    if entries:
        app.env.book_terms = {
            **{
                term: entry
                for term, entry in getattr(app.env, "book_terms", {}).items()
                if entry.page != app.env.docname
            },
            **entries,
        }
        app.env.book_terms_changed = True


def _rewrite(app: Any, env: Any) -> list[str]:
    """When the glossary changed, every page shows its new words."""
    changed = getattr(env, "book_terms_changed", False)
    env.book_terms_changed = False
    return list(env.found_docs) if changed else []


class Tips(SphinxPostTransform):
    """Find the terms of one page and attach their meanings."""

    default_priority = 900  # references are resolved
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Marked terms first, then the first use of the others."""
        terms: dict[str, Entry] = getattr(self.env, "book_terms", {})
        page = self.env.docname
        if not terms or any(entry.page == page for entry in terms.values()):
            return
        lower = {term.lower(): entry for term, entry in terms.items()}
        self.count = 0
        used = set()
        for mark in list(self.document.findall(nodes.inline)):
            if "std-term" in mark["classes"] and isinstance(
                mark.parent, nodes.reference
            ):
                entry = self._meant(mark.parent, mark.astext(), lower)
                if entry:
                    used.add(entry)
                    link = mark.parent
                    link.replace_self(
                        self._link(mark.astext(), link.get("refuri", ""), entry)
                    )
        for term in sorted(terms, key=len, reverse=True):
            if terms[term] not in used:
                used.add(terms[term])
                self._first_use(term, terms[term])

    def _meant(
        self, link: nodes.reference, text: str, terms: dict[str, Entry]
    ) -> Entry | None:
        target = link.get("refuri", "").partition("#")[2]
        by_target = (entry for entry in terms.values() if entry.target == target)
        return terms.get(text.lower()) or next(by_target, None)

    def _first_use(self, term: str, entry: Entry) -> None:
        for text in self.document.findall(nodes.Text):
            parent, closed = text.parent, False
            inside_paragraph = False
            while parent is not None and not closed:
                closed = isinstance(parent, CLOSED) and not (
                    isinstance(parent, nodes.container)
                    and "cell" not in parent["classes"]
                )
                inside_paragraph |= isinstance(parent, nodes.paragraph)
                parent = parent.parent
            match = None if closed or not inside_paragraph else spot(term, str(text))
            if match:
                words = str(text)
                uri = self.app.builder.get_relative_uri(self.env.docname, entry.page)
                index = text.parent.index(text)
                text.parent[index : index + 1] = [
                    nodes.Text(words[: match.start()]),
                    self._link(match[0], f"{uri}#{entry.target}", entry),
                    nodes.Text(words[match.end() :]),
                ]
                return

    def _link(self, text: str, address: str, entry: Entry) -> term_link:
        self.count += 1
        return term_link(
            "", text, address=address, meaning=entry.meaning, name=f"tip.{self.count}"
        )


def _open(translator: Any, node: Any) -> None:
    translator.body.append(
        f'<a class="term" href="{escape(node["address"])}" '
        f'aria-describedby="{node["name"]}">'
    )


def _close(translator: Any, node: Any) -> None:
    translator.body.append(
        f'</a><span class="tip" role="tooltip" id="{node["name"]}">'
        f"{escape(node['meaning'])}</span>"
    )


def setup(app: Any) -> dict[str, Any]:
    """Collect the glossary while reading, attach tooltips while writing."""
    app.add_node(term_link, html=(_open, _close))
    app.connect("doctree-read", _collect)
    app.connect("env-updated", _rewrite)
    app.add_post_transform(Tips)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
