"""Many boards at once: every turn of a position, and the most captures that a turn can bring.

Each board is a column of 27 numbers: a piece, or ``EMPTY``. Each hand is a column of nine counts.

If two points of a line are occupied, at most one kind of piece on the third point makes a mill. Every mill that a turn
makes goes through exactly one of the two active pieces. So the captures of a turn follow from single lines: those
through the placed piece and those through the target of the slide. Two lines are excluded, because the slid piece has
left a gap in them: the line on which the two pieces were neighbours, and the line of the slide.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.millieu.cube import BETWEEN, LINES_THROUGH, POINTS, RAYS, coordinates
from mile_bones.games.millieu.pieces import PIECES, SET_SIZE, third

Rows = NDArray[np.uint8]
Numbers = NDArray[np.intp]

EMPTY = 9


def _axis(one: int, other: int) -> int:
    return next(axis for axis in range(3) if coordinates(one)[axis] != coordinates(other)[axis])


def _completions() -> NDArray[np.uint16]:
    bits = np.zeros(100, np.uint16)
    for one in PIECES:
        for other in PIECES:
            kind = third(one, other)
            if kind is not None:
                bits[10 * one + other] = 1 << kind
    return bits


_COMPLETES = _completions()
"""The kind that makes a mill with two other pieces, as a bit, or 0 for none. The index is 10 times one piece plus the
other.
"""

_BITS = np.array([1 << piece for piece in range(9)] + [0], np.uint16)
"""The bit of each piece; 0 for ``EMPTY``."""

_MATES = np.array(
    [[[other for other in line if other != point] for line in LINES_THROUGH[point]] for point in POINTS], np.intp
)
"""The two other points of each line through a point, by point and axis."""

_OTHER_AXES = ((1, 2), (0, 2), (0, 1))

_SLIDES = tuple((origin, target) for origin in POINTS for target in sorted(BETWEEN[origin]))
_SLIDE_ORIGIN = np.array([origin for origin, _target in _SLIDES])
_SLIDE_TARGET = np.array([target for _origin, target in _SLIDES])
_SLIDE_OVER = np.array([(BETWEEN[origin][target] or (target,))[0] for origin, target in _SLIDES])
_SLIDE_LINES = np.array([[3 * b + axis for axis in _OTHER_AXES[_axis(a, b)]] for a, b in _SLIDES])
"""The two lines in which a slide may make a mill, by slide. Each line is given as a row index of the result of
``needs``.
"""

_RAYS = tuple((origin, ray) for origin in POINTS for ray in RAYS[origin])
_NO_SLIDE = len(_SLIDES)
_NO_RAY = len(_RAYS)
_RAY_NEAR = np.array([_SLIDES.index((a, ray[0])) for a, ray in _RAYS])
_RAY_FAR = np.array([_SLIDES.index((a, ray[-1])) for a, ray in _RAYS])
_RAY_ORIGIN = np.array([a for a, _ray in _RAYS])
_RAY_POINT = np.array([ray[0] for _a, ray in _RAYS])
_RAY_PLACE_ROW = np.array([3 * ray[0] + _axis(a, ray[0]) for a, ray in _RAYS])


def _other_rays() -> Numbers:
    rows = []
    for number, (origin, _ray) in enumerate(_RAYS):
        others = [other for other, (a, _r) in enumerate(_RAYS) if a == origin and other != number]
        rows.append(others + [_NO_RAY] * (5 - len(others)))
    return np.array(rows).T.copy()


_OTHER_RAYS = _other_rays()
"""For each ray: up to five other rays from the same origin, padded with ``_NO_RAY``. Five rows, one column for each
ray.
"""

_PLACE_LINES = np.array([[3 * q + axis for axis in _OTHER_AXES[gap]] for q in POINTS for gap in range(3)])
"""The two lines in which a placed piece may make a mill, by point and by the axis of the neighbour that slides away."""

# Every way to place a piece on q, next to a, and then to slide from a to b. A way is two numbers: the index of the ray
# from a to q, and the index of the slide.
_WAYS = np.array(
    [
        (number, slide)
        for number, (a, ray) in enumerate(_RAYS)
        for slide, (origin, target) in enumerate(_SLIDES)
        if origin == a and target not in ray
    ]
)
_WAY_RAY, _WAY_SLIDE = _WAYS.T.copy()


class Turns(NamedTuple):
    """Whole turns of one position, with the board and the player's hand after each turn."""

    piece: NDArray[np.intp]
    point: NDArray[np.intp]
    origin: NDArray[np.intp]
    target: NDArray[np.intp]
    taken: NDArray[np.intp]
    """The points from which pieces are captured: four rows, -1 for none. In one turn no point occurs twice."""
    boards: Rows
    hands: Rows


def needs(boards: Rows) -> NDArray[np.uint16]:
    """Return the kind that would make a mill at each point along each axis, as a bit, or 0 for none. There are 81 rows;
    the row is 3 times the point plus the axis.
    """
    mates = _MATES.reshape(81, 2)
    codes: Rows = boards[mates[:, 0]] * np.uint8(10)
    codes += boards[mates[:, 1]]
    found: NDArray[np.uint16] = np.take(_COMPLETES, codes, mode="clip")  # twice as fast as plain indexing
    return found


def hand_bits(hands: Rows) -> NDArray[np.uint16]:
    """Return the kinds in each hand, as bits."""
    bits: NDArray[np.uint16] = ((hands > 0) * _BITS[:9, None]).sum(axis=0, dtype=np.uint16)
    return bits


