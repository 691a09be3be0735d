"""Show what the reader understood of a claim, before any grading, as a small table.

Each row: a slot, its value, and the words that filled it.  Nothing is judged.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograder.reading import Reading, Unclear, read
from autograder.reading.normalise import normalise
from intensity.language import Language, language

from .given import value_of
from .ideas import sentences_of
from .outcome import MISSING, Text
from .scoring import spoken
from .values import is_blank

_ROWS: tuple[tuple[str, Text], ...] = (
    ("phase", Text("단계", "phase")),
    ("verdict", Text("판정", "verdict")),
    ("model", Text("모델", "model")),
    ("hardware", Text("하드웨어", "hardware")),
    ("batch", Text("배치", "batch")),
    ("precision_weights", Text("정밀도", "precision")),
    ("context", Text("컨텍스트", "context")),
    ("prompt_len", Text("프롬프트", "prompt")),
    ("evidence", Text("근거", "evidence")),
    ("quantifier", Text("말의 세기", "how sure")),
    ("flip_condition_stated", Text("뒤집히는 조건", "flip condition")),
)
_SPAN = {"precision_weights": "precision"}
_WORDS = {
    "prefill": Text("프리필", "prefill"),
    "decode": Text("디코드", "decode"),
    "both": Text("프리필과 디코드", "prefill and decode"),
    "compute-bound": Text("연산 바운드", "compute-bound"),
    "memory-bound": Text("메모리 바운드", "memory-bound"),
    "split": Text("단계마다 다름", "one for each phase"),
    "overhead-bound": Text("오버헤드", "overhead"),
    "capacity-bound": Text("용량", "capacity"),
    "comm-bound": Text("통신", "communication"),
    "latency-bound": Text("지연", "latency"),
    "balanced": Text("경계 부근", "near the ridge"),
    "not-memory": Text("메모리 바운드가 아님", "not memory-bound"),
    "not-compute": Text("연산 바운드가 아님", "not compute-bound"),
    "depends": Text("때에 따라 다름", "it depends"),
    "measured": Text("측정", "measured"),
    "inferred": Text("추론", "inferred"),
    "absolute": Text("예외 없음", "without exception"),
    "hedged": Text("대체로", "usually"),
    "plain": Text("단정", "plain"),
}
_ACTS = {
    "ask": Text("질문으로 읽었습니다.", "Read as a question."),
    "report": Text("남의 말로 읽었습니다.", "Read as someone else's claim."),
    "refute": Text("반박으로 읽었습니다.", "Read as a refutation."),
}
_NOTHING = Text("읽지 못함", "not found")
_PARTIAL = Text("일부만", "only in part")
_END = Text(
    "맞는지는 채점 때 알 수 있습니다.", "Grading tells whether the claim holds."
)
_WHY = {
    "contradiction": Text("값이 여럿이라 정하지 못함", "several values, none chosen"),
    "unknown": Text("표에 없는 이름", "a name in no table"),
}


@dataclass(frozen=True)
class Understood:
    """A reading made visible: `print` shows text, a notebook shows a table.

    >>> print(Understood(read("Decode on an H100 is memory-bound."), "en"))
    phase           decode             "Decode"
    verdict         memory-bound       "memory-bound"
    model           not found
    hardware        H100               "H100"
    batch           not found
    precision       not found
    evidence        not found
    how sure        plain
    Grading tells whether the claim holds.
    """

    reading: Reading
    lang: Language

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """(slot, value, the student's words), in the student's language."""
        for slot, label in _ROWS:
            value = self._value(slot)
            if value is None:
                continue
            quote = self.reading.quote(_SPAN.get(slot, slot)) or ""
            if not quote and self.reading.quote(f"{slot}_partial"):
                quote = self.reading.quote(f"{slot}_partial") or ""
            yield label.say(self.lang), value, " ".join(quote.split())[:60]

    def notes(self) -> Iterator[str]:
        """What the table cannot show."""
        if self.reading.speech_act in _ACTS:
            yield _ACTS[self.reading.speech_act].say(self.lang)
        yield _END.say(self.lang)

    def _value(self, slot: str) -> str | None:
        """What stands in the table; None leaves the row out."""
        value = getattr(self.reading, slot)
        if slot == "verdict" and value == "other":
            value = self.reading.verdict_detail
        doubt = _doubt(self.reading, slot)
        if value in (None, "unspecified", "unstated", "none"):
            if doubt is not None and doubt.why in _WHY:
                return _WHY[doubt.why].say(self.lang)
            if getattr(self.reading, f"{slot}_partial", None):
                return _PARTIAL.say(self.lang)
            optional = slot in ("context", "prompt_len", "flip_condition_stated")
            return None if optional else _NOTHING.say(self.lang)
        if slot == "flip_condition_stated":
            return "✓"
        shown = _WORDS.get(str(value), Text(str(value), str(value))).say(self.lang)
        if slot == "hardware" and self.reading.hardware_count:
            shown += f" × {self.reading.hardware_count}"
        if slot == "precision_weights":
            shown = self._formats(shown)
        if doubt is not None and doubt.why == "unknown":
            shown += f" ({_WHY['unknown'].say(self.lang)})"
        return shown

    def _formats(self, weights: str) -> str:
        """Weights, and what else is stated: "int4, activations fp16"."""
        others = (
            (Text("활성값", "activations"), self.reading.precision_activations),
            (Text("KV", "KV"), self.reading.precision_kv),
        )
        parts = [
            f"{label.say(self.lang)} {name}"
            for label, name in others
            if name and name != self.reading.precision_weights
        ]
        return ", ".join((weights, *parts))

    def __str__(self) -> str:
        lines = []
        for label, value, quote in self.rows():
            quoted = f'"{quote}"' if quote else ""
            lines.append(f"{_pad(label, 15)} {_pad(value, 18)} {quoted}".rstrip())
        return "\n".join((*lines, *self.notes()))

    def _repr_html_(self) -> str:
        """The same as a table; the student's words are escaped, never markup."""
        head = Text("이렇게 읽었습니다", "What was understood").say(self.lang)
        body = "".join(
            f'<tr><th scope="row">{html.escape(label)}</th><td>{html.escape(value)}'
            f"</td><td><q>{html.escape(quote)}</q></td></tr>"
            if quote
            else f'<tr><th scope="row">{html.escape(label)}</th>'
            f"<td>{html.escape(value)}</td><td></td></tr>"
            for label, value, quote in self.rows()
        )
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes())
        return (
            f'<div lang="{self.lang}"><table><caption>{head}</caption>'
            f"<tbody>{body}</tbody></table>{notes}</div>"
        )


