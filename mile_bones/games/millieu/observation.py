"""Everything that can be known about the game, as frozen values that do not refer to the state. All of it is visible to
all.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mile_bones.games.millieu import rules
from mile_bones.games.millieu.actions import PLACE, SLIDE, TAKE, Action, Take
from mile_bones.games.millieu.cube import Line
from mile_bones.games.millieu.legality import legal_places, legal_slides, legal_takes, standing_mills
from mile_bones.games.millieu.pieces import SET_SIZE, Board, Hand, Piece


class Phase(Enum):
    """The step that the player to act must take."""

    PLACE = "place"
    SLIDE = "slide"
    CAPTURE = "capture"
    OVER = "over"
    """The game has ended."""


class Observation(NamedTuple):
    """The board and both hands."""

    seat: int | None
    """The seat of the viewer, or None for a spectator. All viewers see the same, but only the player to act has
    actions.
    """
    first: int
    """The seat that made the first move of the game."""
    player: int | None
    """The seat to act, or None at the end of the game."""
    phase: Phase
    turn: int
    """The number of this turn, counted from 1 over the turns of both players. At the end of the game it is the number
    of the last turn.
    """
    board: Board
    hands: tuple[Hand, Hand]
    """The number of pieces of each kind in each hand, by seat."""
    placed: int | None = None
    """The point where a piece was placed in this turn, or None."""
    slid_from: int | None = None
    """The point from which a piece was slid in this turn, or None."""
    moved: int | None = None
    """The point to which a piece was slid in this turn, or None."""
    last_turn: tuple[Action, ...] = ()
    """The steps of the turn before this one, or of the last turn at the end of the game."""
    taken: tuple[int, ...] = ()
    """The points from which pieces were taken in this turn, in order."""
    late_mills: bool = False
    """True if the second player may not make a mill in the first six of their own turns."""

    @property
    def turn_begins(self) -> bool:
        return self.phase is Phase.PLACE

    @property
    def to_act(self) -> bool:
        """True if it is this seat's turn."""
        return self.player is not None and self.player == self.seat

    @property
    def active(self) -> tuple[int, ...]:
        """The points of the pieces that were placed and moved in this turn, which may not be taken."""
        return tuple(point for point in (self.placed, self.moved) if point is not None)

    @property
    def barred(self) -> int:
        """The number of turns, of both players, from this one to the last in which the second player may not make a
        mill, or 0 if there is none. The player of this turn may not make a mill if the number is odd.
        """
        return max(0, rules.LAST_BARRED + 1 - self.turn) if self.late_mills else 0

    @property
    def may_make_mills(self) -> bool:
        """Whether the player of this turn may make a mill in it."""
        return self.barred % 2 == 0

    @property
    def room(self) -> int:
        """The number of pieces that the player to act may still capture in this turn, once a piece has been placed."""
        assert self.player is not None, "the game is not over"
        if not self.may_make_mills:
            return 0
        return SET_SIZE - self.held(self.player) + (self.placed is None)

    @property
    def steps(self) -> tuple[Action, ...]:
        """The steps of this turn so far."""
        if self.placed is None:
            return ()
        piece = self.board[self.placed]
        assert piece is not None, "the piece stays until the turn is over"
        steps: list[Action] = [PLACE[piece][self.placed]]
        if self.slid_from is not None and self.moved is not None:
            steps.append(SLIDE[self.slid_from, self.moved])
        return (*steps, *(TAKE[point] for point in self.taken))

    @property
    def mills(self) -> tuple[Line, ...]:
        """The mills that must be broken in this turn; empty before the slide."""
        return standing_mills(self.board, self.active) if self.phase is Phase.CAPTURE else ()

    @property
    def takeable(self) -> tuple[int, ...]:
        """The points from which the player to act may take a piece now."""
        return tuple(action.point for action in legal_actions(self) if isinstance(action, Take))

    def for_spectators(self) -> Observation:
        return self._replace(seat=None)

    def closed(self) -> Observation:
        return self._replace(player=None, phase=Phase.OVER)

    def held(self, seat: int) -> int:
        """Return the number of pieces in the hand of ``seat``."""
        return sum(self.hands[seat])

    def piece(self, point: int) -> Piece | None:
        """Return the piece on ``point``, or None."""
        return self.board[point]

    def legal_actions(self) -> tuple[Action, ...]:
        return legal_actions(self) if self.to_act else ()


def legal_actions(view: Observation) -> tuple[Action, ...]:
    """Return the legal steps of the player to act, for any viewer, in a fixed order."""
    if view.player is None:
        return ()
    if view.placed is None:
        return tuple(legal_places(view.board, view.hands[view.player], view.room))
    if view.moved is None:
        return tuple(legal_slides(view.board, view.placed, view.room))
    return legal_takes(view.board, (view.placed, view.moved), view.room)
