"""Everything that one seat may know, and nothing else, as frozen values that do not refer to the state."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mile_bones.engine.errors import Refusal
from mile_bones.games.montreal.actions import Action
from mile_bones.games.montreal.cards import FACES, FULL_DECK, NONE, SUITS, Card, Rank, listed, rank_of
from mile_bones.games.montreal.legality import Turn, can_restock, legal_actions, why_not
from mile_bones.games.montreal.rules import Rules
from mile_bones.games.montreal.sets import Sets


class Phase(Enum):
    """The choice that the player to act has."""

    DRAW = "draw"
    """Draw from the stock, or take the pile."""
    PLAY = "play"
    """Lay down, add, or discard."""
    OVER = "over"
    """The deal or the game has ended."""


class Observation(NamedTuple):
    """The table as one seat sees it.

    In each pair the value of this seat comes first. Values of the type ``bytes`` are ``Counts``, except ``pile``.
    """

    seat: int
    rules: Rules
    hand_number: int
    """The number of the deal, from 1."""
    first: int
    """The seat that played first in this deal; the other player has dealt."""
    phase: Phase
    player: int | None
    """The seat to act, or None if the deal or the game has ended."""
    turn: int
    """The number of this turn of the deal, counted from 1 over the turns of both players."""
    hand: bytes
    """The player's own cards."""
    held: tuple[int, int]
    """The number of cards in each hand."""
    sets: tuple[Sets, Sets]
    known: tuple[bytes, bytes]
    """The cards of each hand that the other player knows.

    The other player has seen these cards in the pile, or has concluded them when the stock was out: then all other
    cards had been seen.
    """
    discarded: tuple[bytes, bytes]
    """All discards of each player in this deal, wherever those cards are now."""
    pile: bytes
    """The discards in order, the top card last; empty in a turn in which they were taken."""
    left: int
    """The number of cards left in the stock."""
    reshuffled: bool
    """True if the stock is the second one of this deal. There is no third stock."""
    totals: tuple[int, int]
    """The points of each player from the deals that have ended."""
    naturals: tuple[int, int]
    """The naturals (stars on the score sheet) of the deals that have ended."""
    chapeaux: tuple[int, int]
    """The chapeaux (circles on the score sheet) of the deals that have ended."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's own cards one by one, in the order of their numbers."""
        return listed(self.hand)

    @property
    def own(self) -> Sets:
        """The player's own sets."""
        return self.sets[0]

    @property
    def other(self) -> Sets:
        """The opponent's sets."""
        return self.sets[1]

    @property
    def other_cards(self) -> int:
        """The number of cards in the opponent's hand."""
        return self.held[1]

    @property
    def top(self) -> Card | None:
        """The top card of the discard pile, or None if the pile is empty."""
        return self.pile[-1] if self.pile else None

    @property
    def top_rank(self) -> Rank | None:
        """The rank of the top card, or None if the pile is empty."""
        return rank_of(self.pile[-1]) if self.pile else None

    @property
    def turn_begins(self) -> bool:
        return self.phase is Phase.DRAW

    @property
    def to_act(self) -> bool:
        """True if it is this seat's turn."""
        return self.player == self.seat

    @property
    def can_draw(self) -> bool:
        """True if there is a card to draw, or there are discards for a new stock."""
        return can_restock(self.left, len(self.pile), reshuffled=self.reshuffled)

    def closed(self) -> Observation:
        return self._replace(player=None, phase=Phase.OVER)

    def for_spectators(self) -> SpectatorView:
        """Return the same table for a spectator: without the cards of this hand, and without the cards that are known
        to be in a hand.
        """
        return SpectatorView(*self)._replace(hand=NONE, known=(NONE, NONE))

    def unseen(self) -> bytes:
        """Return the number of cards of each face that are in the stock, or in the opponent's hand but not
        ``known``.
        """
        own, other = self.sets
        # No count can fall below 0, so all bytes can be subtracted at once, as one long number.
        left = _FULL - sum([_number(part) for part in (self.hand, self.known[1], own.naturals, other.naturals)])
        counts = bytearray(left.to_bytes(len(FACES), "little"))
        for card in self.pile:
            counts[card] -= 1
        for suit in SUITS:
            counts[suit] -= sum(own.wilds[suit::4]) + sum(other.wilds[suit::4])
        return bytes(counts)

    def view(self) -> Turn:
        """Return the situation of this seat. It makes sense only if this seat is to act."""
        return Turn(
            self.phase is Phase.PLAY,
            self.hand,
            self.sets[0].naturals,
            self.top,
            self.can_draw,
            self.turn == 1 and self.phase is Phase.DRAW,
        )

    def legal_actions(self) -> tuple[Action, ...]:
        return legal_actions(self.view()) if self.player == self.seat else ()

    def why_not(self, action: Action) -> Refusal | None:
        """Return None if this seat may take ``action`` now, or else the reason why not."""
        if self.player is None:
            return Refusal("game_over")
        return why_not(self.view(), action) if self.player == self.seat else Refusal("not_your_turn")


def _number(counts: bytes) -> int:
    return int.from_bytes(counts, "little")


_FULL = _number(FULL_DECK)


class SpectatorView(Observation):
    """The table from the side of ``seat``, for a spectator. A spectator sees no hand and has no actions."""

    __slots__ = ()

    @property
    def to_act(self) -> bool:
        """Always False for a spectator."""
        return False

    def legal_actions(self) -> tuple[Action, ...]:
        return ()
