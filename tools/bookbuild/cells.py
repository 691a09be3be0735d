"""Run the cells of the pages: once for both languages, several pages at a time.

Results go into the cache that MyST-NB reads.  Its folder is named by the library's
hash, so a change of `src` runs everything again and an old result is never shown.
Kernels talk over files instead of ports, which two kernels may want at once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .paths import LANGUAGES, Book, BookError

FENCE = re.compile(r"^(`{3,}|~{3,})(.*)$")
KEEP = 2  # caches: the present one and the one before, for going back and forth


def sources(path: Path) -> list[tuple[int, str]]:
    """The code cells of a page as they are written, each with its line.

    A cell inside another fence is an example, not a cell.
    """
    found: list[tuple[int, str]] = []
    fence, begin, lines = "", 0, path.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        match = FENCE.match(line)
        if match is None:
            continue
        if not fence:
            fence, begin = match[1], number
        elif match[1].startswith(fence) and not match[2].strip():
            if lines[begin].startswith(f"{fence}{{code-cell}}"):
                found.append((begin + 1, "\n".join(lines[begin : number + 1])))
            fence = ""
    return found


def differing(book: Book) -> list[str]:
    """One line for each page whose cells are not the same in both languages."""
    found = []
    ko, en = (book.pages(language) for language in LANGUAGES)
    for page in sorted(set(ko) & set(en)):
        mine, theirs = sources(ko[page]), sources(en[page])
        if [cell for _, cell in mine] == [cell for _, cell in theirs]:
            continue
        number = next(
            (
                i
                for i, (a, b) in enumerate(zip(mine, theirs, strict=False))
                if a[1] != b[1]
            ),
            min(len(mine), len(theirs)),
        )
        places = [
            f"{path.relative_to(book.root)}:{cells[number][0]}"
            if number < len(cells)
            else f"{path.relative_to(book.root)} (missing)"
            for path, cells in ((ko[page], mine), (en[page], theirs))
        ]
        found.append(
            f"{places[0]} and {places[1]}: cell {number + 1} differs; cells are run "
            "once for both languages, so make them equal, character for character"
        )
    return found


def cache_folder(book: Book) -> Path:
    """The cache that belongs to the library as it is now."""
    return book.work / f"cells-{book.library_digest()}"


def execute(book: Book, folder: Path, kernels: int | None = None) -> int:
    """Run what is not in the cache `folder`; how many pages that was.

    Raises BookError naming file, line and the error, when a cell fails.
    """
    pages = {
        page: path
        for page, path in book.pages("ko").items()
        if "\nkernelspec:" in path.read_text("utf-8").partition("\n---\n")[0]
    }
    if not pages:
        return 0
    from jupyter_cache import get_cache

    folder.parent.mkdir(parents=True, exist_ok=True)
    cache = get_cache(folder)
    waiting: dict[str, Any] = {}
    for page, path in pages.items():
        notebook = _read(path)
        try:
            cache.match_cache_notebook(notebook)
        except KeyError:
            waiting[page] = notebook
    if waiting:
        _run_all(book, cache, waiting, pages, kernels or os.cpu_count() or 1)
    _forget_old(folder)
    return len(waiting)


def _read(path: Path) -> Any:
    from myst_nb.core.read import read_myst_markdown_notebook
    from myst_parser.config.main import MdParserConfig

    return read_myst_markdown_notebook(
        path.read_text("utf-8"), config=MdParserConfig(), path=str(path)
    )


def _run_all(
    book: Book,
    cache: Any,
    notebooks: Mapping[str, Any],
    pages: Mapping[str, Path],
    kernels: int,
) -> None:
    from jupyter_cache.base import CacheBundleIn

    logging.getLogger("traitlets").setLevel(logging.WARNING)
    seats = asyncio.Semaphore(kernels)

    async def run(page: str, socket: Path) -> str | None:
        async with seats:
            start = time.monotonic()
            error = await _run(notebooks[page], pages[page], socket)
        if error:
            return error
        cache.cache_notebook_bundle(
            CacheBundleIn(
                notebooks[page],
                str(pages[page]),
                data={"execution_seconds": time.monotonic() - start},
            ),
            check_validity=False,
            overwrite=True,
        )
        return None

    async def run_all(sockets: Path) -> list[str]:
        jobs = (run(page, sockets / str(i)) for i, page in enumerate(notebooks))
        return [error for error in await asyncio.gather(*jobs) if error]

    # Sockets' paths may have 107 characters, less than a deep checkout's own path.
    # A thread of its own, since the caller may have an event loop running.
    with (
        tempfile.TemporaryDirectory(prefix="book-") as sockets,
        ThreadPoolExecutor(max_workers=1) as own,
    ):
        errors = own.submit(lambda: asyncio.run(run_all(Path(sockets)))).result()
    if errors:
        raise BookError(error.replace(f"{book.root}/", "") for error in errors)


async def _run(notebook: Any, path: Path, socket: Path) -> str | None:
    """Run one page; None, or where and why a cell failed."""
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    if not any(cell.cell_type == "code" for cell in notebook.cells):
        return None  # MyST-NB would start a kernel for nothing
    for attempt in (1, 2):
        kernel = AsyncKernelManager(
            kernel_name="python3", transport="ipc", ip=f"{socket}-{attempt}"
        )
        client = NotebookClient(
            notebook,
            km=kernel,
            timeout=120,
            record_timing=False,  # times would become part of the cache's key
            resources={"metadata": {"path": str(path.parent)}},
        )
        try:
            await client.async_execute()
        except CellExecutionError as error:
            return _failure(notebook, path, error)
        except RuntimeError:  # the kernel did not start, or died
            if attempt == 2:
                raise
        else:
            return None
        finally:
            if client.kc is not None:
                client.kc.stop_channels()
            await kernel.shutdown_kernel(now=True)
    return None


def _failure(notebook: Any, path: Path, error: Any) -> str:
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    number = next(
        (
            i
            for i, cell in enumerate(cells)
            if any(o.output_type == "error" for o in cell.outputs)
        ),
        0,
    )
    written = sources(path)
    line = written[number][0] if number < len(written) else 1
    return f"{path}:{line}: cell {number + 1} fails: {error.ename}: {error.evalue}"


def _forget_old(present: Path) -> None:
    caches = sorted(
        present.parent.glob("cells-*"), key=lambda p: p.stat().st_mtime, reverse=True
    )
    for folder in [c for c in caches if c != present][KEEP - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)
