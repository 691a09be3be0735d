"""A device's published figures, and the checks a figure must pass to be loaded.

The commonest wrong figure in circulation is the "with sparsity" peak, twice the
dense one.  Two checks keep it out: a figure must not be the sparse value that the
table records beside it, and the rates of one device must stand in the ratios that
real machines have (bf16 as fast as fp16, TF32 half of that, ...).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from .language import CourseError, Text
from .precision import BYTES_PER_ELEMENT, bytes_per_element
from .roofline import Roof
from .sheet import (
    Citation,
    Row,
    citations,
    load_notes,
    load_sources,
    note,
    rows,
    verification,
)

BANDWIDTH = "mem_bytes_per_s"
MEMORY = "mem_bytes"


def rate_of(number_format: str) -> str:
    """The quantity that holds the dense peak of a number format.

    >>> rate_of("int8")
    'dense_int8_ops_per_s'
    """
    kind = "ops" if number_format.startswith("int") else "flops"
    return f"dense_{number_format}_{kind}_per_s"


FORMAT_OF = {rate_of(name): name for name in BYTES_PER_ELEMENT}

# Unit, and the widest values a real device could have.  A number outside is a slip
# of unit (GB for bytes, TFLOP/s for FLOP/s), not a machine.
QUANTITIES: dict[str, tuple[str, float, float]] = {
    **{
        quantity: ("op/s" if name.startswith("int") else "FLOP/s", 1e12, 1e17)
        for quantity, name in FORMAT_OF.items()
    },
    BANDWIDTH: ("byte/s", 2e10, 3e13),
    MEMORY: ("byte", 1e9, 2e12),
}

# (vendor or any, rate, rate it is compared with, ratios that real devices show)
_RATIOS = (
    ("", "bf16", "fp16", (1.0,)),
    ("", "tf32", "bf16", (0.5,)),
    ("NVIDIA", "fp8", "bf16", (2.0,)),
    ("", "fp8", "bf16", (1.0, 2.0)),
    ("", "int8", "fp16", (0.5, 1.0, 2.0, 4.0)),
    ("", "int8", "bf16", (1.0, 2.0, 4.0)),
    ("", "int8", "fp8", (1.0, 2.0)),
    ("", "int4", "int8", (1.0, 2.0)),
    ("", "fp4", "fp8", (2.0, 3.0, 4.0)),
)
_ROUNDING = 0.03  # datasheets round; 362.05 beside 733 is the worst pair


@dataclass(frozen=True)
class Figure:
    """One published number, in SI base units, and where it comes from.

    quantity, value, unit: what it is
    sparse: the "with sparsity" figure to beware of, if one is recorded
    verification: how sure it is (a key of sheet.VERIFICATION)
    citations: the sources, in order; for a disputed number both sides
    note: the usual mistakes about it
    line: its line in hardware.csv
    """

    quantity: str
    value: float
    unit: str
    sparse: float | None
    verification: str
    citations: tuple[Citation, ...]
    note: Text
    line: int

    @property
    def source_1(self) -> str:
        """The first source and the place in it."""
        return str(self.citations[0])

    @property
    def source_2(self) -> str:
        """The other sources; blank if there is one only."""
        return "; ".join(map(str, self.citations[1:]))


@dataclass(frozen=True)
class Hardware:
    """A device: its figures by quantity; what is not published is not there."""

    name: str
    vendor: str
    figures: Mapping[str, Figure] = field(hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", MappingProxyType(dict(self.figures)))

    def __reduce__(self) -> tuple[object, ...]:
        # a read-only view cannot be copied or sent to another process as it is
        return Hardware, (self.name, self.vendor, dict(self.figures))

    @property
    def formats(self) -> tuple[str, ...]:
        """Number formats whose dense peak is published."""
        return tuple(FORMAT_OF[q] for q in self.figures if q in FORMAT_OF)

    def figure(self, quantity: str) -> Figure:
        """The figure for a quantity; CourseError if it is not published."""
        if quantity in self.figures:
            return self.figures[quantity]
        if quantity in FORMAT_OF:
            name, known = FORMAT_OF[quantity], ", ".join(self.formats)
            raise CourseError(
                Text(
                    ko=f"{self.name}: 공개된 {name} 연산 속도가 없습니다. "
                    f"이 장치에 있는 형식: {known or '없음'}",
                    en=f"{self.name} has no published {name} rate; "
                    f"it has {known or 'none'}",
                )
            )
        known = ", ".join(self.figures)
        raise CourseError(
            Text(
                ko=f"{self.name}: {quantity} 값이 없습니다. 있는 값: {known}",
                en=f"{self.name} has no figure {quantity!r}; it has {known}",
            )
        )

    def roof(self, compute: str = "bf16") -> Roof:
        """The roofline for arithmetic in one number format, at datasheet peaks.

        Raises CourseError if the format is unknown or its rate is not published.
        """
        bytes_per_element(compute)
        rate = self.figure(rate_of(compute))
        return Roof(
            flops_per_s=rate.value,
            bytes_per_s=self.figure(BANDWIDTH).value,
            name=f"{self.name} {compute}",
        )

    @property
    def memory_bytes(self) -> float:
        """Capacity as the vendor prints it [byte]; CourseError if not published."""
        return self.figure(MEMORY).value


def load_devices(folder: Path) -> dict[str, Hardware]:
    """The devices of hardware.csv by name.

    Raises TableError, naming file, line and column, for an unknown source, quantity
    or verification word, a verification word that the sources do not earn, a number
    given twice, out of range or in GiB, and a sparse peak.
    """
    sources, notes = load_sources(folder), load_notes(folder)
    figures: dict[str, dict[str, Figure]] = {}
    lines: dict[tuple[str, str], Row] = {}
    for row in rows(folder, "hardware.csv"):
        device, quantity = row.text("device"), row.choice("quantity", QUANTITIES)
        if (device, quantity) in lines:
            first = lines[device, quantity].line
            raise row.error(
                "quantity",
                f"{device}의 {quantity} 값이 {first}행에 이미 있습니다.",
                f"{device} already has {quantity} on line {first}",
            )
        lines[device, quantity] = row
        unit, low, high = QUANTITIES[quantity]
        cited = citations(row, sources)
        figure = Figure(
            quantity=quantity,
            value=row.number("value", low, high),
            unit=unit,
            sparse=row.number("sparse", low, high) if row.cell("sparse") else None,
            verification=verification(row, cited),
            citations=cited,
            note=note(row, notes),
            line=row.line,
        )
        _check_figure(figure, row)
        figures.setdefault(device, {})[quantity] = figure
    for device, own in figures.items():
        _check_ratios(device, own, lines)
    return {
        device: Hardware(device, lines[device, next(iter(own))].text("vendor"), own)
        for device, own in figures.items()
    }


def _check_figure(figure: Figure, row: Row) -> None:
    if figure.quantity == MEMORY and figure.value % 2**30 == 0:
        raise row.error(
            "value",
            "GiB의 정수배입니다. 제조사가 쓴 GB 값에 1e9를 곱해 적으세요.",
            "is a whole number of GiB; write the vendor's GB times 1e9",
        )
    if figure.sparse is None:
        return
    if figure.value > 0.99 * figure.sparse:
        raise row.error(
            "value",
            f"{row.cells['value']}은(는) 2:4 희소(sparse) 값입니다. "
            "밀집(dense) 값을 적으세요.",
            f"{row.cells['value']} is the 2:4-sparse peak; write the dense one",
        )
    if not 1.2 < figure.sparse / figure.value < 2.1:
        raise row.error(
            "sparse",
            f"{row.cells['sparse']}은(는) 밀집 값의 두 배가 아닙니다.",
            f"{row.cells['sparse']} is not about twice the dense value",
        )


def _check_ratios(
    device: str, own: Mapping[str, Figure], lines: Mapping[tuple[str, str], Row]
) -> None:
    """Refuse a rate that its siblings contradict, such as one sparse peak."""
    for vendor, name, other, ratios in _RATIOS:
        pair = (rate_of(name), rate_of(other))
        if not all(quantity in own for quantity in pair):
            continue
        row, sibling = (lines[device, quantity] for quantity in pair)
        if vendor not in ("", row.text("vendor")):
            continue
        if row.cell("unusual") or sibling.cell("unusual"):
            continue
        found = own[pair[0]].value / own[pair[1]].value
        if not any(abs(found / ratio - 1) < _ROUNDING for ratio in ratios):
            usual = " | ".join(f"{ratio:g}" for ratio in ratios)
            raise row.error(
                "value",
                f"{device}: {name}이 {sibling.line}행 {other}의 {found:.3g}배입니다. "
                f"보통은 {usual}배입니다. 한쪽이 희소(sparse) 값이거나 다른 장치의 "
                "값이 아닌가요? 실제로 그렇다면 unusual 열에 yes를 적으세요.",
                f"{device}: {name} is {found:.3g} times {other} (line {sibling.line}), "
                f"usually {usual}; is one of them a sparse peak or another device's? "
                "If it is true, write yes in column unusual",
            )
