"""Names and sizes: filled when complete, kept when partial, never guessed."""

import pytest

from autograder.reading import read


def claim(conditions):
    return read(f"{conditions}: decode is memory-bound.")


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("llama3.1:8b", "Llama-3.1-8B"),
        ("라마 3 80억", "Llama-3-8B"),
        ("8B Llama 3", "Llama-3-8B"),
        ("Llama-3-70B-Instruct-AWQ", "Llama-3-70B"),
        ("LLaMA 13B", "LLaMA-13B"),
        ("qwen2.5 7b", "Qwen2.5-7B"),
        ("Qwen3-30B-A3B", "Qwen3-30B-A3B"),
        ("Mixtral 8x7B", "Mixtral-8x7B"),
        ("Gemma 2 9B", "Gemma-2-9B"),
        ("Gemma 2B", "Gemma-2B"),
        ("DeepSeek-R1-Distill-Llama-8B", "DeepSeek-R1-Distill-Llama-8B"),
        ("엑사원 3.5 7.8B", "EXAONE-3.5-7.8B"),
    ],
)
def test_a_model_is_named_in_one_way(text, model):
    assert claim(text).model == model


@pytest.mark.parametrize("text", ["a 70B model", "Llama-3", "Llama 8B", "700억 모델"])
def test_part_of_a_model_name_fills_nothing_but_is_kept(text):
    reading = claim(text)
    assert reading.model is None
    assert reading.model_partial is not None
    assert "model" in reading.missing


@pytest.mark.parametrize(
    ("text", "chip", "count"),
    [
        ("8×H100", "H100", 8),
        ("A100 80GB 두 장", "A100-80GB", 2),
        ("a single L4", "L4", 1),
        ("an H20", "H20", None),
        ("4090 한 장", "RTX 4090", 1),
        ("3070-Ti", "RTX 3070 Ti", None),
        ("M2 맥스", "M2 Max", None),
        ("TPU v5e-8", "TPU v5e", 8),
        ("H100 with tp=2", "H100", 2),
    ],
)
def test_a_chip_and_how_many(text, chip, count):
    reading = claim(text)
    assert (reading.hardware, reading.hardware_count) == (chip, count)


@pytest.mark.parametrize(
    "text", ["a modern GPU", "Hopper", "Apple silicon", "서버용 GPU"]
)
def test_a_family_of_chips_is_no_chip(text):
    assert claim(text).hardware is None


@pytest.mark.parametrize("text", ["A101", "H300", "RTX 4095"])
def test_a_chip_that_does_not_exist_is_never_read_as_its_neighbour(text):
    reading = claim(text)
    assert reading.hardware == text
    assert ("hardware", "unknown") in [(u.slot, u.why) for u in reading.unclear]


@pytest.mark.parametrize(
    ("text", "batch", "kind"),
    [
        ("batch 8", 8, "batch"),
        ("bs=1", 1, "batch"),
        ("배치크기64", 64, "batch"),
        ("Batch-1", 1, "batch"),
        ("batches 1, 2, 4 and 8", "1,2,4,8", "batch"),
        ("bs 1부터 64까지", "1-64", "batch"),
        ("batch sizes from 1 up to 32", "1-32", "batch"),
        ("batch sizes of five or fewer", "<=5", "batch"),
        ("batch > 300", ">300", "batch"),
        ("one user", 1, "batch"),
        ("혼자 쓰면", 1, "batch"),
        ("동시 요청 64개", 64, "concurrency"),
        ("max_num_seqs=256", 256, "max_num_seqs"),
        ("batch -3", None, None),
        ("배치 0", None, None),
        ("batch 1.5", None, None),
        ("max_num_batched_tokens=8192", None, None),
        ("20 requests per second", None, None),
        ("large batch", None, None),
    ],
)
def test_a_batch_is_a_positive_number_of_sequences(text, batch, kind):
    reading = claim(text)
    assert (reading.batch, reading.batch_kind) == (batch, kind)


@pytest.mark.parametrize(
    ("text", "weights", "activations", "kv"),
    [
        ("bf16", "bf16", "bf16", None),
        ("반정밀도", "fp16", "fp16", None),
        ("W4A16", "int4", "fp16", None),
        ("AWQ", "int4", "fp16", None),
        ("4-bit", "int4", None, None),
        ("Q4_K_M", "q4_k_m", None, None),
        ("W8A8", "int8", "int8", None),
        ("FP8 (W8A8)", "fp8", "fp8", None),
        ("KV는 fp8", None, None, "fp8"),
        ("16-bit weights", "fp16", None, None),
        ("int4 weights with an int8 KV cache", "int4", None, "int8"),
    ],
)
def test_a_format_goes_where_it_belongs(text, weights, activations, kv):
    reading = claim(text)
    assert (
        reading.precision_weights,
        reading.precision_activations,
        reading.precision_kv,
    ) == (weights, activations, kv)


@pytest.mark.parametrize(
    ("text", "context", "prompt"),
    [
        ("context 4k", 4096, None),
        ("4천 토큰 컨텍스트", 4000, None),
        ("a 128k context", 131072, None),
        ("2,048-token prompts", None, 2048),
        ("ISL 1024", None, 1024),
        ("chunk 512", None, None),
    ],
)
def test_lengths_are_told_apart(text, context, prompt):
    reading = claim(text)
    assert (reading.context, reading.prompt_len) == (context, prompt)
