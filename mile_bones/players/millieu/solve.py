"""The solver of endgames, which searches to the very end of the game.

With the option of late mills, the second player has four pieces or more in hand before every turn in which mills are
forbidden, and the first player three or more. The solver must not be asked about such positions.
"""

from __future__ import annotations

import numpy as np

from mile_bones.players.millieu.boards import Rows
from mile_bones.players.millieu.search import WON, Limits, Position, look

Memory = dict[bytes, bool]
"""Maps a position to whether the player to move wins. It has only positions for which this is known."""


def winner(board: Rows, own: Rows, other: Rows, deepest: int, limits: Limits, known: Memory) -> bool | None:
    """Return the result of ``wins`` for growing depths up to ``deepest``, so that a short proof is found before a long
    line is searched.
    """
    for turns in range(2, deepest + 1, 2):
        answer = wins(board, own, other, turns, limits, known)
        if answer is not None or limits.are_reached():
            return answer
    return None


def wins(board: Rows, own: Rows, other: Rows, deepest: int, limits: Limits, known: Memory) -> bool | None:
    """Return whether the player to move, who holds ``own``, wins, or None if this is not known after ``deepest`` turns
    or the limits were reached.

    Captures can go round in circles, so games have no greatest length. The draw after 400 turns is ignored.
    """
    key = board.tobytes() + own.tobytes() + other.tobytes()
    if key in known:
        return known[key]
    if deepest == 0 or limits.are_reached():
        return None
    limits.positions -= 1
    position = look(board, own, other)
    answer = False if position.value == -WON else can_win(position, deepest, limits, known)
    if answer is not None:
        known[key] = answer
    return answer


def can_win(position: Position, deepest: int, limits: Limits, known: Memory) -> bool | None:
    """Return whether one of the turns of this position wins, or None as in ``wins``."""
    doubt = False
    for turn in candidates(position):
        answer = loses(position, turn, deepest - 1, limits, known)
        if answer is False:
            return True
        doubt = doubt or answer is None
    return None if doubt else False


def loses(position: Position, turn: int, deepest: int, limits: Limits, known: Memory) -> bool | None:
    """Return whether the other player wins after this turn, or None as in ``wins``."""
    if position.lead[turn] == WON:
        return False
    return wins(position.turns.boards[:, turn], position.other, position.turns.hands[:, turn], deepest, limits, known)


def candidates(position: Position) -> list[int]:
    """Return the turns that may win, the most promising first.

    A turn that leaves no piece in the hand wins only if it blocks the other player, who could otherwise win by
    completing one more turn.
    """
    left = position.turns.hands.sum(axis=0)
    order = np.argsort(-position.promise, kind="stable")
    return [int(turn) for turn in order if left[turn] > 0 or position.lead[turn] == WON]
