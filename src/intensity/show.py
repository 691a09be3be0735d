"""Models and devices as a reader sees them: value, unit, source, how sure, note."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .device import FORMAT_OF, MEMORY, Figure, Hardware, rate_of
from .language import Text
from .model import Model
from .names import (
    UnknownName,
    assumption,
    known_hardware,
    known_models,
    nearest,
    resolve,
)
from .sheet import VERIFICATION
from .tables import hardware, model
from .units import digits

_PREFIXES = ((1e15, "P"), (1e12, "T"), (1e9, "G"))
_MODEL_LINES = (
    ("layers", Text("층", "layers")),
    ("hidden", Text("은닉 크기", "hidden size")),
    ("heads", Text("쿼리 헤드", "query heads")),
    ("kv_heads", Text("KV 헤드", "KV heads")),
    ("head_dim", Text("헤드 크기", "head size")),
    ("window", Text("윈도우 [토큰]", "window [tokens]")),
    ("full_layers", Text("전체를 보는 층", "layers that see everything")),
    ("ffn_dim", Text("FFN 폭", "FFN width")),
    ("ffn_matrices", Text("FFN 행렬", "FFN matrices")),
    ("experts_total", Text("전문가", "experts")),
    ("experts_active", Text("토큰당 전문가", "experts per token")),
    ("experts_shared", Text("공유 전문가", "shared experts")),
    ("expert_dim", Text("전문가 폭", "expert width")),
    ("dense_first_layers", Text("앞쪽 밀집 층", "leading dense layers")),
    ("q_lora_rank", Text("쿼리 압축 차원", "query rank")),
    ("kv_lora_rank", Text("KV 압축 차원", "KV rank")),
    ("qk_nope", Text("QK 차원(위치 없음)", "QK size without position")),
    ("qk_rope", Text("QK 차원(회전)", "QK size, rotary")),
    ("v_head", Text("V 헤드 크기", "V head size")),
    ("vocab", Text("어휘", "vocabulary")),
    ("learned_positions", Text("학습된 위치", "learned positions")),
    ("max_context", Text("최대 컨텍스트 [토큰]", "longest context [tokens]")),
)


def exact(value: float, unit: str) -> str:
    """`value` as its source prints it, with a decimal prefix.

    >>> exact(989.4e12, "FLOP/s"), exact(2.039e12, "byte/s")
    ('989.4 TFLOP/s', '2.039 TB/s')
    """
    unit = unit.replace("byte", "B")
    scale, prefix = next(
        ((s, p) for s, p in _PREFIXES if value >= 0.9995 * s), (1.0, "")
    )
    return f"{value / scale:g} {prefix}{unit}"


def show_lines(name: str) -> list[str]:
    """What is known of a model or device, line by line, in this process's language.

    Raises UnknownName, listing near names of both kinds.
    """
    thing = _find(name)
    taken = assumption(name)
    lines = _device(thing) if isinstance(thing, Hardware) else _model(thing)
    return [*([str(taken)] if taken else []), *lines]


def show_data(name: str) -> dict[str, Any]:
    """The same as plain data; numbers in SI base units."""
    thing = _find(name)
    taken = assumption(name)
    data = _device_data(thing) if isinstance(thing, Hardware) else _model_data(thing)
    return {**data, "assumption": taken._asdict() if taken else None}


def list_lines(kind: str | None = None) -> list[str]:
    """One line for each model, each device, or both (kind: "models", "hardware")."""
    lines = []
    if kind in (None, "models"):
        lines += [_model_line(model(name)) for name in known_models()]
    if kind in (None, "hardware"):
        lines += [_device_line(hardware(name)) for name in known_hardware()]
    return lines


def list_data(kind: str | None = None) -> Any:
    """The rows of one kind, or both kinds by name, as plain data."""
    if kind == "models":
        return [_model_data(model(name)) for name in known_models()]
    if kind == "hardware":
        return [_device_data(hardware(name)) for name in known_hardware()]
    return {each: list_data(each) for each in ("models", "hardware")}


def _find(name: str) -> Model | Hardware:
    if resolve("model", name):
        return model(name)
    if resolve("hardware", name):
        return hardware(name)
    close = nearest(name, "model", "hardware")
    listed = ", ".join(close)
    raise UnknownName(
        Text(
            ko=f"{name!r:.80}: 표에 없는 이름입니다."
            + (f" 비슷한 이름: {listed}" if close else " `intensity list`를 보세요."),
            en=f"no model or device is named {name!r:.80}"
            + (f"; near names: {listed}" if close else "; see `intensity list`"),
        )
    )


def _sure(word: str) -> str:
    """A verification word with what it means; a hand-made model has none."""
    return f"{word} ({VERIFICATION[word]})" if word in VERIFICATION else word


def _device(device: Hardware) -> Iterator[str]:
    yield f"{device.name} ({device.vendor})"
    for figure in device.figures.values():
        yield ""
        value = exact(figure.value, figure.unit)
        yield f"  {_label(figure)}: {value}{_ridge(device, figure)}"
        yield f"    {Text('확인', 'verification')}: {_sure(figure.verification)}"
        for citation in figure.citations:
            yield f"    {Text('출처', 'source')}: {citation}"
        if figure.sparse:
            warning = Text("쓰지 말 것: 희소(sparse) 값", "not to be used: sparse")
            yield f"    {warning} {exact(figure.sparse, figure.unit)}"
        if any(figure.note):
            yield f"    {Text('주의', 'note')}: {figure.note}"


def _label(figure: Figure) -> str:
    name = FORMAT_OF.get(figure.quantity)
    if name:
        return str(Text(f"{name} 밀집 최대 속도", f"{name} dense peak"))
    if figure.quantity == MEMORY:
        return str(Text("메모리 용량", "memory capacity"))
    return str(Text("메모리 대역폭", "memory bandwidth"))


def _ridge(device: Hardware, figure: Figure) -> str:
    """The ridge that a peak makes with the device's bandwidth."""
    name = FORMAT_OF.get(figure.quantity)
    if not name:
        return ""
    return f", ridge {digits(device.roof(name).ridge)} FLOP/byte"


