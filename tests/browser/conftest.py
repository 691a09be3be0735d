"""The built book on a plain file server, and a browser that may ask nobody else.

Every test that opens a page through `open_page` also fails when the page asks another
host for something, misses a file, or writes an error to the console.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_site"
CHROMIUM = shutil.which("chromium")
QUIET = (
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Open = Callable[..., Any]


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def site() -> Path:
    """The site, built now if anything changed."""
    done = subprocess.run(
        [sys.executable, "tools/book.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    handler = partial(_Silent, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no chromium: sudo apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


@contextmanager
def opener(chromium: Any, address: str) -> Iterator[Open]:
    """What opens pages, each in a fresh profile; complains at the end."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def watch(page: Any) -> None:
        page.on(
            "console",
            lambda m: complaints.append(m.text) if m.type == "error" else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(  # what a reader left behind by going on is no failure
            "requestfailed",
            lambda r: (
                complaints.append(f"failed: {r.url} {r.failure}")
                if "ERR_ABORTED" not in str(r.failure)
                else None
            ),
        )
        page.on(
            "response",
            lambda r: (
                complaints.append(f"{r.status}: {r.url}") if r.status >= 400 else None
            ),
        )

    def guard(route: Any) -> None:
        if route.request.url.startswith((address, "file://")):
            route.continue_()
        else:
            complaints.append(f"another host: {route.request.url}")
            route.abort()

    def open_(
        name: str = "",
        *,
        phone: bool = False,
        dark: bool = False,
        locale: str = "ko-KR",
        page: Any = None,
    ) -> Any:
        if page is None:
            context = chromium.new_context(
                viewport={"width": 390, "height": 844}
                if phone
                else {"width": 1300, "height": 850},
                color_scheme="dark" if dark else "light",
                locale=locale,
                reduced_motion="reduce",
            )
            contexts.append(context)
            context.route("**/*", guard)
            page = context.new_page()
            watch(page)
        page.goto(name if "://" in name else address + name)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def open_page(chromium: Any, address: str) -> Iterator[Open]:
    """Opens a page of the site by its name; what it may not do fails the test."""
    with opener(chromium, address) as open_:
        yield open_


def page_names() -> list[str]:
    """Every page of the book, without its language."""
    tree = ROOT / "book/ko"
    return sorted(
        p.relative_to(tree).with_suffix("").as_posix() for p in tree.rglob("*.md")
    )
