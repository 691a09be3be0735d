"""What `intensity check` reports: whole tables, and what is odd in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from .device import load_devices
from .language import CourseError, Text
from .measurement import Measurement, load_measurements
from .names import KINDS, aliases, key, resolve
from .sheet import DATA, TableError, load_notes, load_sources, rows
from .tables import load_models

Finding = tuple[str, bool, Text]


def check(folder: Path = DATA) -> list[Finding]:
    """Each table and what was found: (what, whether it is right, in words).

    A row above its roofline bound is reported but is no fault of the table as long
    as its cause is recorded; without a cause it is.
    """
    tests: tuple[tuple[str, Callable[[Path], Text]], ...] = (
        ("hardware.csv", _hardware),
        ("models.csv", _models),
        ("sources.csv", _sources),
        ("notes.csv", _notes),
        ("aliases.csv", _aliases),
        ("measured.csv", _measured),
    )
    findings = [_finding(what, test, folder) for what, test in tests]
    if findings[-1][1]:
        findings += _above(load_measurements(folder))
    return findings


def _finding(what: str, test: Callable[[Path], Text], folder: Path) -> Finding:
    try:
        return what, True, test(folder)
    except CourseError as error:
        return what, False, error.text


def _hardware(folder: Path) -> Text:
    devices = load_devices(folder)
    figures = [f for device in devices.values() for f in device.figures.values()]
    sure = _counted(figure.verification for figure in figures)
    return Text(
        ko=f"장치 {len(devices)}개, 수치 {len(figures)}개 ({sure})",
        en=f"{len(devices)} devices, {len(figures)} numbers ({sure})",
    )


def _models(folder: Path) -> Text:
    models = load_models(folder)
    sure = _counted(model.verification for model in models.values())
    return Text(
        ko=f"모델 {len(models)}개, 파라미터와 KV 수가 모양과 일치 ({sure})",
        en=f"{len(models)} models, parameters and cache agree with the shape ({sure})",
    )


def _sources(folder: Path) -> Text:
    known = load_sources(folder)
    cited = {
        part.partition(": ")[0]
        for file in ("hardware.csv", "models.csv")
        for row in rows(folder, file)
        for part in row.cell("sources").split(" | ")
    }
    _nothing_unused("sources.csv", set(known) - cited)
    return Text(
        ko=f"출처 {len(known)}개, 모두 쓰임", en=f"{len(known)} sources, all cited"
    )


def _notes(folder: Path) -> Text:
    known = load_notes(folder)
    used = {
        row.cell("note")
        for file in ("hardware.csv", "models.csv")
        for row in rows(folder, file)
    }
    _nothing_unused("notes.csv", set(known) - used)
    return Text(
        ko=f"주석 {len(known)}개, 두 언어로", en=f"{len(known)} notes in two languages"
    )


def _nothing_unused(file: str, unused: set[str]) -> None:
    if unused:
        listed = ", ".join(sorted(unused))
        raise TableError(
            Text(
                ko=f"{file}: 쓰이지 않는 항목이 있습니다: {listed}",
                en=f"{file}: not used anywhere: {listed}",
            )
        )


def _aliases(_: Path) -> Text:
    """Loading raises if a spelling means two things."""
    total = 0
    for kind in KINDS:
        total += len({key(one) for one in aliases(kind) if resolve(kind, one)})
    return Text(
        ko=f"표기 {total}가지, 뜻이 둘인 것은 없음",
        en=f"{total} spellings, none with two meanings",
    )


def _measured(folder: Path) -> Text:
    table = list(load_measurements(folder))
    listed = {
        row.text("source_id"): row for row in rows(folder, "measured_sources.csv")
    }
    for source, count in Counter(row.source_id for row in table).items():
        if listed[source].whole("rows") != count:
            raise listed[source].error(
                "rows",
                f"measured.csv에는 {count}행입니다.",
                f"measured.csv has {count}",
            )
    bounded = sum(row.bound() is not None for row in table)
    sure = _counted(row.status for row in table)
    return Text(
        ko=f"측정 {len(table)}행 ({sure}), 루프라인 한계를 구한 것 {bounded}행",
        en=f"{len(table)} rows ({sure}), {bounded} with a roofline bound",
    )


def _above(table: Iterable[Measurement]) -> list[Finding]:
    """The rows above their bound, by cause."""
    by_cause: dict[Text | None, list[Measurement]] = {}
    for row in table:
        if (row.efficiency or 0) > 1:
            by_cause.setdefault(row.anomaly, []).append(row)
    unknown = Text("원인이 적혀 있지 않습니다.", "no cause is recorded.")
    findings = []
    for cause, above in by_cause.items():
        why = cause or unknown
        share = f"{100 * max(row.efficiency or 0 for row in above):.0f} %"
        text = Text(
            ko=f"{len(above)}행이 루프라인 한계 위(최대 {share}): {why.ko}",
            en=f"{len(above)} rows above the bound (up to {share}): {why.en}",
        )
        what = f"measured.csv {above[0].source_id} {above[0].hw_key}"
        findings.append((what, cause is not None, text))
    return findings


def _counted(words: Iterable[str]) -> str:
    return ", ".join(f"{word} {n}" for word, n in Counter(words).most_common())
