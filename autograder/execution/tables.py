"""pandas values as plain data: indexes, series and data frames, column by column.

Each column crosses as its numpy values or, for the types that pandas adds, as a
list with the type's name.  Subclasses and types not listed here do not cross as
copies.
"""

import re
import sys
from importlib import import_module
from typing import Any

from autograder.execution.reader import Reader
from autograder.execution.values import BadNodeError, Node, NotPlainError
from autograder.execution.writer import Writer

_EXTENSION = re.compile(
    r"(U?Int(8|16|32|64)|Float(32|64)|boolean|str|string(\[(python|pyarrow)\])?"
    r"|datetime64\[(s|ms|us|ns), [A-Za-z0-9_/+:-]{1,40}\]|period\[[A-Z-]{1,8}\]|object)"
)
_CELLS_LIMIT = 1_000_000


def write_table(value: Any, writer: Writer) -> Node | None:
    """The node of a pandas value, None if it is not one that crosses as a copy."""
    pandas = sys.modules.get("pandas")
    kind = type(value)
    if pandas is None or not kind.__module__.startswith("pandas"):
        return None
    if isinstance(value, pandas.Index):
        return ["pi", _write_index(value, writer)]
    if kind is pandas.Series:
        return _numbered(value, writer, _write_series)
    if kind is pandas.DataFrame:
        return _numbered(value, writer, _write_frame)
    if kind is pandas.Timestamp or kind is pandas.Timedelta:
        name = kind.__name__
        zone = str(value.tz) if name == "Timestamp" and value.tz is not None else None
        return ["pt", name, value._value, value.unit, zone]
    if value is pandas.NA or value is pandas.NaT:
        return ["pn", "NA" if value is pandas.NA else "NaT"]
    if kind is pandas.Categorical or _is_extension(value):
        return ["pa", _write_column(value, writer)]
    return None


def _is_extension(value: Any) -> bool:
    return isinstance(value, import_module("pandas.api.extensions").ExtensionArray)


def _numbered(value: Any, writer: Writer, write: Any) -> Node:
    number, seen = writer.begin(value)
    return ["@", number] if seen else write(value, number, writer)


def _write_frame(value: Any, number: int, writer: Writer) -> Node:
    if value.size > 20 * _CELLS_LIMIT:
        raise NotPlainError("too large a table")
    columns = [
        _write_column(value.iloc[:, i].array, writer) for i in range(value.shape[1])
    ]
    return [
        "pf",
        number,
        _write_index(value.columns, writer),
        _write_index(value.index, writer),
        columns,
    ]


def _write_series(value: Any, number: int, writer: Writer) -> Node:
    return [
        "ps",
        number,
        writer.write(value.name),
        _write_index(value.index, writer),
        _write_column(value.array, writer),
    ]


def _write_column(array: Any, writer: Writer) -> Node:
    if type(array).__name__ == "NumpyExtensionArray":
        array = array.to_numpy()
    dtype = array.dtype
    kind = getattr(dtype, "kind", "O")
    if type(array).__name__ == "Categorical":
        return [
            "cat",
            writer.write_passing(array.codes.copy()),
            _write_index(array.categories, writer),
            bool(array.ordered),
        ]
    numpy: Any = import_module("numpy")
    if isinstance(dtype, numpy.dtype) and kind != "O":
        return ["np", writer.write_passing(numpy.array(array))]
    if not _EXTENSION.fullmatch(str(dtype)) or len(array) > _CELLS_LIMIT:
        raise NotPlainError(f"a column of type {dtype}")
    return ["ext", _name(dtype), [writer.write(_item(item), 20) for item in array]]


def _name(dtype: Any) -> str:
    name = str(dtype)
    if name == "string":
        return f"string[{dtype.storage}]"
    return name


def _item(item: Any) -> Any:
    """Element of an extension array as what `_read_column` builds it from."""
    return str(item) if type(item).__name__ == "Period" else item


