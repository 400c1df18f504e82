"""Positions of Millieu for tests that look at the board."""

from __future__ import annotations

from mile_bones.games.millieu.actions import PLACE, SLIDE, Action
from mile_bones.games.millieu.cube import index
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import PIECES, Piece
from mile_bones.games.millieu.state import MillieuState

P = Piece
STANDING = {
    (0, 0, 0): P.RED_DISC,
    (1, 0, 0): P.CREAM_SQUARE,
    (2, 1, 0): P.BROWN_HEX,
    (0, 2, 0): P.RED_HEX,
    (1, 2, 0): P.BROWN_DISC,
    (0, 1, 1): P.CREAM_DISC,
    (2, 1, 1): P.BROWN_SQUARE,
    (1, 2, 1): P.RED_SQUARE,
    (1, 1, 2): P.CREAM_HEX,
    (2, 2, 2): P.BROWN_DISC,
    (0, 2, 2): P.RED_DISC,
}
"""The pieces on the board in the pictures of the style guide, by coordinates."""
MIDDLE = index(1, 1, 1)
HELD = (P.RED_SQUARE, P.BROWN_HEX, P.CREAM_DISC, P.CREAM_SQUARE, P.CREAM_HEX)
THEIRS = (P.RED_HEX, P.BROWN_SQUARE)
LAST_TURN = (PLACE[P.BROWN_DISC][26], SLIDE[index(2, 0, 1), index(2, 1, 1)])
TO_SLIDE = (PLACE[P.CREAM_SQUARE][MIDDLE],)
TO_TAKE = (*TO_SLIDE, SLIDE[index(1, 2, 1), index(0, 2, 1)])
"""Red makes a mill from bottom to top, in the front left corner."""


def hand(*pieces: Piece) -> tuple[int, ...]:
    """Return the number of `pieces` of each kind."""
    return tuple(pieces.count(piece) for piece in PIECES)


def standing(*actions: Action, seat: int = 0, held: tuple[Piece, ...] = HELD) -> MillieuState:
    """Return the position of the style guide with `seat` to act, after these actions."""
    board = [STANDING.get((point % 3, point // 3 % 3, point // 9)) for point in range(27)]
    hands = (hand(*held), hand(*THEIRS))
    view = Observation(
        None, 1 - seat, seat, Phase.PLACE, 14, tuple(board), hands if seat == 0 else hands[::-1], last_turn=LAST_TURN
    )
    state = MillieuState.from_observation(view)
    for action in actions:
        state.apply_action(action)
    return state


def overlapping() -> MillieuState:
    """Return a position with two mills that share a piece. The hand has room for one more piece.

    The player must take a piece. Of the three pieces that could be taken, only the shared piece breaks both mills.
    """
    board: list[Piece | None] = [None] * 27
    for point, piece in {1: P.BROWN_SQUARE, 3: P.RED_SQUARE, 6: P.RED_HEX, 5: P.CREAM_SQUARE}.items():
        board[point] = piece
    held = (P.RED_DISC, P.RED_DISC, *(piece for piece in PIECES if piece not in (P.RED_DISC, P.CREAM_HEX)))
    view = Observation(None, 1, 0, Phase.PLACE, 10, tuple(board), (hand(*held), hand(P.BROWN_DISC)))
    state = MillieuState.from_observation(view)
    state.apply_action(PLACE[P.RED_DISC][0])
    state.apply_action(SLIDE[1, 4])
    return state
