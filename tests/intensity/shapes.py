"""Shapes and roofs written out by hand, so that tests do not lean on the tables."""

from intensity.model import Model
from intensity.roofline import Roof

LLAMA_2_7B = Model(
    name="Llama-2-7B", layers=32, hidden=4096, heads=32, ffn_dim=11008, vocab=32000
)
LLAMA_2_13B = Model(
    name="Llama-2-13B", layers=40, hidden=5120, heads=40, ffn_dim=13824, vocab=32000
)
LLAMA_2_70B = Model(
    name="Llama-2-70B", layers=80, hidden=8192, heads=64, kv_heads=8, ffn_dim=28672,
    vocab=32000,
)  # fmt: skip
LLAMA_3_8B = Model(
    name="Llama-3-8B", layers=32, hidden=4096, heads=32, kv_heads=8, ffn_dim=14336,
    vocab=128256,
)  # fmt: skip
MISTRAL_7B = Model(
    name="Mistral-7B", layers=32, hidden=4096, heads=32, kv_heads=8, ffn_dim=14336,
    vocab=32000, window=4096,
)  # fmt: skip
GEMMA_2_9B = Model(
    name="Gemma-2-9B", layers=42, hidden=3584, heads=16, kv_heads=8, head_dim=256,
    ffn_dim=14336, vocab=256000, tied_embeddings=True, window=4096, full_layers=21,
)  # fmt: skip
MIXTRAL_8X7B = Model(
    name="Mixtral-8x7B", layers=32, hidden=4096, heads=32, kv_heads=8, vocab=32000,
    experts_total=8, experts_active=2, expert_dim=14336,
)  # fmt: skip
DEEPSEEK_V3 = Model(
    name="DeepSeek-V3", layers=61, hidden=7168, heads=128, head_dim=192, ffn_dim=18432,
    vocab=129280, experts_total=256, experts_active=8, experts_shared=1,
    expert_dim=2048, dense_first_layers=3, q_lora_rank=1536, kv_lora_rank=512,
    qk_nope=128, qk_rope=64, v_head=128,
)  # fmt: skip
OPT_13B = Model(
    name="OPT-13B", layers=40, hidden=5120, heads=40, ffn_dim=20480, ffn_matrices=2,
    vocab=50272,
)  # fmt: skip
ALL = (
    LLAMA_2_7B, LLAMA_2_13B, LLAMA_2_70B, LLAMA_3_8B, MISTRAL_7B, GEMMA_2_9B,
    MIXTRAL_8X7B, DEEPSEEK_V3, OPT_13B,
)  # fmt: skip

A100 = Roof(312e12, 2.039e12, "A100-80GB")
H100 = Roof(989.4e12, 3.35e12, "H100 SXM")
A6000 = Roof(154.8e12, 768e9, "A6000")
H20 = Roof(148e12, 4.0e12, "H20")
