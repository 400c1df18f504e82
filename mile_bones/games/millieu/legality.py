"""The rules about which steps of a turn are legal. A step is legal only if the turn can be completed after it.

A board is a sequence of 27 places. ``room`` is the number of pieces that the player to act may still capture in this
turn. The ``active`` points are those of the piece placed and the piece moved in this turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mile_bones.games.millieu.actions import PLACE, SLIDE, TAKE, Place, Slide, Take
from mile_bones.games.millieu.cube import LINES_THROUGH, NEIGHBOURS, POINTS, RAYS, Line
from mile_bones.games.millieu.pieces import PIECES, Piece, is_mill

Places = Sequence[Piece | None]


def standing_mills(board: Places, active: Iterable[int]) -> tuple[Line, ...]:
    """Return the mills in lines through the active points."""
    found = dict.fromkeys(line for point in active for line in LINES_THROUGH[point])
    return tuple(line for line in found if is_mill(board[line[0]], board[line[1]], board[line[2]]))


def removable(mills: Iterable[Line], active: Sequence[int]) -> tuple[int, ...]:
    """Return the points of ``mills`` from which a piece may be taken, in ascending order, whether there is room for it
    or not.
    """
    return tuple(sorted({point for line in mills for point in line if point not in active}))


def fewest_captures(mills: Sequence[Line], active: Sequence[int]) -> int:
    """Return the fewest captures that break all ``mills``. Each capture must be from a mill that is not yet broken."""
    if not mills:
        return 0
    return 1 + min(
        fewest_captures([line for line in mills if point not in line], active) for point in removable(mills, active)
    )


def can_end(board: Places, active: Sequence[int], room: int) -> bool:
    """Return True if the turn can end without too many captures. The slide must be done; some captures may be done."""
    mills = standing_mills(board, active)
    return len(mills) <= room or fewest_captures(mills, active) <= room


def legal_takes(board: Places, active: Sequence[int], room: int) -> tuple[Take, ...]:
    """Return the captures that are legal as the next step."""
    mills = standing_mills(board, active)
    return tuple(
        TAKE[point]
        for point in removable(mills, active)
        if 1 + fewest_captures([line for line in mills if point not in line], active) <= room
    )


def reach(board: Places, origin: int) -> Iterator[int]:
    """Yield the points to which the piece on ``origin`` could slide."""
    for ray in RAYS[origin]:
        for target in ray:
            if board[target] is not None:
                break
            yield target


def legal_slides(board: Places, placed: int, room: int) -> Iterator[Slide]:
    """Yield the legal slides of the pieces next to the one just placed."""
    tried = [*board]
    for origin in NEIGHBOURS[placed]:
        piece = board[origin]
        if piece is None:
            continue
        tried[origin] = None
        for target in sorted(reach(board, origin)):
            tried[target] = piece
            if can_end(tried, (placed, target), room):
                yield SLIDE[origin, target]
            tried[target] = None
        tried[origin] = piece


def legal_places(board: Places, hand: Sequence[int], room: int) -> Iterator[Place]:
    """Yield the placings after which a slide is possible, or all placings if the board is empty. ``room`` is that after
    a placing.
    """
    tried = [*board]
    opening = not any(piece is not None for piece in board)
    for piece in PIECES:
        if not hand[piece]:
            continue
        for point in POINTS:
            if board[point] is not None:
                continue
            tried[point] = piece
            if opening or next(legal_slides(tried, point, room), None) is not None:
                yield PLACE[piece][point]
            tried[point] = None
