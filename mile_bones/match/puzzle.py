"""A position as a puzzle, which asks a person for the best action or turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
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


class Task(ABC):
    """A position that asks a person for an answer: an action, or a whole turn of several steps."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.game

    @abstractmethod
    def steps_to_show(self, answer: Any | None) -> Sequence[Any]:
        """Return the steps to show on the table after this right answer, or after None, which is no answer."""

    @abstractmethod
    def answer(self, steps: Sequence[Any]) -> Any | None:
        """Return the answer that these legal actions make, or None if more steps belong to the answer."""

    @abstractmethod
    def answers(self) -> Iterable[Any]:
        """Return answers about which different things are said: each action, or a right and a wrong turn."""

    @abstractmethod
    def notation(self, answer: Any) -> str:
        """Return the answer as a text that can be stored."""

    @abstractmethod
    def is_solved_by(self, answer: Any) -> bool:
        """Return True if the answer is right."""

    def match(self) -> Match:
        """Return a new game at this position, with you in the seat of the player to act.

        The game is not in the history, does not count for the statistics, and is not saved to the disk.
        """
        position = self.position
        you, other = Person(_("You")), Computer(levels(position.game)[0].name, _("Computer"))
        seats: Seats = (you, other) if position.seat == 0 else (other, you)
        record = changed(position.record, players=players_of(seats), id=fresh_id(), arrangement=None)
        return Match(position.state(), seats, record, (), _keep_nowhere)


class Puzzle(Task):
    """A position with the worth of each legal action. ``rating`` has the actions in their notation, as it is stored.

    Raise ValueError if the rating does not belong to this position.
    """

    def __init__(self, position: Position, rating: Rating) -> None:
        super().__init__(position)
        legal = {str(action): action for action in position.legal_actions()}
        if set(legal) != {worth.action for worth in rating.worths}:
            raise ValueError("this is the rating of another position")
        worths = tuple(changed(worth, action=legal[worth.action]) for worth in rating.worths)
        self.rating = Rating(worths, rating.worlds)
        """The worth of each action, the best first."""

    @property
    def best(self) -> Any:
        """The best action."""
        return self.rating.best.action

    def steps_to_show(self, answer: Any | None) -> Sequence[Any]:
        """Return the best action, even if the answer is another one that costs next to nothing."""
        return (self.best,)

    def answer(self, steps: Sequence[Any]) -> Any:
        """Return the only step, because the answer is one action."""
        (action,) = steps
        return action

    def answers(self) -> Iterable[Any]:
        return (worth.action for worth in self.rating.worths)

    def notation(self, answer: Any) -> str:
        return str(answer)

    def is_solved_by(self, answer: Any) -> bool:
        """Return True if this action is the best one, or its cost is small or not significant."""
        return self.rating.mark(answer) is None


def _keep_nowhere(_record: object) -> None:
    """Save nothing, because a puzzle is not a real game."""
