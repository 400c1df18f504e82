"""The coup of the day is a daily puzzle. The date alone determines it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from mile_bones.games import GAMES, spec
from mile_bones.library.coups import answer_line, count, coup_of, has_coups, past_days, theme_title, with_coups
from mile_bones.match.cost_words import cost_text
from mile_bones.match.win_puzzle import WinPuzzle

DAY = date(2026, 12, 24)


def test_every_game_has_its_own_coups_and_the_first_game_stands_in_for_others() -> None:
    assert all(has_coups(game) and with_coups(game) == game for game in GAMES)
    assert not has_coups("sample") and with_coups("sample") == GAMES[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_repeats_only_after_all_other_positions(game: str) -> None:
    days = [DAY + timedelta(days=number) for number in range(count(game))]
    assert len({coup_of(day, game).record.digest() for day in days}) == count(game)
    assert coup_of(DAY + timedelta(days=count(game)), game) == coup_of(DAY, game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("day", [date.min, date(1992, 1, 1), date(2026, 11, 29), date(2999, 12, 31), date.max])
def test_every_day_has_a_coup(day: date, game: str) -> None:
    coup = coup_of(day, game)
    assert coup.record.game == game and coup.puzzle.steps_to_show(None)[0] in coup.position.legal_actions()


@pytest.mark.parametrize("game", GAMES)
def test_the_solver_sits_in_seat_0_and_is_a_person(game: str) -> None:
    coup = coup_of(DAY, game)
    assert coup.position.seat == 0
    assert [player.kind for player in coup.record.players] == ["human", "computer"]


def test_past_days_have_each_position_once_and_not_todays() -> None:
    days = past_days(DAY)
    assert days[0] == DAY - timedelta(days=1) and len(days) == count() - 1
    assert past_days(DAY, 7) == days[:7]
    assert len(past_days(DAY, 10_000)) == count() - 1


def test_there_are_no_days_before_the_first_date() -> None:
    assert past_days(date.min) == []
    assert past_days(date.min + timedelta(days=1)) == [date.min]


def test_the_line_to_share_tells_the_result_and_not_the_action() -> None:
    coup = coup_of(DAY)
    best, worst = coup.rating.best.action, coup.rating.worths[-1].action
    cost = cost_text(coup.rating.cost(worst), spec(coup.record.game))
    start = f"Mile Bones, coup of the day, 24 December 2026 ({coup.grade.words})"
    assert answer_line(DAY, best) == f"{start}: solved."
    assert answer_line(DAY, worst) == f"{start}: a choice that costs {cost}."


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_answer_is_refused(game: str) -> None:
    with pytest.raises(KeyError):
        answer_line(DAY, "play nothing", game)


def test_the_line_of_a_won_puzzle_names_its_game_and_not_the_turn() -> None:
    puzzle = coup_of(DAY, "millieu").puzzle
    assert isinstance(puzzle, WinPuzzle)
    line = answer_line(DAY, puzzle.notation(puzzle.solution), "millieu")
    assert line.startswith("Millieu, coup of the day, 24 December 2026 (") and line.endswith("): solved.")


def test_the_theme_of_a_coup_has_a_title() -> None:
    assert theme_title(coup_of(DAY)).strip()
