"""How `measured` chooses: the conditions, and the names that rows answer to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from functools import cache

from .language import CourseError, Text
from .measurement import (
    PHASES,
    RATES,
    STATUS,
    TIMES,
    Measurement,
    limits,
    load_measurements,
    shapes,
)
from .names import UnknownName, canonical_hardware, near, resolve
from .sheet import DATA


def select(
    model: str | None,
    hardware: str | None,
    phase: str | None,
    status: str | Collection[str] | None,
    **more: object,
) -> tuple[Measurement, ...]:
    """The rows of measured.csv that meet every condition; see `measured`."""
    wanted = {"phase": phase, "status": status, **more}
    tests = [
        (name, _one_of(name, value))
        for name, value in wanted.items()
        if value is not None
    ]
    models = _models_meant(model) if model is not None else None
    devices = _keys_meant(hardware) if hardware is not None else None
    return tuple(
        row
        for row in _table()
        if (models is None or not models.isdisjoint(_answers_to(row)))
        and (devices is None or row.hw_key in devices)
        and all(getattr(row, name) in values for name, values in tests)
    )


def _one_of(name: str, value: object) -> Collection[object]:
    """The values a field may have; CourseError if the field has no such word."""
    known = [f.name for f in fields(Measurement) if f.name != "sizes"]
    if name not in known:
        raise CourseError(
            Text(
                ko=f"측정 표에 {name!r} 열이 없습니다. 있는 열: {', '.join(known)}",
                en=f"measurements have no field {name!r}; they have {', '.join(known)}",
            )
        )
    values = value if isinstance(value, Collection) else (value,)
    values = (values,) if isinstance(values, str) else values
    words: dict[str, Collection[str]] = {
        "phase": PHASES,
        "status": STATUS,
        "unit": (*TIMES, *RATES),
    }
    if name in words and not isinstance(values, range):
        for one in values:
            if one not in words[name]:
                listed = ", ".join(words[name])
                raise CourseError(
                    Text(
                        ko=f"{name}={one!r}: 쓸 수 있는 값은 {listed}입니다.",
                        en=f"{name}={one!r} is not one of {listed}",
                    )
                )
    return values


def _models_meant(name: str) -> set[str]:
    meant = {name} if name in shapes() else set()
    canonical = resolve("model", name)
    if canonical:
        meant.add(canonical)
    if not meant:
        listed = ", ".join(near(str(name), shapes())) or ", ".join(shapes())
        raise UnknownName(
            Text(
                ko=f"{name!r}: 측정 표에 없는 모델입니다. 비슷한 이름: {listed}",
                en=f"no measured model is named {name!r}; near names: {listed}",
            )
        )
    return meant


def _answers_to(row: Measurement) -> set[str]:
    """The model names that a row may be asked for by."""
    return {row.model_key, _resolved(row.model) or _resolved(row.model_key)} - {""}


@cache
def _resolved(name: str) -> str:
    return resolve("model", name) or ""


def _keys_meant(name: str) -> set[str]:
    if name in limits():
        return {name}
    device = canonical_hardware(name)
    return {key for key, limits in limits().items() if limits.device == device}


@cache
def _table() -> tuple[Measurement, ...]:
    return tuple(load_measurements(DATA))
