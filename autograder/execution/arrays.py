"""numpy values as plain data: scalars that keep their type, arrays, object arrays.

An array crosses as dtype, shape and bytes.  The reader checks the dtype's spelling
and that shape and bytes agree before numpy sees them, so a few bytes cannot be
announced as a huge array.
"""

import re
import sys
from typing import Any

from autograder.execution.reader import Reader
from autograder.execution.values import BadNodeError, Node, NotPlainError
from autograder.execution.writer import Writer

_KINDS = "biufcSUMm"
_DTYPE = re.compile(r"[<>|=][biufcSUMm][0-9]{1,6}(\[[0-9]*[a-zA-Zμ]{1,2}\])?")
_ITEMS_LIMIT = 1 << 40


def write_array(value: Any, writer: Writer) -> Node | None:
    """The node of a numpy value, None if it is not one that crosses as a copy."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    kind = type(value)
    if kind.__module__ == "numpy" and isinstance(value, numpy.generic):
        return _write_scalar(value, writer)
    if kind is numpy.ndarray or kind is numpy.matrix:
        return _write_array(value, kind.__name__, writer)
    if isinstance(value, numpy.dtype) and type(value).__module__ == "numpy.dtypes":
        return ["nd", value.str] if value.kind in _KINDS else None
    return None


def _write_scalar(value: Any, writer: Writer) -> Node | None:
    if value.dtype.kind not in _KINDS:
        return None
    return ["n", value.dtype.str, writer.block(value.tobytes())]


def _write_array(value: Any, name: str, writer: Writer) -> Node | None:
    import numpy

    if value.dtype.kind not in _KINDS + "O" or value.nbytes > 1 << 30:
        return None
    number, seen = writer.begin(value)
    if seen:
        return ["@", number]
    shape = list(value.shape)
    if value.dtype.kind == "O":
        if value.size > 200_000:
            raise NotPlainError("too many elements")
        return ["ao", number, shape, [writer.write(item, 20) for item in value.flat]]
    order = "F" if value.ndim > 1 and value.flags.fnc else "C"
    flat = numpy.asarray(value)
    block = writer.block(flat.tobytes(order))  # type: ignore[arg-type]
    return ["a", number, value.dtype.str, shape, order, name, block]


def _dtype(text: object) -> Any:
    import numpy

    if type(text) is not str or not _DTYPE.fullmatch(text):
        raise BadNodeError("not a plain dtype")
    dtype = numpy.dtype(text)
    if dtype.itemsize == 0:
        raise BadNodeError("a dtype without size")
    return dtype


def _shape(shape: object) -> tuple[int, ...]:
    if type(shape) is not list or len(shape) > 64:
        raise BadNodeError("not a shape")
    items = 1
    for length in shape:
        if type(length) is not int or not 0 <= length < _ITEMS_LIMIT:
            raise BadNodeError("not a shape")
        items *= max(length, 1)
    if items >= _ITEMS_LIMIT:
        raise BadNodeError("too large a shape")
    return tuple(shape)


def _bytes(reader: Reader, dtype: Any, size: int, number: object) -> Any:
    """A fresh array of `size` elements from a block, its contents made legal."""
    import numpy

    data = reader.block(number)
    if len(data) != size * dtype.itemsize:
        raise BadNodeError("shape and bytes disagree")
    flat = numpy.frombuffer(bytearray(data), dtype=dtype)
    if dtype.kind == "b":
        flat = flat.view("u1") != 0
    if dtype.kind == "U" and size:
        points = flat.view(dtype.byteorder.replace("|", "=") + "u4")
        if points.max(initial=0) > 0x10FFFF:
            raise BadNodeError("not text")
    return flat


def _read_scalar(reader: Reader, node: list[Any]) -> Any:
    return _bytes(reader, _dtype(node[1]), 1, node[2])[0]


def _read_array(reader: Reader, node: list[Any]) -> Any:
    import numpy

    _, number, dtype_text, shape_list, order, name, block = node
    dtype, shape = _dtype(dtype_text), _shape(shape_list)
    size = 1
    for length in shape:
        size *= length
    made = _bytes(reader, dtype, size, block)
    made = made.reshape(shape, order="F" if order == "F" else "C")
    if name == "matrix":
        made = made.view(numpy.matrix)
    return _into(reader, number, made)


def _read_objects(reader: Reader, node: list[Any]) -> Any:
    import numpy

    _, number, shape_list, nodes = node
    shape = _shape(shape_list)
    items = reader.items(nodes)
    made = numpy.empty(len(items), dtype=object)
    for i, item in enumerate(items):
        made[i] = item
    return _into(reader, number, made.reshape(shape))


def _into(reader: Reader, number: object, made: Any) -> Any:
    """Put the contents into the array we have under that number, if it fits."""
    if type(number) is not int:
        raise BadNodeError("a number is not an int")
    if number == 0:
        return made
    if number in reader.table:
        known = reader.table.get(number)
        if (
            type(known) is type(made)
            and (known.dtype, known.shape) == (made.dtype, made.shape)
            and known.flags.writeable
        ):
            known[...] = made
            return known
    reader.table.keep(number, made)
    return made


READ_ARRAYS = {
    "n": _read_scalar,
    "a": _read_array,
    "ao": _read_objects,
    "nd": lambda _reader, node: _dtype(node[1]),
}
