"""One name for each model, device and number format, however people write it.

"llama3.1:8b", "meta-llama/Llama-3.1-8B-Instruct" and "라마 3.1 8B" are one model.
Names are compared by their `key`: width, case, accents of spelling and separators
do not count, except between two digits ("Llama 3 8B" is not "Llama 38B").  What is
in no table is an error that lists near names; nothing is ever guessed.

Standard library only: the claim reader uses this module in a browser as well.
"""

from __future__ import annotations

import csv
import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from .language import CourseError, Text

Kind = Literal["model", "hardware", "format"]
KINDS: tuple[Kind, ...] = ("model", "hardware", "format")

_DATA = Path(__file__).with_name("data")
_LONGEST = 80  # characters of a name; what is longer is no name
_FORMATS = ("fp32", "tf32", "bf16", "fp16", "fp8", "int8", "fp4", "int4")
_KIND_WORD = {
    "model": Text("모델", "model"),
    "hardware": Text("장치", "device"),
    "format": Text("수 형식", "number format"),
}
_KOREAN = {
    "하이퍼클로바": "hyperclova", "엑사원": "exaone", "딥시크": "deepseek",
    "미스트랄": "mistral", "믹스트랄": "mixtral", "타이니라마": "tinyllama",
    "라마": "llama", "젬마": "gemma", "큐웬": "qwen", "퀜": "qwen", "팰컨": "falcon",
    "팔콘": "falcon", "솔라": "solar", "카나나": "kanana", "나노": "nano",
    "이브": "eeve", "키미": "kimi", "파이": "phi", "미니": "mini", "올모": "olmo",
    "코리안": "korean", "시드": "seed", "싱크": "think", "라이트": "lite",
    "인스트럭트": "instruct", "챗": "chat", "지포스": "geforce", "라데온": "radeon",
    "제온": "xeon", "에픽": "epyc", "라이젠": "ryzen", "가우디": "gaudi",
    "젯슨": "jetson", "오린": "orin", "스파크": "spark", "애플": "apple",
    "맥스": "max", "울트라": "ultra", "엔비디아": "nvidia", "인텔": "intel",
    "비트": "bit", "정수": "integer", "코어": "core",
}  # fmt: skip
_BILLIONS = re.compile(r"(\d+(?:\.\d+)?)\s*억")  # 80억 = 8B
_GIGA = re.compile(r"(?<![^\W_])(\d{2,3})g(?![^\W_])")  # 80G = 80GB; A10G stays
_PUBLISHER = re.compile(
    r"^(?:meta-llama|mistralai|qwen|google|microsoft|deepseek-ai|moonshotai|openai"
    r"|openai-community|facebook|tiiuae|lgai-exaone|upstage|yanolja|kakaocorp"
    r"|naver-hyperclovax|tinyllama|huggingfacetb|allenai|unsloth)/"
)
# Words that do not change the shape or the chip.
_LEADING = re.compile(r"^(?:nvidia|amd|intel|google|meta|alibaba)[\s_-]+")
_TRAILING = re.compile(r"[\s:_-]+(?:instruct|chat|base|it|pt|hf|gpu)$")


class UnknownName(CourseError, LookupError):  # noqa: N818 - reads as the sentence
    """No table has this name; the message lists near ones."""


class _Entry(NamedTuple):
    name: str
    assumption: Text | None


def canonical_model(text: str) -> str:
    """The name models.csv gives a model; UnknownName if it has none.

    >>> canonical_model("라마3.1 8B")
    'Llama-3.1-8B'
    """
    return _canonical("model", text)


def canonical_hardware(text: str) -> str:
    """The name hardware.csv gives a device; UnknownName if it has none.

    >>> canonical_hardware("h100 sxm")
    'H100-SXM5'
    """
    return _canonical("hardware", text)


def canonical_format(text: str) -> str:
    """The library's name for a number format; UnknownName if it has none.

    >>> canonical_format("반정밀도")
    'fp16'
    """
    return _canonical("format", text)


def resolve(kind: Kind, text: str) -> str | None:
    """The canonical name, or None: for a reader that tries many words."""
    entry = _entry(kind, text)
    return entry.name if entry else None


def assumption(text: str) -> Text | None:
    """What was taken for granted in resolving `text`, to be shown beside a result.

    >>> assumption("H100").en
    'H100 without form factor is taken as H100-SXM5.'
    >>> assumption("H100-PCIe") is None
    True
    """
    for kind in KINDS:
        entry = _entry(kind, text)
        if entry:
            return entry.assumption
    return None


def known_models() -> tuple[str, ...]:
    """The names of models.csv, in its order."""
    return _column("models.csv", "model")


def known_hardware() -> tuple[str, ...]:
    """The names of hardware.csv, in its order."""
    return _column("hardware.csv", "device")


def aliases(kind: Kind) -> Mapping[str, str]:
    """Every spelling that the tables list, with the canonical name."""
    return {alias: name for alias, name, _ in _spellings(kind)}


