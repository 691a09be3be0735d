"""A request that ends the student's process costs itself only."""

import socket
import time

import pytest

from autograder.execution.protocol import EndedError, Frame, receive, send
from autograder.grading.nursery import Nursery
from autograder.grading.settings import Settings

ENDINGS = {
    "leaves": "import os; os._exit(0)",
    "is killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "reads address 0": "import ctypes; ctypes.string_at(0)",
}


@pytest.fixture(scope="module")
def nursery():
    one = Nursery((), Settings())
    one.wait()
    yield one
    one.close()


@pytest.fixture
def line(nursery):
    ours, theirs = socket.socketpair()
    nursery.fork(theirs, checkpoints=True)
    theirs.close()
    receive(ours, time.monotonic() + 30)
    yield ours
    ours.close()
    nursery.end()


@pytest.fixture
def ask(line):
    def ask(operation, *args, **more):
        message = {"op": operation, "args": list(args), **more}
        send(line, Frame(message=message))
        return receive(line, time.monotonic() + 30).message

    return ask


def run(ask, source):
    return ask("run", source=source, figures=False)


@pytest.mark.parametrize("how", ENDINGS)
def test_state_before_the_dying_cell_stays_and_later_cells_run(ask, how):
    run(ask, "import random, time\nbegan = time.time_ns()\nseen = []")
    run(ask, "seen.append(random.random())")
    began = ask("get", "began")["ok"]
    assert run(ask, "seen.append(-1)\n" + ENDINGS[how]) == {"died": True, "classes": {}}
    run(ask, "seen.append(random.random()); after = len(seen)")
    assert ask("get", "after")["ok"] == 2
    assert ask("get", "began")["ok"] == began  # nothing ran a second time


def test_a_call_from_a_check_that_ends_the_process_costs_the_call(ask):
    run(ask, "def f(n):\n    import os\n    if n > 2: os._exit(1)\n    return n")
    number = ask("get", "f")["ok"][1]
    assert ask("call", ["@", number], 7)["died"]
    assert ask("call", ["@", number], 2)["ok"] == 2


def test_any_number_of_cells_may_die(ask):
    for number in range(12):
        run(ask, f"x{number} = {number}")
        assert run(ask, ENDINGS["leaves"])["died"]
    assert [ask("get", f"x{n}")["ok"] for n in range(12)] == list(range(12))


def test_random_numbers_go_on_as_if_the_dying_cell_had_not_been(ask):
    run(ask, "import random; random.seed(7); a = random.random()")
    run(ask, ENDINGS["leaves"])
    run(ask, "b = random.random()")
    import random

    random.seed(7)
    assert [ask("get", "a")["ok"], ask("get", "b")["ok"]] == [
        random.random(),
        random.random(),
    ]


def test_an_interrupt_reaches_the_runner_and_the_second_ends_its_request(
    ask, line, nursery
):
    run(ask, "kept = 5")
    source = (
        "import time\nwhile 1:\n    try: time.sleep(9)\n    except BaseException: 0"
    )
    message = {"op": "run", "args": [], "source": source, "figures": False}
    send(line, Frame(message=message))
    time.sleep(0.5)
    nursery.interrupt()
    time.sleep(0.2)
    nursery.interrupt()
    assert receive(line, time.monotonic() + 20).message["died"]
    assert ask("get", "kept")["ok"] == 5


def test_who_kills_the_copy_too_ends_the_own_submission_and_no_other(line, nursery):
    source = "import os; os.kill(-1, 9); os.kill(os.getpid(), 9)"
    message = {"op": "run", "args": [], "source": source, "figures": False}
    send(line, Frame(message=message))
    with pytest.raises(EndedError):
        receive(line, time.monotonic() + 20)
    nursery.end()
    ours, theirs = socket.socketpair()
    nursery.fork(theirs)
    theirs.close()
    with ours:
        assert "layers" in receive(ours, time.monotonic() + 30).message
