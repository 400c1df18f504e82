"""The cards of a deal before the first action, and the luck of its one reshuffle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mile_bones.engine.hands import dealt_by_turns
from mile_bones.engine.rng import Rng
from mile_bones.games.montreal.cards import FULL_DECK, HAND_SIZE, Card, listed


class Deal(NamedTuple):
    """The cards of a deal before the first action.

    ``first`` is the seat that plays first, who is not the dealer. ``dealt`` has the cards of both hands, by seat.
    ``turned`` is the card that was turned up. In ``stock`` the next card is first.

    The order of the new stock after a reshuffle belongs to the deal as well, although it is not yet known which cards
    are reshuffled. The order follows from the number ``luck``, which is None if it is not drawn yet. ``restock`` is an
    order of the new stock, the next card first, or None. It is used instead of ``luck`` if exactly these cards are
    reshuffled. With ``restock``, a record replays the same order without knowing the number.
    """

    first: int
    dealt: tuple[tuple[Card, ...], tuple[Card, ...]]
    turned: Card
    stock: tuple[Card, ...]
    luck: int | None = None
    restock: tuple[Card, ...] | None = None

    def new_stock(self, discards: Iterable[Card]) -> tuple[Card, ...]:
        """Return ``discards``, which may come in any order, in the order of the new stock. Raise ValueError if ``luck``
        is needed but None.
        """
        cards = sorted(discards)
        if self.restock is not None and sorted(self.restock) == cards:
            return self.restock
        if self.luck is None:
            raise ValueError("the deal has no luck for a reshuffle")
        Rng(self.luck).shuffle(cards)
        return tuple(cards)


def shuffled_deal(seed: int, number: int, first: int) -> Deal:
    """Return deal ``number`` (from 0) of the game with this seed, in which ``first`` plays first."""
    return deal_out(Rng.for_deal(seed, number), first)


def deal_out(luck: Rng, first: int) -> Deal:
    """Return a deal of both packs, shuffled by ``luck``. The first card goes to ``first``, and the card after both
    hands is turned up.
    """
    cards = [*listed(FULL_DECK)]
    luck.shuffle(cards)
    both = 2 * HAND_SIZE
    dealt = dealt_by_turns(cards, HAND_SIZE, first)
    return Deal(first, dealt, cards[both], tuple(cards[both + 1 :]), luck.next64())
