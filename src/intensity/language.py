"""The two languages: a sentence in both, and errors that carry one.

Everything a reader sees exists in Korean and English.  A page shows both and lets
the reader switch; a terminal shows the one that `language` picks.
"""

import os
from typing import Literal, NamedTuple

Language = Literal["ko", "en"]


def language() -> Language:
    """Which language this process speaks: INTENSITY_LANG, else LC_ALL, else LANG.

    The first of the three that is set decides, whatever it names; anything but
    Korean, and nothing at all, means English.
    """
    for variable in ("INTENSITY_LANG", "LC_ALL", "LANG"):
        value = os.environ.get(variable, "").strip().lower()
        if value:
            return "ko" if value == "ko" or value.startswith(("ko_", "ko-")) else "en"
    return "en"


class Text(NamedTuple):
    """One sentence in both languages.

    >>> Text(ko="배치", en="batch").say("ko")
    '배치'
    """

    ko: str
    en: str

    def say(self, lang: Language | None = None) -> str:
        """The sentence in `lang`, or in this process's `language`."""
        return self.ko if (lang or language()) == "ko" else self.en

    def __str__(self) -> str:
        return self.say()


class CourseError(ValueError):
    """What a reader did that cannot be answered, said in both languages.

    `.text` is the sentence; `str()` gives it in this process's language.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return self.text.say()
