"""Whether an object that may compare itself with the checker's data does so honestly.

A check about a class that students write lets their objects decide: `Money(5) == 5`.
One that agrees with everything would be right always.  So it is asked about other
values as well, in no certain order, and cannot tell which one the check means; where
it agrees with those too, it is not believed.  A student who guesses may still be
lucky: a check that compares plain attributes leaves nothing to guess.
"""

import random
import sys
from collections.abc import Callable
from typing import Any

CHANCE = random.SystemRandom()  # check cells may have seeded the other one
# No remainder that a homework counts by goes into these.
PRIMES = (11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83)
DECOYS = 3
LETTERS = "abcdefghijklmnopqrstuvwxyz"

Ask = Callable[[Any], Any]


def equals(ask: Ask, other: Any, *, wanted: bool) -> tuple[Any, bool]:
    """The answer about `other`, and whether it can be believed.

    ask: the object's answer about one value, to `==` or `!=`
    wanted: the answer that says "equal"
    """
    answer, others = _asked(ask, other, decoys(other))
    agrees = _is(answer, wanted)
    return answer, not (agrees and any(_is(one, wanted) for one in others))


def calculates(ask: Ask, other: Any, *, zero: bool) -> tuple[Any, bool]:
    """What comes of an operation with the number `other`, and whether to believe it.

    zero: nought may come of it whatever `other` is
    """
    answer, others = _asked(ask, other, decoys(other)[:1])
    if type(answer) not in (int, float) or (zero and answer == 0):
        return answer, True
    return answer, not any(
        type(one) is type(answer) and one == answer for one in others
    )


def _asked(ask: Ask, other: Any, false: list[Any]) -> tuple[Any, list[Any]]:
    values = [other, *false]
    order = list(range(len(values)))
    CHANCE.shuffle(order)
    answers = {}
    for number in order:
        try:
            answers[number] = ask(values[number])
        except Exception:
            if not number:
                raise
    return answers.pop(0), list(answers.values())


def _is(answer: Any, wanted: bool) -> bool:
    """Whether an answer, or each element of one, is `wanted`."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and isinstance(answer, numpy.ndarray | numpy.bool_):
        return bool(numpy.all(answer == wanted))
    return answer is wanted


def decoys(value: Any) -> list[Any]:
    """Values of the same kind as `value` and different from it; none for odd kinds.

    >>> all(type(one) is int and one != 7 for one in decoys(7))
    True
    """
    kind = type(value)
    steps = CHANCE.sample(PRIMES, DECOYS)
    signed = [step * CHANCE.choice((1, -1)) for step in steps]
    if kind is bool:
        return [not value]
    if kind is int:
        return [value + step for step in signed]
    if kind is float:
        size = abs(value) if value and abs(value) < 1e300 else 1.0
        return [value + size * step / 7 for step in signed]
    if kind is str:
        return [
            value + CHANCE.choice(LETTERS),
            _shuffled(value) + "x",
            "".join(CHANCE.choice(LETTERS) for _ in value) + "q",
        ]
    if kind in (list, tuple):
        return [value + kind([step]) for step in steps]
    if kind is dict:
        return [{**value, step: step} for step in steps]
    if kind in (set, frozenset):
        return [value | {step + 1000} for step in steps]
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and kind is numpy.ndarray and value.dtype.kind in "iuf":
        return [value + step for step in steps]
    return []


def _shuffled(text: str) -> str:
    letters = list(text)
    CHANCE.shuffle(letters)
    return "".join(letters)
