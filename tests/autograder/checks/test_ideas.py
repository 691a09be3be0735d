"""Explanations in words: ideas, mistakes, swapped roles, and who must look."""

import pytest

from autograder.checks import Conditions, Definition, Idea, Ideas, Mistake, Text
from autograder.checks.choices import Choices, Row

HINT = Text(ko="무엇을 읽습니까?", en="What is read?")
WEIGHTS = Idea(says=(("weights|가중치", "all|모두"),), hint=HINT)
CACHE = Idea(says=(("cache|캐시", "read|읽"),), hint=Text("캐시?", "And the cache?"))
AGAIN = Mistake(
    says=(("recompute|다시 계산",),),
    message=Text(ko="다시 계산하지 않습니다.", en="It is not computed again."),
)
CHECK = Ideas(id="q", points=2, ideas=(WEIGHTS, CACHE), mistakes=(AGAIN,))


def test_each_idea_counts_alone():
    assert CHECK.check("For each token all weights are read.").fraction == 0.5
    assert CHECK.check("All weights are used. The cache is read.").fraction == 1


def test_an_idea_must_stand_in_one_sentence():
    assert CHECK.check("The weights are large. All tokens are read.").fraction == 0


def test_a_mistake_costs_and_is_named_first():
    outcome = CHECK.check(
        "All weights are read. The cache is read. Tokens are recomputed: we "
        "recompute it."
    )
    assert outcome.fraction == 0.5
    assert outcome.message.en == "It is not computed again."
    assert outcome.person


def test_a_mistake_that_is_denied_is_none():
    outcome = CHECK.check(
        "All weights are read. The cache is read, we do not recompute."
    )
    assert outcome.fraction == 1


ROLES = Ideas(
    id="q",
    points=1,
    ideas=(
        Definition(
            term="compute[- ]?bound",
            limits=(("arithmetic", "limit"),),
            opposite=(("memory", "limit"),),
            hint=Text("무엇이 한계입니까?", "What is the limit?"),
            swapped=Text("역할이 바뀌었습니다.", "The roles are swapped."),
        ),
    ),
)


def test_swapped_roles_are_caught():
    assert ROLES.check("It is compute-bound if arithmetic is the limit.").fraction == 1
    swapped = ROLES.check("Compute-bound means that memory is the limit.")
    assert swapped.message.en == "The roles are swapped."


def test_the_other_terms_words_do_not_count():
    text = "Compute-bound is one thing and memory-bound means that memory is the limit."
    assert ROLES.check(text).message.en == "What is the limit?"


@pytest.mark.parametrize("check", [CHECK, ROLES, Conditions(id="c", points=1)])
@pytest.mark.parametrize(
    "junk",
    [
        None,
        "",
        " ",
        3,
        {},
        b"x",
        True,
        "weights cache all",
        "가중치 캐시 모두",
        "?" * 5000,
    ],
)
def test_junk_and_keywords_are_never_right(check, junk):
    outcome = check.check(junk)
    assert outcome.status != "right"
    assert outcome.message.ko


def test_a_long_answer_without_a_known_idea_asks_for_a_person():
    assert CHECK.check(
        "A step is like a slow train that carries one guest. " * 3
    ).person
    assert not CHECK.check("It is slow.").person


@pytest.mark.parametrize(
    ("answer", "share"),
    [
        ("Model, batch, precision. Once the batch is large it turns compute-bound.", 1),
        ("모델, 배치, 정밀도를 밝혀야 한다.", 0.6),
        ("model, model, model", 0.2),
        ("software version, evidence, tensor parallelism", 0.4),
        ("It depends.", 0),
        ("Once the batch exceeds 300, decode becomes compute-bound.", 0.4),
    ],
)
def test_conditions_count_once_each_and_a_flip_needs_a_direction(answer, share):
    outcome = Conditions(id="c", points=1).check(answer)
    assert outcome.fraction == pytest.approx(share, abs=0.01)


ROWS = Choices(
    id="q",
    points=2,
    words={"yes": ("네",), "no": ("아니요",)},
    rows={
        "a": Row(expected=("yes",), hint=HINT),
        "b": Row(expected=("no",), hint=HINT, why={"yes": Text("틀림", "not so")}),
    },
)


def test_each_row_is_graded_alone_with_its_own_reason():
    assert ROWS.check({"a": "네", "B ": "NO"}).fraction == 1
    half = ROWS.check({"a": "yes", "b": "yes"})
    assert (half.fraction, half.message.en) == (0.5, "b: not so")
    assert "choose one of yes, no" in ROWS.check({"a": "maybe", "b": "no"}).say("en")


@pytest.mark.parametrize(
    "junk", [None, {}, [], "a", 3, {"a": None}, {1: 2}, {"a": ["x"]}]
)
def test_no_choice_is_never_right(junk):
    assert ROWS.check(junk).fraction == 0
