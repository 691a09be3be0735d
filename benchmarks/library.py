"""How fast the library is: ratios taken in one run on one machine.

A sweep of a million (batch, context) points of Llama-3-8B decode, as arrays, against
the same sweep done one configuration at a time (timed on a sample and scaled).

usage: python benchmarks/library.py
"""

import json
import random
import subprocess
import sys
import time

import numpy as np

from intensity import decode, flip_batch, hardware, model, verdict

LLAMA = model("Llama-3-8B")
ROOF = hardware("A100-SXM-80GB").roof("bf16")


def seconds(action, repeat=5):
    """Least time of a few runs [s]."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def sweep():
    """One million points as arrays, each with its verdict."""
    batch = np.arange(1, 1001)[:, None]
    context = np.arange(1, 1001)[None, :]
    return verdict(decode(LLAMA, batch=batch, context=context), ROOF).aggregate


def one_at_a_time(points=2000):
    """A sample of the same points, one call each."""
    draw = random.Random(0)
    for _ in range(points):
        batch, context = draw.randint(1, 1000), draw.randint(1, 1000)
        verdict(decode(LLAMA, batch=batch, context=context), ROOF)


def import_seconds(module):
    """Time to import a module in a fresh interpreter, the interpreter's own off."""

    def start(code):
        return seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True))

    return start(f"import {module}") - start("pass")


def main():
    million = seconds(sweep, repeat=3)
    single = seconds(one_at_a_time, repeat=3) / 2000
    listed = seconds(lambda: decode(LLAMA, batch=8, context=512), repeat=200)
    solved = seconds(lambda: flip_batch(LLAMA, ROOF, context=512), repeat=50)
    print(
        json.dumps(
            {
                "million points as arrays [s]": round(million, 3),
                "one configuration with its verdict [ms]": round(single * 1e3, 4),
                "arrays over one at a time, ratio": round(single * 1e6 / million, 1),
                "one operation list [ms]": round(listed * 1e3, 4),
                "one flip solved [ms]": round(solved * 1e3, 3),
                "import intensity [s]": round(import_seconds("intensity"), 3),
                "import numpy [s]": round(import_seconds("numpy"), 3),
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
