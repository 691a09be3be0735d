"""Published measurements: complete, selectable, and judged by a loose roofline."""

import collections
import csv
import pickle
import shutil
import subprocess
import sys

import pytest

from intensity import bounds
from intensity.language import CourseError
from intensity.measured import measured
from intensity.measurement import STATUS, anomalies, load_measurements, sources
from intensity.names import UnknownName
from intensity.sheet import DATA, TableError


def row(row_id):
    (only,) = measured(row_id=row_id)
    return only


def test_all_rows_and_sources_are_there():
    counted = collections.Counter(one.source_id for one in measured())
    assert sum(counted.values()) == 3950
    listed = {name: int(source["rows"]) for name, source in sources().items()}
    assert counted == listed
    assert len(listed) == 25


def test_status_words_are_kept_and_only_ok_may_be_called_measured():
    counted = collections.Counter(one.status for one in measured())
    assert counted == {
        "no-version": 1450,
        "ok": 1301,
        "unverified": 630,
        "partial": 545,
        "suspect": 24,
    }
    assert set(counted) == set(STATUS)
    allowed = [one for one in measured() if one.may_be_called_measured]
    assert allowed == list(measured(status="ok"))


def test_every_row_names_its_document():
    assert all(one.source for one in measured())


# --- choosing rows


def test_conditions_narrow_the_choice():
    rows = measured("Llama-3-8B", "RTX 4090", "decode", count=1, batch=1)
    assert rows
    for one in rows:
        assert (one.model_key, one.hw_key, one.phase) == (
            "Llama-3-8B",
            "RTX-4090",
            "decode",
        )
        assert (one.count, one.batch) == (1, 1)
    assert set(measured("Llama-3-8B", "RTX 4090", status="ok")) <= set(
        measured("Llama-3-8B", "RTX 4090")
    )


def test_a_device_is_found_by_alias_name_and_key():
    by_alias = measured(hardware="A100")
    assert by_alias == measured(hardware="A100-SXM-80GB")
    assert by_alias == measured(hardware="A100-SXM4-80GB")
    assert all(one.device == "A100-SXM-80GB" for one in by_alias)


def test_a_model_is_found_by_alias_and_by_a_shape_that_has_no_model_row():
    assert measured(model="라마 3 8B") == measured(model="Llama-3-8B")
    assert measured(model="Llama-3-70B")  # a shape; models.csv has 3.1 only
    assert {one.model for one in measured(model="Llama-3.1-8B")} != {
        one.model for one in measured(model="Llama-3-8B")
    }


def test_one_of_several_values():
    both = measured(status=("ok", "partial"), batch=range(1, 3))
    assert {one.status for one in both} == {"ok", "partial"}
    assert {one.batch for one in both} == {1, 2}


def test_no_row_is_an_answer_too():
    assert measured("Falcon-180B", "RTX 4090") == ()


@pytest.mark.parametrize(
    ("wanted", "named"),
    [
        ({"status": "good"}, "no-version"),
        ({"status": ("ok", "good")}, "no-version"),
        ({"phase": "decoding"}, "kernel-gemm"),
        ({"unit": "tok/s"}, "tokens/s"),
        ({"batchsize": 1}, "batch"),
    ],
)
def test_a_word_that_no_row_can_have_is_an_error(wanted, named):
    with pytest.raises(CourseError) as caught:
        measured(**wanted)
    assert all(named in sentence for sentence in caught.value.text)


@pytest.mark.parametrize("wanted", [{"model": "GPT-5"}, {"hardware": "H300"}])
def test_an_unknown_name_is_an_error_and_never_a_guess(wanted):
    with pytest.raises(UnknownName):
        measured(**wanted)


# --- the bound of a row, by hand


def test_decode_at_batch_1_is_bounded_by_reading_the_weights():
    # Llama-2-7B in bf16 on an A100: (6.738e9 - 32000 x 4096) weights x 2 bytes and
    # 105 cached tokens x 32 layers x 2 x 32 heads x 128 x 2 bytes, at 2039 GB/s
    one = row("r01349")
    moved = (6.738e9 - 32000 * 4096) * 2 + 105 * 32 * 2 * 32 * 128 * 2
    assert one.bound() == pytest.approx(2039e9 / moved, rel=1e-6)
    assert one.efficiency == pytest.approx(104.9 / 152.7, rel=0.01)


def test_prefill_is_bounded_by_the_arithmetic():
    # Llama-3-8B Q4_K_M on an RTX 3070, 512 tokens: no embedding and no LM head;
    # 4-bit weights may be multiplied in int8, at 163e12
    one = row("r00005")
    flops = 2 * (8.03e9 - 2 * 128256 * 4096)
    assert one.bound() == pytest.approx(163e12 / flops, rel=1e-6)


def test_a_matrix_product_is_bounded_by_the_larger_of_its_two_times():
    small, large = row("r03126"), row("r03139")
    assert (small.shape["m"], small.unit) == (1, "us")
    moved = 2 * (4096 * 4096 + 4096 + 4096)
    assert small.bound() == pytest.approx(moved / 2039e9 * 1e6)
    m, n, k = (large.shape[name] for name in "mnk")
    assert large.bound() == pytest.approx(
        max(2 * m * n * k / 312e12, 2 * (n * k + m * k + m * n) / 2039e9) * 1e6
    )


