"""What a student is told about a claim: quotes their words, says what to add next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from autograder.reading import Quantity, Reading
from intensity import Text

from .truth import Truth


class Said(NamedTuple):
    """A sentence and the place in the student's text it is about."""

    text: Text
    span: tuple[int, int] | None


CONDITION = {
    "model": Text("모델", "model"),
    "hardware": Text("하드웨어", "hardware"),
    "batch": Text("배치", "batch"),
    "precision": Text("정밀도", "precision"),
    "context": Text("컨텍스트 길이", "context length"),
    "prompt_len": Text("프롬프트 길이", "prompt length"),
    "hardware_count": Text("장치 수", "number of devices"),
    "evidence": Text("근거(추론/측정)", "evidence (inferred or measured)"),
    "flip": Text("뒤집히는 조건", "flip condition"),
    "phase": Text("단계(프리필/디코드)", "phase (prefill or decode)"),
}
EXAMPLE = {
    "model": Text("Llama-3-8B처럼 크기까지", "down to the size, as in Llama-3-8B"),
    "hardware": Text("A100-80GB처럼 칩 이름까지", "down to the chip, as in A100-80GB"),
    "batch": Text("“배치 8”처럼 수로", "as a number, as in “batch 8”"),
    "precision": Text("bf16이나 W4A16처럼", "as in bf16 or W4A16"),
    "context": Text("“컨텍스트 2048”처럼", "as in “context 2048”"),
    "prompt_len": Text("“프롬프트 512토큰”처럼", "as in “512-token prompt”"),
    "hardware_count": Text("“한 장”처럼", "as in “a single”"),
    "evidence": Text(
        "가중치 바이트와 대역폭으로 계산했는지, 재 보았는지",
        "computed from bytes and bandwidth, or measured",
    ),
    "flip": Text("“배치가 300을 넘으면”처럼", "as in “once the batch exceeds 300”"),
    "phase": Text("프리필인지 디코드인지", "prefill or decode"),
}
TRUSTWORTHY = Text(
    ko=(
        "믿을 수 있는 주장입니다. 조건이 다 있고, 넘치게 말하지 않았고, 루프라인과 "
        "어긋나지 않습니다."
    ),
    en=(
        "A trustworthy claim: the conditions are there, nothing is overstated, and "
        "the roofline does not contradict it."
    ),
)
_BLOCKED = {
    "empty": Text("아직 답이 없습니다.", "No answer yet."),
    "repeats the question": Text(
        "문제의 문장을 되풀이했습니다. 스스로 고른 조건과 판정을 써 주세요.",
        "This repeats the question. State your own conditions and verdict.",
    ),
    "off-domain": Text(
        "LLM 추론에 관한 글이 아닌 것 같습니다. 프리필이나 디코드에 관해 써 주세요.",
        "This does not seem to be about LLM inference. Write about prefill or decode.",
    ),
    "keywords": Text(
        "낱말만 늘어놓았습니다. 무엇이 무엇에 묶이는지 한 문장으로 써 주세요.",
        "These are keywords, not a claim. Say in one sentence what is bound by what.",
    ),
    "definition": Text(
        "용어의 정의입니다. 어떤 조건에서 어느 단계가 무엇에 묶이는지 주장해 주세요.",
        "This defines a term. Claim which phase is bound by what, under which "
        "conditions.",
    ),
    "contradiction": Text(
        "메모리 바운드라고도 하고 연산 바운드라고도 했습니다. 조건에 따라 갈린다면 "
        "조건을 나누어 쓰고, 아니면 하나를 고르세요.",
        "It is called both memory-bound and compute-bound. If that depends on a "
        "condition, say which; otherwise choose one.",
    ),
    "ask": Text(
        "질문입니다. 답을 평서문으로 써 주세요.",
        "This is a question. Answer it with a statement.",
    ),
    "report": Text(
        "남의 말을 옮겼습니다. 본인이 그렇게 보는지, 어떤 조건에서 그런지 써 주세요.",
        "This passes on someone else's claim. Say whether you hold it, and under "
        "which conditions.",
    ),
    "none": Text(
        "무엇이 병목인지 찾지 못했습니다. “디코드는 메모리 바운드다”처럼 분명히 써 "
        "주세요.",
        "No bottleneck was found. State it plainly, as in “decode is memory-bound”.",
    ),
    "depends": Text(
        "“때에 따라 다르다”만으로는 주장이 되지 않습니다. 한 경우를 골라 조건과 "
        "판정을 쓰고, 언제 뒤집히는지 덧붙이세요.",
        "“It depends” is not yet a claim. Choose one case, state its conditions and "
        "verdict, then say when it flips.",
    ),
    "refute": Text(
        "반박만 있습니다. 그러면 무엇이 병목인지도 써 주세요.",
        "This only refutes. Say what the bottleneck is instead.",
    ),
}
_OVERCLAIM = {
    "absolute": Text(
        "{quote}: 예외가 없다는 말입니다. 조건을 밝혀 그 안으로 좁히거나, 언제 "
        "뒤집히는지 쓰세요.",
        "{quote} admits no exception. Confine the claim to stated conditions, or say "
        "when it flips.",
    ),
    "unconditional": Text(
        "{quote}: 조건이 거의 없어 언제나 그렇다는 말로 읽힙니다.",
        "{quote}: with hardly any condition this reads as if it always held.",
    ),
    "overgeneralised": Text(
        "{quote}: 한 경우의 결과에서 전체로 넘어갔습니다. 결론도 그 경우로 한정하세요.",
        "{quote}: one case was stretched to a whole class. Confine the conclusion to "
        "that case.",
    ),
}


