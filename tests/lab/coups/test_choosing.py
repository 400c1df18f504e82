"""Which positions become coups of the day, and in which order they come."""

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
    """So many of each theme, all of them different."""
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
def test_how_hard_it_is(original_finds_it, likely, words):
    assert grade(original_finds_it, likely) == words


def test_where_there_are_too_many_every_theme_gets_alike():
    coups = [replace(each, reason=f"{number}") for number, each in enumerate(some(finish=30, safety=40, discard=4))]
    assert Counter(coup.theme for coup in chosen(coups, 24)) == {"finish": 10, "safety": 10, "discard": 4}


def test_there_are_not_many_extensions():
    themes = Counter(coup.theme for coup in chosen(some(extension=40, safety=40), 36))
    assert themes["extension"] == 3


def test_of_one_reason_the_hardest_come_first():
    same = [replace(each, reason="finishes", grade=Grade.GENTLE) for each in some(finish=20)]
    same[7] = replace(same[7], grade=Grade.HARD)
    same[9] = replace(same[9], grade=Grade.TRICKY)
    assert chosen(same, 24) == [same[7], same[9]]


def test_of_one_reason_there_are_not_many():
    coups = [replace(each, reason="finishes") for each in some(finish=60)]
    assert len(chosen(coups, 60)) == 5


def test_no_theme_comes_two_days_in_a_row_and_nothing_is_lost():
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


def test_a_week_of_one_grade_changes_places_within_the_theme():
    order = [replace(each, grade=Grade.GENTLE if day < 14 else Grade.HARD) for day, each in enumerate(some(finish=22))]
    before = list(order)
    mix_grades(order)
    assert all(len({each.grade for each in order[begin : begin + 7]}) == 2 for begin in range(len(order) - 6))
    assert sorted(each.record.digest() for each in order) == sorted(each.record.digest() for each in before)


def test_another_theme_keeps_its_days():
    order = [replace(each, grade=Grade.GENTLE) for each in some(finish=7, safety=7)]
    order[7:] = [replace(each, grade=Grade.HARD) for each in order[7:]]
    before = list(order)
    mix_grades(order)
    assert order == before


def test_the_order_does_not_hang_on_that_in_which_they_were_found():
    coups = some(finish=12, safety=9, discard=5)
    assert in_order(coups) == in_order(coups[::-1])
