"""What a student sees before handing in: how an answer is read, not its worth.

These calls stand in the visible part of a graded cell.  They know no right answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from autograder.reading import Reading

from .expression import parse_condition
from .form import FIELDS, reading_from_form
from .outcome import MISSING, Text
from .scoring import spoken
from .units import unit_label
from .unreadable import UnreadableError, quoted
from .values import is_blank, to_number

Answer = Callable[[], object]


def preview_number(answer: Answer, unit: str, language: Answer | str = "ko") -> None:
    """Print the number that the grader will read, in its unit.

    >>> preview_number(lambda: "3.35 TB/s", "GB/s", "en")
    Read as 3350 GB/s. Grading tells whether it is right.
    """

    def read(value: object) -> Text:
        number, label = to_number(value, unit), unit_label(unit)
        return Text(
            ko=f"{number:.6g} {label.ko}: 이렇게 읽었습니다. "
            "맞는지는 채점 때 알 수 있습니다.",
            en=f"Read as {number:.6g} {label.en}. Grading tells whether it is right.",
        )

    _show(answer, read, language)


def preview_condition(
    answer: Answer, names: Sequence[str], language: Answer | str = "ko"
) -> None:
    """Print whether the condition can be read.

    >>> preview_condition(lambda: "batch < rows", ["batch"], "en")
    'rows' is not allowed here. Names you can use: batch
    """

    def read(value: object) -> Text:
        parse_condition(value, names)
        return Text(
            ko="조건을 읽었습니다. 맞는지는 채점 때 알 수 있습니다.",
            en="The condition can be read. Grading tells whether it is right.",
        )

    _show(answer, read, language)


def preview_claim(answer: Answer, language: Answer | str = "ko") -> None:
    """Print what the grader reads in each field of a claim's form.

    >>> preview_claim(lambda: {"phase": "decode", "batch": "many"}, "en")
    phase      decode
    batch      'many' cannot be read
    Grading tells whether the claim holds.
    """

    def read(value: object) -> Text:
        if not isinstance(value, Mapping):
            name = quoted(type(value).__name__)
            raise UnreadableError(
                ko=f"사전(dict)으로 쓰세요. 받은 값의 형(type): {name}",
                en=f"Write a dict; got a value of type {name}.",
            )
        if all(is_blank(typed) for typed in value.values()):
            return MISSING
        lines = list(_fields(value))
        end = Text(
            ko="주장이 맞는지는 채점 때 알 수 있습니다.",
            en="Grading tells whether the claim holds.",
        )
        return Text(*("\n".join(texts) for texts in zip(*lines, end, strict=True)))

    _show(answer, read, language)


def _fields(form: Mapping[str, object]) -> Iterator[Text]:
    """One line for each field: what was read, or that it is blank or unreadable."""
    read = _slots(reading_from_form(form))
    for name, typed in form.items():
        label = f"{str(name)[:20]:<10}"
        shown = quoted(str(typed) if isinstance(typed, str | int) else "?")
        if name not in FIELDS:
            found = Text(ko="없는 항목입니다", en="is no field")
        elif is_blank(typed):
            found = Text(ko="비어 있습니다", en="is blank")
        elif name not in read:
            found = Text(ko=shown, en=shown)
        else:
            failed = Text(ko=f"{shown}: 읽지 못했습니다", en=f"{shown} cannot be read")
            found = read[name] or failed
        yield Text(ko=f"{label} {found.ko}", en=f"{label} {found.en}")


def _slots(reading: Reading) -> dict[str, Text | None]:
    """Field -> its value as read; None where nothing could be read."""
    formats = {
        Text("가중치", "weights"): reading.precision_weights,
        Text("활성값", "activations"): reading.precision_activations,
        Text("KV", "KV"): reading.precision_kv,
    }
    stated = [(label, name) for label, name in formats.items() if name]
    precision = Text(
        ko=", ".join(f"{label.ko} {name}" for label, name in stated),
        en=", ".join(f"{label.en} {name}" for label, name in stated),
    )
    plain: dict[str, object] = {
        "phase": reading.phase.replace("unspecified", ""),
        "verdict": reading.verdict.replace("other", ""),
        "model": reading.model,
        "hardware": reading.hardware,
        "batch": reading.batch,
        "context": reading.context,
        "prompt": reading.prompt_len,
        "evidence": reading.evidence.replace("unstated", ""),
    }
    slots = {name: Text(str(v), str(v)) if v else None for name, v in plain.items()}
    return {**slots, "precision": precision if stated else None}


def _show(
    answer: Answer, read: Callable[[object], Text], language: Answer | str
) -> None:
    try:
        value = answer()
        text = MISSING if is_blank(value) else read(value)
    except NameError:
        text = MISSING
    except UnreadableError as error:
        text = error.text
    print(text.say(spoken(language)))
