"""Wins within two turns. The level strong neither misses nor allows them, so the champion, which searches longer, does
not either. They are proven by trying all turns.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.parts import Millieu
from mile_bones.players.millieu.boards import all_turns, best_mills, hand_bits, needs
from mile_bones.players.millieu.plans import Plans, is_opening
from mile_bones.players.millieu.players import CarefulPlayer, EasyPlayer, StrongPlayer
from mile_bones.players.millieu.search import WON, Position, weigh

MOST = 6
"""The most pieces in both hands together: with more, hardly anybody wins within two turns."""


def wins_at_once(position: Position) -> bool:
    return bool((position.lead == WON).any())


def keeps_the_win(position: Position, turn: int) -> bool:
    """Return whether this turn wins, or each answer to it leaves a turn that wins."""
    if position.lead[turn] == WON:
        return True
    answers = position.after(turn)
    if wins_at_once(answers):
        return False
    order = best_first(answers)
    return all(win_at_once_after(answers, order[first : first + 16]) for first in range(0, len(order), 16))


def win_at_once_after(answers: Position, some: list[int]) -> bool:
    """Return whether each of these answers leaves a turn that wins. All these turns are tried together."""
    held = np.broadcast_to(answers.other[:, None], (9, len(some)))
    found, start = all_turns(answers.turns.boards[:, some], held)
    left = hand_bits(answers.turns.hands[:, some][:, start])
    wins = best_mills(found.boards, needs(found.boards), left) == 0
    return set(start[wins].tolist()) == set(range(len(some)))


def wins_in_two(position: Position) -> bool:
    return any(keeps_the_win(position, turn) for turn in best_first(position))


def allows_a_win(position: Position, turn: int) -> bool:
    """Return whether the other player wins within two turns after this turn."""
    return position.lead[turn] != WON and wins_in_two(position.after(turn))


def best_first(position: Position) -> list[int]:
    """Return all turns, in an order in which an answer is found early."""
    return [int(turn) for turn in np.argsort(-position.promise, kind="stable")]


def late_positions(seed: int) -> Iterator[Observation]:
    """Yield the positions at the start of a turn with few pieces in hand, in a game."""
    state = Millieu().new_state()
    players = (CarefulPlayer(seed), EasyPlayer(seed) if seed % 2 else CarefulPlayer(seed + 1))
    while not state.is_terminal():
        seen = state.observation(state.current_player)
        if seen.placed is None and not is_opening(seen) and sum(map(sum, seen.hands)) <= MOST:
            yield seen
        state.apply_action(players[state.current_player].choose(seen))


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.proof if part == 0 else pytest.mark.long) for part in range(20)]
)
def test_strong_neither_misses_nor_allows_a_win_within_two_turns(part: int) -> None:
    """Each part has 25 positions."""
    number = wins = prevented = 0
    for seed in range(1 + 100 * part, 101 + 100 * part):
        for seen in late_positions(seed):
            plans = Plans(seen)
            position = weigh(plans.turns, plans.other)
            turn = int(StrongPlayer(seed)._worth(plans).argmax())
            if wins_in_two(position):
                assert keeps_the_win(position, turn)
                wins += 1
            elif allows_a_win(position, turn):
                assert all(allows_a_win(position, other) for other in best_first(position))
            else:
                prevented += 1
            number += 1
        if number >= 25:
            break
    print(f"{number} positions, {wins} wins within two turns, {prevented} not allowed")
    assert number >= 25 and wins and prevented