def near(text: str, names: Iterable[str], count: int = 3) -> tuple[str, ...]:
    """Those of `names` that are spelled most like `text`, the nearest first.

    >>> near("H300", ["A100-SXM-80GB", "H100-PCIe", "H200-SXM"], count=2)
    ('H200-SXM', 'H100-PCIe')
    """
    by_key = {key(name): name for name in names}
    found = difflib.get_close_matches(key(text[:_LONGEST]), by_key, count, cutoff=0.5)
    return tuple(by_key[match] for match in found)


def nearest(text: str, *kinds: Kind) -> tuple[str, ...]:
    """Up to four canonical names that have a spelling near `text`.

    >>> nearest("H300", "hardware")[0]
    'H800-SXM'
    """
    spellings = {alias: name for kind in kinds for alias, name in aliases(kind).items()}
    found = near(text, spellings, 8)
    return tuple(dict.fromkeys(spellings[alias] for alias in found))[:4]


def key(text: str) -> str:
    """What two spellings of one name have in common.

    >>> key("Llama-3 8B"), key("ＬＬＡＭＡ３_8b")
    ('llama3-8b', 'llama3-8b')
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = _BILLIONS.sub(lambda match: f"{float(match[1]) / 10:g}b", plain)
    plain = _GIGA.sub(r"\1gb", plain)
    plain = _romanised(plain)
    plain = re.sub(r"[^\w.+]|_", " ", plain)
    plain = re.sub(r"(?<!\d)\.|\.(?!\d)", " ", plain)
    plain = re.sub(r"(?<=\d)\s+(?=\d)", "-", plain.strip())
    return re.sub(r"\s+", "", plain)


def _romanised(plain: str) -> str:
    if not plain.isascii():
        for korean, roman in _KOREAN.items():
            plain = plain.replace(korean, roman)
    return plain


def _undecorated(text: str) -> str:
    """`text` without publisher and without words that leave the shape as it is."""
    plain = unicodedata.normalize("NFKC", text).casefold().strip()
    plain = _LEADING.sub("", _PUBLISHER.sub("", _romanised(plain), count=1))
    while (shorter := _TRAILING.sub("", plain)) != plain:
        plain = shorter
    return plain


def _canonical(kind: Kind, text: str) -> str:
    entry = _entry(kind, text)
    if entry:
        return entry.name
    shown = repr(text if len(str(text)) <= _LONGEST else str(text)[:_LONGEST] + "…")
    names = nearest(text, kind) if isinstance(text, str) else ()
    word, listed = _KIND_WORD[kind], ", ".join(names)
    if not names:
        raise UnknownName(
            Text(
                ko=f"{shown}: 표에 없는 {word.ko} 이름입니다. "
                "`intensity list`로 이름을 볼 수 있습니다.",
                en=f"no {word.en} is named {shown}; `intensity list` shows the names",
            )
        )
    raise UnknownName(
        Text(
            ko=f"{shown}: 표에 없는 {word.ko} 이름입니다. 비슷한 이름: {listed}",
            en=f"no {word.en} is named {shown}; near names: {listed}",
        )
    )


def _entry(kind: Kind, text: object) -> _Entry | None:
    if not isinstance(text, str) or len(text) > _LONGEST:
        return None
    table = _table(kind)
    return table.get(key(text)) or table.get(key(_undecorated(text)))


@cache
def _table(kind: Kind) -> Mapping[str, _Entry]:
    """Entries by key.  One key with two meanings is a mistake in aliases.csv."""
    table: dict[str, _Entry] = {}
    for alias, name, taken in _spellings(kind):
        known = table.setdefault(key(alias), _Entry(name, taken))
        if known.name != name:
            raise CourseError(
                Text(
                    ko=f"aliases.csv: {alias!r}의 뜻이 둘입니다: {known.name}, {name}",
                    en=f"aliases.csv: {alias!r} means both {known.name} and {name}",
                )
            )
    return table


@cache
def _spellings(kind: Kind) -> tuple[tuple[str, str, Text | None], ...]:
    """(spelling, canonical name, assumption), the canonical names first."""
    names = {"model": known_models, "hardware": known_hardware}
    own = names[kind]() if kind in names else _FORMATS
    listed = [
        (row["alias"], row["name"], _taken(row))
        for row in _read("aliases.csv")
        if row["kind"] == kind
    ]
    unknown = sorted({name for _, name, _ in listed} - set(own))
    if unknown:
        raise CourseError(
            Text(
                ko=f"aliases.csv: 표에 없는 이름입니다: {', '.join(unknown)}",
                en=f"aliases.csv: not in the tables: {', '.join(unknown)}",
            )
        )
    return (*((name, name, None) for name in own), *listed)


def _taken(row: Mapping[str, str]) -> Text | None:
    if not row["assumption_en"]:
        return None
    return Text(row["assumption_ko"], row["assumption_en"])


@cache
def _column(file: str, column: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row[column] for row in _read(file)))


def _read(file: str) -> list[dict[str, str]]:
    with (_DATA / file).open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))
