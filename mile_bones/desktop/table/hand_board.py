"""A board on which an open hand lies, whose cards its player may put into another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.table import moves
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.board_view import BoardView
from mile_bones.desktop.table.hand_order import HandOrder
from mile_bones.desktop.table.hand_places import hand, hand_index
from mile_bones.desktop.table.model import SlotModel


class HandBoard(BoardView):
    """``cards``: those of the game by their notation; ``key``: by what they are sorted instead of their numbers."""

    def __init__(
        self,
        places: dict[str, str],
        art: CardArt,
        cards: Mapping[str, Any],
        parent: QWidget | None = None,
        *,
        key: Callable[[Any], Any] | None = None,
        groups: Sequence[Sequence[str]] = (),
    ) -> None:
        super().__init__(places, art, parent, groups=groups)
        self._cards = cards
        self._notation = {card: notation for notation, card in cards.items()}
        self._orders: tuple[HandOrder[Any], HandOrder[Any]] = (HandOrder(key=key), HandOrder(key=key))
        self._parted: tuple[int, ...] = ()
        self._parting = Animator(self)

    def hand_models(self) -> Mapping[str, SlotModel]:
        """What the places of the hand show, as it is seen now (``lying``)."""
        raise NotImplementedError

    @property
    def order(self) -> HandOrder[Any]:
        """How the open hand lies. Each seat's stays as its player has put it, while the other's is seen."""
        return self._orders[self.near_seat]

    def set_sorting(self, sorting: bool) -> None:
        """Let the hands lie sorted by themselves from now on, or as they are put. ``show_observation`` is to follow."""
        for order in self._orders:
            order.set_sorting(sorting)

    @property
    def lying(self) -> tuple[Any, ...]:
        """The hand as it is seen, with the room that was made for a card that is carried within it."""
        cards = self.order.cards
        return tuple(cards[index] for index in self._parted) if self._parted else cards

    def close_up(self) -> None:
        """No room is made any more."""
        self._parting.finish()
        self._parted = ()

    def arranges(self, place: str) -> bool:
        """A card of the hand, unless that is sorted by itself."""
        return hand_index(place) is not None and not self.order.sorting

    def beside(self, place: str, step: int) -> str | None:
        index = hand_index(place)
        further = -1 if index is None else index + step
        return hand(further) if 0 <= further < len(self.order.cards) else None

    def part(self, source: str, place: str | None) -> None:
        """The cards between move up by one place each."""
        start, end = hand_index(source), hand_index(source if place is None else place)
        if start is None or end is None or self.order.sorting:
            return
        before = self._parted or tuple(range(len(self.order.cards)))
        hidden = self.slots[hand(before.index(start))].marks.hidden
        self._parted = self.order.moved(start, end)
        models = self.hand_models()
        motions = []
        for index, card in enumerate(self._parted):
            slot = self.slots[hand(index)]
            slot.show_model(models[slot.place])
            slot.mark(hidden=hidden and card == start, marked=not hidden and card == start)
            was = self.slots[hand(before.index(card))].rect.center()
            if card != start and was != slot.rect.center():
                motions.append(moves.shift(slot, was - slot.rect.center()))
        self._parting.finish()
        self._parting.run(motions)

    def arrange(self, seat: int, cards: tuple[str, ...]) -> None:
        if cards:
            self._orders[seat].arrange([self._cards[name] for name in cards if name in self._cards])

    def arrangement(self) -> tuple[str, ...] | None:
        return tuple(self._notation[card] for card in self.order.cards) if self.order.arranged else None

    def animators(self) -> tuple[Animator, ...]:
        return *super().animators(), self._parting
