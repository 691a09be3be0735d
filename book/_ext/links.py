"""Links in a cell's output: `#label` leads to the page that has the label.

A cell is shared by two books and knows no page's address, so it names labels only.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

logger = logging.getLogger(__name__)
HREF = re.compile(r'(<a\b[^>]*\bhref=")#([a-z0-9][a-z0-9-]*)"')


class Links(SphinxPostTransform):
    """Turn labels into addresses in everything that cells wrote."""

    default_priority = 500  # after MyST-NB chose among a cell's outputs
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Rewrite one page."""
        labels = self.env.get_domain("std").anonlabels  # type: ignore[attr-defined]

        def resolved(match: re.Match[str]) -> str:
            page, place, *_ = labels.get(match[2], (None, None))
            if page is None:
                logger.warning(
                    "a cell links to #%s, and no page has that label",
                    match[2],
                    location=self.env.docname,
                    type="book",
                    subtype="link",
                )
                return match[0]
            if page == self.env.docname:
                return f'{match[1]}#{place}"'
            uri = self.app.builder.get_relative_uri(self.env.docname, page)
            return f'{match[1]}{uri}#{place}"'

        for raw in list(self.document.findall(nodes.raw)):
            text = raw.astext()
            changed = HREF.sub(resolved, text)
            if changed != text:
                raw.replace_self(nodes.raw(changed, changed, format=raw["format"]))


def setup(app: Any) -> dict[str, Any]:
    """Run on every page written."""
    app.add_post_transform(Links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
