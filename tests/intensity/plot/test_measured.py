"""Figures of measurements: every row shown, none called what it is not."""

import pytest

from intensity import CourseError, Text, hardware, measured, plot
from intensity.plot.rows import heading

TITLE = Text("제목", "title")
DECODE = {"phase": "decode", "unit": "tokens/s", "batch": 1}


def test_each_row_stands_at_its_bound_and_its_value():
    rows = measured(model="Llama-3-8B", **DECODE)
    drawing = plot.efficiency(rows, title=TITLE)
    shown = {r["row"]: r for r in drawing.rows if r["row"]}
    bounded = {row.row_id: row for row in rows if row.bound()}
    assert shown.keys() == bounded.keys()
    for name, row in bounded.items():
        assert shown[name]["Bound [tokens/s]"] == row.bound()
        assert shown[name]["Reported [tokens/s]"] == row.value
        assert shown[name]["efficiency"] == pytest.approx(row.value / row.bound())


def test_the_line_of_100_percent_is_where_value_and_bound_agree():
    for unit, half in (("tokens/s", 0.5), ("ms/token", 2.0)):
        rows = measured(phase="decode", unit=unit, model="Llama-3-70B")
        drawing = plot.efficiency(rows, title=TITLE)
        by_line = {"100 %": 1.0, "50 %": half}
        for line, ratio in by_line.items():
            ends = [r for r in drawing.rows if r["series"].en == line]
            assert len(ends) == 2
            for end in ends:
                x, y = end[f"Bound [{unit}]"], end[f"Reported [{unit}]"]
                assert y == pytest.approx(ratio * x)


def test_a_row_above_its_bound_is_labelled_not_hidden():
    above = [row for row in measured(unit="us") if (row.efficiency or 0) > 1]
    assert above
    drawing = plot.efficiency(above[:3], by="hardware", title=TITLE)
    said = {label.text.en for label in drawing.labels}
    for row in above[:3]:
        assert f"{100 * row.efficiency:.0f} %" in said


def test_only_rows_with_all_conditions_are_filled_and_called_measured():
    rows = measured(model="Llama-3-8B", **DECODE)
    sure = sum(row.may_be_called_measured for row in rows if row.bound())
    unsure = sum(not row.may_be_called_measured for row in rows if row.bound())
    assert sure
    assert unsure
    drawing = plot.efficiency(rows, title=TITLE)
    filled = hollow = 0
    for line in drawing.figure.axes[0].get_lines():
        if line.get_linestyle() == "None":
            count = len(line.get_xdata())
            if line.get_markerfacecolor() == "none":
                hollow += count
            else:
                filled += count
    assert (filled, hollow) == (sure, unsure)
    assert f"Measured: {sure} rows" in drawing.caption.en
    assert f"{unsure}행" in drawing.caption.ko
    all_unsure = plot.efficiency(measured(status="no-version", **DECODE), title=TITLE)
    assert "measured" not in all_unsure.caption.en.lower()
    assert "측정" not in all_unsure.caption.ko


def test_bandwidth_is_that_of_all_the_rows_devices():
    rows = measured(model="Llama-3-70B", precision_weights="Q4_K_M", **DECODE)
    drawing = plot.against_bandwidth(rows, title=TITLE)
    shown = {r["row"]: r for r in drawing.rows if r["row"]}
    assert any(row.count > 1 for row in rows)
    for row in rows:
        if row.row_id in shown:
            one = hardware(row.device).roof("fp16").bytes_per_s
            at = shown[row.row_id]["Memory bandwidth [GB/s]"]
            assert at == pytest.approx(one * row.count / 1e9)


def test_what_is_not_drawn_is_counted():
    rows = measured(**DECODE)
    drawn = [row for row in rows if row.bound()]
    assert len(drawn) < len(rows)
    drawing = plot.efficiency(rows, title=TITLE)
    assert f"left out: {len(rows) - len(drawn)} rows" in drawing.caption.en


def test_a_batch_sweep_is_in_order_and_beside_its_bound():
    chosen = {
        "phase": "decode", "source_id": "inferencex-silicon", "model": "Llama-3-70B",
        "hardware": "B200", "count": 1, "context": 8704.0,
    }  # fmt: skip
    rows = measured(precision_weights="fp8", **chosen)
    drawing = plot.batch_sweep({"fp8": rows}, title=TITLE)
    found = [r for r in drawing.rows if r["series"].en == "fp8"]
    assert len(found) == len(rows)
    batches = [r["Batch [sequences]"] for r in found]
    assert batches == sorted(batches)
    bounds = {
        r["Batch [sequences]"]: r["Reported [ms/token]"]
        for r in drawing.rows
        if r["series"].en == "bound of fp8"
    }
    assert bounds == {row.batch: row.bound() for row in rows}


def test_the_axis_of_matrix_products_counts_their_rows():
    rows = measured(phase="kernel-gemm", unit="us", status="ok", hardware="A100")
    drawing = plot.batch_sweep({"A100": rows}, title=TITLE)
    assert "Rows of the product [tokens]" in {t.text.en for t in drawing.labels}


def test_a_bound_that_differs_at_one_place_holds_for_all_there():
    rows = measured(phase="decode", unit="ms/token", model="Llama-3-70B")
    batches = {}
    for row in rows:
        if row.batch and row.bound():
            batches.setdefault(row.batch, []).append(row.bound())
    assert any(len(set(bounds)) > 1 for bounds in batches.values())
    drawing = plot.batch_sweep({"all": rows}, title=TITLE)
    drawn = {
        r["Batch [sequences]"]: r["Reported [ms/token]"]
        for r in drawing.rows
        if r["series"].en == "bound of all"
    }
    assert drawn == {batch: min(bounds) for batch, bounds in batches.items()}


def test_sources_are_named_in_the_caption():
    rows = measured(model="Llama-3-8B", **DECODE)
    caption = plot.efficiency(rows, title=TITLE).caption
    for source in {row.source_id for row in rows if row.bound()}:
        assert source in caption.en
        assert source in caption.ko


def test_every_heading_of_the_data_is_said_in_korean():
    rows = measured(model="Llama-3-8B", **DECODE)
    for draw in (plot.efficiency, plot.against_bandwidth):
        drawing = draw(rows, title=TITLE)
        for column in drawing.rows[0]:
            korean = heading(drawing, column).ko
            assert any("가" <= char <= "힣" for char in korean), column


def test_units_do_not_mix_and_nothing_is_an_error():
    with pytest.raises(CourseError, match="ms/token"):
        plot.efficiency(measured(phase="decode", model="Llama-3-70B"), title=TITLE)
    for draw in (plot.efficiency, plot.against_bandwidth):
        with pytest.raises(CourseError, match="no measured row"):
            draw([], title=TITLE)
    with pytest.raises(CourseError, match="no measured row"):
        plot.batch_sweep({"none": []}, title=TITLE)
