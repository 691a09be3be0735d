"""What limits a whole step: two verdicts, which differ near the edge.

aggregate: all FLOPs' time against all bytes' time, as if every operation of the
    step could overlap with every other
per operation: the side on which the step spends more of its time, if each operation
    runs alone and takes the longer of its two times

The second is closer to how kernels run; the first is what most texts compute.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .elementwise import where
from .roofline import Number, Roof, borderline
from .transformer import Op


@dataclass(frozen=True, slots=True)
class Verdict:
    """The times of a step on one roof [s] and what follows from them.

    compute_s, memory_s: all arithmetic alone; all traffic alone
    compute_bound_s, memory_bound_s: time in operations limited by either side
    """

    compute_s: Number
    memory_s: Number
    compute_bound_s: Number
    memory_bound_s: Number

    @property
    def time_s(self) -> Number:
        """Lower bound [s]: within each operation, arithmetic and traffic overlap."""
        return self.compute_bound_s + self.memory_bound_s

    @property
    def time_no_overlap_s(self) -> Number:
        """Time [s] if nothing overlaps; at most twice the lower bound."""
        return self.compute_s + self.memory_s

    @property
    def ratio(self) -> Number:
        """Compute time over memory time; 1 is the ridge."""
        return self.compute_s / self.memory_s

    @property
    def aggregate(self) -> Any:
        """Verdict on the sums: "compute" or "memory"; at the ridge it is compute."""
        return where(self.compute_s >= self.memory_s, "compute", "memory")

    @property
    def per_op(self) -> Any:
        """Verdict on the time spent operation by operation."""
        slower = self.compute_bound_s >= self.memory_bound_s
        return where(slower, "compute", "memory")

    @property
    def borderline(self) -> Any:
        """Whether the ratio is within 1/2..2: too close for a safe verdict."""
        return borderline(self.ratio)


def verdict(ops: tuple[Op, ...], roof: Roof) -> Verdict:
    """Judge a step, a tuple of operations, under one roof.

    >>> from .roofline import Cost
    >>> step = (Op("a", 1, Cost(300, 1)), Op("b", 1, Cost(1, 200)))
    >>> judged = verdict(step, Roof(flops_per_s=100, bytes_per_s=100))
    >>> judged.aggregate, judged.time_s, judged.time_no_overlap_s
    ('compute', 5.0, 5.02)
    """
    compute_s: Number = 0.0
    memory_s: Number = 0.0
    compute_bound_s: Number = 0.0
    memory_bound_s: Number = 0.0
    for op in ops:
        work, traffic = roof.compute_s(op.cost), roof.memory_s(op.cost)
        bound = work >= traffic
        compute_s = compute_s + work
        memory_s = memory_s + traffic
        compute_bound_s = compute_bound_s + where(bound, work, 0.0)
        memory_bound_s = memory_bound_s + where(bound, 0.0, traffic)
    return Verdict(compute_s, memory_s, compute_bound_s, memory_bound_s)
