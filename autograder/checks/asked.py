"""A check whose answers must also be about what was asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .outcome import Outcome, Text, partly, wrong
from .sheet import Check


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Grades by `by`; an answer that is good but beside the question gets a share.

    about:     whether an answer is about what was asked
    otherwise: what to say if it is not
    share:     of what `by` gives, what such an answer keeps

    >>> from autograder.checks import Number
    >>> even = Asked(by=Number(id="n", points=2, unit="GB", expected=5, rtol=0.5),
    ...              about=lambda n: n % 2 == 0, share=0.5,
    ...              otherwise=Text(ko="짝수를 물었습니다.", en="An even one, please."))
    >>> even.check(5).fraction, even.check(4).fraction
    (0.5, 1.0)
    """

    by: Check
    about: Callable[..., bool]
    otherwise: Text
    share: float = 0.0

    @property
    def id(self) -> str:
        """The name of the question."""
        return self.by.id

    @property
    def points(self) -> float:
        """What the question is worth."""
        return self.by.points

    def check(self, answer: object) -> Outcome:
        """Grade `answer`; asks `about` only of what `by` could read."""
        outcome = self.by.check(answer)
        if not outcome.fraction or self.about(answer):
            return outcome
        details = (outcome.message, *outcome.details)
        if not self.share:
            return wrong(self.otherwise, details)
        return partly(outcome.fraction * self.share, self.otherwise, details)
