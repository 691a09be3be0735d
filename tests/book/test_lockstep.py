import doctest

import pytest

from tools.bookbuild import lockstep
from tools.bookbuild.lockstep import Block, accept, drift, other_numbers, structure


def block(text, *, section="s", number=1, kind="paragraph"):
    return Block(section, number, kind, text, 10 + number, False, f"<{text}>")


def pages(*texts, section="s"):
    return {"p": [block(t, number=i, section=section) for i, t in enumerate(texts)]}


KO, EN = pages("가", "나", "다"), pages("a", "b", "c")
LOCK, _ = accept(KO, EN, {}, [])


def test_what_was_accepted_has_not_moved():
    assert drift(KO, EN, LOCK) == []


def test_without_a_lock_every_pair_is_new():
    assert len(drift(KO, EN, {})) == 3


@pytest.mark.parametrize(
    ("ko", "en", "what"),
    [
        (pages("가", "나!", "다"), EN, "Korean changed, English did not"),
        (KO, pages("a", "b!", "c"), "English changed, Korean did not"),
        (pages("가", "나!", "다"), pages("a", "b!", "c"), "a new pair"),
    ],
)
def test_it_says_which_language_moved(ko, en, what):
    (line,) = drift(ko, en, LOCK)
    assert what in line
    assert "book/ko/p.md:11" in line
    assert "book/en/p.md:11" in line


def test_a_pair_put_in_front_does_not_disturb_the_others():
    (line,) = drift(pages("새", "가", "나", "다"), pages("new", "a", "b", "c"), LOCK)
    assert "새" in line


def test_pairs_may_not_be_crossed():
    assert len(drift(KO, pages("b", "a", "c"), LOCK)) == 2


def test_accepting_one_section_leaves_the_others_waiting():
    ko = {"p": [*pages("가!", section="s")["p"], *pages("나!", section="t")["p"]]}
    en = {"p": [*pages("a!", section="s")["p"], *pages("b!", section="t")["p"]]}
    lock, new = accept(ko, en, {}, ["p#s"])
    assert new == 1
    (line,) = drift(ko, en, lock)
    assert "accept 'p#t'" in line


def test_accepting_forgets_sections_that_are_gone():
    lock, _ = accept(KO, EN, {"p#gone": [["x", "y"]], "q#old": [["x", "y"]]}, [])
    assert set(lock) == {"p#s"}


def test_equal_structures_are_fine():
    assert structure(KO, EN) == []


def test_a_page_in_one_language_only_is_named():
    (line,) = structure({**KO, "q": []}, EN)
    assert line.startswith("book/en/q.md: missing")


def test_a_section_in_one_language_only_is_named():
    ko = {"p": [*KO["p"], block("라", section="t", number=0)]}
    (line,) = structure(ko, EN)
    assert "book/en/p.md: no section (t)=" in line


def test_sections_in_another_order_are_named():
    one, two = block("a", section="s"), block("b", section="t")
    (line,) = structure({"p": [one, two]}, {"p": [two, one]})
    assert "another order" in line


def test_another_kind_of_block_is_named_where_it_stands():
    en = {"p": [*EN["p"][:2], block("c", number=2, kind="table")]}
    (line,) = structure(KO, en)
    assert "block 2 differs" in line
    assert "paragraph “다”" in line
    assert "table “c”" in line


def test_the_examples_in_its_docstrings_hold():
    assert doctest.testmod(lockstep).failed == 0


def test_a_typed_number_must_be_the_same_in_both_languages():
    (line,) = other_numbers(pages("4.3 %였습니다"), pages("it was 4.2 %"))
    assert "4.2, 4.3" in line
    assert "book/ko/p.md:10" in line


def test_thousands_and_spelled_out_numbers_are_no_difference():
    assert other_numbers(pages("2바이트, 1,024개"), pages("two bytes, 1024")) == []
    assert other_numbers(pages("{a-key}배"), pages("{a-key} times")) == []
