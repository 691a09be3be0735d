"""The conditions of a claim as the library understands them.

The reader keeps the names people write ("A100-80GB", "q4_k_m"); here they become a
model, a roof and a precision, and whatever had to be assumed is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from autograder.reading import Reading
from intensity import (
    CourseError,
    Hardware,
    Model,
    Op,
    Precision,
    Roof,
    Text,
    decode,
    hardware,
    model,
    prefill,
    verdict,
)
from intensity.names import assumption, resolve

LENGTH = 1024  # tokens, where neither context nor prompt is stated
# Shapes that later releases share with one in the table.
_SAME_SHAPE = {
    "LLaMA-7B": "Llama-2-7B",
    "LLaMA-13B": "Llama-2-13B",
    "Vicuna-7B": "Llama-2-7B",
    "Vicuna-13B": "Llama-2-13B",
    "Llama-3-70B": "Llama-3.1-70B",
    "Llama-3.3-70B": "Llama-3.1-70B",
    "Mistral-7B": "Mistral-7B-v0.1",
    "DeepSeek-V3": "DeepSeek-V3/R1",
    "DeepSeek-R1": "DeepSeek-V3/R1",
}
_STORED = {  # how a format is stored, for counting bytes
    "nf4": "int4", "fp4": "fp4", "nvfp4": "fp4", "mxfp4": "fp4", "mxfp8": "fp8",
    "int5": "int8", "int6": "int8", "fp6": "fp8", "int3": "int4", "int2": "int4",
}  # fmt: skip
_HALF = ("bf16", "fp16")


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One complete case that a claim can be tested in.

    model None: no such shape in the table, and `size` parameters are all we know.
    roofs: usually one; two where the text leaves the arithmetic open (fp4 weights)
    """

    model: Model | None
    size: float
    roofs: tuple[Roof, ...]
    precision: Precision
    batch: int
    length: int
    devices: int
    assumed: tuple[Text, ...] = ()

    def ratios(self, phase: str) -> tuple[float, ...]:
        """Compute time over memory time under each roof; above 1 is compute-bound."""
        return tuple(self._ratio(phase, roof) for roof in self.roofs)

    def _ratio(self, phase: str, roof: Roof) -> float:
        if self.model is None:  # weights alone: a bound on either side
            tokens = self.batch * (self.length if phase == "prefill" else 1)
            compute = 2 * self.size * tokens / roof.flops_per_s
            memory = self.size * self.precision.weight_bytes / roof.bytes_per_s
            return compute / memory
        return float(verdict(self.step(phase), roof).ratio)

    def step(self, phase: str) -> tuple[Op, ...]:
        """The operations of one step; needs a model of the table."""
        if self.model is None:
            raise ValueError("no shape is known for this model")
        if phase == "prefill":
            return prefill(
                self.model,
                batch=self.batch,
                prompt=self.length,
                precision=self.precision,
            )
        return decode(
            self.model,
            batch=self.batch,
            context=self.length,
            precision=self.precision,
        )

    def at(self, batch: int) -> Setting:
        """The same case at another batch."""
        return replace(self, batch=batch)


def known_model(name: str) -> Model | None:
    """The table's model of that name, or one of the same shape; None if neither."""
    found = resolve("model", _SAME_SHAPE.get(name, name))
    return model(found) if found else None


def known_hardware(name: str) -> Hardware | None:
    """The table's device of that name; None if it has none."""
    found = resolve("hardware", name)
    return hardware(found) if found else None


def size_of(name: str) -> float | None:
    """Parameters that a model's own name states: "Yi-34B" -> 34e9."""
    match = re.search(r"(?<![\dx.])(\d+(?:\.\d+)?)B\b", name)
    return float(match[1]) * 1e9 if match else None


def precision_of(reading: Reading) -> Precision:
    """Storage formats; what is not said is 16 bits."""
    weights = stored(reading.precision_weights)
    activations = reading.precision_activations
    half = weights if weights in _HALF else "bf16"
    return Precision(
        weights=weights,
        activations=half if activations is None else stored(activations),
        kv=half if reading.precision_kv is None else stored(reading.precision_kv),
    )


