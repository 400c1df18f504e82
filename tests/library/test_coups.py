"""The coup of the day: which one it is follows from the calendar alone."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from mile_bones.library.coups import answer_line, count, coup_of, past_days, theme_title

DAY = date(2026, 12, 24)


def test_all_positions_come_before_one_comes_again() -> None:
    days = [DAY + timedelta(days=number) for number in range(count())]
    assert len({coup_of(day).record.digest() for day in days}) == count()
    assert coup_of(DAY + timedelta(days=count())) == coup_of(DAY)


@pytest.mark.parametrize("day", [date.min, date(1992, 1, 1), date(2026, 11, 29), date(2999, 12, 31), date.max])
def test_every_day_has_one(day: date) -> None:
    assert coup_of(day).puzzle.best in coup_of(day).position.legal_actions()


def test_the_solver_sits_in_seat_0_and_is_a_person() -> None:
    coup = coup_of(DAY)
    assert coup.position.seat == 0
    assert [player.kind for player in coup.record.players] == ["human", "computer"]


def test_past_days_bring_each_position_once_and_not_that_of_today() -> None:
    days = past_days(DAY)
    assert days[0] == DAY - timedelta(days=1) and len(days) == count() - 1
    assert past_days(DAY, 7) == days[:7]
    assert len(past_days(DAY, 10_000)) == count() - 1


def test_before_the_first_day_there_is_no_other() -> None:
    assert past_days(date.min) == []
    assert past_days(date.min + timedelta(days=1)) == [date.min]


def test_the_line_tells_how_it_went_and_not_what_was_played() -> None:
    coup = coup_of(DAY)
    best, worst = coup.rating.best.action, coup.rating.worths[-1].action
    cost = round(coup.rating.cost(worst))
    start = f"Mile Bones, coup of the day, 24 December 2026 ({coup.grade.words})"
    assert answer_line(DAY, best) == f"{start}: solved."
    assert answer_line(DAY, worst) == f"{start}: {cost} points short of the best."


def test_an_answer_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError):
        answer_line(DAY, "play nothing")


def test_its_theme_has_a_name_for_people() -> None:
    assert theme_title(coup_of(DAY)).strip()
