"""Any text at all is read without an exception, and no rule goes exponential."""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.reading import read

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "contracts" / "read.schema.json").read_text("utf-8")
)
PIECES = [
    "decode", "prefill", "디코드", "프리필", "memory-bound", "연산",
    "바운드", "is", "not", "아니다", "없다", "배치", "batch", "8", "1-32",
    ">300", "H100", "A100", "80GB", "Llama-3-8B", "70B", "bf16",
    "W4A16", "KV는", "fp8", "unless", "if", "면", "넘으면", "항상",
    "always", "보통", "usually", '"', "'", "?", ".", ",", ";", "\n",
    "라는", "말은", "틀렸다", "tok/s", "100", "%", "GB/s", "2TB/s",
    "because", "므로", "각각", "4k", "컨텍스트", "<b>", "<!--", "|", "=",
    ":", "(", ")", "\u2014", "~", "\u200b", "\u0410", "ㄷㅣ", "하나",
    "한", "장", "8x", "x2", "tp=8",
]  # fmt: skip


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_characters_are_read(text):
    jsonschema.validate(read(text).as_json("x"), SCHEMA)


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from(["", " "]))
@settings(max_examples=100, deadline=None)
def test_any_mixture_of_our_own_words_is_read(pieces, between):
    text = between.join(pieces)
    reading = read(text)
    jsonschema.validate(reading.as_json(1), SCHEMA)
    for start, end in reading.spans.values():
        assert 0 <= start <= end <= len(text)


@pytest.mark.parametrize("junk", [None, 3, b"decode", [], {}, float("nan")])
def test_what_is_no_text_reads_as_an_empty_one(junk):
    assert read(junk).verdict_detail == "none"


@pytest.mark.parametrize(
    "unit",
    ["a", " ", "1", "1,2,", (
        "decode is memory-bound because "
    ), "디코드는 배치가 커지면 ",
     '"a ', "<a ", "2TB/s", "GB/s", "batch ",
     "limited by ", "llama ", "the and or not ", "\n"],
)  # fmt: skip
def test_a_hundred_thousand_characters_are_read(unit):
    read(unit * (100_000 // len(unit)))  # an exponential rule would never end


def test_the_same_text_gives_the_same_reading():
    text = "H100에서 bf16이면 배치가 300을 넘는 순간 디코드는 연산 바운드가 된다."
    assert read(text) == read(text)
