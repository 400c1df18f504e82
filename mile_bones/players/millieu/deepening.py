"""A search that looks one turn further ahead again and again, until its limits are reached or the result is certain.

At each step only the most promising turns are looked at, and the best of these are searched further. A loss, however,
is never assumed from a few turns: a position counts as lost only if all of its turns lose. So the values ``WON`` and
``-WON`` are proofs.

The answers to a turn are looked at all together (``Position.values_after``). A turn is given up as soon as one answer
shows that it is not better than the best turn so far (alpha-beta). What is known about a position is remembered.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mile_bones.players.millieu.boards import Rows
from mile_bones.players.millieu.search import WON, Limits, Position, look, next_barred

Turn = NDArray[np.intp]

ROOT_WIDTHS = (64, 40, 24, 16, 12, 10)
"""The number of turns of the player that are searched to each depth, from 1. The last number is for all more depths."""
LOOKED_AT = 24
"""The number of answers that are looked at in a position."""
SEARCHED = 6
"""The number of these that are searched further."""
TOGETHER = 64
"""The number of positions that are looked at together. More are not faster."""
STEP = 0.001
"""The best turn is worth this much more than any other, so that only one turn is the best."""


class LimitsReached(Exception):
    """An exception that ends the search when its limits are reached."""


class _Known(NamedTuple):
    depth: float
    """The depth to which the position was searched; infinity if its value is a proof."""
    low: float
    high: float


class _Answers(NamedTuple):
    """Some turns of a position, the best first."""

    boards: Rows
    hands: Rows
    worth: NDArray[np.float64]


class Deepening:
    """The search of one position."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self._position = position
        self._limits = limits
        self._known: dict[bytes, _Known] = {}
        self._first: dict[bytes, _Answers] = {}
        self.depth = 0
        """The depth that the last search reached."""

    def search(self, order: Turn, deepest: int) -> dict[int, float]:
        """Return the values of turns to the player to move.

        ``order`` has the turns that are searched. Of equal turns, the one that is first in it is the best. The best
        value in the result is exact as far as the search sees, and only one turn has it. The other values are limits:
        a turn is worth this or less.
        """
        found: dict[int, float] = {}
        try:
            for start in range(0, len(order), TOGETHER):
                if self._limits.are_reached():
                    raise LimitsReached
                some = order[start : start + TOGETHER]
                found.update(zip(some.tolist(), (-self._values_after(self._position, some)).tolist(), strict=True))
            while self.depth < deepest and self._is_open(found):
                self.depth += 1
                self._deepen(found)
        except LimitsReached:
            pass
        return found

    @staticmethod
    def _is_open(found: dict[int, float]) -> bool:
        """Return True if a longer search can change the choice."""
        return max(found.values()) < WON and sum(value > -WON for value in found.values()) > 1

    def _deepen(self, found: dict[int, float]) -> None:
        """Search the best turns to the present depth, and change their values in ``found``."""
        width = ROOT_WIDTHS[min(self.depth, len(ROOT_WIDTHS)) - 1]
        ranking = sorted((turn for turn in found if found[turn] > -WON), key=lambda turn: -found[turn])
        old, new, best = dict(found), dict[int, float](), -WON
        turns, other, barred = self._position.turns, self._position.other, next_barred(self._position.barred)
        try:
            for turn in ranking:
                if len(new) >= width and best > -WON:
                    break
                board, own = turns.boards[:, turn], turns.hands[:, turn]
                value = -self._value(board, other, own, barred, self.depth, -WON, -best)
                new[turn] = value if value > best or value == -WON else min(value, best - STEP)
                best = max(best, value)
                if best == WON:
                    break
        finally:
            # If each of these turns loses, the values stay as they are: perhaps the other player does not see it.
            if best > -WON:
                found.update((turn, new.get(turn, min(old[turn], best - STEP))) for turn in ranking)
            elif len(new) < len(ranking):
                found.update(new)

    def _values_after(self, position: Position, turns: Turn) -> NDArray[np.float64]:
        self._limits.positions -= len(turns)
        return position.values_after(turns)

    def _value(self, board: Rows, own: Rows, other: Rows, barred: int, depth: int, alpha: float, beta: float) -> float:
        """Return the value of a position, or a limit of it that is not between ``alpha`` and ``beta``."""
        if self._limits.are_reached():
            raise LimitsReached
        key = board.tobytes() + own.tobytes() + other.tobytes() + bytes((barred,))
        known = self._known.get(key)
        if known is not None and known.depth >= depth:
            if known.low == known.high or known.low >= beta:
                return known.low
            if known.high <= alpha:
                return known.high
        best = -WON
        for answers in self._answers(key, board, own, other, barred):
            for number, value in enumerate(answers.worth.tolist()):
                if depth > 1 and abs(value) < WON:
                    if number >= SEARCHED and best > -WON:
                        break
                    after, left = answers.boards[:, number], answers.hands[:, number]
                    following = next_barred(barred)
                    value = -self._value(after, other, left, following, depth - 1, -beta, -max(alpha, best))
                best = max(best, value)
                if best >= beta or best == WON:
                    break
            if best > -WON:
                break
        low, high = best if best > alpha else -WON, best if best < beta else WON
        self._known[key] = _Known(math.inf if abs(best) == WON else depth, low, high)
        return best

    def _answers(self, key: bytes, board: Rows, own: Rows, other: Rows, barred: int) -> Iterator[_Answers]:
        """Yield the most promising turns of a position, and then, if more are wanted, the others."""
        first = self._first.get(key)
        if first is not None:
            yield first
        position = look(board, own, other, barred)
        self._limits.positions -= 1
        if position.value == WON:
            order = np.flatnonzero(position.sure == WON)[:1]
        else:
            order = np.argsort(-position.promise, kind="stable")
            order = order[position.sure[order] > -WON]
        for start in range(0, len(order), LOOKED_AT):
            if start == 0 and first is not None:
                continue
            some = order[start : start + LOOKED_AT]
            worth = np.array([WON]) if position.value == WON else -self._values_after(position, some)
            ranking = np.argsort(-worth, kind="stable")
            some = some[ranking]
            found = _Answers(position.turns.boards[:, some], position.turns.hands[:, some], worth[ranking])
            if start == 0:
                self._first[key] = found
            yield found
            if self._limits.are_reached():
                raise LimitsReached
