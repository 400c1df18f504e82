"""The sets that a player has laid down: at most one of each rank."""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.games.montreal.cards import EIGHT, NONE, RANKS, Card, Counts, Rank, value


class Sets(NamedTuple):
    """The sets of one player, as plain values.

    ``naturals`` are the cards that lie in a set of their own rank. In a set of 2s these are the 2s. ``wilds`` are the
    2s that represent other cards. A wild is counted under the face with the rank of the set and the suit of the 2.
    """

    naturals: bytes = NONE
    wilds: bytes = NONE

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of the sets, from 2 to ace."""
        return tuple([rank for rank in RANKS if self.has(rank)])

    def has(self, rank: Rank) -> bool:
        """Return True if there is a set of this rank."""
        return any(self.naturals[4 * rank : 4 * rank + 4])

    def cards(self, rank: Rank) -> tuple[Card, ...]:
        """Return the cards of the set: first those of its rank, then the 2s that are wild in it, both by suit."""
        return (
            *(card for card in range(4 * rank, 4 * rank + 4) for _copy in range(self.naturals[card])),
            *(suit for suit in range(4) for _copy in range(self.wilds[4 * rank + suit])),
        )

    def size(self, rank: Rank) -> int:
        """Return the number of cards in the set, or 0 if there is none."""
        return sum(self.naturals[4 * rank : 4 * rank + 4]) + sum(self.wilds[4 * rank : 4 * rank + 4])

    def wilds_in(self, rank: Rank) -> int:
        """Return the number of 2s that are wild in the set."""
        return sum(self.wilds[4 * rank : 4 * rank + 4])

    def is_natural(self, rank: Rank) -> bool:
        """Return True if the set is a natural of the first kind: exactly the eight cards of the rank."""
        return is_natural(self.naturals, self.wilds, rank)

    @property
    def has_wilds(self) -> bool:
        """True if a 2 is wild in a set."""
        return any(self.wilds)

    @property
    def card_count(self) -> int:
        """The number of cards laid down."""
        return sum(self.naturals) + sum(self.wilds)

    @property
    def value(self) -> int:
        """The points of the cards, with nothing doubled."""
        return value(self.naturals) + 20 * sum(self.wilds)


def is_natural(naturals: Counts, wilds: Counts, rank: Rank) -> bool:
    """Return True if the set of ``rank`` has all eight cards of its rank and no wild."""
    return sum(naturals[4 * rank : 4 * rank + 4]) == EIGHT and not any(wilds[4 * rank : 4 * rank + 4])
