"""Grade a list of the conditions a claim must state, and one flip condition.

For the chapter's third review question: fully automatic.  Names count, values do
not matter here; saying the same condition twice counts once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from autograder.reading import read
from autograder.reading.flips import boundaries
from autograder.reading.normalise import normalise

from .given import as_text
from .ideas import repeats
from .outcome import Outcome, Text, partly, right, wrong

CONDITIONS = {
    "model": r"모델|(?<![a-z])models?(?![a-z])|파라미터 ?수|model size",
    "hardware": (
        r"하드웨어|장치|gpu|가속기|칩|그래픽 ?카드|(?<![a-z])(?:hardware|devices?|"
        r"chips?|"
        r"accelerators?|cards?)(?![a-z])"
    ),
    "batch": r"배치|(?<![a-z])batch|동시 ?요청|동시성|concurren",
    "precision": (
        r"정밀도|양자화|비트|자료형|dtype|precision|quanti[sz]ation|number format|"
        r"bf16|fp16"
    ),
    "context": (
        r"컨텍스트|문맥|시퀀스 ?길이|프롬프트 ?길이|입력 ?길이|context|sequence length|"
        r"prompt length|input length|kv ?캐시 ?길이"
    ),
    "evidence": (
        r"측정|실측|추론인지|계산인지|inferred|measured|출처|source|벤치마크|benchmark"
    ),
    "software": (
        r"소프트웨어|프레임워크|커널|엔진|버전|software|framework|kernel|engine|version"
    ),
    "count": (
        r"장치 ?수|gpu ?수|몇 ?장|텐서 ?병렬|number of (?:gpus|devices)|"
        r"tensor parallel"
    ),
}
_TURNS = re.compile(
    r"compute|연산|뒤집|바뀌|넘어가|flip|turn|becom|shift|overhead|오버헤드|달라|"
    r"옮겨|crosses"
)


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """A check: at least `least` different conditions, and a flip with a direction.

    flip: share of the points for the flip; the rest is for the conditions
    core: one of these must be among them, or it says so

    >>> check = Conditions(id="q3", points=4)
    >>> answer = "모델, 하드웨어, 배치. 배치가 커지면 연산 바운드로 뒤집힌다."
    >>> check.check(answer).status
    'right'
    """

    id: str
    points: float
    least: int = 3
    flip: float = 0.4
    core: tuple[str, ...] = ("model", "hardware", "batch", "precision")
    question: str = ""

    def check(self, answer: object) -> Outcome:
        """Grade `answer`; never raises, whatever a student typed."""
        if isinstance(answer, list | tuple):
            answer = ". ".join(str(part)[:500] for part in answer[:30])
        given = as_text(answer)
        if isinstance(given, Outcome):
            return given
        if self.question and repeats(given, self.question):
            return wrong(
                Text(
                    ko="문제의 문장을 되풀이했습니다.", en="This repeats the question."
                )
            )
        return self._weigh(given)

    def _weigh(self, answer: str) -> Outcome:
        low = normalise(answer).low
        flip = find_flip(answer)
        listed = low if flip is None else low.replace(flip, " ", 1)
        named = [name for name, words in CONDITIONS.items() if re.search(words, listed)]
        core = [name for name in named if name in self.core]
        counted = len(core) + min(len(named) - len(core), self.least - 1)
        notes = []
        if counted < self.least:
            notes.append(_too_few(counted, self.least))
        if flip is None:
            notes.append(NO_FLIP)
        share = (1 - self.flip) * min(1, counted / self.least)
        share += self.flip * (flip is not None)
        if not notes:
            return right()
        if share <= 0:
            return wrong(notes[0], tuple(notes[1:]))
        return partly(round(share, 4), notes[0], tuple(notes[1:]))


NO_FLIP = Text(
    ko="뒤집히는 조건이 보이지 않습니다. 무엇이 어느 쪽으로 변하면 어떻게 되는지 "
    "쓰세요. “배치에 따라 다르다”에는 방향이 없습니다.",
    en="No flip condition was found. Say what changes, in which direction, and what "
    "then happens; “it depends on the batch” has no direction.",
)


def find_flip(answer: str) -> str | None:
    """The words of a flip condition with a direction and a consequence, or None.

    >>> find_flip("It depends on the batch.") is None
    True
    """
    reading = read(answer)
    if reading.flip_condition_stated:
        return reading.flip_condition_stated.lower()
    low = normalise(answer).low
    for start, end in boundaries(low):
        if _TURNS.search(low[start : end + 60]) or _TURNS.search(
            low[max(0, start - 60) : start]
        ):
            return low[start:end]
    return None


def _too_few(counted: int, least: int) -> Text:
    return Text(
        ko=f"밝혀야 할 조건이 {counted}가지만 보입니다. {least}가지 이상 드세요. "
        "판정을 바꿀 수 있는 것을 떠올려 보세요.",
        en=f"Only {counted} condition(s) found; give at least {least}. "
        "Think of what can change the verdict.",
    )
