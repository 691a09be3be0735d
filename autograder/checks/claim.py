"""Grade a free-text claim: the author's policy over three separate judgements."""

from __future__ import annotations

from dataclasses import dataclass, field

from autograder.reading import Reading, read
from intensity import Text

from .given import as_text
from .judging import REQUIRED, Judgement, judge
from .outcome import Outcome, partly, right, wrong

_CAPPED = 0.75  # most that a text which tries to mislead the reader can earn


@dataclass(frozen=True, kw_only=True)
class Policy:
    """How the points of a claim are parted; only the proportions count.

    conditions:   for the required conditions, in equal shares
    no_overclaim: for claiming no more than is supported
    truth:        for a verdict the library does not contradict
    evidence:     for evidence that fits what it is called (0: not graded)
    mild:         share of `no_overclaim` left to a claim that is merely
                  unconditional; its missing conditions already cost points
    """

    conditions: float = 2
    no_overclaim: float = 1
    truth: float = 1
    evidence: float = 0
    mild: float = 0.5

    def __post_init__(self) -> None:
        parts = (self.conditions, self.no_overclaim, self.truth, self.evidence)
        if min(parts) < 0 or sum(parts) <= 0 or not 0 <= self.mild <= 1:
            raise ValueError(
                f"policy parts must be 0 or more and not all 0, mild in 0..1: {self}"
            )

    def fraction(self, judgement: Judgement, requires: tuple[str, ...]) -> float:
        """Share of the points a judgement earns, 0..1."""
        if judgement.blocked is not None:
            return 0.0
        there = 1 - len(judgement.missing) / len(requires) if requires else 1.0
        kind = judgement.overclaim_type
        modest = 1.0 if kind is None else self.mild if kind == "unconditional" else 0.0
        earned = (
            self.conditions * there
            + self.no_overclaim * modest
            + self.truth * _truth(judgement)
            + self.evidence * (not judgement.evidence_wrong)
        )
        whole = self.conditions + self.no_overclaim + self.truth + self.evidence
        fraction = earned / whole
        suspicious = {"instruction", "hidden", "truncated"} & judgement.reading.notes
        return min(fraction, _CAPPED) if suspicious else fraction


def _truth(judgement: Judgement) -> float:
    """1 not contradicted, 0 contradicted or impossible, 1/2 not settled."""
    truth = judgement.truth
    if judgement.impossible or truth.roofline == "disagree":
        return 0.0
    if (
        truth.unverifiable
        or truth.contradicted
        or judgement.reading.phase == "unspecified"
        or truth.flip_wrong
    ):
        return 0.5
    if truth.roofline == "n/a" and truth.counterexample is not None:
        return 0.0 if judgement.reading.quantifier != "hedged" else 0.5
    return 1.0


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A check of one claim about what bounds prefill or decode.

    requires: the conditions this exercise asks for
    policy:   how the points are parted
    phase, verdict: set them if the exercise asks about one phase or expects one
        verdict; a claim about something else earns nothing
    question: the exercise's sentence, so that repeating it earns nothing

    >>> check = Claim(id="q1", points=4)
    >>> check.check("디코드는 메모리 바운드다.").status
    'partly'
    >>> check.check(
    ...     "Llama-3-8B, one H100, bf16, batch 8: decode is memory-bound."
    ... ).status
    'right'
    """

    id: str
    points: float
    requires: tuple[str, ...] = REQUIRED
    policy: Policy = field(default_factory=Policy)
    phase: str | None = None
    verdict: str | None = None
    question: str = ""

    def check(self, answer: object) -> Outcome:
        """Grade `answer`; never raises, whatever a student typed."""
        given = as_text(answer)
        if isinstance(given, Outcome):
            return given
        return self.grade(read(given))

    def grade(self, reading: Reading) -> Outcome:
        """Grade what was read, from a text or from a form."""
        judgement = judge(reading, self.requires, self.question)
        other = self._not_asked(judgement)
        if other is not None:
            return wrong(other)
        fraction = self.policy.fraction(judgement, self.requires)
        texts = tuple(m.text for m in judgement.messages) or (
            Text(ko="다시 써 보세요.", en="Try again."),
        )
        if judgement.accept and fraction >= 1 - 1e-9:
            return right(texts[0], texts[1:])
        fraction = min(fraction, 0.95)  # full marks are for trustworthy claims only
        if fraction <= 0:
            return wrong(texts[0], texts[1:])
        return partly(round(fraction, 4), texts[0], texts[1:])

    def _not_asked(self, judgement: Judgement) -> Text | None:
        reading = judgement.reading
        if judgement.blocked is not None:
            return None
        if self.phase and reading.phase not in (self.phase, "unspecified"):
            return Text(
                ko=(
                    f"이 문제는 {self.phase}에 관한 것입니다. 쓴 주장은 "
                    f"{reading.phase}에 관한 것으로 읽혔습니다."
                ),
                en=(
                    f"This question is about {self.phase}; your claim was read as "
                    f"being about {reading.phase}."
                ),
            )
        if self.verdict and reading.verdict != self.verdict:
            return Text(
                ko=(
                    "이 조건에서 판정이 다릅니다. 연산 시간과 메모리 시간을 각각 "
                    "계산해 견주어 보세요."
                ),
                en=(
                    "Under these conditions the verdict is another. Compute the "
                    "compute time and the memory time and compare them."
                ),
            )
        return None
