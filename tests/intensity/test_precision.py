import pytest

from intensity.language import CourseError
from intensity.precision import Precision


@pytest.mark.parametrize(
    ("text", "weights", "activations", "kv", "compute"),
    [
        ("bf16", "bf16", "bf16", "bf16", "bf16"),
        ("w4a16", "int4", "bf16", "bf16", "bf16"),  # widened, then the 16-bit peak
        ("w8a8", "int8", "int8", "bf16", "int8"),
        ("W4A16KV8", "int4", "bf16", "int8", "bf16"),
        ("fp8", "fp8", "fp8", "bf16", "fp8"),
        ("fp32", "fp32", "fp32", "fp32", "fp32"),
    ],
)
def test_the_arithmetic_is_the_wider_of_weights_and_activations(
    text, weights, activations, kv, compute
):
    p = Precision.parse(text)
    assert (p.weights, p.activations, p.kv, p.compute) == (
        weights, activations, kv, compute,
    )  # fmt: skip


def test_scales_cost_what_a_group_shares():
    # 128 weights share one 16-bit scale and one 4-bit zero point: 2.5 bytes
    p = Precision(weights="int4", group=128)
    assert p.weight_bytes == 0.5 + 2.5 / 128


@pytest.mark.parametrize("junk", ["", "w3a16", "bf17", "w4", "wxay", None, 16])
def test_an_unknown_format_names_the_known_ones(junk):
    with pytest.raises(CourseError) as caught:
        Precision.parse(junk)
    assert all("bf16" in text for text in caught.value.text)


@pytest.mark.parametrize("group", [-1, 1.5, True, "128", None])
def test_a_group_is_a_whole_number(group):
    with pytest.raises(CourseError, match="group ="):
        Precision(group=group)
