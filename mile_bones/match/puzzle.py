"""A position as a puzzle, which asks a person for the best action."""

from __future__ import annotations

from dataclasses import replace as changed
from typing import TYPE_CHECKING, Any

from mile_bones.i18n import gettext as _
from mile_bones.match.match import Match
from mile_bones.match.numbers import fresh_id
from mile_bones.match.seats import Computer, Person, Seats, players_of
from mile_bones.players import levels
from mile_bones.players.coach import Rating

if TYPE_CHECKING:
    from mile_bones.match.position import Position


class Puzzle:
    """A position with the worth of each legal action. ``rating`` has the actions in their notation, as it is stored.

    Raise ValueError if the rating does not belong to this position.
    """

    def __init__(self, position: Position, rating: Rating) -> None:
        self.position = position
        legal = {str(action): action for action in position.legal_actions()}
        if set(legal) != {worth.action for worth in rating.worths}:
            raise ValueError("this is the rating of another position")
        worths = tuple(changed(worth, action=legal[worth.action]) for worth in rating.worths)
        self.rating = Rating(worths, rating.worlds)
        """The worth of each action, the best first."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.game

    @property
    def best(self) -> Any:
        """The best action."""
        return self.rating.best.action

    def is_solved_by(self, action: Any) -> bool:
        """Return True if this action is the best one, or its cost is small or not significant."""
        return self.rating.mark(action) is None

    def match(self) -> Match:
        """Return a new game at this position, with you in the seat of the player to act.

        The game is not in the history, does not count for the statistics, and is not saved to the disk.
        """
        position = self.position
        you, other = Person(_("You")), Computer(levels(position.game)[0].name, _("Computer"))
        seats: Seats = (you, other) if position.seat == 0 else (other, you)
        record = changed(position.record, players=players_of(seats), id=fresh_id(), arrangement=None)
        return Match(position.state(), seats, record, (), _keep_nowhere)


def _keep_nowhere(_record: object) -> None:
    """Save nothing, because a puzzle is not a real game."""
