"""An nbgrader course on disk: where its folders, gradebook and exchange are.

Reads the same configuration files as nbgrader and in the same order, without
importing nbgrader, which takes seconds.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intensity.language import CourseError, Text

if TYPE_CHECKING:
    from traitlets.config import Config

DEFAULTS = {
    "course_id": "",
    "directory_structure": "{nbgrader_step}/{student_id}/{assignment_id}",
    "source_directory": "source",
    "release_directory": "release",
    "submitted_directory": "submitted",
    "autograded_directory": "autograded",
    "feedback_directory": "feedback",
    "db_url": "",
    "groupshared": False,
    "ignore": (".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback"),
}
EXCHANGE_ROOT = "/usr/local/share/nbgrader/exchange"

# Our own files, beside nbgrader's.
PRIVATE = ".autograder"
MEMORY = "course.json"


@dataclass(frozen=True, kw_only=True)
class Course:
    """Where everything of one course is.

    root: the course folder, absolute
    db_url: nbgrader's gradebook, an SQLAlchemy URL
    structure: nbgrader's directory_structure
    steps: nbgrader's folder names: source, release, submitted, autograded, feedback
    config: everything the configuration files said
    """

    root: Path
    course_id: str
    db_url: str
    structure: str
    steps: dict[str, str]
    exchange: Path
    ignore: tuple[str, ...]
    groupshared: bool
    config: Any

    @property
    def private(self) -> Path:
        """The folder of our journal and lock."""
        return self.root / PRIVATE

    def folder(self, step: str, student: str, assignment: str) -> Path:
        """Where `step` ("source", "submitted"...) keeps one student's assignment."""
        return self.root / self.structure.format(
            nbgrader_step=self.steps[step],
            student_id=student,
            assignment_id=assignment,
        )

    def source(self, assignment: str) -> Path:
        """The folder of the master notebooks of `assignment`."""
        return self.folder("source", ".", assignment)

    def students(self, assignment: str, step: str = "submitted") -> list[str]:
        """Who has a folder for `assignment` in `step`, sorted."""
        return _matches(self.folder(step, MARKER, assignment))

    def assignments(self) -> list[str]:
        """Every assignment with a folder of master notebooks, sorted."""
        return _matches(self.source(MARKER))


MARKER = "\0"  # no file name has it


def _matches(path: Path) -> list[str]:
    """What can stand for MARKER in `path` so that the folder exists."""
    parts = path.parts
    at = next(index for index, part in enumerate(parts) if MARKER in part)
    pattern = re.escape(parts[at]).replace(re.escape(MARKER), "(.+)")
    above, below = Path(*parts[:at]), Path(*parts[at + 1 :])
    if not above.is_dir():
        return []
    found = []
    for entry in os.scandir(above):
        match = re.fullmatch(pattern, entry.name, re.DOTALL)
        if match and entry.is_dir() and (above / entry.name / below).is_dir():
            found.append(match.group(1))
    return sorted(found)


def load(folder: str | Path | None = None) -> Course:
    """The course in `folder`, or the one that the current folder's files name.

    As with nbgrader's --course-dir, a folder that is given wins over the one in the
    configuration.  Raises CourseError when there is no course.
    """
    start = Path(folder or ".").resolve()
    if not start.is_dir():
        raise CourseError(
            Text(
                f"수업 폴더 {start}가 없습니다. --course에 nbgrader 수업의 폴더를 "
                "주세요.",
                f"there is no course folder {start}; give --course the folder of an "
                "nbgrader course.",
            )
        )
    config = _read_config(start)
    said = config.get("CourseDirectory", {})
    root = start
    if folder is None and said.get("root"):
        root = (start / str(said["root"])).resolve()
        config.merge(_read_config(root))
        said = config.get("CourseDirectory", {})
    values = {name: said.get(name, default) for name, default in DEFAULTS.items()}
    course = Course(
        root=root,
        course_id=str(values["course_id"]).strip(),
        db_url=str(values["db_url"]) or f"sqlite:///{root / 'gradebook.db'}",
        structure=str(values["directory_structure"]),
        steps={
            step: str(values[f"{step}_directory"])
            for step in ("source", "release", "submitted", "autograded", "feedback")
        },
        exchange=Path(config.get("Exchange", {}).get("root", EXCHANGE_ROOT)),
        ignore=tuple(values["ignore"]),
        groupshared=bool(values["groupshared"]),
        config=config,
    )
    if not course.source("x").parent.is_dir() and not course.assignments():
        raise CourseError(
            Text(
                f"{root}은 nbgrader 수업이 아닙니다: {course.steps['source']} 폴더가 "
                "없습니다. --course에 수업의 폴더를 주세요.",
                f"{root} is not an nbgrader course: it has no folder "
                f"{course.steps['source']}; give --course the course's folder.",
            )
        )
    return course


