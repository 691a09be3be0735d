"""Measure the claim reader on labelled sentences, slot by slot and by language.

    python benchmarks/claims.py                   # one line for each labelled set
    python benchmarks/claims.py tests/data/claims/tune.jsonl [...] [--wrong]

Slots: precision and recall over exact values.  Sets: share of exact `missing`.
Classes: accuracy and the confusions.  `--wrong` prints each difference.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
from collections import Counter
from pathlib import Path

from autograder.reading import read

SLOTS = (
    "model",
    "hardware",
    "hardware_count",
    "batch",
    "precision_weights",
    "precision_activations",
    "precision_kv",
    "context",
    "prompt_len",
)
CLASSES = ("speech_act", "phase", "verdict", "verdict_detail", "evidence", "quantifier")
FLAGS = ("flip_condition_stated", "has_source_or_number")
TYPES = ("absolute", "unconditional", "overgeneralised")


FOLDER = Path(__file__).parents[1] / "tests" / "data" / "claims"
SETS = ("tune", "unseen", "blind", "later_tune", "later_blind", "many_tune",
        "many_blind")  # fmt: skip
CONDITIONS = ("model", "hardware", "batch", "precision_weights")


def load(paths):
    rows = []
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            rows.append(json.loads(line))
    return rows


def same(slot, got, want):
    """Exact after canonicalisation; hardware compares the chip."""
    if slot == "hardware" and got and want:
        return chip(got) == chip(want)
    return str(got).lower() == str(want).lower()


def chip(name):
    return re.sub(r"-(?:\d+GB|SXM|PCIe|NVL)", "", str(name))


def f1(right, got, want):
    precision = right / got if got else float("nan")
    recall = right / want if want else float("nan")
    total = got + want
    return precision, recall, (2 * right / total if total else float("nan"))


def report(rows, readings, title):
    n = len(rows)
    print(f"\n{title}: {n} texts")
    everything = [0, 0, 0]
    for slot in SLOTS:
        right = got = want = 0
        for row, reading in zip(rows, readings, strict=True):
            gold, value = row["labels"][slot], getattr(reading, slot)
            want += gold is not None
            got += value is not None
            right += gold is not None and value is not None and same(slot, value, gold)
        if slot in CONDITIONS:
            everything = [
                a + b for a, b in zip(everything, (right, got, want), strict=True)
            ]
        print(f"  {slot:24}" + score(right, got, want))
    print(f"  {'the four conditions':24}" + score(*everything))
    exact = sum(
        set(row["labels"]["missing"]) == set(reading.missing)
        for row, reading in zip(rows, readings, strict=True)
    )
    print(f"  missing, exact set      {exact / n:.3f}")
    for name in CLASSES:
        pairs = Counter(
            (row["labels"][name], getattr(reading, name))
            for row, reading in zip(rows, readings, strict=True)
        )
        right = sum(count for (a, b), count in pairs.items() if a == b)
        wrong = ", ".join(f"{a}>{b} {c}" for (a, b), c in pairs.most_common() if a != b)
        print(f"  {name:24}{right / n:.3f}   {wrong}")
    for value in ("absolute", "hedged"):
        print(f"  quantifier {value:13}" + one(rows, readings, "quantifier", value))
    for name in FLAGS:
        right = got = want = 0
        for row, reading in zip(rows, readings, strict=True):
            a, b = bool(row["labels"][name]), bool(getattr(reading, name))
            right, got, want = right + (a and b), got + b, want + a
        print(f"  {name:24}" + score(right, got, want))
    for value in TYPES:
        print(f"  {value:24}" + one(rows, readings, "overclaim_type", value))


def totals():
    """One line a set: the figures that a course would ask about."""
    shown = ("verdict", "phase", "missing", "entity P", "entity R", "evidence",
             "quantifier", "flip F1", "absolute F1")  # fmt: skip
    print(f"{'':13}n   " + "  ".join(f"{name:>11}" for name in shown))
    for name in SETS:
        rows = load([FOLDER / f"{name}.jsonl"])
        readings = [read(row["text"]) for row in rows]
        pairs = [(r["labels"], x) for r, x in zip(rows, readings, strict=True)]
        share = {
            slot: statistics.mean(
                want[slot] == getattr(got, slot) for want, got in pairs
            )
            for slot in ("verdict", "phase", "evidence", "quantifier")
        }
        share["missing"] = statistics.mean(
            set(want["missing"]) == set(got.missing) for want, got in pairs
        )
        share["entity P"], share["entity R"], _ = entities(pairs)
        share["flip F1"] = agreement(
            (bool(w["flip_condition_stated"]), bool(g.flip_condition_stated))
            for w, g in pairs
        )
        share["absolute F1"] = agreement(
            (w["overclaim_type"] == "absolute", g.overclaim_type == "absolute")
            for w, g in pairs
        )
        print(
            f"{name:12}{len(rows):4} " + "  ".join(f"{share[k]:11.3f}" for k in shown)
        )


def entities(pairs):
    """Precision and recall of the four conditions' values together."""
    right = got = want = 0
    for labels, reading in pairs:
        for slot in CONDITIONS:
            gold, value = labels[slot], getattr(reading, slot)
            want += gold is not None
            got += value is not None
            right += gold is not None and value is not None and same(slot, value, gold)
    return f1(right, got, want)


def agreement(pairs):
    pairs = list(pairs)
    both = sum(a and b for a, b in pairs)
    return f1(both, sum(b for _, b in pairs), sum(a for a, _ in pairs))[2]


def one(rows, readings, name, value):
    right = got = want = 0
    for row, reading in zip(rows, readings, strict=True):
        a, b = row["labels"][name] == value, getattr(reading, name) == value
        right, got, want = right + (a and b), got + b, want + a
    return score(right, got, want)


def score(right, got, want):
    precision, recall, both = f1(right, got, want)
    return f"P {precision:.3f}  R {recall:.3f}  F1 {both:.3f}  (of {want})"


def differences(rows, readings):
    names = (*SLOTS, *CLASSES, *FLAGS, "overclaim_type", "missing")
    for row, reading in zip(rows, readings, strict=True):
        wrong = []
        for name in names:
            gold, value = row["labels"][name], getattr(reading, name)
            if name in FLAGS:
                ok = bool(gold) == bool(value)
            elif name == "missing":
                ok = set(gold) == set(value)
            else:
                ok = (gold is None and value is None) or same(name, value, gold)
            if not ok:
                wrong.append(f"{name}: {gold!r} read as {value!r}")
        if wrong:
            print(f"{row['id']} {row['text']}")
            for line in wrong:
                print(f"      {line}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE.jsonl")
    parser.add_argument("--wrong", action="store_true", help="print each difference")
    args = parser.parse_args()
    if not args.files:
        totals()
        return
    rows = load(args.files)
    read(rows[0]["text"])  # compile the expressions
    times, readings = [], []
    for row in rows:
        began = time.perf_counter()
        readings.append(read(row["text"]))
        times.append(time.perf_counter() - began)
    if args.wrong:
        differences(rows, readings)
    report(rows, readings, "all")
    for language in ("ko", "en", "mixed"):
        part = [i for i, row in enumerate(rows) if row["lang"] == language]
        if part and len(part) < len(rows):
            report([rows[i] for i in part], [readings[i] for i in part], language)
    middle, longest = 1e3 * statistics.median(times), 1e3 * max(times)
    print(f"\nmedian {middle:.2f} ms, longest {longest:.2f} ms")


if __name__ == "__main__":
    main()
