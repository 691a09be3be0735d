"""Submissions a second and core: this grader against `nbgrader autograde`.

    .venv/bin/python benchmarks/grading.py [--students 40] [--nbgrader 8] [--many N]
    .venv/bin/python benchmarks/grading.py --growth 40 160 640 2560 [--jobs 2]

One run on one machine and, for the comparison, one core: the tiny course of the
tests (five checked answers, a figure, an answer for a person), its class of forty.
nbgrader's own start-up is left out, and so is ours.  Scores must be equal, or the
run fails.  `--many 10000` grades the class again and again under other names and
reports memory.  `--growth` does so with the whole commands, see growth.py.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from autograder.grading.loading import load_master
from autograder.grading.pool import Pool, Submission
from autograder.grading.settings import Settings
from benchmarks.growth import growth, processor_s
from tests.autograder.grading import tiny
from tests.autograder.grading.courses import nbgrader_scores, our_scores

WARM_UP = 4

THEIRS = """
import json, os, sys, time
os.chdir({root!r})
from nbgrader.apps import NbGrader, NbGraderAPI
app = NbGrader(); app.load_config_file()
api = NbGraderAPI(config=app.config)
spent = []
for student in {students!r}:
    wall, cpu = time.perf_counter(), sum(os.times()[:4])
    assert api.autograde({assignment!r}, student)["success"]
    spent.append([time.perf_counter() - wall, sum(os.times()[:4]) - cpu])
print(json.dumps(spent[1:]))
"""


def handed(root: Path) -> list[Submission]:
    """The class's folders."""
    folders = sorted((root / "submitted").glob(f"*/{tiny.ASSIGNMENT}"))
    return [Submission(folder.parent.name, folder) for folder in folders]


def theirs(root: Path, count: int) -> dict[str, float]:
    """nbgrader's seconds for each submission: wall and processor."""
    students = [one.student for one in handed(root)[: count + 1]]
    program = THEIRS.format(
        root=str(root), students=students, assignment=tiny.ASSIGNMENT
    )
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        capture_output=True,
        text=True,
        check=True,
    )
    spent = json.loads(run.stdout.splitlines()[-1])
    return {
        "wall_s": sum(wall for wall, _ in spent) / len(spent),
        "cpu_s": sum(cpu for _, cpu in spent) / len(spent),
    }


def ours(root: Path, scores: Any, **how: Any) -> dict[str, float]:
    """Our seconds for each submission; fails when a score is not nbgrader's."""
    jobs = how.pop("jobs", 1)
    class_ = handed(root)
    tasks = [*class_[:WARM_UP], *class_]
    master = load_master(root, tiny.ASSIGNMENT)
    settings = Settings(**how)
    with Pool(master, jobs=jobs, settings=settings) as pool:
        list(pool.grade(tasks[:WARM_UP]))
        begun, before = time.perf_counter(), processor_s(os.getpid())
        graded = list(pool.grade(class_))
        wall = time.perf_counter() - begun
        spent = processor_s(os.getpid()) - before
    found = our_scores(graded)
    wrong = {key for key, score in scores.items() if found.get(key, score) != score}
    if wrong:
        raise SystemExit(f"scores differ: {sorted(wrong)[:5]}")
    return {"wall_s": wall / len(graded), "cpu_s": spent / len(graded)}


def many(root: Path, count: int, jobs: int) -> None:
    """`count` submissions in one run; memory of the workers on the way."""

    def tasks() -> Iterator[Submission]:
        class_ = handed(root)
        for number in range(count):
            one = class_[number % len(class_)]
            yield Submission(f"{one.student}-{number}", one.folder)

    master = load_master(root, tiny.ASSIGNMENT)
    begun = time.perf_counter()
    with Pool(master, jobs=jobs, settings=Settings(figures="none")) as pool:
        for number, _ in enumerate(pool.grade(tasks()), 1):
            if number % max(1, count // 10) == 0:
                own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                print(
                    f"{number:6d} graded, {number / (time.perf_counter() - begun):5.1f}"
                    f" a second, pool {own} MB, workers {_workers_mb(pool)} MB",
                    flush=True,
                )


def _workers_mb(pool: Pool) -> list[int]:
    sizes = []
    for worker in pool._processes:
        pages = Path(f"/proc/{worker.process.pid}/statm").read_text().split()[1]
        sizes.append(int(pages) * os.sysconf("SC_PAGE_SIZE") >> 20)
    return sizes


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--nbgrader", type=int, default=8)
    parser.add_argument("--many", type=int, default=0)
    parser.add_argument("--growth", type=int, nargs="+", metavar="SIZE")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.growth:
        growth(chosen.growth, chosen.jobs)
        return
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        tiny.build(root)
        tiny.hand_in(root, chosen.students)
        if chosen.many:
            many(root, chosen.many, jobs=2)
            return
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[:1])
        base = theirs(root, chosen.nbgrader)
        scores = nbgrader_scores(root, tiny.ASSIGNMENT)
        print(f"load {os.getloadavg()[0]:.1f} on {len(cores)} cores")
        print("                 a second and core; processor seconds for one")
        print(
            f"nbgrader         {1 / base['wall_s']:6.2f}         {base['cpu_s']:6.3f}"
        )
        for name, figures in (("figures drawn", "all"), ("no figures", "none")):
            mine = ours(root, scores, figures=figures)
            wall, cpu = (base[part] / mine[part] for part in ("wall_s", "cpu_s"))
            print(
                f"{name:16s} {1 / mine['wall_s']:6.2f} ({wall:5.1f}x)"
                f"  {mine['cpu_s']:6.3f} ({cpu:5.1f}x)"
            )
        os.sched_setaffinity(0, cores)
        pair = [ours(root, scores, figures="none", jobs=jobs) for jobs in (1, 2)]
        gain = pair[0]["wall_s"] / pair[1]["wall_s"]
        print(f"two workers      {1 / pair[1]['wall_s']:6.2f}  {gain:5.2f} times one")


if __name__ == "__main__":
    main()
