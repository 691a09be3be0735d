"""Grade a table of choices: one word for each row, from a short list.

Each row is graded alone; a wrong row gets the reason the author wrote for it, or a
hint that does not give the answer away.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .given import as_dict, value_of
from .outcome import MISSING, Outcome, Text, missing, partly, right, wrong
from .scoring import spoken


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row: the right words, and what to say for a wrong one.

    expected: words that are right (any of them)
    hint:     said for a wrong choice that has no message of its own
    why:      wrong word -> message
    """

    expected: tuple[str, ...]
    hint: Text
    why: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Choices:
    """A check of a mapping from row names to chosen words.

    words: canonical word -> other spellings that mean it; nothing else is accepted

    >>> check = Choices(
    ...     id="q", points=1, words={"measured": ("측정",), "inferred": ("추론",)},
    ...     rows={"a": Row(expected=("measured",), hint=Text("잼", "run"))})
    >>> check.check({"a": "측정"}).status, check.check({"a": "inferred"}).status
    ('right', 'wrong')
    """

    id: str
    points: float
    words: Mapping[str, tuple[str, ...]]
    rows: Mapping[str, Row]

    def check(self, answer: object) -> Outcome:
        """Grade `answer`; never raises, whatever a student typed."""
        filled = as_dict(answer)
        if isinstance(filled, Outcome):
            return filled
        given = {_plain(key): value for key, value in list(filled.items())[:200]}
        notes = []
        blank = 0
        for name, row in self.rows.items():
            value = given.get(_plain(name))
            if value is None or value == "":
                blank += 1
                notes.append(_said(name, _BLANK))
                continue
            note = self._judge(row, value)
            if note is not None:
                notes.append(_said(name, note))
        if blank == len(self.rows):
            return missing()
        if not notes:
            return right()
        share = 1 - len(notes) / len(self.rows)
        if share <= 0:
            return wrong(notes[0], tuple(notes[1:]))
        return partly(round(share, 4), notes[0], tuple(notes[1:]))

    def _judge(self, row: Row, value: object) -> Text | None:
        word = self._word(value)
        if word is None:
            shown = repr(value[:20]) if isinstance(value, str) else type(value).__name__
            listed = ", ".join(self.words)
            return Text(
                ko=f"{shown}: 고를 수 있는 말은 {listed}입니다.",
                en=f"{shown}: choose one of {listed}.",
            )
        if word in row.expected:
            return None
        return row.why.get(word, row.hint)

    def _word(self, value: object) -> str | None:
        plain = _plain(value)
        for word, others in self.words.items():
            if plain in (_plain(word), *map(_plain, others)):
                return word
        return None


_BLANK = Text(ko="아직 고르지 않았습니다.", en="not chosen yet.")


def _said(name: str, note: Text) -> Text:
    return Text(ko=f"{name}: {note.ko}", en=f"{name}: {note.en}")


def _plain(value: object) -> str:
    """Compare without width, case, spaces and hyphens."""
    if not isinstance(value, str) or len(value) > 60:
        return "\x00"
    text = unicodedata.normalize("NFKC", value).casefold()
    return "".join(c for c in text if c.isalnum())


def preview_choices(
    answer: Callable[[], object],
    words: Mapping[str, tuple[str, ...]],
    language: Callable[[], object] | str = "ko",
) -> None:
    """Print which word is read in each row, without saying which is right.

    >>> preview_choices(lambda: {"a": "측정", "b": "?"}, {"measured": ("측정",)}, "en")
    a          measured
    b          '?' cannot be read
    Grading tells whether it is right.
    """
    lang = spoken(language)
    value = value_of(answer)
    if not isinstance(value, Mapping) or not any(value.values()):
        print(MISSING.say(lang))
        return
    reader = Choices(id="", points=0, words=words, rows={})
    for name, chosen in list(value.items())[:50]:
        if chosen in (None, ""):
            continue
        word = reader._word(chosen)
        shown = repr(chosen[:20]) if isinstance(chosen, str) else "?"
        failed = Text(ko=f"{shown}: 읽지 못했습니다", en=f"{shown} cannot be read")
        print(f"{str(name)[:10]:<10} {word or failed.say(lang)}")
    print(_END.say(lang))


_END = Text(
    ko="맞는지는 채점 때 알 수 있습니다.", en="Grading tells whether it is right."
)
