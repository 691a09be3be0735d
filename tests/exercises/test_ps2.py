"""Problem set 2: the model solution, blanks, and what students typically write."""

import ast
import json
from pathlib import Path

import pytest

from exercises.sample_class import text

NOTEBOOK = Path(__file__).parents[2] / "exercises" / "source" / "ps2" / "ps2.ipynb"
BEGIN, END = "### BEGIN HIDDEN TESTS\n", "\nscore("
SOLUTION = ("### BEGIN SOLUTION\n", "### END SOLUTION")


def cells():
    return json.loads(NOTEBOOK.read_text("utf-8"))["cells"]


def _checks():
    found = {}
    for cell in cells():
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            names = {}
            exec(text(cell).partition(BEGIN)[2].rpartition(END)[0], names)
            check = names["check"]()
            found[check.id] = check
    return found


def _answers(part):
    """Question -> answer, from the solution or from the blank that students get."""
    found = {}
    for cell in cells():
        name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        if name.endswith("-answer"):
            blank, _, rest = text(cell).partition(SOLUTION[0])
            names = {}
            exec(rest.partition(SOLUTION[1])[0] if part == "solution" else blank, names)
            names.pop("__builtins__", None)
            found[name.removesuffix("-answer")] = next(iter(names.values()))
    return found


CHECKS = _checks()


def test_a_graded_cell_needs_no_name_but_the_previews_and_the_students():
    """The checker does not run the other cells, so nothing else is there."""
    for cell in cells():
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            call = ast.parse(text(cell).partition(BEGIN)[0]).body[-1].value
            lazy = {
                node
                for part in ast.walk(call)
                if isinstance(part, ast.Lambda)
                for node in ast.walk(part)
            }
            names = [
                node.id
                for node in ast.walk(call)
                if isinstance(node, ast.Name) and node not in lazy
            ]
            assert all(name.startswith("preview_") for name in names), names


def test_the_model_solution_earns_every_point():
    solution = _answers("solution")
    assert solution.keys() == CHECKS.keys()
    for name, answer in solution.items():
        outcome = CHECKS[name].check(answer)
        assert outcome.status == "right", (name, outcome.say("en"))


def test_blanks_earn_nothing_and_raise_nothing():
    for name, blank in _answers("blank").items():
        outcome = CHECKS[name].check(blank)
        assert outcome.fraction < 0.3, name
        assert outcome.message.ko


@pytest.mark.parametrize(
    "junk", [None, "", 3, [], {}, True, "?", {"a": 1}, ["x"], b"x"]
)
@pytest.mark.parametrize("name", CHECKS)
def test_junk_is_never_right_and_never_raises(name, junk):
    outcome = CHECKS[name].check(junk)
    assert outcome.status != "right"
    assert outcome.message.ko != outcome.message.en


FULL = "Llama-3-8B on one A100-80GB in bf16 at batch 8: decode is memory-bound."
FLIP = (
    "Qwen2.5-7B on one A100-80GB in bf16 with a context of 512 tokens: at batch 8 "
    "decode "
    "is memory-bound, but past batch {} it becomes compute-bound."
)
PREFILL = {
    "phase": "prefill",
    "verdict": "memory-bound",
    "model": "Llama-3-8B",
    "hardware": "H100",
    "batch": 1,
    "precision": "bf16",
    "prompt": 32,
    "evidence": "inferred",
    "basis": "the intensity lies below the ridge",
}


