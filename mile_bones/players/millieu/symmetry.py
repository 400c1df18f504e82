"""Groups of turns that a symmetry of the present position makes the same: searching one turn of each group is enough.

After two or three turns of a game hardly any position has a symmetry left. Before that, the groups are large.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.millieu import cube, pieces
from mile_bones.players.millieu.boards import EMPTY, Rows, Turns

_CUBE = np.array(cube.SYMMETRIES)
_KINDS = np.array([[*image, EMPTY] for image in pieces.SYMMETRIES], np.uint8)


def unchanging(board: Rows, own: Rows, other: Rows) -> list[tuple[NDArray[np.intp], Rows]]:
    """Return the rotations and reflections of the cube, each with a renaming of the kinds, that leave the board and
    both hands unchanged.
    """
    taken = board != EMPTY
    return [
        (image, names)
        for image in _CUBE[(taken[_CUBE] == taken).all(axis=1)]
        for names in _KINDS
        if (board[image] == names[board]).all() and all((hand[names[:9]] == hand).all() for hand in (own, other))
    ]


def alike(
    found: Turns, board: Rows | None = None, own: Rows | None = None, other: Rows | None = None
) -> NDArray[np.intp]:
    """Return the group number of each turn.

    The turns of a group lead to the same position, or to positions that a symmetry of the present position makes the
    same. Without the present position, only turns with identical results share a group.
    """
    texts = _texts(found.boards, np.arange(found.boards.shape[0]), np.arange(EMPTY + 1, dtype=np.uint8))
    if board is not None and own is not None and other is not None:
        texts = _smallest(found.boards, unchanging(board, own, other))
    _kinds, group = np.unique(texts, return_inverse=True)
    return group


def different(found: Turns, board: Rows, own: Rows, other: Rows) -> NDArray[np.intp]:
    """Return the first turn of each group, so that no symmetry makes two of these turns the same."""
    symmetries = unchanging(board, own, other)
    if len(symmetries) == 1:
        return np.arange(found.boards.shape[1])
    _kinds, first = np.unique(_smallest(found.boards, symmetries), return_index=True)
    return np.sort(first)


def _smallest(boards: Rows, symmetries: list[tuple[NDArray[np.intp], Rows]]) -> NDArray[np.bytes_]:
    smallest = np.full(boards.shape[1], b"\xff" * 27, "S27")
    for image, names in symmetries:
        texts = _texts(boards, image, names)
        smallest = np.where(texts < smallest, texts, smallest)
    return smallest


def _texts(boards: Rows, image: NDArray[np.intp], names: Rows) -> NDArray[np.bytes_]:
    """Return each board, rotated and renamed, as a text of 27 bytes."""
    turned = np.empty_like(boards)
    turned[image] = names[boards] + 1  # add 1, because NumPy would drop zeros at the end of a text
    found: NDArray[np.bytes_] = np.ascontiguousarray(turned.T).view("S27")[:, 0]
    return found
