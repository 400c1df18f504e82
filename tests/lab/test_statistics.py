"""Means and shares with their uncertainty, compared with figures computed elsewhere."""

from __future__ import annotations

from math import inf, sqrt

import pytest

from mile_bones.lab.statistics import Estimate, estimate, share_interval


def test_the_mean_and_standard_error_of_eight_values_are_right() -> None:
    found = estimate([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert (found.mean, found.n) == (5.0, 8)
    assert found.se == pytest.approx(sqrt(32 / 7 / 8))


def test_the_interval_covers_95_percent_of_a_normal_distribution() -> None:
    assert Estimate(100.0, 10.0, 50).interval == pytest.approx((80.4004, 119.5996))


def test_a_single_value_has_an_infinite_interval() -> None:
    found = estimate([3.0])
    assert (found.mean, found.se, found.interval) == (3.0, 0.0, (-inf, inf))


def test_an_estimate_without_any_values_is_refused() -> None:
    with pytest.raises(ValueError, match="no values"):
        estimate([])
    with pytest.raises(ValueError, match="no cases"):
        share_interval(0.5, 0)


def test_a_small_spread_of_large_values_is_not_lost() -> None:
    assert estimate([1e15 + 1, 1e15 + 2, 1e15 + 3]).se == pytest.approx(1 / sqrt(3))


@pytest.mark.parametrize(("share", "n"), [(0.5, 10), (0.0, 10), (1.0, 10), (0.25, 2), (0.6, 5000)])
def test_wilsons_interval_ends_1_96_standard_deviations_away(share: float, n: int) -> None:
    """By Wilson's definition, the ends of the interval are the true shares from which the given share is 1.96 standard
    deviations away.
    """
    low, high = share_interval(share, n)
    assert 0 <= low <= share <= high <= 1
    for truth in (low, high):
        assert abs(share - truth) == pytest.approx(1.959964 * sqrt(truth * (1 - truth) / n), rel=1e-5)
    assert low < high
