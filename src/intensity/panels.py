"""The tables that pages show: costs, traffic, verdicts and flips, in both languages.

Each function takes what the library computed and arranges it; none computes
anything but shares and ratios of what it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .device import BANDWIDTH, Hardware, rate_of
from .flips import Flip
from .language import CourseError, Text
from .roofline import Cost, Roof
from .tables import hardware
from .transformer import Op, total
from .units import digits, si
from .verdict import Verdict, verdict
from .view import Table

Steps = Mapping[Any, tuple[Op, ...]]

INTENSITY = Text(ko="연산 강도 [FLOP/byte]", en="intensity [FLOP/byte]")
COMPUTE_TIME = Text(ko="연산 시간", en="compute time")
MEMORY_TIME = Text(ko="이동 시간", en="memory time")
BOUND = Text(ko="한계", en="bound")
NEVER = Text(ko="없음", en="never")

# From the word that promises most to the one that promises least.
TRUST = ("verified", "single", "derived", "recalled", "disputed")


def hardware_table(names: Sequence[str], *, caption: Text, compute: str) -> Table:
    """Peak, bandwidth, memory and ridge of devices for one arithmetic format.

    The last column is the weaker verification word of peak and bandwidth.
    Raises CourseError as `hardware` and `Hardware.roof` do.
    """
    return Table(
        (
            Text(ko="장치", en="device"),
            Text(ko=f"연산 성능 ({compute})", en=f"compute rate ({compute})"),
            Text(ko="대역폭", en="bandwidth"),
            Text(ko="메모리", en="memory"),
            Text(ko="꺾임점 [FLOP/byte]", en="ridge [FLOP/byte]"),
            Text(ko="확인", en="verification"),
        ),
        [_hardware_row(hardware(name), compute) for name in names],
        caption,
    )


def _hardware_row(device: Hardware, compute: str) -> tuple[object, ...]:
    roof = device.roof(compute)
    memory = si(device.memory_bytes, "B") if "mem_bytes" in device.figures else "-"
    words = (device.figure(q).verification for q in (rate_of(compute), BANDWIDTH))
    return (
        device.name,
        si(roof.flops_per_s, "FLOP/s"),
        si(roof.bytes_per_s, "B/s"),
        memory,
        digits(roof.ridge),
        max(words, key=TRUST.index),
    )


def cost_table(costs: Mapping[Any, Cost], roof: Roof, *, caption: Text) -> Table:
    """Counts, both times, intensity and bound of single operations."""
    return Table(
        ("", "FLOP", "byte", COMPUTE_TIME, MEMORY_TIME, INTENSITY, BOUND),
        [
            (
                label,
                si(cost.flops, "FLOP"),
                si(cost.bytes, "B"),
                si(roof.compute_s(cost), "s"),
                si(roof.memory_s(cost), "s"),
                digits(cost.intensity),
                roof.bound(cost),
            )
            for label, cost in costs.items()
        ],
        caption,
    )


def ops_table(ops: tuple[Op, ...], roof: Roof, *, caption: Text) -> Table:
    """A step operation by operation, and the whole step in the last row.

    The time is each operation's lower bound; the share is of their sum.
    """
    judged = verdict(ops, roof)
    rows = [
        (op.name, op.count, *_counts(op.cost), *_times(op.cost, roof, judged))
        for op in ops
    ]
    whole = total(ops)
    last = (
        Text(ko="스텝 전체", en="whole step"),
        "",
        *_counts(whole),
        judged.aggregate,
        si(judged.time_s, "s"),
        "100 %",
    )
    return Table(
        (
            Text(ko="연산", en="operation"),
            Text(ko="횟수", en="count"),
            "FLOP",
            Text(ko="가중치", en="weights"),
            Text(ko="활성값", en="activations"),
            "KV",
            INTENSITY,
            BOUND,
            Text(ko="시간 하한", en="least time"),
            Text(ko="비중", en="share"),
        ),
        [*rows, last],
        caption,
    )


def _counts(cost: Cost) -> tuple[str, ...]:
    return (
        si(cost.flops, "FLOP"),
        *(
            si(moved, "B") if moved else "-"
            for moved in (cost.weight_bytes, cost.activation_bytes, cost.kv_bytes)
        ),
        digits(cost.intensity),
    )


def _times(cost: Cost, roof: Roof, judged: Verdict) -> tuple[str, str, str]:
    time = roof.time_s(cost)
    return (
        roof.bound(cost),
        si(time, "s"),
        percent(time / judged.time_s),
    )


def traffic_table(steps: Steps, *, variable: Text, caption: Text) -> Table:
    """What each step moves, by kind, and how much arithmetic it does with it."""
    return Table(
        (
            variable,
            Text(ko="가중치", en="weights"),
            "KV",
            Text(ko="활성값", en="activations"),
            "FLOP",
            INTENSITY,
        ),
        [
            (
                _label(key),
                si(cost.weight_bytes, "B"),
                si(cost.kv_bytes, "B"),
                si(cost.activation_bytes, "B"),
                si(cost.flops, "FLOP"),
                digits(cost.intensity),
            )
            for key, cost in ((key, total(ops)) for key, ops in steps.items())
        ],
        caption,
    )


def verdict_table(steps: Steps, roof: Roof, *, caption: Text) -> Table:
    """Intensity, both verdicts and both times of whole steps."""
    rows = []
    for key, ops in steps.items():
        judged = verdict(ops, roof)
        rows.append(
            (
                _label(key),
                digits(total(ops).intensity),
                digits(judged.ratio),
                judged.aggregate,
                judged.per_op,
                Text(ko="예", en="yes") if judged.borderline else "-",
                si(judged.time_s, "s"),
                si(judged.time_no_overlap_s, "s"),
            )
        )
    return Table(
        (
            Text(ko="스텝", en="step"),
            INTENSITY,
            Text(ko="꺾임점의 몇 배", en="times the ridge"),
            Text(ko="합산 판정", en="aggregate verdict"),
            Text(ko="연산별 판정", en="per-operation verdict"),
            Text(ko="경계 구간", en="borderline"),
            Text(ko="시간 하한", en="least time"),
            Text(ko="겹치지 않을 때", en="without overlap"),
        ),
        rows,
        caption,
    )


def what_if_table(steps: Steps, roof: Roof, *, caption: Text) -> Table:
    """How the least time of each step reacts if one side of the machine doubles."""
    machines = (roof, roof.scaled(compute=2), roof.scaled(memory=2))
    return Table(
        (
            Text(ko="스텝", en="step"),
            Text(ko="지금", en="as it is"),
            Text(ko="연산 성능 2배", en="compute rate doubled"),
            Text(ko="대역폭 2배", en="bandwidth doubled"),
        ),
        [
            (
                _label(key),
                *(si(verdict(ops, machine).time_s, "s") for machine in machines),
            )
            for key, ops in steps.items()
        ],
        caption,
    )


def sweep_table(
    steps: Steps,
    *,
    variable: Text | str | tuple[Text | str, ...],
    caption: Text,
    show: Sequence[str] = (),
    roof: Roof | None = None,
) -> Table:
    """Intensity of steps as sizes grow: of the operations in `show`, or of the whole.

    A key of `steps` is a value of `variable`, or a tuple with one for each of them.
    With a roof, the whole step's verdicts follow.
    Raises CourseError for an operation that a step does not have.
    """
    variables = (
        variable
        if isinstance(variable, tuple) and not isinstance(variable, Text)
        else (variable,)
    )
    columns: list[Text | str] = [*variables, *(show or (INTENSITY,))]
    if roof:
        columns += [
            Text(ko="합산 판정", en="aggregate verdict"),
            Text(ko="연산별 판정", en="per-operation verdict"),
        ]
    rows = []
    for key, ops in steps.items():
        keys = key if isinstance(key, tuple) and not isinstance(key, Text) else (key,)
        costs = [named(ops, name) for name in show] or [total(ops)]
        row = [*map(_label, keys), *(digits(cost.intensity) for cost in costs)]
        if roof:
            judged = verdict(ops, roof)
            row += [judged.aggregate, judged.per_op]
        rows.append(row)
    return Table(columns, rows, caption)


def flip_cell(flip: Flip, *, per_op: bool = False) -> object:
    """A flip as a cell: the number, or "never".

    >>> from .language import Text
    >>> flip_cell(Flip("batch", None, 5, {}, Text("", ""))).en
    'never'
    """
    value = flip.per_op if per_op else flip.aggregate
    return NEVER if value is None else value


def passes_row(passes: Sequence[tuple[Op, ...]], roof: Roof) -> tuple[str, str]:
    """Least times of a job done in several passes: the longest pass, and all."""
    times = [float(verdict(ops, roof).time_s) for ops in passes]
    return si(max(times), "s"), si(sum(times), "s")


def least_time(ops: tuple[Op, ...], roof: Roof) -> str:
    """The lower bound of a step's time, with its unit."""
    return si(verdict(ops, roof).time_s, "s")


def tokens_per_s(ops: tuple[Op, ...], roof: Roof, tokens: int) -> float:
    """The most `tokens` per second that steps like this one can make [token/s]."""
    return tokens / float(verdict(ops, roof).time_s)


def percent(share: float) -> str:
    """A share as people read it.

    >>> percent(0.345), percent(0.0042)
    ('34.5 %', '0.42 %')
    """
    return f"{digits(100 * share)} %"


def named(ops: tuple[Op, ...], name: str) -> Cost:
    """The cost of one operation of a step.

    Raises CourseError, listing the step's operations, if there is none of that name.

    >>> named((Op("attention", 1, Cost(8, 0, 0, 2)),), "attention").intensity
    4.0
    """
    for op in ops:
        if op.name == name:
            return op.cost
    known = ", ".join(op.name for op in ops)
    raise CourseError(
        Text(
            ko=f"{name!r}: 이 스텝에 없는 연산입니다. 있는 연산: {known}",
            en=f"{name!r} is not an operation of this step; it has {known}",
        )
    )


def _label(key: object) -> object:
    return f"{key:,}" if isinstance(key, int) else key
