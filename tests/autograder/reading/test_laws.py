"""Laws that hold by substitution: what may change in a sentence and what may not.

No sentence here is special.  Each law is tried over phases, devices, models and both
languages, so a rule made for one wording does not pass.
"""

import itertools

import pytest

from autograder.reading import Pair, read

PHASES = {"prefill": ("Prefill", "프리필"), "decode": ("Decode", "디코드")}
MODELS = ("Llama-3-8B", "Qwen2.5-7B", "Mistral-7B", "Gemma-2-9B", "Llama-2-70B")
DEVICES = ("A100", "H100", "RTX 4090", "L4", "MI300X", "M2 Max")
OTHER = {"memory-bound": "compute-bound", "compute-bound": "memory-bound"}
PHASE_AND_BOUND = list(itertools.product(PHASES, OTHER))


def verdict(text):
    reading = read(text)
    return reading.verdict_detail or reading.verdict


IDLE = [
    "the {units} sit idle during {phase}",
    "during {phase} the {units} wait for the weights",
    "the {units} have nothing to do while {phase} streams weights",
    "in {phase} the {units} are starved",
]
UNITS = ("ALUs", "tensor cores", "math units", "SMs")
IDLE_KO = [
    "{phase}할 때 {units}는 놀고 있다",
    "{phase} 중에는 {units}가 가중치를 기다린다",
    "{phase}에서는 {units}가 할 일이 없다",
]
UNITS_KO = ("연산기", "텐서 코어", "ALU")


@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("form", IDLE)
@pytest.mark.parametrize("phase", PHASES)
def test_idle_arithmetic_means_that_memory_limits(phase, form, units):
    reading = read(form.format(units=units, phase=phase) + ".")
    assert (reading.phase, reading.verdict) == (phase, "memory-bound")
    assert reading.evidence == "inferred"


@pytest.mark.parametrize("units", UNITS_KO)
@pytest.mark.parametrize("form", IDLE_KO)
@pytest.mark.parametrize("phase", PHASES)
def test_idle_arithmetic_means_that_memory_limits_in_korean(phase, form, units):
    reading = read(form.format(units=units, phase=PHASES[phase][1]) + ".")
    assert (reading.phase, reading.verdict) == (phase, "memory-bound")
    assert reading.evidence == "inferred"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The tensor cores are busy in prefill.", "compute-bound"),
        ("The tensor cores are not busy in prefill.", "memory-bound"),
        ("The tensor cores are idle in prefill.", "memory-bound"),
        ("The tensor cores are not idle in prefill.", "compute-bound"),
        ("프리필에서 텐서 코어가 쉰다.", "memory-bound"),
        ("프리필에서 텐서 코어가 쉬지 않는다.", "compute-bound"),
        ("디코드에서 연산기가 놀고 있다.", "memory-bound"),
        ("디코드에서 연산기가 놀지 않는다.", "compute-bound"),
    ],
)
def test_not_idle_is_busy_and_not_busy_is_idle(text, expected):
    assert verdict(text) == expected


ONCE = [
    ("{0} is {1}.", "{0} is not {1}."),
    ("{0} is limited by {2}.", "{0} isn't limited by {2}."),
]
RESOURCE = {"memory-bound": "memory bandwidth", "compute-bound": "compute"}
RESOURCE_KO = {"memory-bound": "메모리", "compute-bound": "연산"}
DENIAL = {"memory-bound": "not-memory", "compute-bound": "not-compute"}


@pytest.mark.parametrize("bound", OTHER)
@pytest.mark.parametrize("phase", PHASES)
def test_one_denial_leaves_open_which_and_two_affirm(phase, bound):
    english, korean = PHASES[phase]
    for yes, no in ONCE:
        assert verdict(yes.format(english, bound, RESOURCE[bound])) == bound
        once = no.format(english, bound, RESOURCE[bound])
        assert verdict(once) == DENIAL[bound]
        assert verdict(f"It is not true that {once[0].lower()}{once[1:]}") == bound
    word = RESOURCE_KO[bound]
    assert verdict(f"{korean}는 {word} 바운드다.") == bound
    assert verdict(f"{korean}는 {word} 바운드가 아니다.") == DENIAL[bound]
    assert verdict(f"{korean}가 {word} 바운드가 아니라고 할 수는 없다.") == bound
    assert verdict(f"{korean}가 {word}에 묶이지 않는다고 보기는 어렵다.") == bound


QUOTED = [
    ('"{0} is {1}" is wrong.', "{0} is {1}."),
    ("People say {0} is {1}. That is wrong.", "{0} is {1}."),
    ("Whoever says {0} is {1} has it backwards.", "{0} is {1}."),
    ('"{2}는 {3} 바운드"라는 말은 틀렸다.', "{2}는 {3} 바운드다."),
    ("{2}가 {3} 바운드라는 주장은 사실이 아니다.", "{2}는 {3} 바운드다."),
    ("누가 {2}를 {3} 바운드라고 했나. 틀린 말이다.", "{2}는 {3} 바운드다."),
]


