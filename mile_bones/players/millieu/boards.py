"""Many boards at once: every turn of a position, and the most captures that a turn can bring.

Each board is a column of 27 numbers: a piece, or ``EMPTY``. Each hand is a column of nine counts.

If two points of a line are occupied, at most one kind of piece on the third point makes a mill. Every mill that a turn
makes goes through exactly one of the two active pieces. So the captures of a turn follow from single lines: those
through the placed piece and those through the target of the slide. Two lines are excluded, because the slid piece has
left a gap in them: the line on which the two pieces were neighbours, and the line of the slide.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mile_bones.games.millieu.cube import BETWEEN, LINES_THROUGH, POINTS, RAYS, coordinates, index
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
_WAY_POINT, _WAY_ORIGIN, _WAY_TARGET = _RAY_POINT[_WAY_RAY], _RAY_ORIGIN[_WAY_RAY], _SLIDE_TARGET[_WAY_SLIDE]
_WAY_PLACE_LINES = _PLACE_LINES[_RAY_PLACE_ROW[_WAY_RAY]].T.copy()
_WAY_SLIDE_LINES = _SLIDE_LINES[_WAY_SLIDE].T.copy()

_NOWHERE = len(POINTS)
"""The number of a point outside the board. It is never empty."""


def _padded_rays() -> Numbers:
    rays = np.full((len(POINTS), 6, 2), _NOWHERE)
    for point in POINTS:
        for axis in range(3):
            found = [ray for ray in RAYS[point] if _axis(point, ray[0]) == axis]
            for side, ray in enumerate(found):
                rays[point, 2 * axis + side, : len(ray)] = ray
    return rays


_POINT_RAYS = _padded_rays()
"""By point: the two points in each of six directions, two directions for each axis, padded with ``_NOWHERE``."""


def _implications() -> NDArray[np.uint16]:
    kinds = np.zeros((10, 512), np.uint16)
    for one in PIECES:
        for other in PIECES:
            kind = third(one, other)
            if kind is not None:
                kinds[one] |= np.where(np.arange(512) >> other & 1, 1 << kind, 0).astype(np.uint16)
    return kinds


_IMPLIES = _implications()
"""The kinds that make a mill with a piece and any one of some kinds, as bits. The first index is the piece, the second
the kinds as bits.
"""

_ALL = np.uint16(511)
_COUNT = np.array([number.bit_count() for number in range(512)])
"""The number of bits in each set of kinds."""


def _boxes() -> NDArray[np.uint8]:
    found = []
    for sizes in ((2, 2, 3), (2, 3, 2), (3, 2, 2), (2, 3, 3), (3, 2, 3), (3, 3, 2)):
        for corner in product(*(range(4 - size) for size in sizes)):
            places = product(*(range(low, low + size) for low, size in zip(corner, sizes, strict=True)))
            points = {index(x, y, z) for x, y, z in places}
            found.append([point in points for point in POINTS])
    return np.array(found, np.uint8)


_BOXES = _boxes()
"""The only sets of ten to twenty-six empty points that leave nobody a turn, as masks. No other point has two neighbours
in such a set, so no piece can slide after a piece was placed next to it.
"""
_LEAST_EMPTY = 10
"""Nine or fewer empty points, which a turn leaves if there are ten or fewer before, have many more such sets."""
_BOX_SIZES = _BOXES.sum(axis=1, dtype=np.intp)[:, None]


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


def turns(board: Rows, hand: Rows, *, may_capture: bool = True) -> Turns:
    """Return every whole turn of the player with ``hand`` (nine numbers) on ``board`` (27 numbers). There is none on an
    empty board. Without ``may_capture``, turns that make a mill are left out.
    """
    return all_turns(board[:, None], hand[:, None], may_capture=may_capture)[0]


def all_turns(
    before: Rows, held: Rows, *, only_captures: bool = False, may_capture: bool = True
) -> tuple[Turns, Numbers]:
    """Return every whole turn of many positions, and for each turn the number of its position.

    Each position has a column in ``before``, its board, and in ``held``, the hand of the player to move. With
    ``only_captures``, turns that capture nothing are left out. Without ``may_capture``, turns that make a mill are left
    out.
    """
    need = needs(before)
    slides = slide_mills(before, need)[_WAY_SLIDE]
    start, way = np.nonzero(((before == EMPTY)[_WAY_POINT] & (slides > 0)).T)
    kinds = hand_bits(held)[start]
    if only_captures:
        captured = need[_WAY_PLACE_LINES[0, way], start] | need[_WAY_PLACE_LINES[1, way], start]
        captured[slides[way, start] > 1] = _ALL
        kinds &= captured
    column, piece = np.nonzero(kinds[:, None] & _BITS[:9])
    start, way = start[column], way[column]
    lines = np.concatenate((_WAY_PLACE_LINES[:, way], _WAY_SLIDE_LINES[:, way]))
    moved = before[_WAY_ORIGIN[way], start]
    mills = np.empty((4, len(way)), bool)
    mills[:2] = (need[lines[:2], start] & _BITS[piece]) != 0
    mills[2:] = (need[lines[2:], start] & _BITS[moved]) != 0
    # Each mill doubles the number of turns, because the player may take either of the two other pieces in it.
    row = np.arange(len(way))
    choice = np.zeros((4, len(way)), np.intp)
    for mill in range(4):
        again = np.flatnonzero(mills[mill][row])
        if len(again):
            row = np.concatenate((row, row[again]))
            choice = np.concatenate((choice, choice[:, again]), axis=1)
            choice[mill, len(row) - len(again) :] = 1
    start = start[row]
    way, piece, moved, lines, mills = way[row], piece[row], moved[row], lines[:, row], mills[:, row]
    columns = np.arange(len(row))
    boards = before[:, start]
    point, origin, target = _WAY_POINT[way], _WAY_ORIGIN[way], _WAY_TARGET[way]
    boards[point, columns] = piece
    boards[origin, columns] = EMPTY
    boards[target, columns] = moved
    hands = held[:, start]
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
        most = np.intp(SET_SIZE) if may_capture else held[:, start].sum(axis=0, dtype=np.intp) - 1
        fits = np.flatnonzero(hands.sum(axis=0, dtype=np.intp) <= most)
        if len(fits) < len(row):
            piece, point, origin, target = piece[fits], point[fits], origin[fits], target[fits]
            taken, boards, hands, start = taken[:, fits], boards[:, fits], hands[:, fits], start[fits]
    return Turns(piece, point, origin, target, taken, boards, hands), start


def may_be_blocked(boards: Rows) -> NDArray[np.bool_]:
    """Return False for each board on which no turn without a capture leaves the next player without a turn."""
    empty = (boards == EMPTY).view(np.uint8)
    number = empty.sum(axis=0, dtype=np.intp)
    boxed = (number == _BOX_SIZES + 1) & (_BOXES @ empty >= _BOX_SIZES - 1)  # a slide leaves one point, and fills one
    found: NDArray[np.bool_] = boxed.any(axis=0) | (number <= _LEAST_EMPTY)
    return found


def safe_turns(before: Rows, own: Rows, other: Rows, *, other_may_capture: bool = True) -> Numbers:
    """Return for each position the number of turns that capture nothing and leave the other player nothing to capture.

    Each position has a column in each argument: its board, the hand of the player to move, and the other hand. Without
    ``other_may_capture``, the other player may not make a mill in the next turn.

    This is several times as fast as trying each turn, because the kinds of the placed piece are not tried one by one.
    What the other player can do next depends on this kind only in lines through the placed piece.
    """
    need = needs(before)
    possible = (before == EMPTY)[_WAY_POINT] & (slide_mills(before, need) == 1)[_WAY_SLIDE]  # 1: a slide without a mill
    start, way = np.nonzero(possible.T)
    kinds = hand_bits(own)[start]
    kinds &= ~(need[_WAY_PLACE_LINES[0, way], start] | need[_WAY_PLACE_LINES[1, way], start])
    if not other_may_capture:
        return np.bincount(start, _COUNT[kinds], before.shape[1]).astype(np.intp)
    quiet = np.flatnonzero(kinds)
    start, way, kinds = start[quiet], way[quiet], kinds[quiet]
    point, columns = _WAY_POINT[way], np.arange(len(way))
    boards = before[:, start]  # without the placed piece
    boards[_WAY_TARGET[way], columns] = boards[_WAY_ORIGIN[way], columns]
    boards[_WAY_ORIGIN[way], columns] = EMPTY
    empty = np.zeros((_NOWHERE + 1, len(way)), bool)
    np.equal(boards, EMPTY, out=empty[:_NOWHERE])
    empty[point, columns] = False
    mobile, held = _mobile(empty[:_NOWHERE]), hand_bits(other)[start]
    reach = _reach(boards, empty[:_NOWHERE], mobile, held)
    wanted = needs(boards).reshape(3 * len(POINTS), -1)
    danger = np.where((reach & wanted).any(axis=0), _ALL, np.uint16(0))
    for axis, others in enumerate(_OTHER_AXES):
        # Mills with the placed piece on a line through it.
        one, two = _MATES[point, axis].T
        for mate, to in ((one, two), (two, one)):
            danger |= _IMPLIES[boards[mate, columns], reach[3 * to + axis, columns]]
        # Mills that the placed piece makes when the other player slides it.
        for side in (0, 1):
            can_slide = mobile[point, columns]
            for to in _POINT_RAYS[point, 2 * axis + side].T:
                can_slide &= empty[to, columns]
                at = np.flatnonzero(can_slide)
                danger[at] |= wanted[3 * to[at] + others[0], at] | wanted[3 * to[at] + others[1], at]
    danger[held == 0] = 0
    return np.bincount(start, _COUNT[kinds & ~danger], before.shape[1]).astype(np.intp)


def _mobile(empty: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask by point: the pieces that can slide after a piece was placed next to them."""
    cube = empty.view(np.uint8).reshape(3, 3, 3, -1)
    around = np.zeros_like(cube)
    for axis in range(3):
        to, of = np.moveaxis(around, axis, 0), np.moveaxis(cube, axis, 0)
        to[0] += of[1]
        to[1] += of[0]
        to[1] += of[2]
        to[2] += of[1]
    mobile: NDArray[np.bool_] = around.reshape(len(POINTS), -1) >= 2
    mobile &= ~empty
    return mobile


