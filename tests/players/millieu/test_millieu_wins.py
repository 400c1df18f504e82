"""The proof that a turn wins within a number of turns, checked by playing all answers by the rules of the game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from mile_bones import resources
from mile_bones.games.millieu.actions import Action
from mile_bones.games.millieu.parts import replay_actions
from mile_bones.games.millieu.state import MillieuState
from mile_bones.match.coup import CoupBook, WinCoup
from mile_bones.players.millieu.coaching import COACH
from mile_bones.players.millieu.mining import FEWEST_TURNS, find_wins
from mile_bones.players.millieu.plans import Plans
from mile_bones.players.millieu.search import weigh
from mile_bones.players.millieu.wins import winning_turns

COUPS = CoupBook(resources.read_text("coups/millieu.txt"))
SEED, GAMES = 1, range(30)


def coup(turns: int = 2) -> WinCoup:
    """Return the first puzzle of the book with a win in this number of turns."""
    found = next(each for each in map(COUPS.__getitem__, range(len(COUPS))) if each.theme == f"win_{turns}")
    assert isinstance(found, WinCoup)
    return found


def turns_of(state: MillieuState) -> Iterator[MillieuState]:
    """Yield the state after each whole turn of the player to act, step by step by the rules."""
    open_ends = [state]
    while open_ends:
        before = open_ends.pop()
        for action in before.legal_actions():
            after = before.clone()
            after.apply_action(action)
            if after.current_player == state.current_player:
                open_ends.append(after)
            else:
                yield after


def wins_at_once(state: MillieuState) -> bool:
    """Return whether one of the turns ends the game, which the player who completes it wins."""
    return any(after.is_terminal() for after in turns_of(state))


def after_turn(state: MillieuState, steps: Sequence[Action]) -> MillieuState:
    for step in steps:
        state.apply_action(step)
    return state


def table(state: MillieuState) -> tuple[object, ...]:
    """Return the board and the hands."""
    seen = state.observation(None)
    return seen.board, seen.hands


@pytest.mark.slow
def test_a_win_in_two_turns_beats_every_answer_that_the_rules_allow():
    for steps in coup().puzzle.solutions:
        for answer in turns_of(after_turn(coup().position.state(), steps)):
            assert not answer.is_terminal() and wins_at_once(answer)


@pytest.mark.proof
def test_after_any_other_turn_there_is_an_answer_that_leaves_no_win_at_once():
    state = coup().position.state()
    right = [table(after_turn(coup().position.state(), steps)) for steps in coup().puzzle.solutions]
    others = [after for after in turns_of(state) if table(after) not in right]
    for other in random.Random(1).sample(others, 20):
        answers = sorted(turns_of(other), key=lambda answer: -answer.observation(None).held(1))
        assert any(answer.is_terminal() or not wins_at_once(answer) for answer in answers)


@pytest.mark.slow
def test_after_a_wrong_turn_the_answer_that_is_told_leaves_no_win_at_once():
    position = coup().position
    right = [table(after_turn(position.state(), steps)) for steps in coup().puzzle.solutions]
    plans = Plans(position.observation())
    others = [turn for turn in range(len(plans)) if table(after_turn(position.state(), plans.steps(turn))) not in right]
    for turn in random.Random(2).sample(others, 5):
        state = after_turn(position.state(), plans.steps(turn))
        steps = COACH.refute(state.observation(state.current_player), 1)
        assert steps is not None
        answer = after_turn(state, steps)
        assert answer.is_terminal() or not wins_at_once(answer)


@pytest.mark.slow
def test_a_right_turn_has_no_refutation():
    state = after_turn(coup().position.state(), coup().puzzle.solution)
    assert COACH.refute(state.observation(state.current_player), 1) is None


@pytest.mark.parametrize("turns", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_win_is_found_with_its_number_of_turns_and_with_no_smaller_one(turns: int):
    plans = Plans(coup(turns).position.observation())
    position = weigh(plans.turns, plans.other)
    assert [bool(list(winning_turns(position, most))) for most in range(1, turns + 1)] == [False] * (turns - 1) + [True]


@pytest.mark.proof
def test_mining_depends_only_on_the_seed_and_the_number_of_the_game():
    number, wins = next((number, wins) for number in GAMES if (wins := find_wins(SEED, number)))
    assert find_wins(SEED, number) == wins != find_wins(SEED + 1, number)
    for win in wins:
        *_before, (state, _none) = replay_actions(win.actions, win.first)
        assert state.current_player == 0 and len(list(turns_of(state))) >= FEWEST_TURNS