def load_quick(folder: str | Path | None = None) -> Course:
    """As `load`, without running configuration files that have not changed.

    They are Python and may import nbgrader, which takes seconds.  What they said the
    last time is taken instead, and `config` is empty.
    """
    start = Path(folder or ".").resolve()
    try:
        known = json.loads((start / PRIVATE / MEMORY).read_text(encoding="utf-8"))
        places = known.pop("places")
        if known.pop("configuration") == _fingerprint(places):
            known |= {"ignore": tuple(known["ignore"]), "config": {}}
            known |= {name: Path(known[name]) for name in ("root", "exchange")}
            return Course(**known)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    course = load(folder)
    remember(course, folder)
    return course


def remember(course: Course, folder: str | Path | None = None) -> None:
    """Let `load_quick` know what the configuration of `folder` says.

    Only saves time, so a folder that cannot be written to is no error.
    """
    start = Path(folder or ".").resolve()
    places = list(dict.fromkeys([*_config_places(start), str(course.root)]))
    said = {name: getattr(course, name) for name in Course.__dataclass_fields__}
    del said["config"]
    said |= {"places": places, "configuration": _fingerprint(places)}
    text = json.dumps(said, default=str, ensure_ascii=False)
    place = start / PRIVATE
    fresh = place / f"{MEMORY}.{os.getpid()}"
    with contextlib.suppress(OSError):
        place.mkdir(mode=0o770, exist_ok=True)
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(place / MEMORY)  # a reader sees the old one or the new one


def _fingerprint(places: list[str]) -> str:
    """A hash of what the configuration in `places` depends on, as far as can be seen.

    Python files beside a configuration may be imported by it; the environment says
    where Jupyter looks.
    """
    total = hashlib.sha256(sys.prefix.encode())
    for name, value in sorted(os.environ.items()):
        if name == "HOME" or name.startswith(("JUPYTER_", "NBGRADER_")):
            total.update(f"{name}={value}\0".encode(errors="replace"))
    for place in places:
        for path in sorted(Path(place).glob("*.py")):
            total.update(f"{path}\0".encode(errors="replace") + path.read_bytes())
    return total.hexdigest()


def _config_places(folder: Path) -> list[str]:
    """Where nbgrader looks; the later one wins, so the course's own comes last."""
    from jupyter_core.paths import jupyter_config_path

    return [*reversed(jupyter_config_path()), str(folder)]


def check_assignment(course: Course, assignment: str) -> None:
    """CourseError when `assignment` has no master notebooks, naming those that do."""
    if any(_notebooks(course.source(assignment))):
        return
    known = ", ".join(course.assignments()) or "-"
    raise CourseError(
        Text(
            f"과제 {assignment!r}가 없습니다. 있는 과제: {known}",
            f"there is no assignment {assignment!r}; the assignments are: {known}",
        )
    )


def _notebooks(folder: Path) -> Iterator[Path]:
    return folder.glob("*.ipynb") if folder.is_dir() else iter(())


def _read_config(folder: Path) -> Config:
    from traitlets.config import Config
    from traitlets.config.loader import ConfigFileNotFound, PyFileConfigLoader

    config = Config()
    for place in _config_places(folder):
        try:
            said = PyFileConfigLoader("nbgrader_config.py", path=place).load_config()
        except ConfigFileNotFound:
            continue
        except Exception as problem:
            where = f"{place}/nbgrader_config.py"
            raise CourseError(
                Text(
                    f"{where}를 읽을 수 없습니다: {problem}",
                    f"{where} cannot be read: {problem}",
                )
            ) from problem
        config.merge(said)
    _resolve_appends(config)
    return config


def _resolve_appends(config: Any) -> None:
    """Turn `c.CourseDirectory.ignore.append(...)` into the list that it makes."""
    from traitlets.config.loader import LazyConfigValue

    for section in list(config.values()):
        for name, value in list(section.items()) if hasattr(section, "items") else []:
            if isinstance(value, LazyConfigValue) and name in DEFAULTS:
                section[name] = value.get_value(list(DEFAULTS[name]))  # type: ignore[call-overload]
