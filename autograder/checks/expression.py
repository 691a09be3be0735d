"""Read a condition over named numbers by a whitelist of its syntax; run nothing."""

from __future__ import annotations

import ast
import itertools
import operator
import unicodedata
import warnings
from collections.abc import Callable, Mapping, Sequence

from .unreadable import UnreadableError, quoted

Case = Mapping[str, float]
LONGEST = 200  # characters

COMPARE: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
ARITHMETIC: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
SPELLINGS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "\u2212": "-", "×": "*", "·": "*", "÷": "/",
    "그리고": " and ", "이고": " and ", "또는": " or ", "이거나": " or ",
}  # fmt: skip


def parse_condition(condition: object, names: Sequence[str]) -> Callable[[Case], bool]:
    """A function of a case that says whether `condition` holds there.

    Raises UnreadableError for anything but comparisons of `names` and numbers.

    >>> parse_condition("1 <= batch < 8", ["batch"])({"batch": 4})
    True
    """
    if type(condition) is not str:
        raise UnreadableError(
            ko=f'조건은 글로 쓰세요(예: "{names[0]} < 100"). 받은 값의 형(type): '
            f"{quoted(type(condition).__name__)}",
            en=f'Write the condition as text, such as "{names[0]} < 100"; got a value '
            f"of type {quoted(type(condition).__name__)}.",
        )
    if len(condition) > LONGEST:
        raise UnreadableError(
            ko=f"조건이 너무 깁니다({len(condition)}자). {LONGEST}자 안으로 쓰세요.",
            en=f"The condition has {len(condition)} characters; use at most {LONGEST}.",
        )
    return _boolean(_syntax(condition, names), names)


def _syntax(condition: str, names: Sequence[str]) -> ast.expr:
    text = condition
    for typed, plain in SPELLINGS.items():
        text = text.replace(typed, plain)
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's own advice on odd literals
            return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise UnreadableError(
            ko=f"{quoted(condition)}: 조건으로 읽을 수 없습니다. "
            f'예: "{names[0]} < 100"',
            en=f"{quoted(condition)} cannot be read as a condition such as "
            f'"{names[0]} < 100".',
        ) from None


def _boolean(node: ast.expr, names: Sequence[str]) -> Callable[[Case], bool]:
    match node:
        case ast.BoolOp(op=op, values=values):
            parts = [_boolean(value, names) for value in values]
            join = all if isinstance(op, ast.And) else any
            return lambda case: join(part(case) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = _boolean(operand, names)
            return lambda case: not inner(case)
        case ast.Compare(left=left, ops=ops, comparators=rest) if all(
            type(op) in COMPARE for op in ops
        ):
            terms = [_term(term, names) for term in (left, *rest)]
            tests = [COMPARE[type(op)] for op in ops]
            pairs = list(zip(tests, itertools.pairwise(terms), strict=True))
            return lambda case: all(test(a(case), b(case)) for test, (a, b) in pairs)
    raise UnreadableError(
        ko=f"{quoted(ast.unparse(node))}에는 비교가 없습니다. "
        "<, <=, >, >= 로 비교하세요.",
        en=f"{quoted(ast.unparse(node))} compares nothing; use <, <=, > or >=.",
    )


def _term(node: ast.expr, names: Sequence[str]) -> Callable[[Case], float]:
    match node:
        case ast.Constant(value=int() | float() as value) if type(value) is not bool:
            number = _finite(value)
            return lambda _: number
        case ast.Name(id=name) if name in names:
            return lambda case: float(case[name])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _term(operand, names)
            return lambda case: -inner(case)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            apply = ARITHMETIC[type(op)]
            a, b = _term(left, names), _term(right, names)
            return lambda case: _computed(apply, a(case), b(case))
    known = ", ".join(names)
    raise UnreadableError(
        ko=f"{quoted(ast.unparse(node))}: 여기서는 쓸 수 없습니다. "
        f"쓸 수 있는 이름: {known}",
        en=f"{quoted(ast.unparse(node))} is not allowed here. "
        f"Names you can use: {known}",
    )


def _finite(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # an int beyond any float
        return float("inf")


def _computed(apply: Callable[[float, float], float], a: float, b: float) -> float:
    try:
        return apply(a, b)
    except ZeroDivisionError:
        raise UnreadableError(
            ko="조건 안에서 0으로 나눕니다.", en="The condition divides by zero."
        ) from None
