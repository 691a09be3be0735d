"""The computed numbers that stand in prose: a key, and what the library says.

A page writes {n}`key`.  Nothing is typed by hand, so prose and library cannot
disagree.  One function a page; text stands for numbers with a prefix and a unit.
"""

from __future__ import annotations

from statistics import median

from intensity import (
    Flip,
    Op,
    Precision,
    Roof,
    capacity,
    critical_batch,
    decode,
    flip_batch,
    flip_context,
    flip_prompt,
    hardware,
    matmul,
    measured,
    model,
    prefill,
    total,
    verdict,
)
from intensity.capacity import largest_batch
from intensity.chunks import chunked_prefill
from intensity.flips import saturated
from intensity.measurement import Measurement
from intensity.ops import touched_experts
from intensity.panels import named, percent
from intensity.units import si

A100 = hardware("A100").roof("bf16")
H100 = hardware("H100").roof("bf16")
H20 = hardware("H20").roof("bf16")
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
        "l3-layers": L3.layers,
        "l3-head-dim": L3.head_dim,
        "l3-kv-token": si(2 * L3.kv_elements_per_token, "B"),
        "l3-held": si(2 * L3.parameters, "B"),
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
        "a100-l3-longest-per-op": flip_context(L3, A100).per_op,
    }


def flips_by_load() -> dict[str, object]:
    """Of chapter/flips and its page on load: what passes together, and how long."""
    batch = flip_batch(L3, A100, context=512).by_op
    guessed = {n: flip_batch(L3, A100, context=512, tokens=n) for n in (1, 4)}
    seen = prefill(L3, prompt=2048, logits="all")
    return {
        "batch-gate": batch["gate_proj"],
        "batch-k": batch["k_proj"],
        "prompt": found(flip_prompt(L3, A100)),
        "prompt-h100": found(flip_prompt(L3, H100)),
        "prompt-h20": found(flip_prompt(L3, H20)),
        "prompt-attention": flip_prompt(L3, A100).by_op["attention"],
        "prefix-4096": found(flip_prompt(L3, A100, prefix=4096)),
        "guess-1": found(guessed[1]),
        "guess-4": found(guessed[4]),
        "head-last": intensity_of(prefill(L3, prompt=2048), "lm_head"),
        "head-all": intensity_of(seen, "lm_head"),
        "head-share": share_of(prefill(L3, prompt=2048), "lm_head"),
        "head-share-128": share_of(prefill(L3, prompt=128), "lm_head"),
        "attention-share-512": share_of(decode(L3, batch=64, context=512)),
        "attention-share-8k": share_of(decode(L3, batch=64, context=8192)),
    }


def flips_by_model() -> dict[str, object]:
    """Of the page on the model's structure."""
    longest = {
        "mha": model("Llama-2-7B"),
        "gqa4": L3,
        "gqa8": model("Llama-2-70B"),
    }
    deep, mix = model("DeepSeek-V3"), model("Mixtral-8x7B")
    latent = decode(deep, batch=64, context=4096)
    halved = decode(deep, batch=64, context=4096, precision=Precision(kv="fp8"))
    split = decode(deep, batch=64, context=4096, shards=8)
    loose = prefill(L3, prompt=2048, fused=False)
    return {
        **{
            f"longest-{name}": found(flip_context(one, A100))
            for name, one in longest.items()
        },
        "mqa-groups": model("Falcon-7B").heads,
        "mla": intensity_of(latent, "attention"),
        "mla-fp8": intensity_of(halved, "attention"),
        "mla-8": intensity_of(split, "attention"),
        "moe-dense": flip_batch(L3, H100, context=512).by_op["up_proj"],
        "moe-mixtral": flip_batch(mix, H100, context=512).by_op["expert_up_proj"],
        "moe-deepseek": flip_batch(deep, H100, context=512).by_op["expert_up_proj"],
        "moe-deepseek-prompt": found(flip_prompt(deep, H100)),
        "moe-touched-1": round(touched_experts(1, 256, 8)),
        "moe-touched-64": round(touched_experts(64, 256, 8)),
        "moe-per-expert": 2048 * 8 / 256,
        "unfused": intensity_of(loose, "attention_scores"),
        "fused": intensity_of(prefill(L3, prompt=2048), "attention"),
        "unfused-time": si(verdict(loose, A100).time_s, "s"),
        "fused-time": si(verdict(prefill(L3, prompt=2048), A100).time_s, "s"),
    }


