import numpy as np
import pytest

from intensity.language import CourseError
from intensity.roofline import Cost, Roof, borderline

from .shapes import A100, H100


def test_ridge_is_peak_over_bandwidth():
    # 312e12 / 2.039e12 = 153.0;  989.4e12 / 3.35e12 = 295.3 ("closer to 300" for
    # GPUs: scaling-book, ch. 1)
    assert A100.ridge == pytest.approx(153.0, rel=1e-3)
    assert H100.ridge == pytest.approx(295.3, rel=1e-3)


def test_exactly_at_the_ridge_it_is_compute():
    assert Roof(100, 10).bound(Cost(100, 10)) == "compute"
    assert Roof(100, 10).bound(Cost(99, 10)) == "memory"


def test_time_is_the_longer_of_the_two():
    assert Roof(10, 10).time_s(Cost(30, 20)) == 3.0
    assert Roof(10, 10).time_s(Cost(20, 30)) == 3.0


def test_attainable_is_the_slope_below_the_ridge_and_the_peak_above():
    roof = Roof(100, 10)
    assert roof.attainable(5) == 50
    assert roof.attainable(10) == roof.attainable(11) == 100


def test_costs_add_by_kind_and_scale():
    cost = Cost(1, 2, 3, 4) + Cost(10, 20, 30, 40) * 2
    assert cost == Cost(21, 42, 63, 84)
    assert cost.bytes == 189


def test_arrays_and_numbers_give_the_same_answers():
    flops = np.array([1.0, 150.0, 153.0, 1000.0])
    many = A100.bound(Cost(flops, 1.0))
    assert list(many) == [A100.bound(Cost(f, 1.0)) for f in flops.tolist()]


def test_half_and_double_the_ridge_are_borderline_and_no_further():
    assert [borderline(r) for r in (0.49, 0.5, 2.0, 2.01)] == [False, True, True, False]
    assert Roof(100, 10).borderline(Cost(50, 10))


def test_moving_nothing_is_infinite_intensity():
    assert Cost(1).intensity == float("inf")


@pytest.mark.parametrize("rates", [(0, 1), (1, 0), (-1, 1), (float("nan"), 1)])
def test_a_roof_needs_positive_rates(rates):
    with pytest.raises(CourseError):
        Roof(*rates)


def test_a_cost_cannot_be_negative():
    with pytest.raises(CourseError, match="negative"):
        Cost(-1, 1)
