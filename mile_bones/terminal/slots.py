"""The slots for the cards of the hand: P for the card just picked, and 1 to 6."""

from __future__ import annotations

from collections import Counter

from mile_bones.games.milebones.cards import Card

KEYS = "P123456"
"""The keys of the slots, from the top."""


class Slots:
    """The cards of the hand in their slots. If ``ordered`` is True, slots 1 to 6 are sorted. Otherwise every card keeps
    its slot.
    """

    def __init__(self) -> None:
        self.ordered = False
        self._cards: list[Card | None] = [None] * len(KEYS)

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """The card in each slot, P first. An empty slot is None."""
        return tuple(self._cards)

    def at(self, key: str) -> Card | None:
        """Return the card in the slot with this key, or None if the slot is empty."""
        return self._cards[KEYS.index(key)]

    def match(self, hand: tuple[Card, ...]) -> None:
        """Put exactly the cards of ``hand`` into the slots.

        Cards that are gone leave their slots, and a new card comes to P.

        If another slot is empty, the card in P moves there, so that P is free for the next card.
        """
        wanted = Counter(hand)
        for slot in range(len(KEYS) - 1, -1, -1):  # from the last slot to P: of two equal cards the one in P leaves
            card = self._cards[slot]
            if card is not None:
                if wanted[card]:
                    wanted[card] -= 1
                else:
                    self._cards[slot] = None
        self._make_room()
        for card in hand:
            if wanted[card]:
                wanted[card] -= 1
                self._make_room()
                self._cards[0] = card
        if len(hand) < len(KEYS):
            self._make_room()
        self._sort()

    def toggle(self) -> None:
        """Switch between sorting the hand and keeping every card in its slot."""
        self.ordered = not self.ordered
        self._sort()

    def _make_room(self) -> None:
        """Move the card in P to the first empty slot, if there is one."""
        if self._cards[0] is not None and None in self._cards[1:]:
            empty = self._cards.index(None, 1)
            self._cards[empty], self._cards[0] = self._cards[0], None

    def _sort(self) -> None:
        if self.ordered:
            held = sorted(card for card in self._cards[1:] if card is not None)
            self._cards[1:] = [*held, *[None] * (len(KEYS) - 1 - len(held))]
