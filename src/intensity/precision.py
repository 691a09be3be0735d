"""Number formats.  One model step has four: weights, activations, KV, arithmetic.

The arithmetic format picks the peak rate and need not be the storage format:
4-bit weights under 16-bit activations ("w4a16") are widened first and multiplied
at the 16-bit rate, while 8-bit weights under 8-bit activations ("w8a8") are
multiplied at the 8-bit rate.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .language import CourseError, Text

BYTES_PER_ELEMENT = {
    "fp32": 4.0, "tf32": 4.0, "bf16": 2.0, "fp16": 2.0,
    "fp8": 1.0, "int8": 1.0, "fp4": 0.5, "int4": 0.5,
}  # fmt: skip

SCALE_BYTES = 2.0  # one 16-bit scale for each group of quantised weights
_BY_BITS = {"32": "fp32", "16": "bf16", "8": "int8", "4": "int4"}
_WXAY = re.compile(r"w(4|8|16|32)a(4|8|16|32)(?:(?:kv|c)(4|8|16|32))?", re.ASCII)


def bytes_per_element(name: str) -> float:
    """Size of one element of format `name` [byte]; CourseError if unknown.

    >>> bytes_per_element("bf16"), bytes_per_element("int4")
    (2.0, 0.5)
    """
    try:
        return BYTES_PER_ELEMENT[name]
    except (KeyError, TypeError):
        known = ", ".join(BYTES_PER_ELEMENT)
        raise CourseError(
            Text(
                ko=f"{name!r}: 모르는 수 형식입니다. 쓸 수 있는 형식: {known}",
                en=f"{name!r} is not a known number format; use one of {known}",
            )
        ) from None


@dataclass(frozen=True, kw_only=True)
class Precision:
    """The four number formats of one step.

    weights, activations, kv: how each is stored
    compute: the format of the arithmetic; left out, it is the wider of weights
        and activations, and the activations' if they are equally wide
    group: how many weights share one 16-bit scale and one zero point of the
        weights' own width; 0 leaves both out

    Raises CourseError for an unknown format.

    >>> Precision(weights="int4").compute
    'bf16'
    """

    weights: str = "bf16"
    activations: str = "bf16"
    kv: str = "bf16"
    compute: str = ""
    group: int = 0

    def __post_init__(self) -> None:
        weights = bytes_per_element(self.weights)
        activations = bytes_per_element(self.activations)
        bytes_per_element(self.kv)
        if type(self.group) is not int or self.group < 0:
            raise CourseError(
                Text(
                    ko=f"group = {self.group!r}: 0 이상의 정수여야 합니다. "
                    "0은 스케일을 세지 않습니다.",
                    en=f"group = {self.group!r}: give a whole number, 0 for no scales",
                )
            )
        if not self.compute:
            wider = self.weights if weights > activations else self.activations
            object.__setattr__(self, "compute", wider)
        bytes_per_element(self.compute)

    @property
    def weight_bytes(self) -> float:
        """Bytes per weight, its share of scale and zero point included."""
        stored = BYTES_PER_ELEMENT[self.weights]
        return stored + (SCALE_BYTES + stored) / self.group if self.group else stored

    @property
    def activation_bytes(self) -> float:
        """Bytes per activation."""
        return BYTES_PER_ELEMENT[self.activations]

    @property
    def kv_bytes(self) -> float:
        """Bytes per element of the KV cache."""
        return BYTES_PER_ELEMENT[self.kv]

    @staticmethod
    def parse(text: str) -> Precision:
        """Read a format as people write it.

        "bf16" is weights and activations; the KV cache stays at 16 bits unless
        said ("w4a16kv8"), or is 32-bit where all else is.  Bits alone mean bf16,
        int8 and int4.  Raises CourseError for anything else.

        >>> Precision.parse("w4a16") == Precision(weights="int4")
        True
        >>> Precision.parse("fp8").kv
        'bf16'
        """
        name = text.strip().lower() if isinstance(text, str) else text
        if isinstance(name, str) and (match := _WXAY.fullmatch(name)):
            weights, activations, kv = match.groups()
            return Precision(
                weights=_BY_BITS[weights],
                activations=_BY_BITS[activations],
                kv=_BY_BITS[kv or "16"],
            )
        kv = name if bytes_per_element(name) >= 2 else "bf16"
        return Precision(weights=name, activations=name, kv=kv)
