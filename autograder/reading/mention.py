"""A place in a text that names a value for a slot; who owns it is decided later."""

from __future__ import annotations

from typing import NamedTuple


def inside_word(low: str, start: int) -> bool:
    """Does a Hangul word begin in the middle of another ("오로라마")?"""
    return start > 0 and "가" <= low[start] <= "힣" and "가" <= low[start - 1] <= "힣"


class Mention(NamedTuple):
    """`value` for `slot`, found at [start, end) of the normalised text.

    kind refines the slot: batch_kind, the role of a number format, "partial",
    "unknown" (well formed, in no list of ours).
    """

    slot: str
    value: int | str
    start: int
    end: int
    kind: str = ""

    @property
    def partial(self) -> bool:
        """Does it name only part of what the slot needs?"""
        return self.kind == "partial"
