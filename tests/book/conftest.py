"""Small books to build: the real machinery, a page or two."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PAGE = """---
file_format: mystnb
kernelspec:
  name: python3
  display_name: Python 3
myst:
  html_meta:
    description: "{description}"
---

{body}
"""

KO = """(top)=
# 첫 페이지

대역폭이 넓습니다.

(second)=
## 둘째 절

{n}`answer`개입니다.

```{code-cell} ipython3
print(6 * 7)
```

캐시를 읽습니다.
"""

EN = """(top)=
# First page

The bandwidth is high.

(second)=
## Second section

There are {n}`answer`.

```{code-cell} ipython3
print(6 * 7)
```

It reads the cache.
"""


class SmallBook:
    """A book in a folder of its own, built by the command as a person would."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("book/_ext", "book/_theme", "book/_static", "tools/bookbuild"):
            shutil.copytree(
                ROOT / folder, root / folder, ignore=shutil.ignore_patterns("*.pyc")
            )
        for file in ("tools/book.py", "_config.yml"):
            shutil.copy(ROOT / file, root / file)
        (root / "book/values.py").write_text('VALUES = {"answer": 42}\n')
        (root / "_toc.yml").write_text("format: jb-book\nroot: book/ko/index\n")
        self.write("index", KO, EN)

    def write(self, page: str, ko: str, en: str) -> None:
        self.write_one("ko", page, ko)
        self.write_one("en", page, en)

    def write_one(self, language: str, page: str, body: str) -> None:
        path = self.root / "book" / language / f"{page}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        words = {"ko": "설명입니다.", "en": "A description."}[language]
        path.write_text(PAGE.format(description=words, body=body), "utf-8")

    def edit(self, language: str, old: str, new: str, page: str = "index") -> None:
        path = self.root / "book" / language / f"{page}.md"
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        """The exit status and everything that was said."""
        done = subprocess.run(
            [sys.executable, "tools/book.py", *arguments],
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def html(self, language: str, page: str = "index") -> str:
        return (self.root / f"_site/{language}/{page}.html").read_text("utf-8")


@pytest.fixture
def small_book(tmp_path: Path) -> Callable[[], SmallBook]:
    """A fresh small book whose translations nobody has accepted yet."""
    return lambda: SmallBook(tmp_path)


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> SmallBook:
    """A small book, accepted and built; one for all the tests of a module."""
    book = SmallBook(tmp_path_factory.mktemp("book"))
    status, said = book.run("accept")
    assert status == 0, said
    status, said = book.run()
    assert status == 0, said
    return book
