"""The packaged tables as a reader looks things up in them: every number with its
verification word, its source and the usual mistakes about it."""

from __future__ import annotations

from collections.abc import Iterable

from .device import BANDWIDTH, FORMAT_OF, MEMORY, Figure, Hardware
from .language import Text
from .measurement import sources
from .model import Model
from .panels import TRUST
from .sheet import VERIFICATION
from .show import exact
from .tables import devices, models
from .units import digits, si
from .view import Table

VERIFIED = Text(ko="확인", en="verification")
SOURCE = Text(ko="출처", en="source")
NOTE = Text(ko="주의할 점", en="what to mind")
DEVICE = Text(ko="장치", en="device")
MODEL = Text(ko="모델", en="model")
_COLUMNS = ("fp16", "bf16", "fp8", "int8", "fp4")


def vendors() -> tuple[str, ...]:
    """Makers of the devices, those with most devices first."""
    names = [device.vendor for device in devices().values()]
    return tuple(sorted(set(names), key=lambda name: (-names.count(name), name)))


def verification_words() -> Table:
    """What each verification word promises, and how many figures carry it."""
    figures = [f for d in devices().values() for f in d.figures.values()]
    shapes = list(models().values())
    return Table(
        (
            VERIFIED,
            Text(ko="뜻", en="meaning"),
            Text(ko="장치의 숫자", en="device figures"),
            Text(ko="모델", en="models"),
        ),
        [
            (
                word,
                meaning,
                sum(figure.verification == word for figure in figures),
                sum(shape.verification == word for shape in shapes),
            )
            for word, meaning in VERIFICATION.items()
        ],
        Text(
            ko="확인 정도를 나타내는 말", en="Words for how well a number was checked"
        ),
    )


def device_summary(vendor: str) -> Table:
    """Rates, bandwidth, memory and ridge of a maker's devices.

    A blank is a figure that is not published; the last column is the weakest word
    of a device's figures shown here.
    """
    return Table(
        (
            DEVICE,
            *_COLUMNS,
            Text(ko="대역폭", en="bandwidth"),
            Text(ko="메모리", en="memory"),
            Text(ko="꺾임점(16비트)", en="ridge (16 bits)"),
            VERIFIED,
        ),
        [_device_row(device) for device in _made_by(vendor)],
        Text(
            ko=f"{vendor} 장치의 최대 성능(dense, 1초당 연산 수)",
            en=f"Peak rates of {vendor} devices (dense, operations per second)",
        ),
    )


def _made_by(vendor: str) -> list[Hardware]:
    return [device for device in devices().values() if device.vendor == vendor]


def _device_row(device: Hardware) -> tuple[object, ...]:
    by_format = {
        FORMAT_OF[quantity]: figure
        for quantity, figure in device.figures.items()
        if quantity in FORMAT_OF
    }
    rates = [by_format.get(name) for name in _COLUMNS]
    bandwidth = device.figures.get(BANDWIDTH)
    memory = device.figures.get(MEMORY)
    best = by_format.get("bf16") or by_format.get("fp16")
    shown = [figure for figure in (*rates, bandwidth, memory) if figure]
    return (
        device.name,
        *(si(figure.value, "") if figure else "" for figure in rates),
        si(bandwidth.value, "B/s") if bandwidth else "",
        si(memory.value, "B") if memory else "",
        digits(best.value / bandwidth.value) if best and bandwidth else "",
        max((figure.verification for figure in shown), key=TRUST.index),
    )


def device_figures(vendor: str) -> Table:
    """Every figure of a maker's devices with its source and the usual mistakes."""
    return Table(
        (
            DEVICE,
            Text(ko="무엇", en="quantity"),
            Text(ko="값", en="value"),
            Text(ko="희소(sparse) 값: 쓰지 않음", en="sparse figure: not used"),
            VERIFIED,
            SOURCE,
            NOTE,
        ),
        [
            (
                device.name,
                figure.quantity,
                exact(figure.value, figure.unit),
                exact(figure.sparse, figure.unit) if figure.sparse else "",
                figure.verification,
                _sources(figure),
                figure.note,
            )
            for device in _made_by(vendor)
            for figure in device.figures.values()
        ],
        Text(
            ko=f"{vendor} 장치의 모든 숫자와 출처",
            en=f"Every figure of {vendor} devices, with its source",
        ),
        folded=Text(
            ko=f"{vendor} 장치의 숫자 하나하나와 출처, 주의할 점 보기",
            en=f"Show every figure of {vendor} devices, its source, what to mind",
        ),
    )


def _sources(figure: Figure) -> str:
    return "; ".join(filter(None, (figure.source_1, figure.source_2)))


def model_shapes(rows: Iterable[Model] | None = None) -> Table:
    """The sizes of the models that costs are computed from."""
    return Table(
        (
            MODEL,
            Text(ko="층", en="layers"),
            Text(ko="폭", en="hidden"),
            Text(ko="헤드", en="heads"),
            Text(ko="KV 헤드", en="KV heads"),
            "head_dim",
            "FFN",
            Text(ko="어휘", en="vocabulary"),
            "attention",
            Text(ko="윈도우", en="window"),
            Text(ko="전문가(선택/전체+공유)", en="experts (picked/all+shared)"),
            VERIFIED,
        ),
        [
            (
                m.name,
                m.layers,
                m.hidden,
                m.heads,
                m.kv_heads,
                m.head_dim,
                m.ffn_dim or "",
                m.vocab,
                m.attention,
                m.window or "",
                _experts(m),
                m.verification,
            )
            for m in rows or models().values()
        ],
        Text(ko="모델의 모양", en="Shapes of the models"),
    )


def _experts(m: Model) -> str:
    if not m.experts_total:
        return ""
    shared = f"+{m.experts_shared}" if m.experts_shared else ""
    return f"{m.experts_active}/{m.experts_total}{shared}"


def model_sizes() -> Table:
    """Parameters, KV per token and sources of the models."""
    return Table(
        (
            MODEL,
            Text(ko="만든 곳", en="publisher"),
            Text(ko="파라미터", en="parameters"),
            Text(ko="토큰당 쓰는 파라미터", en="used per token"),
            Text(ko="토큰당 KV(bf16)", en="KV per token (bf16)"),
            Text(ko="최대 컨텍스트", en="longest context"),
            SOURCE,
            NOTE,
        ),
        [
            (
                m.name,
                m.org,
                si(m.parameters, ""),
                si(m.active_parameters, "") if m.experts_total else "",
                si(2 * m.kv_elements_per_token, "B"),
                m.max_context or "",
                m.source,
                m.note,
            )
            for m in models().values()
        ],
        Text(
            ko="모델의 크기. 파라미터는 모양에서 계산한 값입니다.",
            en="Sizes of the models; parameters are computed from the shape.",
        ),
    )


def measurement_sources() -> Table:
    """The documents that measured.csv was taken from."""
    return Table(
        (
            Text(ko="이름", en="name"),
            Text(ko="문서", en="document"),
            Text(ko="날짜", en="date"),
            Text(ko="라이선스", en="licence"),
        ),
        [
            (name, row["source"], row["date"], row["licence"])
            for name, row in sources().items()
        ],
        Text(ko="측정 표의 출처", en="Sources of the table of measurements"),
    )
