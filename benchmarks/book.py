"""How long the book takes, as ratios to Jupyter Book's own build of one language.

    python benchmarks/book.py [--rounds 1]

Works on a copy.  "Stock" is `jupyter-book build book/ko` with Jupyter Book's own theme
and settings, the same pages and the same cells.  Each ratio is of two times taken one
after the other in the same run; a busy machine changes both.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("book", "src", "tools", "_config.yml", "_toc.yml", "requirements")

# Roles and directives of this book that stock Jupyter Book lacks; the pages stay as
# they are, and what is unknown becomes a warning.
STOCK_CONFIG = """
title: stock
only_build_toc_files: true
execute: {execute_notebooks: cache, timeout: 120}
parse: {myst_enable_extensions: [amsmath, attrs_block, attrs_inline, colon_fence,
  deflist, dollarmath]}
"""


def copy(folder: Path) -> Path:
    """The book and what it needs, in a folder of its own."""
    ignore = shutil.ignore_patterns("__pycache__", "_build")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=ignore)
        else:
            shutil.copy(source, folder / part)
    return folder


def timed(job: Callable[[], None]) -> float:
    """Seconds that a job takes."""
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def run(folder: Path, *command: str) -> None:
    """A command in the copy, which must succeed."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        said = done.stdout[-2000:] + done.stderr[-2000:]
        sys.exit(f"{' '.join(command)} failed:\n{said}")


def stock(folder: Path) -> Callable[[], None]:
    """Jupyter Book's build of the Korean pages."""
    pages = folder / "book/ko"
    toc = (folder / "_toc.yml").read_text("utf-8").replace("book/ko/", "")
    (folder / "stock-toc.yml").write_text(toc, "utf-8")
    (folder / "stock-config.yml").write_text(STOCK_CONFIG, "utf-8")
    command = [str(Path(sys.executable).parent / "jupyter-book"), "build", str(pages)]
    command += ["--toc", str(folder / "stock-toc.yml")]
    command += ["--config", str(folder / "stock-config.yml")]
    command += ["--path-output", str(folder / "stock")]
    return lambda: run(folder, *command)


def ours(folder: Path) -> Callable[[], None]:
    """Both languages by this book's command."""
    return lambda: run(folder, sys.executable, "tools/book.py")


def edit(folder: Path) -> None:
    """One more paragraph in one page, in both languages."""
    words = {"ko": "한 문장을 더합니다.", "en": "One more sentence."}
    for language in words:
        page = folder / f"book/{language}/chapter/review.md"
        text = page.read_text("utf-8")
        at = text.index("\n\n", text.index("\n# "))
        page.write_text(f"{text[:at]}\n\n{words[language]}{text[at:]}", "utf-8")


def once() -> dict[str, float]:
    """One round: every time, in seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = copy(Path(name))
        one, two = stock(folder), ours(folder)
        times = {"stock, cold": timed(one), "ours, cold": timed(two)}
        times |= {"stock, unchanged": timed(one), "ours, unchanged": timed(two)}
        edit(folder)
        times["stock, one edit"] = timed(one)
        # After an edit one accepts, which builds and publishes.
        accept = [sys.executable, "tools/book.py", "accept"]
        times["ours, one edit"] = timed(lambda: run(folder, *accept))
    return times


def main() -> None:
    """Print times and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1)
    rounds = [once() for _ in range(parser.parse_args().rounds)]
    median = {key: statistics.median(r[key] for r in rounds) for key in rounds[0]}
    for what in ("cold", "unchanged", "one edit"):
        a, b = median[f"stock, {what}"], median[f"ours, {what}"]
        print(
            f"{what:10} stock, one language {a:6.1f} s   "
            f"ours, two languages {b:6.1f} s   ratio {b / a:.2f}"
        )


if __name__ == "__main__":
    main()
