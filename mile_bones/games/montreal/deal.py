"""The cards of a deal before anything is done, and the luck of its one reshuffle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mile_bones.engine.hands import dealt_by_turns
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.cards import FULL_DECK, HAND_SIZE, Card, listed


class Deal(NamedTuple):
    """Who plays first, which is not the dealer, both hands, the card that was turned up, and the stock, the next card
    first.

    The order of the new stock belongs to the deal as well, though nobody knows yet which cards it will have. It
    follows from ``luck``; None: nobody has drawn that yet. ``restock``, the next card first, goes before ``luck``
    where just these cards are to be shuffled: so a record brings the order back without the number that it came from.
    """

    first: int
    dealt: tuple[tuple[Card, ...], tuple[Card, ...]]
    turned: Card
    stock: tuple[Card, ...]
    luck: int | None = None
    restock: tuple[Card, ...] | None = None

    def new_stock(self, discards: Iterable[Card]) -> tuple[Card, ...]:
        """The order that these discards, in whatever order they lie, have as the new stock. ValueError without luck."""
        cards = sorted(discards)
        if self.restock is not None and sorted(self.restock) == cards:
            return self.restock
        if self.luck is None:
            raise ValueError("the deal has no luck for a reshuffle")
        Rng(self.luck).shuffle(cards)
        return tuple(cards)


def shuffled_deal(seed: int, number: int, first: int) -> Deal:
    """Deal ``number`` (from 0) of the game with this seed, in which ``first`` plays first."""
    return deal_out(Rng.for_deal(seed, number), first)


def deal_out(luck: Rng, first: int) -> Deal:
    """Both packs, shuffled by ``luck``: the cards go out one by one, the first player's first, and one is turned up."""
    cards = [*listed(FULL_DECK)]
    luck.shuffle(cards)
    both = 2 * HAND_SIZE
    dealt = dealt_by_turns(cards, HAND_SIZE, first)
    return Deal(first, dealt, cards[both], tuple(cards[both + 1 :]), luck.next64())
