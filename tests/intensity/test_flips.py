"""Solvers against published thresholds, brute force and the closed form."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intensity.flips import (
    MOST_TOKENS,
    critical_batch,
    flip_batch,
    flip_context,
    flip_prompt,
)
from intensity.language import CourseError
from intensity.model import Model
from intensity.ops import fused_attention, matmul
from intensity.precision import Precision
from intensity.roofline import Roof
from intensity.transformer import decode, prefill, total
from intensity.verdict import verdict

from .shapes import (
    A100,
    A6000,
    ALL,
    DEEPSEEK_V3,
    GEMMA_2_9B,
    H20,
    H100,
    LLAMA_2_7B,
    LLAMA_2_13B,
    LLAMA_2_70B,
    LLAMA_3_8B,
    MIXTRAL_8X7B,
)

CONTEXTS = (128, 256, 512, 1024, 2048, 4096)
NEVER = None


@pytest.mark.parametrize(
    ("roof", "model", "batches", "longest"),
    [
        (A6000, LLAMA_2_7B, (NEVER,) * 6, 114),
        (A100, LLAMA_2_7B, (938, *(NEVER,) * 5), 155),
        (A100, LLAMA_2_13B, (467, *(NEVER,) * 5), 195),
        (A100, LLAMA_3_8B, (199, 253, 563, NEVER, NEVER, NEVER), 721),
        (A100, LLAMA_2_70B, (166, 174, 194, 250, 589, NEVER), 2799),
        (H100, LLAMA_2_7B, (NEVER,) * 6, 74),
        (H100, LLAMA_3_8B, (532, 1285, NEVER, NEVER, NEVER, NEVER), 346),
        (H100, LLAMA_2_70B, (348, 387, 503, 1247, NEVER, NEVER), 1369),
    ],
)
def test_decode_flips_only_below_a_certain_context(roof, model, batches, longest):
    # worked out apart from this library, at datasheet dense peaks
    found = [flip_batch(model, roof, context=c) for c in CONTEXTS]
    assert tuple(flip.value for flip in found) == batches
    assert [flip.never for flip in found] == [b is NEVER for b in batches]
    assert flip_context(model, roof).value == longest


@pytest.mark.parametrize(
    ("roof", "mha", "gqa"), [(A6000, 226, 236), (A100, 168, 176), (H100, 347, 360)]
)
def test_shortest_compute_bound_prompt(roof, mha, gqa):
    assert flip_prompt(LLAMA_2_7B, roof).value == mha
    assert flip_prompt(LLAMA_3_8B, roof).value == gqa


@pytest.mark.parametrize(
    ("shape", "batches"),
    [
        ((4096, 4096), (224, 165, 345)),
        ((4096, 1024), (267, 188, 462)),
        ((4096, 14336), (215, 161, 326)),
    ],
)
def test_critical_batch_of_one_matrix(shape, batches):
    for roof, batch in zip((A6000, A100, H100), batches, strict=True):
        assert round(critical_batch(*shape, roof)) == pytest.approx(batch, abs=1)


def test_weight_only_quantisation_moves_the_flip_down():
    # A100, 4096 x 14336: 161 in bf16, 80 with 8-bit and 40 with 4-bit weights
    found = [
        critical_batch(4096, 14336, A100, Precision(weights=w))
        for w in ("bf16", "int8", "int4")
    ]
    assert [round(b) for b in found] == pytest.approx([161, 80, 40], abs=1)


def test_a_small_matrix_never_flips():
    # R A (i + o) / (i o) >= 2: a 256-wide shard on an H100
    assert critical_batch(4096, 256, H100) is None
    assert matmul(10**9, 4096, 256).intensity < H100.ridge


def test_mla_decode_attention_is_just_below_the_ridge_and_flips_on_an_h20():
    h100 = flip_batch(DEEPSEEK_V3, H100, context=8192)
    h20 = flip_batch(DEEPSEEK_V3, H20, context=8192)
    assert h100.by_op["attention"] is None
    assert h20.by_op["attention"] == 1


def test_moe_multiplies_the_batch_by_experts_over_active():
    # Mixtral x4: H100 bf16 needs about 4 x 295 = 1,181 tokens (activations add)
    found = flip_batch(MIXTRAL_8X7B, H100, context=16).by_op["expert_up_proj"]
    assert 1181 <= found <= 1.25 * 1181


def test_attention_of_one_model_flips_at_the_closed_form():
    found = flip_prompt(LLAMA_2_7B, A100).by_op["attention"]
    assert found == math.ceil(2 * A100.ridge * 2 - 1)
    cost = fused_attention(1, found, 0, heads=32, kv_heads=32, head_dim=128)
    assert cost.intensity >= A100.ridge


@pytest.mark.parametrize("model", ALL, ids=lambda m: m.name)
@pytest.mark.parametrize("roof", [A100, H20], ids=lambda r: r.name)
def test_brute_force_finds_the_same_batch(model, roof):
    for context in (32, 300):
        found = flip_batch(model, roof, context=context)
        judged = [
            verdict(decode(model, batch=b, context=context), roof)
            for b in range(1, 700)
        ]
        for name in ("aggregate", "per_op"):
            first = next(
                (b for b, v in enumerate(judged, 1) if getattr(v, name) == "compute"),
                None,
            )
            value = getattr(found, name)
            assert value == first or (first is None and value >= 700)


@pytest.mark.parametrize("model", ALL, ids=lambda m: m.name)
def test_brute_force_finds_the_same_context(model):
    for batch in (64, 300):
        found = flip_context(model, H20, batch=batch)
        judged = [
            verdict(decode(model, batch=batch, context=c), H20)
            for c in range(1, 3000, 7)
        ]
        for name in ("aggregate", "per_op"):
            value = getattr(found, name)
            expected = [
                c for c, v in zip(range(1, 3000, 7), judged, strict=True)
                if getattr(v, name) == "compute"
            ]  # fmt: skip
            if not expected:
                assert value is None or value >= 3000
            else:
                assert expected[-1] <= value
                assert value < expected[-1] + 7 or value >= 3000 - 7


@pytest.mark.parametrize("model", ALL, ids=lambda m: m.name)
@pytest.mark.parametrize("prefix", [0, 2000])
def test_brute_force_finds_the_same_prompt(model, prefix):
    found = flip_prompt(model, A100, prefix=prefix)
    judged = [
        verdict(prefill(model, prompt=s, prefix=prefix), A100) for s in range(1, 900)
    ]
    for name in ("aggregate", "per_op"):
        first = next(
            (s for s, v in enumerate(judged, 1) if getattr(v, name) == "compute"), None
        )
        value = getattr(found, name)
        assert value == first or (first is None and (value is None or value >= 900))


@settings(max_examples=40, deadline=None)
@given(
    context=st.integers(1, 2000),
    ridge=st.floats(5, 500),
    weights=st.sampled_from(["bf16", "int8", "int4"]),
)
def test_the_answer_is_an_edge(context, ridge, weights):
    roof, precision = Roof(ridge * 1e12, 1e12), Precision(weights=weights)
    found = flip_batch(LLAMA_3_8B, roof, context=context, precision=precision)

    def bound(batch):
        ops = decode(LLAMA_3_8B, batch=batch, context=context, precision=precision)
        return verdict(ops, roof).aggregate

    if found.never:
        assert bound(1 << 31) == "memory"
    else:
        assert bound(found.value) == "compute"
        assert found.value == 1 or bound(found.value - 1) == "memory"


def test_each_answer_says_why_in_both_languages():
    for flip in (
        flip_batch(LLAMA_3_8B, A100, context=512),
        flip_batch(LLAMA_3_8B, A100, context=4096),
        flip_context(GEMMA_2_9B, A100, batch=8),
        flip_context(LLAMA_3_8B, A100),
        flip_prompt(LLAMA_3_8B, A100),
    ):
        assert "FLOP/byte" in flip.reason.ko
        assert "FLOP/byte" in flip.reason.en


def test_a_latent_cache_can_make_longer_contexts_the_compute_bound_ones():
    # 128 heads share one cache: on an H20 attention itself is above the ridge
    found = flip_context(DEEPSEEK_V3, H20, batch=64)
    short = verdict(decode(DEEPSEEK_V3, batch=64, context=1), H20)
    assert short.aggregate == "memory"
    assert found.value == MOST_TOKENS
    assert "short" in found.reason.en
    assert "짧은" in found.reason.ko


def test_verified_tokens_count_towards_the_flip():
    plain = flip_batch(LLAMA_3_8B, A100, context=128)
    guessed = flip_batch(LLAMA_3_8B, A100, context=128, tokens=4)
    assert guessed.value == pytest.approx(plain.value / 4, rel=0.15)
    assert flip_context(LLAMA_3_8B, A100, tokens=4).value > 721


def test_a_compute_bound_island_is_found_between_powers_of_two():
    # stored scores outgrow the matrices, so unfused prefill turns back; both islands
    # lie between two powers of two whose prompts are memory-bound
    narrow = Model(
        layers=24, hidden=1024, heads=16, kv_heads=8, head_dim=128, ffn_dim=4096,
        vocab=110592, tied_embeddings=True,
    )  # fmt: skip
    for model, roof, how, name, count in (
        (
            LLAMA_2_7B, Roof(486.24e12, 1e12), {"prefix": 4000, "shards": 4,
            "precision": Precision(weights="int4", activations="fp8")},
            "aggregate", 672,
        ),
        (
            narrow, Roof(202.6e12, 1e12), {"prefix": 1000,
            "precision": Precision(weights="fp4", kv="fp8")}, "per_op", 55,
        ),
    ):  # fmt: skip
        found = flip_prompt(model, roof, fused=False, **how)
        prompts = np.arange(1, 4000)
        ops = prefill(model, prompt=prompts, fused=False, **how)
        compute = getattr(verdict(ops, roof), name) == "compute"
        assert compute.sum() == count
        assert getattr(found, name) == prompts[compute][0]


def test_a_prompt_that_turns_back_says_where():
    found = flip_prompt(LLAMA_2_7B, A100, fused=False)
    prompts = np.arange(1, 20_000)
    judged = verdict(prefill(LLAMA_2_7B, prompt=prompts, fused=False), A100)
    compute = prompts[judged.aggregate == "compute"]
    assert found.value == compute[0]
    assert len(compute) < 20_000 - found.value
    for said in found.reason:
        assert f"{compute[-1] + 1}" in said


def test_a_chunk_of_experts_that_turns_twice_says_both():
    # one token expands 5000 cached latents on 128 heads: compute-bound; a few more
    # touch many experts: memory-bound; until enough tokens share them
    roof = Roof(153e12, 1e12)
    deepseek_v2 = replace(
        DEEPSEEK_V3, layers=60, hidden=5120, ffn_dim=12288, vocab=102400,
        experts_total=160, experts_active=6, experts_shared=2, expert_dim=1536,
        dense_first_layers=1,
    )  # fmt: skip
    how = {"batch": 8, "prefix": 5000}
    found = flip_prompt(deepseek_v2, roof, **how)
    prompts = np.arange(1, 5000)
    judged = verdict(prefill(deepseek_v2, prompt=prompts, **how), roof)
    compute = judged.aggregate == "compute"
    turns = prompts[1:][compute[1:] != compute[:-1]]
    assert (found.value, len(turns)) == (1, 2)
    for said in found.reason:
        assert all(f"{turn} " in said or f"{turn} 토큰" in said for turn in turns)
        assert "experts" in said or "전문가" in said


@settings(max_examples=60, deadline=None)
@given(
    model=st.sampled_from(ALL),
    ridge=st.floats(3, 800),
    batch=st.integers(1, 300),
    tokens=st.integers(1, 9),
    prefix=st.integers(0, 9000),
    kv=st.sampled_from(["bf16", "fp8", "int4"]),
    weights=st.sampled_from(["bf16", "fp8", "fp4"]),
    fused=st.booleans(),
)
def test_brute_force_over_arrays_agrees_in_every_region(
    model, ridge, batch, tokens, prefix, kv, weights, fused
):
    roof = Roof(ridge * 1e12, 1e12)
    fused = fused or model.attention == "MLA"
    how = {"precision": Precision(weights=weights, kv=kv), "fused": fused}
    sizes = np.arange(tokens, 6000)
    longer = {"batch": batch, "tokens": tokens, **how}
    steps = {
        "batch": (
            decode(model, batch=np.arange(1, 6000), context=prefix + tokens,
                   tokens=tokens, **how),
            flip_batch(model, roof, context=prefix + tokens, tokens=tokens, **how),
        ),
        "context": (
            decode(model, context=sizes, **longer), flip_context(model, roof, **longer)
        ),
        "prompt": (
            prefill(model, prompt=np.arange(1, 6000), prefix=prefix, **how),
            flip_prompt(model, roof, prefix=prefix, **how),
        ),
    }  # fmt: skip
    for variable, (ops, found) in steps.items():
        judged = verdict(ops, roof)
        answers = {
            "aggregate": (found.aggregate, judged.aggregate),
            "per_op": (found.per_op, judged.per_op),
            **{op.name: (found.by_op[op.name], roof.bound(op.cost)) for op in ops},
        }
        for name, (value, bound) in answers.items():
            walked = sizes if variable == "context" else np.arange(1, 6000)
            compute = walked[np.broadcast_to(bound == "compute", walked.shape)]
            if variable == "context":
                inside = value is not None and value < 6000
                assert (value if inside else None) == (
                    compute[-1] if inside else None
                ), name
                assert inside or value is not None or not len(compute), name
            elif len(compute):
                assert value == compute[0], (variable, name)
            else:
                assert value is None or value >= 6000, (variable, name)


def numbers(text):
    return [float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\.?\d*", text)]


def test_a_rising_intensity_is_not_blamed_on_the_shortest_context():
    # batch 1: the matrices reach 1 FLOP/byte, attention of 4 query heads a KV head 4
    found = flip_context(LLAMA_3_8B, A100, batch=1)
    best = total(decode(LLAMA_3_8B, batch=1, context=MOST_TOKENS)).intensity
    assert found.never
    assert best > 3.9
    for said in found.reason:
        assert f"{best:.4g}" in said
    assert "shortest" not in found.reason.en


def test_the_limit_of_a_large_batch_is_not_said_of_every_batch():
    found = flip_context(GEMMA_2_9B, Roof(2e12, 1e12))
    assert found.value == MOST_TOKENS
    assert "large enough" in found.reason.en
    assert "충분히" in found.reason.ko
    small = decode(GEMMA_2_9B, batch=1, context=1)
    assert verdict(small, Roof(2e12, 1e12)).aggregate == "memory"


def test_what_is_compute_bound_from_the_start_is_not_explained_by_sharing():
    for found, step in (
        (
            flip_batch(DEEPSEEK_V3, H20, context=10**6),
            decode(DEEPSEEK_V3, batch=1, context=10**6),
        ),
        (flip_prompt(LLAMA_3_8B, A100, batch=512), prefill(LLAMA_3_8B, prompt=1,
                                                            batch=512)),
    ):  # fmt: skip
        assert found.value == 1
        assert f"{total(step).intensity:.4g}" in found.reason.en
        assert "share" not in found.reason.en


@settings(max_examples=60, deadline=None)
@given(ridge=st.floats(2, 2000), context=st.integers(1, 20000))
def test_an_intensity_short_of_the_ridge_is_printed_short_of_it(ridge, context):
    found = flip_batch(LLAMA_3_8B, Roof(ridge * 1e12, 1e12), context=context)
    if found.never:
        most, shown, *_ = numbers(found.reason.en)
        assert most < shown


@pytest.mark.parametrize("bad", [0, -1, 1.5, True, "8", 10**400, np.array([1, 2])])
def test_a_solver_takes_one_whole_number(bad):
    for call in (
        lambda: flip_batch(LLAMA_3_8B, A100, context=bad),
        lambda: flip_batch(LLAMA_3_8B, A100, context=8, tokens=bad),
        lambda: flip_context(LLAMA_3_8B, A100, batch=bad),
        lambda: flip_context(LLAMA_3_8B, A100, tokens=bad),
        lambda: flip_prompt(LLAMA_3_8B, A100, batch=bad),
        lambda: flip_prompt(LLAMA_3_8B, A100, shards=bad),
    ):
        with pytest.raises(CourseError):
            call()
