"""The card in play: held by the pointer, or marked for click and click, until it is on its way or home again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, QTimer

from mile_bones.desktop.boards.milebones import drop_rules, slot_names
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.table.animator import HOME_MS, REFUSED_MS, SHAKE_MS, Motion
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.games.milebones import DRAW, Card
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.table import MileBonesTable

_SHAKE_PX = 4


class CardDrag:
    """Turns the player's gestures into actions (``table.chosen``) and sentences about them (``table.hint``)."""

    def __init__(self, table: MileBonesTable) -> None:
        self._table = table
        self._marked: int | None = None
        self._held: tuple[FlyingCard, int] | None = None
        self._source: tuple[int, FlyingCard | None] | None = None

    @property
    def marked(self) -> int | None:
        """Which card of the hand is marked for click and click, counted from 0."""
        return self._marked

    def clear(self) -> None:
        """No card is in play any more; the table is about to be shown anew."""
        if self._held is not None:
            self._darken()
        self._held = None
        self._source = None
        self._unmark()

    def may_lift(self, place: str | None) -> bool:
        """A card of the hand lies there."""
        index = None if place is None else slot_names.hand_index(place)
        return index is not None and index < len(self._table.order.cards)

    def lift(self, place: str, at: tuple[float, float]) -> None:
        """The pointer takes up the card at this place."""
        table = self._table
        index = slot_names.hand_index(place)
        assert index is not None
        self._unmark()
        flight = table.fly(ART[table.order.cards[index]], table.layout_now.slots[place])
        flight.take_up(QPointF(*at))
        self._held = (flight, index)
        table.slots[place].mark(hidden=True)
        self._light(table.order.cards[index])
        table.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def carry(self, to: tuple[float, float]) -> None:
        """The held card goes with the pointer; the pile that it would go to is outlined."""
        table = self._table
        if self._held is None or table.observation is None:
            return
        flight, index = self._held
        flight.follow(QPointF(*to))
        aimed = drop_rules.aimed_at(table.order.cards[index], table.place_under(*to), table.observation)
        for name, slot in table.slots.items():
            slot.mark(over=name == aimed)

    def drop(self, at: tuple[float, float]) -> None:
        """The held card is let go: on a pile it is an action, in the hand it may find another place."""
        table = self._table
        if self._held is None:
            return
        flight, index = self._held
        self._held = None
        self._darken()
        flight.put_down()
        place = table.place_under(*at)
        card = table.order.cards[index]
        action = drop_rules.action_at(card, place)
        self._source = (index, flight)
        end = None if place is None else slot_names.hand_index(place)
        if action is not None:
            table.chosen.emit(action)
        elif end is not None or place is None:
            if end is not None and not table.order.sorting:
                table.order.move(index, end)
                self._rearranged(flight, min(end, len(table.order.cards) - 1))
            else:
                self._send_home()
        else:
            table.hint.emit(drop_rules.misplaced(card))
            self.refuse()

    def drop_back(self) -> None:
        """The player has thought again about the held card."""
        if self._held is None:
            return
        flight, index = self._held
        self._held = None
        self._darken()
        flight.put_down()
        self._source = (index, flight)
        self._say_it_stays(self._table.order.cards[index])
        self._send_home()

    def click(self, place: str | None) -> None:
        """A click that is no drag: in drag and drop it only explains, and draws."""
        if self._table.gestures.dragging and self.may_lift(place) and self._marked is None:
            self._table.hint.emit(_("Drag the card to where it goes, or double-click it for smart play."))
            return
        self._press(place)

    def press_key(self, place: str) -> None:
        """The keyboard does as click and click, whatever the mouse does."""
        if self._marked is None and place != slot_names.DRAW and not self.may_lift(place):
            self._table.hint.emit(_("Choose a card of your hand first, then where it goes."))
            return
        self._press(place)

    def double_click(self, place: str) -> None:
        """Smart play of the card at this place."""
        table = self._table
        index = slot_names.hand_index(place)
        if index is None or table.observation is None:
            return
        self._unmark()
        self._source = (index, None)
        table.chosen.emit(drop_rules.smart_action(table.order.cards[index], table.observation.legal_actions()))

    def _press(self, place: str | None) -> None:
        """Click and click, by mouse or by key: the card first, then where it goes."""
        table = self._table
        if place == slot_names.DRAW:
            self._unmark()
            table.chosen.emit(DRAW)
            return
        marked = self._marked
        index = None if place is None else slot_names.hand_index(place)
        if marked is None:
            if self.may_lift(place):
                self._mark(index)
            return
        card = table.order.cards[marked]
        action = drop_rules.action_at(card, place)
        if action is not None:
            self._unmark()
            self._source = (marked, None)
            table.chosen.emit(action)
        elif index is not None and index != marked and index < len(table.order.cards):
            self._unmark()
            self._mark(index)
        elif index is not None or place is None:
            self.put_back()
        else:
            self._unmark()
            table.hint.emit(drop_rules.misplaced(card))

    def _mark(self, index: int | None) -> None:
        self._marked = index
        if index is not None:
            self._table.slots[slot_names.hand(index)].mark(marked=True)
            self._light(self._table.order.cards[index])

    def _unmark(self) -> None:
        if self._marked is not None:
            self._table.slots[slot_names.hand(self._marked)].mark(marked=False)
            self._marked = None
            self._darken()

    def put_back(self) -> None:
        """The player has thought again about the marked card."""
        if self._marked is not None:
            card = self._table.order.cards[self._marked]
            self._unmark()
            self._say_it_stays(card)

    def _say_it_stays(self, card: Card) -> None:
        self._table.hint.emit(_("{card} stays in your hand.").format(card=card_name(card)))

    def _light(self, card: Card) -> None:
        """Light the legal targets, veil everything else."""
        table = self._table
        if table.observation is None:
            return
        lit = drop_rules.targets(card, table.observation)
        for name, slot in table.slots.items():
            words = lit.get(name, "")
            slot.mark(target=words, over=False, dimmed=not words and not slot.marks.marked)
        table.describe()
        reason = table.slots[slot_names.hand(table.order.cards.index(card))].model.description
        table.hint.emit(drop_rules.where_to(card, table.observation, reason))

    def _darken(self) -> None:
        for slot in self._table.slots.values():
            slot.mark(target="", over=False, dimmed=False)
        self._table.describe()
        self._table.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    def take_source(self) -> tuple[int, FlyingCard | None] | None:
        """Which card of the hand the chosen action came from, and the card in flight if it was dragged."""
        source, self._source = self._source, None
        return source

    def refuse(self) -> None:
        """The chosen action is refused: the card shakes and goes home."""
        table = self._table
        if self._source is None:
            return
        index, flight = self._source
        place = slot_names.hand(index)
        if table.animator.still or flight is None:
            table.slots[place].mark(refused=True)
            QTimer.singleShot(REFUSED_MS, table, lambda: table.slots[place].mark(refused=False))
            self._send_home()
            return
        here = flight.pos()
        waves = [0, -1, 1, -1, 1, -1, 1, 0]

        def shake(part: float) -> None:
            step = min(int(part * len(waves)), len(waves) - 1)
            flight.setPos(here.x() + _SHAKE_PX * waves[step], here.y())

        self._send_home(Motion(shake, SHAKE_MS))

    def _send_home(self, before: Motion | None = None) -> None:
        table = self._table
        source = self.take_source()
        if source is None:
            return
        index, flight = source
        place = slot_names.hand(index)
        if flight is None:
            return
        start, end = flight.pos(), table.slots[place].rect.center()
        delay = before.length if before else 0.0
        home = Motion(lambda part: flight.between(start, end, part), HOME_MS, delay)

        def landed() -> None:
            table.land(flight)
            table.slots[place].mark(hidden=False)

        table.animator.run([before, home] if before else [home], landed)

    def _rearranged(self, flight: FlyingCard, index: int) -> None:
        """The hand was put into another order by dragging."""
        table = self._table
        self._source = None
        table.land(flight)
        if table.observation is not None:
            invited = bool(table.slots[slot_names.DRAW].marks.invite)
            table.show_observation(table.observation)
            table.focus_place(slot_names.hand(index))
            if invited:
                table.show_invitation()
