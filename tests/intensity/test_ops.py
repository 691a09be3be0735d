"""Single operations against hand work, brute force and published figures."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intensity import ops
from intensity.precision import Precision
from intensity.roofline import Cost

SIZES = st.integers(1, 40)


def test_matmul_by_hand():
    # X [2, 3] @ W [3, 4]: 8 outputs of 3 multiply-adds; 12 weights, 6 in, 8 out
    assert ops.matmul(2, 3, 4) == Cost(48, 24, 28, 0)


def test_matmul_to_the_cache_writes_at_the_caches_format():
    p = Precision(kv="fp8")
    assert ops.matmul(2, 3, 4, p, to_kv=True) == Cost(48, 24, 12, 8)


def test_a_q_projection_of_2048_tokens_has_intensity_1024():
    # Yuan et al., "LLM Inference Unveiled" (2024), Table 1: Llama-2-7B q_proj
    cost = ops.matmul(2048, 4096, 4096)
    assert cost.flops == pytest.approx(69e9, rel=0.01)
    assert cost.bytes == pytest.approx(67e6, rel=0.01)
    assert cost.intensity == 1024


@given(new=SIZES, prefix=st.integers(0, 40), window=st.none() | SIZES)
def test_pairs_and_keys_agree_with_counting_every_one(new, prefix, window):
    seen = [
        range(max(0, i + 1 - (window or i + 1)), i + 1)
        for i in range(prefix, prefix + new)
    ]
    assert ops.causal_pairs(new, prefix, window) == sum(map(len, seen))
    assert ops.keys_read(new, prefix, window) == len(set().union(*seen))


def test_grouping_divides_the_cache_but_not_the_flops():
    how = {"heads": 32, "head_dim": 128}
    grouped = ops.fused_attention(1, 1, 4095, kv_heads=8, **how)
    full = ops.fused_attention(1, 1, 4095, kv_heads=32, **how)
    assert grouped.flops == full.flops
    assert full.kv_bytes == 4 * grouped.kv_bytes


def test_decode_attention_has_the_intensity_of_its_group_size():
    cost = ops.fused_attention(64, 1, 10**6, heads=32, kv_heads=8, head_dim=128)
    assert cost.intensity == pytest.approx(4, rel=1e-3)


def test_flash_prefill_attention_flips_at_twice_the_ridge_times_1_plus_1_over_g():
    # causal intensity S g / (2 (1 + g)); MHA on an A100 (ridge 153.0): 612 tokens
    def intensity(s):
        return ops.fused_attention(
            1, s, 0, heads=32, kv_heads=32, head_dim=128
        ).intensity

    assert intensity(611) < 153.02 <= intensity(612)


def test_unfused_attention_tends_to_head_dim_and_never_flips():
    # LLM-Viewer's table: 114 at S = 2048; it tends to head_dim = 128 < 153
    def intensity(s):
        parts = ops.unfused_attention(1, s, 0, heads=32, kv_heads=32, head_dim=128)
        return parts["attention_scores"].intensity

    assert intensity(2048) == pytest.approx(114, rel=0.01)
    assert intensity(10**7) == pytest.approx(128, rel=1e-3)


def test_absorbed_latent_attention_sits_at_twice_the_heads():
    # 2 h s_q (576 + 512) / (576 K): 241.8 in bf16, 483.6 with an fp8 cache,
    # doubled again when two tokens are verified
    def intensity(tokens=1, **formats):
        return ops.latent_attention(
            1, tokens, 10**8, heads=128, latent=512, rope=64,
            precision=Precision(**formats),
        ).intensity  # fmt: skip

    assert intensity() == pytest.approx(241.8, rel=1e-3)
    assert intensity(kv="fp8") == pytest.approx(483.6, rel=1e-3)
    assert intensity(tokens=2) == pytest.approx(483.6, rel=1e-3)


@pytest.mark.parametrize(("batch", "experts"), [(1, 8), (8, 57), (64, 222), (256, 256)])
def test_deepseek_touches_8_57_222_256_experts(batch, experts):
    assert round(ops.touched_experts(batch, 256, 8)) == experts


def test_touched_experts_agree_with_drawing_them():
    draw = np.random.default_rng(0)
    seen = [
        len({e for _ in range(16) for e in draw.choice(32, 4, replace=False)})
        for _ in range(2000)
    ]
    assert ops.touched_experts(16, 32, 4) == pytest.approx(np.mean(seen), rel=0.01)


def test_one_expert_of_one_is_a_dense_matrix():
    assert ops.expert_matmul(5, 3, 4, total=1, active=1) == ops.matmul(5, 3, 4)