def slide_mills(boards: Rows, need: NDArray[np.uint16]) -> Rows:
    """Return 1 plus the number of mills that each slide makes, or 0 if the slide is not possible: ``[slides,
    boards]``.
    """
    empty = boards == EMPTY
    bit = _BITS[boards]
    bits = bit[_SLIDE_ORIGIN]
    mills: Rows = ((need[_SLIDE_LINES[:, 0]] & bits) != 0).view(np.uint8) + (
        (need[_SLIDE_LINES[:, 1]] & bits) != 0
    ).view(np.uint8)
    mills += np.uint8(1)
    possible = empty[_SLIDE_TARGET]
    possible &= empty[_SLIDE_OVER]
    possible &= ~empty[_SLIDE_ORIGIN]
    mills *= possible.view(np.uint8)
    return mills


def place_mills(need: NDArray[np.uint16], held: NDArray[np.uint16]) -> Rows:
    """Return the most mills that a placed piece of one of the kinds ``held`` makes. There are 81 rows: by point, and by
    the axis of the neighbour that slides away.
    """
    one = need[_PLACE_LINES[:, 0]] & held
    two = need[_PLACE_LINES[:, 1]] & held
    mills: Rows = ((one | two) != 0).view(np.uint8)
    mills += ((one & two) != 0).view(np.uint8)
    return mills


def placings(need: NDArray[np.uint16], held: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Return a mask by point. An entry is True if a piece of one of the kinds ``held`` would complete a mill there,
    provided that the point is empty and a neighbouring piece can slide away.
    """
    kinds: NDArray[np.uint16] = need[0::3] | need[1::3]
    kinds |= need[2::3]
    found: NDArray[np.bool_] = (kinds & held) != 0
    return found


def best_mills(boards: Rows, need: NDArray[np.uint16], held: NDArray[np.uint16]) -> Rows:
    """Return for each board 1 plus the most mills of a turn with the kinds ``held``, or 0 if there is no turn.

    ``need`` is the result of ``needs`` for the boards.
    """
    slides = slide_mills(boards, need)
    rays = np.zeros((_NO_RAY + 1, boards.shape[1]), np.uint8)
    np.maximum(slides[_RAY_NEAR], slides[_RAY_FAR], out=rays[:_NO_RAY])
    others = rays[_OTHER_RAYS[0]]
    for row in _OTHER_RAYS[1:]:
        np.maximum(others, rays[row], out=others)
    others *= (boards == EMPTY)[_RAY_POINT].view(np.uint8)
    mills = place_mills(need, held)[_RAY_PLACE_ROW]
    mills += others
    mills *= (others != 0).view(np.uint8)
    best: Rows = mills.max(axis=0)
    best *= (held != 0).view(np.uint8)
    return best


def turns(board: Rows, hand: Rows) -> Turns:
    """Return every whole turn of the player with ``hand`` (nine numbers) on ``board`` (27 numbers). There is none on an
    empty board.
    """
    empty = board == EMPTY
    needed = needs(board[:, None])
    need, slides = needed[:, 0], slide_mills(board[:, None], needed)[:, 0]
    ways = np.flatnonzero(empty[_RAY_POINT[_WAY_RAY]] & (slides[_WAY_SLIDE] > 0))
    kinds = np.flatnonzero(hand)
    piece = np.tile(kinds, len(ways))
    way = np.repeat(ways, len(kinds))
    ray, slide = _WAY_RAY[way], _WAY_SLIDE[way]
    lines = np.concatenate((_PLACE_LINES[_RAY_PLACE_ROW[ray]].T, _SLIDE_LINES[slide].T))
    moved = board[_SLIDE_ORIGIN[slide]]
    mills = np.empty((4, len(way)), bool)
    mills[:2] = (need[lines[:2]] & _BITS[piece]) != 0
    mills[2:] = (need[lines[2:]] & _BITS[moved]) != 0
    # Each mill doubles the number of turns, because the player may take either of the two other pieces in it.
    row = np.arange(len(way))
    choice = np.zeros((4, len(way)), np.intp)
    for mill in range(4):
        again = np.flatnonzero(mills[mill][row])
        if len(again):
            row = np.concatenate((row, row[again]))
            choice = np.concatenate((choice, choice[:, again]), axis=1)
            choice[mill, len(row) - len(again) :] = 1
    ray, slide, piece, moved, lines, mills = ray[row], slide[row], piece[row], moved[row], lines[:, row], mills[:, row]
    columns = np.arange(len(row))
    boards = np.repeat(board[:, None], len(row), axis=1)
    point, origin, target = _RAY_POINT[ray], _RAY_ORIGIN[ray], _SLIDE_TARGET[slide]
    boards[point, columns] = piece
    boards[origin, columns] = EMPTY
    boards[target, columns] = moved
    hands = np.repeat(hand[:, None], len(row), axis=1)
    hands[piece, columns] -= 1
    taken = np.full((4, len(row)), -1)
    if mills.any():
        mates = _MATES.reshape(81, 2)
        for mill in range(4):
            at = np.flatnonzero(mills[mill])
            points = mates[lines[mill, at], choice[mill, at]]
            there = boards[points, at] != EMPTY  # a piece that is in two mills is taken only once
            at, points = at[there], points[there]
            hands[boards[points, at], at] += 1
            boards[points, at] = EMPTY
            taken[mill, at] = points
        fits = np.flatnonzero(hands.sum(axis=0, dtype=np.intp) <= SET_SIZE)
        if len(fits) < len(row):
            piece, point, origin, target = piece[fits], point[fits], origin[fits], target[fits]
            taken, boards, hands = taken[:, fits], boards[:, fits], hands[:, fits]
    return Turns(piece, point, origin, target, taken, boards, hands)
