"""The roofline: two numbers about a machine, two about an operation.

A `Roof` is what a machine can do at best; a `Cost` is what an operation needs.
Everything else in this library computes one of the two.

Source: Williams, Waterman & Patterson, "Roofline: an insightful visual
performance model", CACM 52(4), 2009.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .elementwise import is_array, maximum, minimum, where
from .language import CourseError, Text

Bound = Literal["compute", "memory"]
Number = Any  # an int, a float, or a numpy array of either

BORDERLINE = 2.0  # within this factor of the ridge no roofline verdict is safe


@dataclass(frozen=True, slots=True)
class Cost:
    """Work and traffic of one operation.  Costs add; a count multiplies.

    flops: floating-point operations [FLOP]; a multiply-add counts as 2
    weight_bytes, activation_bytes, kv_bytes: main-memory traffic by kind [byte]

    Every field is a number or a numpy array; arrays broadcast.
    Raises CourseError if a plain number is negative.

    >>> Cost(flops=6e9, weight_bytes=2e9).intensity
    3.0
    """

    flops: Number
    weight_bytes: Number = 0.0
    activation_bytes: Number = 0.0
    kv_bytes: Number = 0.0

    def __post_init__(self) -> None:
        parts = (self.flops, self.weight_bytes, self.activation_bytes, self.kv_bytes)
        if not is_array(*parts) and min(parts) < 0:
            raise CourseError(
                Text(
                    ko=f"비용은 음수일 수 없습니다: {self}",
                    en=f"a cost cannot be negative: {self}",
                )
            )

    @property
    def bytes(self) -> Number:
        """All main-memory traffic [byte]."""
        return self.weight_bytes + self.activation_bytes + self.kv_bytes

    @property
    def intensity(self) -> Number:
        """Arithmetic intensity [FLOP/byte]; infinite if nothing is moved."""
        moved = self.bytes
        if is_array(moved) or moved:
            return self.flops / moved
        return float("inf")

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.flops + other.flops,
            self.weight_bytes + other.weight_bytes,
            self.activation_bytes + other.activation_bytes,
            self.kv_bytes + other.kv_bytes,
        )

    def __mul__(self, times: Number) -> Cost:
        return Cost(
            self.flops * times,
            self.weight_bytes * times,
            self.activation_bytes * times,
            self.kv_bytes * times,
        )


@dataclass(frozen=True, slots=True)
class Roof:
    """What a machine can sustain at best, for one number format.

    flops_per_s: peak rate of dense arithmetic [FLOP/s]
    bytes_per_s: peak main-memory bandwidth [byte/s]
    name: what a figure's legend calls it

    Raises CourseError unless both rates are positive.

    >>> roof = Roof(flops_per_s=100e12, bytes_per_s=2e12)
    >>> roof.ridge
    50.0
    >>> roof.bound(Cost(flops=1e12, weight_bytes=1e9))
    'compute'
    """

    flops_per_s: float
    bytes_per_s: float
    name: str = ""

    def __post_init__(self) -> None:
        if not (self.flops_per_s > 0 and self.bytes_per_s > 0):
            raise CourseError(
                Text(
                    ko=f"지붕의 두 값은 모두 양수여야 합니다: {self}",
                    en=f"both rates of a roof must be positive: {self}",
                )
            )

    @property
    def ridge(self) -> float:
        """Ridge point [FLOP/byte]: the intensity where the two bounds meet."""
        return self.flops_per_s / self.bytes_per_s

    def attainable(self, intensity: Number) -> Number:
        """Highest rate [FLOP/s] an operation of this intensity can reach.

        >>> Roof(flops_per_s=100e12, bytes_per_s=2e12).attainable(10)
        20000000000000.0
        """
        return minimum(self.flops_per_s, intensity * self.bytes_per_s)

    def compute_s(self, cost: Cost) -> Number:
        """Time of the arithmetic alone [s]."""
        return cost.flops / self.flops_per_s

    def memory_s(self, cost: Cost) -> Number:
        """Time of the memory traffic alone [s]."""
        return cost.bytes / self.bytes_per_s

    def time_s(self, cost: Cost) -> Number:
        """Least time [s]: arithmetic and traffic overlap fully."""
        return maximum(self.compute_s(cost), self.memory_s(cost))

    def bound(self, cost: Cost) -> Any:
        """Which side limits `cost`; exactly at the ridge it is compute."""
        slower = self.compute_s(cost) >= self.memory_s(cost)
        return where(slower, "compute", "memory")

    def borderline(self, cost: Cost) -> Any:
        """Whether the intensity is within a factor 2 of the ridge."""
        return borderline(cost.intensity / self.ridge)

    def scaled(self, *, compute: float = 1.0, memory: float = 1.0) -> Roof:
        """This roof at a stated efficiency, such as an achieved one.

        >>> Roof(flops_per_s=100e12, bytes_per_s=2e12).scaled(memory=0.5).ridge
        100.0
        """
        return Roof(self.flops_per_s * compute, self.bytes_per_s * memory, self.name)


def borderline(ratio: Number) -> Any:
    """Whether `ratio` of compute time to memory time lies within 1/2..2.

    >>> borderline(1.9), borderline(2.1)
    (True, False)
    """
    return (ratio >= 1 / BORDERLINE) & (ratio <= BORDERLINE)