def _reach(
    boards: Rows, empty: NDArray[np.bool_], mobile: NDArray[np.bool_], held: NDArray[np.uint16]
) -> NDArray[np.uint16]:
    """Return the kinds that a turn can bring to each empty point so that they make a mill along each axis, as bits. The
    rows are those of ``needs``. The player to move has the kinds ``held`` in hand.
    """
    mask = -mobile.astype(np.uint16)
    sliding = (_BITS[boards] & mask).reshape(3, 3, 3, -1)
    placing = (held & mask).reshape(3, 3, 3, -1)
    free = (-empty.astype(np.uint16)).reshape(3, 3, 3, -1)
    coming = np.empty((3, 3, 3, 3, boards.shape[1]), np.uint16)
    # The kinds that come to each point along each axis: they slide, or are placed beside a piece that slides away.
    for axis in range(3):
        to, slid, placed, through = (
            np.moveaxis(each, 2 - axis, 0)
            for each in (coming[axis], sliding, placing, free)  # the last axis is x
        )
        np.bitwise_or(slid[0], slid[2], out=to[1])
        to[1] |= placed[0]
        to[1] |= placed[2]
        for near, far in ((0, 2), (2, 0)):
            np.bitwise_and(slid[far], through[1], out=to[near])
            to[near] |= slid[1]
            to[near] |= placed[1]
    coming &= free
    flat = coming.reshape(3, len(POINTS), -1)
    reach = np.empty((len(POINTS), 3, boards.shape[1]), np.uint16)
    for axis, (one, two) in enumerate(_OTHER_AXES):  # a piece leaves a gap in the line from which it comes
        np.bitwise_or(flat[one], flat[two], out=reach[:, axis])
    return reach.reshape(3 * len(POINTS), -1)
