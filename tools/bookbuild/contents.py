"""The contents, written once in _toc.yml with the Korean pages, for both languages."""

from __future__ import annotations

from typing import Any

import yaml

from .paths import LANGUAGES, Book, BookError


def read_toc(book: Book) -> Any:
    """_toc.yml as it stands."""
    return yaml.safe_load((book.root / "_toc.yml").read_text("utf-8"))


def language_toc(toc: Any, language: str, captions: dict[str, str]) -> Any:
    """_toc.yml, which names the Korean pages, for one language's own folder.

    Raises BookError for a part whose caption has no translation.
    """
    if isinstance(toc, list):
        return [language_toc(item, language, captions) for item in toc]
    if not isinstance(toc, dict):
        return toc
    result = {}
    for key, value in toc.items():
        if key in {"file", "root"}:
            value = value.removeprefix("book/ko/")
        elif key == "caption" and language != "ko":
            if value not in captions:
                raise BookError(
                    [
                        f"_toc.yml: the caption {value!r} has no English; "
                        "add it to CAPTIONS in book/_ext/interface.py"
                    ]
                )
            value = captions[value]
        else:
            value = language_toc(value, language, captions)
        result[key] = value
    return result


def listed(toc: Any) -> list[str]:
    """The names of the pages in a language's contents."""
    if isinstance(toc, list):
        return [name for item in toc for name in listed(item)]
    if not isinstance(toc, dict):
        return []
    own = [value for key, value in toc.items() if key in {"file", "root"}]
    return own + [name for value in toc.values() for name in listed(value)]


def unlisted(book: Book) -> list[str]:
    """Pages that the contents name and nobody wrote, and the other way round."""
    names = set(listed(language_toc(read_toc(book), "ko", {})))
    found = []
    for language in LANGUAGES:
        pages = set(book.pages(language))
        found += [
            f"_toc.yml names {name}, but there is no book/{language}/{name}.md"
            for name in sorted(names - pages)
        ]
        found += [
            f"book/{language}/{name}.md is not in _toc.yml; add book/ko/{name} there"
            for name in sorted(pages - names)
        ]
    return found
