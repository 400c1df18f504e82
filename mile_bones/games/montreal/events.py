"""The events at the table, as frozen values.

``event.seen_by(seat)`` hides what the player in that seat may not know. If ``seat`` is None, it hides what a spectator
may not know. By default everybody may know everything.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from mile_bones.games.montreal.cards import Card, Rank
from mile_bones.games.montreal.payment import Payment
from mile_bones.games.montreal.scoring import Score
from mile_bones.games.montreal.sets import Sets

HandReason = Literal["out", "stock"]
"""The reason why a deal ended: a player went out, or no card was left to draw."""
GameReason = Literal["target", "deals"]
"""The reason why a game ended: a player reached the target, or the game had its last deal."""


class Dealt(NamedTuple):
    """A deal begins. ``hands`` holds the cards of each seat, or None where the viewer may not see them."""

    hand: int
    """The number of the deal, from 1."""
    first: int
    """The seat that plays first; the other player has dealt."""
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]
    turned: Card
    """The card that starts the discard pile."""
    left: int
    """The number of cards in the stock."""

    def seen_by(self, seat: int | None) -> Dealt:
        """Return the event with only the cards that ``seat`` was dealt. A spectator (None) sees no cards."""
        return self._replace(hands=(self.hands[0] if seat == 0 else None, self.hands[1] if seat == 1 else None))


class Reshuffled(NamedTuple):
    """The stock was empty, so the discards without their top card became the new stock, in a secret order.

    ``seat`` is about to draw.
    """

    seat: int
    left: int
    """The number of cards in the new stock."""

    def seen_by(self, seat: int | None) -> Reshuffled:
        return self


class Drawn(NamedTuple):
    """A card was drawn from the stock. ``card`` is None for the other seat."""

    seat: int
    card: Card | None
    left: int

    def seen_by(self, seat: int | None) -> Drawn:
        """Return the event without its card, unless ``seat`` drew it."""
        return self if seat == self.seat else self._replace(card=None)


class PileTaken(NamedTuple):
    """The whole discard pile was taken.

    ``pair``, from the hand, and ``top``, the top card of the pile, were laid down. ``rest`` went to the hand.
    ``natural`` is True if the set now has all eight cards of its rank, and no wild.
    """

    seat: int
    pair: tuple[Card, Card]
    top: Card
    rest: tuple[Card, ...]
    """The other cards of the pile, the oldest discard first."""
    natural: bool = False

    def seen_by(self, seat: int | None) -> PileTaken:
        return self


class TurnedTaken(NamedTuple):
    """The 2 that the deal turned up was taken into the hand."""

    seat: int
    card: Card

    def seen_by(self, seat: int | None) -> TurnedTaken:
        return self


class Laid(NamedTuple):
    """A new set of three cards was laid down."""

    seat: int
    cards: tuple[Card, ...]
    rank: Rank

    def seen_by(self, seat: int | None) -> Laid:
        return self


class Added(NamedTuple):
    """A card was added to the set of this rank. ``PileTaken`` explains ``natural``."""

    seat: int
    card: Card
    rank: Rank
    natural: bool = False

    def seen_by(self, seat: int | None) -> Added:
        return self


class Discarded(NamedTuple):
    """A card was discarded, face up."""

    seat: int
    card: Card

    def seen_by(self, seat: int | None) -> Discarded:
        return self


class HandEnded(NamedTuple):
    """The end of a deal, with both score columns. ``totals``, ``naturals`` and ``chapeaux`` are those of the game after
    the deal.

    ``out`` is the seat that went out, or None if no card was left to draw. ``hands`` has the cards that are left in
    each hand. They are shown to all, because they are counted.
    """

    hand: int
    reason: HandReason
    out: int | None
    scores: tuple[Score, Score]
    totals: tuple[int, int]
    naturals: tuple[int, int]
    chapeaux: tuple[int, int]
    sets: tuple[Sets, Sets]
    """The sets of both seats at the end."""
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    left: int
    """The number of cards in the stock."""

    def seen_by(self, seat: int | None) -> HandEnded:
        return self


class GameEnded(NamedTuple):
    """The end of the game. ``winner`` is None if the game is drawn. ``payment`` is None if the game is drawn or has no
    stakes.
    """

    winner: int | None
    reason: GameReason
    totals: tuple[int, int]
    naturals: tuple[int, int]
    chapeaux: tuple[int, int]
    payment: Payment | None = None

    def seen_by(self, seat: int | None) -> GameEnded:
        return self


Event = Dealt | Reshuffled | Drawn | PileTaken | TurnedTaken | Laid | Added | Discarded | HandEnded | GameEnded


def turns_the_hand(event: Event) -> bool:
    """Return True if the event is a turning point of a deal: the pile is taken, a set is laid down, a natural is made,
    or the deal ends.
    """
    return isinstance(event, (PileTaken, Laid, HandEnded)) or (isinstance(event, Added) and event.natural)
