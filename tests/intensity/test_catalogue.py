"""The tables to look things up in leave nothing out."""

import pytest

from intensity import measured
from intensity.catalogue import (
    device_figures,
    device_summary,
    measurement_sources,
    model_shapes,
    model_sizes,
    vendors,
    verification_words,
)
from intensity.tables import devices, models


def test_every_figure_of_every_device_is_listed_with_source_and_word() -> None:
    rows = [row for vendor in vendors() for row in device_figures(vendor).rows]
    assert len(rows) == sum(len(device.figures) for device in devices().values())
    assert all(row[4] and row[5] for row in rows)


def test_every_device_is_in_one_summary() -> None:
    names = [row[0] for vendor in vendors() for row in device_summary(vendor).rows]
    assert sorted(names) == sorted(devices())


def test_every_model_is_in_both_tables() -> None:
    for table in (model_shapes(), model_sizes()):
        assert sorted(row[0] for row in table.rows) == sorted(models())


def test_the_words_count_every_figure() -> None:
    counted = sum(int(row[2]) for row in verification_words().rows)
    assert counted == sum(len(device.figures) for device in devices().values())


def test_every_measurement_has_a_listed_source() -> None:
    listed = {row[0] for row in measurement_sources().rows}
    assert {row.source_id for row in measured()} <= listed


@pytest.mark.parametrize("vendor", vendors())
def test_a_sparse_figure_is_never_the_one_in_use(vendor: str) -> None:
    assert all(row[2] != row[3] for row in device_figures(vendor).rows)
