"""Positions of Millieu for the daily puzzle, in which one turn wins within two or three turns and no other does.

They come from games between players who look at the next answer only and sometimes move at random. A win in one turn
is no puzzle: if the other player has no piece left, every turn wins. Otherwise only a turn that blocks the other player
would win at once, and 281 games of this kind had none.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np

from mile_bones.engine.game import Player
from mile_bones.games.millieu.actions import Action
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players.coach import Win
from mile_bones.players.millieu.plans import Plans, Steps, is_opening
from mile_bones.players.millieu.players import CarefulPlayer, ChampionPlayer, EasyPlayer
from mile_bones.players.millieu.search import WON, Position
from mile_bones.players.millieu.symmetry import alike
from mile_bones.players.millieu.wins import likely_turns, wins

MOST = 3
"""The longest win, in own turns, of a puzzle."""
FEWEST_TURNS = 40
"""A position with fewer different turns than this is too easy."""
MOST_LIKELY = 10
"""A position with more different turns that may win in three than this is left out: several of them will win."""
AT_RANDOM = (0.3, 0.5)
"""The shares of random turns in the games, one after another. Between careful players races are seldom close."""
_SEEDS = (0, 1, 2)
"""The seeds with which a level must find the turn each time. So it is not found by chance."""
FINDERS = {"easy": EasyPlayer, "strong": CarefulPlayer, "champion": ChampionPlayer}
"""The players that try to find the turn, the weakest first, by the level that the book names. The level ``strong`` once
was the careful player. Today it searches, and finds the turn in nearly every puzzle. So it does not show what is hard
for people.
"""


def find_wins(seed: int, number: int) -> list[Win]:
    """Play game ``number`` and return its puzzles. It has at most one for each number of turns."""
    rng = random.Random(f"{seed} {number}")
    share = AT_RANDOM[number // 2 % len(AT_RANDOM)]
    state, found = MillieuState(number % 2), dict[int, Win]()
    while not state.is_terminal():
        observation = state.observation(state.current_player)
        if is_opening(observation):
            state.apply_legal(rng.choice(observation.legal_actions()))
            continue
        plans = Plans(observation)
        position = plans.weighed()
        most = int(plans.other.sum()) + 1
        if most <= MOST and any(turns not in found for turns in range(most, MOST + 1)):
            win = _win(state, plans, position)
            if win is not None:
                found.setdefault(win.turns, win)
        best = np.flatnonzero(position.lead == position.lead.max()).tolist()
        turn = rng.randrange(len(plans)) if rng.random() < share else rng.choice(best)
        for step in plans.steps(turn):
            state.apply_legal(step)
    return list(found.values())


def _win(state: MillieuState, plans: Plans, position: Position) -> Win | None:
    """Return the position as a puzzle, or None if it is none."""
    groups = alike(plans.turns, plans.board, plans.own, plans.other)
    if groups.max() + 1 < FEWEST_TURNS or (position.lead == WON).any():
        return None
    for turns in range(2, MOST + 1):
        likely = likely_turns(position, turns)
        if len(set(groups[likely].tolist())) > MOST_LIKELY:
            return None
        winning = list(_winning_groups(position, groups.tolist(), likely, turns))
        if winning:
            return (
                _told(state, plans, np.flatnonzero(groups == winning[0]).tolist(), turns) if len(winning) == 1 else None
            )
    return None


def _winning_groups(position: Position, groups: Sequence[int], likely: Sequence[int], turns: int) -> Iterator[int]:
    """Yield the groups of turns that win, without finding out about more than two."""
    tried, found = set[int](), 0
    for turn in likely:
        if groups[turn] not in tried and found < 2:
            tried.add(groups[turn])
            if wins(position, turn, turns):
                found += 1
                yield groups[turn]


def _told(state: MillieuState, plans: Plans, winning: Sequence[int], turns: int) -> Win | None:
    """Return the puzzle with its turns as notations, with the solver in seat 0, or None if no level finds it."""
    solver = state.current_player
    assert solver is not None
    solutions = [plans.steps(turn) for turn in winning]
    level = _first_to_find(state, {frozenset(steps) for steps in solutions})
    body = state.body()
    return (
        None
        if level is None
        else Win(
            first=body.first ^ solver,
            actions=tuple(f"{int(action[0]) ^ solver}{action[1:]}" for action in body.actions),
            turns=turns,
            solutions=tuple(tuple(map(str, steps)) for steps in solutions),
            level=level,
        )
    )


def _first_to_find(state: MillieuState, solutions: set[frozenset[object]]) -> str | None:
    """Return the name of the weakest player that finds one of the turns with each seed, or None."""
    for name, player in FINDERS.items():
        if all(frozenset(_turn(state, player(seed))) in solutions for seed in _SEEDS):
            return name
    return None


def _turn(state: MillieuState, player: Player[Observation, Action]) -> Steps:
    """Return the whole turn that a player makes."""
    after, steps = state.clone(), []
    while after.current_player == state.current_player:
        step = player.choose(after.observation(after.current_player))
        after.apply_legal(step)
        steps.append(step)
    return tuple(steps)
