"""Which notebooks need a real Jupyter kernel, and the command that starts it.

Python notebooks are run by the forked child, quicker and with the checks apart.  A
real kernel runs those of another language, those that use widgets, and those where a
cell of the master has the tag `real-kernel`.  Checks then run in the students' kernel,
as nbgrader does it, and can be fooled there; the result says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autograder.execution import bubblewrap, jupyter
from autograder.grading.master import Master, MasterNotebook, imported
from intensity.language import CourseError, Text

TAG = "real-kernel"
WIDGETS = frozenset({"ipywidgets", "ipyleaflet", "bqplot", "ipycanvas", "anywidget"})


@dataclass(frozen=True, kw_only=True)
class Kernel:
    """How to start a kernel.

    argv, environment: as in its kernelspec
    readable: paths that it needs besides the system and this Python
    """

    argv: list[str]
    environment: dict[str, str]
    readable: list[str]


def needs_kernel(book: MasterNotebook) -> bool:
    """Whether a notebook is run in a real kernel."""
    if book.language != "python" or any(TAG in cell.tags for cell in book.cells):
        return True
    return any(
        module.split(".")[0] in WIDGETS
        for cell in book.cells
        if cell.cell_type == "code"
        for text in (cell.source, cell.solution)
        for module in imported(text)
    )


def kernel_of(book: MasterNotebook) -> Kernel | None:
    """The real kernel of a notebook that needs one.

    Raises CourseError when it is not installed.
    """
    if not needs_kernel(book):
        return None
    if book.language == "python":
        return Kernel(argv=jupyter.python(), environment={}, readable=[])
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

    name = str(book.metadata.get("kernelspec", {}).get("name", ""))
    try:
        spec = KernelSpecManager().get_kernel_spec(name)
    except NoSuchKernel:
        raise CourseError(
            Text(
                f"노트북 {book.name!r}에 필요한 커널 {name!r}가 없습니다. 설치한 뒤 "
                "`jupyter kernelspec list`에 나오는지 확인하세요.",
                f"the notebook {book.name!r} needs the kernel {name!r}, which is not "
                "installed; install it until `jupyter kernelspec list` shows it.",
            )
        ) from None
    argv = [part.replace("{resource_dir}", spec.resource_dir) for part in spec.argv]
    programs = [part for part in argv if part.startswith("/")]
    return Kernel(
        argv=argv,
        environment={str(k): str(v) for k, v in spec.env.items()},
        readable=[spec.resource_dir, *(str(Path(p).parent) for p in programs)],
    )


def require_kernels(master: Master, *, with_sandbox: bool) -> None:
    """Raise CourseError where a real kernel is lacking or could not be locked up.

    It needs sockets between its processes, and only bubblewrap hides those of others.
    """
    needed = [kernel_of(book) for book in master.notebooks]
    if any(needed) and with_sandbox and not bubblewrap.works():
        raise CourseError(
            Text(
                "실제 커널로 채점하는 노트북에는 bubblewrap이 필요합니다. `apt install "
                "bubblewrap` 뒤에 다시 실행하세요.",
                "a notebook that is graded in a real kernel needs bubblewrap; run "
                "again after `apt install bubblewrap`.",
            )
        )