def understood(text: str, lang: Language | None = None) -> Understood:
    """Read `text` and show what was understood, in `lang` or the process's language.

    >>> understood("디코드는 메모리 바운드다.", "ko").reading.phase
    'decode'
    """
    return Understood(read(text), lang or language())


def preview_text(
    answer: Callable[[], object], language: Callable[[], object] | str = "ko"
) -> None:
    """Print what is understood of a claim written as text, before grading.

    >>> preview_text(lambda: None, "en")
    No answer yet.
    """
    lang = spoken(language)
    value = value_of(answer)
    if is_blank(value):
        print(MISSING.say(lang))
    elif not isinstance(value, str):
        name = type(value).__name__
        print(
            Text(
                ko=f"글(문자열)로 쓰세요. 받은 값의 형(type): {name}",
                en=f"Write text (a string); got a value of type {name}.",
            ).say(lang)
        )
    else:
        print(understood(value, lang))


def _doubt(reading: Reading, slot: str) -> Unclear | None:
    name = _SPAN.get(slot, slot)
    return next((u for u in reading.unclear if u.slot == name), None)


def _pad(text: str, width: int) -> str:
    """Pad to a width in which a Hangul syllable takes two columns."""
    taken = sum(2 if "가" <= c <= "힣" else 1 for c in text)
    return text + " " * max(0, width - taken)


def preview_answer(
    answer: Callable[[], object], language: Callable[[], object] | str = "ko"
) -> None:
    """Print how many sentences of an explanation will be read.

    >>> preview_answer(lambda: "All weights are read. The cache is read, too.", "en")
    Read: 2 sentences. Grading tells whether the needed ideas are there.
    """
    lang = spoken(language)
    value = value_of(answer)
    if is_blank(value):
        print(MISSING.say(lang))
        return
    parts = [str(v) for v in value] if isinstance(value, list | tuple) else [str(value)]
    count = sum(len(sentences_of(normalise(part).low)) for part in parts)
    print(
        Text(
            ko=f"문장 {count}개를 읽었습니다. 필요한 생각이 들어 있는지는 채점 때 "
            "알 수 있습니다.",
            en=f"Read: {count} sentences. Grading tells whether the needed ideas are "
            "there.",
        ).say(lang)
    )
