"""One thing, many spellings; and nothing is guessed."""

import subprocess
import sys
import unicodedata

import pytest

from intensity import names
from intensity.names import (
    UnknownName,
    assumption,
    canonical_format,
    canonical_hardware,
    canonical_model,
    key,
    near,
    resolve,
)

MODELS = {
    "Llama-3-8B": "Llama-3-8B",
    "llama-3-8b": "Llama-3-8B",
    "LLAMA 3 8B": "Llama-3-8B",
    "llama3-8b": "Llama-3-8B",
    "llama3:8b": "Llama-3-8B",
    "Llama_3_8B": "Llama-3-8B",
    "meta-llama/Meta-Llama-3-8B": "Llama-3-8B",
    "meta-llama/Meta-Llama-3-8B-Instruct": "Llama-3-8B",
    "Llama 3 8B Instruct": "Llama-3-8B",
    "라마 3 8B": "Llama-3-8B",
    "라마3 8B": "Llama-3-8B",
    "라마 3 80억": "Llama-3-8B",
    "Ｌｌａｍａ－３－８Ｂ": "Llama-3-8B",
    "Llama-3.1-8B-Instruct": "Llama-3.1-8B",
    "llama3.1:8b": "Llama-3.1-8B",
    "라마3.1 8B": "Llama-3.1-8B",
    "meta-llama/Llama-3.1-70B-Instruct": "Llama-3.1-70B",
    "라마 3.1 700억": "Llama-3.1-70B",
    "meta-llama/Llama-2-7b-chat-hf": "Llama-2-7B",
    "llama2:13b": "Llama-2-13B",
    "llama3.2:1b": "Llama-3.2-1B",
    "mistralai/Mistral-7B-v0.1": "Mistral-7B-v0.1",
    "mistral:7b": "Mistral-7B-v0.1",
    "mixtral 8x7b": "Mixtral-8x7B",
    "믹스트랄 8x7B": "Mixtral-8x7B",
    "Qwen3 8B": "Qwen3-8B",
    "Qwen/Qwen3-8B": "Qwen3-8B",
    "큐웬3 8B": "Qwen3-8B",
    "qwen2.5:7b": "Qwen2.5-7B",
    "Qwen3-30B-A3B-Instruct-2507": "Qwen3-30B-A3B",
    "google/gemma-2-9b-it": "Gemma-2-9B",
    "gemma3:4b": "Gemma-3-4B (text)",
    "젬마 3 27B": "Gemma-3-27B (text)",
    "DeepSeek-V3": "DeepSeek-V3/R1",
    "DeepSeek-R1": "DeepSeek-V3/R1",
    "DeepSeek-V3/R1": "DeepSeek-V3/R1",
    "deepseek-ai/DeepSeek-R1": "DeepSeek-V3/R1",
    "딥시크 V3": "DeepSeek-V3/R1",
    "딥시크 R1": "DeepSeek-V3/R1",
    "DeepSeek V2 Lite": "DeepSeek-V2-Lite",
    "엑사원 3.5 7.8B": "EXAONE-3.5-7.8B",
    "LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct": "EXAONE-3.5-7.8B",
    "엑사원 4.0 32B": "EXAONE-4.0-32B",
    "하이퍼클로바X 시드 0.5B": "HyperCLOVAX-SEED-0.5B",
    "카나나 나노 2.1B": "Kanana-nano-2.1B",
    "솔라 10.7B": "SOLAR-10.7B",
    "openai/gpt-oss-20b": "gpt-oss-20b",
    "GPT-OSS 120B": "gpt-oss-120b",
    "gpt2": "GPT-2 small",
    "microsoft/Phi-3-mini-4k-instruct": "Phi-3-mini-4k",
    "TinyLlama-1.1B-Chat-v1.0": "TinyLlama-1.1B",
}
HARDWARE = {
    "A100": "A100-SXM-80GB",
    "a100": "A100-SXM-80GB",
    "A100 80GB": "A100-SXM-80GB",
    "A100-80GB": "A100-SXM-80GB",
    "A100-SXM4-80GB": "A100-SXM-80GB",
    "NVIDIA A100-SXM4-80GB": "A100-SXM-80GB",
    "엔비디아 A100": "A100-SXM-80GB",
    "A100 40GB": "A100-SXM-40GB",
    "A100-80G": "A100-SXM-80GB",
    "nvidia_A100_80G": "A100-SXM-80GB",
    "A10G": "A10G",
    "A100-PCIe-80GB": "A100-PCIe-80GB",
    "H100": "H100-SXM5",
    "H100 SXM": "H100-SXM5",
    "NVIDIA H100 80GB HBM3": "H100-SXM5",
    "H100 PCIe": "H100-PCIe",
    "h100-nvl": "H100-NVL (per GPU)",
    "H200": "H200-SXM",
    "B200": "B200-SXM (HGX)",
    "GB200": "GB200 (per GPU)",
    "V100": "V100-SXM2-32GB",
    "L40S": "L40S",
    "RTX 4090": "RTX 4090",
    "rtx4090": "RTX 4090",
    "4090": "RTX 4090",
    "GeForce RTX 4090": "RTX 4090",
    "지포스 RTX 4090": "RTX 4090",
    "３０９０": "RTX 3090",
    "RTX 3090 Ti": "RTX 3090 Ti",
    "A6000": "RTX A6000",
    "RTX 6000 Ada": "RTX 6000 Ada",
    "MI300X": "MI300X",
    "AMD Instinct MI300X": "MI300X",
    "Gaudi2": "Gaudi 2",
    "가우디 3": "Gaudi 3",
    "TPU v5e": "TPU v5e",
    "M2 Max": "Apple M2 Max (38c)",
    "M1 맥스": "Apple M1 Max (32c)",
    "M3 Ultra": "Apple M3 Ultra (80c)",
    "DGX Spark": "GB10 (DGX Spark)",
    "i9-13900K": "Core i9-13900K (DDR5-6400)",
}
FORMATS = {
    "bf16": "bf16",
    "BF16": "bf16",
    "bfloat16": "bf16",
    "fp16": "fp16",
    "half": "fp16",
    "float16": "fp16",
    "반정밀도": "fp16",
    "단정밀도": "fp32",
    "float32": "fp32",
    "e4m3": "fp8",
    "INT8": "int8",
    "8비트 정수": "int8",
    "int4": "int4",
    "4-bit": "int4",
    "AWQ": "int4",
    "MXFP4": "fp4",
}


