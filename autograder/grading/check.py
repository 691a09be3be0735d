"""What grading one notebook needs, and what comes of it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.execution.shell import Runner
from autograder.grading.analysis import About
from autograder.grading.checkfiles import SharedFiles
from autograder.grading.mending import Step
from autograder.grading.names import Names
from autograder.grading.outputs import Output
from autograder.grading.result import CellResult
from autograder.grading.student import Student
from intensity.language import Text


@dataclass(kw_only=True)
class Ran:
    """One cell of the executed notebook.

    shown: outputs that a student may see, for a check cell
    """

    step: Step
    outputs: list[Output] = field(default_factory=list)
    count: int | None = None
    result: CellResult | None = None
    shown: list[Output] | None = None


@dataclass(kw_only=True)
class Checked:
    """A notebook, graded as far as it went.

    ended: why the student's process ended at cell number `at`; "" when it did not
    """

    cells: list[Ran] = field(default_factory=list)
    notices: list[Text] = field(default_factory=list)
    slips: list[Text] = field(default_factory=list)
    layers: list[str] = field(default_factory=list)
    ended: str = ""
    at: int = -1


@dataclass(kw_only=True)
class Check:
    """Everything `check_notebook` needs.

    skip: cells that ended the process in an earlier try, and why
    progress: called with the number of each cell before it runs
    files: the working folders here and there; None where there is none here
    """

    notebook: str
    steps: list[Step]
    about: About
    student: Student
    names: Names
    runner: Runner
    cell_seconds: float
    figures: Callable[[Step], bool]
    skip: dict[int, str] = field(default_factory=dict)
    progress: Callable[[int], None] = lambda _number: None
    files: SharedFiles | None = None
    in_kernel: bool = False  # the student's process is a real kernel: checks run there
