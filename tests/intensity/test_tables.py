"""The tables: complete, traceable, and closed to the usual wrong numbers."""

import copy
import csv
import pickle
import shutil
import subprocess
import sys

import pytest

from intensity import device, tables
from intensity.device import load_devices, rate_of
from intensity.language import CourseError
from intensity.model import Model
from intensity.sheet import DATA, KINDS, VERIFICATION, TableError, load_sources
from intensity.tables import hardware, load_models, model

H100 = "H100-SXM5"
BF16 = rate_of("bf16")


@pytest.fixture
def folder(tmp_path):
    """A copy of the tables that a test may spoil."""
    for file in ("hardware.csv", "models.csv", "sources.csv", "notes.csv"):
        shutil.copy(DATA / file, tmp_path)
    return tmp_path


def spoil(folder, file, match, **changes):
    """Change cells of the one row that matches; the line it stands on."""
    with (folder / file).open(encoding="utf-8", newline="") as handle:
        reader = csv.DictReader(handle)
        rows, header = list(reader), reader.fieldnames
    found = [row for row in rows if match.items() <= row.items()]
    assert len(found) == 1
    found[0].update(changes)
    with (folder / file).open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, header)
        writer.writeheader()
        writer.writerows(rows)
    return rows.index(found[0]) + 2


def cell(name, quantity):
    return {"device": name, "quantity": quantity}


def refuse(loader, folder, *parts):
    with pytest.raises(TableError) as caught:
        loader(folder)
    for sentence in caught.value.text:
        assert all(str(part) in sentence for part in parts), sentence
    return caught.value.text


# --- what is there


def test_all_devices_and_models_are_there():
    assert len(tables.devices()) == 79
    assert sum(len(one.figures) for one in tables.devices().values()) == 490
    assert len(tables.models()) == 63


def test_every_number_has_a_source_a_verification_word_and_a_line():
    figures = [f for one in tables.devices().values() for f in one.figures.values()]
    assert all(figure.citations and figure.source_1 for figure in figures)
    assert all(figure.verification in VERIFICATION for figure in figures)
    assert len({figure.line for figure in figures}) == 490
    for shape in tables.models().values():
        assert shape.source
        assert shape.verification in VERIFICATION


def test_every_source_is_used_and_of_a_known_kind():
    text = (DATA / "hardware.csv").read_text(encoding="utf-8")
    text += (DATA / "models.csv").read_text(encoding="utf-8")
    for name, source in load_sources(DATA).items():
        assert source.kind in KINDS
        assert name in text


# Independent values: NVIDIA's A100 datasheet and H100 whitepaper, Google's page.
@pytest.mark.parametrize(
    ("name", "number_format", "rate", "bandwidth"),
    [
        ("A100", "bf16", 312e12, 2.039e12),
        ("A100", "int8", 624e12, 2.039e12),
        ("A100 40GB", "fp16", 312e12, 1.555e12),
        ("H100", "bf16", 989.4e12, 3.35e12),
        ("H100", "fp8", 1978.9e12, 3.35e12),
        ("RTX 4090", "bf16", 165.2e12, 1.008e12),
        ("TPU v5e", "bf16", 197e12, 819e9),
    ],
)
def test_roofs_are_the_vendors_dense_peaks(name, number_format, rate, bandwidth):
    roof = hardware(name).roof(number_format)
    assert (roof.flops_per_s, roof.bytes_per_s) == (rate, bandwidth)


def test_the_ridge_of_an_h100_is_near_300_as_the_scaling_book_says():
    assert hardware("H100").roof().ridge == pytest.approx(295, rel=0.01)


def test_memory_is_what_the_vendor_prints():
    assert hardware("A100").memory_bytes == 80e9
    assert hardware("H200").memory_bytes == 141e9


# --- blanks


@pytest.mark.parametrize("number_format", ["fp8", "fp4"])
def test_asking_for_a_rate_that_is_not_published_says_which_are(number_format):
    with pytest.raises(CourseError) as caught:
        hardware("A100").roof(number_format)
    for sentence in caught.value.text:
        assert "A100-SXM-80GB" in sentence
        assert number_format in sentence
        assert "fp32, tf32, bf16, fp16, int8, int4" in sentence


def test_a_device_with_bandwidth_only_says_so():
    with pytest.raises(CourseError) as caught:
        hardware("Ryzen 7 5700G").roof("fp32")
    assert caught.value.text.en.endswith("it has none")
    with pytest.raises(CourseError, match="mem_bytes"):
        _ = hardware("Ryzen 7 5700G").memory_bytes


def test_a_format_nobody_knows_is_not_called_unpublished():
    with pytest.raises(CourseError, match="bf17"):
        hardware("A100").roof("bf17")


def test_an_unknown_quantity_is_a_clear_error():
    with pytest.raises(CourseError, match="watts"):
        hardware("A100").figure("watts")


