"""The same batches on many machines, through a dask.distributed scheduler.

Every machine must see the course folder under the same path (a shared disk) and have
this package installed.  A worker that is lost costs nothing: the scheduler gives its
batch to another, and only this side writes anything.
"""

from __future__ import annotations

import importlib
import itertools
import threading
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from autograder.execution import sandbox
from autograder.grading.master import Master, pack, unpack
from autograder.grading.pool import Pool, Submission
from autograder.grading.result import SubmissionResult
from autograder.grading.result import pack as pack_result
from autograder.grading.result import unpack as unpack_result
from autograder.grading.settings import Settings
from intensity.language import CourseError, Text

BATCH = 20
# Batches in the scheduler's hands for each worker: one that runs and one that waits.
AHEAD = 2
RETRIES = 3
CONNECT = "15s"
WORKERS = "60s"


class Cluster:
    """Looks like `Pool`, and sends its work to `address`; a context manager.

    unsafe: workers may grade without the sandbox layers that are needed
    Raises CourseError when nobody answers there, or no worker comes.
    """

    def __init__(
        self, master: Master, *, address: str, settings: Settings, unsafe: bool
    ) -> None:
        self._order = (pack(master), asdict(settings), unsafe)
        try:
            self._client = _dask().Client(
                address, timeout=CONNECT, set_as_default=False
            )
        except (OSError, ValueError, TimeoutError) as problem:
            raise CourseError(
                Text(
                    f"dask 스케줄러 {address}에 연결할 수 없습니다: {problem}. 주소는 "
                    "tcp://HOST:8786 꼴입니다.",
                    f"no dask scheduler answers at {address}: {problem}. An address "
                    "looks like tcp://HOST:8786.",
                )
            ) from problem
        try:
            self._client.wait_for_workers(1, timeout=WORKERS)
        except TimeoutError as problem:
            self._client.close()
            raise CourseError(
                Text(
                    f"스케줄러 {address}에 일할 워커가 없습니다. 띄우세요: dask worker "
                    f"{address} --nthreads 1",
                    f"the scheduler {address} has no workers; start some: dask worker "
                    f"{address} --nthreads 1",
                )
            ) from problem

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    def grade(self, submissions: Iterable[Submission]) -> Iterator[SubmissionResult]:
        """Results in the order they are ready.

        Raises what grading a batch raised on `RETRIES` workers; what has been
        yielded by then is good.
        """
        waiting = iter(submissions)
        running = _dask().as_completed(loop=self._client.loop)

        def feed() -> None:
            # The master goes along with every batch: what is kept on a worker is
            # lost with it.
            batch = [
                (one.student, str(one.folder))
                for one in itertools.islice(waiting, BATCH)
            ]
            if batch:
                running.add(
                    self._client.submit(
                        grade_batch, self._order, batch, pure=False, retries=RETRIES
                    )
                )

        threads = sum(self._client.nthreads().values())
        for _ in range(max(1, threads) * AHEAD):
            feed()
        for future in running:
            yield from map(unpack_result, future.result())
            feed()


def _dask() -> Any:
    """dask.distributed, which has no types; imported only by who asks for it."""
    return importlib.import_module("distributed")


_mine = threading.local()


def grade_batch(order: Any, batch: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """On a worker: grade a batch with this thread's own pool of one.

    order: the master, the settings and whether missing layers are tolerated
    Raises SandboxError and FileNotFoundError for a machine that cannot do it.
    """
    data, values, unsafe = order
    master = unpack(data)
    for _, folder in batch:
        if not Path(folder).is_dir():
            raise FileNotFoundError(f"{folder} is not visible on this worker")
    sandbox.require_layers(unsafe)
    key = (master.fingerprint, repr(values))
    if getattr(_mine, "key", None) != key:
        if hasattr(_mine, "pool"):
            _mine.pool.close()
        _mine.pool = Pool(master, jobs=1, settings=Settings(**values))
        _mine.key = key
    submissions = [Submission(student, Path(folder)) for student, folder in batch]
    return [pack_result(result) for result in _mine.pool.grade(submissions)]
