"""A submission laid into the master: which source runs where.

The master decides cells, order, types and checks; of the submission only source
text is used.  Each answer is looked for by grade_id, then by cell id, then by its
place among cells that are unchanged, then by likeness.  Whatever had to be mended
is told to the student, in both languages.
"""

import functools
from collections import Counter
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from autograder.grading.master import MasterCell, MasterNotebook
from autograder.grading.submission import HandedCell
from intensity.language import Text


@dataclass(frozen=True, kw_only=True)
class Step:
    """One cell of the mended notebook.

    master: the master's cell, None for a cell of the student's own
    source: what runs, or what a person reads
    """

    cell_type: str
    source: str
    master: MasterCell | None = None
    cell_id: str = ""

    @property
    def is_check(self) -> bool:
        """A check cell: runs in the checker."""
        return (
            self.master is not None
            and self.master.role == "check"
            and self.cell_type == "code"
        )


@dataclass(kw_only=True)
class Mended:
    """The cells in the order they run, and what the student is told."""

    steps: list[Step] = field(default_factory=list)
    notices: list[Text] = field(default_factory=list)


def mend(master: MasterNotebook, handed: tuple[HandedCell, ...]) -> Mended:
    """Lay the submitted cells into the master's notebook."""
    return _Mending(master, handed).mended()


class _Mending:
    def __init__(self, master: MasterNotebook, handed: tuple[HandedCell, ...]) -> None:
        self._cells = master.cells
        self._handed = handed
        # Master cell -> handed cells that are it, in the order handed in.
        self._found: dict[int, list[int]] = {}
        self._taken: set[int] = set()
        self._notices: dict[Text, None] = {}

    def mended(self) -> Mended:
        self._by_grade_id()
        without_metadata = not self._found
        self._by_cell_id()
        self._by_place()
        self._by_likeness()
        if without_metadata and self._found:
            self._tell(STRIPPED)
        done = Mended()
        own = self._own_cells()
        done.steps += [self._own(i) for i in own.pop(-1, [])]
        for i, cell in enumerate(self._cells):
            done.steps += self._steps(i, cell)
            done.steps += [self._own(k) for k in own.pop(i, [])]
        self._check_order()
        done.notices = list(self._notices)
        return done

    # --------------------------------------------------------- finding

    def _take(self, i: int, k: int) -> None:
        self._found.setdefault(i, []).append(k)
        self._taken.add(k)

    def _by_grade_id(self) -> None:
        places = {
            cell.grade_id: i for i, cell in enumerate(self._cells) if cell.grade_id
        }
        for k, cell in enumerate(self._handed):
            if cell.grade_id in places:
                self._take(places[cell.grade_id], k)

    def _by_cell_id(self) -> None:
        places = {cell.cell_id: i for i, cell in enumerate(self._cells) if cell.cell_id}
        for k, cell in enumerate(self._handed):
            i = places.get(cell.cell_id)
            if k not in self._taken and i is not None and i not in self._found:
                self._take(i, k)

    def _open(self) -> tuple[list[int], list[int]]:
        masters = [i for i in range(len(self._cells)) if i not in self._found]
        handed = [k for k in range(len(self._handed)) if k not in self._taken]
        return masters, handed

    def _by_place(self) -> None:
        """Unchanged cells are the frame; what is between them is matched in turn."""
        masters, handed = self._open()
        if not masters or not handed:
            return
        ours = [self._key(self._cells[i].released, i) for i in masters]
        theirs = [_squeezed(self._handed[k].source) for k in handed]
        matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
        for tag, a, b, c, d in matcher.get_opcodes():
            if tag == "equal":
                for i, k in zip(masters[a:b], handed[c:d], strict=True):
                    self._take(i, k)
            elif tag == "replace":
                answers = [i for i in masters[a:b] if self._cells[i].role == "answer"]
                kinds = {self._cells[i].cell_type for i in answers}
                between = [k for k in handed[c:d] if self._handed[k].cell_type in kinds]
                if len(answers) == len(between):
                    for i, k in zip(answers, between, strict=True):
                        self._take(i, k)

    @staticmethod
    def _key(text: str, number: int) -> str:
        return _squeezed(text) or f"\0{number}"

    def _by_likeness(self) -> None:
        """The best remaining pair first, when it is alike enough."""
        masters, handed = self._open()
        masters = [i for i in masters if self._cells[i].source.strip()]
        if len(masters) * len(handed) > 10_000:
            return
        pairs = []
        for i in masters:
            cell = self._cells[i]
            for k in handed:
                if self._handed[k].cell_type == cell.cell_type or cell.role == "check":
                    pairs.append((_likeness(cell, self._handed[k].source), i, k))
        for ratio, i, k in sorted(pairs, reverse=True):
            if ratio >= ALIKE and i not in self._found and k not in self._taken:
                self._take(i, k)

    # --------------------------------------------------------- laying out

    def _own_cells(self) -> dict[int, list[int]]:
        """The student's own cells by the master cell they stand behind."""
        where = {k: i for i, ks in self._found.items() for k in ks}
        own: dict[int, list[int]] = {}
        behind = -1
        for k in range(len(self._handed)):
            if k in where:
                behind = where[k]
            else:
                own.setdefault(behind, []).append(k)
        return own

    def _own(self, k: int) -> Step:
        cell = self._handed[k]
        return Step(cell_type=cell.cell_type, source=cell.source, cell_id=cell.cell_id)

    def _steps(self, i: int, cell: MasterCell) -> list[Step]:
        handed = [self._handed[k] for k in self._found.get(i, ())]
        if cell.role in ("answer", "task"):
            return self._answer(cell, handed)
        if cell.role == "free":
            return self._free(cell, handed)
        name = cell.grade_id
        if not handed:
            self._tell(_restored(name))
        elif len(handed) > 1:
            self._tell(_copied(name))
        if handed and _squeezed(handed[0].source) != _squeezed(cell.released):
            self._tell(_locked(name))
        return [Step(cell_type=cell.cell_type, source=cell.source, master=cell)]

    def _free(self, cell: MasterCell, handed: list[HandedCell]) -> list[Step]:
        """A cell the instructor left open: the student's text, if it is there."""
        if not handed:
            if cell.cell_type == "code" and cell.source.strip():
                self._tell(UNTRACKED_BACK)
            return [Step(cell_type=cell.cell_type, source=cell.source, master=cell)]
        kind = handed[0].cell_type
        return [Step(cell_type=kind, source=one.source, master=cell) for one in handed]

    def _answer(self, cell: MasterCell, handed: list[HandedCell]) -> list[Step]:
        name = cell.grade_id
        if not handed:
            self._tell(_absent(name))
            return [Step(cell_type=cell.cell_type, source=cell.source, master=cell)]
        stub = _squeezed(cell.source)
        real = [one for one in handed if _squeezed(one.source) != stub] or handed[:1]
        if len(handed) > 1:
            self._tell(_split(name))
        if any(one.cell_type != cell.cell_type for one in real):
            self._tell(_retyped(name))
        if cell.cell_type != "code":
            text = "\n\n".join(dict.fromkeys(one.source for one in real))
            return [Step(cell_type=cell.cell_type, source=text, master=cell)]
        first, *more = list(dict.fromkeys(one.source for one in real))
        return [
            Step(cell_type="code", source=first, master=cell),
            *(Step(cell_type="code", source=text) for text in more),
        ]

    def _check_order(self) -> None:
        order = [
            i
            for k in range(len(self._handed))
            for i, ks in self._found.items()
            if k == ks[0] and self._cells[i].role != "free"
        ]
        if order != sorted(order):
            self._tell(REORDERED)

    def _tell(self, text: Text) -> None:
        self._notices[text] = None


