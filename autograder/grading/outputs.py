"""Outputs as nbformat has them, whatever the student's process calls outputs."""

from typing import Any

from autograder.grading import outcome

Output = dict[str, Any]
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
    """What a student's process calls outputs, as nbformat outputs and nothing else."""
    cleaned = []
    for output in outputs if isinstance(outputs, list) else []:
        kind = output.get("output_type") if isinstance(output, dict) else None
        if kind not in OUTPUT_TYPES:
            continue
        kept: Output = {"output_type": kind}
        for name in OUTPUT_TYPES[kind]:
            kept[name] = _clean(name, output.get(name))
        if kind == "stream" and kept["name"] not in ("stdout", "stderr"):
            kept["name"] = "stdout"
        cleaned.append(kept)
    return cleaned[:1000]


def _clean(name: str, value: Any) -> Any:
    if name == "data":
        pairs = value.items() if isinstance(value, dict) else ()
        return {
            str(mime)[:100]: v for mime, v in pairs if isinstance(v, str | dict | list)
        }
    if name == "metadata":
        return value if isinstance(value, dict) else {}
    if name == "execution_count":
        return value if type(value) is int else None
    if name == "traceback":
        return [str(line) for line in value] if isinstance(value, list) else []
    return str(value)


def ended_by(why: str) -> Output:
    """What stands under a cell that ended its process."""
    name = "CellTimeoutError" if why == "timeout" else "DeadKernelError"
    return {**TIMED_OUT, "ename": name, "traceback": [outcome.ENDED[why].en]}
