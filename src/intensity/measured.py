"""Choosing published measurements by their conditions.

What it takes (the rows, their bounds) is imported with the first question, so that
`import intensity` stays light.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .measurement import Measurement


def measured(
    model: str | None = None,
    hardware: str | None = None,
    phase: str | None = None,
    status: str | Collection[str] | None = None,
    **more: object,
) -> tuple[Measurement, ...]:
    """The rows that meet every condition given.

    model: a name or alias, or a shape of measured_models.csv ("Llama-3-70B")
    hardware: a name or alias, or a key of measured_devices.csv
    more: any other field of Measurement; a collection of values means "one of"

    Raises CourseError for a field or a word that does not exist, UnknownName for a
    model or device in no table.

    >>> len(measured(source_id="gpt-fast", phase="decode"))
    61
    """
    from .selection import select

    return select(model, hardware, phase, status, **more)
