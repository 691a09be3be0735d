"""Labels find places of their own."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from intensity.plot.placement import Box, places

FRAME = Box(0, 0, 400, 300)
SIZE = (50.0, 12.0)
spots = st.tuples(st.floats(80, 320), st.floats(60, 240))


def test_a_lone_label_stands_right_beside_its_point():
    (place,) = places([(100, 100)], [SIZE], FRAME)
    assert place.side == "left"
    assert place.box.left == place.x == 107
    assert place.y == 100


def test_a_label_at_the_right_edge_turns_round():
    (place,) = places([(395, 100)], [SIZE], FRAME)
    assert place.box.right <= FRAME.right


def test_a_line_through_the_favourite_place_is_avoided():
    line = [(100.0, 100.0), (400.0, 100.0)]
    (place,) = places([(100, 100)], [SIZE], FRAME, [line])
    assert not any(place.box.holds((x, 100)) for x in range(100, 400, 4))


def test_what_is_written_already_is_left_alone():
    written = Box(105, 90, 200, 110)
    (place,) = places([(100, 100)], [SIZE], FRAME, taken=[written])
    assert not place.box.overlap(written)


@given(st.lists(spots, min_size=2, max_size=4))
def test_a_few_labels_never_cover_each_other(points):
    found = places(points, [SIZE] * len(points), FRAME)
    for one, other in itertools.combinations(found, 2):
        assert not one.box.overlap(other.box)


@given(st.lists(spots, min_size=1, max_size=8))
def test_equal_input_gives_equal_places(points):
    sizes = [SIZE] * len(points)
    assert places(points, sizes, FRAME) == places(points, sizes, FRAME)
