"""Which words say when the verdict would change, and which only say where it holds."""

import pytest

from autograder.reading import read

BOUNDARIES = [
    "unless the batch is large",
    "unless you batch aggressively",
    "until the batch reaches 300",
    "until batch 300",
    "as long as the batch is small",
    "so long as you keep the batch small",
    "provided the batch stays small",
    "only if the batch is small",
    "only at small batch",
    "only for small batches",
    "only when few requests run together",
    "if the batch is small",
    "when the batch is small",
    "while the batch is small",
    "up to batch 64",
    "below batch 64",
    "for batches below 64",
    "at batch sizes under 64",
    "with fewer than 64 requests",
    "except at large batch",
    "except when the batch is huge",
    "as long as fewer than 64 users are active",
    "before the batch gets large",
    "until concurrency gets high",
    "if the context is short",
    "for short contexts only",
    "unless the context is very long",
    "as long as the prompt is short",
]
OTHER_SIDES = [
    "; past batch 300 it is compute-bound",
    "; above 300 sequences it turns compute-bound",
    "; at large batch it becomes compute-bound",
    ", but at batch 512 it is compute-bound",
    ", but large batches make it compute-bound",
    ", but big batches push it to compute-bound",
    "; from 300 requests on it is compute-bound",
    ". Beyond 300 it becomes compute-bound",
    ". With a big enough batch it becomes compute-bound",
    ". Raise the batch and it becomes compute-bound",
    ". Once the batch hits 300 that changes",
    ", though a large batch changes that",
]
SETTINGS = [
    "at batch 8",
    "at batch 1",
    "with batch 8 and context 4k",
    "on an A100",
    "in bf16",
    "for Llama-3-8B",
    "with a 4k prompt",
    "when running on an A100",
    "if you use an A100",
    "when batch is 8",
    "in our deployment",
    "at all batch sizes",
    "regardless of the batch",
    "even at large batch",
    "for batch sizes from 1 to 32",
    "in every layer",
    "because the batch is small",
    "since we run batch 1",
    "for a single user",
    "with one request",
]
BOUNDARIES_KO = [
    "배치가 작을 때만",
    "배치가 작으면",
    "배치가 작은 한",
    "배치가 커지기 전까지",
    "배치가 300이 될 때까지",
    "배치 300까지는",
    "배치 300 미만에서는",
    "배치 300 이하에서",
    "배치가 300을 넘지 않으면",
    "배치를 작게 유지하면",
    "동시 요청이 적으면",
    "요청이 적을 때만",
    "문맥이 짧으면",
    "프롬프트가 짧을 때만",
    "배치가 크지 않은 이상",
    "배치가 아주 크지만 않으면",
    "작은 배치에서만",
    "배치가 작은 경우에만",
    "사용자가 적은 동안은",
]
OTHER_SIDES_KO = [
    "배치가 커지면 연산 바운드가 된다",
    "배치 300부터는 연산 바운드다",
    "배치가 300을 넘으면 연산 바운드다",
    "배치 512에서는 연산 바운드다",
    "큰 배치에서는 연산 바운드가 된다",
    "배치를 키우면 연산 쪽으로 간다",
    "요청이 몰리면 연산 바운드로 바뀐다",
    "배치가 어느 선을 넘으면 달라진다",
    "배치를 충분히 키우면 뒤집힌다",
]
SETTINGS_KO = [
    "배치 8에서",
    "배치 1이면",
    "배치가 8일 때",
    "배치 8로 돌리면",
    "A100에서",
    "A100이면",
    "BF16으로 돌리면",
    "문맥 4k에서",
    "배치가 작아서",
    "배치가 얼마든",
    "배치가 커도",
    "배치 1부터 32까지",
    "혼자 쓰면",
    "요청 하나면",
]


def has_flip(text):
    reading = read(text)
    assert reading.verdict == "memory-bound", text
    return reading.flip_condition_stated is not None


@pytest.mark.parametrize("words", BOUNDARIES)
def test_a_boundary_is_a_flip_on_either_side_of_the_claim(words):
    assert has_flip(f"Decode is memory-bound {words}.")
    assert has_flip(f"{words[0].upper()}{words[1:]}, decode is memory-bound.")


@pytest.mark.parametrize("words", OTHER_SIDES)
def test_the_other_side_is_a_flip(words):
    assert has_flip(f"Decode is memory-bound{words}.")


@pytest.mark.parametrize("words", SETTINGS)
def test_a_setting_is_no_flip(words):
    assert not has_flip(f"Decode is memory-bound {words}.")
    assert not has_flip(f"{words[0].upper()}{words[1:]}, decode is memory-bound.")


@pytest.mark.parametrize("words", BOUNDARIES_KO)
def test_a_korean_boundary_is_a_flip_before_and_after_the_topic(words):
    assert has_flip(f"{words} 디코드는 메모리 바운드다.")
    assert has_flip(f"디코드는 {words} 메모리 바운드다.")


@pytest.mark.parametrize("words", OTHER_SIDES_KO)
def test_the_other_side_in_korean_is_a_flip(words):
    assert has_flip(f"디코드는 메모리 바운드다. {words}.")
    assert has_flip(f"디코드는 메모리 바운드지만 {words}.")


@pytest.mark.parametrize("words", SETTINGS_KO)
def test_a_korean_setting_is_no_flip(words):
    assert not has_flip(f"{words} 디코드는 메모리 바운드다.")
