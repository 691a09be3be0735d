"""Parameters and cache sizes of all models against what publishers print."""

import csv
import math

import pytest

from intensity import Precision, kv_cache_bytes, model
from intensity.sheet import DATA

ROWS = list(csv.DictReader((DATA / "models.csv").read_text("utf-8").splitlines()))


def as_printed(count, printed):
    """How `printed`, in 1e9, comes from `count`: rounded, truncated, or not at all."""
    unit = 10.0 ** -len(printed.partition(".")[2])
    if abs(count / 1e9 - float(printed)) <= unit / 2:
        return "rounded"
    truncated = math.floor(count / 1e9 / unit + 1e-9) * unit
    return "truncated" if math.isclose(truncated, float(printed)) else "other"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model"])
def test_parameters_are_the_published_size(row):
    count = model(row["model"]).parameters
    if row["model"] == "Llama-3.1-405B":
        count += (2 * 126 + 1) * 16384  # it takes the norms to round up to 405.9
    found = as_printed(count, row["params_published_B"])
    # the publisher cuts 14.747 to 14.74
    cut = row["model"] == "HyperCLOVAX-SEED-Think-14B"
    assert found == ("truncated" if cut else "rounded")


# How the publisher's active count relates to ours, which has both embeddings.
ACTIVE = {
    "Mixtral-8x7B": ("rounded", True),
    "Mixtral-8x22B": ("truncated", True),
    "Qwen3-30B-A3B": ("truncated", True),
    "Qwen3-235B-A22B": ("rounded", True),
    "DeepSeek-V3/R1": ("rounded", False),
    "DeepSeek-V2": ("rounded", True),
    "DeepSeek-V2-Lite": ("truncated", False),
    "Kimi-K2": ("rounded", False),
    "gpt-oss-20b": ("rounded", False),
    "gpt-oss-120b": ("rounded", False),
}


def test_active_parameters_are_published_with_or_without_the_gathered_embedding():
    rows = {r["model"]: r for r in ROWS if r["active_published_B"]}
    assert set(rows) == set(ACTIVE)
    for name, (how, embedded) in ACTIVE.items():
        shape = model(name)
        count = shape.active_parameters
        if not embedded:
            count -= shape.vocab * shape.hidden
        assert as_printed(count, rows[name]["active_published_B"]) == how, name


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model"])
def test_the_exact_count_adds_norms_and_biases_only(row):
    # at most four norms of two vectors a layer, and a bias to every matrix
    shape = model(row["model"])
    extra = int(row["params_exact"]) - shape.parameters
    wide = max(shape.hidden, shape.ffn_dim, shape.heads * shape.head_dim)
    experts = shape.experts_total * (2 * shape.expert_dim + shape.hidden + 1)
    assert 0 < extra < (shape.layers + 1) * (16 * wide + experts)


@pytest.mark.parametrize(
    ("name", "kilobytes"),
    [
        # DeepSeek-AI, "Insights into DeepSeek-V3" (arXiv 2505.09343), table 1; recalled
        ("DeepSeek-V3", 70.272),
        ("Qwen2.5-72B", 327.680),
        ("Llama-3.1-405B", 516.096),
    ],
)
def test_cache_of_a_token_as_published(name, kilobytes):
    assert kv_cache_bytes(model(name), batch=1, context=1) == kilobytes * 1e3


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model"])
def test_cache_of_a_token_is_the_tables_column_in_every_format(row):
    shape, elements = model(row["model"]), int(row["kv_elems_per_token"])
    for kv, size in (("bf16", 2), ("fp8", 1), ("int4", 0.5)):
        found = kv_cache_bytes(shape, batch=3, context=1, precision=Precision(kv=kv))
        assert found == 3 * elements * size
    # a windowed layer keeps its window: short contexts grow, long ones grow less
    long = kv_cache_bytes(shape, batch=1, context=100_000)
    assert long <= 100_000 * elements * 2
    assert (long < 100_000 * elements * 2) == (shape.window is not None)
