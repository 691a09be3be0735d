"""Catch a number that the named hardware cannot reach, before praising it.

Only what physics forbids: faster than every weight can be read, above a dense peak,
above 100 %.  Numbers below the bound are compared with it, kindly.
"""

from __future__ import annotations

import re

from autograder.reading import Quantity, Reading
from intensity import CourseError, Text

from .setting import known_hardware, known_model, precision_of, size_of

_SLACK = 1.05  # datasheets and rounding
_MANY = re.compile(
    (r"specula|draft|추측|throughput|처리량|aggregate|total|합계|전체|동시|concurren"),
    re.I,
)
_BATCHED = re.compile(r"batch|배치|배칭|concurren|users", re.I)
_UTIL = re.compile(
    (r"util|사용률|활용률|of (?:the )?peak|mfu|mbu|대역폭의|bandwidth|busy"), re.I
)
_SPEC = re.compile(r"spec|datasheet|사양|nvlink|pcie|interconnect|l2|cache", re.I)


def impossible(reading: Reading) -> tuple[Text, tuple[int, int]] | None:
    """The first impossible number, with the reason and its place; None if none."""
    for quantity in reading.quantities:
        reason = _reason(reading, quantity)
        if reason is not None:
            return reason, quantity.span
    return None


def share_of_bound(reading: Reading) -> tuple[float, Quantity] | None:
    """A measured single-stream rate as a share of its upper bound."""
    limit = _most_tokens(reading)
    if limit is None:
        return None
    for quantity in reading.quantities:
        if quantity.unit == "tok/s" and 0 < quantity.value <= limit * _SLACK:
            return quantity.value / limit, quantity
    return None


def _reason(reading: Reading, quantity: Quantity) -> Text | None:
    said = reading.text[quantity.span[0] : quantity.span[1]]
    around = reading.text[max(0, quantity.span[0] - 40) : quantity.span[1] + 25]
    if quantity.unit == "fraction":
        if quantity.value > 1.0 and _UTIL.search(around):
            return Text(
                ko=f"“{said}”: 사용률은 100%를 넘을 수 없습니다.",
                en=f"“{said}”: a utilisation cannot exceed 100 %.",
            )
        return None
    if quantity.unit in ("byte/s", "flop/s"):
        return _above_peak(reading, quantity, said, around)
    limit = _most_tokens(reading)
    batched = reading.batch is None and _BATCHED.search(reading.text)
    if limit is None or batched or _MANY.search(reading.text):
        return None
    rate = _as_rate(reading, quantity, around)
    if rate is None or rate <= limit * _SLACK:
        return None
    return Text(
        ko=(
            f"“{said}”: 가중치를 토큰마다 한 번 읽는 시간만 따져도 초당 "
            f"{limit:.0f}토큰이 상한이라, 이 장치로는 나올 수 없는 값입니다."
        ),
        en=(
            f"“{said}”: reading the weights once per token allows at most "
            f"{limit:.0f} tok/s on this hardware; the number is impossible."
        ),
    )


def _as_rate(reading: Reading, quantity: Quantity, around: str) -> float | None:
    """Tokens per second that a rate or a time per token means."""
    if quantity.unit == "tok/s":
        return quantity.value
    decode = reading.phase == "decode" or re.search(r"tpot|itl", reading.text, re.I)
    if quantity.unit == "s" and decode and quantity.value > 0:
        per_token = re.search(r"tpot|itl|token|토큰|step|스텝", around, re.I)
        if per_token and not re.search(r"ttft|prefill|프리필|첫", around, re.I):
            batch = reading.batch if isinstance(reading.batch, int) else 1
            return batch / quantity.value
    return None


def _most_tokens(reading: Reading) -> float | None:
    """Tokens per second at which every step only reads the weights once."""
    if reading.phase == "prefill" or not reading.model or not reading.hardware:
        return None
    if reading.precision_weights is None:
        return None
    batch = 1 if reading.batch is None else reading.batch
    if not isinstance(batch, int):
        return None
    device = known_hardware(reading.hardware)
    shape = known_model(reading.model)
    size = float(shape.active_parameters) if shape else size_of(reading.model)
    if device is None or size is None:
        return None
    try:
        bandwidth = device.roof(
            "bf16" if "bf16" in device.formats else device.formats[0]
        ).bytes_per_s
    except (CourseError, IndexError):
        return None
    weights = size * precision_of(reading).weight_bytes
    return batch * (reading.hardware_count or 1) * bandwidth / weights


def _above_peak(
    reading: Reading, quantity: Quantity, said: str, around: str
) -> Text | None:
    device = known_hardware(reading.hardware) if reading.hardware else None
    if device is None or _SPEC.search(around):
        return None
    count = reading.hardware_count or 1
    if quantity.unit == "byte/s":
        peaks = [
            f.value for name, f in device.figures.items() if name == "mem_bytes_per_s"
        ]
        word = ("메모리 대역폭", "memory bandwidth")
    else:
        peaks = [
            f.value for name, f in device.figures.items() if name.startswith("dense_")
        ]
        word = ("연산 성능", "dense peak")
    if not peaks or quantity.value <= max(peaks) * count * _SLACK:
        return None
    if quantity.unit == "byte/s" and re.search(
        r"a100|h100|h200|4090|3090",
        reading.text.lower().replace(str(reading.hardware).lower(), ""),
    ):
        return None  # more than one device is named: whose number is it?
    scale = 1e9 if quantity.unit == "byte/s" else 1e12
    unit = "GB/s" if quantity.unit == "byte/s" else "TFLOP/s"
    return Text(
        ko=(
            f"“{said}”: {device.name}의 {word[0]}({max(peaks) * count / scale:.0f} "
            f"{unit})보다 큽니다. 나올 수 없는 값입니다."
        ),
        en=(
            f"“{said}” is above the {word[1]} of {device.name} "
            f"({max(peaks) * count / scale:.0f} {unit}); the number is impossible."
        ),
    )
