"""The worth of each step in Millieu, as far as the champion's search sees.

The worth of a step is that of the best turn that begins with it. All steps are searched to the same depth: the turn,
every answer to it, and the captures that are possible after the answer. The best turns are searched again, as deep as
the champion does. The cost of another turn is measured at the depth to which both that turn and the best one were
searched. Turns that a symmetry makes the same count as one. Nothing is hidden in this game, so no worlds are imagined
and no worth has a standard error.

Only winning counts in this game, so there are no points. The search's value in pieces becomes a chance of winning. The
worth, which orders the steps, is this chance in the usual unit: a won game is worth ``GAME`` more than a lost one.
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
from mile_bones.players.millieu.search import LIKELY, WON, Limits, Position, after_answers, look, search
from mile_bones.players.millieu.solve import Memory, loses
from mile_bones.players.millieu.symmetry import alike

GAME = 500.0
"""The worth between a won and a lost game. So a worth of 5 is one per cent of the chance of winning."""
PER_CENT = 100
LEAST, MOST = 0.001, 0.999
"""The limits of a chance that is not certain. A chance of 0 or 1 says that the game is surely lost or won."""
STEEPNESS = 1.4
"""The steepness of the chance of winning as a function of pieces.

It was fitted to 1,890 positions of 150 games between two players of the same level, easy or strong. In these games one
turn in twenty or one in five was random.
"""
WIDE = 60
"""The number of promising turns that are searched, besides the best turn of each step."""
DEEP = 16
"""The number of promising turns that are searched, in addition to the best turn of each step."""
WIDTHS = (12, 3, 8)
"""The widths of the deep search of a turn: the number of answers to the turn, the number of best answers that are
searched further, and the number of turns after each of these answers.
"""
ENDGAME = 150
"""The number of positions that are searched to play an endgame to its end."""
FEW, DEEPEST = 2, 8
"""The most pieces in each hand with which the game is played to its end, and how many turns it may last then."""
_FOREVER = 1_000_000


class _Cancelled(Exception):
    """An exception that ends the search when the answer is no longer wanted."""


def rate(observation: Observation, cancel: Cancel | None = None) -> Rating | None:
    """Rate each legal step for the seat that observes. Return None if ``cancel`` stopped it.

    Raise ValueError if it is not the turn of this seat.
    """
    actions = observation.legal_actions()
    if not actions:
        raise ValueError("it is not the turn of this seat")
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
        Worth(action, 0.0, chance, GAME * (chance - 0.5), 0.0, PER_CENT * (max(chances) - chance))
        for action, chance in zip(actions, chances, strict=True)
    ]
    return Rating(tuple(sorted(worths, key=lambda worth: -worth.worth)), 1)


def _chance(value: float) -> float:
    """Return the chance of winning the game, 0 to 1, with a lead of ``value`` pieces."""
    if abs(value) >= WON:
        return float(value > 0)
    return min(max(1 / (1 + math.exp(-STEEPNESS * value)), LEAST), MOST)


def _after_opening(observation: Observation) -> float:
    """Return the value of the position after the opening, for the other player. It is the same for all openings,
    because none is known to be better than another.
    """
    state = MillieuState.from_observation(observation)
    state.apply_legal(observation.legal_actions()[0])
    after, seat = state.observation(None), observation.seat
    assert seat is not None
    return look(board_of(after), hand_of(after, 1 - seat), hand_of(after, seat), after.barred).value


class _Search:
    """A search of all ways to complete a turn."""

    def __init__(self, plans: Plans, cancel: Cancel | None) -> None:
        self._plans = plans
        self._position: Position = plans.weighed()
        self._cancel = cancel
        self._group = alike(plans.turns, plans.board, plans.own, plans.other) if plans.is_whole else alike(plans.turns)

    def values(self) -> NDArray[np.float64]:
        """Return the value of each turn, in pieces, or minus infinity for turns that were not searched. Each turn that
        was not searched has a better turn with the same first step.
        """
        known = self._certain()
        after, shallow = self._shallow(known)
        deep = self._deep(after, shallow)
        found = {group: deep.get(group, value) for group, value in shallow.items()}
        if deep:
            best = max(deep, key=lambda group: deep[group])
            if abs(deep[best]) < LIKELY:  # with a win or loss, the difference says nothing about the other turns
                more = deep[best] - shallow[best]
                found |= {group: value + more for group, value in shallow.items() if group not in deep}
        found |= known
        return np.array([found.get(int(group), -math.inf) for group in self._group])

    def _certain(self) -> dict[int, float]:
        """Return the values of the turns that are known to win or lose, by group."""
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
            elif left[turn] == 0:  # the other player wins by completing one more turn
                known[group] = -WON
            elif few:
                lost = loses(position, turn, DEEPEST, limits, memory)
                self._go_on()
                if lost is not None:
                    known[group] = -WON if lost else WON
        return known

    def _shallow(self, known: dict[int, float]) -> tuple[dict[int, Position], dict[int, float]]:
        """Return two things for one turn of each group that is searched: the position after the turn, and the turn's
        value. The best turn is first.
        """
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
            found[group] = after_answers(answers, after[group])
        return found

    def _go_on(self) -> None:
        if self._cancel is not None and self._cancel():
            raise _Cancelled
