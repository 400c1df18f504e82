"""Counting complete turns through the state itself, with the symmetries of the game.

Two positions that a turning of the cube and a renaming of colours and shapes make the same have the same future, so one
of each kind is counted on, with the number of ways that lead to its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from mile_bones.games.millieu import MillieuState, Observation, cube, pieces

Key = tuple[object, ...]


def whole_turns(state: MillieuState) -> Iterator[MillieuState]:
    """The game after each complete turn, once for each sequence of steps."""
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
    """The same for two positions at the start of a turn exactly if a symmetry makes them the same.

    First only those turnings of the cube that bring the occupied points as far to the front as possible, then, among
    these, the smallest of all renamings.
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


def sequences(turns: int) -> list[int]:
    """After 1, 2 ... turns, in how many ways they can be played."""
    level = {kind(MillieuState().observation(None)): (MillieuState(), 1)}
    counts = []
    for _turn in range(turns):
        grown: dict[Key, MillieuState] = {}
        ways: Counter[Key] = Counter()
        for state, count in level.values():
            for after in whole_turns(state):
                key = kind(after.observation(None))
                grown.setdefault(key, after)
                ways[key] += count
        level = {key: (state, ways[key]) for key, state in grown.items()}
        counts.append(sum(ways.values()))
    return counts


def last_counted(turns: int) -> int:
    """The last number of ``sequences`` without sorting the last turn into kinds."""
    level = {kind(MillieuState().observation(None)): (MillieuState(), 1)}
    for _turn in range(turns - 1):
        grown: dict[Key, MillieuState] = {}
        ways: Counter[Key] = Counter()
        for state, count in level.values():
            for after in whole_turns(state):
                key = kind(after.observation(None))
                grown.setdefault(key, after)
                ways[key] += count
        level = {key: (state, ways[key]) for key, state in grown.items()}
    return sum(count * sum(1 for _after in whole_turns(state)) for state, count in level.values())
