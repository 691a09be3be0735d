"""The `%%claim` cell magic: write a claim, run the cell, see what was understood.

    %load_ext autograder.checks.magic

    %%claim my_claim
    Llama-3-8B를 A100에서 bf16, 배치 8로 돌리면 디코드는 메모리 바운드다.

The cell's text goes into the variable named on the first line (`claim` if none is
named), so that a graded cell can fetch it.  `--lang en` chooses the language.
"""

from __future__ import annotations

import keyword
import re
from typing import Any

from intensity.language import CourseError, Language, Text

from .understood import Understood, understood

_LANGUAGE = re.compile(r"--lang[ =](ko|en)\b")


def claim(line: str, cell: str, names: dict[str, Any]) -> Understood:
    """Store the cell's text under the name in `line` and show how it is read.

    Raises CourseError if the name cannot be a variable.

    >>> names = {}
    >>> claim("mine --lang en", "Decode is memory-bound.", names).lang
    'en'
    >>> names["mine"]
    'Decode is memory-bound.'
    """
    wanted = _LANGUAGE.search(line)
    name = _LANGUAGE.sub("", line).strip() or "claim"
    if not name.isidentifier() or keyword.iskeyword(name):
        raise CourseError(
            Text(
                ko=(
                    f"%%claim {name[:40]!r}: 변수 이름 하나를 쓰세요. 예: %%claim "
                    f"my_claim"
                ),
                en=(
                    f"%%claim {name[:40]!r}: give one variable name, as in %%claim "
                    f"my_claim"
                ),
            )
        )
    names[name] = cell.strip()
    chosen: Language | None = None
    if wanted is not None:
        chosen = "ko" if wanted[1] == "ko" else "en"
    return understood(names[name], chosen or _notebook_language(names))


def _notebook_language(names: dict[str, Any]) -> Language | None:
    """The notebook's own LANGUAGE, if it sets one."""
    language = names.get("LANGUAGE")
    if isinstance(language, str) and language in ("ko", "en"):
        return "ko" if language == "ko" else "en"
    return None


def load_ipython_extension(shell: Any) -> None:
    """Called by `%load_ext`: registers the magic."""

    def run(line: str, cell: str) -> Understood:
        return claim(line, cell, shell.user_ns)

    shell.register_magic_function(run, "cell", "claim")
