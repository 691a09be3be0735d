"""What needs both books: the front door, the site map, the check of every link."""

from __future__ import annotations

import shutil
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .paths import LANGUAGES, Book


def write_front(book: Book, site_url: str) -> None:
    """The root page, which picks by the browser's language and offers both."""
    book.stage.mkdir(parents=True, exist_ok=True)
    front = (book.root / "book/_theme/front.html").read_text("utf-8")
    (book.stage / "index.html").write_text(front.replace("@SITE@", site_url), "utf-8")


def write_map(book: Book, site_url: str) -> None:
    """sitemap.xml with each page's other language, and robots.txt that names it."""
    pages = sorted(set(book.pages("ko")) & set(book.pages("en")))
    entries = []
    for page in pages:
        if not (book.stage / "ko" / f"{page}.html").exists():
            continue
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{language}" '
            f'href="{escape(f"{site_url}{language}/{page}.html")}"/>'
            for language in LANGUAGES
        )
        entries += [
            f"<url><loc>{escape(f'{site_url}{language}/{page}.html')}</loc>{links}</url>"
            for language in LANGUAGES
        ]
    (book.stage / "sitemap.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        + "\n".join(entries)
        + "\n</urlset>\n",
        "utf-8",
    )
    (book.stage / "robots.txt").write_text(
        f"User-agent: *\nAllow: /\nSitemap: {site_url}sitemap.xml\n", "utf-8"
    )


def publish(book: Book) -> None:
    """Put what was built in the place of what was published before."""
    unused = shutil.ignore_patterns(
        "jupyter_execute",
        "objects.inv",
        ".buildinfo",
        "mystnb.*.css",
        "basic.css",
        "pygments.css",
        "*.png.map",
        "file.png",
        "plus.png",
        "minus.png",
    )
    fresh, old = book.work / "publish", book.work / "published-before"
    for folder in (fresh, old):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(book.stage, fresh, ignore=unused)
    if book.site.exists():
        book.site.rename(old)
    fresh.rename(book.site)
    shutil.rmtree(old, ignore_errors=True)


def broken_links(site: Path) -> list[str]:
    """Every local address in the finished pages that leads nowhere."""
    pages = {path: _Page(path) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        for address in sorted(page.addresses):
            problem = _problem(path, address, pages, site)
            if problem:
                found.append(f"{path.relative_to(site.parent)}: {problem}")
    return found


class _Page(HTMLParser):
    """The addresses that a page uses and the places that it offers."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.addresses: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect from one tag."""
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif name in {"href", "src"} and value:
                self.addresses.add(value)


def _problem(
    path: Path, address: str, pages: dict[Path, _Page], site: Path
) -> str | None:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return None  # other hosts are not asked; data: and mailto: are no files
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_relative_to(site.resolve()):
        return f"{address} leads out of the site"
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return f"{address} does not exist"
    place = unquote(parts.fragment)
    offered = pages.get(target)
    if place and offered and place not in offered.ids and place != "choose":
        return f"{address}: no place #{place} on that page"
    return None
