"""Looking ahead through whole turns, a few likely ones at each step.

Who is short of pieces when neither captures any more loses. So a position is worth, first, by how many pieces the race
is ahead, after the captures that are there to be made; and then by how many turns there are that keep it so. A player
who has no such turn left must give something away: that is how games between careful players are decided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mile_bones.players.millieu.boards import EMPTY, Rows, Turns, best_mills, hand_bits, needs, placings, turns

WON = 100.0
"""What a won position is worth; nothing else is worth more than a few captures."""
FREEDOM = 0.12
"""What e times as many good turns are worth, in captures. With 600 good turns that is less than one capture."""
THREAT = 0.05
"""What a point is worth on which an own piece would make a mill; it only says which turns are looked at first."""


class Limits:
    """How long a search may go on: for so many positions, until ``clock`` has gone on by ``seconds``, and until
    ``cancel`` says so."""

    def __init__(
        self,
        positions: int,
        clock: Callable[[], float] | None = None,
        seconds: float = math.inf,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        self.positions = positions
        self._clock = clock
        self._end = math.inf if clock is None else clock() + seconds
        self._cancel = cancel

    def are_reached(self) -> bool:
        """Time to stop."""
        return (
            self.positions <= 0
            or (self._clock is not None and self._clock() >= self._end)
            or (self._cancel is not None and self._cancel())
        )


class Position(NamedTuple):
    """A position at the start of a turn, with all turns and what they look like at a glance."""

    other: Rows
    """The hand of the one who waits."""
    turns: Turns
    lead: NDArray[np.float64]
    """By turn: by how many pieces it wins the race (0 and more) or loses it, captures of the answer included."""
    promise: NDArray[np.float64]
    """By turn: the lead, and a little for own threats."""
    value: float
    """What the position is worth to the player to move."""

    def after(self, turn: int) -> Position:
        """The position after one of the turns, seen by the other player."""
        return look(self.turns.boards[:, turn], self.other, self.turns.hands[:, turn])


def look(board: Rows, own: Rows, other: Rows) -> Position:
    """All turns of who holds ``own``, none on an empty board, and what they are worth at a glance."""
    return weigh(turns(board, own), other)


def weigh(found: Turns, other: Rows) -> Position:
    """What these turns are worth at a glance. Without any the position is lost."""
    number = len(found.piece)
    nothing = np.empty(0)
    if not number:
        return Position(other, found, nothing, nothing, -WON)
    need = needs(found.boards)
    answers = best_mills(found.boards, need, np.broadcast_to(hand_bits(other[:, None]), (number,))).astype(np.intp)
    held = int(other.sum())
    lead = (found.hands.sum(axis=0, dtype=np.intp) - held - np.minimum(np.maximum(answers - 1, 0), 10 - held)).astype(
        np.float64
    )
    lead[answers == 0] = WON
    threats = (placings(need, hand_bits(found.hands)) & (found.boards == EMPTY)).sum(axis=0)
    most = float(lead.max())
    value = WON if most == WON else most + 0.5 + FREEDOM * math.log(int((lead == most).sum()))
    return Position(other, found, lead, lead + THREAT * threats, value)


def first_choices(position: Position, number: int, among: NDArray[np.intp] | None) -> list[int]:
    """The most promising turns."""
    if among is None:
        return [int(turn) for turn in np.argsort(-position.promise, kind="stable")[:number]]
    return [int(turn) for turn in among[np.argsort(-position.promise[among], kind="stable")[:number]]]


def search(
    position: Position, widths: Sequence[int], limits: Limits, among: NDArray[np.intp] | None = None
) -> dict[int, float]:
    """What turns are worth to the player to move; those that were looked at longest are all there is in the answer.

    ``widths``: of so many turns the answers are looked at; the best so many of these are searched on, with the widths
    that follow; and so on. ``among``: only these turns. When the limits are reached, what is known by then is returned;
    that may be nothing.
    """
    if position.value == WON:
        return {int(turn): WON for turn in np.flatnonzero(position.lead == WON)}
    after: dict[int, Position] = {}
    for turn in first_choices(position, widths[0], among):
        if limits.are_reached():
            break
        limits.positions -= 1
        after[turn] = position.after(turn)
    shallow = {turn: -answer.value for turn, answer in sorted(after.items(), key=lambda pair: pair[1].value)}
    if len(widths) < 3:
        return shallow
    deep: dict[int, float] = {}
    for turn in list(shallow)[: widths[1]]:
        answers = search(after[turn], widths[2:], limits) if abs(shallow[turn]) < WON else {}
        if limits.are_reached():
            break
        deep[turn] = -max(answers.values()) if answers else shallow[turn]
    return deep or shallow
