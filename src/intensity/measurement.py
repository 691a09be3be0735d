"""One published measurement, its conditions, and how complete these are.

Only a row whose status is "ok" states everything that the chapter asks of a
measured claim.  Every other row may be plotted but not called measured.  What a
row's roofline allows is in `bounds`; a row above it is reported, never hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .bounds import Limits, Shape, Workload, bound, load_limits, load_shapes
from .language import Text
from .sheet import DATA, Row, rows

STATUS = {
    "ok": Text("조건이 모두 적혀 있음", "conditions complete"),
    "no-version": Text("소프트웨어 버전이 없음", "software version missing"),
    "partial": Text("조건 일부가 없음", "some condition missing"),
    "unverified": Text("확인되지 않음", "not verified"),
    "suspect": Text("값이 의심스러움", "the value is doubtful"),
}
TIMES = ("us", "ms", "ms/token", "s")  # smaller is better
RATES = (
    *("tokens/s", "total tokens/s", "output tokens/s", "output tokens/s/GPU"),
    *("GB/s", "TFLOP/s", "x"),
)
PHASES = (
    *("prefill", "decode", "end-to-end"),
    *("kernel-gemm", "kernel-attn-prefill", "kernel-attn-decode"),
)


@dataclass(frozen=True)
class Measurement:
    """One published figure and its conditions; None or blank = not stated.

    value, unit, metric: what was measured; sizes: those of a kernel row
    batch: sequences, or client concurrency, or the m of a matrix product
    prompt_len, gen_len, context: tokens in, tokens out, mean KV depth
    count, parallelism: devices and how the model is split over them
    hw_key, model_key: device and shape that its bound is computed from
    status: how complete the conditions are (a key of STATUS)
    """

    row_id: str
    source_id: str
    date: str
    software: str
    model: str
    params: str
    precision_weights: str
    precision_kv: str
    hardware: str
    count: int
    parallelism: str
    batch: float | None
    prompt_len: float | None
    gen_len: float | None
    context: float | None
    phase: str
    metric: str
    value: float
    unit: str
    size_gib: float | None
    hw_key: str
    model_key: str
    status: str
    notes: str
    sizes: tuple[tuple[str, float], ...] = ()

    @property
    def shape(self) -> dict[str, float]:
        """The sizes of a kernel row by name, such as m, n, k."""
        return dict(self.sizes)

    @property
    def may_be_called_measured(self) -> bool:
        """Whether all conditions are stated, as the chapter asks of a measurement."""
        return self.status == "ok"

    @property
    def device(self) -> str:
        """Name of the device in hardware.csv; blank if the source names none."""
        return limits()[self.hw_key].device if self.hw_key else ""

    @property
    def source(self) -> str:
        """The document that the row comes from."""
        return sources()[self.source_id]["source"]

    def bound(self) -> float | None:
        """The best that the roofline allows, in this row's own unit.

        None if a device, a shape, a precision or a length that it needs is not
        stated.  The bound is loose on purpose; see `bounds`.
        """
        if not self.hw_key:
            return None
        shape = shapes()[self.model_key] if self.model_key else None
        return bound(self._workload(), limits()[self.hw_key], shape)

    @property
    def efficiency(self) -> float | None:
        """Share of the bound that was reached; above 1 the row needs explaining."""
        best = self.bound()
        if best is None:
            return None
        return best / self.value if self.unit in TIMES else self.value / best

    @property
    def anomaly(self) -> Text | None:
        """Why the row is above its bound, if it is and the cause is known."""
        if (self.efficiency or 0) <= 1:
            return None
        for entry in anomalies("above"):
            if entry.fits(self):
                return entry.cause
        return None

    def _workload(self) -> Workload:
        return Workload(
            phase=self.phase,
            unit=self.unit,
            metric=self.metric,
            precision_weights=self.precision_weights,
            precision_kv=self.precision_kv,
            size_gib=self.size_gib,
            count=self.count,
            layer_split=self.parallelism.startswith("layer split"),
            batch=self.batch,
            prompt=self.prompt_len,
            generated=self.gen_len,
            context=self.context,
            shape=self.shape,
        )


@dataclass(frozen=True)
class Anomaly:
    """Rows above their bound, or far below it, and why; a blank fits anything."""

    kind: str
    source_id: str
    hw_key: str
    phase: str
    cause: Text

    def fits(self, row: Measurement) -> bool:
        """Whether `row` is one of those meant."""
        return (
            self.source_id == row.source_id
            and self.hw_key in ("", row.hw_key)
            and self.phase in ("", row.phase)
        )


@cache
def limits() -> Mapping[str, Limits]:
    """Rows of measured_devices.csv by key."""
    return MappingProxyType(load_limits(DATA))


@cache
def shapes() -> Mapping[str, Shape]:
    """Rows of measured_models.csv by key."""
    return MappingProxyType(load_shapes(DATA))


@cache
def sources() -> Mapping[str, Mapping[str, str]]:
    """measured_sources.csv by source_id: source, licence, date, how_obtained."""
    return {
        row.text("source_id"): row.cells for row in rows(DATA, "measured_sources.csv")
    }


@cache
def anomalies(kind: str) -> tuple[Anomaly, ...]:
    """What is known of rows "above" their bound, or suspiciously "below" it."""
    return tuple(
        Anomaly(
            kind=row.choice("kind", ("above", "below")),
            source_id=row.choice("source_id", sources()),
            hw_key=row.cell("hw_key"),
            phase=row.choice("phase", PHASES),
            cause=Text(ko=row.text("cause_ko"), en=row.text("cause_en")),
        )
        for row in rows(DATA, "measured_anomalies.csv")
        if row.cell("kind") == kind
    )


def load_measurements(folder: Path) -> Iterator[Measurement]:
    """The rows of measured.csv.

    Raises TableError, naming file, line and column, for an unknown source, device,
    model, phase, unit or status, for a number that is none, and for a row_id given
    twice.
    """
    devices, models = load_limits(folder), load_shapes(folder)
    known = {row.text("source_id") for row in rows(folder, "measured_sources.csv")}
    seen: set[str] = set()
    for row in rows(folder, "measured.csv"):
        name = row.text("row_id")
        if name in seen:
            raise row.error(
                "row_id", f"{name!r} 중복입니다.", f"{name!r} appears twice"
            )
        seen.add(name)
        for column, table in (("hw_key", devices), ("model_key", models)):
            if row.cell(column):
                row.choice(column, table)
        row.choice("source_id", tuple(known))
        yield _measurement(row)


def _measurement(row: Row) -> Measurement:
    metric, _, sizes = row.text("metric").partition(";")
    plain: dict[str, Any] = dict(row.cells)
    plain.update(
        phase=row.choice("phase", PHASES),
        status=row.choice("status", STATUS),
        unit=row.choice("unit", (*TIMES, *RATES)),
        value=row.number("value", 1e-3, 1e7),
        count=row.whole("count"),
        metric=metric,
        sizes=_sizes(row, sizes),
    )
    for column in ("batch", "prompt_len", "gen_len", "context", "size_gib"):
        blank = not row.cell(column)
        plain[column] = None if blank else row.number(column, 0, 1e7)
    return Measurement(**plain)


def _sizes(row: Row, text: str) -> tuple[tuple[str, float], ...]:
    """The part of a metric after its first `;`: name=number pairs."""
    try:
        pairs = [part.split("=") for part in text.split(";") if part]
        return tuple((name, float(value)) for name, value in pairs)
    except ValueError:
        raise row.error(
            "metric", f"{text!r}을(를) 읽을 수 없습니다.", f"cannot read {text!r}"
        ) from None
