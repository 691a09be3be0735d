"""One configuration's costs and verdict: as plain data, and as a table to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from .capacity import Capacity, capacity
from .device import BANDWIDTH, MEMORY, Hardware, rate_of
from .language import CourseError, Text
from .model import Model
from .ops import BF16
from .precision import Precision
from .roofline import Cost, Roof
from .transformer import Op, allreduce_bytes, decode, prefill, total
from .units import columns_wide, digits, si
from .verdict import verdict

Phase = Literal["prefill", "decode"]


@dataclass(frozen=True, kw_only=True)
class Report:
    """A configuration, and what follows from it.

    context: in prefill the tokens of this pass, after `prefix` cached ones; in
        decode the cached tokens, the new ones included
    hardware: left out, there are costs but no times
    assumptions: what was taken for granted in reading the names

    Raises CourseError for sizes out of range, or a format the device lacks.
    """

    model: Model
    hardware: Hardware | None
    phase: Phase
    batch: int
    context: int
    prefix: int = 0
    precision: Precision = BF16
    tokens: int = 1
    fused: bool = True
    shards: int = 1
    norms: bool = False
    assumptions: tuple[Text, ...] = ()

    def ops(self) -> tuple[Op, ...]:
        """The operations of the step."""
        if self.phase == "prefill":
            if self.tokens != 1:
                raise CourseError(
                    Text(
                        ko=f"tokens = {self.tokens}: decode에서만 쓸 수 있습니다.",
                        en=f"tokens = {self.tokens} applies to decode only",
                    )
                )
            return prefill(
                self.model,
                prompt=self.context,
                batch=self.batch,
                prefix=self.prefix,
                precision=self.precision,
                fused=self.fused,
                shards=self.shards,
                norms=self.norms,
            )
        if self.prefix:
            raise CourseError(
                Text(
                    ko=f"prefix = {self.prefix}: prefill에서만 쓸 수 있습니다. "
                    "decode의 context는 캐시된 토큰을 이미 포함합니다.",
                    en=f"prefix = {self.prefix} applies to prefill only; the context "
                    "of decode already includes the cached tokens",
                )
            )
        return decode(
            self.model,
            batch=self.batch,
            context=self.context,
            precision=self.precision,
            tokens=self.tokens,
            fused=self.fused,
            shards=self.shards,
            norms=self.norms,
        )

    @property
    def roof(self) -> Roof | None:
        """The device's roof for the arithmetic format, if a device is given."""
        if self.hardware is None:
            return None
        return self.hardware.roof(self.precision.compute)

    @property
    def capacity(self) -> Capacity | None:
        """Weights and KV cache against the device; None where it is not published."""
        if self.hardware is None or MEMORY not in self.hardware.figures:
            return None
        return capacity(
            self.model,
            batch=self.batch,
            context=self.prefix + self.context,
            device_bytes=self.hardware.memory_bytes,
            precision=self.precision,
            shards=self.shards,
        )

    def data(self) -> dict[str, Any]:
        """All of it as plain data, the form of `intensity cost --json`."""
        ops, roof = self.ops(), self.roof
        room = self.capacity
        result: dict[str, Any] = {
            "model": self.model.name,
            "hardware": self.hardware and self.hardware.name,
            "phase": self.phase,
            "batch": self.batch,
            "context": self.context,
            "prefix": self.prefix,
            "tokens": self.tokens,
            "fused": self.fused,
            "shards": self.shards,
            "precision": {
                "weights": self.precision.weights,
                "activations": self.precision.activations,
                "kv": self.precision.kv,
                "compute": self.precision.compute,
            },
            "ops": [
                {"name": op.name, "count": op.count, **_cost(op.cost), **_at(op, roof)}
                for op in ops
            ],
            "total": {**_cost(total(ops)), **_verdict(ops, roof)},
            "ridge": roof and roof.ridge,
            "capacity": room
            and {
                "needed_bytes": room.needed_bytes,
                "device_bytes": room.device_bytes,
                "fits": bool(room.fits),
            },
            "sources": list(self.sources()),
            "warnings": [text.say() for text in self.warnings()],
        }
        if self.shards > 1:
            result["allreduce_bytes"] = self._allreduce_bytes()
        return result

    def _allreduce_bytes(self) -> float:
        new = self.context if self.phase == "prefill" else self.tokens
        sent = allreduce_bytes(
            self.model,
            rows=self.batch * new,
            shards=self.shards,
            precision=self.precision,
        )
        return float(sent)

    def sources(self) -> Iterator[dict[str, str]]:
        """Where each published number comes from, with its verification word."""
        yield {
            "what": f"model {self.model.name}",
            "source": self.model.source,
            "verification": self.model.verification,
        }
        if self.hardware is None:
            return
        for quantity in (rate_of(self.precision.compute), BANDWIDTH, MEMORY):
            figure = self.hardware.figures.get(quantity)
            if figure is not None:
                yield {
                    "what": f"{self.hardware.name} {quantity}",
                    "source": "; ".join(
                        filter(None, (figure.source_1, figure.source_2))
                    ),
                    "verification": figure.verification,
                }

    def warnings(self) -> Iterator[Text]:
        """What a reader should know before trusting the verdict."""
        yield from self.assumptions
        room = self.capacity
        if room is not None and not room.fits:
            needed, has = si(room.needed_bytes, "B"), si(room.device_bytes, "B")
            yield Text(
                ko=f"용량 부족: 가중치와 KV 캐시에 {needed}가 필요한데 장치에는 "
                f"{has}뿐입니다. 속도 판정은 용량과 별개입니다.",
                en=f"does not fit: weights and KV cache need {needed}, the device has "
                f"{has}; the verdict on speed ignores that",
            )
        if self.hardware is not None and room is None:
            yield Text(
                ko=f"{self.hardware.name}: 메모리 용량이 공개되지 않아 용량은 확인하지 "
                "않았습니다.",
                en=f"{self.hardware.name}: memory size not published, so capacity is "
                "unchecked",
            )
        top = self.model.max_context
        if top is not None and self.prefix + self.context > top:
            yield Text(
                ko=f"{self.model.name}의 최대 컨텍스트는 {top:,} 토큰입니다.",
                en=f"{self.model.name} takes a context of at most {top:,} tokens",
            )
        for source in self.sources():
            if source["verification"] not in ("verified", "derived"):
                yield Text(
                    ko=f"검증되지 않은 값: {source['what']} ({source['verification']})",
                    en=f"not verified: {source['what']} ({source['verification']})",
                )

    def lines(self) -> Iterator[str]:
        """The same as a table for a terminal."""
        p = self.precision
        parts = [Text(ko, en).say() for said, ko, en in self._sizes() if said]
        yield " · ".join((self.model.name, self.phase, *parts))
        yield Text(
            f"가중치 {p.weights}, 활성값 {p.activations}, KV {p.kv}, 연산 {p.compute}",
            f"weights {p.weights}, activations {p.activations}, KV {p.kv}, "
            f"arithmetic {p.compute}",
        ).say()
        roof = self.roof
        if roof is not None and self.hardware is not None:
            yield (
                f"{self.hardware.name} · {si(roof.flops_per_s, 'FLOP/s')} · "
                f"{si(roof.bytes_per_s, 'B/s')} · "
                f"{_RIDGE.say()} {digits(roof.ridge)} FLOP/byte"
            )
        yield ""
        ops = self.ops()
        rows = [tuple(text.say() for text in _HEAD), *(_row(op, roof) for op in ops)]
        rows.append(_row(Op("total", 1, total(ops)), None))
        yield from _aligned(rows if roof else [row[:7] for row in rows])
        yield ""
        if roof is not None:
            yield from _verdict_lines(ops, roof)
        for text in self.warnings():
            yield f"! {text}"

    def _sizes(self) -> Iterator[tuple[bool, str, str]]:
        """What the table is for: whether it needs saying, in Korean, in English."""
        yield True, f"배치 {self.batch}", f"batch {self.batch}"
        yield True, f"컨텍스트 {self.context}", f"context {self.context}"
        cached = self.prefix
        yield cached > 0, f"앞에 {cached} 캐시됨", f"after {cached} cached"
        several = self.tokens
        yield several > 1, f"한 번에 {several} 토큰", f"{several} tokens at once"
        yield not self.fused, "unfused 어텐션", "unfused attention"
        devices = self.shards
        yield devices > 1, f"장치 {devices}대 중 한 대", f"one of {devices} devices"


