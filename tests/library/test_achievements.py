"""The streak and the records that the program announces after a game was won."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from mile_bones.library.achievements import Achievements, achievements
from mile_bones.storage.statistics import Result, Statistics, Wins


def statistics(*points: tuple[int, int], streak: int = 1) -> Statistics:
    results = tuple(Result(datetime(2026, 5, day + 1, tzinfo=UTC), *both) for day, both in enumerate(points))
    none: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    return Statistics(results, (Wins(), Wins()), streak, 0, 0, (0, 0), none, ({}, {}), False, (), (), ())


@pytest.mark.parametrize(
    ("points", "streak", "expected"),
    [
        ([(5000, 4000)], 1, Achievements(1)),  # the first game is not a record
        ([(5000, 4000), (5100, 4900)], 2, Achievements(2, best=True)),
        ([(5000, 4000), (5000, 3500)], 2, Achievements(2, widest=True)),
        ([(5000, 4000), (6000, 100)], 2, Achievements(2, best=True, widest=True)),
        ([(5200, 4000), (5200, 4000)], 2, Achievements(2)),  # a tie with the best is not a record, either
        ([(3000, 5000), (5100, 5000)], 1, Achievements(1, best=True, widest=True)),
        ([(3000, 5000)], -1, Achievements()),
    ],
)
def test_a_won_game_has_its_streak_and_its_records(points, streak, expected):
    assert achievements(statistics(*points, streak=streak)) == expected


def test_without_results_there_are_no_achievements():
    assert achievements(None) == achievements(statistics(streak=0)) == Achievements()
