"""Attach conditions to the main claim: which mention fills which slot.

A mention counts unless it stands in a flip, in a rejected quotation, in another
claim or in a comparison's other arm.  The sentence of the claim comes first, then
what was said before it, then what follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .clauses import Clauses
from .devices import find_devices
from .formats import find_formats
from .main import Main
from .mention import Mention
from .models import find_models
from .result import Span, Unclear
from .sizes import find_sizes

_VERSUS = re.compile(
    r"(?:\bthan\b|\bversus\b|\bvs\.?|\bagainst\b|\bcompared (?:to|with)\b|\bunlike\b|"
    r"\bbeyond plain\b|\bloses to (?:plain )?)\s*(?:the |a |an |plain |"
    r"in )*[\w.-]*\s*$"
)
_THAN_KO = re.compile(
    r"^\s?(?:보다|에 비해|대비|과 같았|와 같았|랑 같|와 같은|과 같은|와 달리|과 달리|"
    r"하고 달리)"
)
_OTHER = re.compile(r"(?<![a-z])(?:training|pre-?training|학습|훈련|파인튜닝)")
_OURS = re.compile(
    r"decod|prefill|디코|프리필|generat|생성|ttft|tpot|inference|서빙|추론"
)
_LIST_OF_ALL = re.compile(
    r"regardless|whether|whatever|상관없이|관계없이|이든|든지|불문"
)


@dataclass
class Slots:
    """Values and their places, ready for a Reading."""

    values: dict[str, int | str | None] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    unclear: list[Unclear] = field(default_factory=list)


def fill(low: str, text: str, clauses: Clauses, main: Main) -> Slots:
    """Every slot of the main claim."""
    slots = Slots()
    mentions = [
        m
        for m in (
            *find_models(low, text),
            *find_devices(low, text),
            *find_formats(low),
            *find_sizes(low),
        )
        if _counts(low, clauses, m, main)
    ]
    by_slot: dict[str, list[Mention]] = {}
    for m in sorted(mentions, key=lambda m: m.start):
        by_slot.setdefault(m.slot, []).append(m)
    for slot in ("model", "hardware"):
        _fill_entity(low, clauses, main, slot, by_slot.get(slot, []), slots)
    _fill_batch(clauses, main, by_slot.get("batch", []), slots)
    _fill_precision(low, clauses, main, by_slot.get("precision", []), slots)
    for slot in ("context", "prompt_len"):
        _fill_length(clauses, main, slot, by_slot, slots)
    _fill_count(by_slot.get("hardware_count", []), slots)
    return slots


def _counts(low: str, clauses: Clauses, m: Mention, main: Main) -> bool:
    """Does this mention belong to the main claim?"""
    if any(s <= m.start < e for s, e in main.apart):
        return False
    before, after = low[max(0, m.start - 40) : m.start], low[m.end : m.end + 12]
    if m.slot != "precision" and (_VERSUS.search(before) or _THAN_KO.match(after)):
        return False
    if _about_training(low, clauses, m):
        return False
    if (
        main.flip
        and main.flip[0] <= m.start < main.flip[1]
        and m.slot in ("batch", "context", "prompt_len")
    ):
        return _fills_from_flip(low, m, main)
    return True


def _about_training(low: str, clauses: Clauses, m: Mention) -> bool:
    """Is the nearest subject before this mention training, not inference?"""
    before = low[clauses.sentence(m.start)[0] : m.start]
    other = max((x.end() for x in _OTHER.finditer(before)), default=-1)
    ours = max((x.end() for x in _OURS.finditer(before)), default=-1)
    return other > ours


def _fills_from_flip(low: str, m: Mention, main: Main) -> bool:
    """The threshold fills the slot if the flip is the main claim, or bounds it."""
    flip = low[main.flip[0] : main.flip[1]] if main.flip else ""
    if re.match(r"(?:unless|until|till)\b", flip):
        return False
    if main.flip_is_main or main.verdict == "compute-bound":
        return True
    return not isinstance(m.value, int)


def _rank(clauses: Clauses, main: Main, m: Mention) -> tuple[int, int]:
    """Smaller is closer to the claim: its clause, its sentence, before, after."""
    clause, sentence = clauses.clause(main.at), clauses.sentence(main.at)
    if clause[0] <= m.start < clause[1]:
        return 0, m.start
    if sentence[0] <= m.start < sentence[1]:
        return 1, m.start
    return (
        (2, -clauses.sentence(m.start)[0] * 10**6 + m.start)
        if m.start < main.at
        else (3, m.start)
    )


def _best(clauses: Clauses, main: Main, found: Iterable[Mention]) -> Mention | None:
    return min(found, key=lambda m: _rank(clauses, main, m), default=None)


def _fill_entity(
    low: str,
    clauses: Clauses,
    main: Main,
    slot: str,
    found: Sequence[Mention],
    slots: Slots,
) -> None:
    full = [m for m in found if not m.partial]
    names = {m.value for m in full}
    if len(names) >= 3 or (len(names) == 2 and _LIST_OF_ALL.search(low)):
        near = [m for m in full if _rank(clauses, main, m)[0] == 0]
        if len({m.value for m in near}) != 1:
            slots.unclear.append(
                Unclear(slot, "contradiction", (full[0].start, full[-1].end))
            )
            if len(names) >= 3:
                slots.values[f"{slot}_partial"] = ", ".join(
                    dict.fromkeys(str(m.value) for m in full)
                )
                return
    best = _best(clauses, main, full)
    if best is not None:
        slots.values[slot] = best.value
        slots.spans[slot] = (best.start, best.end)
        if best.kind == "unknown":
            slots.unclear.append(Unclear(slot, "unknown", (best.start, best.end)))
        return
    partial = _best(clauses, main, [m for m in found if m.partial])
    if partial is not None:
        slots.values[f"{slot}_partial"] = partial.value
        slots.spans[f"{slot}_partial"] = (partial.start, partial.end)
        slots.unclear.append(Unclear(slot, "partial", (partial.start, partial.end)))


def _fill_batch(
    clauses: Clauses, main: Main, found: list[Mention], slots: Slots
) -> None:
    best = _best(clauses, main, found)
    if best is None:
        return
    inside = [
        m
        for m in found
        if _rank(clauses, main, m)[0] == _rank(clauses, main, best)[0] == 0
    ]
    values = {m.value for m in inside}
    if len(values) >= 3:
        slots.unclear.append(
            Unclear("batch", "contradiction", (inside[0].start, inside[-1].end))
        )
        return
    value = best.value
    inside_flip = main.flip is not None and main.flip[0] <= best.start < main.flip[1]
    threshold = main.flip_is_main or inside_flip
    if isinstance(value, int) and threshold and main.verdict == "compute-bound":
        value = f">={value}"
    ranged = [m for m in found if not isinstance(m.value, int)]
    if main.flip_is_main and main.detail == "depends" and ranged:
        value = ranged[0].value
    slots.values["batch"], slots.values["batch_kind"] = value, best.kind
    slots.spans["batch"] = (best.start, best.end)


def _fill_precision(
    low: str, clauses: Clauses, main: Main, found: list[Mention], slots: Slots
) -> None:
    kv = [m for m in found if m.kind == "kv"]
    if kv:
        slots.values["precision_kv"] = kv[0].value
        slots.spans["precision_kv"] = (kv[0].start, kv[0].end)
    acts = [m for m in found if m.kind == "activations"]
    weights = [m for m in found if m.kind not in ("kv", "activations")]
    if not weights:
        if acts:
            slots.values["precision_activations"] = acts[0].value
        return
    chosen = _weights(low, clauses, main, weights)
    if chosen is None:
        place = (weights[0].start, weights[-1].end)
        slots.unclear.append(Unclear("precision", "contradiction", place))
        return
    value, _, activations = str(chosen.value).partition("/")
    narrow = [m for m in weights if m.kind == "method"]
    if (
        narrow
        and chosen.kind in ("bits", "both", "method", "weights")
        and value.startswith(("int", "nf", "fp4"))
    ):
        activations = activations or "fp16"
    if chosen.kind == "both" and not activations:
        activations = value
    if chosen.kind == "bits" and value == "int8" and re.search(r"w8a8", low):
        activations = "int8"
    if acts:
        activations = str(acts[0].value)
    slots.values["precision_weights"] = value
    slots.values["precision_activations"] = activations or None
    slots.spans["precision"] = (chosen.start, chosen.end)


_COMPARES = re.compile(
    r"\bbeat\b|\bbeats\b|\bagainst\b|\bvs\b|\bversus\b|\bthan\b|\bloses\b|보다|대비|"
    r"에 비해|faster|slower|빠르|빨랐|느렸"
)


def _weights(
    low: str, clauses: Clauses, main: Main, weights: list[Mention]
) -> Mention | None:
    """The format the claim is about; in a comparison, the quantised arm."""
    if len({str(m.value) for m in weights}) >= 3 and not _COMPARES.search(low):
        return None
    pairs = [m for m in weights if m.kind == "pair"]
    if pairs:
        return pairs[0]
    if len({str(m.value) for m in weights}) > 1:
        own = [m for m in weights if m.kind == "weights"]
        if own:
            return own[0]
        if _COMPARES.search(low):
            quantised = [
                m
                for m in weights
                if str(m.value) not in ("fp16", "bf16", "fp32", "tf32")
            ]
            if quantised:
                return quantised[0]
    best = _best(clauses, main, weights)
    return best or weights[0]


def _fill_length(
    clauses: Clauses,
    main: Main,
    slot: str,
    by_slot: dict[str, list[Mention]],
    slots: Slots,
) -> None:
    found = [m for m in by_slot.get(slot, []) if m.kind != "bare"]
    if slot == "context":
        bare = [m for m in by_slot.get("context", []) if m.kind == "bare"]
        if bare and not found and main.phase != "prefill":
            found = bare
    elif not found and main.phase == "prefill":
        found = [m for m in by_slot.get("context", []) if m.kind == "bare"]
    best = _best(clauses, main, found)
    if best is not None:
        slots.values[slot] = best.value
        slots.spans[slot] = (best.start, best.end)


def _fill_count(found: list[Mention], slots: Slots) -> None:
    if not found:
        return
    order = ("times", "cards", "pieces", "words", "after", "slice", "one", "tp")
    best = min(found, key=lambda m: (order.index(m.kind), m.start))
    slots.values["hardware_count"] = best.value
    slots.spans["hardware_count"] = (best.start, best.end)
