"""What is asserted, denied, quoted, asked, compared: one law a test."""

import pytest

from autograder.reading import Pair, read


def verdict(text):
    reading = read(text)
    return reading.verdict_detail or reading.verdict


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Decode is not compute-bound.", "not-compute"),
        ("디코드는 연산 바운드가 아니다.", "not-compute"),
        ("Decode is not compute-bound but bandwidth-bound.", "memory-bound"),
        ("디코드는 연산이 아니라 메모리가 병목이다.", "memory-bound"),
        ("디코드가 메모리에 묶이지 않는다고 할 수 없다.", "memory-bound"),
        ("It is not true that decode is not memory-bound.", "memory-bound"),
        ("Decode is anything but compute-bound.", "not-compute"),
    ],
)
def test_negations_are_counted(text, expected):
    assert verdict(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("디코드는 커널 실행 오버헤드에 묶인다.", "overhead-bound"),
        ("With TP8 decode is communication-bound.", "comm-bound"),
        ("VRAM이 부족해서 디코드는 메모리 바운드다.", "capacity-bound"),
        ("The decode kernel is latency-bound.", "latency-bound"),
        (
            "Neither FLOPs nor HBM: the bottleneck of decode is Python.",
            "overhead-bound",
        ),
    ],
)
def test_third_bottlenecks_are_not_memory(text, expected):
    assert verdict(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Prefill is compute-bound and decode is memory-bound.",
        "Prefill and decode are compute-bound and memory-bound, respectively.",
        "프리필과 디코드는 각각 연산 바운드, 메모리 바운드다.",
        "TTFT는 연산이, TPOT는 대역폭이 좌우한다.",
        "디코드는메모리바운드프리필은연산바운드",
    ],
)
def test_two_phases_get_their_own_verdicts(text):
    reading = read(text)
    assert reading.verdict_detail == "split"
    assert reading.claims == (
        Pair("prefill", "compute-bound"),
        Pair("decode", "memory-bound"),
    )


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Is decode memory-bound?", "ask"),
        ("디코드는 메모리 바운드인가요?", "ask"),
        ("According to the blog, decode is memory-bound.", "report"),
        ("디코드는 메모리 바운드라고들 한다.", "report"),
        ('"Decode is always memory-bound" is wrong.', "refute"),
        ("디코드가 연산 바운드라는 주장은 틀렸다.", "refute"),
        ("Decode is memory-bound.", "assert"),
    ],
)
def test_who_says_it(text, act):
    assert read(text).speech_act == act


def test_a_rejected_quotation_is_not_the_claim():
    reading = read('"Prefill is memory-bound" is wrong; it is compute-bound.')
    assert (reading.verdict, reading.speech_act) == ("compute-bound", "refute")


@pytest.mark.parametrize(
    ("text", "tone"),
    [
        ("디코드는 항상 메모리 바운드다.", "absolute"),
        ("배치가 아무리 커져도 디코드는 메모리 바운드다.", "absolute"),
        ("No matter the chip, decode is memory-bound.", "absolute"),
        ("Decode is usually memory-bound.", "hedged"),
        ("거의 항상 디코드는 메모리 바운드다.", "hedged"),
        ("Decode is not always memory-bound.", "hedged"),
        ("H100, batch 1이면 디코드는 메모리 바운드일 수밖에 없다.", "plain"),
        ("모든 GPU에 나눠 실으면 디코드는 메모리 바운드다.", "plain"),
    ],
)
def test_how_sure_it_is(text, tone):
    assert read(text).quantifier == tone


@pytest.mark.parametrize(
    ("text", "flip"),
    [
        ("Decode is memory-bound unless the batch exceeds 300.", True),
        ("배치가 커지면 디코드는 연산 쪽으로 기운다.", True),
        ("T4 is memory-bound in decode; H20 is compute-bound.", True),
        ("배치 8이면 디코드는 메모리 바운드다.", False),
        ("Decode is memory-bound for batch sizes from 1 to 32.", False),
        ("Whether decode is memory-bound depends on the batch.", False),
        ("Decode is memory-bound even at large batch.", False),
    ],
)
def test_a_flip_needs_a_direction(text, flip):
    assert (read(text).flip_condition_stated is not None) == flip


@pytest.mark.parametrize(
    "text",
    [
        "Unless the batch exceeds 300, decode is memory-bound.",
        "Training is compute-bound at batch 1024, but decode is memory-bound.",
        '"Decode at batch 512 is compute-bound" is wrong: it is memory-bound.',
    ],
)
def test_a_condition_of_something_else_fills_no_slot(text):
    assert read(text).batch is None


def test_the_threshold_fills_the_slot_when_the_flip_is_the_claim():
    reading = read("Past batch 300 on H100 in bf16, decode becomes compute-bound.")
    assert reading.batch == ">300"
    assert reading.flip_condition_stated


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("디코드는 메모리 바운드다.", "unconditional"),
        ("Decode is always memory-bound.", "absolute"),
        (
            "Llama-3-8B on an A100 in bf16 at batch 1 reached 88 tok/s, so LLM "
            "decoding "
            "is memory-bound on every GPU.",
            "overgeneralised",
        ),
        ("Decode is usually memory-bound.", None),
        ("Memory-bound means waiting for data.", None),
        ("zlib 디코드는 메모리 바운드다.", None),
        ("For Llama-3-8B on one H100 in bf16 at batch 1, every decode step is "
         "memory-bound.", None),
    ],
)  # fmt: skip
def test_overclaims_by_type(text, kind):
    assert read(text).overclaim_type == kind


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("I measured 62 tok/s at batch 1; decode is memory-bound.", "measured"),
        ("재 보니 초당 48토큰이다. 디코드는 메모리 바운드.", "measured"),
        ("Every weight is read once per token, so decode is memory-bound.", "inferred"),
        ("200 GB/s / 16 GB = 12.5 tok/s at best for one user.", "inferred"),
        ("디코드는 메모리 바운드라서 클럭에 둔감하다.", "unstated"),
        ("Decode is memory-bound; please measure it.", "unstated"),
    ],
)
def test_what_supports_it(text, evidence):
    assert read(text).evidence == evidence
