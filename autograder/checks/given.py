"""An answer in the form that a check asks for, or what to say when it is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from intensity.language import Text

from .outcome import Outcome, missing, wrong
from .values import is_blank


def value_of(answer: Callable[[], object]) -> object:
    """What `answer` gives; None where the line that defines it was deleted.

    >>> value_of(lambda: 3), value_of(lambda: no_such_name)
    (3, None)
    """
    try:
        return answer()
    except NameError:
        return None


def as_text(answer: object) -> str | Outcome:
    """The text of an answer; the outcome of one that is blank or no text.

    >>> as_text("decode"), as_text("  ").status, as_text(3).status
    ('decode', 'missing', 'wrong')
    """
    if is_blank(answer):
        return missing()
    if isinstance(answer, str):
        return answer
    got = type(answer).__name__
    return wrong(
        Text(
            ko=f"글(문자열)로 답해 주세요. 받은 값: {got}",
            en=f"Answer with text (a string); got {got}.",
        )
    )


def as_dict(answer: object) -> Mapping[Any, Any] | Outcome:
    """The dict of an answer; the outcome of one that is empty or no dict.

    >>> as_dict({"a": 1}), as_dict({}).status, as_dict([1]).status
    ({'a': 1}, 'missing', 'wrong')
    """
    if is_blank(answer):
        return missing()
    if isinstance(answer, Mapping):
        return answer or missing()
    got = type(answer).__name__
    return wrong(
        Text(
            ko=f"사전(dict)으로 답해 주세요. 받은 값: {got}",
            en=f"Answer with a dict; got {got}.",
        )
    )
