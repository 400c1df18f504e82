"""A position as a puzzle: what would you play? What was answered, and what each answer is worth."""

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
    """``rating`` says in the notation of its actions, as it is kept, what each legal action of the position is worth.

    ValueError when it is not about this position.
    """

    def __init__(self, position: Position, rating: Rating) -> None:
        self.position = position
        legal = {str(action): action for action in position.legal_actions()}
        if set(legal) != {worth.action for worth in rating.worths}:
            raise ValueError("this rating is one of another position")
        worths = tuple(changed(worth, action=legal[worth.action]) for worth in rating.worths)
        self.rating = Rating(worths, rating.worlds)
        """What each action is worth, the best first."""

    @property
    def game(self) -> str:
        """The name of the game that is played."""
        return self.position.game

    @property
    def best(self) -> Any:
        """The action that is worth most."""
        return self.rating.best.action

    def is_solved_by(self, action: Any) -> bool:
        """This is the best, or nobody can say that it costs anything worth speaking of."""
        return self.rating.mark(action) is None

    def match(self) -> Match:
        """A game that stands there, with you in the seat of whoever has to choose. Each time another one; it enters no
        history, counts for nothing, and is nowhere on the disk."""
        position = self.position
        you, other = Person(_("You")), Computer(levels(position.game)[0].name, _("Computer"))
        seats: Seats = (you, other) if position.seat == 0 else (other, you)
        record = changed(position.record, players=players_of(seats), id=fresh_id(), arrangement=None)
        return Match(position.state(), seats, record, (), _keep_nowhere)


def _keep_nowhere(_record: object) -> None:
    """A puzzle is no game."""
