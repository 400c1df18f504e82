"""What happens at the table, as frozen values. ``event.seen_by(seat)`` hides what that seat may not know;
for a spectator the seat is None."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mile_bones.games.montreal.cards import Card, Rank
from mile_bones.games.montreal.payment import Payment
from mile_bones.games.montreal.scoring import Score
from mile_bones.games.montreal.sets import Sets

HandReason = Literal["out", "stock"]
"""Why a deal ended: somebody went out, or there was nothing to draw."""
GameReason = Literal["target", "deals"]
"""Why a game ended: the target was reached, or there were too many deals."""


class Dealt(NamedTuple):
    """A deal begins. ``hands`` holds the cards of each seat, None where the viewer may not see them."""

    hand: int
    """The number of the deal, counted from 1."""
    first: int
    """Who plays first; the other has dealt."""
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]
    turned: Card
    """The card that starts the discard pile."""
    left: int
    """Cards in the stock."""

    def seen_by(self, seat: int | None) -> Dealt:
        """Only the own cards; none for a spectator (None)."""
        return self._replace(hands=(self.hands[0] if seat == 0 else None, self.hands[1] if seat == 1 else None))


class Reshuffled(NamedTuple):
    """The stock was empty: the discards but for the top card have become a new one, in an order that nobody knows.
    ``seat`` wants to draw."""

    seat: int
    left: int
    """Cards in the new stock."""

    def seen_by(self, seat: int | None) -> Reshuffled:
        """Open to everybody."""
        return self


class Drawn(NamedTuple):
    """A card was drawn from the stock; ``card`` is None for the other seat."""

    seat: int
    card: Card | None
    left: int

    def seen_by(self, seat: int | None) -> Drawn:
        """The opponent's card stays hidden."""
        return self if seat == self.seat else self._replace(card=None)


class PileTaken(NamedTuple):
    """The whole discard pile was taken: ``pair``, from the hand, and ``top`` were laid down, ``rest`` went to the hand.

    ``natural``: the set has all eight cards of its rank now, and no wild.
    """

    seat: int
    pair: tuple[Card, Card]
    top: Card
    rest: tuple[Card, ...]
    """The oldest discard first."""
    natural: bool = False

    def seen_by(self, seat: int | None) -> PileTaken:
        """Open to everybody."""
        return self


class TurnedTaken(NamedTuple):
    """The 2 that the deal had turned up was taken into the hand."""

    seat: int
    card: Card

    def seen_by(self, seat: int | None) -> TurnedTaken:
        """Open to everybody."""
        return self


class Laid(NamedTuple):
    """A new set of three cards was laid down."""

    seat: int
    cards: tuple[Card, ...]
    rank: Rank

    def seen_by(self, seat: int | None) -> Laid:
        """Open to everybody."""
        return self


class Added(NamedTuple):
    """A card was added to a set of this rank. ``natural``: see ``PileTaken``."""

    seat: int
    card: Card
    rank: Rank
    natural: bool = False

    def seen_by(self, seat: int | None) -> Added:
        """Open to everybody."""
        return self


class Discarded(NamedTuple):
    """A card was thrown away, face up."""

    seat: int
    card: Card

    def seen_by(self, seat: int | None) -> Discarded:
        """Open to everybody."""
        return self


class HandEnded(NamedTuple):
    """The end of a deal, with both score columns, and totals, naturals and chapeaux of the game after it.

    ``out`` is the seat that went out, None when there was nothing to draw. What is left in the ``hands`` is counted,
    and so laid open.
    """

    hand: int
    reason: HandReason
    out: int | None
    scores: tuple[Score, Score]
    totals: tuple[int, int]
    naturals: tuple[int, int]
    chapeaux: tuple[int, int]
    sets: tuple[Sets, Sets]
    """Of both seats, as they lay at the end."""
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    left: int
    """Cards in the stock."""

    def seen_by(self, seat: int | None) -> HandEnded:
        """Open to everybody."""
        return self


class GameEnded(NamedTuple):
    """The end of the game. ``winner`` is None when it is drawn; ``payment`` is None then, and where there are no
    stakes."""

    winner: int | None
    reason: GameReason
    totals: tuple[int, int]
    naturals: tuple[int, int]
    chapeaux: tuple[int, int]
    payment: Payment | None = None

    def seen_by(self, seat: int | None) -> GameEnded:
        """Open to everybody."""
        return self


Event = Dealt | Reshuffled | Drawn | PileTaken | TurnedTaken | Laid | Added | Discarded | HandEnded | GameEnded


def turns_the_hand(event: Event) -> bool:
    """More than drawing and discarding: the pile was taken, a set laid down, a natural made, or the deal has ended."""
    return isinstance(event, (PileTaken, Laid, HandEnded)) or (isinstance(event, Added) and event.natural)
