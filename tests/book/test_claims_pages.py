"""The examples on the pages about claims are graded as the pages say."""

import re
from pathlib import Path

import pytest

from autograder.checks import Claim

BOOK = Path(__file__).parents[2] / "book"
ROW = re.compile(
    r"^\| (?P<sentence>[^|]{10,}) \| (?P<points>[\d.]+) \| (?P<line>[^|]+) \|$"
)


def examples(language):
    page = (BOOK / language / "instructors" / "claims.md").read_text("utf-8")
    page = page.partition("(claims-figures)=")[0]  # tables after it hold figures
    rows = [match for line in page.splitlines() if (match := ROW.match(line))]
    return [(row["sentence"], float(row["points"]), row["line"]) for row in rows]


@pytest.mark.parametrize(
    ("language", "sentence", "points", "line"),
    [(lang, *example) for lang in ("ko", "en") for example in examples(lang)],
)
def test_an_example_earns_what_the_page_says(language, sentence, points, line):
    outcome = Claim(id="q", points=4).check(sentence)
    assert 4 * outcome.fraction == pytest.approx(points)
    assert line in outcome.say(language)


def test_both_pages_show_the_same_examples():
    korean, english = examples("ko"), examples("en")
    assert len(korean) == 12
    assert [row[1] for row in korean] == [row[1] for row in english]
