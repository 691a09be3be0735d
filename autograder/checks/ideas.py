"""Grade an explanation by the ideas it must hold, and those it must not.

For the chapter's review questions: an idea counts when its words stand together in
one sentence, a known mistake costs and is named, two terms with their roles swapped
are caught.  Where the text is long but little of it was recognised, the points are
provisional and a person is asked to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Protocol

from autograder.reading.clauses import Clauses
from autograder.reading.normalise import normalise

from .given import as_text
from .outcome import Outcome, Text, partly, right, wrong

_LONG = 60  # characters; a longer answer in which little is found is not judged alone
_NEGATED = re.compile(
    r"아니다|아닙니다|않는다|않습니다|없다|없습니다|\bnot\b|n't\b|\bnever\b|\bno\b"
)
_SENTENCE_ENDING = re.compile(
    r"다[.\s]|다$|요[.\s]|요$|음[.\s]|음$|임[.\s]|임$|[가-힣](?:은|는|이|가|을|를) "
    r"|\b(?:is|are|has|have|reads?|needs?|means|limits?|must|can|grows?|stays?)\b"
)
_PERSON = Text(
    ko="자동 채점이 다 알아보지 못했을 수 있습니다. 담당자가 확인합니다.",
    en="Automatic grading may not have recognised everything; a person will look.",
)


@dataclass(frozen=True)
class Found:
    """What one part of a check says about an answer: 1 there, 0 not; and why."""

    share: float
    note: Text | None = None


class Part(Protocol):
    """Something an answer should hold."""

    @property
    def weight(self) -> float:
        """How much it counts beside the other parts."""

    def find(self, sentences: list[str]) -> Found:
        """Look for it in the normalised sentences."""


@dataclass(frozen=True, kw_only=True)
class Idea:
    """A required idea.

    says:   ways to say it; each is the words (regular expressions in lower case)
        that must stand in one sentence, in any order
    hint:   what to say when it is not there; it must not give the answer away
    unless: words that make such a sentence say something else
    """

    says: tuple[tuple[str, ...], ...]
    hint: Text
    weight: float = 1
    unless: str = ""

    def find(self, sentences: list[str]) -> Found:
        """There if one sentence holds all the words of one way."""
        for sentence in sentences:
            if self.unless and re.search(self.unless, sentence):
                continue
            if any(_all(words, sentence) for words in self.says):
                return Found(1)
        return Found(0, self.hint)


@dataclass(frozen=True, kw_only=True)
class Definition:
    """A term that must be defined by its own limit and not by the other one's.

    term:     the words for the term
    limits:   what it is limited by, each with the words that say so
    opposite: the same for the other term; found instead, the roles are swapped
    """

    term: str
    limits: tuple[tuple[str, ...], ...]
    opposite: tuple[tuple[str, ...], ...]
    hint: Text
    swapped: Text
    weight: float = 1

    def find(self, sentences: list[str]) -> Found:
        """Judge the words after each mention of the term, up to the next sentence."""
        verdicts = [self._judge(part) for part in self._about(sentences)]
        if "right" in verdicts:
            return Found(1)
        return Found(0, self.swapped if "swapped" in verdicts else self.hint)

    def _about(self, sentences: list[str]) -> Iterator[str]:
        for i, sentence in enumerate(sentences):
            for match in re.finditer(self.term, sentence):
                rest = sentence[match.end() :]
                other = _OTHER_TERM.search(rest)
                part = rest[: other.start()] if other else rest
                if len(part.strip()) < 8:  # "limited by arithmetic is compute-bound"
                    part = sentence[: match.start()]
                if len(part.strip()) < 8 and i + 1 < len(sentences):
                    part = sentences[i + 1]
                yield part

    def _judge(self, part: str) -> str:
        own = min((_place(words, part) for words in self.limits), default=_NOWHERE)
        other = min((_place(words, part) for words in self.opposite), default=_NOWHERE)
        if own == other == _NOWHERE:
            return "nothing"
        return "right" if own <= other else "swapped"


_NOWHERE = 10**9
_OTHER_TERM = re.compile(
    r"(?:compute|memory|bandwidth)[- ]?(?:bound|limited)|(?:연산|컴퓨트|메모리) ?바운드"
)


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A wrong idea that is common enough to be named.

    says:  as in Idea; a sentence that denies it is no mistake
    costs: share of the points it takes away
    """

    says: tuple[tuple[str, ...], ...]
    message: Text
    costs: float = 0.5

    def made(self, sentences: list[str]) -> bool:
        """Is it asserted in some sentence?"""
        return any(
            _all(words, sentence) and not _NEGATED.search(sentence)
            for sentence in sentences
            for words in self.says
        )


