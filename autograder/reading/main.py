"""The main claim of a text, before conditions are attached to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .result import Pair, Span

BOUND = ("compute-bound", "memory-bound")


@dataclass
class Main:
    """The main claim, before conditions are attached."""

    phase: str = "unspecified"
    verdict: str = "other"
    detail: str | None = "none"
    act: str = "assert"
    pairs: tuple[Pair, ...] = ()
    flip: Span | None = None
    flip_is_main: bool = False
    at: int = 0  # where the claim stands, for attaching conditions
    spans: dict[str, Span] = field(default_factory=dict)
    apart: list[Span] = field(default_factory=list)  # whose conditions do not count
    notes: set[str] = field(default_factory=set)
    denied_universal: bool = False
    held: tuple[Span, ...] = ()  # statements that say what the main claim says
    challenge: Span | None = None  # "show me one": an absolute without the word
