"""The small parts, without a build."""

import doctest
import importlib
import re
import sys
from pathlib import Path

import pytest

from autograder.cli import COMMANDS

BOOK = Path(__file__).resolve().parents[2] / "book"
sys.path.append(str(BOOK))

from _ext import PARTS, korean_search, lints, usage, values  # noqa: E402
from _ext.interface import words  # noqa: E402


@pytest.mark.parametrize("part", PARTS)
def test_examples_in_the_docstrings_hold(part):
    assert doctest.testmod(importlib.import_module(f"_ext.{part}")).failed == 0


def test_the_interface_says_everything_in_both_languages():
    ko, en = words("ko"), words("en")
    assert set(ko) == set(en)
    for key in ko:
        assert any("가" <= char <= "힣" for char in ko[key]), key
        assert not any("가" <= char <= "힣" for char in en[key]), key


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("캐시", "KV 캐시가 커집니다"),
        ("대역폭이", "대역폭을 나눠 씁니다"),
        ("강도는", "연산 강도에서"),
        ("가중치를", "가중치와 활성값"),
        ("루프라인", "루프라인으로"),
        ("batch", "batches of requests"),
    ],
)
def test_a_word_is_found_whatever_follows_it(query, text):
    language = korean_search.SearchKorean({})

    def terms(words):
        return {
            language.stem(w.lower()) for w in words if language.word_filter(w.lower())
        }

    # the query goes through the script's rules, which strip and pair only
    asked = [
        piece
        for word in korean_search.WORD.findall(query)
        for piece in (
            korean_search.pairs(korean_search.strip_particle(word))
            if word >= "가"
            else [word]
        )
    ]
    assert terms(asked) <= terms(language.split(text))


def test_unrelated_words_are_not_found():
    split = korean_search.SearchKorean({}).split
    assert not set(split("없는말")) & set(split("대역폭이 캐시를 가중치로"))


def test_a_typed_number_must_be_the_librarys():
    assert values.resolve("k = 153", {"k": 153.016}) == "153"
    with pytest.raises(LookupError, match="the library says 153"):
        values.resolve("k = 152", {"k": 153.016})


def test_an_unknown_number_lists_near_ones():
    with pytest.raises(LookupError, match="did you mean a100-ridge"):
        values.resolve("a100-rigde", {"a100-ridge": 1.0})


def test_a_number_may_be_formatted():
    assert values.resolve("k:.1f", {"k": 2.345}) == "2.3"
    assert values.resolve("k", {"k": lambda: 12345}) == "12,345"


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("Lower bound of the time of one step", True),
        ("한 스텝의 시간 하한. Llama-3-8B, bf16", False),
        ("Llama-3-8B, A100-SXM-80GB, bf16, inferred", False),
        ("q_proj", False),
    ],
)
def test_an_english_caption_on_a_korean_page_is_seen(text, english):
    assert lints._is_english(text) == english


@pytest.mark.parametrize("language", ["ko", "en"])
def test_every_command_is_in_the_book_as_it_says_itself(language):
    page = (BOOK / language / "reference/commands.md").read_text("utf-8")
    shown = re.findall(r"```\{usage\} (.*)", page)
    commands = ("cost", "flip", "show", "list", "plot", "check")
    assert shown == [
        *(f"intensity {command}" for command in commands),
        *(f"autograder {command}" for command in COMMANDS),
    ]
    for command in (shown[0], shown[-1]):
        said = usage.help_of(command, language)
        assert command in said
        assert any("가" <= char <= "힣" for char in said) == (language == "ko")
