"""What a player has laid down: at most one set of each rank."""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.games.montreal.cards import EIGHT, NONE, RANKS, Card, Counts, Rank, value


class Sets(NamedTuple):
    """The sets of one player, as plain values.

    ``naturals`` are the cards that lie in a set of their own rank, the 2s of a set of 2s among them. ``wilds`` are the
    2s that stand for other cards, by the face for which they are counted: of the set's rank and of the 2's own suit.
    """

    naturals: bytes = NONE
    wilds: bytes = NONE

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Of which ranks there are sets, from 2 to ace."""
        return tuple([rank for rank in RANKS if self.has(rank)])

    def has(self, rank: Rank) -> bool:
        """There is a set of this rank."""
        return any(self.naturals[4 * rank : 4 * rank + 4])

    def cards(self, rank: Rank) -> tuple[Card, ...]:
        """The cards of the set, those of its rank first, then the 2s that are wild in it; each by suit."""
        return (
            *(card for card in range(4 * rank, 4 * rank + 4) for _copy in range(self.naturals[card])),
            *(suit for suit in range(4) for _copy in range(self.wilds[4 * rank + suit])),
        )

    def size(self, rank: Rank) -> int:
        """How many cards are in the set; 0 where there is none."""
        return sum(self.naturals[4 * rank : 4 * rank + 4]) + sum(self.wilds[4 * rank : 4 * rank + 4])

    def wilds_in(self, rank: Rank) -> int:
        """How many 2s are wild in the set."""
        return sum(self.wilds[4 * rank : 4 * rank + 4])

    def is_natural(self, rank: Rank) -> bool:
        """It is a natural of the first kind: all eight cards of the rank, and none else."""
        return is_natural(self.naturals, self.wilds, rank)

    @property
    def has_wilds(self) -> bool:
        """A 2 is wild in some set."""
        return any(self.wilds)

    @property
    def card_count(self) -> int:
        """How many cards are laid down."""
        return sum(self.naturals) + sum(self.wilds)

    @property
    def value(self) -> int:
        """What they are worth, nothing doubled."""
        return value(self.naturals) + 20 * sum(self.wilds)


def is_natural(naturals: Counts, wilds: Counts, rank: Rank) -> bool:
    """See ``Sets.is_natural``."""
    return sum(naturals[4 * rank : 4 * rank + 4]) == EIGHT and not any(wilds[4 * rank : 4 * rank + 4])
