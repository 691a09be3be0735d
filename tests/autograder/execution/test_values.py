"""What crosses between the processes arrives as what it was, or not at all."""

import collections
import datetime
import decimal
import fractions
import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.execution.arrays import READ_ARRAYS, write_array
from autograder.execution.reader import Reader
from autograder.execution.tables import READ_TABLES, write_table
from autograder.execution.values import BadNodeError, NotPlainError, Table
from autograder.execution.writer import Writer

TAGS = {**READ_ARRAYS, **READ_TABLES}


def extra(value, writer):
    node = write_array(value, writer)
    return write_table(value, writer) if node is None else node


def refuse(value):
    raise NotPlainError(type(value).__name__)


def read(node, blocks=(), table=None):
    return Reader(table or Table(-1), tuple(blocks), refuse_node, TAGS).read(node)


def refuse_node(node):
    raise BadNodeError(node[0])


def crossed(value):
    writer = Writer(Table(1), refuse, extra)
    node = json.loads(json.dumps(writer.write(value)))
    return read(node, writer.blocks)


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.complex_numbers(allow_nan=False)
    | st.fractions()
    | st.datetimes()
    | st.dates()
    | st.timedeltas(),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text() | st.integers(), inner)
        | st.sets(st.integers() | st.text())
        | st.frozensets(st.integers())
    ),
    max_leaves=20,
)


def kinds(value):
    """Types of a value and of all that is in it."""
    if isinstance(value, dict):
        return dict, [(kinds(k), kinds(v)) for k, v in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [kinds(item) for item in value]
    if isinstance(value, set | frozenset):
        return type(value), sorted(str(type(item)) for item in value)
    return type(value)


@given(plain)
def test_plain_values_cross_with_their_types(value):
    got = crossed(value)
    assert got == value
    assert kinds(got) == kinds(value)


@pytest.mark.parametrize(
    "value",
    [
        range(1, 9, 2),
        slice(1, None, 2),
        decimal.Decimal("1.10"),
        fractions.Fraction(2, 3),
        collections.Counter("aab"),
        collections.OrderedDict(b=1, a=2),
        collections.defaultdict(list, a=[1]),
        collections.deque([1, 2], maxlen=2),
        datetime.datetime(2024, 2, 29, tzinfo=datetime.UTC),
        np.float32(1.5),
        np.int64(-3),
        np.bool_(True),
        np.str_("가"),
        np.datetime64("2024-02-29"),
        pd.Timestamp("2024-02-29 12:00", tz="Asia/Seoul"),
        pd.Timedelta("2 days"),
        ...,
    ],
    ids=repr,
)
def test_values_of_the_libraries_keep_their_types(value):
    got = crossed(value)
    assert got == value
    assert type(got) is type(value)
    assert getattr(got, "maxlen", None) == getattr(value, "maxlen", None)


@pytest.mark.parametrize(
    "value",
    [
        np.arange(6.0).reshape(2, 3),
        np.asfortranarray(np.arange(6).reshape(2, 3)),
        np.array(5),
        np.zeros((0, 4)),
        np.array([True, False]),
        np.array(["a", "가나"]),
        np.array([1 + 2j]),
        np.array([[1, "x"], [None, 2.0]], dtype=object),
        np.array(["2024-01-01", "NaT"], dtype="M8[D]"),
        np.arange(10)[::-2],
        np.broadcast_to(1.0, (3, 2)),
    ],
    ids=repr,
)
def test_arrays_keep_dtype_shape_and_contents(value):
    got = crossed(value)
    assert type(got) is np.ndarray
    assert (got.dtype, got.shape) == (value.dtype, value.shape)
    np.testing.assert_array_equal(got, value)
    assert got.flags.fnc == value.flags.fnc


def frame():
    return pd.DataFrame(
        {
            "a": [1, 2],
            "b": ["x", None],
            "c": [1.5, np.nan],
            "d": pd.Categorical(["u", "v"], ordered=True),
            "e": pd.to_datetime(["2024-01-01", "2024-01-02"]),
            "f": pd.array([1, None], dtype="Int64"),
            "g": [[1], {"k": 2}],
        },
        index=pd.Index(["p", "q"], name="row"),
    )


def test_tables_keep_columns_dtypes_and_index():
    pd.testing.assert_frame_equal(crossed(frame()), frame())
    grouped = frame().groupby(["a", "c"]).e.count()
    pd.testing.assert_series_equal(crossed(grouped), grouped)
    days = frame().set_index("e").asfreq("D")
    pd.testing.assert_frame_equal(crossed(days), days)


def test_shared_and_cyclic_structures_stay_so():
    part = [1]
    loop = [part, part]
    loop.append(loop)
    got = crossed(loop)
    assert got[0] is got[1]
    assert got[2] is got


def test_a_second_message_fills_the_same_object():
    table, theirs, value = Table(1), Table(-1), [1, 2]
    first = Writer(table, refuse, extra).write(value)
    got = read(first, table=theirs)
    value.append(3)
    again = read(Writer(table, refuse, extra).write(value), table=theirs)
    assert again is got
    assert got == [1, 2, 3]


class Sly(int):
    """Says it is equal to everything."""

    __hash__ = int.__hash__

    def __eq__(self, other):
        return True

    @property
    def __class__(self):
        return int


@pytest.mark.parametrize("value", [Sly(3), [Sly(3)], {1: object()}, lambda: 0, int])
def test_nothing_else_crosses_as_a_copy(value):
    with pytest.raises(NotPlainError):
        crossed(value)


@pytest.mark.parametrize(
    "value",
    [list(range(2_000_001)), np.zeros(1 << 24), np.full(300_000, None)],
    ids=["list", "array", "objects"],
)
def test_too_large_a_value_does_not_cross(value):
    with pytest.raises(NotPlainError):
        crossed(value)


@pytest.mark.parametrize(
    "node",
    [
        {},
        [],
        [1],
        ["nothing-like-it", 1],
        ["i", "0x" + "f" * 2_000_000],
        ["i", 3],
        ["f", "1.0"],
        ["b", 5],
        ["b", -1],
        ["l", "1", []],
        ["l", 1],
        ["@", 7],
        ["x", "eval", ["1"]],
        ["x", "Fraction", [1, 0]],
        ["d", 1, "type", None, []],
        ["a", 1, "O", [1], "C", "ndarray", 0],
        ["a", 1, "<f8", [1 << 50], "C", "ndarray", 0],
        ["a", 1, "<f8", [-1], "C", "ndarray", 0],
        ["a", 1, "<U0", [10**9], "C", "ndarray", 0],
        ["ao", 1, [3], [1]],
        ["n", "<f8", 0],
        [
            "pf",
            1,
            ["i", ["ext", "os.system", []], None, None],
            ["r", 0, 1, 1, None],
            [],
        ],
        ["pa", ["ext", "category", [1]]],
        ["z", [["l", 1, []]]],
    ],
    ids=lambda node: json.dumps(node)[:40],
)
def test_nonsense_is_refused(node):
    with pytest.raises(BadNodeError):
        read(node, [b""])


def test_a_deep_answer_is_refused_not_followed():
    node = ["l", 0, []]
    for _ in range(100_000):
        node = ["t", [node]]
    with pytest.raises(BadNodeError):
        read(node)


def test_booleans_of_any_byte_are_true_or_false():
    got = read(["a", 1, "|b1", [2], "C", "ndarray", 0], [b"\x00\x07"])
    assert got.tolist() == [False, True]
    assert got.sum() == 1


def test_not_a_number_crosses():
    assert math.isnan(crossed(float("nan")))
    assert crossed([float("-inf")]) == [float("-inf")]
