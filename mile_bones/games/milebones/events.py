"""The events at the table, as frozen values.

``event.seen_by(seat)`` hides what the player in that seat may not know. If ``seat`` is None, it hides what a spectator
may not know. By default everybody may know everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mile_bones.games.milebones.cards import SAFETIES, Card
from mile_bones.games.milebones.tableau import TableauView

if TYPE_CHECKING:
    from mile_bones.games.milebones.scoring import Score


class Dealt(NamedTuple):
    """A hand begins. ``hands`` holds the cards of each seat, or None where the viewer may not see them."""

    hand: int
    """The number of the hand, from 1."""
    first: int
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]
    left: int
    """The number of cards left in the deck."""

    def seen_by(self, seat: int | None) -> Dealt:
        """Return the event with only the cards that ``seat`` was dealt. A spectator (None) sees no cards."""
        return self._replace(hands=(self.hands[0] if seat == 0 else None, self.hands[1] if seat == 1 else None))


class Drawn(NamedTuple):
    """A card was drawn. ``card`` is None for the other seat. ``coup`` is True for the two cards after a coup fourré."""

    seat: int
    card: Card | None
    left: int
    coup: bool = False

    def seen_by(self, seat: int | None) -> Drawn:
        """Return the event without its card, unless ``seat`` drew it."""
        return self if seat == self.seat else self._replace(card=None)


class Played(NamedTuple):
    """A card was played from the hand of ``seat`` on the side of ``target``. ``coup`` is True for a coup fourré."""

    seat: int
    card: Card
    target: int
    coup: bool = False

    def seen_by(self, seat: int | None) -> Played:
        return self


class Discarded(NamedTuple):
    """A card was discarded, face up."""

    seat: int
    card: Card

    def seen_by(self, seat: int | None) -> Discarded:
        return self


class Answered(NamedTuple):
    """The answer to the question about the extension. ``goal`` is the goal after the answer, in miles."""

    seat: int
    yes: bool
    goal: int

    def seen_by(self, seat: int | None) -> Answered:
        return self


class Passed(NamedTuple):
    """A turn is skipped, because ``seat`` has no cards left."""

    seat: int

    def seen_by(self, seat: int | None) -> Passed:
        return self


class HandEnded(NamedTuple):
    """The end of a hand, with both score columns and the totals after it.

    ``reason`` is "trip" (``completed_by`` reached ``goal``) or "cards" (nobody can play on). ``left`` is the number of
    cards left in the deck.
    """

    hand: int
    reason: str
    completed_by: int | None
    goal: int
    left: int
    scores: tuple[Score, Score]
    totals: tuple[int, int]
    sides: tuple[TableauView, TableauView] = (TableauView(), TableauView())
    """Both sides of the table at the end of the hand."""

    def seen_by(self, seat: int | None) -> HandEnded:
        return self


class GameEnded(NamedTuple):
    """The end of the game. ``winner`` is None if both players have the same total."""

    winner: int | None
    totals: tuple[int, int]

    def seen_by(self, seat: int | None) -> GameEnded:
        return self


Event = Dealt | Drawn | Played | Discarded | Answered | Passed | HandEnded | GameEnded


def turns_the_hand(event: Event) -> bool:
    """Return True if the event is a turning point of a hand: a safety, a hazard, the answer about an extension, or the
    end.
    """
    if isinstance(event, Played):
        return event.card in SAFETIES or event.target != event.seat
    return isinstance(event, (Answered, HandEnded))
