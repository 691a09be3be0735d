"""What a cell puts out, collected as nbformat dicts and limited while it is written."""

import base64
import io
import os
from typing import Any

Output = dict[str, Any]

TEXT_LIMIT = 1 << 20  # characters of all streams of one cell
RICH_LIMIT = 6 << 20  # characters of all rich data of one cell
OUTPUTS_LIMIT = 500
TRACEBACK_LIMIT = 20_000
CUT = "\n... Output truncated ..."


class Recorder:
    """Collects the outputs of the cell that runs now."""

    def __init__(self) -> None:
        self.figures = True
        self.clear()

    def clear(self) -> None:
        """Forget all; the next cell begins."""
        self.outputs: list[Output] = []
        self._text_left = TEXT_LIMIT
        self._rich_left = RICH_LIMIT
        self._wiped_by_next = False
        self._named: dict[str, Output] = {}
        self.figures_made = 0

    def stream(self, name: str, text: str) -> None:
        """Something written to stdout or stderr."""
        if self._text_left <= 0 or not text:
            return
        if len(text) > self._text_left:
            text = text[: self._text_left] + CUT
        self._text_left -= len(text)
        self._wipe()
        last = self.outputs[-1] if self.outputs else {}
        if last.get("output_type") == "stream" and last["name"] == name:
            last["parts"].append(text)
        else:
            self._add({"output_type": "stream", "name": name, "parts": [text]})

    def rich(self, kind: str, data: Any, metadata: Any, more: Output) -> None:
        """A display_data or execute_result."""
        plain = {str(key): _json_like(value) for key, value in data.items()}
        size = sum(len(value) for value in plain.values() if isinstance(value, str))
        if size > self._rich_left:
            plain = {"text/plain": plain.get("text/plain", "")[:1000] + CUT}
            size = len(plain["text/plain"])
        self._rich_left -= size
        self._wipe()
        known, update = more.pop("display_id", None), more.pop("update", False)
        output = {
            "output_type": kind,
            "data": plain,
            "metadata": _json_like(metadata or {}),
            **more,
        }
        if update:
            if known in self._named:
                self._named[known].update(data=plain, metadata=output["metadata"])
            return
        if known is not None:
            self._named[known] = output
        self._add(output)

    def error(self, name: str, value: str, traceback: list[str]) -> None:
        """An exception that ended the cell."""
        self._wipe()
        left, kept = TRACEBACK_LIMIT, []
        for line in traceback:
            kept.append(line[: max(0, left)])
            left -= len(line)
            if left < 0:
                break
        self._add(
            {
                "output_type": "error",
                "ename": name[:200],
                "evalue": value[:4000],
                "traceback": kept,
            }
        )

    def wipe(self, wait: bool) -> None:
        """What `clear_output` asks for."""
        if wait:
            self._wiped_by_next = True
        else:
            self.outputs.clear()

    def taken(self) -> list[Output]:
        """The outputs so far, in nbformat's shape."""
        done = []
        for output in self.outputs:
            if "parts" in output:
                output = {**output, "text": "".join(output["parts"])}
                del output["parts"]
            done.append(output)
        return done

    def _wipe(self) -> None:
        if self._wiped_by_next:
            self.outputs.clear()
            self._wiped_by_next = False

    def _add(self, output: Output) -> None:
        if len(self.outputs) < OUTPUTS_LIMIT or output["output_type"] == "error":
            self.outputs.append(output)


def _json_like(value: Any) -> Any:
    """`value` with everything that JSON has no word for turned into text."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, dict):
        return {str(key): _json_like(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json_like(item) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    return str(value)


class Stream(io.TextIOBase):
    """sys.stdout or sys.stderr of a cell."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, recorder: Recorder, name: str, descriptor: int) -> None:
        self._recorder = recorder
        self.name = name
        self._descriptor = descriptor

    def write(self, text: str) -> int:
        """Record `text`."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._recorder.stream(self.name, text)
        return len(text)

    def writable(self) -> bool:
        """Always."""
        return True

    def fileno(self) -> int:
        """The descriptor that C code and subprocesses write to."""
        return self._descriptor


class PrintedByOthers:
    """What C code and subprocesses write to descriptors 1 and 2."""

    def __init__(self) -> None:
        self._files = {}
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            file = os.memfd_create(name)
            os.dup2(file, descriptor)
            os.close(file)
            self._files[descriptor] = name

    def collect(self, recorder: Recorder) -> None:
        """Move what was written so far into `recorder`."""
        for descriptor, name in self._files.items():
            try:
                if not os.fstat(descriptor).st_size:
                    continue
                data = os.pread(descriptor, TEXT_LIMIT, 0)
                os.ftruncate(descriptor, 0)
                os.lseek(descriptor, 0, os.SEEK_SET)
            except OSError:  # the student closed it
                continue
            recorder.stream(name, data.decode("utf-8", "replace"))
