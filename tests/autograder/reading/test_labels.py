"""The labelled sentences: figures must not fall below what was once reached.

Only the half used while tuning is asserted slot by slot; the other half has a
floor of its own (see benchmarks/claims.py for the figures).
"""

import json
from pathlib import Path

import pytest

from autograder.reading import read

FOLDER = Path(__file__).parents[2] / "data" / "claims"
EXACT = ("phase", "verdict", "model", "hardware", "batch", "precision_weights")


def rows(name):
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("row", rows("tune"), ids=lambda row: row["id"])
def test_a_sentence_of_the_tuning_half_is_read_as_labelled(row):
    reading, labels = read(row["text"]), row["labels"]
    assert {name: getattr(reading, name) for name in EXACT} == {
        name: labels[name] for name in EXACT
    }
    assert set(reading.missing) == set(labels["missing"])
    assert reading.overclaim_type == labels["overclaim_type"]


@pytest.mark.parametrize(
    ("name", "least"), [("phase", 0.95), ("verdict", 0.9), ("quantifier", 0.9)]
)
def test_the_unseen_half_keeps_its_floor(name, least):
    unseen = rows("unseen")
    right = sum(getattr(read(r["text"]), name) == r["labels"][name] for r in unseen)
    assert right / len(unseen) >= least


def test_both_halves_hold_korean_and_english_in_number():
    for half in ("tune", "unseen"):
        languages = [row["lang"] for row in rows(half)]
        assert min(languages.count("ko"), languages.count("en")) >= 35
