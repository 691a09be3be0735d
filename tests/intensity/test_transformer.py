"""Whole steps: laws that hold for every model, and published totals."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intensity.capacity import capacity, kv_cache_bytes, largest_batch
from intensity.language import CourseError
from intensity.precision import Precision
from intensity.transformer import allreduce_bytes, decode, prefill, shard, total
from intensity.verdict import verdict

from .shapes import (
    A100,
    ALL,
    DEEPSEEK_V3,
    GEMMA_2_9B,
    LLAMA_2_7B,
    LLAMA_2_70B,
    LLAMA_3_8B,
    MISTRAL_7B,
    MIXTRAL_8X7B,
    OPT_13B,
)

every_model = pytest.mark.parametrize("model", ALL, ids=lambda m: m.name)


def named(ops, name):
    return next(op for op in ops if op.name == name)


@every_model
def test_decode_reads_every_weight_but_the_embedding_once(model):
    # enough tokens that every expert is touched
    read = total(decode(model, batch=10**5, context=1)).weight_bytes
    embedding = 0 if model.tied_embeddings else model.vocab * model.hidden
    positions = model.learned_positions * model.hidden
    assert read == pytest.approx(2 * (model.parameters - embedding - positions))


@every_model
def test_decode_flops_are_twice_the_active_weights_plus_attention(model):
    ops = decode(model, batch=1, context=1)
    attention = sum(op.cost.flops for op in ops if op.name.startswith("attention"))
    embedding = 0 if model.tied_embeddings else model.vocab * model.hidden
    expected = 2 * (model.active_parameters - embedding)
    assert total(ops).flops - attention == pytest.approx(expected, rel=1e-9)


@every_model
def test_a_prompt_in_chunks_costs_the_same_flops_but_more_bytes(model):
    whole = total(prefill(model, prompt=4096))
    chunks = [
        total(prefill(model, prompt=1024, prefix=p)) for p in range(0, 4096, 1024)
    ]
    heads = 3 * 2 * model.hidden * model.vocab  # three LM heads more
    latents = sum(  # an MLA chunk expands the cached latents again
        named(prefill(model, prompt=1024, prefix=p), "kv_b_proj").cost.flops * p
        / (p + 1024)
        for p in range(0, 4096, 1024)
    ) if model.attention == "MLA" else 0  # fmt: skip
    assert sum(c.flops for c in chunks) - heads - latents == pytest.approx(whole.flops)
    assert sum(c.bytes for c in chunks) > whole.bytes


@pytest.mark.parametrize(
    "model", [m for m in ALL if m.attention != "MLA"], ids=lambda m: m.name
)
def test_a_chunk_of_one_token_is_a_decode_step(model):
    assert prefill(model, prompt=1, prefix=511, batch=8) == decode(
        model, batch=8, context=512
    )


@every_model
def test_verifying_tokens_reads_no_more_weights_than_a_batch_of_them(model):
    guessed = total(decode(model, batch=2, context=1000, tokens=4))
    batched = total(decode(model, batch=8, context=1000))
    assert guessed.weight_bytes == batched.weight_bytes
    assert guessed.kv_bytes < batched.kv_bytes


@every_model
def test_arrays_agree_with_one_configuration_at_a_time(model):
    batch, context = np.meshgrid([1, 7, 300], [1, 100, 5000, 40000])
    grid = verdict(decode(model, batch=batch, context=context), A100)
    for place in np.ndindex(batch.shape):
        b, c = int(batch[place]), int(context[place])
        one = verdict(decode(model, batch=b, context=c), A100)
        assert grid.time_s[place] == pytest.approx(one.time_s, rel=1e-12)
        assert grid.aggregate[place] == one.aggregate
        assert grid.per_op[place] == one.per_op


@every_model
def test_lower_bound_and_no_overlap_are_within_a_factor_two(model):
    judged = verdict(decode(model, batch=64, context=2048), A100)
    assert max(judged.compute_s, judged.memory_s) <= judged.time_s
    assert judged.time_s <= judged.time_no_overlap_s <= 2 * judged.time_s


def test_sweeps_do_not_overflow_in_small_integers():
    batch = np.array([2**20], dtype=np.int32)
    one = total(decode(LLAMA_3_8B, batch=2**20, context=2**20))
    many = total(decode(LLAMA_3_8B, batch=batch, context=batch))
    assert many.flops[0] == pytest.approx(one.flops)


def test_llama_3_8b_reads_15_gb_of_weights_for_one_token():
    # 8.03 B weights less the 0.53 B of the embedding, 2 bytes each
    assert total(decode(LLAMA_3_8B, batch=1, context=1)).weight_bytes == 15_009_316_864


def test_a_window_caps_what_decode_reads():
    short = total(decode(MISTRAL_7B, batch=1, context=4096))
    long = total(decode(MISTRAL_7B, batch=1, context=100_000))
    assert long.kv_bytes == short.kv_bytes
    mixed = decode(GEMMA_2_9B, batch=1, context=8192)
    assert named(mixed, "attention").count == 21
    assert named(mixed, "attention_window").count == 21
    reads = [named(mixed, n).cost.kv_bytes for n in ("attention", "attention_window")]
    assert reads[0] == 2 * reads[1]


def test_plain_feed_forward_has_two_matrices():
    names = [op.name for op in decode(OPT_13B, batch=1, context=1)]
    assert "gate_proj" not in names
    assert names.count("up_proj") == names.count("down_proj") == 1


def test_moe_flops_follow_the_active_experts_and_bytes_the_touched_ones():
    # 3 matrices x 2 x 4096 x 14336 x 2 experts x 32 layers = 22.5 GFLOP a token
    # (704.6 MFLOP a layer; a peer that omits top_k prints 352)
    ops = decode(MIXTRAL_8X7B, batch=1, context=1)
    flops = sum(op.cost.flops for op in ops if op.name.startswith("expert_"))
    assert flops / 32 == pytest.approx(704.6e6, rel=1e-3)
    one = named(ops, "expert_up_proj").cost.weight_bytes
    all_touched = decode(MIXTRAL_8X7B, batch=64, context=1)
    assert named(all_touched, "expert_up_proj").cost.weight_bytes == pytest.approx(
        4 * one, rel=1e-6
    )


def test_mla_decodes_in_the_form_that_reads_less():
    # absorbed, it reads latents; expanded, it would write and read 128 heads of K and V
    absorbed = total(decode(DEEPSEEK_V3, batch=1, context=4096))
    expanded = total(prefill(DEEPSEEK_V3, prompt=1, prefix=4095))
    assert absorbed.weight_bytes == pytest.approx(expanded.weight_bytes)
    assert absorbed.bytes < expanded.bytes


def test_mla_caches_576_numbers_a_token_and_layer():
    # (512 + 64) x 61 layers x 2 bytes = 70,272 bytes a token
    assert kv_cache_bytes(DEEPSEEK_V3, batch=1, context=1) == 70_272


def test_last_position_lm_head_is_memory_bound_even_in_prefill():
    ops = prefill(LLAMA_3_8B, prompt=2048)
    assert named(ops, "lm_head").cost.intensity == pytest.approx(1, rel=1e-3)
    every = prefill(LLAMA_3_8B, prompt=2048, logits="all")
    assert named(every, "lm_head").cost.intensity > 1000


def test_tensor_parallel_shards_add_up_to_the_whole():
    whole = total(decode(LLAMA_2_70B, batch=8, context=1000))
    part = total(decode(LLAMA_2_70B, batch=8, context=1000, shards=8))
    assert 8 * part.flops == pytest.approx(whole.flops)
    assert 8 * part.weight_bytes == pytest.approx(whole.weight_bytes)
    assert 8 * part.kv_bytes == pytest.approx(whole.kv_bytes)


def test_kv_heads_are_copied_when_there_are_more_devices():
    assert shard(LLAMA_2_70B, 16).kv_heads == 1
    with pytest.raises(CourseError, match="shards = 3"):
        shard(LLAMA_2_70B, 3)


def test_allreduce_of_two_devices_sends_one_activation_each_way():
    # 2 a layer x 32 layers x 4096 x 2 bytes x 2 (n - 1)/n = 1
    assert allreduce_bytes(LLAMA_3_8B, rows=1, shards=2) == 2 * 32 * 4096 * 2


def test_norms_are_memory_bound_wherever_they_are_charged():
    ops = prefill(LLAMA_3_8B, prompt=4096, norms=True)
    assert named(ops, "norm").count == 65
    small = [named(ops, n) for n in ("norm", "rotary", "gate", "residual", "embedding")]
    assert all(A100.bound(op.cost) == "memory" for op in small)
    assert named(ops, "embedding").cost.flops == 0


def test_charging_scales_adds_their_bytes_only():
    plain = total(
        decode(LLAMA_3_8B, batch=1, context=1, precision=Precision(weights="int4"))
    )
    scaled = Precision(weights="int4", group=128)
    charged = total(decode(LLAMA_3_8B, batch=1, context=1, precision=scaled))
    assert charged.flops == plain.flops
    assert charged.weight_bytes == pytest.approx(plain.weight_bytes * (1 + 5 / 128))


def test_capacity_counts_weights_and_the_whole_batchs_cache():
    # A100-80GB, Llama-2-7B, context 128, batch 938: 63 GB of KV + 13.5 GB of weights
    room = capacity(LLAMA_2_7B, batch=938, context=128, device_bytes=80e9)
    assert room.needed_bytes == pytest.approx(62.95e9 + 13.48e9, rel=1e-3)
    assert room.fits
    assert not capacity(LLAMA_2_7B, batch=1000, context=128, device_bytes=80e9).fits


@pytest.mark.parametrize("phase", [decode, prefill])
@pytest.mark.parametrize(
    "batch", [0, -3, 1.5, True, "8", None, np.array([0]), np.array(["a"])]
)
def test_a_bad_size_is_named_with_the_rule(phase, batch):
    length = {"context" if phase is decode else "prompt": 8}
    with pytest.raises(CourseError, match="batch ="):
        phase(LLAMA_3_8B, batch=batch, **length)


def test_a_context_includes_its_new_tokens():
    with pytest.raises(CourseError, match="context = 3"):
        decode(LLAMA_3_8B, batch=1, context=3, tokens=4)
    with pytest.raises(CourseError):
        decode(LLAMA_3_8B, batch=1, context=np.array([8, 3]), tokens=4)


def test_logits_are_last_or_all():
    with pytest.raises(CourseError, match="logits"):
        prefill(LLAMA_3_8B, prompt=8, logits="some")


@pytest.mark.parametrize(
    "bad",
    [
        np.inf, np.array([1, np.inf]), np.array([1, np.nan]), np.array([2**62]),
        np.array([1j]), np.array([1], object), np.ma.array([1, 0], mask=[0, 1]),
        np.bool_(True), [1, 2], 10**400,
    ],
)  # fmt: skip
def test_a_size_no_machine_has_is_refused_before_it_overflows(bad):
    for call in (
        lambda: decode(LLAMA_3_8B, batch=bad, context=8),
        lambda: decode(MIXTRAL_8X7B, batch=1, context=bad),
        lambda: prefill(LLAMA_3_8B, prompt=1, prefix=bad),
        lambda: kv_cache_bytes(LLAMA_3_8B, batch=bad, context=1),
        lambda: decode(LLAMA_3_8B, batch=1, context=8, shards=bad),
    ):
        with pytest.raises(CourseError) as caught:
            call()
        assert len(str(caught.value)) < 150


def test_the_first_bad_number_of_an_array_is_named():
    with pytest.raises(CourseError, match=r"batch = -7\b"):
        decode(LLAMA_3_8B, batch=np.array([3, -7, 5]), context=8)


@pytest.mark.parametrize("one", [np.int64(8), np.uint8(8), np.array(8), np.array(8.0)])
def test_a_numpy_number_is_a_plain_number(one):
    judged = verdict(decode(LLAMA_3_8B, batch=one, context=one), A100)
    assert judged == verdict(decode(LLAMA_3_8B, batch=8, context=8), A100)
    assert type(judged.aggregate) is str
    assert type(judged.time_s) is float


def test_kv_heads_that_do_not_divide_are_refused_not_rounded():
    # Phi-4: 40 heads over 10 KV heads; 4 devices would hold 2.5 KV heads each
    phi = replace(LLAMA_3_8B, name="Phi-4", hidden=5120, heads=40, kv_heads=10)
    with pytest.raises(CourseError, match="10 KV heads"):
        shard(phi, 4)
    assert shard(phi, 5).kv_heads == 2
    assert shard(phi, 20).kv_heads == 1  # two devices share a KV head


@pytest.mark.parametrize("model", [DEEPSEEK_V3, MIXTRAL_8X7B, LLAMA_2_70B])
def test_a_shards_memory_holds_what_its_step_reads(model):
    # what is copied to every device (MLA's down-projections, the router, a KV head
    # that two devices share) is in the device's memory whole
    for shards in (2, 16):
        if model.heads % shards:
            continue
        room = capacity(model, batch=1, context=1, device_bytes=80e9, shards=shards)
        cache = kv_cache_bytes(shard(model, shards), batch=1, context=1)
        step = decode(model, batch=10**6, context=1, shards=shards)
        embedding = 2 * -(-model.vocab // shards) * model.hidden
        assert room.needed_bytes - cache == pytest.approx(
            total(step).weight_bytes + embedding
        )
        assert room.needed_bytes >= 2 * model.parameters / shards


def test_the_largest_batch_is_the_last_that_fits():
    how = {"context": 4096, "device_bytes": 80e9, "shards": 4}
    most = largest_batch(LLAMA_2_70B, **how)
    assert capacity(LLAMA_2_70B, batch=most, **how).fits
    assert not capacity(LLAMA_2_70B, batch=most + 1, **how).fits
    with pytest.raises(CourseError, match="shards = 0"):
        largest_batch(LLAMA_2_70B, context=1, device_bytes=1e9, shards=0)


def test_rotary_turns_queries_and_keys():
    # 3 FLOP for each of (32 + 8) x 128 elements in each of 32 layers
    ops = decode(LLAMA_3_8B, batch=1, context=1, norms=True)
    assert named(ops, "rotary").cost.flops == 3 * (32 + 8) * 128 * 32
    # MLA: 64 of each of 128 queries and of the one shared key
    ops = decode(DEEPSEEK_V3, batch=1, context=1, norms=True)
    assert named(ops, "rotary").cost.flops == 3 * (128 + 1) * 64 * 61
    learned = replace(OPT_13B, learned_positions=2050)
    names = [op.name for op in decode(learned, batch=1, context=1, norms=True)]
    assert "rotary" not in names


def test_unfused_attention_is_refused_where_it_is_not_counted():
    for step in (
        lambda: decode(DEEPSEEK_V3, batch=1, context=8, fused=False),
        lambda: prefill(DEEPSEEK_V3, prompt=8, fused=False),
    ):
        with pytest.raises(CourseError, match="MLA"):
            step()


sizes = st.integers(1, 10**6)


@settings(max_examples=60, deadline=None)
@given(model=st.sampled_from(ALL), batch=sizes, context=sizes, more=sizes)
def test_intensity_grows_with_the_batch_and_bytes_with_everything(
    model, batch, context, more
):
    one = total(decode(model, batch=batch, context=context))
    wider = total(decode(model, batch=batch + more, context=context))
    longer = total(decode(model, batch=batch, context=context + more))
    if not model.experts_total:  # a MoE's second token may touch new experts
        assert wider.intensity >= one.intensity * (1 - 1e-12)
    assert wider.flops > one.flops
    assert wider.bytes > one.bytes
    assert longer.flops >= one.flops  # equal under a full window
    assert longer.kv_bytes >= one.kv_bytes
    assert longer.weight_bytes == one.weight_bytes


@settings(max_examples=60, deadline=None)
@given(
    model=st.sampled_from(ALL),
    prompt=st.integers(1, 10**5),
    prefix=st.integers(0, 10**5),
    more=st.integers(1, 10**5),
)
def test_a_prefix_adds_to_prefill_and_saves_against_reading_it(
    model, prompt, prefix, more
):
    cached = total(prefill(model, prompt=prompt, prefix=prefix + more))
    assert cached.flops >= total(prefill(model, prompt=prompt, prefix=prefix)).flops
    read = total(prefill(model, prompt=prompt + prefix + more))
    assert cached.flops <= read.flops
    assert cached.weight_bytes <= read.weight_bytes * (1 + 1e-12)


@settings(max_examples=60, deadline=None)
@given(
    model=st.sampled_from(ALL),
    batch=sizes,
    context=sizes,
    compute=st.floats(1, 10),
    memory=st.floats(1, 10),
)
def test_a_better_machine_or_narrower_format_is_never_slower(
    model, batch, context, compute, memory
):
    ops = decode(model, batch=batch, context=context)
    now = verdict(ops, A100).time_s
    better = A100.scaled(compute=compute, memory=memory)
    assert verdict(ops, better).time_s <= now * (1 + 1e-12)
    narrow = decode(
        model, batch=batch, context=context,
        precision=Precision(weights="int4", kv="fp8"),
    )  # fmt: skip
    assert verdict(narrow, A100).time_s <= now * (1 + 1e-12)
    assert total(narrow).flops == total(ops).flops