@pytest.mark.parametrize("quote", QUOTED)
@pytest.mark.parametrize(("phase", "bound"), PHASE_AND_BOUND)
def test_what_is_quoted_to_be_refuted_is_not_the_claim(phase, bound, quote):
    rejecting, plain = quote
    english, korean = PHASES[phase]
    words = (english.lower(), bound, korean, RESOURCE_KO[bound])
    held = (english, OTHER[bound], korean, RESOURCE_KO[OTHER[bound]])
    reading = read(f"{rejecting.format(*words)} {plain.format(*held)}")
    assert (reading.phase, reading.verdict) == (phase, OTHER[bound])
    assert reading.speech_act == "refute"


BELIEFS = [
    "I used to think that {0} was {1}. Now I know it is {2}.",
    "At first we assumed {0} was {1}, but it turns out to be {2}.",
    "예전에는 {3}가 {4} 바운드인 줄 알았는데 지금은 {5} 바운드라는 걸 안다.",
    "처음에는 {3}가 {4} 바운드라고 생각했다. 알고 보니 {5} 바운드다.",
]


@pytest.mark.parametrize("form", BELIEFS)
@pytest.mark.parametrize(("phase", "bound"), PHASE_AND_BOUND)
def test_a_belief_given_up_is_not_the_claim_and_refutes_nobody(phase, bound, form):
    now = OTHER[bound]
    english, korean = PHASES[phase]
    text = form.format(
        english.lower(), bound, now, korean, RESOURCE_KO[bound], RESOURCE_KO[now]
    )
    reading = read(text)
    assert (reading.phase, reading.verdict) == (phase, now)
    assert reading.speech_act == "assert"


SPLIT = [
    "{0} is limited by {2}, {1} by {3}.",
    "{0} is {4} and {1} is {5}.",
    "{0} eats {2}; {1} eats {3}.",
    "{0}: {2}, {1}: {3}.",
    "{6}은 {8}에, {7}은 {9}에 묶인다.",
    "{6}은 {8}이, {7}은 {9}가 좌우한다.",
    "{6}과 {7}은 각각 {8} 바운드, {9} 바운드다.",
]


@pytest.mark.parametrize("form", SPLIT)
@pytest.mark.parametrize("first", PHASES)
@pytest.mark.parametrize("bound", OTHER)
def test_swapping_the_two_halves_swaps_the_verdicts(form, first, bound):
    second = "decode" if first == "prefill" else "prefill"
    text = form.format(
        PHASES[first][0], PHASES[second][0].lower(),
        RESOURCE[bound], RESOURCE[OTHER[bound]], bound, OTHER[bound],
        PHASES[first][1], PHASES[second][1],
        RESOURCE_KO[bound], RESOURCE_KO[OTHER[bound]],
    )  # fmt: skip
    reading = read(text)
    assert reading.verdict_detail == "split"
    assert set(reading.claims) == {Pair(first, bound), Pair(second, OTHER[bound])}


CLAIMS = [
    "Decode of {model} on one {device} in bf16 at batch 8 is memory-bound.",
    "{device}에서 {model}를 bf16, 배치 8로 돌리면 디코드는 메모리 바운드다.",
    "For {model}, bf16, batch 8 on an {device}, the ALUs idle during decode.",
]


@pytest.mark.parametrize("form", CLAIMS)
@pytest.mark.parametrize(("model", "device"), list(zip(MODELS, DEVICES, strict=False)))
def test_a_name_changes_its_own_slot_and_nothing_else(form, model, device):
    plain = read(form.format(model="Llama-3-8B", device="A100"))
    other = read(form.format(model=model, device=device))
    assert (other.model, other.hardware) == (model, device)
    for slot in ("phase", "verdict", "batch", "precision_weights", "evidence",
                 "quantifier", "missing", "overclaim_type"):  # fmt: skip
        assert getattr(other, slot) == getattr(plain, slot)


UNRELATED = [
    "Thanks for reading.",
    "Sorry for the late answer.",
    "I hope this helps.",
    "읽어 주셔서 감사합니다.",
    "질문이 있으면 연락 주세요.",
    "비가 많이 온다.",
]


