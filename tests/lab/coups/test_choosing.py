"""The choice of positions for the daily puzzle (the coup of the day), and the order of the days."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from mile_bones import resources
from mile_bones.lab.coups.choosing import chosen, grade, in_order, mix_grades
from mile_bones.match.coup import Coup, CoupBook, Grade

BOOK = CoupBook(resources.read_text("coups/mile-bones.txt"))


def some(**numbers: int) -> list[Coup]:
    """Return the given number of coups for each theme, all different."""
    themes = [theme for theme, number in numbers.items() for _ in range(number)]
    return [replace(BOOK[number], theme=theme) for number, theme in enumerate(themes)]


@pytest.mark.parametrize(
    ("original_finds_it", "likely", "words"),
    [
        (True, 1.0, "gentle"),
        (True, 0.99, "gentle"),
        (True, 0.9899, "tricky"),
        (False, 1.0, "tricky"),
        (False, 0.9899, "hard"),
        (True, 0.9299, "hard"),
        (False, 0.5, "hard"),
    ],
)
def test_the_grade_follows_from_the_players_that_find_the_best_action(original_finds_it, likely, words):
    assert grade(original_finds_it, likely) == words


def test_themes_with_too_many_coups_get_equal_shares():
    coups = [replace(each, reason=f"{number}") for number, each in enumerate(some(finish=30, safety=40, discard=4))]
    assert Counter(coup.theme for coup in chosen(coups, 24)) == {"finish": 10, "safety": 10, "discard": 4}


def test_few_extensions_are_chosen():
    themes = Counter(coup.theme for coup in chosen(some(extension=40, safety=40), 36))
    assert themes["extension"] == 3


def test_the_hardest_coups_of_a_reason_are_preferred():
    same = [replace(each, reason="finishes", grade=Grade.GENTLE) for each in some(finish=20)]
    same[7] = replace(same[7], grade=Grade.HARD)
    same[9] = replace(same[9], grade=Grade.TRICKY)
    assert chosen(same, 24) == [same[7], same[9]]


def test_few_coups_are_chosen_for_the_same_reason():
    coups = [replace(each, reason="finishes") for each in some(finish=60)]
    assert len(chosen(coups, 60)) == 5


def test_no_theme_comes_two_days_in_a_row_and_no_coup_is_lost():
    coups = some(finish=30, safety=20, play_or_keep=20, discard=10)
    order = in_order(coups)
    assert sorted(coup.record.digest() for coup in order) == sorted(coup.record.digest() for coup in coups)
    assert all(one.theme != other.theme for one, other in pairwise(order))


def test_rare_themes_and_grades_are_spread_over_the_whole_time():
    coups = [replace(each, grade=Grade.GENTLE) for each in some(finish=50, safety=40, discard=10)]
    coups[::10] = [replace(each, grade=Grade.HARD) for each in coups[::10]]
    order = in_order(coups)
    for part in (order[:50], order[50:]):
        assert 4 <= sum(coup.theme == "discard" for coup in part) <= 6
        assert 3 <= sum(coup.grade is Grade.HARD for coup in part) <= 7


def test_a_week_of_one_grade_is_mixed_by_swaps_within_a_theme():
    order = [replace(each, grade=Grade.GENTLE if day < 14 else Grade.HARD) for day, each in enumerate(some(finish=22))]
    before = list(order)
    mix_grades(order)
    assert all(len({each.grade for each in order[begin : begin + 7]}) == 2 for begin in range(len(order) - 6))
    assert sorted(each.record.digest() for each in order) == sorted(each.record.digest() for each in before)


def test_grades_are_not_mixed_across_themes():
    order = [replace(each, grade=Grade.GENTLE) for each in some(finish=7, safety=7)]
    order[7:] = [replace(each, grade=Grade.HARD) for each in order[7:]]
    before = list(order)
    mix_grades(order)
    assert order == before


def test_the_order_does_not_depend_on_the_order_of_discovery():
    coups = some(finish=12, safety=9, discard=5)
    assert in_order(coups) == in_order(coups[::-1])
