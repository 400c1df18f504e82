"""All that one seat may know, and nothing else: plain frozen values from which no way leads back to the state."""

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
    """What the player to act is asked."""

    DRAW = "draw"
    """Draw from the stock, or take the pile."""
    PLAY = "play"
    """Lay down, add, or discard."""
    OVER = "over"
    """The game has ended."""


class Observation(NamedTuple):
    """The table as one seat sees it. Of what both players have, this seat's comes first; cards are counted by face."""

    seat: int
    rules: Rules
    hand_number: int
    """The number of the deal, counted from 1."""
    first: int
    """Who played first in this deal; the other has dealt."""
    phase: Phase
    player: int | None
    """The seat to act, None at the end of the game."""
    turn: int
    """The number of this turn of the deal, counted from 1 through both players' turns."""
    hand: bytes
    """The own cards."""
    held: tuple[int, int]
    """How many cards are in the hands."""
    sets: tuple[Sets, Sets]
    known: tuple[bytes, bytes]
    """The cards of each hand of which the one who does not hold them knows all the same, having seen them in the pile,
    or having seen all others when the stock was out."""
    discarded: tuple[bytes, bytes]
    """All that was thrown away in this deal, by whom, wherever it is now."""
    pile: bytes
    """The discards, the top card last; empty in a turn in which they were taken."""
    left: int
    """Cards left in the stock."""
    reshuffled: bool
    """The stock is the second of this deal: there will be no other."""
    totals: tuple[int, int]
    """The points of earlier deals."""
    naturals: tuple[int, int]
    """The stars of earlier deals."""
    chapeaux: tuple[int, int]
    """The circles of earlier deals."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The own cards one by one, by their numbers."""
        return listed(self.hand)

    @property
    def own(self) -> Sets:
        """The own sets."""
        return self.sets[0]

    @property
    def other(self) -> Sets:
        """The opponent's sets."""
        return self.sets[1]

    @property
    def other_cards(self) -> int:
        """How many cards the opponent holds."""
        return self.held[1]

    @property
    def top(self) -> Card | None:
        """The top card of the discard pile, None when there is none."""
        return self.pile[-1] if self.pile else None

    @property
    def top_rank(self) -> Rank | None:
        """Its rank."""
        return rank_of(self.pile[-1]) if self.pile else None

    @property
    def turn_begins(self) -> bool:
        """The player to act has done nothing yet in this turn."""
        return self.phase is Phase.DRAW

    @property
    def to_act(self) -> bool:
        """It is this seat's turn."""
        return self.player == self.seat

    @property
    def can_draw(self) -> bool:
        """There is a card to draw, or there are discards to make a new stock of."""
        return can_restock(self.left, len(self.pile), reshuffled=self.reshuffled)

    def closed(self) -> Observation:
        """The same table in a game that is over: nobody is to act any more."""
        return self._replace(player=None, phase=Phase.OVER)

    def for_spectators(self) -> SpectatorView:
        """The same table without what the hands are known to hold."""
        return SpectatorView(*self)._replace(hand=NONE, known=(NONE, NONE))

    def unseen(self) -> bytes:
        """How many of each face are in the stock, or in the opponent's hand without being ``known`` there."""
        own, other = self.sets
        # No count can fall below 0, so that whole rows of them can be taken away at once, as long numbers.
        left = _FULL - sum([_number(part) for part in (self.hand, self.known[1], own.naturals, other.naturals)])
        counts = bytearray(left.to_bytes(len(FACES), "little"))
        for card in self.pile:
            counts[card] -= 1
        for suit in SUITS:
            counts[suit] -= sum(own.wilds[suit::4]) + sum(other.wilds[suit::4])
        return bytes(counts)

    def view(self) -> Turn:
        """Where this seat stands when it is to act."""
        return Turn(
            self.phase is Phase.PLAY,
            self.hand,
            self.sets[0].naturals,
            self.top,
            self.can_draw,
            self.turn == 1 and self.phase is Phase.DRAW,
        )

    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now; empty when it is not its turn."""
        return legal_actions(self.view()) if self.player == self.seat else ()

    def why_not(self, action: Action) -> Refusal | None:
        """None when this seat may do it now, else the reason."""
        if self.player is None:
            return Refusal("game_over")
        return why_not(self.view(), action) if self.player == self.seat else Refusal("not_your_turn")


def _number(counts: bytes) -> int:
    return int.from_bytes(counts, "little")


_FULL = _number(FULL_DECK)


class SpectatorView(Observation):
    """The table from the side of ``seat``, for somebody who sits in no seat: no hand is seen."""

    __slots__ = ()

    @property
    def to_act(self) -> bool:
        """A spectator never is."""
        return False

    def legal_actions(self) -> tuple[Action, ...]:
        """Nothing is for a spectator to do."""
        return ()
