"""A board with an open hand, whose cards the player may put into another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.table.animator import Animator
from mile_bones.desktop.table.board import Board
from mile_bones.desktop.table.durations import DEAL_STEP_MS, DRAW_MS, PART_STEP_MS, PART_STEPS_MS
from mile_bones.desktop.table.hand_order import HandOrder
from mile_bones.desktop.table.hand_places import hand, hand_index
from mile_bones.desktop.table.model import BACK
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.look.card_art import CardArt
    from mile_bones.desktop.table.drop_rules import Sources
    from mile_bones.desktop.table.layout import Rect
    from mile_bones.desktop.table.slot import SlotItem


class HandBoard(Board):
    """A board with an open hand.

    ``cards`` are the cards of the game by their notation. ``key`` is a function that returns the sort key of a card, or
    None to sort by number.
    """

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
        self._parted: tuple[int, ...] = ()  # the card that is seen at each place while the hand makes room
        self._parting = Animator(self)

    def rules_depend_on(self) -> tuple[object, ...]:
        return *super().rules_depend_on(), self.order.cards

    @property
    def order(self) -> HandOrder[Any]:
        """The order of the open hand. Each seat has its own order, which is kept while the other seat's hand is
        shown.
        """
        return self._orders[self.near_seat]

    def set_sorting(self, sorting: bool) -> None:
        for order in self._orders:
            order.set_sorting(sorting)

    def close_up(self) -> None:
        """Close all gaps in the hand."""
        self._parting.finish()
        for card in self._parted:
            self.slots[hand(card)].setPos(0, 0)
        self._see(())

    def _see(self, parted: tuple[int, ...]) -> None:
        """Set which card is seen at which place. Raise the card below the pointer, which may be another card now."""
        if parted == self._parted:
            return
        for now, on in ((self._parted, False), (parted, True)):
            self._parted = now
            if self._hovered is not None:
                self.slots[self.seen_at(self._hovered)].mark(hover=on)

    def seen_at(self, place: str) -> str:
        index = hand_index(place)
        return place if index is None or index >= len(self._parted) else hand(self._parted[index])

    def is_gap(self, place: str) -> bool:
        return hand_index(place) is not None and self.slots[place].model.face is None

    def arranges(self, place: str) -> bool:
        """Return True for a place of the hand, unless the hand is sorted automatically."""
        return hand_index(place) is not None and not self.order.sorting

    def beside(self, place: str, step: int) -> str | None:
        index = hand_index(place)
        further = -1 if index is None else index + step
        return hand(further) if 0 <= further < len(self.order.cards) else None

    # ------------------------------------------------------------------ keys

    def enter_plays(self, place: str) -> bool:
        return self.enter_is_smart and hand_index(place) is not None and self.target.may_lift(place)

    def mark_card(self, number: int) -> bool:
        """Mark a card by its number key, even if the mouse is set to dragging only. A second press unmarks it."""
        if self.looks_on:
            return False
        place = hand(number - 1)
        if number > len(self.order.cards):
            self.tell_aside(_("There is no card in this place of your hand."))
            return True
        self._show_focus(True)
        self.buttons[place].setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.gestures.cancel()
        self.target.press_key(place)
        return True

    def smart_play(self) -> bool:
        still, self._lay_still = self._lay_still, True
        marked = self.drag.marked
        place = self.focused_place if marked is None else marked
        if self.looks_on:
            return False
        if place is None or hand_index(place) is None or not self.target.may_lift(place):
            self._ask_for_a_card()
        elif still or marked is not None:
            self._smart(place)
        return True

    @property
    def looks_on(self) -> bool:
        """Whether the table is only watched, so that gestures do nothing."""
        return self.rules() is None

    def seen_from(self, near: Any, other: Any) -> Any:
        return near._replace(hand=other.hand)

    def _ask_for_a_card(self) -> None:
        self.tell_aside(_("Mark a card of your hand first: press its number."))

    # ------------------------------------------------------------------ arranging

    def part(self, sources: Sources, place: str | None) -> None:
        """Show the hand with room for ``sources`` at ``place``, or without a gap if ``place`` is None. The slots move
        one after another, with their pictures and marks.
        """
        from mile_bones.desktop.table.motions import shift

        starts, end = _indices(sources), None if place is None else hand_index(place)
        if not starts or (place is not None and end is None) or self.order.sorting:
            return
        self._see(tuple(range(len(self.order.cards))) if end is None else self.order.moved(starts, end))
        self._parting.stop()  # not ``finish``, because a card that jumped to its end and back would be repainted
        to_left: list[tuple[SlotItem, QPointF]] = []
        to_right: list[tuple[SlotItem, QPointF]] = []
        for slot, offset in self._offsets():
            if slot.marks.hidden:
                slot.setPos(offset)  # nobody sees it move
            elif slot.pos() != offset:
                (to_left if offset.x() < slot.x() else to_right).append((slot, offset))
        motions = []
        for row, rightmost_first in ((to_left, False), (to_right, True)):
            row.sort(key=lambda one: one[0].sceneBoundingRect().x(), reverse=rightmost_first)
            step = min(PART_STEP_MS, PART_STEPS_MS / max(1, len(row) - 1))
            for number, (slot, offset) in enumerate(row):
                motions.append(shift(slot, slot.pos(), offset, start=number * step))
        self._parting.run(motions)

    def _offsets(self) -> list[tuple[SlotItem, QPointF]]:
        """Return each slot of the hand, with an offset in whole pixels from its own place to the place where it is
        shown.
        """
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

    def rearrange(self, sources: Sources, place: str) -> bool:
        """Put the cards from ``sources`` at ``place`` in the hand, unless it is sorted automatically."""
        starts, end = _indices(sources), hand_index(place)
        if not starts or end is None or self.viewpoint is not None:
            return False
        if end in starts and self.order.moved(starts, end) == tuple(range(len(self.order.cards))):
            return False  # the cards already have this order
        if self.order.sorting:
            self.hint.emit(_("Your hand sorts itself. The options let you arrange it."))
            return False
        self.order.move(starts, end)
        self.show_arranged()
        self.focus_place(hand(min(end, len(self.order.cards) - 1)))
        return True

    def show_arranged(self) -> None:
        """Show the hand after the player has put it into another order. The turn is not affected."""
        self.arranged.emit()
        self.show_observation(self.observation)
        self.show_invitation()

    def deal_from(self, deck: str, observation: Any, done: Callable[[], None]) -> None:
        """Animate a new deal: the cards of the open hand come from ``deck`` one after another. Call ``done`` at the
        end.
        """
        from mile_bones.desktop.sound.cue import Cue
        from mile_bones.desktop.table.motions import flip, grow

        self.show_last_move(None)
        self.invite(None)
        self.show_observation(observation)
        motions = []
        for index in range(len(self.order.cards)):
            slot = self.slots[hand(index)]
            slot.mark(hidden=True)
            assert slot.model.face is not None
            flight = self.fly(BACK, deck)
            flight.setVisible(False)
            start = index * DEAL_STEP_MS
            motions.append(flip(flight, slot.model.face, slot.rect.center(), start=start))
            motions[-1].landed = partial(self.play_at, (Cue.DEALT,), slot.place)
            motions.append(grow(flight, slot.rect.width() / self.card_size()[0], DRAW_MS, start))

        def landed() -> None:
            self.show_observation(observation)
            done()

        self.animator.run(motions, landed)

    def arrange(self, seat: int, cards: tuple[str, ...]) -> None:
        if cards:
            self._orders[seat].arrange([self._cards[name] for name in cards if name in self._cards])

    def arrangement(self) -> tuple[str, ...] | None:
        return tuple(self._notation[card] for card in self.order.cards) if self.order.arranged else None

    def animators(self) -> tuple[Animator, ...]:
        return *super().animators(), self._parting


def _indices(sources: Sources) -> list[int]:
    """Return the index in the hand of each of ``sources``. Places outside the hand are left out."""
    return [index for source in sources if (index := hand_index(source)) is not None]
