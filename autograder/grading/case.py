"""One notebook to judge, and its way to the judge's process."""

from dataclasses import dataclass, field

from autograder.execution.protocol import Frame
from autograder.grading.master import Master, MasterNotebook
from autograder.grading.mending import Step


@dataclass
class Case:
    """One submitted notebook to judge.

    skip: cells that ended the student's process before, and why
    files: the student's own files, by relative name
    seed: of random numbers in the student's process
    checkpoints: the student's process survives requests that end it
    """

    book: MasterNotebook
    steps: list[Step]
    skip: dict[int, str] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    seed: int = 0
    checkpoints: bool = False


def pack(case: Case, master: Master) -> Frame:
    """A case for the judge, which has the master itself."""
    places = {id(cell): i for i, cell in enumerate(case.book.cells)}
    steps = [
        [s.cell_type, s.source, -1 if s.master is None else places[id(s.master)]]
        for s in case.steps
    ]
    message = {
        "book": master.notebooks.index(case.book),
        "steps": steps,
        "skip": [[number, why] for number, why in case.skip.items()],
        "files": list(case.files),
        "seed": case.seed,
        "checkpoints": case.checkpoints,
    }
    return Frame(message=message, blocks=tuple(case.files.values()))


def unpack(frame: Frame, master: Master) -> Case:
    """The case that `pack` packed."""
    message = frame.message
    book = master.notebooks[message["book"]]
    return Case(
        book=book,
        steps=[
            Step(
                cell_type=kind,
                source=source,
                master=None if place < 0 else book.cells[place],
            )
            for kind, source, place in message["steps"]
        ],
        skip={number: why for number, why in message["skip"]},
        files=dict(zip(message["files"], frame.blocks, strict=True)),
        seed=message["seed"],
        checkpoints=message["checkpoints"],
    )