ALIKE = 0.5
MOST_COMPARED = 4000  # characters


def _squeezed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _likeness(cell: MasterCell, source: str) -> float:
    """How alike an answer is to the released cell; a kept first line counts.

    Twice the triples of letters that both have, over all: its time grows with the
    texts' lengths alone, whatever a student has written.
    """
    released = cell.released[:MOST_COMPARED]
    ours, theirs = _triples(released), _triples(source[:MOST_COMPARED])
    both = sum((ours & theirs).values())
    ratio = 2 * both / max(1, ours.total() + theirs.total())
    first = released.strip().split("\n")[0].strip()
    kept = len(first) > 8 and first in source
    return max(ratio, 0.7 if kept else 0.0)


@functools.lru_cache(1000)
def _triples(text: str) -> Counter[str]:
    return Counter(text[at : at + 3] for at in range(len(text) - 2))


def _restored(name: str) -> Text:
    return Text(
        ko=f"지워진 셀 `{name}`을(를) 되살려 채점했습니다.",
        en=f"The deleted cell `{name}` was put back for grading.",
    )


def _copied(name: str) -> Text:
    return Text(
        ko=f"셀 `{name}`의 사본이 있어 하나만 썼습니다.",
        en=f"There were copies of the cell `{name}`; one was used.",
    )


def _locked(name: str) -> Text:
    return Text(
        ko=f"고치면 안 되는 셀 `{name}`이(가) 바뀌어 있어 원래대로 되돌렸습니다.",
        en=f"The locked cell `{name}` had been changed and was put back.",
    )


def _split(name: str) -> Text:
    return Text(
        ko=f"답 셀 `{name}`이(가) 나뉘었거나 복사되어 있어 차례로 이어 실행했습니다.",
        en=f"The answer cell `{name}` was split or copied; its parts ran in turn.",
    )


def _retyped(name: str) -> Text:
    return Text(
        ko=f"답 셀 `{name}`의 종류(코드/마크다운)가 바뀌어 있어 원래대로 되돌렸습니다.",
        en=f"The answer cell `{name}` had its type changed (code or markdown); it was "
        "changed back.",
    )


def _absent(name: str) -> Text:
    return Text(
        ko=f"답 셀 `{name}`을(를) 찾지 못했습니다. 지웠다면 되살려 다시 제출하세요.",
        en=f"The answer cell `{name}` was not found. If you deleted it, put it back "
        "and hand in again.",
    )


STRIPPED = Text(
    ko="노트북에 채점용 표시가 없습니다(다른 편집기로 저장한 듯합니다). 셀의 순서와 "
    "내용으로 답을 찾았습니다.",
    en="The notebook has lost its grading marks (another editor may have saved it); "
    "answers were found by order and content.",
)
REORDERED = Text(
    ko="셀의 순서가 바뀌어 있어 원래 순서로 실행했습니다.",
    en="Cells had been moved; they ran in the original order.",
)
UNTRACKED_BACK = Text(
    ko="과제에 있던 코드 셀이 지워져 있어 되살려 실행했습니다.",
    en="A code cell of the assignment had been deleted; it was put back and run.",
)
