"""In which order the cards of the hand lie. Presentation only: a state knows nothing of it. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

_MOST_MOMENTS = 500
CardT = TypeVar("CardT", bound=int)
"""A card face: a number by which a hand is sorted, such as a member of an ``IntEnum``."""


class HandOrder(Generic[CardT]):
    """The cards as they lie from the first place on; ``sorting``: by their numbers, else as they came.

    ``key``: by what they are sorted instead of their numbers.
    """

    def __init__(self, *, sorting: bool = True, key: Callable[[CardT], Any] | None = None) -> None:
        self._sorting = sorting
        self._key = key
        self._cards: list[CardT] = []
        self._arranged = False
        self._moment: Hashable = None
        self._lay: dict[Hashable, tuple[CardT, ...]] = {}  # at moments to which an undo may lead back

    @property
    def arranged(self) -> bool:
        """The player has put the cards into an order of the own."""
        return self._arranged and not self._sorting

    @property
    def cards(self) -> tuple[CardT, ...]:
        """The hand from the first place on."""
        return tuple(self._cards)

    @property
    def sorting(self) -> bool:
        """The hand is sorted by itself."""
        return self._sorting

    def set_sorting(self, sorting: bool) -> None:
        """Sort from now on, or leave the cards where they are."""
        self._sorting = sorting
        self._sort()

    def sort_by(self, key: Callable[[CardT], Any]) -> None:
        """Sort by this from now on; a hand that is not sorted by itself is so once."""
        self._key = key
        if self._sorting:
            self._sort()
        else:
            self.arrange(sorted(self._cards, key=key))

    def take(self, index: int) -> CardT:
        """The card leaves the hand."""
        return self._cards.pop(index)

    def match(self, hand: tuple[CardT, ...], moment: Hashable = None) -> None:
        """Hold exactly these cards: those that are gone leave from the end, new ones come behind the others.

        ``moment``: equal to that of another time only where the game stands as it did then. The cards then lie as they
        lay, too.
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
        """By their present places, the cards as they would lie after ``move``."""
        places = range(len(self._cards))
        together = [place for place in starts if place in places]
        if self._sorting or not together:
            return tuple(places)
        others = [place for place in places if place not in together]
        before = sum(place <= end if end > together[0] else place < end for place in others)
        return (*others[:before], *together, *others[before:])

    def move(self, starts: Sequence[int], end: int) -> None:
        """Put one card or several, side by side in their order, elsewhere in the hand, so that one of them lies at the
        place ``end``; without effect while the hand is sorted by itself."""
        self.arrange([self._cards[place] for place in self.moved(starts, end)])

    def arrange(self, cards: Sequence[CardT]) -> None:
        """Let the hand lie like this; whether these are its cards is for ``match`` to say."""
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
    """The place of the card that has come: behind its like, so that those need not move."""
    held, now = list(before), list(after)
    for index in range(len(now) - 1, -1, -1):
        if now[:index] + now[index + 1 :] == held:
            return index
    return len(now) - 1
