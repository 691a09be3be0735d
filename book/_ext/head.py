"""What a page says about itself: description, social card, the other language.

Also the page's blocks as a script beside it, which the side-by-side view of the other
language loads.  A script, because a page opened from a file may load one but may not
fetch anything.
"""

from __future__ import annotations

import json
import re
from html import escape, unescape
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup

from .blocks import page_name
from .interface import words

LANGUAGES = ("ko", "en")
LOCALE = {"ko": "ko_KR", "en": "en_US"}


def tags(
    *, site: str, language: str, page: str, title: str, description: str
) -> list[str]:
    """The tags of one page, in the order in which they stand in its head."""
    address = f"{site}{language}/{page}.html"
    name = words(language)["book"]
    meta = [
        ("property", "og:type", "article"),
        ("property", "og:site_name", name),
        ("property", "og:title", title),
        ("property", "og:description", description),
        ("property", "og:url", address),
        ("property", "og:locale", LOCALE[language]),
        ("property", "og:image", f"{site}{language}/_static/card-{language}.png"),
        ("property", "og:image:width", "1200"),
        ("property", "og:image:height", "630"),
        ("property", "og:image:alt", name),
        ("name", "twitter:card", "summary_large_image"),
    ]
    links = [(other, f"{site}{other}/{page}.html") for other in LANGUAGES]
    links.append(("x-default", site))
    return [
        f'<link rel="canonical" href="{escape(address)}">',
        *(
            f'<link rel="alternate" hreflang="{other}" href="{escape(href)}">'
            for other, href in links
        ),
        *(f'<meta {k}="{v}" content="{escape(text)}">' for k, v, text in meta),
    ]


def other_address(page: str, language: str) -> str:
    """The same page in the other language, from where this one is.

    >>> other_address("chapter/primer", "ko"), other_address("index", "en")
    ('../../en/chapter/primer.html', '../ko/index.html')
    """
    other = LANGUAGES[LANGUAGES.index(language) == 0]
    return "../" * (page.count("/") + 1) + f"{other}/{page}.html"


def block_pieces(body: str) -> dict[str, str]:
    """The HTML of each translated block by its address; cells are shared, not given."""
    soup = BeautifulSoup(body, "html.parser")
    for surplus in soup.select("a.headerlink, .tip"):
        surplus.decompose()
    pieces = {}
    for node in soup.find_all(id=re.compile(r"\.\d+$")):
        shared = node.name in {"figure", "pre"} or "cell" in node.get("class", ())
        if not shared:
            pieces[node["id"]] = node.decode_contents()
    for section in soup.find_all("section"):
        heading = section.find(re.compile("^h[1-6]$"))
        if heading is not None:
            pieces[section["id"]] = heading.decode_contents()
    return pieces


def _context(app: Any, page: str, template: str, context: Any, doctree: Any) -> None:
    language = app.config.language
    site = app.config.site_url
    name = page_name(page)
    context["both_languages"] = app.config.both_languages
    context["other_page"] = other_address(name, language)
    context["front_page"] = "../" * (name.count("/") + 1) + "index.html#choose"
    context["page_head"] = []
    if doctree is None:
        return
    found = re.search(r'name="description"[^>]*content="([^"]*)"', context["metatags"])
    found = found or re.search(
        r'content="([^"]*)"[^>]*name="description"', context["metatags"]
    )
    context["page_head"] = tags(
        site=site,
        language=language,
        page=name,
        title=re.sub("<[^>]+>", "", context.get("title", "")),
        description=unescape(found[1]) if found else "",
    )
    path = Path(app.outdir, f"{page}.blocks.js")
    path.parent.mkdir(parents=True, exist_ok=True)
    pieces = json.dumps(block_pieces(context.get("body", "")), ensure_ascii=False)
    path.write_text(f"window.otherBlocks = {pieces};\n", "utf-8")


def setup(app: Any) -> dict[str, Any]:
    """Add to every page."""
    # `jupyter-book build .` makes one language, which has no other to lead to.
    app.add_config_value("both_languages", False, "html")
    app.add_config_value("site_url", "http://127.0.0.1:8000/", "html")
    app.connect("html-page-context", _context, priority=800)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
