"""Laws of the chapter's own pages, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from book._ext.values import load, resolve

BOOK = Path(__file__).resolve().parents[2] / "book"
VALUES = load(BOOK / "values.py")
PAGES = sorted(path.relative_to(BOOK / "ko") for path in (BOOK / "ko").rglob("*.md"))
CELL = re.compile(r"```\{code-cell\}.*?\n(.*?)```", re.DOTALL)
NUMBER = re.compile(r"\{n\}`([^`]+)`")

# What the chapter is made of, by the label that each part must keep.
PARTS = (
    *("key-questions", "chapter-goals", "two-phases", "primer"),
    *("compute-bound", "memory-bound", "term-box", "reuse", "telling"),
    *("prefill-tendency", "decode-tendency", "diagram", "per-operation", "not-a-law"),
    *("flip-table", "claim-kinds", "must-state", "lower-trust"),
    *("why-batching", "why-paged", "why-prefix", "why-kv", "why-chunked"),
    *("why-disaggregation", "key-points", "not-supported", "next"),
    *("question-1", "question-2", "question-3"),
)


def text(language: str, page: Path) -> str:
    return (BOOK / language / page).read_text("utf-8")


def chapter(language: str) -> str:
    return "\n".join(text(language, page) for page in PAGES)


def section(label: str) -> str:
    """A section of the Korean tree, from its label to the next heading as high."""
    whole = chapter("ko")
    start = whole.index(f"({label})=")
    level = re.search(r"^#+", whole[start:], re.MULTILINE)
    assert level is not None
    end = re.compile(rf"^#{{1,{len(level[0])}}} ", re.MULTILINE)
    body = whole[start + level.end() :]
    found = end.search(body)
    return body[: found.start()] if found else body


def conditions() -> list[str]:
    """The sections that the rows of the table of flips lead to."""
    rows = section("flip-table")
    return re.findall(r"^\| \[[^\]]+\]\((flip-[\w-]+)\)", rows, re.MULTILINE)


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("label", PARTS)
def test_every_part_of_the_chapter_has_its_place(language: str, label: str) -> None:
    assert f"\n({label})=\n" in chapter(language)


def test_the_table_of_flips_covers_every_lever() -> None:
    assert len(conditions()) == len(set(conditions())) == 17


@pytest.mark.parametrize("label", conditions())
def test_every_condition_leads_to_a_section_with_a_figure(label: str) -> None:
    assert "chart(" in section(label)


def test_every_row_of_the_table_of_flips_says_its_evidence() -> None:
    rows = re.findall(r"^\| \[.*$", section("flip-table"), re.MULTILINE)
    assert all("inferred" in row for row in rows)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_figure_with_a_caption_says_its_evidence(page: Path) -> None:
    for cell in CELL.findall(text("ko", page)):
        for name in ("ko", "en"):
            captions = re.findall(
                rf"caption=Text\(.*?{name}=(.*?)(?:en=|\n    \))", cell, re.DOTALL
            )
            for caption in captions if "plot." in cell or "chart(" in cell else ():
                assert "inferred" in caption or "measured" in caption.lower()


def test_every_value_is_used_and_every_use_has_a_value() -> None:
    taught = Path("instructors/authoring.md")  # its examples name keys of their own
    used = {
        re.split(r"\s*[:=]", use)[0]
        for language in ("ko", "en")
        for page in PAGES
        if page != taught
        for use in NUMBER.findall(text(language, page))
    }
    assert used == set(VALUES)


def test_the_diagram_has_the_colours_of_its_kinds() -> None:
    svg = (BOOK / "diagrams" / "tendencies.svg").read_text("utf-8")
    fills = re.findall(r'fill="(#\w{6})" stroke="(#\w{6})"', svg)
    assert fills == [
        ("#d0ebff", "#1971c2"),
        ("#d0ebff", "#1971c2"),
        ("#d3f9d8", "#2f9e44"),
        ("#d0ebff", "#1971c2"),
        ("#e5dbff", "#7048e8"),
        ("#ffc9c9", "#e03131"),
    ]


# How a digit ends when read aloud in Korean: "-" in a vowel, "l" in ㄹ, "c" in another
# consonant.  A final 0 is 십, 백, 천 or 영.
_FINAL = dict(zip("0123456789", "cl-c--cll-", strict=True))
_RULES = (
    (r"으로", "c"),
    (r"로", "-l"),
    (r"은", "cl"),
    (r"는", "-"),
    (r"을", "cl"),
    (r"를", "-"),
    (r"과", "cl"),
    (r"와", "-"),
    (r"가", "-"),
)


def fits(number: str, particle: str) -> bool:
    """Whether a particle can follow a number, as it is read aloud.

    >>> fits("30", "으로"), fits("432", "으로"), fits("269 MB", "를")
    (True, False, True)
    """
    last = _FINAL.get(number.strip()[-1], "-")  # units end without a consonant
    for start, finals in _RULES:
        if particle.startswith(start):
            return last in finals
    return True


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_particles_fit_the_numbers_before_them(page: Path) -> None:
    for key, after in re.findall(r"\{n\}`([^`]+)`([가-힣]+)", text("ko", page)):
        number = resolve(key, VALUES, "ko")
        assert fits(number, after), f"{number}{after} ({key})"