def _write_index(index: Any, writer: Writer) -> Node:
    kind = type(index).__name__
    if kind == "RangeIndex":
        return ["r", index.start, index.stop, index.step, writer.write(index.name)]
    if kind == "MultiIndex":
        arrays = [
            _write_index(index.get_level_values(i), writer)
            for i in range(index.nlevels)
        ]
        return ["m", arrays, [writer.write(name) for name in index.names]]
    if kind in (
        "Index",
        "DatetimeIndex",
        "TimedeltaIndex",
        "CategoricalIndex",
        "PeriodIndex",
    ):
        frequency = getattr(index, "freqstr", None)
        return [
            "i",
            _write_column(index.array, writer),
            writer.write(index.name),
            frequency,
        ]
    raise NotPlainError(f"an index of type {kind}")


def _read_column(reader: Reader, node: list[Any]) -> Any:
    pandas: Any = import_module("pandas")
    if node[0] == "np":
        return reader.read(node[1])
    if node[0] == "cat":
        codes, categories = reader.read(node[1]), _read_index(reader, node[2])
        return pandas.Categorical.from_codes(codes, categories, ordered=bool(node[3]))
    if node[0] != "ext" or not _EXTENSION.fullmatch(node[1]):
        raise BadNodeError("not a column")
    items = reader.items(node[2])
    if node[1] == "object":
        return pandas.array(_objects(items), dtype=object)
    return pandas.array(items, dtype=node[1])


def _objects(items: list[Any]) -> Any:
    import numpy

    made = numpy.empty(len(items), dtype=object)
    for i, item in enumerate(items):
        made[i] = item
    return made


def _read_index(reader: Reader, node: list[Any]) -> Any:
    pandas: Any = import_module("pandas")
    if node[0] == "r":
        start, stop, step, name = node[1:]
        return pandas.RangeIndex(start, stop, step, name=reader.read(name))
    if node[0] == "m":
        arrays = [_read_index(reader, part) for part in node[1]]
        return pandas.MultiIndex.from_arrays(arrays, names=reader.items(node[2]))
    column, name = _read_column(reader, node[1]), reader.read(node[2])
    made = pandas.Index(column, name=name, dtype=getattr(column, "dtype", None))
    if node[3] and isinstance(made, pandas.DatetimeIndex) and len(str(node[3])) < 20:
        made.freq = node[3]
    return made


def _read_series(reader: Reader, node: list[Any]) -> Any:
    pandas: Any = import_module("pandas")
    _, number, name, index, column = node
    made = pandas.Series(
        _read_column(reader, column),
        index=_read_index(reader, index),
        name=reader.read(name),
        copy=False,
    )
    return _into(reader, number, made)


def _read_frame(reader: Reader, node: list[Any]) -> Any:
    pandas: Any = import_module("pandas")
    _, number, columns, index, nodes = node
    rows = _read_index(reader, index)
    made = pandas.DataFrame(
        dict(enumerate(_read_column(reader, part) for part in nodes)), index=rows
    )
    made.columns = _read_index(reader, columns)
    return _into(reader, number, made)


def _into(reader: Reader, number: object, made: Any) -> Any:
    """Put the contents into the table we have under that number, if there is one."""
    if type(number) is not int:
        raise BadNodeError("a number is not an int")
    if number == 0:
        return made
    if number in reader.table:
        known = reader.table.get(number)
        if type(known) is type(made):
            if not known.equals(made) or list(known.axes[-1]) != list(made.axes[-1]):
                known._update_inplace(made)
            return known
    reader.table.keep(number, made)
    return made


def _read_time(_reader: Reader, node: list[Any]) -> Any:
    pandas: Any = import_module("pandas")
    _, name, value, unit, zone = node
    if unit not in ("s", "ms", "us", "ns") or type(value) is not int:
        raise BadNodeError("not a time")
    if name == "Timedelta":
        return pandas.Timedelta(value, unit=unit).as_unit(unit)
    made = pandas.Timestamp(value, unit=unit).as_unit(unit)
    return made if zone is None else made.tz_localize("UTC").tz_convert(zone)


def _read_missing(_reader: Reader, node: list[Any]) -> Any:
    pandas: Any = import_module("pandas")
    return pandas.NA if node[1] == "NA" else pandas.NaT


READ_TABLES = {
    "pf": _read_frame,
    "ps": _read_series,
    "pt": _read_time,
    "pn": _read_missing,
    "pa": lambda reader, node: _read_column(reader, node[1]),
    "pi": lambda reader, node: _read_index(reader, node[1]),
}
