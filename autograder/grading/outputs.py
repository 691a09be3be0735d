"""Outputs as nbformat has them, whatever the student's process calls outputs."""

import re
from typing import Any

from autograder.grading import outcome

Output = dict[str, Any]
MOST_OUTPUTS, MOST_DEPTH = 1000, 30
MOST_COUNT, MOST_NUMBER = 1 << 31, 1e300
MIME = re.compile(r"[a-zA-Z0-9]+/[a-zA-Z0-9.+-]{1,100}")
OUTPUT_TYPES = {
    "stream": ("name", "text"),
    "display_data": ("data", "metadata"),
    "execute_result": ("data", "metadata", "execution_count"),
    "error": ("ename", "evalue", "traceback"),
}


TIMED_OUT = {
    "output_type": "error",
    "ename": "CellTimeoutError",
    "evalue": "",
    "traceback": ["CellTimeoutError: No reply before the timeout"],
}


def clean_outputs(outputs: Any) -> list[Output]:
    """What a student's process calls outputs, as nbformat outputs and nothing else.

    However it is made, the notebook that holds them can be written, read by every
    reader of JSON, and opened by the formgrader.
    """
    cleaned = []
    for output in outputs[:MOST_OUTPUTS] if isinstance(outputs, list) else []:
        kind = output.get("output_type") if isinstance(output, dict) else None
        if type(kind) is not str or kind not in OUTPUT_TYPES:
            continue
        kept: Output = {"output_type": kind}
        for name in OUTPUT_TYPES[kind]:
            kept[name] = _clean(name, output.get(name))
        if kind == "stream" and kept["name"] not in ("stdout", "stderr"):
            kept["name"] = "stdout"
        cleaned.append(kept)
    return cleaned


def clean_count(count: Any) -> int | None:
    """An execution count; None for what is none."""
    return count if type(count) is int and 0 <= count < MOST_COUNT else None


def _clean(name: str, value: Any) -> Any:
    if name == "data":
        return _bundle(value)
    if name == "metadata":
        value = _shallow(value)
        return value if isinstance(value, dict) else {}
    if name == "execution_count":
        return clean_count(value)
    if name == "traceback":
        return [_text(line) for line in value] if isinstance(value, list) else []
    return _text(value)


def _bundle(value: Any) -> dict[str, Any]:
    """Representations by MIME type: texts, but for the kinds of JSON."""
    kept: dict[str, Any] = {}
    for mime, one in value.items() if isinstance(value, dict) else ():
        if not MIME.fullmatch(mime):
            continue
        if mime.endswith("json"):
            kept[mime] = _shallow(one)
        elif isinstance(one, str | list):
            kept[mime] = _text(one)
    return kept


def _text(value: Any) -> str:
    """A text, also one in lines; nothing of anything else."""
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return value if isinstance(value, str) else ""


def _shallow(value: Any, depth: int = 0) -> Any:
    """JSON that is not nested without end and has finite numbers only."""
    if isinstance(value, dict) and depth < MOST_DEPTH:
        return {name: _shallow(part, depth + 1) for name, part in value.items()}
    if isinstance(value, list) and depth < MOST_DEPTH:
        return [_shallow(part, depth + 1) for part in value]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float) and -MOST_NUMBER < value < MOST_NUMBER:
        return value
    return None


def ended_by(why: str) -> Output:
    """What stands under a cell that ended its process."""
    name = "CellTimeoutError" if why == "timeout" else "DeadKernelError"
    return {**TIMED_OUT, "ename": name, "traceback": [outcome.ENDED[why].en]}