def feedback(
    reading: Reading,
    blocked: str | None,
    missing: tuple[str, ...],
    truth: Truth,
    bad_number: tuple[Text, tuple[int, int]] | None,
    evidence: str | None,
) -> Iterator[Said]:
    """Everything worth saying, the most important first."""
    yield from _oddities(reading)
    if blocked is not None:
        yield Said(_BLOCKED[blocked], reading.spans.get("verdict"))
    if bad_number is not None:
        yield Said(*bad_number)
    if blocked is None or blocked in ("none", "depends"):
        if reading.phase == "unspecified" and blocked is None:
            yield Said(
                Text(
                    ko="프리필인지 디코드인지 써 주세요.",
                    en="Say whether this is about prefill or decode.",
                ),
                reading.spans.get("verdict"),
            )
        yield from _lacking(reading, missing)
    if blocked is not None:
        return
    if reading.overclaim_type is not None:
        span = (
            reading.spans.get("quantifier")
            if reading.overclaim_type == "absolute"
            else None
        )
        span = span or reading.spans.get("verdict")
        yield Said(_quoted(_OVERCLAIM[reading.overclaim_type], reading, span), span)
    yield from _about_truth(reading, truth)
    if evidence is not None:
        yield Said(
            Text(
                ko=(
                    "측정했다고 했지만 결과 수치나 출처가 없습니다. tok/s, ms, 사용률 "
                    "같은 수나 출처를 쓰세요."
                ),
                en=(
                    "It says measured but gives no result or source. Add a number "
                    "(tok/s, ms, utilisation) or a source."
                ),
            ),
            None,
        )


def _oddities(reading: Reading) -> Iterator[Said]:
    if "instruction" in reading.notes:
        yield Said(
            Text(
                ko=(
                    "채점기에게 건네는 말이 들어 있습니다. 그런 문장은 채점에 쓰이지 "
                    "않고, 담당자가 봅니다."
                ),
                en=(
                    "The text addresses the grader. Such sentences are not graded, "
                    "and a person will look."
                ),
            ),
            None,
        )
    if "hidden" in reading.notes:
        yield Said(
            Text(
                ko="보이지 않는 글자가 들어 있어 빼고 읽었습니다. 지우고 다시 내세요.",
                en=(
                    "Invisible characters were left out in reading. Remove them and "
                    "hand in again."
                ),
            ),
            None,
        )
    if "truncated" in reading.notes:
        yield Said(
            Text(
                ko="글이 너무 길어 앞부분만 읽었습니다. 주장은 몇 문장이면 됩니다.",
                en=(
                    "The text is too long; only its beginning was read. A claim takes "
                    "a few sentences."
                ),
            ),
            None,
        )


