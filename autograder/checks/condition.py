"""Grade a written condition by looking for a case where it fails.

The student writes when something holds ("batch < 100").  It is read as data,
never run: only the stated names, numbers, + - * /, comparisons, and/or/not.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .expression import Case, parse_condition
from .outcome import Outcome, Text, missing, partly, right, wrong
from .unreadable import UnreadableError
from .values import is_blank


@dataclass(frozen=True, kw_only=True)
class Lookalike:
    """A wrong condition that people write, recognised by what it is true of."""

    condition: str
    message: Text
    credit: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Condition:
    """A check of a condition over every combination of the values in `over`.

    Right when it agrees with `truth` in each case that is not `close` to call;
    otherwise wrong, with the first case where they differ as a counterexample.
    """

    id: str
    points: float
    over: Mapping[str, Sequence[float]]
    truth: Callable[..., bool]
    close: Callable[..., bool] = lambda **_: False
    lookalikes: tuple[Lookalike, ...] = ()

    def check(self, answer: object) -> Outcome:
        """Grade `answer`, whatever a student typed."""
        if is_blank(answer):
            return missing()
        try:
            holds = parse_condition(answer, tuple(self.over))
            return self._against_truth(holds)
        except UnreadableError as error:
            return wrong(error.text)

    def _against_truth(self, holds: Callable[[Case], bool]) -> Outcome:
        cases = [case for case in self.cases() if not self.close(**case)]
        off = [case for case in cases if holds(case) != self.truth(**case)]
        if not off:
            return right()
        counterexample = _counterexample(off[0], bool(holds(off[0])))
        if len(off) == len(cases):
            return wrong(REVERSED, (counterexample,))
        for known in self.lookalikes:
            same = parse_condition(known.condition, tuple(self.over))
            if all(holds(case) == same(case) for case in cases):
                make = partly if known.credit else _no_credit
                return make(known.credit, known.message, (counterexample,))
        return wrong(counterexample)

    def cases(self) -> Iterator[dict[str, float]]:
        """Every combination of the stated values."""
        for values in itertools.product(*self.over.values()):
            yield dict(zip(self.over, values, strict=True))


REVERSED = Text(
    ko="모든 경우에 정반대입니다. 부등호의 방향이나 무엇을 묻는지 다시 보세요.",
    en="It is the opposite in every case: look again at the direction of the "
    "comparison, or at what is asked.",
)


def _counterexample(case: Case, answer: bool) -> Text:
    where = ", ".join(f"{name} = {value:g}" for name, value in case.items())
    said = ("참", "true") if answer else ("거짓", "false")
    return Text(
        ko=f"반례: {where}일 때 쓴 조건은 {said[0]}인데 사실은 그렇지 않습니다.",
        en=f"Counterexample: at {where} your condition is {said[1]}, "
        "and in fact it is the other way round.",
    )


def _no_credit(_: float, message: Text, details: tuple[Text, ...]) -> Outcome:
    return wrong(message, details)
