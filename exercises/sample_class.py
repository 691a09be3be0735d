"""Six students who hand in problem set 1, each in their own way.

Made from the release version, so they follow every change of the assignment.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

Notebook = dict[str, Any]
Answers = Mapping[str, str]

RIGHT: Answers = {
    "ridge-answer": "ridge_h200 = 1979 / 2 / 4.8",
    "matmul-answer": 'matmul_intensity = "441 FLOP/byte"',
    "decode-read-answer": "decode_read_gb = 15.55",
    "kv-cache-answer": "kv_cache_gb = 16 * 4096 * 2 * 32 * 8 * 128 * 2 / 1e9",
    "crossing-answer": "crossing_batch = 221",
    "rule-answer": 'memory_bound_when = "batch < ridge * bytes_per_weight / 2"',
    "claim-answer": """\
claim = {
    "phase": "decode",
    "verdict": "compute-bound",
    "model": "Llama-3-8B",
    "hardware": "H20",
    "batch": 128,
    "precision": "bf16",
    "context": 256,
    "evidence": "inferred",
    "basis": "연산 강도가 꺾임점 37 FLOP/byte보다 크다",
}""",
}

# Knows the method, forgets details: the sparse peak, the input embedding, the
# activations' bytes, the precision.
PARTLY: Answers = {
    "ridge-answer": "ridge_h200 = 1979e12 / 4.8e12",
    "matmul-answer": "matmul_intensity = 441.1",
    "decode-read-answer": "decode_read_gb = 2 * 8.03 + 0.54",
    "kv-cache-answer": "kv_cache_gb = 8.59",
    "crossing-answer": "crossing_batch = 206",
    "rule-answer": 'memory_bound_when = "batch < ridge"',
    "claim-answer": """\
claim = {
    "phase": "decode",
    "verdict": "memory-bound",
    "model": "Llama-3-8B",
    "hardware": "A100-80GB",
    "batch": 1,
    "precision": "fp16",
    "context": 2048,
    "evidence": "inferred",
    "basis": "가중치를 모두 읽는데 토큰은 하나다",
}""",
}

# Right ideas in the wrong units: tera for giga, bits, GiB, one layer.
UNITS: Answers = {
    "ridge-answer": "ridge_h200 = (1979 / 2) / 4800",
    "matmul-answer": "matmul_intensity = 441.1 / 8",
    "decode-read-answer": 'decode_read_gb = "15.55 Gb"',
    "kv-cache-answer": "kv_cache_gb = 16 * 4096 * 2 * 32 * 8 * 128 * 2 / 2**30",
    "crossing-answer": 'crossing_batch = "220 GB"',
    "rule-answer": 'memory_bound_when = "2 * batch * bytes_per_weight < ridge"',
    "claim-answer": """\
claim = {
    "phase": "decode",
    "verdict": "compute-bound",
    "model": "8B",
    "hardware": "a modern GPU",
    "batch": "large",
    "precision": "16 GB",
    "context": 512,
    "evidence": "measured",
}""",
}


def answered(release: Notebook, answers: Answers, language: str = "ko") -> Notebook:
    """The released notebook with these answers typed in.

    Raises LookupError if an answer has no cell: the assignment has changed.
    """
    notebook = copy.deepcopy(release)
    left = dict(answers)
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id in left:
            cell["source"] = left.pop(grade_id)
        elif text(cell).startswith("LANGUAGE ="):
            cell["source"] = f'LANGUAGE = "{language}"'
    if left:
        raise LookupError(f"the released notebook has no cell for {sorted(left)}")
    return notebook


def text(cell: Mapping[str, Any]) -> str:
    """A cell's source, which a notebook file keeps as one string or as lines."""
    return "".join(cell["source"])


def _copied(release: Notebook) -> Notebook:
    """Question 2 copied as JupyterLab copies a cell: with its id and its role."""
    notebook = answered(release, RIGHT)
    place = next(
        i
        for i, cell in enumerate(notebook["cells"])
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "matmul-answer"
    )
    copies = copy.deepcopy(notebook["cells"][place : place + 2])
    copies[0]["source"] = "matmul_intensity = 512  # 연습 / a first try"
    for cell in copies:
        cell.pop("id", None)
    notebook["cells"][place:place] = copies
    return notebook


def _half_saved(release: Notebook) -> bytes:
    """A file cut off in the middle, as a full disk leaves it."""
    whole = _file(answered(release, RIGHT))
    return whole[: len(whole) // 2]


def _file(notebook: Notebook) -> bytes:
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode()


STUDENTS: dict[str, Callable[[Notebook], bytes]] = {
    "s1-right": lambda release: _file(answered(release, RIGHT)),
    "s2-partly": lambda release: _file(answered(release, PARTLY)),
    "s3-units": lambda release: _file(answered(release, UNITS, "en")),
    "s4-blank": lambda release: _file(release),
    "s5-broken": _half_saved,
    "s6-copied": lambda release: _file(_copied(release)),
}


def submissions(release: Notebook) -> dict[str, bytes]:
    """What each student hands in: student -> the bytes of their notebook file."""
    return {student: make(release) for student, make in STUDENTS.items()}
