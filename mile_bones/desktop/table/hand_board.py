"""A board on which an open hand lies, whose cards its player may put into another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.table import moves
from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.board_view import BoardView
from mile_bones.desktop.table.hand_order import HandOrder
from mile_bones.desktop.table.hand_places import hand, hand_index
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.slot import SlotItem


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
        self._parted: tuple[int, ...] = ()  # as they are seen with the room for one: the card at each place
        self._parting = Animator(self)

    @property
    def order(self) -> HandOrder[Any]:
        """How the open hand lies. Each seat's stays as its player has put it, while the other's is seen."""
        return self._orders[self.near_seat]

    def set_sorting(self, sorting: bool) -> None:
        """Let the hands lie sorted by themselves from now on, or as they are put. ``show_observation`` is to follow."""
        for order in self._orders:
            order.set_sorting(sorting)

    def close_up(self) -> None:
        """No room is made any more."""
        self._parting.finish()
        for card in self._parted:
            self.slots[hand(card)].setPos(0, 0)
        self._see(())

    def _see(self, parted: tuple[int, ...]) -> None:
        """The cards lie like this now; the one below the pointer is raised, which may be another than before."""
        if parted == self._parted:
            return
        for now, on in ((self._parted, False), (parted, True)):
            self._parted = now
            if self._hovered is not None:
                self.slots[self.seen_at(self._hovered)].mark(hover=on)

    def seen_at(self, place: str) -> str:
        index = hand_index(place)
        return place if index is None or index >= len(self._parted) else hand(self._parted[index])

    def arranges(self, place: str) -> bool:
        """A card of the hand, unless that is sorted by itself."""
        return hand_index(place) is not None and not self.order.sorting

    def beside(self, place: str, step: int) -> str | None:
        index = hand_index(place)
        further = -1 if index is None else index + step
        return hand(further) if 0 <= further < len(self.order.cards) else None

    def part(self, source: str, place: str | None) -> None:
        """The cards between move up by one place each: their slots do, each with its picture and its marks."""
        start, end = hand_index(source), hand_index(source if place is None else place)
        if start is None or end is None or self.order.sorting:
            return
        self._see(self.order.moved(start, end))
        motions = []
        for slot, offset in self._offsets():
            if slot.marks.hidden:
                slot.setPos(offset)  # nobody sees it go
            elif slot.pos() != offset:
                motions.append(moves.shift(slot, slot.pos(), offset))
        self._parting.run(motions)

    def _offsets(self) -> list[tuple[SlotItem, QPointF]]:
        """How far from its own place each card of the hand is to be seen, in whole pixels, as it moves there."""
        found = []
        for index, card in enumerate(self._parted):
            slot = self.slots[hand(card)]
            offset = self.slots[hand(index)].rect.center() - slot.rect.center()
            found.append((slot, QPointF(offset.toPoint())))
        return found

    def place_slots(self, rects: dict[str, Rect]) -> None:
        super().place_slots(rects)
        if self._parted:
            self._parting.finish()
            for slot, offset in self._offsets():
                slot.setPos(offset)

    def arrange(self, seat: int, cards: tuple[str, ...]) -> None:
        if cards:
            self._orders[seat].arrange([self._cards[name] for name in cards if name in self._cards])

    def arrangement(self) -> tuple[str, ...] | None:
        return tuple(self._notation[card] for card in self.order.cards) if self.order.arranged else None

    def animators(self) -> tuple[Animator, ...]:
        return *super().animators(), self._parting