def _lacking(reading: Reading, missing: tuple[str, ...]) -> Iterator[Said]:
    partial = {"model": reading.model_partial, "hardware": reading.hardware_partial}
    for name in missing:
        several = any(
            u.slot == name and u.why == "contradiction" for u in reading.unclear
        )
        if partial.get(name) and not several:
            label, example = CONDITION[name], EXAMPLE[name]
            yield Said(
                Text(
                    ko=(
                        f"“{partial[name]}”만으로는 어느 {label.ko}인지 알 수 "
                        f"없습니다. {example.ko} 쓰세요."
                    ),
                    en=(
                        f"“{partial[name]}” does not say which {label.en}; give it "
                        f"{example.en}."
                    ),
                ),
                reading.spans.get(f"{name}_partial"),
            )
        elif several:
            label = CONDITION[name]
            yield Said(
                Text(
                    ko=(
                        f"{label.ko} 값이 여러 개라 어느 것인지 알 수 없습니다. "
                        f"하나만 쓰세요."
                    ),
                    en=f"Several values for {label.en}: which one is meant? Give one.",
                ),
                next(u.span for u in reading.unclear if u.slot == name),
            )
    absent = [
        n
        for n in missing
        if not partial.get(n)
        and not any(u.slot == n and u.why == "contradiction" for u in reading.unclear)
    ]
    if absent:
        first = absent[0]
        yield Said(
            Text(
                ko=(
                    f"빠진 조건: {', '.join(CONDITION[n].ko for n in absent)}. 먼저 "
                    f"{CONDITION[first].ko}부터, {EXAMPLE[first].ko} 쓰세요."
                ),
                en=(
                    f"Missing: {', '.join(CONDITION[n].en for n in absent)}. Start "
                    f"with the {CONDITION[first].en}, {EXAMPLE[first].en}."
                ),
            ),
            None,
        )


def _about_truth(reading: Reading, truth: Truth) -> Iterator[Said]:
    span = reading.spans.get("verdict")
    quote = _words(reading, span)
    if truth.unverifiable:
        yield Said(
            Text(
                ko=(
                    f"“{truth.unverifiable}”: 표에 없는 이름이라 확인할 수 "
                    f"없습니다. 이름을 다시 보세요. 맞다면 담당자가 확인합니다."
                ),
                en=(
                    f"“{truth.unverifiable}” is in no table, so the claim cannot be "
                    f"verified. Check the name; if it is right, a person will look."
                ),
            ),
            None,
        )
    if truth.roofline == "disagree" and truth.counterexample:
        yield Said(
            Text(
                ko=f"{quote}: 루프라인과 어긋납니다. {truth.counterexample.ko}",
                en=f"{quote}: the roofline disagrees. {truth.counterexample.en}",
            ),
            span,
        )
    elif truth.roofline == "borderline":
        tail = truth.counterexample or Text("", "")
        yield Said(
            Text(
                ko=f"{quote}: 경계 가까이라 단정하기 어렵습니다. {tail.ko}".strip(),
                en=f"{quote}: too close to the ridge to be sure. {tail.en}".strip(),
            ),
            span,
        )
    elif truth.counterexample is not None:
        yield Said(
            Text(
                ko=(
                    f"{quote}: 쓰지 않은 조건에 따라 뒤집힙니다. "
                    f"{truth.counterexample.ko}"
                ),
                en=(
                    f"{quote}: what is left unsaid can flip it. "
                    f"{truth.counterexample.en}"
                ),
            ),
            span,
        )
    if truth.flip is not None:
        yield Said(truth.flip, reading.spans.get("flip_condition_stated"))
    for text in truth.assumed:
        yield Said(text, None)


def share(reading: Reading, part: float, quantity: Quantity) -> Said:
    """How a measured rate compares with its bound."""
    said = reading.text[quantity.span[0] : quantity.span[1]]
    return Said(
        Text(
            ko=f"“{said}”: 가중치를 읽는 시간만 따진 상한의 {part:.0%}입니다.",
            en=f"“{said}” is {part:.0%} of the bound set by reading the weights.",
        ),
        quantity.span,
    )


def _words(reading: Reading, span: tuple[int, int] | None) -> str:
    if span is None:
        return "“…”"
    words = reading.text[span[0] : span[1]].strip()
    return f"“{words[:60]}…”" if len(words) > 60 else f"“{words}”"


def _quoted(text: Text, reading: Reading, span: tuple[int, int] | None) -> Text:
    quote = _words(reading, span)
    return Text(text.ko.format(quote=quote), text.en.format(quote=quote))
