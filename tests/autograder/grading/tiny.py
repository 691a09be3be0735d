"""A tiny course about the cost of decoding, and a class of forty for it.

Five checked answers (12 points, hidden tests in each check, one with points for
parts), a plot, and one answer for a person (3 points).
"""
# ruff: noqa: E501  (cells of notebooks, one string each)

import random

from tests.autograder.grading.courses import (
    fill,
    nbgrader,
    release,
    submit,
    write_source,
)
from tests.autograder.grading.kinds import answer, check, free, locked, manual, text

ASSIGNMENT, NOTEBOOK = "week1", "decoding"

CELLS = [
    text("# Decoding\nA model of 8e9 parameters on a machine of 989e12 FLOP/s."),
    locked(
        "setup",
        """
        import numpy as np
        import matplotlib.pyplot as plt
        PARAMETERS = 8e9
        FLOPS_PER_S = 989e12
        BYTES_PER_S = 3.35e12
        """,
    ),
    answer("flops", "def flops_per_token(n):\n    return 2 * n"),
    check(
        "flops_check",
        2,
        """
        assert np.isclose(flops_per_token(PARAMETERS), 1.6e10)
        ### BEGIN HIDDEN TESTS
        assert np.isclose(flops_per_token(70e9), 1.4e11)
        assert flops_per_token(0) == 0
        ### END HIDDEN TESTS
        """,
    ),
    answer("bytes", "def weight_bytes(n, b):\n    return n * b"),
    check(
        "bytes_check",
        2,
        """
        assert np.isclose(weight_bytes(PARAMETERS, 2), 1.6e10)
        ### BEGIN HIDDEN TESTS
        for width in (1, 2, 4):
            assert np.isclose(weight_bytes(70e9, width), 70e9 * width)
        ### END HIDDEN TESTS
        """,
    ),
    answer(
        "intensity",
        "def intensity(batch, b):\n    return batch * flops_per_token(1) / weight_bytes(1, b)",
    ),
    check(
        "intensity_check",
        3,
        """
        earned = 0
        if np.isclose(intensity(1, 2), 1.0): earned += 1
        ### BEGIN HIDDEN TESTS
        if np.isclose(intensity(8, 1), 16.0): earned += 1
        if np.isclose(intensity(256, 2), 256.0): earned += 1
        ### END HIDDEN TESTS
        earned
        """,
    ),
    answer("batch", "import math\nbatch = math.ceil(FLOPS_PER_S / BYTES_PER_S)"),
    check(
        "batch_check",
        3,
        """
        assert isinstance(batch, (int, np.integer))
        ### BEGIN HIDDEN TESTS
        assert batch == 296
        ### END HIDDEN TESTS
        """,
    ),
    answer(
        "claim",
        "claim = 'memory-bound: model=llama-8b hardware=H100 batch=1 precision=bf16'",
        before="claim = ''\n",
    ),
    check(
        "claim_check",
        2,
        """
        assert isinstance(claim, str) and len(claim) > 20
        ### BEGIN HIDDEN TESTS
        import re
        for key in ("model", "hardware", "batch", "precision"):
            assert re.search(key + r"\\s*=\\s*\\S+", claim), key
        assert "memory-bound" in claim
        ### END HIDDEN TESTS
        """,
    ),
    free(
        "b = np.arange(1, 513)\nfig, ax = plt.subplots()\nax.loglog(b, b * BYTES_PER_S)"
    ),
    manual("why", 3, "Say why a larger batch helps."),
]
GOOD = {
    "flops": "def flops_per_token(n):\n    return 2 * n",
    "bytes": "def weight_bytes(n, b):\n    return n * b",
    "intensity": "def intensity(batch, b):\n    return batch * 2 / b",
    "batch": "batch = 296",
    "claim": "claim = 'memory-bound: model=llama-8b hardware=H100 batch=1 precision=bf16'",
    "why": "Weights are read once for the whole batch.",
}
BAD = {
    "flops": [
        "def flops_per_token(n):\n    return n",
        "def flops_per_token(n):\n    return 1.6e10",
        "def flops_per_token(n)\n    return 2 * n",
    ],
    "bytes": ["def weight_bytes(n, b):\n    return n * 2", "weight_bytes = 3"],
    "intensity": [
        "def intensity(batch, b):\n    return batch",
        "def intensity(batch, b):\n    return 1.0",
        "def intensity(batch, b):\n    return np.float32(batch * 2 / b)",
    ],
    "batch": ["batch = 295", "batch = 989 / 3.35", "batch = np.int64(296)"],
    "claim": ["claim = 'memory-bound'", "claim = ['memory-bound'] * 30"],
}


def build(root):
    """Source and release; the config names no exchange."""
    write_source(root, ASSIGNMENT, {NOTEBOOK: CELLS})
    nbgrader(root, ("generate", ASSIGNMENT))


def class_of(size, seed=11):
    """Students and their answers; the first has all right."""
    chance = random.Random(seed)
    for number in range(size):
        answers = dict(GOOD)
        for name, wrong in BAD.items():
            if number and chance.random() < 0.3:
                answers[name] = chance.choice(wrong)
        yield f"student{number:03d}", answers


def hand_in(root, size):
    released = release(root, ASSIGNMENT, NOTEBOOK)
    for student, answers in class_of(size):
        submit(root, ASSIGNMENT, student, {NOTEBOOK: fill(released, answers)})
