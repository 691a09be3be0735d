"""Problem set 1: independent values, the slips students make, and no leaks."""

import json
from pathlib import Path

import pytest

from exercises.sample_class import text

NOTEBOOK = Path(__file__).parents[2] / "exercises" / "source" / "ps1" / "ps1.ipynb"
BEGIN, END = "### BEGIN HIDDEN TESTS\n", "\nscore("


def _checks():
    found = {}
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            names = {}
            exec(text(cell).partition(BEGIN)[2].rpartition(END)[0], names)
            check = names["check"]()
            found[check.id] = check
    return found


CHECKS = _checks()

# Worked out by hand from the brochure and the model's published dimensions.
RIDGE = 989.5e12 / 4.8e12
LAYER = 2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 14336
WEIGHTS = 32 * LAYER + 4096 * 128256
KV_TOKEN = 2 * 32 * 1024
RIGHT = {
    "ridge": 206.1,
    "matmul": 512 * 4096 * 14336 / (512 * 4096 + 4096 * 14336 + 512 * 14336),
    "decode-read": 2 * (WEIGHTS + 4096 * KV_TOKEN) / 1e9,
    "kv-cache": 2 * 16 * 4096 * KV_TOKEN / 1e9,
    "crossing": 1 / (1 / RIDGE - 1 / 4096 - 1 / 14336),
    "rule": "2 * batch < ridge * bytes_per_weight",
}


@pytest.mark.parametrize(("question", "answer"), RIGHT.items())
def test_the_value_worked_out_by_hand_is_right(question, answer):
    assert CHECKS[question].check(answer).status == "right"


@pytest.mark.parametrize(
    ("question", "answer", "word", "credit"),
    [
        ("ridge", 1979 / 4.8, "sparsity", 1 / 2),
        ("ridge", RIDGE / 8, "Bits", 0),
        ("ridge", 989.5 / 4800, "prefix", 1 / 2),
        ("ridge", "206 FLOP/s", "Asked for", 0),
        ("matmul", RIGHT["matmul"] / 2, "multiply-add", 1 / 2),
        ("matmul", RIGHT["matmul"] * 2, "one element", 1 / 2),
        ("matmul", RIGHT["matmul"] / 8, "Bits", 0),
        ("matmul", 512, "weights alone", 1 / 2),
        ("decode-read", 2 * WEIGHTS / 1e9, "weights alone", 1 / 2),
        ("decode-read", RIGHT["decode-read"] + 1.0507, "input embedding", 2 / 3),
        ("decode-read", RIGHT["decode-read"] / 1.0737, "GiB", 2 / 3),
        ("decode-read", RIGHT["decode-read"] / 2, "one element", 1 / 3),
        ("decode-read", RIGHT["decode-read"] * 8, "Bits", 0),
        ("decode-read", RIGHT["decode-read"] * 1000, "prefix", 1 / 3),
        ("kv-cache", 8.0, "GiB", 1 / 2),
        ("kv-cache", RIGHT["kv-cache"] * 4, "KV heads", 1 / 2),
        ("kv-cache", RIGHT["kv-cache"] / 2, "keys and values", 1 / 2),
        ("kv-cache", RIGHT["kv-cache"] / 32, "one layer", 0),
        ("kv-cache", RIGHT["kv-cache"] / 16, "one request", 0),
        ("kv-cache", RIGHT["kv-cache"] * 1e9, "prefix", 1 / 2),
        ("kv-cache", "8.59 Gb", "means bit", 0),
        ("crossing", 206, "ridge point itself", 2 / 3),
        ("crossing", 412, "sparsity", 1 / 3),
        ("crossing", 474, "multiply-add", 1 / 3),
        ("crossing", 3000, "ten times", 0),
        ("rule", "batch < ridge", "bf16 only", 1 / 3),
        ("rule", "batch < ridge * bytes_per_weight", "multiply-add", 1 / 3),
        ("rule", "2 * batch * bytes_per_weight < ridge", "below the line", 0),
        ("rule", "2 * batch > ridge * bytes_per_weight", "opposite", 0),
        ("rule", "batch < 103", "Counterexample", 0),
        ("rule", "memory", "compares nothing", 0),
    ],
)
def test_each_typical_slip_gets_its_message_and_its_share(
    question, answer, word, credit
):
    outcome = CHECKS[question].check(answer)
    assert word in outcome.say("en")
    assert outcome.fraction == pytest.approx(credit)
    assert outcome.message.ko != outcome.message.en


# H20: 148 TFLOP/s over 4 TB/s is a ridge of 37, which a batch of 256 exceeds by far.
CLAIM = {
    "phase": "decode",
    "verdict": "compute-bound",
    "model": "Llama-3-8B",
    "hardware": "H20",
    "batch": 256,
    "precision": "bf16",
    "context": 512,
    "evidence": "inferred",
    "basis": "the intensity lies above the ridge",
}


def test_a_true_claim_against_the_tendency_with_its_conditions_is_right():
    assert CHECKS["claim"].check(CLAIM).status == "right"


@pytest.mark.parametrize(
    ("change", "word", "share"),
    [
        ({"batch": None}, "batch", (0.4, 0.8)),
        ({"hardware": "a modern GPU"}, "hardware", (0.4, 0.95)),
        ({"evidence": None, "basis": None}, "evidence", (0.8, 0.95)),
        ({"evidence": "measured"}, "measured", (0.7, 0.9)),
        ({"hardware": "H100"}, "roofline", (0.4, 0.7)),
        ({"verdict": "memory-bound", "batch": 1}, "asks for a case", (0.3, 0.5)),
        ({"phase": "prefill"}, "about decode", (0, 0)),
        ({"verdict": "it depends"}, "", (0, 0.1)),
        ({"bacth": 3}, "bacth", (0, 1)),
    ],
)
def test_a_claim_that_lacks_something_says_what(change, word, share):
    outcome = CHECKS["claim"].check({**CLAIM, **change})
    assert word in outcome.say("en")
    assert share[0] <= outcome.fraction <= share[1]


def test_an_empty_form_is_missing():
    assert CHECKS["claim"].check(dict.fromkeys(CLAIM)).status == "missing"


NUMERIC = [name for name, answer in RIGHT.items() if not isinstance(answer, str)]


@pytest.mark.parametrize("question", NUMERIC)
def test_no_message_shows_the_expected_value(question):
    check = CHECKS[question]
    digits = f"{check.expected:.3g}".rstrip("0").rstrip(".")
    for factor in [-1, 0, 0.01, 0.9, 0.98, 1.02, 1.1, 50]:
        factors = [factor, *(f for slip in check.slips for f in slip.factors)]
        for answer in [f * check.expected for f in factors]:
            assert digits not in check.check(answer).say("en")
            assert digits not in check.check(answer).say("ko")
    for answer in (v for slip in check.slips for v in slip.values):
        assert digits not in check.check(answer).say("en")


@pytest.mark.parametrize("question", CHECKS)
@pytest.mark.parametrize("junk", [None, "", True, [], {}, float("nan"), 10**400, "?"])
def test_junk_earns_nothing_and_raises_nothing(question, junk):
    assert CHECKS[question].check(junk).fraction == 0
