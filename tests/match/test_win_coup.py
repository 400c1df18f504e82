"""The book of Millieu's daily puzzles: in each position one turn wins in the given number of turns, and no other."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise, permutations

import numpy as np
import pytest

from mile_bones import resources
from mile_bones.engine.errors import IllegalAction
from mile_bones.games import read_record
from mile_bones.games.millieu.actions import Take
from mile_bones.match.coup import CoupBook, Grade, WinCoup, book_text
from mile_bones.players import coach_spec
from mile_bones.players.millieu.mining import FINDERS
from mile_bones.players.millieu.plans import Plans
from mile_bones.players.millieu.search import weigh
from mile_bones.players.millieu.symmetry import alike
from mile_bones.players.millieu.wins import winning_turns

TEXT = resources.read_text("coups/millieu.txt")
BOOK = CoupBook(TEXT)
ALL = range(len(BOOK))
QUICK = ("easy", "strong")
"""The names of the finders that take no time."""
SEEDS = range(8)


def of(number: int) -> WinCoup:
    coup = BOOK[number]
    assert isinstance(coup, WinCoup)
    return coup


def turn_of(finder: str, coup: WinCoup, seed: int) -> tuple[object, ...]:
    """Return the whole turn that a finder plays in this position. Among equal turns the seed decides."""
    state, player, steps = coup.position.state(), FINDERS[finder](seed), []
    while state.current_player == 0:
        step = player.choose(state.observation(0))
        state.apply_action(step)
        steps.append(step)
    return tuple(steps)


def check(coup: WinCoup) -> None:
    """Prove that the solutions win in time, and that no other turn does. Check what the book says about the finders."""
    plans = Plans(coup.position.observation())
    position = weigh(plans.turns, plans.other)
    assert not list(winning_turns(position, coup.turns - 1))
    won = list(winning_turns(position, coup.turns))
    assert len(set(alike(plans.turns, plans.board, plans.own, plans.other)[won].tolist())) == 1
    assert {frozenset(plans.steps(turn)) for turn in won} == {frozenset(turn) for turn in coup.puzzle.solutions}
    finders = [level for level in QUICK if any(coup.puzzle.is_solved_by(turn_of(level, coup, seed)) for seed in SEEDS)]
    assert coup.level in (*finders, "champion")


def test_the_book_has_a_puzzle_for_every_day_of_a_year():
    assert len(BOOK) >= 366 and BOOK.game == "millieu"
    assert len({of(number).record.digest() for number in ALL}) == len(BOOK)


def test_every_sixtieth_answer_is_proven_again():
    for number in ALL[::60]:
        check(of(number))


@pytest.mark.long
def test_every_answer_is_proven_again():
    for number in ALL:
        check(of(number))


def test_the_solver_sits_in_seat_0_and_every_solution_is_a_legal_turn():
    for number in ALL[::20]:
        coup = of(number)
        assert coup.position.seat == 0 and coup.record.assisted
        assert all(coup.puzzle.answer(turn) == turn for turn in coup.puzzle.solutions)
        assert coup.puzzle.steps_to_show(None) == coup.puzzle.solution
        assert all(coup.puzzle.steps_to_show(turn) == turn for turn in coup.puzzle.solutions)


def test_themes_and_grades_are_those_of_the_coach_and_change_every_week():
    coups = [of(number) for number in ALL]
    spec = coach_spec("millieu")
    assert spec is not None and {coup.theme for coup in coups} == set(spec.coup_themes)
    assert all(coup.theme == f"win_{coup.turns}" for coup in coups)
    grades = Counter(coup.grade for coup in coups)
    assert set(grades) == set(Grade) and min(grades.values()) >= len(BOOK) // 40
    for begin in ALL[:-6]:
        week = coups[begin : begin + 7]
        assert len({coup.theme for coup in week}) == 2 or len({coup.grade for coup in week}) > 1


def test_captures_may_be_made_in_any_order():
    coups = (coup for coup in map(of, ALL) if sum(step.startswith("take") for step in coup.solutions[0]) > 1)
    for coup in islice(coups, 2):
        turn = coup.puzzle.solution
        takes = [step for step in turn if isinstance(step, Take)]
        for order in permutations(takes):
            other = (*turn[: -len(takes)], *order)
            try:
                answer = coup.puzzle.answer(other)
            except IllegalAction:
                continue
            assert answer is not None and coup.puzzle.is_solved_by(answer)


def test_an_unfinished_turn_is_no_answer_and_a_turn_is_read_as_it_is_written():
    puzzle = of(0).puzzle
    assert puzzle.answer(()) is None and puzzle.answer(puzzle.solution[:-1]) is None
    assert puzzle.read(puzzle.notation(puzzle.solution)) == puzzle.solution
    assert of(0).is_solved_by(puzzle.notation(puzzle.solution)) and of(0).cost("") is None


@pytest.mark.parametrize("text", ["", "place RED_DISC 99", "slide 0 1"])
def test_an_answer_that_is_no_legal_turn_is_refused(text):
    with pytest.raises(KeyError):
        of(0).is_solved_by(text)
    with pytest.raises(KeyError):
        of(0).is_solved_by(of(0).puzzle.notation(of(0).puzzle.solution[:-1]))


def test_a_book_survives_writing_and_reading():
    coups = [of(number) for number in ALL[::50]]
    again = CoupBook(book_text(coups))
    assert [again[number] for number in range(len(again))] == coups
    assert read_record(coups[0].record.to_json()) == coups[0].record


def test_the_book_is_smaller_than_300_kilobytes():
    assert len(TEXT) < 300_000


def test_neighbouring_days_differ_in_their_board():
    boards = [
        np.array([9 if piece is None else piece for piece in of(number).position.observation().board])
        for number in ALL[:10]
    ]
    assert all((one != other).sum() > 5 for one, other in pairwise(boards))
