"""Counting complete turns with the game's own state, using the symmetries of the game.

Two positions are of one kind if a rotation of the cube and a renaming of colours and shapes turn one into the other.
They have the same future, so counting continues from one position of each kind, weighted by the number of sequences
that lead to the kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from mile_bones.games.millieu import cube, pieces
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.state import MillieuState

Key = tuple[object, ...]


def whole_turns(state: MillieuState) -> Iterator[MillieuState]:
    """Yield the game after each complete turn, once for each sequence of steps."""
    seat = state.current_player
    turn = state.turn
    for action in state.legal_actions():
        after = state.clone()
        after.apply_legal(action)
        if after.current_player == seat and after.turn == turn:
            yield from whole_turns(after)
        else:
            yield after


def kind(view: Observation) -> Key:
    """Return a key for a position at the start of a turn. Two positions have the same key exactly if a symmetry turns
    one into the other.

    First, only those symmetries of the cube are kept for which the occupied points come first in order. Among the
    results of these symmetries and of all renamings, the key is the smallest.
    """
    pairs = [(point, piece) for point, piece in enumerate(view.board) if piece is not None]
    best_points = None
    turned = []
    for image in cube.SYMMETRIES:
        points = sorted(image[point] for point, _piece in pairs)
        if best_points is None or points < best_points:
            best_points, turned = points, [image]
        elif points == best_points:
            turned.append(image)
    ordered = {tuple(piece for _point, piece in sorted((image[at], piece) for at, piece in pairs)) for image in turned}
    renamed = min(
        (
            tuple(names[piece] for piece in order),
            *(tuple(hand[names.index(piece)] for piece in pieces.PIECES) for hand in view.hands),
        )
        for order, names in product(ordered, pieces.SYMMETRIES)
    )
    return (view.player, tuple(best_points or ()), renamed)


class Level(NamedTuple):
    """All positions that can be reached after a number of turns."""

    kinds: dict[Key, tuple[MillieuState, int]]
    """One state of each kind, and the number of sequences that lead to the kind."""

    @property
    def sequences(self) -> int:
        return sum(count for _state, count in self.kinds.values())

    @property
    def positions(self) -> int:
        return sum(alike(state.observation(None)) for state, _count in self.kinds.values())


def alike(view: Observation) -> int:
    """Return the number of different positions of this kind: 48 x 72, divided by the symmetries that change nothing."""
    board, unchanged = view.board, 0
    for image in cube.SYMMETRIES:
        if any((board[point] is None) != (board[image[point]] is None) for point in cube.POINTS):
            continue
        for names in pieces.SYMMETRIES:
            unchanged += all(
                piece is None or board[image[point]] is names[piece] for point, piece in enumerate(board)
            ) and all(hand[names[piece]] == hand[piece] for hand in view.hands for piece in pieces.PIECES)
    return len(cube.SYMMETRIES) * len(pieces.SYMMETRIES) // unchanged


def levels(turns: int) -> Iterator[Level]:
    """Yield the levels after 1, 2 ... turns."""
    level = Level({kind(MillieuState().observation(None)): (MillieuState(), 1)})
    for _turn in range(turns):
        grown: dict[Key, MillieuState] = {}
        ways: Counter[Key] = Counter()
        for state, count in level.kinds.values():
            for after in whole_turns(state):
                key = kind(after.observation(None))
                grown.setdefault(key, after)
                ways[key] += count
        level = Level({key: (state, ways[key]) for key, state in grown.items()})
        yield level


def last_counted(turns: int) -> int:
    """Return the number of sequences after ``turns`` turns. The results of the last turn are not sorted into kinds."""
    *_before, level = levels(turns - 1)
    return sum(count * sum(1 for _after in whole_turns(state)) for state, count in level.kinds.values())