def flips_by_machine() -> dict[str, object]:
    """Of the page on number formats and machines."""
    int8 = hardware("A100").roof("int8")
    kv = {f: Precision(kv=f) for f in ("int8", "int4")}
    shared = flip_batch(L3, A100, context=512, shards=8)
    weights = {
        f: flip_batch(L3, A100, context=512, precision=Precision(weights=f))
        for f in ("int8", "int4")
    }
    small = decode(model("Qwen3-0.6B"), batch=1, context=1024)
    ridges = {
        name.lower(): hardware(name).roof("bf16").ridge
        for name in ("H20", "H100", "H200", "L4")
    }
    return {
        **{f"ridge-{name}": ridge for name, ridge in ridges.items()},
        "w8-gate": weights["int8"].by_op["gate_proj"],
        "w4-gate": weights["int4"].by_op["gate_proj"],
        "w8a8-gate": flip_batch(
            L3, int8, context=512, precision=Precision.parse("w8a8")
        ).by_op["gate_proj"],
        "a100-int8-ridge": int8.ridge,
        "kv8-longest": found(flip_context(L3, A100, precision=kv["int8"])),
        "kv4-longest": found(flip_context(L3, A100, precision=kv["int4"])),
        "h100-longest": found(flip_context(L3, H100)),
        "h200-longest": found(flip_context(L3, hardware("H200").roof("bf16"))),
        "h20-longest": found(flip_context(L3, H20)),
        "h20-gate": flip_batch(L3, H20, context=512).by_op["gate_proj"],
        "gb300-bf16": wide_flip("GB300", "bf16", "bf16"),
        "gb300-fp4": wide_flip("GB300", "fp4", "fp4"),
        "b300-int8": wide_flip("B300", "int8", "w8a8"),
        "rtx4090-fp8": wide_flip("RTX 4090", "fp8", "fp8"),
        "rtx4090-int8": wide_flip("RTX 4090", "int8", "w8a8"),
        "tp-8-q": shared.by_op["q_proj"],
        "tp-1-q": flip_batch(L3, A100, context=512).by_op["q_proj"],
        "short-rule-low": short_rule(4096, 14336, H20),
        "short-rule-high": short_rule(4096, 1024, roof("L4", "bf16")),
        "small-step": si(verdict(small, H20).time_s, "s"),
        "small-ops": sum(op.count for op in small),
        "small-each": si(verdict(small, H20).time_s / sum(o.count for o in small), "s"),
    }


