"""What is in play: held by the pointer, or marked for click and click, until it is on its way or home again."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF, Qt, QTimer

from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.table import moves
from mile_bones.desktop.table.animator import REFUSED_MS, Motion
from mile_bones.desktop.table.drop_rules import DropRules
from mile_bones.desktop.table.flying_card import FlyingCard
from mile_bones.desktop.table.gestures import Point
from mile_bones.desktop.table.view import TableView


class DragBoard(Protocol):
    """What a board answers."""

    def drop_rules(self) -> DropRules | None:
        """What may be done now; None: the table is only looked at, and no gesture means anything."""
        ...

    def rearrange(self, source: str, place: str) -> bool:
        """What lay at ``source`` was let go at home, at ``place``: True when it has been shown there."""
        ...


class CardDrag:
    """Turns the player's gestures into actions (``table.chosen``) and sentences about them (``table.hint``)."""

    def __init__(self, table: TableView, board: DragBoard) -> None:
        self._table = table
        self._board = board
        self._marked: str | None = None
        self._held: tuple[FlyingCard, str, DropRules] | None = None
        self._source: tuple[str, FlyingCard | None] | None = None

    @property
    def marked(self) -> str | None:
        """The place of what is marked for click and click."""
        return self._marked

    @property
    def in_play(self) -> str | None:
        """The place of what is marked, or of what the pointer holds."""
        return self._marked if self._held is None else self._held[1]

    def clear(self) -> None:
        """Nothing is in play any more; the table is about to be shown anew."""
        if self._held is not None:
            self._darken()
        self._held = None
        self._source = None
        self._unmark()

    # ------------------------------------------------------------------ dragging

    def may_lift(self, place: str | None) -> bool:
        rules = self._board.drop_rules()
        return rules is not None and place is not None and rules.may_lift(place)

    def lift(self, place: str, at: Point) -> None:
        table, rules = self._table, self._board.drop_rules()
        face = table.slots[place].model.face
        if rules is None or face is None:
            return
        self._unmark()
        flight = table.fly(face, place)
        flight.take_up(QPointF(*at))
        self._held = (flight, place, rules)
        table.slots[place].mark(hidden=True)
        self._light(place, rules)
        table.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def carry(self, to: Point) -> None:
        """It goes with the pointer, and the place that it would go to is outlined."""
        if self._held is None:
            return
        flight, source, rules = self._held
        flight.follow(QPointF(*to))
        place = self._table.place_under(*to)
        aimed = None if place is None else rules.aimed_at(source, place)
        for name, slot in self._table.slots.items():
            slot.mark(over=name == aimed)

    def drop(self, at: Point) -> None:
        """On a place that takes it, it is an action; at home it may find another place."""
        held = self._let_go()
        if held is None:
            return
        source, rules = held
        place = self._table.place_under(*at)
        action = None if place is None else rules.action_at(source, place)
        if action is not None:
            self._table.chosen.emit(action)
        elif place is None:
            self._send_home()
        elif place == source or rules.is_home(place):
            if not self._board.rearrange(source, place):
                self._send_home()
        else:
            self._table.hint.emit(rules.refused_at(source, place))
            self.refuse()

    def drop_back(self) -> None:
        held = self._let_go()
        if held is not None:
            source, rules = held
            self._table.hint.emit(rules.stays(source))
            self._send_home()

    def _let_go(self) -> tuple[str, DropRules] | None:
        """What was held lies on the table again, wherever that is: the place that it came from; None: nothing was."""
        if self._held is None:
            return None
        flight, source, rules = self._held
        self._held = None
        self._darken()
        flight.put_down()
        self._source = (source, flight)
        return source, rules

    # ------------------------------------------------------------------ click and click

    def click(self, place: str | None) -> None:
        """In drag and drop it only explains, and presses what can be pressed by itself."""
        rules = self._board.drop_rules()
        if rules is None:
            return
        if self._table.gestures.dragging and self.may_lift(place) and self._marked is None:
            advice = rules.drag_it()
            if advice:
                self._table.hint.emit(advice)
                return
        self._press(place, rules)

    def press_key(self, place: str) -> None:
        """The keyboard does as click and click, whatever the mouse does."""
        rules = self._board.drop_rules()
        if rules is None:
            return
        if self._marked is None and rules.action_of(place) is None and not rules.may_lift(place):
            self._table.hint.emit(rules.choose_first(place))
            return
        self._press(place, rules)

    def double_click(self, place: str) -> None:
        rules = self._board.drop_rules()
        if rules is None:
            return
        action = rules.smart_action(place)
        if action is not None:
            self._unmark()
            self._source = (place, None)
            self._table.chosen.emit(action)

    def put_back(self) -> None:
        """The player has thought again about what is marked."""
        rules = self._board.drop_rules()
        if self._marked is not None and rules is not None:
            source = self._marked
            self._unmark()
            self._table.hint.emit(rules.stays(source))

    def _press(self, place: str | None, rules: DropRules) -> None:
        """By mouse or by key: what is to move first, then where it goes."""
        action = None if place is None else rules.action_of(place)
        if action is not None:
            self._unmark()
            self._table.chosen.emit(action)
            return
        marked = self._marked
        liftable = place is not None and rules.may_lift(place)
        if marked is None:
            if place is not None and liftable:
                self._mark(place, rules)
            elif place is not None and (words := rules.cannot_move(place)):
                self._table.hint.emit(words)
            return
        action = None if place is None else rules.action_at(marked, place)
        if action is not None:
            self._unmark()
            self._source = (marked, None)
            self._table.chosen.emit(action)
        elif place is not None and liftable and place != marked:
            self._unmark()
            self._mark(place, rules)
        elif place is None or place == marked or rules.is_home(place):
            self.put_back()
        else:
            self._unmark()
            self._table.cued.emit((Cue.REFUSED,))
            self._table.hint.emit(rules.refused_at(marked, place))

    def _mark(self, place: str, rules: DropRules) -> None:
        self._marked = place
        self._table.slots[place].mark(marked=True)
        self._light(place, rules)

    def _unmark(self) -> None:
        if self._marked is not None:
            self._table.slots[self._marked].mark(marked=False)
            self._marked = None
            self._darken()

    # ------------------------------------------------------------------ light

    def _light(self, source: str, rules: DropRules) -> None:
        """Light the legal targets, veil everything else."""
        table = self._table
        lit = rules.targets(source)
        for name, slot in table.slots.items():
            words = lit.get(name, "")
            slot.mark(target=words, over=False, dimmed=not words and not slot.marks.marked)
        table.describe()
        table.hint.emit(rules.where_to(source))

    def _darken(self) -> None:
        for slot in self._table.slots.values():
            slot.mark(target="", over=False, dimmed=False)
        self._table.describe()
        self._table.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    # ------------------------------------------------------------------ what became of it

    def take_source(self) -> tuple[str, FlyingCard | None] | None:
        """Where the chosen action came from, and what is in flight if it was dragged."""
        source, self._source = self._source, None
        return source

    def refuse(self) -> None:
        """The chosen action is refused: the thing shakes and goes home."""
        table = self._table
        table.cued.emit((Cue.REFUSED,))
        if self._source is None:
            return
        place, flight = self._source
        if table.animator.still or flight is None:
            slot = table.slots[place]
            slot.mark(refused=True)
            QTimer.singleShot(REFUSED_MS, table, lambda: slot.mark(refused=False))
            self._send_home()
            return
        self._send_home(moves.shake(flight))

    def _send_home(self, before: Motion | None = None) -> None:
        table = self._table
        source = self.take_source()
        if source is None:
            return
        place, flight = source
        if flight is None:
            return
        delay = before.length if before else 0.0
        home = moves.slide(flight, table.slots[place].rect.center(), start=delay)

        def landed() -> None:
            table.land(flight)
            table.slots[place].mark(hidden=False)

        table.animator.run([before, home] if before else [home], landed)