@dataclass(frozen=True, kw_only=True)
class Ideas:
    """A check of an explanation in words.

    >>> check = Ideas(id="q", points=2, ideas=(
    ...     Idea(says=(("weights?|가중치", "every|all|모든|전부"),),
    ...          hint=Text(ko="무엇을 읽습니까?", en="What is read?")),))
    >>> check.check("For each token all weights are read.").status
    'right'
    """

    id: str
    points: float
    ideas: tuple[Part, ...]
    mistakes: tuple[Mistake, ...] = ()
    question: str = ""
    done: Text = field(
        default=Text(ko="필요한 생각이 다 있습니다.", en="Every needed idea is there.")
    )

    def check(self, answer: object) -> Outcome:
        """Grade `answer`; never raises, whatever a student typed."""
        given = as_text(answer)
        if isinstance(given, Outcome):
            return given
        low = normalise(given).low
        if self.question and repeats(given, self.question):
            return wrong(
                Text(
                    ko="문제의 문장을 되풀이했습니다.",
                    en="This repeats the question.",
                )
            )
        if not _SENTENCE_ENDING.search(low):
            return wrong(
                Text(
                    ko="낱말만 늘어놓았습니다. 문장으로 설명해 주세요.",
                    en="These are keywords. Explain in sentences.",
                )
            )
        return self._weigh(sentences_of(low), len(low))

    def _weigh(self, sentences: list[str], length: int) -> Outcome:
        found = [idea.find(sentences) for idea in self.ideas]
        made = [m for m in self.mistakes if m.made(sentences)]
        whole = sum(idea.weight for idea in self.ideas)
        earned = sum(f.share * i.weight for f, i in zip(found, self.ideas, strict=True))
        share = max(0.0, earned / whole - sum(m.costs for m in made))
        texts = [m.message for m in made] + [f.note for f in found if f.note]
        if not texts:
            return right(self.done)
        unsure = (length >= _LONG and earned <= whole / 2) or bool(made and earned)
        if unsure:
            texts.append(_PERSON)
        first, *rest = texts
        if share <= 0:
            outcome = wrong(first, tuple(rest))
        else:
            outcome = partly(round(share, 4), first, tuple(rest))
        return replace(outcome, person=unsure)


def sentences_of(low: str) -> list[str]:
    """The sentences of a normalised text."""
    starts = [*Clauses(low).sentence_starts, len(low)]
    pieces = (low[a:b].strip() for a, b in pairwise(starts))
    return [piece for piece in pieces if piece]


def repeats(answer: str, question: str) -> bool:
    """Is nearly everything in the answer also in the question, in the same order?"""
    a, q = ("".join(t.lower().split()) for t in (answer, question))
    return len(a) > 10 and (a in q or (len(a) <= 1.2 * len(q) and q in a))


def _all(words: tuple[str, ...], sentence: str) -> bool:
    return all(re.search(word, sentence) for word in words)


def _place(words: tuple[str, ...], part: str) -> int:
    """Where the first of `words` stands if all are there."""
    matches = [re.search(word, part) for word in words]
    places = [match.start() for match in matches if match]
    return places[0] if len(places) == len(words) else _NOWHERE