# --- spoilt hardware


@pytest.mark.parametrize(
    ("name", "quantity", "value"),
    [
        (H100, BF16, "1979e12"),
        (H100, BF16, "1978.9e12"),
        (H100, rate_of("fp16"), "1979e12"),
        (H100, rate_of("fp8"), "3958e12"),
        ("A100-SXM-80GB", BF16, "624e12"),
        ("A100-SXM-80GB", rate_of("tf32"), "312e12"),
        ("A100-SXM-80GB", rate_of("int8"), "1248e12"),
        ("L40S", BF16, "733e12"),
        ("B200-SXM (HGX)", rate_of("fp4"), "18e15"),
        ("MI300X", BF16, "2614.9e12"),
    ],
)
def test_a_sparse_peak_is_refused(folder, name, quantity, value):
    line = spoil(folder, "hardware.csv", cell(name, quantity), value=value)
    text = refuse(load_devices, folder, "hardware.csv", line, "value", "sparse")
    assert "dense" in text.en


@pytest.mark.parametrize("name", [H100, "A100-SXM-80GB", "H800-SXM", "A10"])
def test_a_doubled_rate_is_refused_even_where_no_sparse_value_is_recorded(folder, name):
    for quantity, figure in tables.devices()[name].figures.items():
        if quantity in (rate_of("bf16"), rate_of("fp16")):
            value = f"{figure.value * 2:g}"
            spoil(folder, "hardware.csv", cell(name, quantity), value=value, sparse="")
    refuse(load_devices, folder, "hardware.csv", name, "sparse")


def test_a_true_exception_is_admitted_only_when_it_is_marked(folder):
    gaudi = cell("Gaudi 3", rate_of("fp16"))
    spoil(folder, "hardware.csv", gaudi, unusual="")
    refuse(load_devices, folder, "hardware.csv", "Gaudi 3", "unusual")


@pytest.mark.parametrize(
    ("quantity", "value"),
    [
        (BF16, "989.4"),  # TFLOP/s
        (BF16, "989.4e9"),  # GFLOP/s for TFLOP/s
        ("mem_bytes_per_s", "3350"),  # GB/s
        ("mem_bytes_per_s", "3.35e15"),  # a circulating slip
        ("mem_bytes", "80"),  # GB
        ("mem_bytes", "85899345920"),  # GiB
        (BF16, "-1"),
        (BF16, "nan"),
        (BF16, "inf"),
        (BF16, "989.4 TFLOP/s"),
        (BF16, ""),
    ],
)
def test_a_wrong_unit_is_refused(folder, quantity, value):
    line = spoil(folder, "hardware.csv", cell(H100, quantity), value=value)
    refuse(load_devices, folder, "hardware.csv", line, "value")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("sources", "no-such-source: page 1"),
        ("sources", "nvidia-h100: Table 1 | no-such-source: page 1"),
        ("sources", ""),
        ("verification", "certain"),
        ("verification", ""),
        ("verification", "derived"),  # its first source is no derivation
        ("quantity", "sparse_bf16_flops_per_s"),
        ("quantity", rate_of("fp16")),  # given twice then
        ("sparse", "1000e12"),  # not twice the dense value
    ],
)
def test_a_spoilt_cell_is_named_with_file_line_and_column(folder, column, value):
    line = spoil(folder, "hardware.csv", cell(H100, BF16), **{column: value})
    if value == rate_of("fp16"):
        line += 1  # the second of the two is the one to remove
    refuse(load_devices, folder, "hardware.csv", line, column)


@pytest.mark.parametrize(
    "sources", ["memory", "stas: README.md", "derivation: 2 x fp32", "unnamed"]
)
def test_verified_must_be_earned_by_the_sources(folder, sources):
    line = spoil(folder, "hardware.csv", cell(H100, BF16), sources=sources)
    refuse(load_devices, folder, "hardware.csv", line, "verification")


def test_a_missing_column_and_a_short_line_are_named(folder):
    path = folder / "hardware.csv"
    good = path.read_text(encoding="utf-8")
    path.write_text(good.replace("verification", "verfication", 1), encoding="utf-8")
    refuse(load_devices, folder, "hardware.csv", 2, "verification")
    path.write_text(good + "Z9,NVIDIA,mem_bytes\n", encoding="utf-8")
    refuse(load_devices, folder, "hardware.csv", 492, "quantity")


def test_a_source_given_twice_is_refused(folder):
    with (folder / "sources.csv").open("a", encoding="utf-8") as handle:
        handle.write("litgpt,project,again\n")
    refuse(load_devices, folder, "sources.csv", "litgpt")


# --- models


def table(column):
    with (DATA / "models.csv").open(encoding="utf-8", newline="") as handle:
        return [(row["model"], row[column]) for row in csv.DictReader(handle)]


