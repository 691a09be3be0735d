"""Read one slot at a time, where a form has already said which slot it is."""

from __future__ import annotations

from collections.abc import Mapping

from .devices import find_devices
from .formats import find_formats
from .models import find_models
from .normalise import normalise
from .sizes import find_sizes


def read_fields(fields: Mapping[str, str]) -> dict[str, object]:
    """Slots from the texts of model, hardware, batch, precision, context, prompt_len.

    "unknown" lists the slots whose names are well formed but in no list.

    >>> read_fields({"precision": "W4A16"})["precision_activations"]
    'fp16'
    """
    slots: dict[str, object] = {}
    unknown: list[str] = []
    for slot, finder in (("model", find_models), ("hardware", find_devices)):
        normal = normalise(fields.get(slot, ""))
        found = list(finder(normal.low, normal.text))
        full = [m for m in found if not m.partial]
        if len({m.value for m in full}) == 1:
            slots[slot] = full[0].value
            if full[0].kind == "unknown":
                unknown.append(slot)
        elif found and not full:
            slots[f"{slot}_partial"] = found[0].value
    counts = list(find_sizes(normalise(fields.get("hardware", "")).low))
    number = next((m.value for m in counts if m.slot == "hardware_count"), None)
    if number is not None:
        slots["hardware_count"] = number
    for slot in ("batch", "context", "prompt_len"):
        low = normalise(fields.get(slot, "")).low
        match = next((m for m in find_sizes(low) if m.slot == slot), None)
        if match is not None:
            slots[slot] = match.value
            if slot == "batch":
                slots["batch_kind"] = match.kind
    slots.update(_precision(fields.get("precision", "")))
    slots["unknown"] = tuple(unknown)
    return slots


def _precision(text: str) -> dict[str, object]:
    found = list(find_formats(normalise(text).low))
    slots: dict[str, object] = {}
    method = any(m.kind == "method" for m in found)
    for m in found:
        weights, _, activations = str(m.value).partition("/")
        if m.kind == "kv":
            slots.setdefault("precision_kv", m.value)
        elif m.kind == "activations":
            slots["precision_activations"] = m.value
        else:
            slots.setdefault("precision_weights", weights)
            if m.kind == "both":
                activations = weights
            if activations or method:
                slots.setdefault("precision_activations", activations or "fp16")
    return slots
