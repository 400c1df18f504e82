"""What happens at the table, as frozen values. ``event.seen_by(seat)`` hides what that seat may not know;
for a spectator the seat is None."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mile_bones.games.milebones.cards import SAFETIES, Card
from mile_bones.games.milebones.tableau import TableauView

if TYPE_CHECKING:
    from mile_bones.games.milebones.scoring import Score


class Dealt(NamedTuple):
    """A hand begins. ``hands`` holds the cards of each seat, None where the viewer may not see them."""

    hand: int
    """Counted from 1."""
    first: int
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]
    left: int
    """Cards left in the deck."""

    def seen_by(self, seat: int | None) -> Dealt:
        """Only the own cards; none for a spectator (None)."""
        return self._replace(hands=(self.hands[0] if seat == 0 else None, self.hands[1] if seat == 1 else None))


class Drawn(NamedTuple):
    """A card was drawn; ``card`` is None for the other seat. ``coup``: one of the two after a coup fourré."""

    seat: int
    card: Card | None
    left: int
    coup: bool = False

    def seen_by(self, seat: int | None) -> Drawn:
        """The opponent's card stays hidden."""
        return self if seat == self.seat else self._replace(card=None)


class Played(NamedTuple):
    """A card was played from the hand of ``seat`` on the side of ``target``. ``coup``: it was a coup fourré."""

    seat: int
    card: Card
    target: int
    coup: bool = False

    def seen_by(self, seat: int | None) -> Played:
        """Open to everybody."""
        return self


class Discarded(NamedTuple):
    """A card was thrown away, face up."""

    seat: int
    card: Card

    def seen_by(self, seat: int | None) -> Discarded:
        """Open to everybody."""
        return self


class Answered(NamedTuple):
    """The answer to the question about the extension; ``goal`` is the goal from now on."""

    seat: int
    yes: bool
    goal: int

    def seen_by(self, seat: int | None) -> Answered:
        """Open to everybody."""
        return self


class Passed(NamedTuple):
    """``seat`` has no cards left and is passed over."""

    seat: int

    def seen_by(self, seat: int | None) -> Passed:
        """Open to everybody."""
        return self


class HandEnded(NamedTuple):
    """The end of a hand, with both score columns and the totals after it.

    ``reason`` is "trip" (``completed_by`` reached ``goal``) or "cards" (nobody can go on). ``left``: cards in the deck.
    """

    hand: int
    reason: str
    completed_by: int | None
    goal: int
    left: int
    scores: tuple[Score, Score]
    totals: tuple[int, int]
    sides: tuple[TableauView, TableauView] = (TableauView(), TableauView())
    """Both sides of the table as they stood at the end."""

    def seen_by(self, seat: int | None) -> HandEnded:
        """Open to everybody."""
        return self


class GameEnded(NamedTuple):
    """The end of the game. ``winner`` is None when both have the same total."""

    winner: int | None
    totals: tuple[int, int]

    def seen_by(self, seat: int | None) -> GameEnded:
        """Open to everybody."""
        return self


Event = Dealt | Drawn | Played | Discarded | Answered | Passed | HandEnded | GameEnded


def turns_the_hand(event: Event) -> bool:
    """More than miles and drawing: a safety, a hazard, an extension, or the end of the hand."""
    if isinstance(event, Played):
        return event.card in SAFETIES or event.target != event.seat
    return isinstance(event, (Answered, HandEnded))
