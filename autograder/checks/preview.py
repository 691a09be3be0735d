"""What a student sees before handing in: how an answer is read, not its worth.

These calls stand in the visible part of a graded cell.  They know no right answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .expression import parse_condition
from .outcome import MISSING, Text
from .scoring import spoken
from .unreadable import UnreadableError
from .values import is_blank, to_number

Answer = Callable[[], object]


def preview_number(answer: Answer, unit: str, language: Answer | str = "ko") -> None:
    """Print the number that the grader will read, in its unit.

    >>> preview_number(lambda: "3.35 TB/s", "GB/s", "en")
    Read as 3350 GB/s. Grading tells whether it is right.
    """

    def read(value: object) -> Text:
        number = to_number(value, unit)
        return Text(
            ko=f"{number:.6g} {unit}: 이렇게 읽었습니다. "
            "맞는지는 채점 때 알 수 있습니다.",
            en=f"Read as {number:.6g} {unit}. Grading tells whether it is right.",
        )

    _show(answer, read, language)


def preview_condition(
    answer: Answer, names: Sequence[str], language: Answer | str = "ko"
) -> None:
    """Print whether the condition can be read.

    >>> preview_condition(lambda: "batch < rows", ["batch"], "en")
    'rows' is not allowed here. Names you can use: batch
    """

    def read(value: object) -> Text:
        parse_condition(value, names)
        return Text(
            ko="조건을 읽었습니다. 맞는지는 채점 때 알 수 있습니다.",
            en="The condition can be read. Grading tells whether it is right.",
        )

    _show(answer, read, language)


def _show(
    answer: Answer, read: Callable[[object], Text], language: Answer | str
) -> None:
    try:
        value = answer()
        text = MISSING if is_blank(value) else read(value)
    except NameError:
        text = MISSING
    except UnreadableError as error:
        text = error.text
    print(text.say(spoken(language)))
