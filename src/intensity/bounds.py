"""The roofline bound of a published measurement, in the measurement's own unit.

The bounds are loose on purpose, so that a row above its bound is a wrong condition,
a cache effect or a wrong datum, and never a fast kernel:

- peaks are the highest the device has for numbers as wide as the stored weights,
  which the arithmetic may or may not have used;
- of a mixture of experts only the active weights are read, at any batch;
- an input embedding that is not tied is not read, attention's FLOPs are not counted,
  activations stay on the chip (except in a kernel that is only a matrix product);
- all devices of a group work at once, except that layers split over devices take
  turns in decode;
- a mean time to first token is that of one prompt without queue.

`intensity`'s own costs are exact instead; these serve to judge other people's rows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .sheet import Row, rows

_UBATCH = re.compile(r"ubatch (\d+)")  # prompt tokens per pass over the weights
_BITS_PER_WEIGHT = re.compile(r"([\d.]+) ?bpw")
# How sources begin the name of a format, and the least bytes a weight takes in it.
_WEIGHT_BYTES = (
    (("f16", "fp16", "bf16"), 2.0),
    (("fp8", "int8", "gptq int8", "q8", "bitsandbytes llm.int8"), 1.0),
    (("nvfp4", "mxfp4", "int4", "awq int4", "gptq int4", "bitsandbytes 4-bit"), 0.5),
    (("q4", "iq4"), 0.5),
    (("q5",), 0.625),
    (("q6",), 0.75),
    (("iq3",), 0.375),
    (("iq2", "~2-bit"), 0.25),
)


@dataclass(frozen=True)
class Limits:
    """Loose peaks of a device: [byte/s], and [op/s] by format; 0 = not known."""

    device: str
    bytes_per_s: float
    fp16: float
    int8: float
    fp8: float
    fp4: float

    def rate(self, bytes_per_weight: float) -> float:
        """The highest rate for numbers at least as narrow as the stored ones."""
        rates = [self.fp16]
        if bytes_per_weight <= 1:
            rates += [self.int8, self.fp8]
        if bytes_per_weight < 0.6:
            rates += [self.fp4]
        return max(rates)


@dataclass(frozen=True)
class Shape:
    """What a bound needs of a model: weights, active weights, and its cache."""

    parameters: float
    active: float
    layers: int
    kv_heads: int
    head_dim: int
    embedding: float
    tied: bool
    window_layers: int
    window: int

    @property
    def read(self) -> float:
        """Weights that decoding one token reads."""
        return self.active - (0 if self.tied else self.embedding)

    @property
    def multiplied(self) -> float:
        """Weights that every prompt token is multiplied by: no LM head."""
        return self.read - self.embedding

    def cached(self, tokens: float) -> float:
        """Elements in the cache of one sequence."""
        full = (self.layers - self.window_layers) * tokens
        sliding = self.window_layers * min(tokens, self.window)
        return 2 * self.kv_heads * self.head_dim * (full + sliding)


@dataclass(frozen=True)
class Workload:
    """What a row says was run; None = not stated."""

    phase: str
    unit: str
    metric: str
    precision_weights: str
    precision_kv: str
    size_gib: float | None
    count: int
    layer_split: bool
    batch: float | None
    prompt: float | None
    generated: float | None
    context: float | None
    shape: Mapping[str, float]


def bound(work: Workload, limits: Limits, shape: Shape | None) -> float | None:
    """The best value that `limits` allow, or None if a condition is missing."""
    if work.unit == "GB/s":
        return limits.bytes_per_s / 1e9
    if work.phase.startswith("kernel"):
        return _kernel(work, limits)
    weight = weight_bytes(work.precision_weights)
    if shape is None or (weight is None and work.size_gib is None):
        return None
    return _Step(work, limits, shape, weight).bound()


def weight_bytes(precision: str) -> float | None:
    """Least bytes a weight takes in a format as sources write it; None if unknown.

    >>> weight_bytes("Q8_0"), weight_bytes("IQ3_XXS 3.2bpw"), weight_bytes("")
    (1.0, 0.4, None)
    """
    text = precision.lower()
    if match := _BITS_PER_WEIGHT.search(text):
        return float(match[1]) / 8
    return next((size for names, size in _WEIGHT_BYTES if text.startswith(names)), None)


def _kernel(work: Workload, limits: Limits) -> float | None:
    """Bound of one matrix product or attention call; its sizes are in the row."""
    sizes = work.shape
    weights = weight_bytes(work.precision_weights)
    if "weight-only" in work.precision_weights:
        weights = 2.0  # widened before the product, which is timed alone here
    if work.phase != "kernel-gemm":
        weights = weight_bytes(work.precision_kv)
    rate = limits.rate(weights or 2.0)
    if not rate:
        return None
    if "m" in sizes:
        m, n, k = sizes["m"], sizes["n"], sizes["k"]
        flops = 2 * m * n * k
        moved = n * k * sizes["wb"] + m * k * sizes["ab"] + m * n * sizes["ob"]
    elif "flops" in sizes:
        flops, moved = sizes["flops"], sizes.get("kvbytes", 0.0)
    else:
        return rate / 1e12 if work.unit == "TFLOP/s" else None
    seconds = max(flops / rate, moved / limits.bytes_per_s)
    return seconds * 1e6 if work.unit == "us" else flops / seconds / 1e12


@dataclass(frozen=True)
class _Step:
    """Least times of a model's prefill and decode steps on a group of devices."""

    work: Workload
    limits: Limits
    shape: Shape
    bytes_per_weight: float | None

    def bound(self) -> float | None:
        work, batch = self.work, self.work.batch
        if batch is None:
            return None
        if work.phase == "decode":
            step = self._decode_s(batch, work.context or 0)
            return batch / step if work.unit == "tokens/s" else step * 1e3
        if work.phase == "prefill":
            prompt = work.prompt or work.context
            together = work.unit == "tokens/s" or work.metric.startswith("prefill")
            tokens = (prompt or 0) * (batch if together else 1)
            seconds = self._prefill_s(tokens) if tokens else None
            if seconds is None:
                return None
            return tokens / seconds if work.unit == "tokens/s" else seconds * 1e3
        return self._end_to_end(batch)

    def _end_to_end(self, batch: float) -> float | None:
        work = self.work
        if not (work.prompt and work.generated and work.context):
            return None
        prefill = self._prefill_s(batch * work.prompt)
        if prefill is None:
            return None
        seconds = prefill + work.generated * self._decode_s(batch, work.context)
        tokens = batch * work.generated
        if work.unit == "total tokens/s":
            tokens += batch * work.prompt
        if work.unit.endswith("/GPU"):
            tokens /= work.count
        return seconds if work.unit == "s" else tokens / seconds

    @property
    def _rate(self) -> float:
        """Arithmetic of one device [op/s]; 0 if none is known."""
        return self.limits.rate(self.bytes_per_weight or 1.0)

    @property
    def _weight_bytes(self) -> float:
        """Weights read by one step: a file's size includes what is not read."""
        if self.work.size_gib is not None:
            stored = self.work.size_gib * 2**30
        else:
            stored = self.shape.parameters * (self.bytes_per_weight or 0)
        return stored * self.shape.read / self.shape.parameters

    def _decode_s(self, batch: float, context: float) -> float:
        devices = 1 if self.work.layer_split else self.work.count
        stored = 2 if self.work.precision_kv in ("f16", "fp16", "bf16") else 1
        cache = batch * self.shape.cached(context) * stored
        memory = (self._weight_bytes + cache) / (self.limits.bytes_per_s * devices)
        flops = 2 * self.shape.read * batch
        return max(memory, flops / (self._rate * devices) if self._rate else 0)

    def _prefill_s(self, tokens: float) -> float | None:
        if not self._rate:
            return None
        devices, match = self.work.count, _UBATCH.search(self.work.metric)
        at_once = min(tokens, float(match[1])) if match else tokens
        memory = self._weight_bytes / (self.limits.bytes_per_s * devices)
        compute = 2 * self.shape.multiplied * at_once / (self._rate * devices)
        return tokens / at_once * max(compute, memory)


