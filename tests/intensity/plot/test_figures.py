"""What the figures show is what the library computed."""

import itertools
import math

import numpy
import pytest
from matplotlib.colors import to_hex

from intensity import (
    CourseError,
    Precision,
    Roof,
    Text,
    capacity,
    decode,
    flip_batch,
    flip_context,
    hardware,
    matmul,
    model,
    plot,
    prefill,
    total,
    verdict,
)
from intensity.plot.roofline import RIDGE
from intensity.plot.rows import heading
from intensity.plot.sketch import COMPUTE, MEMORY, Sketch, decades, doublings, even

LLAMA = model("Llama-3-8B")
A100 = hardware("A100").roof()
H100 = hardware("H100").roof()


def lines(drawing):
    return drawing.figure.axes[0].get_lines()


def boxes(drawing):
    """Boxes of the labels written inside the axes, as the Agg renderer measures."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    renderer = FigureCanvasAgg(drawing.figure).get_renderer()
    axes = drawing.figure.axes[0]
    inside = [label.artist for label in drawing.labels if label.artist in axes.texts]
    return {text.get_text(): text.get_window_extent(renderer) for text in inside}


# --- roofline ---------------------------------------------------------------------


@pytest.mark.parametrize("roofs", [[A100], [A100, H100, hardware("H20").roof()]])
def test_each_ridge_is_marked_at_the_librarys_value(roofs):
    marks = [
        (float(line.get_xdata()[0]), float(line.get_ydata()[0]))
        for line in lines(plot.roofline(roofs))
        if line.get_label() == RIDGE
    ]
    assert marks == [(roof.ridge, roof.flops_per_s) for roof in roofs]


def test_a_roof_is_its_attainable_rate_everywhere():
    (slope, flat) = [
        line for line in lines(plot.roofline(A100)) if line.get_linewidth() == 2.2
    ]
    for line, colour in ((slope, MEMORY), (flat, COMPUTE)):
        assert to_hex(line.get_color()) == colour
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True):
            assert y == pytest.approx(A100.attainable(x))


def test_the_borderline_band_is_half_to_twice_the_ridge():
    drawing = plot.roofline([A100, H100])
    (band,) = drawing.figure.axes[0].patches
    assert band.get_x() == pytest.approx(A100.ridge / 2)
    assert band.get_x() + band.get_width() == pytest.approx(A100.ridge * 2)


def test_a_cost_stands_on_the_roof_and_a_step_at_its_least_time():
    one = plot.Point.of("one", matmul(1, 4096, 4096), A100)
    assert one.flops_per_s == A100.attainable(one.intensity)
    step = decode(LLAMA, batch=256, context=512)
    point = plot.Point.of("step", step, A100)
    least = sum(
        max(
            op.cost.flops / A100.flops_per_s,
            op.cost.bytes / A100.bytes_per_s,
        )
        for op in step
    )
    assert point.flops_per_s == pytest.approx(total(step).flops / least)
    assert point.intensity == total(step).intensity
    assert point.flops_per_s < A100.attainable(point.intensity)


def test_points_keep_the_numbers_they_were_given():
    drawing = plot.roofline(
        A100,
        [
            ("a", matmul(64, 4096, 4096)),
            (Text("나", "b"), (12.5, 3e12)),
            plot.Point("c", 400.0, 2e14, series="prefill"),
        ],
    )
    rows = {row["name"].en: row for row in drawing.rows}
    cost = matmul(64, 4096, 4096)
    for name, x, y in (
        ("a", cost.intensity, A100.attainable(cost.intensity)),
        ("b", 12.5, 3e12),
        ("c", 400.0, 2e14),
    ):
        assert rows[name]["intensity [FLOP/byte]"] == x
        assert rows[name]["rate [FLOP/s]"] == y
    assert rows[A100.name]["intensity [FLOP/byte]"] == A100.ridge


def test_a_trajectory_is_joined_in_the_order_given():
    batches = (1, 8, 64, 256, 1024)
    steps = [decode(LLAMA, batch=batch, context=512) for batch in batches]
    path = plot.Trajectory(
        "decode", tuple(plot.Point.of(f"{i}", s, A100) for i, s in enumerate(steps))
    )
    drawing = plot.roofline(A100, trajectories=[path])
    (drawn,) = [line for line in lines(drawing) if len(line.get_xdata()) == 5]
    assert list(drawn.get_xdata()) == [total(step).intensity for step in steps]
    # flips.md of this course: batch 563 is the flip at context 512
    assert drawn.get_xdata()[3] < A100.ridge < drawn.get_xdata()[4]


def test_only_what_nobody_measured_is_called_inferred():
    assert (
        "inferred" in plot.roofline(A100, [("a", matmul(1, 8, 8))]).caption.en.lower()
    )
    assert plot.roofline(A100, [("a", (10.0, 1e12))]).caption is None
    reported = plot.Point("a", 10.0, 1e12)
    assert plot.roofline(A100, [reported]).caption is None
    path = plot.Trajectory("t", (reported,))
    assert plot.roofline(A100, trajectories=[path]).caption is None
    assert plot.roofline(A100, achieved=A100.scaled(memory=0.8)).caption is None


@pytest.mark.parametrize("bad", [(0.0, 1e12), (1.0, -1.0), (math.nan, 1.0)])
def test_a_point_that_a_log_axis_cannot_show_is_an_error(bad):
    with pytest.raises(CourseError, match="log axis"):
        plot.roofline(A100, [("bad", bad)])
    with pytest.raises(CourseError, match="no roof"):
        plot.roofline([])


def test_labels_of_a_crowded_roofline_do_not_cover_each_other():
    path = plot.Trajectory(
        "decode",
        tuple(
            plot.Point.of(f"{b:,}", decode(LLAMA, batch=b, context=512), A100)
            for b in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
        ),
    )
    drawing = plot.roofline(
        A100,
        [plot.Point.of("prefill 2,048", prefill(LLAMA, prompt=2048), A100)],
        trajectories=[path],
    )
    found = boxes(drawing)
    assert len(found) > 14
    slanted = {"2.04 TB/s"}  # its box is that of the slanted text: mostly empty
    for (one, a), (two, b) in itertools.combinations(found.items(), 2):
        if not slanted & {one, two}:
            wide = min(a.x1, b.x1) - max(a.x0, b.x0)
            high = min(a.y1, b.y1) - max(a.y0, b.y0)
            assert wide <= 1 or high <= 2, f"{one!r} covers {two!r}"


# --- flip map ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def flips():
    return plot.flip_map(LLAMA, A100, device_bytes=hardware("A100").memory_bytes)


def test_the_rows_of_a_flip_map_are_the_solvers(flips):
    for row in flips.rows:
        solved = flip_batch(LLAMA, A100, context=row["context [tokens]"])
        for key, value in (
            ("aggregate", solved.aggregate),
            ("per operation", solved.per_op),
        ):
            shown = row[f"flip batch, {key}"]
            assert shown == (Text("없음", "never") if value is None else value)


def test_the_largest_batch_that_fits_fits_and_one_more_does_not(flips):
    size = hardware("A100").memory_bytes
    for row in flips.rows:
        batch = row["largest batch that fits"]
        fits = [
            capacity(
                LLAMA, batch=b, context=row["context [tokens]"], device_bytes=size
            ).fits
            for b in (batch, batch + 1)
        ]
        assert fits == [True, False]


def curve(drawing, style):
    """Vertices (context, batch) of the contour drawn in the style of a legend line."""
    for collection in drawing.figure.axes[0].collections:
        width = collection.get_linewidth()
        paths = collection.get_paths()
        if len(width) and width[0] == style["linewidth"] and len(paths[0].vertices):
            return numpy.concatenate([path.vertices for path in paths])
    raise AssertionError("no such curve")


def test_the_solid_curve_is_where_compute_and_memory_time_are_equal(flips):
    for context, batch in curve(flips, {"linewidth": 2.2})[::5]:
        step = decode(LLAMA, batch=numpy.array([batch]), context=numpy.array([context]))
        assert verdict(step, A100).ratio[0] == pytest.approx(1, rel=0.02)


def test_the_dashed_curve_is_the_flip_operation_by_operation(flips):
    for row in flips.rows:
        batch = row["flip batch, per operation"]
        if isinstance(batch, int):
            near = [
                y
                for x, y in curve(flips, {"linewidth": 1.4})
                if abs(math.log(x / row["context [tokens]"])) < 0.05
            ]
            assert min(abs(math.log(y / batch)) for y in near) < 0.1


def test_the_longest_context_that_can_flip_is_marked(flips):
    longest = flip_context(LLAMA, A100).aggregate
    assert any(set(line.get_xdata()) == {longest} for line in lines(flips))
    assert any(f"{longest:,}" in label.text.en for label in flips.labels)
    assert longest == 721  # the course's table of flips for this pair


def test_sides_of_a_flip_map_differ_without_colour_and_are_named(flips):
    names = {label.text.en for label in flips.labels}
    assert {"memory-bound", "compute-bound"} <= names
    drawn = flips.figure.axes[0].collections
    hatched = [part for part in drawn if getattr(part, "hatches", [None])[0]]
    assert len(hatched) == 1


@pytest.mark.parametrize(
    ("name", "device", "precision"),
    [
        ("Llama-2-7B", "H100", Precision()),
        ("Mixtral-8x7B", "H20", Precision()),
        ("DeepSeek-V3", "H100", Precision.parse("fp8")),
        ("Llama-3-8B", "A100", Precision.parse("w4a16")),
    ],
)
def test_any_kind_of_model_has_a_flip_map(name, device, precision):
    roof = hardware(device).roof(precision.compute)
    drawing = plot.flip_map(model(name), roof, precision=precision)
    assert "<svg" in drawing._repr_html_()
    assert name in drawing.title.en
    assert precision.weights in drawing.caption.en


@pytest.mark.parametrize("bounds", [(8, 8), (0, 8), (9, 3), (1, 2, 3)])
def test_a_range_that_does_not_grow_is_an_error(bounds):
    for ranges in ({"batches": bounds}, {"contexts": bounds}):
        with pytest.raises(CourseError, match="first < last"):
            plot.flip_map(LLAMA, A100, **ranges)


# --- operations -------------------------------------------------------------------


def test_bars_are_the_times_of_the_operations():
    step = decode(LLAMA, batch=256, context=2048)
    drawing = plot.op_bars(step, A100)
    bars = drawing.figure.axes[0].patches
    for index, op in enumerate(step):
        compute, memory = bars[2 * index], bars[2 * index + 1]
        assert compute.get_width() / 1e3 == pytest.approx(A100.compute_s(op.cost))
        assert memory.get_width() / 1e3 == pytest.approx(A100.memory_s(op.cost))
        assert drawing.rows[index]["bound"] == A100.bound(op.cost)
        assert memory.get_hatch()
        assert not compute.get_hatch()
    ticks = drawing.figure.axes[0].get_yticklabels()
    assert [tick.get_text() for tick in ticks] == [op.name for op in step]
    with pytest.raises(CourseError):
        plot.op_bars((), A100)


def test_attentions_share_is_that_of_the_steps_time():
    drawing = plot.attention_share(LLAMA, H100, (64,), (512, 32768))
    shares = {r["context [tokens]"]: r["attention share"] for r in drawing.rows}
    # the course's own table for this model, device and batch: 22, 53, 82, 95 %
    for context, percent in ((512, 22), (2048, 53), (8192, 82), (32768, 95)):
        assert round(100 * shares[context]) == percent


def test_ridges_are_ranked_and_are_peak_over_bandwidth():
    names = ["L4", "H20", "H100", "A100"]
    drawing = plot.ridges(names)
    found = [row["ridge [FLOP/byte]"] for row in drawing.rows]
    assert found == sorted(hardware(name).roof().ridge for name in names)
    for row in drawing.rows:
        assert (
            row["ridge [FLOP/byte]"] == row["peak [FLOP/s]"] / row["bandwidth [byte/s]"]
        )


def test_a_ridge_that_is_not_verified_has_a_hollow_mark():
    drawing = plot.ridges(["H20", "TPU v5e", "A100"])
    marks = [line for line in lines(drawing) if line.get_marker() == "o"]
    words = [{row["peak is"], row["bandwidth is"]} for row in drawing.rows]
    assert any(word != {"verified"} for word in words)
    for mark, word in zip(marks, words, strict=True):
        assert (mark.get_markerfacecolor() == "none") == (word != {"verified"})


def test_a_format_that_a_device_lacks_is_left_out_and_none_at_all_is_an_error():
    drawing = plot.ridges(["A100", "H100"], ("bf16", "fp8"))
    shown = {(row["device"], row["format"]) for row in drawing.rows}
    a100 = hardware("A100").name
    assert (a100, "bf16") in shown
    assert (a100, "fp8") not in shown
    with pytest.raises(CourseError, match="fp8"):
        plot.ridges(["A100"], ("fp8",))


# --- charts ------------------------------------------------------------------------


def test_lines_of_a_chart_differ_without_colour():
    axis = plot.Axis(Text("축 [s]", "axis [s]"), "linear")
    many = [plot.Series.of(f"{n}", [(0, n), (1, n + 1)]) for n in range(4)]
    words = {"title": Text("가", "a"), "description": Text("나", "b")}
    drawing = plot.chart(many, x=axis, y=axis, **words)
    drawn = [line for line in lines(drawing) if line.get_linewidth() == 2]
    patterns = {str(line._unscaled_dash_pattern) for line in drawn}
    assert len(drawn) == len(patterns) == 4


def test_a_chart_draws_its_levels_and_keeps_its_numbers():
    drawing = plot.chart(
        [plot.Series.of(Text("선", "line"), [(1, 10), (100, 1000)])],
        x=plot.Axis(Text("가로 [s]", "across [s]")),
        y=plot.Axis(Text("세로 [m]", "up [m]")),
        levels=[plot.Level("ridge", 153.0)],
        title=Text("차트", "chart"),
        description=Text("설명", "what it shows"),
    )
    assert any(set(line.get_ydata()) == {153.0} for line in lines(drawing))
    assert [(row["across [s]"], row["up [m]"]) for row in drawing.rows] == [
        (1, 10),
        (100, 1000),
        ("", 153.0),
    ]
    with pytest.raises(CourseError, match="nothing to draw"):
        plot.chart(
            [],
            x=plot.Axis(Text("가", "a")),
            y=plot.Axis(Text("나", "b")),
            title=Text("가", "a"),
            description=Text("나", "b"),
        )


# --- every figure -----------------------------------------------------------------


def every_figure():
    step = decode(LLAMA, batch=64, context=2048)
    yield plot.roofline([A100, H100], [("step", total(step))])
    yield plot.op_bars(step, A100)
    yield plot.attention_share(LLAMA, H100)
    yield plot.ridges(["A100", "H100", "H20"], ("bf16", "fp8"))


def test_every_figure_has_data_a_description_and_axes_with_units():
    for drawing in every_figure():
        assert drawing.rows
        assert len({tuple(row) for row in drawing.rows}) == 1
        for text in (drawing.title, drawing.description):
            assert text.ko != text.en
            assert len(text.en) > 10
        named = [label.text for label in drawing.labels if "[" in label.text.en]
        assert named
        assert all("[" in text.ko for text in named)


def test_every_heading_of_the_data_is_said_in_korean():
    chart = plot.chart(
        [plot.Series.of(Text("선", "line"), [(1, 2), (3, 4)])],
        x=plot.Axis(Text("가로 [s]", "across [s]")),
        y=plot.Axis(Text("세로 [m]", "up [m]")),
        title=Text("차트", "chart"),
        description=Text("설명", "what it shows"),
    )
    map_ = plot.flip_map(LLAMA, A100, (1, 64), (64, 512), device_bytes=80e9)
    for drawing in (chart, map_, *every_figure()):
        for column in drawing.rows[0]:
            korean = heading(drawing, column).ko
            assert any("가" <= char <= "힣" for char in korean), column


def test_a_figure_never_touches_the_global_state_of_pyplot():
    import sys

    before = "matplotlib.pyplot" in sys.modules
    plot.roofline(Roof(1e12, 1e11))._repr_html_()
    assert ("matplotlib.pyplot" in sys.modules) == before
    if before:
        from matplotlib import pyplot

        assert not pyplot.get_fignums()


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(CourseError, match="pip install matplotlib"):
        Sketch()


@pytest.mark.parametrize("low", [0.3, 1, 7, 123])
@pytest.mark.parametrize("span", [3, 40, 5000])
def test_ticks_stay_within_the_axis_and_are_few(low, span):
    high = low * span
    for ticks in (decades(low, high), even(low, high), doublings(low, high)):
        values, texts = ticks
        assert len(values) == len(texts) <= 13
        assert len(set(texts)) == len(texts)
        assert all(low * 0.999 <= value <= high * 1.001 for value in values)
