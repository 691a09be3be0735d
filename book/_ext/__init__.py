"""Sphinx extensions of the book, one idea a file; loading this package loads all."""

from __future__ import annotations

from typing import Any

PARTS = (
    "interface",  # the words of the interface in both languages; the theme
    "assets",  # style sheets and scripts, joined into one file each
    "blocks",  # the address of each block, equal in both languages
    "lints",  # what a finished page may not hold
    "values",  # numbers in prose, from the library
    "glossary",  # tooltips on the first use of a term
    "reveal",  # folded answers
    "diagram",  # drawings whose text follows the page's language
    "usage",  # what commands say of themselves
    "languages",  # words in the other language, blocks that need no translation
    "mathml",  # formulas without scripts
    "korean_search",  # search that survives particles
    "cells",  # long code folded, wide tables scrolling
    "links",  # labels in cells, made into addresses
    "head",  # title, description, cards, the other language's address
)


def setup(app: Any) -> dict[str, Any]:
    """Load every part."""
    for part in PARTS:
        app.setup_extension(f"{__name__}.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
