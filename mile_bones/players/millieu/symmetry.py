"""Turns that a symmetry of the present position makes the same: of each such group one is enough to look at.

After two or three turns hardly a position has a symmetry left; before, the groups are large.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.millieu import cube, pieces
from mile_bones.players.millieu.boards import EMPTY, Rows, Turns

_CUBE = np.array(cube.SYMMETRIES)
_KINDS = np.array([[*image, EMPTY] for image in pieces.SYMMETRIES], np.uint8)


def unchanging(board: Rows, own: Rows, other: Rows) -> list[tuple[NDArray[np.intp], Rows]]:
    """The turnings of the cube, each with a renaming of the kinds, that leave the board and both hands as they are."""
    taken = board != EMPTY
    return [
        (image, names)
        for image in _CUBE[(taken[_CUBE] == taken).all(axis=1)]
        for names in _KINDS
        if (board[image] == names[board]).all() and all((hand[names[:9]] == hand).all() for hand in (own, other))
    ]


def different(found: Turns, board: Rows, own: Rows, other: Rows) -> NDArray[np.intp]:
    """The numbers of those turns, the first of each group, that no symmetry makes the same."""
    symmetries = unchanging(board, own, other)
    boards = found.boards
    if len(symmetries) == 1:
        return np.arange(boards.shape[1])
    smallest = np.full(boards.shape[1], b"\xff" * 27, "S27")
    for image, names in symmetries:
        turned = np.empty_like(boards)
        turned[image] = names[boards] + 1  # a text of NumPy must not end in zeros
        texts = np.ascontiguousarray(turned.T).view("S27")[:, 0]
        smallest = np.where(texts < smallest, texts, smallest)
    _kinds, first = np.unique(smallest, return_index=True)
    return np.sort(first)
