"""Numbers typed by hand in the book: only those that nothing computes.

A quantity in prose, in a caption or in a description (a number with one of `UNITS`, or
a batch) comes from the library through {n}`key`, unless it is

- an input: a batch, a number of tokens or a share that an author chose to look at,
- quoted: then its source is named in the same block, or
- a definition, which is computed here.

What may be typed stands in the tables below and nowhere else.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Callable, Iterator, Sized
from functools import cache
from pathlib import Path

import pytest

import intensity

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path.relative_to(ROOT / "book/ko")
    for folder in ("chapter", "reference")
    for path in (ROOT / "book/ko" / folder).glob("*.md")
)

# Chosen by an author; a datum or a result must never be added here.
INPUTS = {
    "batch": {1, 16, 32, 64, 128, 256, 1024},
    "tokens": {0, 1, 4, 8, 16, 64, 128, 512, 1024, 2048, 4096, 4160, 32768},
    "times": {4, 8, 64, 128, 2048},  # one input over another
    "%": {0, 5, 10, 50, 70, 100},  # the whole bound, lines of a figure, and examples
}

# Printed by somebody else: quantity and the name that its block has to give.
QUOTED = {
    "4.3 %": "kekzl/imp",
    "31 %": "kekzl/imp",
    "10 %": "SARATHI",
    "20 %": "SARATHI",
    "25 tokens": "Marlin",
    "50 tokens": "Marlin",
    "32 tokens": "Marlin",
    "batch 240": "scaling-book",
    "964 tokens": "scaling-book",
    "4529 tokens": "scaling-book",
    "85 TFLOP/s": "achatbot",
    "168 TFLOP/s": "achatbot",
    "328 TFLOP/s": "achatbot",
    "2.8 TB/s": "achatbot",
    "865 TFLOP/s": "FlashMLA",
    "4.5 times": "arXiv 2603.08960",
    "114 op/byte": "LLM-Viewer",
    "69 %": "gpt-fast",
    "42 %": "gpt-fast",
    "36 %": "inference-sim#436",
    "48 %": "inference-sim#436",
    "96 MB": "L40S",
    # of tools that were run once; tests/intensity/test_peers.py says what explains them
    "1.5 times": "LLM-Viewer",
    "3.1 %": "aiconfigurator",
    "3.3 %": "aiconfigurator",
    "10.1 %": "aiconfigurator",
    "1.02 times": "aiconfigurator",
    "1.58 times": "aiconfigurator",
    "1.30 times": "aiconfigurator",
    "1.67 times": "aiconfigurator",
}

DEFINED = {
    "7.4 %": 100 * (2**30 / 10**9 - 1),  # a GiB over a GB
}

# Quantities that belong to a name rather than to a sentence.
NAMES = re.compile(r"A100(?:-SXM)?[- ]80 ?GB|A100[^.]{0,30}\b40 GB[^.]{0,30}\b80 GB")

UNITS = {
    "FLOP/byte": r"FLOP/byte|op/byte",
    "FLOP/s": r"[TGMk]?FLOP/s",
    "B/s": r"[TGMk]?B/s",
    "B": r"[TGMk]B(?![A-Za-z])",
    "s": r"[mµu]s(?![A-Za-z])",
    "%": r"%",
    "tokens": r"토큰|tokens?\b",
    "times": r"배(?=[가로를의 .,(쯤까 ]|$)|times\b",
}
NUMBER = r"(?<![\w.,/-])\d[\d,]*(?:\.\d+)?"
BETWEEN = r"\s*(?:~|→|to|and|, and|,)\s*"
QUANTITY = re.compile(
    rf"(?P<before>(?:{NUMBER}{BETWEEN})*)(?P<last>{NUMBER})\s*"
    rf"(?P<unit>{'|'.join(UNITS.values())})"
)
BATCH = re.compile(rf"(?:\bbatch(?:es)?|배치)\s+(?P<last>{NUMBER})(?!\s*가지)")


def plain(number: str) -> float:
    return float(number.rstrip(",").replace(",", ""))


def quantities(text: str) -> Iterator[str]:
    """Every quantity typed in a text, one spelling for all languages.

    >>> list(quantities("배치 161부터 29~31 ms, 3.3 TB/s, {n}`x` ms at batch 1,024."))
    ['batch 161', 'batch 1024', '29 ms', '31 ms', '3.3 TB/s']
    """
    text = re.sub(r"\{n\}`[^`]*`", "", text)
    for match in BATCH.finditer(text):
        yield f"batch {plain(match['last']):g}"
    for match in QUANTITY.finditer(text):
        unit = "tokens" if match["unit"] in ("토큰", "token") else match["unit"]
        unit = "times" if unit == "배" else unit
        for number in re.findall(NUMBER, match["before"] + match["last"]):
            yield f"{number.rstrip(',').replace(',', '')} {unit}"


def input_kind(quantity: str) -> tuple[str, float]:
    first, last = quantity.split()
    return (first, float(last)) if first == "batch" else (last, float(first))


def may_be_typed(quantity: str, block: str) -> bool:
    """Whether a typed quantity is an input, quoted beside its source, or defined."""
    kind, number = input_kind(quantity)
    if number in INPUTS.get(kind, ()):
        return True
    if quantity in DEFINED:
        return number == pytest.approx(DEFINED[quantity], abs=0.05)
    return QUOTED.get(quantity, "\0") in block


FENCES = re.compile(r"^(`{3,})(?!\{glossary\})[^\n]*\n.*?^\1$", re.M | re.S)
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.M | re.S)


def prose(page: str) -> Iterator[str]:
    """The blocks of a page that a reader reads, formulas and code left out."""
    body = re.sub(r"\A---\n.*?^---$", "", page, count=1, flags=re.M | re.S)
    body = re.sub(r"\$\$.*?\$\$|\$[^$\n]*\$", "", FENCES.sub("", body), flags=re.S)
    body = re.sub(r"(?<!\})`[^`\n]*`", "", body)
    for block in re.split(r"\n{2,}", body):
        yield from block.split("\n") if block.startswith("|") else [block]


def figures(page: str) -> Iterator[str]:
    """Captions, titles and descriptions; what a cell puts in is not typed."""
    for cell in CELL.findall(page):
        for call in ast.walk(ast.parse(cell)):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Text":
                for argument in call.keywords:
                    yield "".join(
                        part.value
                        for part in ast.walk(argument.value)
                        if isinstance(part, ast.Constant)
                        and isinstance(part.value, str)
                    )


@cache
def blocks(language: str, page: Path) -> list[str]:
    text = (ROOT / "book" / language / page).read_text("utf-8")
    return [NAMES.sub("", block) for block in (*prose(text), *figures(text))]


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_quantity_comes_from_the_library_or_has_a_reason_to_be_typed(
    language: str, page: Path
) -> None:
    typed = [
        f"{quantity}: {block.strip()[:90]}"
        for block in blocks(language, page)
        for quantity in quantities(block)
        if not may_be_typed(quantity, block)
    ]
    assert not typed, "write {n}`key` and add the key to book/values.py"


@pytest.mark.parametrize(
    "sentence",
    [
        "배치 161부터 compute-bound입니다.",
        "It flips from batch 563 on.",
        "프롬프트가 176 토큰 미만이면",
        "flat step times of 29 to 31 ms",
        "18~42 토큰일 때 4~9 토큰",
        "A100의 꺾임점은 153 FLOP/byte입니다.",
        "its bandwidth is 2.04 TB/s",
        "가중치 15 GB를 읽습니다.",
        "the throughput is 49 times as high",
        "처리량은 49배가 됩니다.",
        "효율은 한계의 81 %입니다.",
        "SARATHI 없이 865 TFLOP/s",
    ],
)
def test_a_computed_number_typed_by_hand_is_found(sentence: str) -> None:
    assert not all(may_be_typed(found, sentence) for found in quantities(sentence))
    assert list(quantities(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "배치 64, 컨텍스트 2,048 토큰에서",
        "from batch {n}`batch-gate` on",
        "{n}`m-flat-low`~{n}`m-flat-high` ms로 평평합니다",
        "a reduced peak of 865 TFLOP/s (FlashMLA)",
        "GiB와 GB를 섞으면 7.4 % 차이",
        "batches of A100 cards in 2026",
    ],
)
def test_an_input_a_key_a_quotation_and_a_definition_pass(sentence: str) -> None:
    assert all(may_be_typed(found, sentence) for found in quantities(sentence))


def test_nothing_is_allowed_that_no_page_types() -> None:
    typed = {
        quantity
        for language in ("ko", "en")
        for page in PAGES
        for block in blocks(language, page)
        for quantity in quantities(block)
    }
    inputs = {
        f"batch {n}" if kind == "batch" else f"{n} {kind}"
        for kind, numbers in INPUTS.items()
        for n in numbers
    }
    assert {*QUOTED, *DEFINED, *inputs} <= typed


def test_the_cache_of_the_l40s_is_the_one_of_the_table_of_devices() -> None:
    table = Path(intensity.__file__).parent / "data/measured_devices.csv"
    with table.open(encoding="utf-8") as rows:
        sizes = {row["hw"]: row["l2_MB"] for row in csv.DictReader(rows)}
    assert float(sizes["L40S"]) == 96


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize(
    ("page", "word", "known"),
    [
        ("hardware", r"devices|개 장치", intensity.names.known_hardware),
        ("models", r"models|개 모델", intensity.names.known_models),
    ],
)
def test_a_table_says_how_many_it_holds(
    language: str, page: str, word: str, known: Callable[[], Sized]
) -> None:
    text = (ROOT / "book" / language / f"reference/{page}.md").read_text("utf-8")
    said = {int(number) for number in re.findall(rf"(\d+) ?(?:{word})", text)}
    assert said == {len(known())}
