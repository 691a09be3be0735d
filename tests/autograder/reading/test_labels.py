"""The labelled sentences: figures must not fall below what was once reached.

Sentences that were tuned on are held to what they read now.  The others are what the
figures are worth: see tests/data/claims/README.md for who wrote which, and
benchmarks/claims.py for every figure.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from autograder.reading import read

FOLDER = Path(__file__).parents[2] / "data" / "claims"
EXACT = ("phase", "verdict", "model", "hardware", "batch", "precision_weights")


@cache
def rows(name):
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def readings(name):
    return [(row["labels"], read(row["text"])) for row in rows(name)]


def share(name, slot):
    """The share of a set's sentences whose slot reads as labelled."""
    pairs = readings(name)
    if slot == "missing":
        right = sum(set(want["missing"]) == set(got.missing) for want, got in pairs)
    else:
        right = sum(want[slot] == getattr(got, slot) for want, got in pairs)
    return right / len(pairs)


def f1(name, holds):
    """F1 of what holds of a label and of a reading alike."""
    pairs = [(holds(lambda k, w=want: w[k]), holds(lambda k, g=got: getattr(g, k)))
             for want, got in readings(name)]  # fmt: skip
    both = sum(a and b for a, b in pairs)
    return 2 * both / (sum(a for a, _ in pairs) + sum(b for _, b in pairs))


@pytest.mark.parametrize("row", rows("tune"), ids=lambda row: row["id"])
def test_a_sentence_of_the_tuning_half_is_read_as_labelled(row):
    reading, labels = read(row["text"]), row["labels"]
    assert {name: getattr(reading, name) for name in EXACT} == {
        name: labels[name] for name in EXACT
    }
    assert set(reading.missing) == set(labels["missing"])
    assert reading.overclaim_type == labels["overclaim_type"]


# What each set reached, rounded down: (set, slot) -> floor.
FLOORS = {
    "blind": {"phase": 0.97, "verdict": 0.86, "quantifier": 0.96, "evidence": 0.88,
              "missing": 0.96, "flip": 0.99, "absolute": 0.85},
    "later_blind": {"phase": 0.96, "verdict": 0.8, "quantifier": 0.96, "evidence": 0.87,
                    "missing": 0.94, "flip": 0.69, "absolute": 0.66},
    "many_blind": {"phase": 0.93, "verdict": 0.97, "quantifier": 0.97,
                   "evidence": 0.92, "missing": 0.98, "flip": 0.83, "absolute": 0.97},
    "unseen": {"phase": 0.97, "verdict": 0.98, "quantifier": 0.97, "evidence": 0.96,
               "missing": 0.98, "flip": 0.99, "absolute": 0.99},
    "later_tune": {"phase": 0.99, "verdict": 0.99, "quantifier": 0.99,
                   "evidence": 0.97, "missing": 0.98, "flip": 0.97, "absolute": 0.99},
    "many_tune": {"phase": 0.98, "verdict": 0.98, "quantifier": 0.99,
                  "evidence": 0.96, "missing": 0.99, "flip": 0.97, "absolute": 0.99},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "slot", "least"),
    [
        (name, slot, least)
        for name, kept in FLOORS.items()
        for slot, least in kept.items()
    ],
)
def test_a_set_keeps_the_figure_it_reached(name, slot, least):
    if slot == "flip":
        reached = f1(name, lambda get: get("flip_condition_stated") is not None)
    elif slot == "absolute":
        reached = f1(name, lambda get: get("overclaim_type") == "absolute")
    else:
        reached = share(name, slot)
    assert reached >= least


@pytest.mark.parametrize("half", ["tune", "unseen", "later_tune", "later_blind",
                                  "many_tune", "many_blind"])  # fmt: skip
def test_every_set_holds_both_languages_in_number(half):
    languages = [row["lang"] for row in rows(half)]
    assert min(languages.count("ko"), languages.count("en")) >= 30


def test_no_sentence_that_was_tuned_on_stands_in_a_set_that_was_not():
    tuned, kept_apart = (
        {row["text"] for name in names for row in rows(name)}
        for names in (
            ("tune", "later_tune", "many_tune", "worked"),
            ("blind", "later_blind", "many_blind"),
        )
    )
    assert not tuned & kept_apart
