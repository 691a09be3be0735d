"""One language by Sphinx, from the settings that `jupyter-book build .` uses too."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import yaml

from .contents import language_toc, read_toc
from .paths import Book, BookError

TITLES = {"ko": "조건부 병목", "en": "Conditional Bottlenecks"}


def settings(book: Book, language: str, site_url: str, cache: Path) -> dict[str, Any]:
    """The Sphinx configuration of one language."""
    from jupyter_book.config import get_final_config

    configuration, _ = get_final_config(
        user_yaml=book.root / "_config.yml",
        cli_config={"latex_individualpages": False},
        sourcedir=book.tree(language),
    )
    from _ext.interface import CAPTIONS  # on the path by _config.yml

    toc = language_toc(read_toc(book), language, CAPTIONS)
    path = book.doctrees(language) / "_toc.yml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(toc, allow_unicode=True), "utf-8")
    configuration.update(
        language=language,
        html_title=TITLES[language],
        project=TITLES[language],
        external_toc_path=str(path),
        nb_execution_cache_path=str(cache),
        site_url=site_url,
        both_languages=True,
    )
    for only_jupyter_book in ("latex_doc_overrides", "latex_individualpages"):
        configuration.pop(only_jupyter_book, None)
    return configuration


def build(
    book: Book, language: str, site_url: str, cache: Path, fresh: bool = False
) -> list[str]:
    """Build one language; the warnings, which the caller counts as failures."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    tree = book.tree(language)
    heard = io.StringIO()
    with patch_docutils(str(tree)), docutils_namespace():
        app = Sphinx(
            srcdir=tree,
            confdir=None,
            outdir=book.stage / language,
            doctreedir=book.doctrees(language),
            buildername="html",
            confoverrides=settings(book, language, site_url, cache),
            status=None,
            warning=heard,
            freshenv=fresh,
        )
        app.build()
    return _lines(heard.getvalue(), book.root)


def _lines(text: str, root: Path) -> list[str]:
    """Warnings without terminal colours and with paths from the root."""
    from sphinx.util.console import strip_colors

    text = strip_colors(text).replace(f"{root}{os.sep}", "")
    return [line for line in text.splitlines() if line.strip()]


def in_own_process(job: Any) -> Any:
    """Start `job()` in a fork that shares what is imported; call the result to wait.

    Sphinx keeps state in modules, so two books in one process would mix.
    """
    import pickle

    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        status = 1
        try:
            with os.fdopen(write, "wb") as out:
                try:
                    pickle.dump((True, job()), out)
                except Exception as error:
                    import traceback

                    lines = getattr(error, "lines", None)
                    pickle.dump((False, lines or [traceback.format_exc()]), out)
            status = 0
        finally:
            sys.stderr.flush()
            os._exit(status)
    os.close(write)

    def wait() -> Any:
        with os.fdopen(read, "rb") as stream:
            data = stream.read()
        os.waitpid(child, 0)
        if not data:
            raise BookError(["the build of one language stopped without a word"])
        good, result = pickle.loads(data)
        if not good:
            raise BookError(result)
        return result

    return wait