@pytest.mark.parametrize("aside", UNRELATED)
@pytest.mark.parametrize(
    "claim",
    [
        "Decode is memory-bound.",
        "Llama-3-8B on an A100 in bf16: decode is memory-bound.",
        "디코드는 항상 메모리 바운드다.",
        "H100에서 배치 8이면 디코드는 메모리 바운드다.",
        "Prefill is compute-bound unless the prompt is short.",
    ],
)
def test_an_unrelated_sentence_before_it_changes_nothing(claim, aside):
    alone, together = read(claim), read(f"{aside} {claim}")
    for slot in ("phase", "verdict", "missing", "quantifier", "overclaim_type",
                 "flip_condition_stated", "evidence", "speech_act"):  # fmt: skip
        assert getattr(together, slot) == getattr(alone, slot), slot


EVERY = [
    "whatever the {0}", "on every {0}", "no matter which {0} you use",
    "regardless of the {0}",
]  # fmt: skip
EVERY_KO = ["어떤 {0}든", "{0}를 막론하고", "모든 {0}에서", "{0}에 상관없이"]
CASES = (("gpu", "하드웨어"), ("model", "카드"), ("batch size", "배치"))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("phase", PHASES)
def test_a_universal_over_cases_makes_a_claim_absolute_wherever_it_stands(phase, case):
    english, korean = PHASES[phase]
    for every in EVERY:
        words = every.format(case[0])
        assert read(f"{words}, {english} is compute-bound.").quantifier == "absolute"
        assert read(f"{english} is compute-bound {words}.").quantifier == "absolute"
    for every in EVERY_KO:
        words = every.format(case[1])
        assert read(f"{words} {korean}는 연산 바운드다.").quantifier == "absolute"


@pytest.mark.parametrize(
    "text",
    [
        "Every weight of all layers is read per token, so decode is memory-bound.",
        "All-reduce aside, decode is memory-bound.",
        "After all, decode is memory-bound.",
        "We always keep the server on, and decode is memory-bound.",
        "모든 레이어의 가중치를 읽어야 하니 디코드는 메모리 바운드다.",
        "항상 켜 두는 서버인데 디코드는 메모리 바운드다.",
        "GPU 성능은 상관없고 디코드는 대역폭에 묶인다.",
    ],
)
def test_a_universal_over_something_else_leaves_the_claim_plain(text):
    assert read(text).quantifier == "plain"


CHALLENGES = [
    "Show me a GPU on which {0} is not {1}. You can't.",
    "Name one model whose {0} isn't {1}. There is none.",
    "{2}가 {3} 바운드가 아닌 GPU가 있으면 하나라도 대 봐라. 없을 것이다.",
]


@pytest.mark.parametrize("form", CHALLENGES)
@pytest.mark.parametrize(("phase", "bound"), PHASE_AND_BOUND)
def test_a_challenge_nobody_can_meet_asserts_its_opposite(phase, bound, form):
    english, korean = PHASES[phase]
    text = form.format(english.lower(), bound, korean, RESOURCE_KO[bound])
    reading = read(text)
    assert (reading.verdict, reading.quantifier) == (bound, "absolute")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If memory were free, decode would be ten times faster.", "memory-bound"),
        ("If compute were free, prefill would be ten times faster.", "compute-bound"),
        ("If compute were free, decode would not get faster.", "not-compute"),
        ("대역폭이 무한하다면 디코드는 훨씬 빨라질 것이다.", "memory-bound"),
        ("연산이 공짜라도 디코드 속도는 그대로다.", "not-compute"),
        ("If the weights were free, decode would be compute-bound.", "none"),
    ],
)
def test_what_would_help_if_it_were_free_is_what_limits(text, expected):
    assert verdict(text) == expected


@pytest.mark.parametrize(
    "wrong", ["decdoe", "deocde", "decodde", "dcode", "decide the"]
)
def test_one_slip_in_a_long_word_is_mended_and_no_other_word_is(wrong):
    reading = read(f"{wrong} is memory-bound")
    if wrong == "decide the":
        assert reading.phase == "unspecified"
    else:
        assert reading.phase == "decode"
        assert reading.quote("phase") == wrong


EVIDENCE = [
    ("{0}", "unstated"),
    ("I profiled it: {0}", "measured"),
    ("nsys로 찍어 보니 {0}", "measured"),
    ("We measured 80% of peak bandwidth. {0}", "measured"),
    ("{0} Nobody has measured it.", "unstated"),
    ("{0} Please measure it yourself.", "unstated"),
    ("{0} 측정해 보지는 않았다.", "unstated"),
    ("Each weight is read once per token. {0}", "inferred"),
    ("가중치를 토큰마다 다 읽어야 한다. {0}", "inferred"),
    ("By my arithmetic 16 GB / 2 TB/s = 8 ms. {0}", "inferred"),
]


@pytest.mark.parametrize(("form", "expected"), EVIDENCE)
@pytest.mark.parametrize(
    "claim", ["Decode is memory-bound.", "디코드는 메모리 바운드다."]
)
def test_what_is_said_beside_the_claim_is_its_evidence(form, expected, claim):
    assert read(form.format(claim)).evidence == expected
