"""A good answer beside the question keeps the share its author leaves it."""

from autograder.checks import Asked, Number, Text

BY = Number(id="n", points=2, unit="GB", expected=5, rtol=0.5)
ODD = Text(ko="짝수를 물었습니다.", en="An even one, please.")


def even(share):
    return Asked(by=BY, about=lambda n: n % 2 == 0, otherwise=ODD, share=share)


def test_what_was_asked_is_graded_as_ever():
    assert (even(0).id, even(0).points) == ("n", 2)
    assert even(0).check(4) == BY.check(4)


def test_what_was_not_asked_keeps_its_share_and_is_told():
    assert even(0).check(5).status == "wrong"
    outcome = even(0.5).check(5)
    assert (outcome.status, outcome.fraction) == ("partly", 0.5)
    assert outcome.say("en").splitlines() == ["An even one, please.", "Right."]


def test_a_wrong_answer_is_wrong_whatever_it_is_about():
    assert even(0.5).check(101) == BY.check(101)
    assert even(0.5).check("not a number") == BY.check("not a number")
