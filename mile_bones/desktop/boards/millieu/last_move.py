"""The data of a player's last turn that the board marks. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mile_bones.games.millieu.actions import Action, Place, Slide, Take
from mile_bones.games.millieu.cube import Line
from mile_bones.games.millieu.legality import standing_mills
from mile_bones.games.millieu.observation import Observation
from mile_bones.games.millieu.pieces import Piece


@dataclass(frozen=True)
class LastMove:
    """The points of a turn: where a piece was placed, where a piece slid from and to, and where pieces were captured.

    If the turn is in progress, only the points of its steps so far are set. ``mills`` are the mills that the turn made
    and broke.
    """

    placed: int | None = None
    origin: int | None = None
    target: int | None = None
    taken: tuple[int, ...] = ()
    mills: tuple[Line, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the pieces that the turn has placed or moved."""
        return tuple(point for point in (self.placed, self.target) if point is not None)


def last_move(observation: Observation, seat: int | None, gone: Mapping[int, Piece]) -> LastMove | None:
    """Return the last steps of ``seat``, or of either player if it is None. Steps of a turn in progress count.

    ``gone`` has the pieces that these steps captured, by point. Return None if there are no such steps, or if the other
    player has had a turn since.
    """
    view = observation
    if view.placed is not None and view.player is not None and seat in (None, view.player):
        return LastMove(view.placed, view.slid_from, view.moved)
    turn = view.turn if view.player is None else view.turn - 1
    mover = (view.first + turn - 1) % 2
    if not view.last_turn or seat not in (None, mover):
        return None
    found = _steps(view.last_turn)
    return replace(found, mills=standing_mills(_before_captures(view, gone), found.points) if found.taken else ())


def _before_captures(view: Observation, gone: Mapping[int, Piece]) -> list[Piece | None]:
    """Return the board before the last turn captured the pieces in ``gone``, without the steps of this turn."""
    board = [*view.board]
    if view.moved is not None and view.slid_from is not None:
        board[view.slid_from], board[view.moved] = board[view.moved], None
    if view.placed is not None:
        board[view.placed] = None
    return [gone.get(point, piece) for point, piece in enumerate(board)]


def _steps(actions: tuple[Action, ...]) -> LastMove:
    placed = next((action.point for action in actions if isinstance(action, Place)), None)
    slide = next((action for action in actions if isinstance(action, Slide)), None)
    taken = tuple(action.point for action in actions if isinstance(action, Take))
    return LastMove(placed, taken=taken) if slide is None else LastMove(placed, slide.origin, slide.target, taken)
