"""Two languages in lock-step: what moved in one and not in the other.

The lock file holds, for each section of each page, the pairs of blocks that a person
has accepted as saying the same: a hash of the Korean and one of the English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

Lock = dict[str, list[list[str]]]  # "chapter/primer#primer-work": [[ko, en], ...]


class Block(NamedTuple):
    """A block as the build leaves it (book/_ext/blocks.py)."""

    section: str
    number: int
    kind: str
    text: str
    line: int
    as_is: bool
    digest: str

    @property
    def beginning(self) -> str:
        """Enough of the text to find the block by."""
        return self.text[:36] + ("…" if len(self.text) > 36 else "")


Pages = Mapping[str, Sequence[Block]]


def read_blocks(path: Path) -> dict[str, list[Block]]:
    """The blocks that a build of one language left."""
    data = json.loads(path.read_text("utf-8"))
    return {page: [Block(*block) for block in blocks] for page, blocks in data.items()}


def read_lock(path: Path) -> Lock:
    """The accepted pairs; none when there is no file yet."""
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def sections(blocks: Iterable[Block]) -> dict[str, list[Block]]:
    """The blocks of a page by section, in order."""
    found: dict[str, list[Block]] = {}
    for block in blocks:
        found.setdefault(block.section, []).append(block)
    return found


def structure(ko: Pages, en: Pages) -> list[str]:
    """Pages, sections and blocks that have no counterpart."""
    found = []
    for page in sorted(set(ko) ^ set(en)):
        here, there = ("ko", "en") if page in ko else ("en", "ko")
        found.append(
            f"book/{there}/{page}.md: missing; book/{here}/{page}.md has no counterpart"
        )
    for page in sorted(set(ko) & set(en)):
        mine, theirs = sections(ko[page]), sections(en[page])
        if list(mine) != list(theirs):
            found.append(_sections_differ(page, list(mine), list(theirs)))
        for label in mine:
            if label in theirs:
                found += _kinds_differ(page, label, mine[label], theirs[label])
    return found


def _sections_differ(page: str, ko: list[str], en: list[str]) -> str:
    for language, has, lacks in (("en", ko, en), ("ko", en, ko)):
        missing = [label for label in has if label not in lacks]
        if missing:
            return (
                f"book/{language}/{page}.md: no section ({missing[0]})=; "
                "the other language has it"
            )
    return f"book/en/{page}.md: the sections stand in another order than in Korean"


def _kinds_differ(
    page: str, label: str, ko: Sequence[Block], en: Sequence[Block]
) -> list[str]:
    kinds = [block.kind for block in ko], [block.kind for block in en]
    if kinds[0] == kinds[1]:
        return []
    number = next(
        (i for i, (a, b) in enumerate(zip(*kinds, strict=False)) if a != b),
        min(len(ko), len(en)),
    )
    places = " and ".join(
        f"book/{language}/{page}.md:{blocks[number].line}: "
        f"{blocks[number].kind} “{blocks[number].beginning}”"
        if number < len(blocks)
        else f"book/{language}/{page}.md: nothing"
        for language, blocks in (("ko", ko), ("en", en))
    )
    return [
        f"{page}#{label}: block {number} differs, {len(ko)} blocks in ko and {len(en)} "
        f"in en: {places}; write the missing one or take the other away"
    ]


# Small whole numbers may be words in one language: "two bytes", 2바이트.
_NUMBER = re.compile(r"\d[\d,]*\d\.\d+|\d\.\d+|\d[\d,]*\d")


def numbers(text: str) -> list[str]:
    """The numbers typed in a block: decimals, and whole ones from three digits on.

    >>> numbers("{key}에서 4.3 %, 두 배인 1,024 토큰, 16비트")
    ['1024', '4.3']
    """
    typed = _NUMBER.findall(re.sub(r"\{[^}]*\}", "", text))
    plain = (number.replace(",", "") for number in typed)
    return sorted(n for n in plain if "." in n or len(n) > 2)


def other_numbers(ko: Pages, en: Pages) -> list[str]:
    """Blocks whose typed numbers are not the same in both languages."""
    found = []
    for page in sorted(set(ko) & set(en)):
        for a, b in zip(ko[page], en[page], strict=False):
            mine, theirs = numbers(a.text), numbers(b.text)
            if mine != theirs and a.kind != "listing":
                only = sorted(set(mine) ^ set(theirs)) or sorted(set(mine))
                found.append(
                    f"book/ko/{page}.md:{a.line} “{a.beginning}” and "
                    f"book/en/{page}.md:{b.line} “{b.beginning}”: the number "
                    f"{', '.join(only)} is not in both; take numbers from the library "
                    "with {n}, or type the same"
                )
    return found


def drift(ko: Pages, en: Pages, lock: Lock) -> list[str]:
    """Pairs that nobody has accepted, and which language moved."""
    found = []
    for page in sorted(set(ko) & set(en)):
        mine, theirs = sections(ko[page]), sections(en[page])
        for label in mine:
            if label not in theirs or len(mine[label]) != len(theirs[label]):
                continue  # said by `structure`
            accepted = {tuple(pair) for pair in lock.get(f"{page}#{label}", [])}
            for a, b in zip(mine[label], theirs[label], strict=True):
                if a.kind != "cell" and (a.digest, b.digest) not in accepted:
                    found.append(_moved(page, a, b, accepted))
    return found


def _moved(page: str, ko: Block, en: Block, accepted: set[tuple[str, ...]]) -> str:
    old_ko = any(pair[0] == ko.digest for pair in accepted)
    old_en = any(pair[1] == en.digest for pair in accepted)
    if old_ko and not old_en:
        what = "English changed, Korean did not"
    elif old_en and not old_ko:
        what = "Korean changed, English did not"
    else:
        what = "a new pair"
    return (
        f"book/ko/{page}.md:{ko.line} “{ko.beginning}” and "
        f"book/en/{page}.md:{en.line} “{en.beginning}”: {what}; when both say the "
        f"same, run: python tools/book.py accept '{page}#{ko.section}'"
    )


def accept(ko: Pages, en: Pages, lock: Lock, names: Sequence[str]) -> tuple[Lock, int]:
    """The lock with the pairs of the named pages or sections; how many are new.

    A name is `chapter/primer` or `chapter/primer#primer-work`; no name means all.
    """
    result: Lock = {}
    new = 0
    for page in sorted(set(ko) & set(en)):
        mine, theirs = sections(ko[page]), sections(en[page])
        for label in mine:
            key = f"{page}#{label}"
            pairs = [
                [a.digest, b.digest]
                for a, b in zip(mine[label], theirs.get(label, []), strict=False)
            ]
            old = lock.get(key, [])
            if not names or key in names or page in names:
                new += sum(pair not in old for pair in pairs)
                result[key] = pairs
            elif old:
                result[key] = old
    return result, new


def write_lock(path: Path, lock: Lock) -> None:
    """One line a section, so that a change is one line of a diff."""
    lines = [
        f"{json.dumps(key)}: {json.dumps(lock[key], separators=(',', ':'))}"
        for key in sorted(lock)
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
