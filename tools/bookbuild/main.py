"""The command: build what changed, accept a translation, serve the site."""

from __future__ import annotations

import fcntl
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from . import cells, contents, lockstep
from .paths import LANGUAGES, Book, BookError

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Run one command; 0 done, 1 something for an author to mend, 2 wrong usage."""
    book = Book(root)
    _use_own_library(root)
    command, names = (arguments[0], arguments[1:]) if arguments else ("build", ())
    try:
        if command != "serve":
            hold(book)
        if command == "build" and not names:
            return _build(book)
        if command == "draft" and not names:
            return _draft(book)
        if command == "accept":
            return _accept(book, names)
        if command == "serve" and len(names) <= 1:
            return _serve(book, int(names[0]) if names else 8000)
    except BookError as error:
        print("\n".join(error.lines), file=sys.stderr)
        return 1
    print(
        "usage: book.py [build | draft | accept [PAGE[#LABEL] ...] | serve [PORT]]",
        file=sys.stderr,
    )
    return 2


def hold(book: Book) -> None:
    """Wait for another build of the same book; let go when this process ends."""
    book.work.mkdir(parents=True, exist_ok=True)
    file = os.open(book.work / "lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(file, fcntl.LOCK_EX)


def _use_own_library(root: Path) -> None:
    """Cells and prose use the library beside the book, not one installed elsewhere."""
    source = str(root / "src")
    if Path(source).is_dir() and source not in sys.path:
        sys.path.insert(0, source)
        rest = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = f"{source}{os.pathsep}{rest}" if rest else source


def _site_url(book: Book) -> str:
    import yaml

    given = os.environ.get("SITE_URL")
    if not given:
        configuration = yaml.safe_load((book.root / "_config.yml").read_text("utf-8"))
        given = configuration["sphinx"]["config"]["site_url"]
    return given.rstrip("/") + "/"


# Pages know only their own sources; what makes pages of them makes them all anew.
MACHINERY = (
    "book/_ext",
    "book/_static",
    "book/_theme",
    "tools/bookbuild",
    "_config.yml",
)
Report = Callable[[Sequence[str]], None]


def _stop(problems: Sequence[str]) -> None:
    """The usual report: the first kind of problem ends the build."""
    if problems:
        raise BookError(problems)


def _state(book: Book, site_url: str) -> dict[str, str]:
    state = {lang: f"{book.language_digest(lang)} {site_url}" for lang in LANGUAGES}
    state["lock"] = book.digest("book/i18n.lock.json")
    state["machinery"] = book.digest(*MACHINERY)
    return state


def _build(book: Book, report: Report = _stop) -> int:
    start = time.monotonic()
    site_url = _site_url(book)
    state = _state(book, site_url)
    if _read_state(book) == state and (book.site / "index.html").exists():
        print("book: nothing changed")
        return 0
    ran = _make(book, state, site_url, report)
    report(lockstep.drift(*_blocks(book), lockstep.read_lock(book.lock)))
    _finish(book, site_url, report)
    if report is _stop:
        _write_state(book, state)
    seconds = time.monotonic() - start
    print(
        f"book: {len(book.pages('ko'))} pages in two languages, cells of {ran} run, "
        f"{seconds:.1f} s; open _site/index.html"
    )
    return 0


def _draft(book: Book) -> int:
    """Publish whatever can be, and say everything that is wrong with it."""
    problems: list[str] = []
    _build(book, problems.extend)
    print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


def _make(book: Book, state: dict[str, str], site_url: str, report: Report) -> int:
    """Run cells and build the languages that changed; report what is wrong."""
    report(contents.unlisted(book))
    report(cells.differing(book))
    cache = cells.cache_folder(book)  # asked once: sources may change meanwhile
    ran = cells.execute(book, cache)
    built = _read_state(book)
    stale = [lang for lang in LANGUAGES if built.get(lang) != state[lang]]
    if stale:
        report(_build_languages(book, stale, site_url, state, cache))
    report(lockstep.structure(*_blocks(book)))
    report(lockstep.other_numbers(*_blocks(book)))
    return ran


def _build_languages(
    book: Book,
    stale: Sequence[str],
    site_url: str,
    state: dict[str, str],
    cache: Path,
) -> list[str]:
    """Build the stale languages at the same time; what they complained about."""
    from . import sphinx_build

    for module in ("sphinx.application", "jupyter_book.config", "myst_nb.sphinx_ext"):
        import_module(module)  # once, before the forks: both languages share it

    built = _read_state(book)
    built.pop("lock", None)
    other_machinery = built.get("machinery") != state["machinery"]
    built["machinery"] = state["machinery"]

    def job(language: str) -> Callable[[], list[str]]:
        fresh = language not in built or other_machinery
        return lambda: sphinx_build.build(book, language, site_url, cache, fresh)

    waits = {lang: sphinx_build.in_own_process(job(lang)) for lang in stale}
    problems = []
    for language, wait in waits.items():
        try:
            heard = wait()
        except BookError as error:
            heard = error.lines
        problems += heard
        if heard:
            built.pop(language, None)  # an unchanged page would not warn again
        else:
            built[language] = state[language]
    _write_state(book, built)
    return problems


def _blocks(book: Book) -> list[dict[str, list[lockstep.Block]]]:
    return [
        lockstep.read_blocks(book.doctrees(lang) / "blocks.json") for lang in LANGUAGES
    ]


def _finish(book: Book, site_url: str, report: Report) -> None:
    from . import site

    site.write_front(book, site_url)
    site.write_map(book, site_url)
    report(site.broken_links(book.stage))
    site.publish(book)


def _accept(book: Book, names: Sequence[str]) -> int:
    site_url = _site_url(book)
    state = _state(book, site_url)
    _make(book, state, site_url, _stop)
    ko, en = _blocks(book)
    known = {
        name
        for page in ko
        for name in (page, *(f"{page}#{b.section}" for b in ko[page]))
    }
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BookError([f"no page or section {name!r}" for name in unknown])
    lock, new = lockstep.accept(ko, en, lockstep.read_lock(book.lock), names)
    lockstep.write_lock(book.lock, lock)
    print(f"book: {new} pairs accepted; commit {book.lock.relative_to(book.root)}")
    if not lockstep.drift(ko, en, lock):
        _finish(book, site_url, _stop)
        state["lock"] = book.digest("book/i18n.lock.json")
        _write_state(book, state)
    return 0


def _serve(book: Book, port: int) -> int:
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    if not (book.site / "index.html").exists():
        raise BookError(["there is no _site yet; run: make book"])
    handler = partial(SimpleHTTPRequestHandler, directory=str(book.site))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/  (Ctrl-C stops)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0


def _read_state(book: Book) -> dict[str, str]:
    path = book.work / "built.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def _write_state(book: Book, state: dict[str, str]) -> None:
    book.work.mkdir(parents=True, exist_ok=True)
    (book.work / "built.json").write_text(json.dumps(state), "utf-8")