_RIDGE = Text("꺾임점", "ridge")
_HEAD = (
    Text("연산", "operation"), Text("횟수", "count"), Text("FLOP", "FLOP"),
    Text("가중치", "weights"), Text("활성값", "activations"), Text("KV", "KV"),
    Text("FLOP/byte", "FLOP/byte"), Text("병목", "bound"), Text("시간", "time"),
)  # fmt: skip


def _row(op: Op, roof: Roof | None) -> tuple[str, ...]:
    cost = op.cost
    return (
        op.name,
        str(op.count) if op.name != "total" else "",
        si(cost.flops, "FLOP"),
        si(cost.weight_bytes, "B"),
        si(cost.activation_bytes, "B"),
        si(cost.kv_bytes, "B"),
        digits(cost.intensity),
        roof.bound(cost) if roof else "",
        si(roof.time_s(cost), "s") if roof else "",
    )


def _aligned(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Columns as wide as their widest cell: names left, numbers right."""
    widths = [max(map(columns_wide, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        spare = [w - columns_wide(cell) for w, cell in zip(widths, row, strict=True)]
        right = (" " * n + cell for n, cell in zip(spare[1:], row[1:], strict=True))
        yield "  ".join((row[0] + " " * spare[0], *right)).rstrip()


def _verdict_lines(ops: tuple[Op, ...], roof: Roof) -> Iterator[str]:
    judged = verdict(ops, roof)
    edge = Text(
        " (경계: 꺾임점의 1/2~2배)", " (borderline: within 1/2..2 of the ridge)"
    )
    yield Text(
        f"합계 판정 {judged.aggregate}-bound, 연산별 판정 {judged.per_op}-bound"
        + edge.ko * bool(judged.borderline),
        f"aggregate verdict {judged.aggregate}-bound, per operation "
        f"{judged.per_op}-bound" + edge.en * bool(judged.borderline),
    ).say()
    low, high = si(judged.time_s, "s"), si(judged.time_no_overlap_s, "s")
    yield Text(
        f"시간 하한 {low}, 겹침이 없으면 {high} (추론값, 측정값이 아님)",
        f"lower bound {low}, {high} without overlap (inferred, not measured)",
    ).say()


def _cost(cost: Cost) -> dict[str, float]:
    return {
        "flops": cost.flops,
        "bytes": cost.bytes,
        "weight_bytes": cost.weight_bytes,
        "activation_bytes": cost.activation_bytes,
        "kv_bytes": cost.kv_bytes,
        "intensity": cost.intensity,
    }


def _at(op: Op, roof: Roof | None) -> dict[str, Any]:
    return {
        "bound": roof and roof.bound(op.cost),
        "time_s": roof and roof.time_s(op.cost),
    }


def _verdict(ops: tuple[Op, ...], roof: Roof | None) -> dict[str, Any]:
    judged = roof and verdict(ops, roof)
    return {
        "bound_aggregate": judged and judged.aggregate,
        "bound_per_op": judged and judged.per_op,
        "borderline": judged and bool(judged.borderline),
        "time_s": judged and judged.time_s,
        "time_no_overlap_s": judged and judged.time_no_overlap_s,
    }
