"""The form and the free text are judged by the same judge."""

import pytest

from autograder.checks.claim import Claim
from autograder.checks.form import FIELDS, Form, reading_from_form

FULL = {
    "phase": "decode",
    "verdict": "memory-bound",
    "model": "Llama-3-8B",
    "hardware": "A100-80GB",
    "batch": 8,
    "precision": "bf16",
}
FORM = Form(id="q", points=4)


def test_a_full_form_is_right():
    assert FORM.check(FULL).fraction == 1


@pytest.mark.parametrize("field", ["model", "hardware", "batch", "precision"])
def test_each_empty_condition_costs_the_same_as_in_a_sentence(field):
    sentence = {
        "model": "A100-80GB, bf16, batch 8: decode is memory-bound.",
        "hardware": "Llama-3-8B, bf16, batch 8: decode is memory-bound.",
        "batch": "Llama-3-8B, A100-80GB, bf16: decode is memory-bound.",
        "precision": "Llama-3-8B, A100-80GB, batch 8: decode is memory-bound.",
    }[field]
    as_form = FORM.check({**FULL, field: ""})
    assert as_form.fraction == Claim(id="c", points=4).check(sentence).fraction < 1


@pytest.mark.parametrize(
    ("field", "value", "slot", "read"),
    [
        ("hardware", "8xH100", "hardware_count", 8),
        ("batch", "1-32", "batch", "1-32"),
        ("batch", "배치 4", "batch", 4),
        ("batch", ">300", "batch", ">300"),
        ("precision", "W4A16, KV int8", "precision_kv", "int8"),
        ("context", "4k", "context", 4096),
        ("prompt", 512, "prompt_len", 512),
        ("verdict", "메모리", "verdict", "memory-bound"),
        ("phase", "디코드", "phase", "decode"),
        ("evidence", "측정", "evidence", "measured"),
        ("flip", "batch > 300", "flip_condition_stated", "batch > 300"),
    ],
)
def test_each_field_fills_its_slot(field, value, slot, read):
    assert getattr(reading_from_form({**FULL, field: value}), slot) == read


def test_a_wrong_verdict_is_shown_its_case():
    outcome = FORM.check({**FULL, "verdict": "compute-bound"})
    assert "batch 8" in outcome.say("en")
    assert outcome.fraction < 1


@pytest.mark.parametrize(
    "junk",
    [None, {}, [], "decode", 3, {"model": None}, {"model": [1]}, {"nonsense": 1},
     {**FULL, "batch": True}, {**FULL, "batch": -3}, {**FULL, "batch": 10**400},
     pytest.param({**FULL, "batch": 10**5000}, id="huge"),
     {**FULL, "model": "x" * 10_000}, {**FULL, "hardware": "H300"}],
)  # fmt: skip
def test_junk_is_never_right_and_never_raises(junk):
    outcome = FORM.check(junk)
    assert outcome.fraction < 1
    assert outcome.message.ko


def test_an_unknown_field_is_named_with_the_known_ones():
    outcome = FORM.check({**FULL, "gpu": "H100"})
    assert "gpu" in outcome.say("en")
    assert "hardware" in outcome.say("en")


def test_measured_in_the_form_needs_a_number_or_a_source():
    bare = FORM.check({**FULL, "evidence": "measured", "basis": "I ran it"})
    good = FORM.check({**FULL, "evidence": "measured", "basis": "88 tok/s at batch 1"})
    assert "no result" in " ".join(t.en for t in (bare.message, *bare.details))
    assert "no result" not in good.say("en")


def test_every_field_is_told_in_the_docstring():
    import autograder.checks.form as module

    assert all(f"    {name} " in module.__doc__ for name in FIELDS)