@pytest.mark.parametrize(
    ("column", "attribute"),
    [
        ("params_computed", "parameters"),
        ("active_computed", "active_parameters"),
        ("kv_elems_per_token", "kv_elements_per_token"),
    ],
)
def test_counts_from_the_shape_are_those_of_the_table(column, attribute):
    for name, expected in table(column):
        assert getattr(model(name), attribute) == int(expected), name


def test_norms_and_biases_are_all_that_separates_us_from_the_exact_count():
    # gpt-oss has biases on every expert: 0.03 %; no other model has more than 0.1 %
    for name, exact in table("params_exact"):
        assert 0 <= 1 - model(name).parameters / int(exact) < 1.1e-3, name


# Values that papers and blogs print for a 16-bit cache, in KiB a token.
@pytest.mark.parametrize(
    ("name", "kib"),
    [
        ("Llama-2-7B", 512),
        ("Llama-3-8B", 128),
        ("Llama-3.1-70B", 320),
        ("DeepSeek-V3", 68.625),
        ("Falcon-7B", 8),
        ("Qwen2.5-7B", 56),
    ],
)
def test_the_cache_has_the_size_that_is_published(name, kib):
    assert model(name).kv_elements_per_token * 2 == kib * 1024


def test_a_model_can_be_made_by_hand_from_six_numbers():
    mine = Model(layers=32, hidden=4096, heads=32, ffn_dim=11008, vocab=32000)
    assert mine.parameters == model("Llama-2-7B").parameters
    assert (mine.kv_heads, mine.head_dim, mine.full_layers) == (32, 128, 32)
    assert (mine.attention, mine.verification) == ("MHA", "assumed")


@pytest.mark.parametrize(
    ("kv_heads", "attention"), [(32, "MHA"), (8, "GQA"), (1, "MQA"), (0, "MHA")]
)
def test_attention_is_named_after_how_many_heads_are_cached(kv_heads, attention):
    mine = Model(layers=1, hidden=4096, heads=32, kv_heads=kv_heads, ffn_dim=1, vocab=1)
    assert mine.attention == attention


@pytest.mark.parametrize(
    "wrong",
    [
        {"layers": 0},
        {"layers": -1},
        {"layers": 32.0},
        {"layers": True},
        {"layers": "32"},
        {"kv_heads": 5},
        {"ffn_dim": 0},
        {"ffn_matrices": 4},
        {"hidden": 4097},
        {"window": 0},
        {"window": 4096, "full_layers": 33},
        {"experts_total": 8, "experts_active": 9, "expert_dim": 64},
        {"experts_total": 8, "expert_dim": 64},
        {"experts_total": 8, "experts_active": 2},
        {"kv_lora_rank": 512},
    ],
)
def test_sizes_that_do_not_fit_together_are_refused(wrong):
    right = {"layers": 32, "hidden": 4096, "heads": 32, "ffn_dim": 9, "vocab": 9}
    with pytest.raises(CourseError) as caught:
        Model(**(right | wrong), name="mine")
    assert all("mine" in sentence for sentence in caught.value.text)


@pytest.mark.parametrize(
    ("column", "value", "named"),
    [
        ("layers", "33", "kv_elems_per_token"),
        ("vocab", "128257", "params_computed"),
        ("head_dim", "64", "kv_elems_per_token"),
        ("tied_embeddings", "1", "params_computed"),
        ("heads", "33", "model"),
        ("layers", "many", "layers"),
        ("layers", "-32", "layers"),
        ("attn_kind", "MHA", "attn_kind"),
        ("params_published_B", "7", "params_published_B"),
        ("params_published_B", "8030000000", "params_published_B"),
        ("verification", "sure", "verification"),
        ("sources", "somewhere", "sources"),
        ("model", "Llama-3.1-8B", "model"),
    ],
)
def test_a_slip_in_a_shape_is_found(folder, column, value, named):
    row = {"model": "Llama-3-8B"}
    line = spoil(folder, "models.csv", row, **{column: value})
    if column == "model":
        line += 1
    refuse(load_models, folder, "models.csv", line, named)


# --- loading


def test_importing_reads_no_table():
    code = (
        "import intensity.tables as t; print(t.models.cache_info().currsize,"
        "t.devices.cache_info().currsize)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "0"]


def test_a_table_is_read_once_and_cannot_be_changed():
    assert hardware("A100") is hardware("a100 sxm")
    with pytest.raises(TypeError):
        tables.devices()["A101"] = hardware("A100")
    with pytest.raises(AttributeError):
        hardware("A100").name = "A101"


def test_a_device_can_be_copied_and_sent_to_another_process():
    one = hardware("A100")
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    with pytest.raises(TypeError):
        one.figures["mem_bytes"] = None


def test_every_quantity_has_a_unit_and_a_range():
    for unit, low, high in device.QUANTITIES.values():
        assert unit in ("FLOP/s", "op/s", "byte/s", "byte")
        assert low < high
