"""All that there is to see, which is everything: plain frozen values from which no way leads back to the state."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mile_bones.games.millieu.actions import PLACE, SLIDE, TAKE, Action, Take
from mile_bones.games.millieu.cube import Line
from mile_bones.games.millieu.legality import legal_places, legal_slides, legal_takes, standing_mills
from mile_bones.games.millieu.pieces import Board, Hand, Piece


class Phase(Enum):
    """The step that the player to act is asked for."""

    PLACE = "place"
    SLIDE = "slide"
    CAPTURE = "capture"
    OVER = "over"
    """The game has ended."""


class Observation(NamedTuple):
    """The board and both hands."""

    seat: int | None
    """Whose view this is; None for a spectator. All see the same, but only the one to act has actions."""
    first: int
    """Who opened the game."""
    player: int | None
    """The seat to act, None at the end of the game."""
    phase: Phase
    turn: int
    """The number of this turn, counted from 1 through both players' turns; at the end the number of the last."""
    board: Board
    hands: tuple[Hand, Hand]
    """By seat, how many of each kind it holds."""
    placed: int | None = None
    """Where a piece was placed in this turn."""
    slid_from: int | None = None
    """Where the piece that was slid in this turn came from."""
    moved: int | None = None
    """Where it stands now."""
    last_turn: tuple[Action, ...] = ()
    """The steps of the turn before this one; at the end of the game, of the last turn."""
    taken: tuple[int, ...] = ()
    """The points from which pieces were taken in this turn, in their order."""

    @property
    def turn_begins(self) -> bool:
        """The player to act has done nothing yet in this turn."""
        return self.phase is Phase.PLACE

    @property
    def to_act(self) -> bool:
        """It is this seat's turn."""
        return self.player is not None and self.player == self.seat

    @property
    def active(self) -> tuple[int, ...]:
        """The points of the pieces that were placed and moved in this turn; these may not be taken."""
        return tuple(point for point in (self.placed, self.moved) if point is not None)

    @property
    def steps(self) -> tuple[Action, ...]:
        """What has been done in this turn so far."""
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
        """The mills that stand and must be broken; none before the slide."""
        return standing_mills(self.board, self.active) if self.phase is Phase.CAPTURE else ()

    @property
    def takeable(self) -> tuple[int, ...]:
        """The points from which the player to act may take a piece now."""
        return tuple(action.point for action in legal_actions(self) if isinstance(action, Take))

    def for_spectators(self) -> Observation:
        """The same board for somebody who sits nowhere."""
        return self._replace(seat=None)

    def closed(self) -> Observation:
        """The same board in a game that is over: nobody is to act any more."""
        return self._replace(player=None, phase=Phase.OVER)

    def held(self, seat: int) -> int:
        """How many pieces this seat has in hand."""
        return sum(self.hands[seat])

    def piece(self, point: int) -> Piece | None:
        """What lies on a point."""
        return self.board[point]

    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now; empty when it is not its turn."""
        return legal_actions(self) if self.to_act else ()


def legal_actions(view: Observation) -> tuple[Action, ...]:
    """The legal steps of the player to act, whoever looks on, in a fixed order."""
    if view.player is None:
        return ()
    hand = view.hands[view.player]
    if view.placed is None:
        return tuple(legal_places(view.board, hand))
    if view.moved is None:
        return tuple(legal_slides(view.board, view.placed, sum(hand)))
    return legal_takes(view.board, (view.placed, view.moved), sum(hand))
