"""What a reader is shown of a model or device, and what `check` finds."""

import csv
import json
import shutil

import pytest

from intensity.check import check
from intensity.names import UnknownName
from intensity.sheet import DATA
from intensity.show import exact, list_data, list_lines, show_data, show_lines


@pytest.fixture(params=["ko", "en"])
def lang(request, monkeypatch):
    monkeypatch.setenv("INTENSITY_LANG", request.param)
    return request.param


def hangul(text):
    return any("가" <= letter <= "힣" for letter in text)


def test_a_device_shows_value_unit_source_certainty_and_note(lang):
    text = "\n".join(show_lines("A100"))
    for part in ("312 TFLOP/s", "2.039 TB/s", "80 GB", "ridge 153", "verified"):
        assert part in text
    assert "NVIDIA Ampere Architecture" in text
    assert "624" in text  # the sparse figure, named as a trap
    assert hangul(text) == (lang == "ko")


def test_a_short_name_says_first_what_it_was_taken_for(lang):
    assert "A100-SXM-80GB" in show_lines("A100")[0]
    assert show_lines("A100-PCIe-80GB")[0].startswith("A100-PCIe-80GB")
    assert show_data("A100")["assumption"][lang]
    assert show_data("A100-PCIe-80GB")["assumption"] is None


def test_a_model_shows_its_shape_and_what_follows_from_it(lang):
    text = "\n".join(show_lines("llama3:8b"))
    for part in ("GQA", "8,029,995,008", "131,072 B", "8192", "verified", "litgpt"):
        assert part in text
    assert "MoE" not in text
    assert hangul(text) == (lang == "ko")


def test_a_number_that_is_not_verified_says_so():
    assert "recalled" in "\n".join(show_lines("HyperCLOVAX-SEED-1.5B"))
    assert "disputed" in "\n".join(show_lines("DGX Spark"))


@pytest.mark.usefixtures("lang")
def test_experts_and_compressed_attention_are_shown_where_they_exist():
    text = "\n".join(show_lines("DeepSeek-R1"))
    for part in ("MLA", "256", "37,551,276,032", "70,272 B"):
        assert part in text
    assert "37,551" not in "\n".join(show_lines("Llama-3-8B"))


@pytest.mark.usefixtures("lang")
def test_what_is_in_no_table_names_near_ones_of_both_kinds():
    with pytest.raises(UnknownName, match="H200-SXM"):
        show_lines("H300")
    with pytest.raises(UnknownName, match="Llama-3-8B"):
        show_data("Llama-3-9B")


@pytest.mark.usefixtures("lang")
def test_lists_are_whole():
    assert len(list_lines("models")) == 63
    assert len(list_lines("hardware")) == 79
    assert list_lines() == list_lines("models") + list_lines("hardware")
    assert list_data() == {
        "models": list_data("models"),
        "hardware": list_data("hardware"),
    }


def test_shown_data_is_plain_and_keeps_si_units():
    data = json.loads(json.dumps(show_data("H100")))
    values = {figure["quantity"]: figure for figure in data["figures"]}
    assert values["dense_bf16_flops_per_s"]["value"] == 989.4e12
    assert values["dense_bf16_flops_per_s"]["sources"]
    assert values["mem_bytes"]["unit"] == "byte"
    assert json.dumps(list_data())


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (19.5e12, "FLOP/s", "19.5 TFLOP/s"),
        (1978.9e12, "FLOP/s", "1.9789 PFLOP/s"),
        (80e9, "byte", "80 GB"),
        (1e12, "op/s", "1 Top/s"),
    ],
)
def test_a_value_keeps_the_digits_of_its_source(value, unit, shown):
    assert exact(value, unit) == shown


# --- check


def test_the_packaged_tables_pass_and_what_is_odd_is_listed():
    findings = check()
    assert all(ok for _, ok, _ in findings)
    whats = [what for what, _, _ in findings]
    for file in ("hardware", "models", "sources", "notes", "aliases", "measured"):
        assert f"{file}.csv" in whats
    above = [text for what, _, text in findings if what.startswith("measured.csv ")]
    assert len(above) == 3
    assert any("165 %" in text.en and "165 %" in text.ko for text in above)
    for _, _, text in findings:
        assert hangul(text.ko)
        assert not hangul(text.en)


@pytest.mark.parametrize(
    ("file", "column", "value"),
    [
        ("hardware.csv", "value", "1"),
        ("hardware.csv", "note", "a note with no Korean"),
        ("models.csv", "layers", "1"),
        ("sources.csv", "id", "nobody-cites-this"),
        ("notes.csv", "en", "nobody has this note"),
        ("measured.csv", "status", "good"),
        ("measured_sources.csv", "rows", "1"),
    ],
)
def test_a_spoilt_table_is_found_and_the_others_still_checked(
    tmp_path, file, column, value
):
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    with (tmp_path / file).open(encoding="utf-8", newline="") as handle:
        reader = csv.DictReader(handle)
        rows, header = list(reader), reader.fieldnames
    rows[0][column] = value
    with (tmp_path / file).open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, header)
        writer.writeheader()
        writer.writerows(rows)
    findings = check(tmp_path)
    assert len(findings) >= 6
    bad = [text for _, ok, text in findings if not ok]
    assert bad
    assert any(file in sentence for text in bad for sentence in text)
