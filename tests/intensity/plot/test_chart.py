"""Charts draw what they are given, in both languages, and refuse what they cannot."""

import math

import pytest

from intensity import CourseError, Text
from intensity.plot.chart import Axis, Level, Series, Spot, chart

X = Axis(Text(ko="배치", en="Batch"), "doubling")
Y = Axis(Text(ko="강도", en="Intensity"))
WORDS = {
    "title": Text(ko="제목", en="Title"),
    "description": Text(ko="설명", en="What"),
}


def draw(*series: Series, **more: object):  # type: ignore[no-untyped-def]
    return chart(series, x=X, y=Y, **WORDS, **more)  # type: ignore[arg-type]


def test_every_spot_and_level_is_in_the_data() -> None:
    figure = draw(
        Series.of("a", [(1, 2), (2, 4)]),
        Series("b", (Spot(4, 8, about={"source": "s"}),), joined=False),
        levels=[Level(Text(ko="선", en="line"), 5)],
    )
    assert [row["Intensity"] for row in figure.rows] == [2, 4, 8, 5]
    assert [row["source"] for row in figure.rows] == ["", "", "s", ""]


def test_a_page_gets_the_names_of_axes_series_and_levels_in_both_languages() -> None:
    html = draw(
        Series.of(Text(ko="곡선", en="curve"), [(1, 2), (8, 16)]),
        levels=[Level(Text(ko="경계선", en="border"), 4)],
    )._repr_html_()
    for word in ("배치", "Batch", "곡선", "curve", "경계선", "border"):
        assert word in html


@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf])
def test_a_log_axis_refuses_what_it_cannot_show_and_says_which(value: float) -> None:
    with pytest.raises(CourseError) as caught:
        draw(Series.of("a", [(1, 1), (2, value)]))
    assert "Intensity" in caught.value.text.en
    assert str(value) in caught.value.text.en


def test_a_linear_axis_takes_zero() -> None:
    linear = Axis(Text(ko="속도", en="Speed"), "linear")
    series = [Series.of("a", [(1, 0), (2, 3)])]
    assert chart(series, x=X, y=linear, **WORDS).rows[0]["Speed"] == 0


def test_nothing_to_draw_is_an_error_with_a_remedy() -> None:
    with pytest.raises(CourseError, match="give at least one Series"):
        draw(Series("a", ()))
