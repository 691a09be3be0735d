"""The wire between the checker and a student's process: frames of plain data.

A frame is a length-prefixed JSON header followed by raw blocks of bytes (array
contents).  JSON cannot name a class or call anything, so reading a frame from a
hostile process only ever yields dicts, lists, strings, numbers and bytes.  Pickle
is never used.  Whoever reads sets the limits; a frame over them ends the
conversation.

    4 bytes   length of the header
    4 bytes   number of blocks
    8 bytes   length of each block ...
    header    JSON
    blocks    raw bytes
"""

import json
import select
import socket
import struct
import time
from dataclasses import dataclass
from typing import Any

HEADER_LIMIT = 32 << 20  # bytes of JSON in one frame
BLOCKS_LIMIT = 128 << 20  # bytes of all blocks of one frame
BLOCK_COUNT_LIMIT = 10_000

Message = dict[str, Any]


class EndedError(Exception):
    """The other side closed the connection: its process is gone."""


class LateError(Exception):
    """No complete frame before the deadline."""


class FloodedError(Exception):
    """A frame over the limits, or one that is not a frame at all."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One message and the blocks of bytes it refers to by number.

    header_bytes: how long the message was, of a frame that was received
    """

    message: Message
    blocks: tuple[bytes, ...] = ()
    header_bytes: int = 0


def send(connection: socket.socket, frame: Frame, deadline: float = 0.0) -> None:
    """Write one frame; `deadline` is a time.monotonic() value, 0 for none.

    Raises EndedError when the reader is gone, LateError when it does not read in time.
    """
    header = json.dumps(frame.message, separators=(",", ":")).encode()
    lengths = [len(block) for block in frame.blocks]
    head = struct.pack(f"!II{len(lengths)}Q", len(header), len(lengths), *lengths)
    try:
        for part in (head + header, *frame.blocks):
            _write(connection, part, deadline)
    except (BrokenPipeError, ConnectionError) as error:
        raise EndedError from error


def receive(
    connection: socket.socket,
    deadline: float = 0.0,
    *,
    header_limit: int = HEADER_LIMIT,
    blocks_limit: int = BLOCKS_LIMIT,
) -> Frame:
    """Read one frame, waiting until `deadline` (time.monotonic(), 0 for ever).

    Raises EndedError, LateError, or FloodedError.
    """
    size, count = struct.unpack("!II", _read(connection, 8, deadline))
    if size > header_limit or count > BLOCK_COUNT_LIMIT:
        raise FloodedError(f"header of {size} bytes, {count} blocks")
    lengths = struct.unpack(f"!{count}Q", _read(connection, 8 * count, deadline))
    if sum(lengths) > blocks_limit:
        raise FloodedError(f"blocks of {sum(lengths)} bytes")
    header = _read(connection, size, deadline)
    blocks = tuple(_read(connection, length, deadline) for length in lengths)
    try:
        message = json.loads(header)
    except (ValueError, RecursionError, MemoryError) as error:
        raise FloodedError("not a message") from error
    if not isinstance(message, dict):
        raise FloodedError("not a message")
    return Frame(message=message, blocks=blocks, header_bytes=size)


def _wait(connection: socket.socket, deadline: float, *, write: bool = False) -> None:
    if not deadline:
        return
    poll = select.poll()  # not select(): it breaks at descriptor 1024
    poll.register(connection, select.POLLOUT if write else select.POLLIN)
    if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
        raise LateError


def _read(connection: socket.socket, size: int, deadline: float) -> bytes:
    data = bytearray()
    while len(data) < size:
        try:
            # Often the bytes are there already; waiting costs a call more.
            flags = socket.MSG_DONTWAIT if deadline else 0
            part = connection.recv(min(size - len(data), 1 << 20), flags)
        except BlockingIOError:
            _wait(connection, deadline)
            continue
        except ConnectionError as error:
            raise EndedError from error
        if not part:
            raise EndedError
        data += part
    return bytes(data)


def _write(connection: socket.socket, data: bytes, deadline: float) -> None:
    view = memoryview(data)
    while view:
        try:
            sent = connection.send(view, socket.MSG_DONTWAIT if deadline else 0)
        except BlockingIOError:
            _wait(connection, deadline, write=True)
            continue
        view = view[sent:]
