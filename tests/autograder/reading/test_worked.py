"""Sentences that were written and looked at while the reader was made.

They are no measure of it: each line is a rule that must go on working.  `expect`
names the slots that matter; `verdict` holds the detail where there is one.
"""

import json
import re
from pathlib import Path

import pytest

from autograder.reading import read

FILE = Path(__file__).parents[2] / "data" / "claims" / "worked.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def slot(reading, name):
    if name == "verdict":
        return reading.verdict_detail or reading.verdict
    if name == "flip":
        return reading.flip_condition_stated is not None
    if name == "hardware" and reading.hardware:
        return re.sub(r"-(?:\d+GB|SXM|PCIe|NVL)", "", reading.hardware)
    return getattr(reading, name)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_worked_sentence_is_still_read_the_same(row):
    reading = read(row["text"])
    assert {name: slot(reading, name) for name in row["expect"]} == row["expect"]
