"""The error for an answer that cannot be read: malformed is not wrong."""

from intensity.language import Text


class UnreadableError(ValueError):
    """An answer that cannot be read; `.text` says what was found and what to write."""

    def __init__(self, ko: str, en: str) -> None:
        self.text = Text(ko=ko, en=en)
        super().__init__(en)


def quoted(text: str, limit: int = 40) -> str:
    """A student's own words for a message: one line, printable, cut short.

    >>> quoted("sixteen")
    "'sixteen'"
    """
    shown = "".join(c if c.isprintable() else "?" for c in text[: limit + 1])
    return f"'{shown[:limit]}…'" if len(text) > limit else f"'{shown}'"
