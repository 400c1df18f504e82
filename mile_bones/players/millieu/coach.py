"""What each step in Millieu is worth, as far as the champion's search sees.

A step is worth what the best of the turns that begin with it is worth. All steps are looked at equally deep: the turn,
every answer to it, and what could be taken then. The best turns are looked at again, as deep as the champion does; what
another one costs is told at the depth at which it and the best were both looked at. Turns that a symmetry makes the
same are one. Nothing is imagined, so nothing has a standard error.

Who wins is all that counts in this game. What the search says in pieces becomes a chance to win, and the chance points:
a won game has ``GAME`` of them more than a lost one.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.state import MillieuState
from mile_bones.players.coach import Rating, Worth
from mile_bones.players.level_spec import Cancel
from mile_bones.players.millieu.plans import Plans, board_of, hand_of, is_opening
from mile_bones.players.millieu.players import DEEPEST, FEW
from mile_bones.players.millieu.search import WON, Limits, Position, look, search, weigh
from mile_bones.players.millieu.solve import Memory, loses
from mile_bones.players.millieu.symmetry import alike

GAME = 500.0
"""Points between a game won and a game lost. So five are one of a hundred in the chance to win."""
STEEPNESS = 1.4
"""Of the chance to win, by pieces: from 1,890 positions of 150 games between equal levels, easy or strong, in which one
turn in twenty or in five was done at random."""
WIDE = 60
"""So many promising turns are looked at beside the best of each step."""
DEEP = 16
"""Turns that are looked at as deep as the champion does, which looks so at ten."""
WIDTHS = (12, 3, 8)
"""So many answers to them, the best of these, and so many turns after each."""
ENDGAME = 150
"""So many positions are looked at to play an endgame to its end."""
_FOREVER = 1_000_000


class _Cancelled(Exception):
    """Nobody wants the answer any more."""


def rate(observation: Observation, cancel: Cancel | None = None) -> Rating | None:
    """What each legal step is worth to the seat that observes; None when ``cancel`` says so.

    ValueError when it is not this seat's turn.
    """
    actions = observation.legal_actions()
    if not actions:
        raise ValueError("it is not this seat's turn")
    if is_opening(observation):
        chances = [_chance(-_after_opening(observation))] * len(actions)
    else:
        plans = Plans(observation)
        try:
            values = _Search(plans, cancel).values()
        except _Cancelled:
            return None
        best: dict[object, float] = {}
        for step, value in zip(plans.first_steps(), values.tolist(), strict=True):
            best[step] = max(best.get(step, -math.inf), value)
        chances = [_chance(best[action]) for action in actions]
    worths = [
        Worth(action, GAME * (chance - 0.5), chance, GAME * (chance - 0.5), 0.0)
        for action, chance in zip(actions, chances, strict=True)
    ]
    return Rating(tuple(sorted(worths, key=lambda worth: -worth.worth)), 1)


def _chance(value: float) -> float:
    """To win the game, with so many pieces ahead."""
    if abs(value) >= WON:
        return float(value > 0)
    return 1 / (1 + math.exp(-STEEPNESS * value))


def _after_opening(observation: Observation) -> float:
    """What the position is worth to the other after the opening. No opening is known to be better than another."""
    state = MillieuState.from_observation(observation)
    state.apply_legal(observation.legal_actions()[0])
    after, seat = state.observation(None), observation.seat
    assert seat is not None
    return look(board_of(after), hand_of(after, 1 - seat), hand_of(after, seat)).value


class _Search:
    """Of all ways to complete a turn."""

    def __init__(self, plans: Plans, cancel: Cancel | None) -> None:
        self._plans = plans
        self._position: Position = weigh(plans.turns, plans.other)
        self._cancel = cancel
        self._group = alike(plans.turns, plans.board, plans.own, plans.other) if plans.is_whole else alike(plans.turns)

    def values(self) -> NDArray[np.float64]:
        """By turn, in pieces; minus infinity for turns that were not looked at, beside a better one of their step."""
        known = self._certain()
        after, shallow = self._shallow(known)
        deep = self._deep(after, shallow)
        found = {group: deep.get(group, value) for group, value in shallow.items()}
        if deep:
            best = max(deep, key=lambda group: deep[group])
            if abs(deep[best]) < WON:  # else the difference says nothing of the others
                more = deep[best] - shallow[best]
                found |= {group: value + more for group, value in shallow.items() if group not in deep}
        found |= known
        return np.array([found.get(int(group), -math.inf) for group in self._group])

    def _certain(self) -> dict[int, float]:
        """The groups of turns that win or lose for certain, as far as that can be seen."""
        position, few = self._position, max(self._plans.own.sum(), self._plans.other.sum()) <= FEW
        limits = Limits(ENDGAME if few else 0, cancel=self._cancel)
        left = position.turns.hands.sum(axis=0)
        known: dict[int, float] = {}
        memory: Memory = {}
        for turn in np.argsort(-position.promise, kind="stable").tolist():
            group = int(self._group[turn])
            if group in known:
                continue
            if position.lead[turn] == WON:
                known[group] = WON
            elif left[turn] == 0:  # the other has only to complete one more turn
                known[group] = -WON
            elif few:
                lost = loses(position, turn, DEEPEST, limits, memory)
                self._go_on()
                if lost is not None:
                    known[group] = -WON if lost else WON
        return known

    def _shallow(self, known: dict[int, float]) -> tuple[dict[int, Position], dict[int, float]]:
        """The position after a turn of each group that is looked at, and what that turn is worth, the best first."""
        order = np.argsort(-self._position.promise, kind="stable").tolist()
        steps = self._plans.first_steps()
        begun: set[object] = set()
        looked_at: set[int] = set()
        after: dict[int, Position] = {}
        for turn in order:
            group, step = int(self._group[turn]), steps[turn]
            if step in begun and len(looked_at) >= WIDE:
                continue
            begun.add(step)
            looked_at.add(group)
            if group not in known and group not in after:
                self._go_on()
                after[group] = self._position.after(turn)
        values = {group: -answer.value for group, answer in after.items()}
        return after, dict(sorted(values.items(), key=lambda pair: -pair[1]))

    def _deep(self, after: dict[int, Position], shallow: dict[int, float]) -> dict[int, float]:
        found: dict[int, float] = {}
        for group in [group for group, value in shallow.items() if abs(value) < WON][:DEEP]:
            answers = search(after[group], WIDTHS, Limits(_FOREVER, cancel=self._cancel))
            self._go_on()
            found[group] = -max(answers.values())
        return found

    def _go_on(self) -> None:
        if self._cancel is not None and self._cancel():
            raise _Cancelled