def load_limits(folder: Path) -> dict[str, Limits]:
    """measured_devices.csv by key; TableError if a number is not plausible."""
    return {
        row.text("hw"): Limits(
            device=row.text("device"),
            bytes_per_s=row.number("bw_GBps", 10, 3e4) * 1e9,
            fp16=_tera(row, "fp16_TF"),
            int8=_tera(row, "int8_TF"),
            fp8=_tera(row, "fp8_TF"),
            fp4=_tera(row, "fp4_TF"),
        )
        for row in rows(folder, "measured_devices.csv")
    }


def _tera(row: Row, column: str) -> float:
    return row.number(column, 1, 1e5) * 1e12 if row.cell(column) else 0.0


def load_shapes(folder: Path) -> dict[str, Shape]:
    """measured_models.csv by key; TableError if a number is not plausible."""
    return {
        row.text("model"): Shape(
            parameters=row.number("P", 0.05, 2000) * 1e9,
            active=row.number("Pact", 0.05, 2000) * 1e9,
            layers=row.whole("L"),
            kv_heads=row.whole("kvh"),
            head_dim=row.whole("hd"),
            embedding=float(row.whole("vocab") * row.whole("d")),
            tied=row.whole("tied") == 1,
            window_layers=row.whole("swa_layers"),
            window=row.whole("window"),
        )
        for row in rows(folder, "measured_models.csv")
    }
