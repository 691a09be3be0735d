"""`{n}`: a number in prose, from the library.

`values.py` beside the two trees names what the prose needs, once for both languages:
`VALUES = {"a100-ridge": hardware("A100").roof("bf16").ridge, ...}`.

    {n}`a100-ridge`          the number, to three significant digits
    {n}`a100-ridge:.1f`      in a format of one's own
    {n}`a100-ridge = 153`    as typed, and an error when the library says otherwise
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxRole

from .interface import BOOK

SPELLING = re.compile(
    r"(?P<key>[\w.-]+?)\s*(?:=\s*(?P<typed>.+)|:(?P<format>[,.\d]*[defg%]?))?"
)


class value_text(nodes.inline):  # noqa: N801
    """A number put in by the library; `key` says which."""


class ValueError_(LookupError):  # noqa: N801,N818 - shown to the author as it is
    """A number that the library does not give, or gives otherwise."""


def shown(value: object, format_: str | None = None, language: str = "en") -> str:
    """A value as prose shows it.

    >>> shown(1234), shown(153.02), shown(0.5, ".0%"), shown(131072.0)
    ('1,234', '153', '50%', '131,072')
    """
    from intensity.language import Text
    from intensity.view import significant

    if format_:
        return format(value, format_)
    if isinstance(value, Text):
        return value.ko if language == "ko" else value.en
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else significant(float(value))


def agrees(typed: str, value: object) -> bool:
    """Whether a typed number is the value, at the precision that it shows.

    >>> agrees("153", 153.02), agrees("1,024", 1024), agrees("1.5", 1.44)
    (True, True, False)
    """
    digits = typed.replace(",", "").replace("−", "-").strip()
    percent = digits.endswith("%")
    try:
        number = float(digits.rstrip("% "))
        given = float(value) * (100 if percent else 1)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return digits == str(value)
    decimals = len(digits.rstrip("% ").partition(".")[2])
    return abs(number - given) <= 0.5 * 10**-decimals * (1 + 1e-9)


def resolve(text: str, values: Mapping[str, object], language: str = "en") -> str:
    """What `{n}` shows for its content; an error says what to do."""
    match = SPELLING.fullmatch(text.strip())
    if match is None:
        raise ValueError_(
            f"cannot read {text!r}; write `key`, `key:.1f` or `key = 161`"
        )
    key, typed = match["key"], match["typed"]
    if key not in values:
        near = get_close_matches(key, values, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "add it there"
        raise ValueError_(f"no value {key!r} in book/values.py; {hint}")
    value = values[key]
    if isinstance(value, Callable):  # type: ignore[arg-type]
        value = value()  # type: ignore[operator]
    if typed is None:
        return shown(value, match["format"], language)
    if not agrees(typed, value):
        raise ValueError_(
            f"the text says {typed} for {key!r}, the library says {shown(value)}; "
            "correct the text, or look for what changed in the library"
        )
    return typed


def load(path: Path) -> Mapping[str, object]:
    """`VALUES` of the module at `path`; nothing if the book has none."""
    if not path.exists():
        return {}
    spec = importlib.util.spec_from_file_location("book_values", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.VALUES  # type: ignore[no-any-return]


class Value(SphinxRole):
    """The role."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """A node with the number, or an error at its place."""
        if not hasattr(self.env.app, "book_values"):
            self.env.app.book_values = load(Path(self.config.book_values))
        try:
            text = resolve(self.text, self.env.app.book_values, self.config.language)
        except Exception as error:
            message = self.inliner.reporter.error(
                f"{{n}}`{self.text}`: {error}", line=self.lineno
            )
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [
                message
            ]
        return [value_text(self.rawtext, text, key=self.text.strip())], []


def _digest(app: Any, config: Any) -> None:
    """Read every page again when the library or the values change."""
    if not config.book_values:
        config.book_values = str(BOOK / "values.py")
    source = BOOK.parent / "src"
    paths = [*sorted(source.rglob("*.py")), *sorted(source.rglob("*.csv"))]
    paths += [Path(config.book_values)] if Path(config.book_values).exists() else []
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    config.book_digest = whole.hexdigest()


def setup(app: Any) -> dict[str, Any]:
    """Add the role and what makes pages depend on the library."""
    app.add_config_value("book_values", "", "env")
    app.add_config_value("book_digest", "", "env")
    app.connect("config-inited", _digest)
    app.add_node(
        value_text,
        html=(
            lambda translator, _: translator.body.append('<span class="n">'),
            lambda translator, _: translator.body.append("</span>"),
        ),
    )
    app.add_role("n", Value())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