def test_an_achieved_bandwidth_is_bounded_by_the_datasheet_one():
    one = row("r01350")
    assert (one.unit, one.bound()) == ("GB/s", 2039)
    assert one.efficiency == pytest.approx(1397.31 / 2039)


def test_devices_in_a_group_add_up_but_split_layers_take_turns():
    (alone,) = measured(row_id="r01349")
    (group,) = measured(row_id="r01369")
    assert (group.model, group.parallelism) == (alone.model, "TP8")
    assert group.bound() == pytest.approx(8 * alone.bound())
    (split,) = measured(row_id="r00079")
    (single,) = measured(
        "Llama-3-8B",
        "RTX 3090",
        "decode",
        source_id="xd-gpu-bench",
        precision_weights="Q4_K_M",
        count=1,
        gen_len=512,
    )
    assert (split.parallelism, split.count) == ("layer split", 2)
    assert split.bound() == pytest.approx(single.bound())


def test_small_passes_over_a_prompt_read_the_weights_again():
    slow, fast = row("r05942"), row("r05951")
    assert "ubatch 1" in slow.metric
    assert "ubatch 2048" in fast.metric
    assert slow.bound() < fast.bound() / 10


# --- all rows


def test_most_rows_are_bounded_and_sixteen_are_above():
    bounded = [one for one in measured() if one.bound() is not None]
    assert len(bounded) == 3544
    above = [one for one in bounded if one.efficiency > 1]
    assert len(above) == 16
    where = collections.Counter((one.source_id, one.hw_key) for one in above)
    assert where == {
        ("aiconfigurator-ops", "A100-SXM4-80GB"): 8,
        ("aiconfigurator-ops", "L40S"): 4,
        ("vllm-fp8-gemm", "RTX-5090"): 4,
    }


def test_every_row_above_its_bound_is_explained_and_no_other():
    for one in measured():
        assert (one.anomaly is not None) == ((one.efficiency or 0) > 1)


def test_every_explanation_explains_some_row():
    for entry in anomalies("above"):
        assert any(one.anomaly == entry.cause for one in measured())
    for entry in anomalies("below"):
        assert any(entry.fits(one) for one in measured())
        assert all(entry.cause)


def test_no_row_above_its_bound_may_be_fitted_blindly():
    # the impossible attention rows carry the word; cache effects are honest records
    impossible = measured(hardware="A100", phase="kernel-attn-decode", status="suspect")
    assert len(impossible) == 24
    assert sum(one.efficiency > 1 for one in impossible) == 8


def test_a_row_can_be_sent_to_another_process():
    one = row("r03126")
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_bound_is_positive_and_an_efficiency_never_negative():
    for one in measured():
        best = one.bound()
        assert best is None or best > 0
        assert (one.efficiency is None) == (best is None)


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ("bf16", 2),
        ("fp16/bf16", 2),
        ("F16", 2),
        ("fp8", 1),
        ("GPTQ int8", 1),
        ("int8 W8A8 (SmoothQuant)", 1),
        ("AWQ int4", 0.5),
        ("int4 g128, fp16 activations", 0.5),
        ("bitsandbytes 4-bit", 0.5),
        ("bitsandbytes LLM.int8", 1),
        ("MXFP4", 0.5),
        ("IQ4_NL 4.5bpw", 4.5 / 8),
        ("~2-bit mixed", 0.25),
        ("", None),
        ("something else", None),
    ],
)
def test_a_weight_takes_at_least_what_its_format_says(written, size):
    assert bounds.weight_bytes(written) == size


def test_every_precision_in_the_table_is_understood():
    for one in measured():
        if one.precision_weights:
            assert bounds.weight_bytes(one.precision_weights), one.precision_weights


# --- spoilt tables


@pytest.fixture
def folder(tmp_path):
    for file in DATA.glob("measured*.csv"):
        shutil.copy(file, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("status", "good"),
        ("unit", "tok/s"),
        ("phase", "decoding"),
        ("value", "fast"),
        ("value", "-1"),
        ("batch", "many"),
        ("count", "two"),
        ("hw_key", "H300"),
        ("model_key", "GPT-5"),
        ("source_id", "somewhere"),
        ("row_id", "r00002"),
        ("metric", "latency;m=one"),
    ],
)
def test_a_spoilt_cell_is_named_with_file_line_and_column(folder, column, value):
    path = folder / "measured.csv"
    with path.open(encoding="utf-8", newline="") as handle:
        reader = csv.DictReader(handle)
        rows, header = list(reader)[:3], reader.fieldnames
    rows[0][column] = value
    with path.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, header)
        writer.writeheader()
        writer.writerows(rows)
    line = 3 if column == "row_id" else 2
    with pytest.raises(TableError) as caught:
        list(load_measurements(folder))
    for sentence in caught.value.text:
        assert all(part in sentence for part in ("measured.csv", str(line), column))


def test_the_measurements_are_not_loaded_before_they_are_asked_for():
    code = (
        "import sys, intensity;"
        "assert 'intensity.measurement' not in sys.modules;"
        "assert 'numpy' not in sys.modules and 'matplotlib' not in sys.modules;"
        "assert len(intensity.measured(source_id='gpt-fast')) > 0;"
        "assert intensity.Measurement is type(intensity.measured()[0]);"
        "import intensity.plot.measured;"
        "assert callable(intensity.measured)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
