"""What the reader found in a claim: one frozen value, nothing judged.

Field names and values follow the label rules of the claims chapter for
instructors.  None always means "the words do not say it".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

CONDITIONS = ("model", "hardware", "batch", "precision")

Span = tuple[int, int]
_PLAIN = (  # slots that go into JSON as they are
    "lang", "speech_act", "phase", "verdict", "verdict_detail", "model",
    "model_partial", "hardware", "hardware_partial", "hardware_count",
    "batch", "batch_kind", "precision_weights", "precision_activations",
    "precision_kv", "context", "prompt_len", "evidence",
    "has_source_or_number", "quantifier", "flip_condition_stated",
    "overclaim", "overclaim_type",
)  # fmt: skip


@dataclass(frozen=True)
class Pair:
    """One asserted statement: which resource limits which phase."""

    phase: str
    verdict: str


@dataclass(frozen=True)
class Unclear:
    """A slot the reader would not fill on its own, and why.

    why: contradiction | unknown | partial | no-verdict | no-phase | keywords |
    off-domain | instruction | value
    """

    slot: str
    why: str
    span: Span | None = None


@dataclass(frozen=True)
class Quantity:
    """A result number in the text, in SI units.

    unit: tok/s | s/token | s | byte/s | flop/s | fraction | flop/byte | ratio | byte
    """

    value: float
    unit: str
    span: Span


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The slots of one claim, each with the place in the text that filled it.

    phase:    prefill | decode | both | unspecified
    verdict:  compute-bound | memory-bound | other (then `verdict_detail` says which)
    batch:    a number, or text with an operator or range (">300", "1-32", "1,2,4")
    spans:    slot -> [start, end) in the text as given
    notes:    what was odd: truncated, hidden, lookalike, markup, definition, ...

    >>> Reading(model="Llama-3-8B", batch=1).missing
    ('hardware', 'precision')
    """

    text: str = ""
    lang: str = "en"
    speech_act: str = "assert"
    phase: str = "unspecified"
    verdict: str = "other"
    verdict_detail: str | None = "none"
    claims: tuple[Pair, ...] = ()
    model: str | None = None
    model_partial: str | None = None
    hardware: str | None = None
    hardware_partial: str | None = None
    hardware_count: int | None = None
    batch: int | str | None = None
    batch_kind: str | None = None
    precision_weights: str | None = None
    precision_activations: str | None = None
    precision_kv: str | None = None
    context: int | str | None = None
    prompt_len: int | str | None = None
    evidence: str = "unstated"
    has_source_or_number: bool = False
    quantifier: str = "plain"
    flip_condition_stated: str | None = None
    overclaim_type: str | None = None
    spans: Mapping[str, Span] = field(default_factory=dict)
    unclear: tuple[Unclear, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    notes: frozenset[str] = frozenset()

    @property
    def missing(self) -> tuple[str, ...]:
        """Required conditions without a full value; partial counts as missing."""
        values = (self.model, self.hardware, self.batch, self.precision_weights)
        return tuple(
            name
            for name, value in zip(CONDITIONS, values, strict=True)
            if value is None
        )

    @property
    def overclaim(self) -> bool:
        """Does the text claim more than it supports?"""
        return self.overclaim_type is not None

    def quote(self, slot: str) -> str | None:
        """The student's own words that filled `slot`, or None."""
        span = self.spans.get(slot)
        return None if span is None else self.text[span[0] : span[1]]

    def as_json(self, identity: object = None) -> dict[str, object]:
        """The reading as the `autograder read --jsonl` contract has it."""
        return {
            "id": identity,
            **{name: getattr(self, name) for name in _PLAIN},
            "claims": [{"phase": c.phase, "verdict": c.verdict} for c in self.claims],
            "missing": list(self.missing),
            "spans": {slot: list(span) for slot, span in self.spans.items()},
            "unclear": [
                {"slot": u.slot, "why": u.why, "span": list(u.span) if u.span else None}
                for u in self.unclear
            ],
        }
