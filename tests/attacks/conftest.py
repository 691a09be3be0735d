import os

import pytest

from autograder.grading.loading import load_master
from autograder.grading.pool import Pool
from autograder.grading.settings import Settings
from tests.autograder.grading import tiny


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    root = tmp_path_factory.mktemp("hostile")
    tiny.build(root)
    return root


@pytest.fixture(scope="session")
def pool(course):
    # A secret that students must not find.
    os.environ["SECRET_OF_THE_GRADER"] = "1"
    times = Settings(cell_seconds=4, probe_seconds=4, grace_seconds=1, total_seconds=60)
    with Pool(load_master(course, tiny.ASSIGNMENT), settings=times) as workers:
        yield workers
    del os.environ["SECRET_OF_THE_GRADER"]
