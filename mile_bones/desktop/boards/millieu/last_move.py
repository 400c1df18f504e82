"""The data of a player's last turn that the board marks. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from mile_bones.games.millieu.actions import Action, Place, Slide, Take
from mile_bones.games.millieu.observation import Observation


@dataclass(frozen=True)
class LastMove:
    """The points of a turn: where a piece was placed, where a piece slid from and to, and where pieces were captured.

    If the turn is in progress, only the points of its steps so far are set.
    """

    placed: int | None = None
    origin: int | None = None
    target: int | None = None
    taken: tuple[int, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the pieces that the turn has placed or moved."""
        return tuple(point for point in (self.placed, self.target) if point is not None)


def last_move(observation: Observation, seat: int | None) -> LastMove | None:
    """Return the last steps of ``seat``, or of either player if it is None. Steps of a turn in progress count.

    Return None if there are no such steps, or if the other player has had a turn since.
    """
    view = observation
    if view.placed is not None and view.player is not None and seat in (None, view.player):
        return LastMove(view.placed, view.slid_from, view.moved)
    turn = view.turn if view.player is None else view.turn - 1
    mover = (view.first + turn - 1) % 2
    if not view.last_turn or seat not in (None, mover):
        return None
    return _steps(view.last_turn)


def _steps(actions: tuple[Action, ...]) -> LastMove:
    placed = next((action.point for action in actions if isinstance(action, Place)), None)
    slide = next((action for action in actions if isinstance(action, Slide)), None)
    taken = tuple(action.point for action in actions if isinstance(action, Take))
    return LastMove(placed, taken=taken) if slide is None else LastMove(placed, slide.origin, slide.target, taken)
