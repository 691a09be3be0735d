"""The computed numbers that stand in prose: a key, and what the library says.

A page writes {n}`key`.  Nothing is typed by hand, so prose and library cannot
disagree.  One function a page; text stands for numbers with a prefix and a unit.
"""

from __future__ import annotations

from intensity import (
    Flip,
    capacity,
    decode,
    flip_batch,
    flip_context,
    hardware,
    matmul,
    model,
    prefill,
    total,
)
from intensity.flips import saturated
from intensity.units import si

A100 = hardware("A100").roof("bf16")
L3 = model("Llama-3-8B")


def found(flip: Flip) -> int:
    """A flip's value, for prose that relies on there being one."""
    if flip.value is None:
        raise LookupError(
            f"book/values.py: no {flip.variable} flips this step any more"
        )
    return flip.value


def primer() -> dict[str, object]:
    """Of chapter/primer."""
    one = matmul(1, 4096, 4096)
    return {
        "a100-ridge": A100.ridge,
        "a100-m1-ratio": A100.memory_s(one) / A100.compute_s(one),
        "m64-intensity": matmul(64, 4096, 4096).intensity,
    }


def tendencies() -> dict[str, object]:
    """Of chapter/index, boundness and tendencies."""
    step = total(decode(L3, batch=1, context=2048))
    read = total(prefill(L3, prompt=2048))
    most = total(saturated(decode(L3, batch=1, context=2048)))
    ops = {op.name: op.cost for op in decode(L3, batch=64, context=2048)}
    flip = flip_batch(L3, A100, context=512)
    room = capacity(L3, batch=found(flip), context=512, device_bytes=80e9)
    return {
        "l3-heads": L3.heads,
        "l3-kv-heads": L3.kv_heads,
        "l3-groups": L3.heads // L3.kv_heads,
        "l3-decode-weights": si(step.weight_bytes, "B"),
        "l3-decode-kv-2048": si(step.kv_bytes, "B"),
        "l3-decode-intensity-2048": step.intensity,
        "l3-prefill-intensity-2048": read.intensity,
        "l3-prefill-over-ridge": read.intensity / A100.ridge,
        "l3-decode-under-ridge": A100.ridge / step.intensity,
        "l3-gate-intensity-64": ops["gate_proj"].intensity,
        "l3-attention-intensity": ops["attention"].intensity,
        "l3-saturation-2048": most.intensity,
        "a100-l3-flip-512": found(flip),
        "a100-l3-flip-512-per-op": flip.per_op,
        "a100-l3-flip-512-bytes": si(room.needed_bytes, "B"),
        "a100-l3-longest": found(flip_context(L3, A100)),
    }


VALUES: dict[str, object] = {**primer(), **tendencies()}