@pytest.mark.parametrize(
    ("question", "answer", "word", "share"),
    [
        ("kinds", {"a": "inferred", "d": "measured"}, "nothing was run", (0, 0.2)),
        ("lacking", {"a": "모델", "b": "batch"}, "one by one", (0.2, 0.3)),
        ("repair", "Decode is memory-bound.", "Missing", (0, 0.3)),
        ("repair", "Decode is usually memory-bound.", "Missing", (0, 0.5)),
        ("repair", FULL.replace("memory", "compute"), "roofline", (0.5, 0.8)),
        ("repair", FULL.replace("8B", "model"), "model", (0.5, 0.95)),
        ("repair", "It depends on the GPU.", "Choose one case", (0, 0)),
        ("repair", "decode는 어떤 GPU에서든 항상 memory-bound다.", "repeats", (0, 0)),
        ("repair", "Is decode memory-bound?", "question", (0, 0)),
        ("prefill", {**PREFILL, "prompt": None}, "prompt length", (0.5, 0.95)),
        ("prefill", {**PREFILL, "prompt": 4096}, "roofline", (0.4, 0.7)),
        (
            "prefill",
            {**PREFILL, "verdict": "compute-bound", "prompt": 4096},
            "memory-bound",
            (0.3, 0.45),
        ),
        ("impossible", {"line": "d"}, "quarter", (0, 0)),
        ("impossible", {"line": "e"}, "16 tokens", (0, 0)),
        ("ceiling", 1008 / 8.03, "one element", (0.5, 0.5)),
        ("flip", FLIP.format(20), "factor of two", (0.5, 0.95)),
        ("flip", FLIP.split(", but")[0] + ".", "flip condition", (0.5, 0.95)),
        (
            "define",
            "compute-bound means that memory bandwidth is the limit. memory-bound "
            "means that arithmetic throughput is the limit.",
            "swapped",
            (0, 0.1),
        ),
        (
            "define",
            "Compute-bound means that arithmetic throughput is the limit. "
            "Memory-bound means that memory bandwidth is the limit.",
            "ratio",
            (0.6, 0.7),
        ),
        ("reads", "For each token all the weights are read.", "before", (0.3, 0.4)),
        (
            "reads",
            "decode는 이전 토큰을 모두 다시 계산한다. 가중치를 전부 읽는다. KV "
            "캐시도 읽는다.",
            "not computed again",
            (0.2, 0.5),
        ),
        ("conditions", "모델과 GPU를 밝혀야 한다.", "at least 3", (0.3, 0.5)),
        (
            "conditions",
            "Model, hardware, batch and precision. It depends on the batch.",
            "direction",
            (0.6, 0.6),
        ),
    ],
)
def test_typical_answers_get_their_message_and_their_share(
    question, answer, word, share
):
    outcome = CHECKS[question].check(answer)
    low, high = share
    assert word in outcome.say("en")
    assert low <= outcome.fraction <= high


@pytest.mark.parametrize(
    "answer",
    [
        FLIP.format(242),
        FLIP.format(300),
        "A100-80GB 한 장, Qwen2.5-7B, bf16, 컨텍스트 512, 배치 8이면 디코드는 "
        "메모리 바운드다. "
        "배치가 250을 넘으면 연산 바운드가 된다.",
    ],
)
def test_other_right_ways_to_state_the_flip(answer):
    assert CHECKS["flip"].check(answer).status == "right"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "define",
            "연산 바운드는 연산 성능이 한계여서 데이터가 와도 더 빨라지지 못하는 "
            "상태다. 메모리 바운드는 "
            "메모리 대역폭이 한계여서 연산 장치가 데이터를 기다리는 상태다. 연산 "
            "강도는 바이트당 FLOP이고, "
            "이것이 꺾임점보다 크면 연산 바운드다.",
        ),
        (
            "define",
            "A step is compute-bound when the arithmetic units limit it. It is "
            "memory-bound when memory bandwidth limits it. Arithmetic intensity is "
            "FLOPs per "
            "byte; above the ridge point compute is the limit, below it memory.",
        ),
        (
            "reads",
            "Every token needs all the weights to be read from memory. The KV cache "
            "of the request is read as well. Each weight is used for only one "
            "multiply-add, "
            "so the intensity is about 1.",
        ),
        (
            "conditions",
            "The model, the GPU and the batch size must be stated. With a large "
            "enough batch and a short context decode becomes compute-bound.",
        ),
        (
            "conditions",
            [
                "모델",
                "하드웨어",
                "정밀도",
                "배치가 커지면 연산 바운드로 넘어갈 수 있다",
            ],
        ),
    ],
)
def test_good_answers_in_other_words_are_right(question, answer):
    outcome = CHECKS[question].check(answer)
    assert outcome.status == "right", outcome.say("en")


def test_a_long_answer_that_is_not_recognised_goes_to_a_person():
    answer = (
        "디코드는 매번 조금씩만 일을 하고 나머지 시간에는 창고에서 물건이 오기를 "
        "기다리는 공장과 같다고 볼 수 있다. "
    )
    outcome = CHECKS["reads"].check(answer * 2)
    assert outcome.person
    assert "a person will look" in outcome.say("en")
