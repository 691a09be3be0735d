"""No point is stolen, nothing is harmed, and who is wronged is told why."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from autograder.grading.pool import Submission
from tests.attacks.hostile import ATTACKS, GOOD
from tests.autograder.grading.courses import fill, release
from tests.autograder.grading.tiny import ASSIGNMENT, NOTEBOOK

# Hidden inputs of the checks that the attacks try to make visible.
HIDDEN_INPUTS = ("70000000000", "7e10", "7e+10")


@pytest.fixture(scope="session")
def released(course):
    return release(course, ASSIGNMENT, NOTEBOOK)


def state(course):
    """Contents of everything the instructor has; bystanders' folders too."""
    return {
        str(path.relative_to(course)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(course.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="session")
def bystander(course, released):
    folder = course / "submitted" / "zz_honest" / ASSIGNMENT
    folder.mkdir(parents=True)
    (folder / f"{NOTEBOOK}.ipynb").write_text(json.dumps(fill(released, GOOD)))
    return Submission("zz_honest", folder)


def hand_in(attack, released, folder):
    folder.mkdir(parents=True)
    made = attack.make(released, folder)
    if made is not None:
        data = made if isinstance(made, bytes) else json.dumps(made).encode()
        (folder / f"{NOTEBOOK}.ipynb").write_bytes(data)
    return Submission(attack.name, folder)


def outputs(result):
    return [
        output
        for book in result.notebooks.values()
        for cell in book["cells"]
        for output in cell.get("outputs", ())
        if output["output_type"] != "error" or output["evalue"] == "LEAKED"
    ]


def seen_by_student(result):
    """Everything that feedback may show."""
    words = [text for cell in result.cells for text in cell.message]
    words += [text for notice in result.notices for text in notice]
    return "\n".join(words) + json.dumps(dict(result.shown))


@pytest.mark.usefixtures("bystander")
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_gains_nothing_and_harms_nothing(
    attack, pool, course, released, tmp_path
):
    before = state(course)
    (result,) = pool.grade([hand_in(attack, released, tmp_path / "handed")])
    points = sum(cell.points or 0 for cell in result.cells)
    assert points == attack.points
    assert state(course) == before
    assert "LEAKED" not in json.dumps(outputs(result))
    seen = seen_by_student(result)
    assert not any(hidden in seen for hidden in HIDDEN_INPUTS)
    for cell in result.cells:
        assert cell.message.ko
        assert cell.message.en
        assert cell.status != "broken"
    if points < 12 and attack.points not in (0,):
        assert any(cell.status != "right" for cell in result.cells)


def test_the_next_student_is_graded_as_if_alone(pool, bystander):
    (result,) = pool.grade([bystander])
    assert sum(cell.points or 0 for cell in result.cells) == 12


def test_nothing_outlives_its_grading():
    processes = subprocess.run(
        ["ps", "-eo", "args"], capture_output=True, text=True, check=True
    )
    assert "sleep 987.654" not in processes.stdout
    assert not Path("/tmp/pwned").exists()
    assert not Path("/tmp/note").exists()


def test_each_attack_has_a_name_of_its_own():
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 100