def stored(name: str | None) -> str:
    """The library's format that takes the same room, or nearly."""
    if name is None:
        return "bf16"
    plain = resolve("format", name) or _STORED.get(name)
    if plain:
        return plain
    bits = re.match(r"i?q(\d)", name)
    if bits:
        return "int4" if int(bits[1]) <= 4 else "int8"
    return "bf16"


def roofs_of(
    device: Hardware, reading: Reading, precision: Precision
) -> tuple[Roof, ...]:
    """The dense peak of the arithmetic; wider where the device lacks the format."""
    narrow = reading.precision_weights in ("fp4", "nvfp4", "mxfp4")
    names = [precision.compute]
    if narrow and reading.precision_activations is None:
        names = ["bf16", "fp4"]
    roofs = [roof for name in names if (roof := _roof(device, name)) is not None]
    if not roofs and (roof := _roof(device, "bf16")):
        roofs = [roof]
    return tuple(dict.fromkeys(roofs))


@cache
def _rates() -> dict[str, tuple[str, ...]]:
    """Formats to fall back on, the nearest first."""
    return {
        "bf16": ("bf16", "fp16", "fp32"),
        "fp16": ("fp16", "bf16", "fp32"),
        "fp8": ("fp8", "bf16", "fp16"),
        "int8": ("int8", "bf16", "fp16"),
        "fp4": ("fp4", "fp8", "bf16", "fp16"),
        "int4": ("int4", "int8", "bf16", "fp16"),
        "fp32": ("fp32", "tf32"),
        "tf32": ("tf32", "fp32"),
    }


def _roof(device: Hardware, name: str) -> Roof | None:
    for candidate in _rates().get(name, ("bf16", "fp16")):
        try:
            return device.roof(candidate)
        except CourseError:
            continue
    return None


def setting_of(
    reading: Reading, *, batch: int, length: int | None = None
) -> Setting | None:
    """The case a reading describes at one batch; None if a name is in no table."""
    if reading.model is None or reading.hardware is None:
        return None
    device = known_hardware(reading.hardware)
    shape = known_model(reading.model)
    size = float(shape.active_parameters) if shape else size_of(reading.model)
    if device is None or size is None:
        return None
    precision = precision_of(reading)
    roofs = roofs_of(device, reading, precision)
    if not roofs:
        return None
    stated = _length(reading)
    return Setting(
        model=shape,
        size=size,
        roofs=roofs,
        precision=precision,
        batch=batch,
        length=length or stated or LENGTH,
        devices=reading.hardware_count or 1,
        assumed=tuple(_assumed(reading, shape, stated)),
    )


def _length(reading: Reading) -> int | None:
    value = reading.prompt_len if reading.phase == "prefill" else reading.context
    if value is None:
        value = reading.context or reading.prompt_len
    if isinstance(value, str):
        numbers = re.findall(r"\d+", value)
        value = int(numbers[-1]) if numbers else None
    return value if value is None else max(1, min(value, 1 << 22))


def _assumed(reading: Reading, shape: Model | None, length: int | None) -> list[Text]:
    said = []
    if reading.hardware and (text := assumption(reading.hardware)):
        said.append(text)
    if shape is None and reading.model:
        said.append(
            Text(
                ko=f"{reading.model}은(는) 표에 없어 이름의 크기만으로 어림했습니다.",
                en=(
                    f"{reading.model} is not in the table; only the size in its name "
                    f"was used."
                ),
            )
        )
    if length is None:
        what = (
            ("프롬프트", "prompt")
            if reading.phase == "prefill"
            else ("컨텍스트", "context")
        )
        said.append(
            Text(
                ko=f"{what[0]} 길이가 없어 {LENGTH} 토큰으로 보았습니다.",
                en=f"No {what[1]} length is given: {LENGTH} tokens assumed.",
            )
        )
    return said
