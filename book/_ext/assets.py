"""Style sheets and scripts: many small files here, one of each kind on a page.

Each file in `_static` holds one idea.  They are joined in the order of their names,
so that a page asks for one style sheet and one script, and named by what they hold,
so that a reader never sees an old one.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from pygments.formatters import HtmlFormatter

from .interface import BOOK

# Both pass WCAG contrast on the page's backgrounds.
LIGHT, DARK = "a11y-high-contrast-light", "a11y-high-contrast-dark"
PLAIN = ("icon.svg", "card-ko.png", "card-en.png")
SPHINX_SEARCH = (
    "documentation_options.js",
    "doctools.js",
    "sphinx_highlight.js",
    "translations.js",
)


def joined(folder: Path, kind: str) -> str:
    """The contents of every file of a kind, in the order of the names."""
    return "\n".join(p.read_text("utf-8") for p in sorted(folder.glob(f"*.{kind}")))


def highlighting() -> str:
    """Colours of code for both schemes; only what is inside `.highlight`."""
    dark = HtmlFormatter(style=DARK, cssclass="highlight")
    light = HtmlFormatter(style=LIGHT, cssclass="highlight")
    return (
        light.get_style_defs(".highlight")
        + '\n@media screen{[data-theme="dark"]{\n'
        + "\n".join(
            line
            for line in dark.get_style_defs(".highlight").splitlines()
            if line.startswith(".highlight .")
        )
        + "\n}}\n"
    )


def _write(app: Any) -> None:
    if app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    static.mkdir(parents=True, exist_ok=True)
    app.book_assets = {}
    for kind in ("css", "js"):
        text = joined(BOOK / "_static", kind)
        if kind == "css":
            text = highlighting() + text
        name = f"book.{kind}"
        (static / name).write_text(text, "utf-8")
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        app.book_assets[kind] = f"_static/{name}?{digest}"
    for name in PLAIN:
        source = BOOK / "_static" / name
        if source.exists():
            (static / name).write_bytes(source.read_bytes())


def _context(app: Any, page: str, template: str, context: Any, doctree: Any) -> None:
    context["assets"] = app.book_assets
    # Themes and extensions offer a dozen files; only the search page needs any.
    wanted = SPHINX_SEARCH if page == "search" else ()
    context["script_files"] = [
        script
        for script in context.get("script_files", [])
        if Path(str(getattr(script, "filename", script) or "").split("?")[0]).name
        in wanted
    ]
    context["css_files"] = []


def setup(app: Any) -> dict[str, Any]:
    """Write the joined files and point the pages at them."""
    app.connect("builder-inited", _write)
    app.connect("html-page-context", _context, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
