"""The tables of the pages: they show what the library computes, and nothing else."""

import pytest

from intensity import Cost, CourseError, Op, Roof, Text, hardware, model
from intensity.capacity import capacity, largest_batch
from intensity.chunks import chunked_prefill
from intensity.panels import (
    hardware_table,
    named,
    ops_table,
    passes_row,
    sweep_table,
    tokens_per_s,
    what_if_table,
)
from intensity.transformer import decode, prefill, total
from intensity.verdict import verdict

CAPTION = Text(ko="예", en="Example")
ROOF = Roof(flops_per_s=100, bytes_per_s=10)  # ridge 10
LLAMA = model("Llama-3-8B")
A100 = hardware("A100")
# One operation on each side of the ridge: 5 s of arithmetic, 4 s of traffic.
STEP = (Op("dense", 2, Cost(500, 10)), Op("read", 1, Cost(1, 40)))


def test_the_shares_of_a_steps_operations_are_of_its_least_time() -> None:
    shares = [row[-1] for row in ops_table(STEP, ROOF, caption=CAPTION).rows]
    assert shares == ["55.6 %", "44.4 %", "100 %"]


def test_only_the_side_that_limits_reacts_when_it_is_doubled() -> None:
    step = {"dense": STEP[:1], "read": STEP[1:]}
    rows = what_if_table(step, ROOF, caption=CAPTION).rows
    assert [row[1:] for row in rows] == [
        ("5 s", "2.5 s", "5 s"),
        ("4 s", "4 s", "2 s"),
    ]


def test_a_device_shows_the_weaker_of_its_two_words() -> None:
    table = hardware_table(["A100", "TPU v5e"], compute="bf16", caption=CAPTION)
    assert [row[-1] for row in table.rows] == ["verified", "disputed"]


def test_a_sweep_over_two_sizes_has_a_column_for_each() -> None:
    table = sweep_table(
        {(1, 2): STEP, (3, 4): STEP},
        variable=("batch", "context"),
        roof=ROOF,
        caption=CAPTION,
    )
    assert [row[:2] for row in table.rows] == [["1", "2"], ["3", "4"]]
    assert {row[-2] for row in table.rows} == {"compute"}


def test_an_operation_that_is_not_there_lists_those_that_are() -> None:
    with pytest.raises(CourseError, match="dense, read"):
        named(STEP, "attention")


def test_passes_add_up_and_the_longest_is_named() -> None:
    assert passes_row([STEP, STEP[:1]], ROOF) == ("9 s", "14 s")


def test_tokens_per_second_is_tokens_over_the_least_time() -> None:
    assert tokens_per_s(STEP, ROOF, tokens=18) == pytest.approx(2)


def test_chunks_read_the_whole_prompt_and_no_pair_twice() -> None:
    whole = prefill(LLAMA, prompt=1000)
    passes = chunked_prefill(LLAMA, prompt=1000, chunk=300)
    assert len(passes) == 4
    once = named(whole, "attention").flops
    assert sum(named(p, "attention").flops for p in passes) == once
    projected = sum(named(p, "q_proj").flops for p in passes)
    assert projected == named(whole, "q_proj").flops


def test_chunks_never_take_less_time_than_the_whole() -> None:
    roof = A100.roof("bf16")
    whole = verdict(prefill(LLAMA, prompt=2048), roof).time_s
    for chunk in (64, 512, 2048):
        passes = chunked_prefill(LLAMA, prompt=2048, chunk=chunk)
        assert sum(verdict(p, roof).time_s for p in passes) >= whole


def test_the_largest_batch_fits_and_one_more_does_not() -> None:
    room = A100.memory_bytes
    batch = largest_batch(LLAMA, context=2048, device_bytes=room)
    fits = [
        capacity(LLAMA, batch=b, context=2048, device_bytes=room).fits
        for b in (batch, batch + 1)
    ]
    assert fits == [True, False]


def test_a_model_that_does_not_fit_has_no_batch() -> None:
    big = model("Llama-3.1-405B")
    assert largest_batch(big, context=1, device_bytes=A100.memory_bytes) == 0


def test_a_very_large_batch_comes_close_to_the_saturated_step() -> None:
    from intensity.flips import saturated

    limit = total(saturated(decode(LLAMA, batch=1, context=512))).intensity
    large = total(decode(LLAMA, batch=1 << 20, context=512)).intensity
    assert large < limit
    assert large == pytest.approx(limit, rel=1e-2)