@pytest.mark.parametrize(("written", "name"), MODELS.items())
def test_a_model_is_known_however_it_is_written(written, name):
    assert canonical_model(written) == name


@pytest.mark.parametrize(("written", "name"), HARDWARE.items())
def test_a_device_is_known_however_it_is_written(written, name):
    assert canonical_hardware(written) == name


@pytest.mark.parametrize(("written", "name"), FORMATS.items())
def test_a_format_is_known_however_it_is_written(written, name):
    assert canonical_format(written) == name


@pytest.mark.parametrize("written", ["라마 3 8B", "엑사원 3.5 7.8B"])
def test_decomposed_hangul_is_the_same_text(written):
    apart = unicodedata.normalize("NFD", written)
    assert apart != written
    assert canonical_model(apart) == canonical_model(written)


@pytest.mark.parametrize("name", names.known_models())
def test_every_model_answers_to_its_own_name(name):
    assert canonical_model(name) == name
    assert assumption(name) is None


@pytest.mark.parametrize("name", names.known_hardware())
def test_every_device_answers_to_its_own_name(name):
    assert canonical_hardware(name) == name
    assert assumption(name) is None


@pytest.mark.parametrize(
    "written",
    [
        "Llama-3-7B", "Llama 38B", "Llama-3", "8B", "Llama-3.8B", "Llama-3-70B",
        "llama", "라마", "딥시크", "Mistral-7B-v0.3", "Qwen3-7B", "gpt-4", "H100",
        "Llama-3 meta 8B", "Llama-3-8B and Llama-3-8B", "somebody/Llama-3-8B",
        "Llama-3-8B-pruned",
        "", " ", "-", "x" * 10_000, "Llama-3-8B" + " " * 10_000,
        None, 8, ["Llama-3-8B"],
    ],
)  # fmt: skip
def test_an_unknown_model_is_an_error_and_never_a_guess(written):
    with pytest.raises(UnknownName):
        canonical_model(written)


@pytest.mark.parametrize(
    "written",
    [
        "A101", "H300", "A1000", "RTX 409", "RTX 4095", "H100 96GB", "A100 60GB",
        "GPU", "Hopper", "RTX", "RTX PRO 6000", "M2", "TPU", "Llama-3-8B", "100",
    ],
)  # fmt: skip
def test_an_unknown_device_is_an_error_and_never_a_guess(written):
    with pytest.raises(UnknownName):
        canonical_hardware(written)


@pytest.mark.parametrize("written", ["q4_k_m", "bf17", "fp", "16", "int", "boolean"])
def test_an_unknown_format_is_an_error_and_never_a_guess(written):
    with pytest.raises(UnknownName):
        canonical_format(written)


def test_an_unknown_name_lists_near_names_in_both_languages():
    with pytest.raises(LookupError) as caught:
        canonical_model("라마 3 7B")
    for sentence in caught.value.text:
        assert "Llama-3-8B" in sentence
        assert "Llama-2-7B" in sentence
    with pytest.raises(UnknownName, match="H200-SXM"):
        canonical_hardware("H300")


def test_a_message_never_repeats_a_flood_of_text():
    with pytest.raises(UnknownName) as caught:
        canonical_model("A" * 100_000)
    assert len(caught.value.text.en) < 300


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("A100", "A100-SXM-80GB"),
        ("H100", "H100-SXM5"),
        ("AWQ", "int4"),
        ("M2 Max", "Apple M2 Max (38c)"),
        ("Mistral 7B", "Mistral-7B-v0.1"),
    ],
)
def test_what_a_short_name_leaves_open_is_stated(written, name):
    stated = assumption(written)
    assert stated is not None
    assert all(name in sentence for sentence in stated)


@pytest.mark.parametrize("written", ["H100-PCIe", "A100-SXM4-80GB", "no such name"])
def test_a_full_name_needs_no_assumption(written):
    assert assumption(written) is None


@pytest.mark.parametrize("kind", ["model", "hardware", "format"])
def test_no_spelling_means_two_things(kind):
    meanings = {}
    for spelling, name in names.aliases(kind).items():
        assert meanings.setdefault(key(spelling), name) == name
        assert resolve(kind, spelling) == name


def test_separators_count_only_between_digits():
    assert key("H100 SXM5") == key("h100sxm5") == key("H-100_SXM-5")
    assert key("Llama 3 8B") != key("Llama 38B")
    assert key("Llama 3.1 8B") != key("Llama 31 8B")


def test_near_puts_the_nearest_first():
    assert near("RTX 4091", ["RTX 3090", "RTX 4090"])[0] == "RTX 4090"
    assert near("엑사원", ["RTX 3090", "RTX 4090"]) == ()


def test_the_reader_of_names_needs_the_standard_library_only():
    code = (
        "import sys; from intensity import names; names.canonical_model('llama3:8b');"
        "print([m for m in ('numpy', 'matplotlib', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