def _model(shape: Model) -> Iterator[str]:
    yield f"{shape.name} ({shape.org})"
    yield f"  {Text('어텐션', 'attention')}: {shape.attention}"
    for field, label in _MODEL_LINES:
        value = getattr(shape, field)
        if value and not (field == "full_layers" and shape.window is None):
            yield f"  {label}: {value}"
    tied = Text("예", "yes") if shape.tied_embeddings else Text("아니요", "no")
    yield f"  {Text('임베딩 공유', 'tied embeddings')}: {tied}"
    yield f"  {Text('파라미터', 'parameters')}: {shape.parameters:,}"
    if shape.active_parameters != shape.parameters:
        label = Text("활성 파라미터", "active parameters")
        yield f"  {label}: {shape.active_parameters:,}"
    cache = Text("토큰당 KV 캐시(16비트)", "KV cache per token (16-bit)")
    yield f"  {cache}: {shape.kv_elements_per_token * 2:,} B"
    yield f"  {Text('확인', 'verification')}: {_sure(shape.verification)}"
    yield from (
        f"  {Text('출처', 'source')}: {one}" for one in shape.source.split("; ")
    )
    if any(shape.note):
        yield f"  {Text('주의', 'note')}: {shape.note}"


def _model_line(shape: Model) -> str:
    size = f"{digits(shape.parameters / 1e9)} B"
    return f"{shape.name:<28} {size:>8} {shape.attention:<4} {shape.verification}"


def _device_line(device: Hardware) -> str:
    memory = device.figures["mem_bytes_per_s"]
    rates = [n for n in ("bf16", "fp16", "fp32") if n in device.formats][:1]
    shown = [exact(device.figures[rate_of(n)].value, "FLOP/s") + f" {n}" for n in rates]
    peak = shown[0] if shown else "-"
    return f"{device.name:<30} {peak:>20} {exact(memory.value, memory.unit):>12}"


def _model_data(shape: Model) -> dict[str, Any]:
    return {
        "name": shape.name,
        "org": shape.org,
        "attention": shape.attention,
        **{field: getattr(shape, field) for field, _ in _MODEL_LINES},
        "tied_embeddings": shape.tied_embeddings,
        "parameters": shape.parameters,
        "active_parameters": shape.active_parameters,
        "kv_elements_per_token": shape.kv_elements_per_token,
        "source": shape.source,
        "verification": shape.verification,
        "note": shape.note._asdict(),
    }


def _device_data(device: Hardware) -> dict[str, Any]:
    return {
        "name": device.name,
        "vendor": device.vendor,
        "figures": [
            {
                "quantity": figure.quantity,
                "value": figure.value,
                "unit": figure.unit,
                "sparse": figure.sparse,
                "verification": figure.verification,
                "sources": [str(citation) for citation in figure.citations],
                "note": figure.note._asdict(),
            }
            for figure in device.figures.values()
        ],
    }