def measurements() -> dict[str, object]:
    """Of chapter/measured."""
    gemm = by_batch(
        hardware="H100", model="GEMM mlp_up_proj Llama-2-70b-hf n=57344 k=8192"
    )
    l40s = {
        name: by_batch(hardware="L40S", precision_weights=name, n=16384.0)
        for name in ("bf16", "fp8", "int4 weight-only")
    }
    spark = [
        row.efficiency or 0.0
        for row in measured(source_id="llamacpp-dgx-spark", phase="decode")
        if row.model == "Qwen3-Coder-30B" and row.metric == "tokens/s"
    ]
    every = measured(phase="decode", status="ok", unit="tokens/s")
    shares = sorted(share for row in every if (share := row.efficiency))
    return {
        **{f"m-h100-{m}": gemm[m] for m in (1, 128, 512)},
        "m-h100-grow": percent(gemm[128] / gemm[1] - 1),
        "m-l40s-int4-1": l40s["bf16"][1] / l40s["int4 weight-only"][1],
        "m-l40s-int4-1024": l40s["bf16"][1024] / l40s["int4 weight-only"][1024],
        "m-l40s-fp8-1024": l40s["bf16"][1024] / l40s["fp8"][1024],
        "m-spark-eff-low": percent(min(spark)),
        "m-spark-eff-high": percent(max(spark)),
        "m-eff-median": percent(shares[len(shares) // 2]),
        **four_bits_over_sixteen(),
    }


def four_bits_over_sixteen() -> dict[str, object]:
    """Decode in 4 bits over F16 on the same device: bound and speed, medians."""
    runs = measured(
        "Llama-3-8B", phase="decode", source_id="xd-gpu-bench", gen_len=1024, count=1
    )
    four, sixteen = (
        {row.hardware: row for row in runs if row.precision_weights == precision}
        for precision in ("Q4_K_M", "F16")
    )
    pairs = [(four[device], sixteen[device]) for device in four.keys() & sixteen]
    return {
        "m-xd-bound": median((a.bound() or 0) / (b.bound() or 1) for a, b in pairs),
        "m-xd-speed": median(a.value / b.value for a, b in pairs),
    }


def anomalies() -> dict[str, object]:
    """Of chapter/anomalies."""
    trellis = [
        row.efficiency or 0.0
        for row in measured(source_id="ik-llama-threads", phase="decode", status="ok")
    ]
    attention = measured(
        hardware="A100", source_id="aiconfigurator-ops", phase="kernel-attn-decode"
    )
    worst = max(attention, key=lambda row: row.efficiency or 0.0)
    sound = max(row.efficiency or 0.0 for row in attention if row.status == "ok")
    return {
        "m-sglang-8b": qwen("SGLang", "fp8").value / qwen("SGLang", "bf16").value,
        "m-hf-8b": qwen("Transformers", "fp8").value
        / qwen("Transformers", "bf16").value,
        "m-hf-8b-eff": percent(qwen("Transformers", "fp8").efficiency or 0.0),
        "m-iqkt-low": percent(min(trellis)),
        "m-iqkt-high": percent(max(trellis)),
        "m-l2-matrix": si(4096 * 4096, "B"),  # fp8: one byte each
        "m-trt-kv": si(worst.shape["kvbytes"], "B"),
        "m-trt-us": worst.value,
        "m-trt-rate": si(worst.shape["kvbytes"] / (worst.value * 1e-6), "B/s"),
        "m-vllm-best": percent(sound),
        "a100-bandwidth": si(A100.bytes_per_s, "B/s"),
        **eight_bits_slower(),
        **flat_steps(),
        **dip(),
    }


def eight_bits_slower() -> dict[str, object]:
    """Least and most tokens per second of Llama-2-7B in 16 and in 8 bits."""
    runs = [
        row
        for row in measured(source_id="h2ogpt-perf", phase="decode", batch=1)
        if row.model == "Llama-2-7B chat" and "backend transformers" in row.software
    ]
    speeds = {
        bits: [row.value for row in runs if row.precision_weights == name]
        for bits, name in (
            ("16bit", "fp16/bf16"),
            ("int8", "bitsandbytes LLM.int8"),
        )
    }
    return {
        f"m-{bits}-{end}": least_or_most(of)
        for bits, of in speeds.items()
        for end, least_or_most in (("low", min), ("high", max))
    }


def flat_steps() -> dict[str, object]:
    """Step times [ms] and efficiency of a runtime that pads the batch to a tile."""
    padded = [
        row
        for row in measured(source_id="gpullama3-batched")
        if row.batch is not None and row.batch > 1
    ]
    steps = [1e3 * (row.batch or 0) / row.value for row in padded]
    shares = [row.efficiency or 0.0 for row in padded]
    return {
        "m-flat-low": min(steps),
        "m-flat-high": max(steps),
        "m-flat-eff-low": percent(min(shares)),
        "m-flat-eff-high": percent(max(shares)),
    }


def dip() -> dict[str, object]:
    """Tokens per second at batch 1 and 2, where llama.cpp changes kernels."""
    runs = measured(
        hardware="V100", source_id="llamacpp-threads", phase="decode", prompt_len=50
    )
    speed = {int(row.batch or 0): row.value for row in runs}
    return {f"m-v100-{batch}": speed[batch] for batch in (1, 2)}


def reasons() -> dict[str, object]:
    """Of chapter/why: one number for each technique."""

    def least(ops: tuple[Op, ...], on: Roof = A100) -> float:
        return float(verdict(ops, on).time_s)

    def fits(context: int) -> int:
        room = hardware("A100").memory_bytes
        return largest_batch(L3, context=context, device_bytes=room)

    one, many = (least(decode(L3, batch=b, context=512)) for b in (1, 64))
    cold = least(prefill(L3, prompt=4160))
    hit = least(prefill(L3, prompt=64, prefix=4096))
    kv, short = (
        {
            f: least(decode(L3, batch=32, context=s, precision=Precision(kv=f)))
            for f in ("bf16", "int8")
        }
        for s in (8192, 512)
    )
    whole = least(prefill(L3, prompt=8192))
    chunks = [*map(least, chunked_prefill(L3, prompt=8192, chunk=512))]
    reading, making = prefill(L3, prompt=2048), decode(L3, batch=16, context=2048)
    return {
        "why-batch-1": si(one, "s"),
        "why-batch-64": si(many, "s"),
        "why-batch-gain": 64 * one / many,
        "why-paged-8192": fits(8192),
        "why-paged-512": fits(512),
        "why-prefix-full": si(cold, "s"),
        "why-prefix-hit": si(hit, "s"),
        "why-prefix-gain": round(cold / hit),
        "why-kv-16": si(kv["bf16"], "s"),
        "why-kv-8": si(kv["int8"], "s"),
        "why-kv-short": percent(1 - short["int8"] / short["bf16"]),
        "why-chunk-whole": si(whole, "s"),
        "why-chunk-pause": si(max(chunks), "s"),
        "why-chunk-cost": percent(sum(chunks) / whole - 1),
        "why-split-prefill": least(reading, H20) / least(reading, H100),
        "why-split-decode": least(making, H20) / least(making, H100),
    }


def peers() -> dict[str, object]:
    """Of reference/peers: what two conventions change in the FLOPs of prefill."""
    some, every = (
        total(prefill(L3, prompt=2048, logits=logits)).flops
        for logits in ("last", "all")
    )
    length = 32768
    ops = prefill(model("Llama-2-7B"), prompt=length)
    pairs = float(named(ops, "attention").flops)
    square = pairs * 2 * length / (length + 1)
    return {
        "peers-head-all": percent(every / some - 1),
        "peers-square": 1 + (square - pairs) / total(ops).flops,
    }


def by_batch(*, hardware: str, n: float | None = None, **more: str) -> dict[int, float]:
    """Times of matrix products by how many tokens pass [µs]."""
    name = more.pop("model", None)
    found = measured(
        hardware=hardware,
        phase="kernel-gemm",
        source_id=("vidur-mlp", "aiconfigurator-ops"),
        **more,
    )
    return {
        int(row.batch or 0): row.value
        for row in found
        if row.model == (name or row.model) and row.shape["n"] == (n or row.shape["n"])
    }


def qwen(software: str, precision: str) -> Measurement:
    """Decode of Qwen3-8B at batch 1."""
    (found,) = (
        row
        for row in measured(source_id="qwen3-speed", prompt_len=1)
        if row.model == "Qwen3-8B"
        and row.software.startswith(software)
        and row.precision_weights == precision
    )
    return found


def roof(name: str, compute: str) -> Roof:
    """A device's roof, by name and format."""
    return hardware(name).roof(compute)


def wide_flip(device: str, compute: str, precision: str) -> float | None:
    """Batch that flips a 4096 x 14336 matrix."""
    return critical_batch(
        4096, 14336, roof(device, compute), Precision.parse(precision)
    )


def intensity_of(ops: tuple[Op, ...], name: str) -> float:
    """Intensity of one operation of a step."""
    return float(named(ops, name).intensity)


def share_of(ops: tuple[Op, ...], name: str = "attention", on: Roof = A100) -> str:
    """One operation's share of the step's least time."""
    times = {op.name: float(on.time_s(op.cost)) for op in ops}
    return percent(times[name] / sum(times.values()))


def short_rule(inputs: int, outputs: int, on: Roof) -> str:
    """How much the rule "batch = ridge" falls short of one matrix's real flip."""
    exact = critical_batch(inputs, outputs, on)
    if exact is None:
        raise LookupError("book/values.py: this matrix never flips now")
    return percent(exact / on.ridge - 1)


VALUES: dict[str, object] = {
    **primer(),
    **tendencies(),
    **flips_by_load(),
    **flips_by_model(),
    **flips_by_machine(),
    **measurements(),
    **anomalies(),
    **reasons(),
    **peers(),
}
