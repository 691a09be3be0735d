import unicodedata

import pytest

from autograder.reading import read
from autograder.reading.normalise import LIMIT, normalise


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("Ｈ１００에서", "h100에서"),
        (unicodedata.normalize("NFD", "디코드는 연산"), "디코드는 연산"),
        ("ㄷㅣㅋㅗㄷㅡ", "디코드"),
        ("ㄷㅐㅇㅕㄱㅍㅗㄱ", "대역폭"),
        ("mem\u200bory\u00ad-bound", "memory-bound"),
        ("\u0410100 b\u0430tch", "a100 batch"),  # Cyrillic A and a
        ("8×H1OO", "8xh100"),
        ("batch ≤ 4", "batch <= 4"),
        ("배치 1–32", "배치 1-32"),
        ("a <b>bold</b> claim<!-- hidden -->", "a bold claim "),
    ],
)
def test_what_a_human_reads_is_what_is_read(raw, plain):
    assert " ".join(normalise(raw).low.split()) == plain.strip()


def test_cyrillic_words_stay_as_they_are():
    assert normalise("память").low == "память"


@pytest.mark.parametrize(
    "raw", ["ＡＢＣ de\u200bcode", "ㄷㅣ x", "가\n\n나", "𝐀100 de"]
)
def test_every_place_leads_back_into_the_original(raw):
    normal = normalise(raw)
    for i in range(len(normal.text)):
        start, end = normal.span(i, i + 1)
        assert 0 <= start < end <= len(raw)


def test_a_span_quotes_the_students_own_words():
    text = "결론: ｄｅｃｏｄｅ는 mem\u200bory-bound다."
    assert read(text).quote("verdict") == "mem\u200bory-bound"


def test_a_long_text_is_cut_and_says_so():
    normal = normalise("x " * LIMIT)
    assert len(normal.text) <= LIMIT
    assert "truncated" in normal.notes
