"""Points of a check cell from its outputs: nbgrader's rule, and one rule of ours.

nbgrader's rule (`nbgrader.utils.determine_grade`): the first error output means 0;
else the first execute_result is the points if it reads as a number from 0 to the
maximum; else, and for any other last value, all points.

Ours: a warning on stderr costs nothing, where nbgrader gives 0.

What looks like a slip of the check cell's author keeps nbgrader's points and is
reported to the instructor.  Where nbgrader itself stops (a number over the maximum,
a result without text), the maximum is given.
"""

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from intensity.language import Text


@dataclass(frozen=True, kw_only=True)
class Score:
    """points, and what the instructor should know about how they came about."""

    points: float
    slips: tuple[Text, ...] = ()


def score(outputs: Sequence[dict[str, Any]], source: str, maximum: float) -> Score:
    """Points of a check cell worth `maximum`, from its outputs.

    >>> shown = {"output_type": "execute_result", "data": {"text/plain": "1.5"}}
    >>> score([shown], "1.5", 3).points
    1.5
    """
    slips: list[Text] = []
    for output in outputs:
        if output["output_type"] == "error":
            return Score(points=0.0, slips=tuple(slips))
        if output["output_type"] == "execute_result":
            points, slip = _partial(output["data"].get("text/plain"), maximum)
            return Score(points=points, slips=(*slips, *([slip] if slip else [])))
        if output.get("name") == "stderr" and not slips:
            slips.append(WARNING)
    if _ends_in_silenced_value(source):
        slips.append(SEMICOLON)
    return Score(points=maximum, slips=tuple(slips))


def _partial(text: Any, maximum: float) -> tuple[float, Text | None]:
    if not text:
        return maximum, NO_TEXT
    try:
        points = float(text)
    except ValueError:
        shown = str(text)[:40]
        return maximum, Text(
            ko=f"마지막 값이 점수로 읽히지 않습니다({shown}). nbgrader처럼 만점을 "
            "주었습니다. 점수를 내려면 마지막 줄을 0과 만점 사이의 수로 끝내세요.",
            en=f"The last value does not read as points ({shown}); all points were "
            "given, as nbgrader does. End the cell with a number from 0 to the "
            "maximum.",
        )
    if math.isnan(points) or points < 0:
        return maximum, Text(
            ko=f"마지막 값이 {points}입니다. nbgrader처럼 만점을 주었습니다.",
            en=f"The last value is {points}; all points were given, as nbgrader does.",
        )
    if points > maximum:
        return maximum, Text(
            ko=f"마지막 값 {points}이(가) 만점 {maximum}보다 큽니다. nbgrader는 여기서 "
            "멈춥니다. 만점을 주었습니다.",
            en=f"The last value {points} is over the maximum {maximum}, where nbgrader "
            "stops; the maximum was given.",
        )
    return points, None


def _ends_in_silenced_value(source: str) -> bool:
    """True when the last line is a value hidden by a semicolon."""
    if not source.rstrip().endswith(";"):
        return False
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return False
    if not body or not isinstance(body[-1], ast.Expr):
        return False
    return not isinstance(body[-1].value, ast.Call)


WARNING = Text(
    ko="검사 중에 경고가 stderr에 찍혔습니다. nbgrader는 이때 0점을 주지만 "
    "여기서는 경고로 점수를 잃지 않습니다.",
    en="A warning was written to stderr during the check. nbgrader gives 0 then; "
    "here a warning costs nothing.",
)
SEMICOLON = Text(
    ko="마지막 값이 세미콜론으로 가려져 부분 점수가 되지 않습니다. nbgrader처럼 "
    "만점을 주었습니다.",
    en="The last value is hidden by a semicolon, so it gives no partial points; all "
    "points were given, as nbgrader does.",
)
NO_TEXT = Text(
    ko="마지막 값에 글자로 된 표현이 없습니다. nbgrader는 여기서 멈춥니다. 만점을 "
    "주었습니다.",
    en="The last value has no text, where nbgrader stops; the maximum was given.",
)
