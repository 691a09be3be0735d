"""The one place that knows how nbgrader reads a score.

nbgrader parses the repr of a graded cell's last value with `float`.  What it
cannot parse (a report, an np.float64, even False) earns full marks, any text on
stderr earns zero, and a value above the cell's points stops the whole class.
"""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar

from .given import value_of
from .outcome import Language, broken
from .sheet import Check, Line, Report, Sheet

Answer = Callable[[], object]
Made = Check | Sheet | Callable[[], Check | Sheet]

NOTHING_GRADED = Report((Line("", 0.0, broken()),))

_reports: ContextVar[list[Report] | None] = ContextVar("reports", default=None)


def score(
    check: Made,
    answer: Answer | Mapping[str, Answer],
    language: Answer | str = "ko",
) -> float:
    """Print the feedback and return the points as a plain float in 0..possible.

    Must be the last expression of the graded cell.  The check may be given as a
    function that makes it: what it imports and computes then stays out of the
    student's names, and if it fails the points are on hold.  Answers are given as
    ``lambda: name``, so that a name the student deleted is a blank answer and not
    an exception.  A Sheet takes one such function per check id.  Never raises.

    >>> from autograder.checks import Number
    >>> score(Number(id="b", points=2, unit="byte", expected=4), lambda: 4, "en")
    ✓ [2/2] Right.
    2.0
    """
    with _silence():
        report = _report(check, answer)
        lang = spoken(language)
    reports = _reports.get()
    if reports is not None:
        reports.append(report)
    print(report.text(lang))
    return float(min(max(report.points, 0.0), report.possible))


@contextlib.contextmanager
def recording() -> Iterator[list[Report]]:
    """Collect the reports of every `score` call inside, for a grader that wants
    statuses and both languages instead of printed text.
    """
    reports: list[Report] = []
    token = _reports.set(reports)
    try:
        yield reports
    finally:
        _reports.reset(token)


def spoken(language: Answer | str) -> Language:
    """The language a student asked for; Korean if they did not say, or not clearly.

    >>> spoken("EN"), spoken(lambda: undefined)
    ('en', 'ko')
    """
    with contextlib.suppress(Exception):
        wanted = language if isinstance(language, str) else language()
        if type(wanted) is str and wanted.strip().lower().startswith(("en", "영")):
            return "en"
    return "ko"


def _report(check: Made, answer: Answer | Mapping[str, Answer]) -> Report:
    sheet = _made(check)
    if sheet is None:
        return NOTHING_GRADED
    answers = (
        answer if isinstance(answer, Mapping) else dict.fromkeys(sheet.checks, answer)
    )
    try:
        return sheet.grade({name: value_of(get) for name, get in answers.items()})
    except Exception:  # an answer that cannot even be fetched
        return sheet.on_hold()


def _made(check: Made) -> Sheet | None:
    """The sheet, made if need be; None if making it failed, which is our fault."""
    try:
        made = check() if callable(check) else check
        return made if isinstance(made, Sheet) else Sheet(made)
    except Exception:
        return None


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """No warning and nothing on stderr: either would cost the student the marks."""
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        yield
