"""The order of the cards in the hand. It only affects what is shown: no game state contains it. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

_MOST_MOMENTS = 500
CardT = TypeVar("CardT", bound=int)
"""A card face: a number by which a hand is sorted, such as a member of an ``IntEnum``."""


class HandOrder(Generic[CardT]):
    """The cards of a hand from the first place on, sorted by their numbers if ``sorting``, else in the order they came.

    ``key`` is a function that returns the sort key of a card, or None to sort by number.
    """

    def __init__(self, *, sorting: bool = True, key: Callable[[CardT], Any] | None = None) -> None:
        self._sorting = sorting
        self._key = key
        self._cards: list[CardT] = []
        self._arranged = False
        self._moment: Hashable = None
        self._lay: dict[Hashable, tuple[CardT, ...]] = {}  # the order at moments to which an undo may lead back

    @property
    def arranged(self) -> bool:
        """Whether the player has arranged the cards and they are not sorted automatically."""
        return self._arranged and not self._sorting

    @property
    def cards(self) -> tuple[CardT, ...]:
        """The cards from the first place on."""
        return tuple(self._cards)

    @property
    def sorting(self) -> bool:
        """Whether the hand is sorted automatically."""
        return self._sorting

    def set_sorting(self, sorting: bool) -> None:
        """Sort the hand from now on, or leave the cards where they are."""
        self._sorting = sorting
        self._sort()

    def sort_by(self, key: Callable[[CardT], Any]) -> None:
        """Sort by ``key`` from now on. A hand that is not sorted automatically is sorted once."""
        self._key = key
        if self._sorting:
            self._sort()
        else:
            self.arrange(sorted(self._cards, key=key))

    def take(self, index: int) -> CardT:
        """Remove the card at ``index`` and return it."""
        return self._cards.pop(index)

    def match(self, hand: tuple[CardT, ...], moment: Hashable = None) -> None:
        """Hold exactly the cards of ``hand``. Of equal cards the last ones are removed. New cards are appended.

        ``moment`` is a value that identifies a position of the game. If the game returns to an earlier position, the
        cards get the order that they had then.
        """
        wanted = Counter(hand)
        kept = []
        for card in self._lay.get(moment, self._cards):
            if wanted[card] > 0:
                wanted[card] -= 1
                kept.append(card)
        for card in hand:
            if wanted[card] > 0:
                wanted[card] -= 1
                kept.append(card)
        self._cards = kept
        self._sort()
        self._moment = moment
        self._remember()

    def moved(self, starts: Sequence[int], end: int) -> tuple[int, ...]:
        """Return the order after ``move``, as the present indices of the cards."""
        places = range(len(self._cards))
        together = [place for place in starts if place in places]
        if self._sorting or not together:
            return tuple(places)
        others = [place for place in places if place not in together]
        before = sum(place <= end if end > together[0] else place < end for place in others)
        return (*others[:before], *together, *others[before:])

    def move(self, starts: Sequence[int], end: int) -> None:
        """Move one or more cards, side by side in the given order, so that one of them is at the index ``end``.

        Do nothing while the hand is sorted automatically.
        """
        self.arrange([self._cards[place] for place in self.moved(starts, end)])

    def arrange(self, cards: Sequence[CardT]) -> None:
        """Put the hand into the order of ``cards``. This method does not check that the hand has these cards; ``match``
        does.
        """
        if not self._sorting:
            self._cards = list(cards)
            self._arranged = True
            self._remember()

    def _remember(self) -> None:
        if self.arranged and self._moment is not None:
            self._lay[self._moment] = tuple(self._cards)
            if len(self._lay) > _MOST_MOMENTS:
                del self._lay[next(iter(self._lay))]

    def _sort(self) -> None:
        if self._sorting:
            self._cards.sort(key=self._key)


def newcomer(before: Sequence[int], after: Sequence[int]) -> int:
    """Return the index of the new card in ``after``.

    If there are equal cards, the new card is the last of them, so that the others need not move.
    """
    held, now = list(before), list(after)
    for index in range(len(now) - 1, -1, -1):
        if now[:index] + now[index + 1 :] == held:
            return index
    return len(now) - 1
