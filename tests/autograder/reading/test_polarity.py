"""Denied, corrected, doubted, asked: what the author holds in the end."""

import pytest

from autograder.reading import read

HELD = [
    ("Decode is memory-bound, not compute-bound.", "memory-bound", "assert"),
    ("Decode is not compute-bound; it is memory-bound.", "memory-bound", "assert"),
    ("It's not compute but bandwidth that limits decode.", "memory-bound", "assert"),
    ("Decode is limited not by compute but by bandwidth.", "memory-bound", "assert"),
    ("Rather than compute, bandwidth limits decode.", "memory-bound", "assert"),
    ("Decode is limited by bandwidth rather than compute.", "memory-bound", "assert"),
    ("Decode is memory-bound and not compute-bound.", "memory-bound", "assert"),
    (
        "Instead of being compute-bound, decode is memory-bound.",
        "memory-bound",
        "assert",
    ),
    ("Contrary to popular belief, decode is memory-bound.", "memory-bound", None),
    ("Decode isn't compute-bound at all.", "not-compute", "assert"),
    ("Decode is by no means compute-bound.", "not-compute", "assert"),
    ("Decode is in no way compute-bound.", "not-compute", "assert"),
    ("Decode is hardly compute-bound.", "not-compute", "assert"),
    ("Decode is nowhere near compute-bound.", "not-compute", "assert"),
    ("Decode has never been compute-bound.", "not-compute", "assert"),
    ("Decode cannot be called compute-bound.", "not-compute", None),
    ("No one can deny that decode is memory-bound.", "memory-bound", "assert"),
    ("You can't deny that decode is memory-bound.", "memory-bound", "assert"),
    ("It would be wrong to say decode isn't memory-bound.", "memory-bound", None),
    ("I can't claim decode is not memory-bound.", "memory-bound", "assert"),
    ("Don't tell me decode is compute-bound; it's memory-bound.", "memory-bound", None),
    ("Stop calling decode compute-bound. It is memory-bound.", "memory-bound", None),
    ("The idea that decode is compute-bound is wrong.", "not-compute", "refute"),
    (
        "Many believe decode is compute-bound, but it is memory-bound.",
        "memory-bound",
        "refute",
    ),
    (
        "Some say decode is compute-bound. In fact it is memory-bound.",
        "memory-bound",
        "refute",
    ),
    ("He wrote that decode is compute-bound, which is false.", "not-compute", "refute"),
    (
        "They claim decode is compute-bound. They are wrong. It is memory-bound.",
        "memory-bound",
        "refute",
    ),
    ("I don't think decode is compute-bound.", "not-compute", None),
    (
        "I don't believe decode is compute-bound; it's memory-bound.",
        "memory-bound",
        None,
    ),
    ("We can rule out that decode is compute-bound.", "not-compute", None),
    ("Is decode compute-bound? No, it's memory-bound.", "memory-bound", None),
    (
        "Why is decode memory-bound? Because every weight is read for each token.",
        "memory-bound",
        "assert",
    ),
    (
        "Decode used to be compute-bound; now it is memory-bound.",
        "memory-bound",
        "assert",
    ),
    (
        "Decode was compute-bound on the old card, but on the A100 it is memory-bound.",
        "memory-bound",
        "assert",
    ),
    (
        "Decode is neither compute-bound nor memory-bound; it is waiting for the CPU.",
        "overhead-bound",
        "assert",
    ),
    ("Decode is not bandwidth-bound but launch-bound.", "overhead-bound", "assert"),
    (
        "The bottleneck of decode is not memory but communication.",
        "comm-bound",
        "assert",
    ),
    ("디코드는 메모리 바운드이지 연산 바운드가 아니다.", "memory-bound", "assert"),
    ("디코드는 연산 바운드가 아니라 메모리 바운드다.", "memory-bound", "assert"),
    ("디코드는 연산이 아닌 대역폭에 묶인다.", "memory-bound", "assert"),
    ("디코드를 제한하는 건 연산이 아니고 대역폭이다.", "memory-bound", "assert"),
    ("디코드는 연산 때문이 아니라 대역폭 때문에 느리다.", "memory-bound", "assert"),
    ("디코드는 연산보다는 대역폭이 문제다.", "memory-bound", "assert"),
    ("디코드는 결코 연산 바운드가 아니다.", "not-compute", "assert"),
    ("디코드는 전혀 연산 바운드가 아니다.", "not-compute", "assert"),
    ("디코드를 연산 바운드라고 부를 수는 없다.", "not-compute", None),
    ("디코드는 연산 바운드와 거리가 멀다.", "not-compute", None),
    ("디코드가 메모리 바운드임은 부정할 수 없다.", "memory-bound", "assert"),
    ("디코드가 메모리 바운드라는 사실은 변하지 않는다.", "memory-bound", "assert"),
    ("디코드가 메모리 바운드가 아니라는 건 말이 안 된다.", "memory-bound", None),
    ("디코드가 연산 바운드라는 통념은 틀렸다.", "not-compute", "refute"),
    ("디코드가 연산 바운드라는 건 오해다. 메모리 바운드다.", "memory-bound", "refute"),
    ("흔히 디코드를 연산 바운드라고 하지만 메모리 바운드다.", "memory-bound", "refute"),
    (
        "다들 디코드가 연산 바운드라지만 사실은 메모리 바운드다.",
        "memory-bound",
        "refute",
    ),
    (
        "누구는 디코드가 연산 바운드라고 한다. 그러나 메모리 바운드다.",
        "memory-bound",
        "refute",
    ),
    ("디코드가 연산 바운드인가? 아니다. 메모리 바운드다.", "memory-bound", None),
    (
        "왜 디코드는 메모리 바운드일까? 토큰마다 가중치를 다 읽기 때문이다.",
        "memory-bound",
        "assert",
    ),
    ("디코드는 대역폭도 연산도 아닌 커널 런치에 묶인다.", "overhead-bound", "assert"),
    ("디코드 병목은 메모리가 아니라 통신이다.", "comm-bound", "assert"),
    ("디코드는 메모리 대역폭이 아니라 용량이 문제다.", "capacity-bound", "assert"),
    (
        "예전 카드에서는 연산 바운드였지만 지금 A100에서 디코드는 메모리 바운드다.",
        "memory-bound",
        "assert",
    ),
    ("디코드가 연산 바운드라고는 생각하지 않는다.", "not-compute", None),
    ("디코드가 연산 바운드일 리 없다.", "not-compute", "assert"),
    ("디코드는 메모리 바운드가 맞다.", "memory-bound", "assert"),
    ("디코드는 메모리 바운드라는 게 내 결론이다.", "memory-bound", "assert"),
]
UNIVERSALS = [
    "Always, {c}.",
    "{C}, always.",
    "{C} no matter what.",
    "{C}, come what may.",
    "{C} under any circumstances.",
    "{C} in every single case.",
    "{C} in all situations.",
    "{C} on any hardware.",
    "{C} on every GPU there is.",
    "{C} for each and every model.",
    "{C} at every batch size.",
    "{C} at all batch sizes.",
    "{C} whatever you do.",
    "{C} whichever GPU you pick.",
    "{C} without exception.",
    "{C}. No exceptions.",
    "{C}. There are no exceptions to this.",
    "{C}, period.",
    "{C}, full stop.",
    "{C} everywhere.",
    "{C} on all known hardware.",
    "{C} across all models.",
    "{C} independent of batch size.",
    "{C} irrespective of the model.",
    "{C}, be it a small GPU or a big one.",
    "{C} 100% of the time.",
    "{C} ten times out of ten.",
    "{C} forever.",
    "{C} for any batch.",
    "{C} with any model.",
    "It doesn't matter which GPU you use, {c}.",
    "It makes no difference which model you run: {c}.",
    "You can use any GPU, {c}.",
    "There is no GPU for which this is false: {c}.",
    "Nothing can change the fact that {c}.",
    "{C} regardless.",
    "{C} universally.",
    "{C} invariably.",
    "Without fail, {c}.",
    "{C} every time.",
    "In any setting whatsoever, {c}.",
    "On literally every machine {c}.",
    "{C} for all LLMs.",
    "All LLMs: {c}.",
    "Every LLM ever built: {c}.",
    "No matter how big the batch gets, {c}.",
    "However small the model, {c}.",
    "{C} at any context length, any batch, any precision.",
]
UNIVERSALS_KO = [
    "항상 {c}",
    "언제나 {c}",
    "늘 {c}",
    "무조건 {c}",
    "예외 없이 {c}",
    "{c} 예외는 없다.",
    "{c} 예외란 없다.",
    "{c} 예외는 하나도 없다.",
    "어떤 GPU에서도 {c}",
    "어느 GPU든 {c}",
    "어떤 GPU를 쓰더라도 {c}",
    "무슨 모델을 돌려도 {c}",
    "아무 모델이나 돌려 봐도 {c}",
    "모든 GPU에서 {c}",
    "모든 모델에서 {c}",
    "모든 배치에서 {c}",
    "온갖 상황에서 {c}",
    "배치가 얼마든 {c}",
    "배치가 몇이든 {c}",
    "배치가 크든 작든 {c}",
    "모델이 크든 작든 {c}",
    "배치와 상관없이 {c}",
    "하드웨어에 관계없이 {c}",
    "모델을 불문하고 {c}",
    "장비를 가리지 않고 {c}",
    "조건을 막론하고 {c}",
    "어떤 경우에도 {c}",
    "어떤 조건에서든 {c}",
    "언제 어디서나 {c}",
    "100% {c}",
    "백 퍼센트 {c}",
    "매번 {c}",
    "한결같이 {c}",
    "영원히 {c}",
    "절대적으로 {c}",
    "무엇을 돌리든 {c}",
    "뭘 돌려도 {c}",
    "누가 돌려도 {c}",
    "어떻게 돌려도 {c}",
    "어디서 돌리든 {c}",
    "배치를 아무리 키워도 {c}",
    "빠짐없이 {c}",
    "하나같이 {c}",
    "반드시 {c}",
    "시종일관 {c}",
    "GPU가 뭐든 간에 {c}",
    "모델이 무엇이건 {c}",
    "예나 지금이나 {c}",
]
CLAIMS = {
    "decode is memory-bound": "memory-bound",
    "prefill is compute-bound": "compute-bound",
}
CLAIMS_KO = {
    "디코드는 메모리 바운드다.": "memory-bound",
    "프리필은 연산 바운드다.": "compute-bound",
}
DENIED_UNIVERSALS = [
    "Not every decode step is memory-bound.",
    "Decode is not memory-bound in every case.",
    "It is not the case that decode is always memory-bound.",
    "Decode isn't memory-bound on all GPUs.",
    "I doubt that decode is always memory-bound.",
    "디코드가 항상 메모리 바운드는 아니다.",
    "모든 디코드가 메모리 바운드인 건 아니다.",
    "디코드가 언제나 메모리 바운드라고 할 수는 없다.",
    "디코드가 무조건 메모리 바운드인 것도 아니다.",
    "늘 디코드가 메모리 바운드라고 단정할 수 없다.",
]


@pytest.mark.parametrize(("text", "verdict", "act"), HELD)
def test_the_verdict_is_what_the_author_holds_in_the_end(text, verdict, act):
    reading = read(text)
    assert (reading.verdict_detail or reading.verdict) == verdict
    assert reading.phase == "decode"
    assert act is None or reading.speech_act == act


@pytest.mark.parametrize("form", UNIVERSALS)
def test_a_universal_makes_any_claim_absolute(form):
    for claim, verdict in CLAIMS.items():
        reading = read(form.format(c=claim, C=claim[0].upper() + claim[1:]))
        assert (reading.quantifier, reading.verdict) == ("absolute", verdict)


@pytest.mark.parametrize("form", UNIVERSALS_KO)
def test_a_korean_universal_makes_any_claim_absolute(form):
    for claim, verdict in CLAIMS_KO.items():
        reading = read(form.format(c=claim))
        assert (reading.quantifier, reading.verdict) == ("absolute", verdict)


@pytest.mark.parametrize("text", DENIED_UNIVERSALS)
def test_a_denied_universal_leaves_it_open(text):
    reading = read(text)
    assert reading.verdict_detail == "depends"
    assert reading.quantifier != "absolute"
