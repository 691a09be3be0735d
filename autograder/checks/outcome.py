"""What a check says about one answer: a status, a share of the points, words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from intensity.language import Language, Text

__all__ = [
    "Language",
    "Outcome",
    "Status",
    "Text",
    "broken",
    "missing",
    "partly",
    "right",
    "wrong",
]

Status = Literal["right", "partly", "wrong", "missing", "broken"]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The verdict on one answer.

    status:   missing - the student gave no answer;
              broken  - the check itself failed and a person must look.  Never the
              student's fault, and never reported as a wrong answer.
    fraction: share of the points, 0..1
    message:  the main sentence the student reads, in both languages
    details:  further sentences, each on a line of its own
    person:   the check is not sure of this answer, and a person should look before
              the points are final

    >>> partly(0.5, Text(ko="절반만 맞습니다.", en="Half of it is right.")).fraction
    0.5
    """

    status: Status
    fraction: float
    message: Text
    details: tuple[Text, ...] = ()
    person: bool = False

    def __post_init__(self) -> None:
        if not 0.0 <= self.fraction <= 1.0:
            raise ValueError(f"fraction must lie in 0..1, got {self.fraction!r}")

    def say(self, lang: Language) -> str:
        """Everything the student reads, one sentence a line."""
        return "\n".join(text.say(lang) for text in (self.message, *self.details))


RIGHT = Text(ko="맞습니다.", en="Right.")
MISSING = Text(ko="아직 답이 없습니다.", en="No answer yet.")
BROKEN = Text(
    ko="채점기 쪽에서 오류가 났습니다. 답이 틀렸다는 뜻이 아닙니다. "
    "점수는 보류되고 담당자가 확인합니다.",
    en="The grader failed here, which does not mean that your answer is wrong. "
    "Your points are on hold until a person has looked.",
)


def right(message: Text = RIGHT, details: tuple[Text, ...] = ()) -> Outcome:
    """All the points."""
    return Outcome(status="right", fraction=1.0, message=message, details=details)


def partly(fraction: float, message: Text, details: tuple[Text, ...] = ()) -> Outcome:
    """Some of the points, and what would earn the rest."""
    return Outcome(status="partly", fraction=fraction, message=message, details=details)


def wrong(message: Text, details: tuple[Text, ...] = ()) -> Outcome:
    """No points, and a reason the student can act on."""
    return Outcome(status="wrong", fraction=0.0, message=message, details=details)


def missing(message: Text = MISSING, details: tuple[Text, ...] = ()) -> Outcome:
    """No points: the answer was left blank."""
    return Outcome(status="missing", fraction=0.0, message=message, details=details)


def broken() -> Outcome:
    """The check itself raised: points on hold, a person must look."""
    return Outcome(status="broken", fraction=0.0, message=BROKEN)
