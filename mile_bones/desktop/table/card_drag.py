"""What is in play: held by the pointer, or marked for click and click, until it is on its way or home again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt

from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.table.covering import pulled
from mile_bones.desktop.table.gap import ArrangingBoard, Gap
from mile_bones.desktop.table.homeward import send_home
from mile_bones.desktop.table.layout import Rect

if TYPE_CHECKING:
    from mile_bones.desktop.table.drop_rules import DropRules
    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.desktop.table.gestures import Point
    from mile_bones.desktop.table.view import TableView


class DragBoard(ArrangingBoard, Protocol):
    """What a board answers."""

    def drop_rules(self) -> DropRules | None:
        """What may be done now; None: the table is only looked at, and no gesture means anything."""
        ...

    def gap_at(self, source: str, at: Point) -> str | None:
        """Where it would go among its like, were it put at this point; None: the point means none of them."""
        ...


class CardDrag:
    """Turns the player's gestures into actions (``table.chosen``) and sentences about them (``table.hint``)."""

    def __init__(self, table: TableView, board: DragBoard) -> None:
        self._table = table
        self._board = board
        self._marked: str | None = None
        self._held: tuple[FlyingCard, str, DropRules] | None = None
        self._aim: str | None = None
        self._over: str | None = None  # the lit place that is outlined
        self._gap = Gap(board)
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
            self._table.let_go()
            self._darken()
        self._held = None
        self._gap.place = None
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
        table.hold(flight)
        self._held = (flight, place, rules)
        table.slots[place].mark(hidden=True)
        self._light(place, rules)
        table.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def carry(self, to: Point) -> None:
        """It goes with the pointer, and the place that it would go to is outlined."""
        if self._held is None:
            return
        flight, source, rules = self._held
        card = flight.follow(QPointF(*to))
        self._aim, lit = self._meant(card, to, source, rules)
        if lit != self._over:
            for name in {self._over, lit} - {None}:
                self._table.slots[name].mark(over=name == lit)
            self._over = lit
        self._gap.show(
            (source,), self._aim if lit is None and self._aim is not None and rules.is_home(self._aim) else None
        )
        if lit is not None:
            centre = self._table.slots[lit].rect.center()
            flight.setPos(QPointF(*pulled((card.center().x(), card.center().y()), (centre.x(), centre.y()))))
        self._table.held_moved()

    def _meant(self, card: QRectF, pointer: Point, source: str, rules: DropRules) -> tuple[str | None, str | None]:
        """The place that a card means that is held here, and the lit place to which it would go from there."""
        places = self._table.places_covered(Rect(card.x(), card.y(), card.width(), card.height()), pointer)
        for place in places:
            lit = rules.aimed_at((source,), place)
            if lit is not None or place == source or rules.is_home(place):
                return place, lit
        return (places[0] if places else None), None

    def drop(self, at: Point) -> None:
        """On a place that takes it, it is an action; at home it may find another place."""
        self.carry(at)
        held = self._let_go()
        if held is None:
            return
        source, rules = held
        place = self._aim
        actions = () if place is None else rules.actions_at((source,), place)
        if actions:
            self._table.chosen.emit(actions[0])
        elif place is None:
            self._send_home()
        elif place == source or rules.is_home(place):
            if not self._board.rearrange((source,), place):
                self._send_home()
        else:
            self._table.hint.emit(rules.refused_at((source,), place))
            self.refuse()

    def drop_back(self) -> None:
        held = self._let_go()
        if held is not None:
            source, rules = held
            self._table.hint.emit(rules.stays((source,)))
            self._send_home()

    def _let_go(self) -> tuple[str, DropRules] | None:
        """What was held lies on the table again, wherever that is: the place that it came from; None: nothing was."""
        if self._held is None:
            return None
        flight, source, rules = self._held
        self._gap.show((source,), None)
        self._held = None
        self._table.let_go()
        self._darken()
        flight.put_down()
        self._bring(source, flight)
        return source, rules

    # ------------------------------------------------------------------ click and click

    def click(self, place: str | None, at: Point) -> None:
        """Where dragging is the only method it explains, and presses what can be pressed by itself."""
        rules = self._board.drop_rules()
        if rules is None:
            return
        if not self._table.gestures.clicking and self.may_lift(place) and self._marked is None:
            advice = rules.drag_it()
            if advice:
                self._table.hint.emit(advice)
                return
        self.hover(at)
        marked, gap = self._marked, self._gap.place
        if marked is not None and gap is not None:
            self._unmark()
            self._board.rearrange((marked,), gap)
            return
        self._press(place, rules)

    def press_key(self, place: str) -> None:
        """The keyboard does as click and click, whatever the mouse does."""
        rules = self._board.drop_rules()
        if rules is None:
            return
        if self._marked is None and not rules.actions_of(place) and not rules.may_lift(place):
            self._table.hint.emit(rules.choose_first(place))
            return
        self._press(place, rules)

    def double_click(self, place: str) -> None:
        rules = self._board.drop_rules()
        if rules is None:
            return
        actions = rules.smart_actions(place)
        if actions:
            self._unmark()
            self._bring(place, None)
            self._table.chosen.emit(actions[0])

    def nudge(self, place: str, step: int) -> None:
        """By one place; at the end of its row nothing happens."""
        rules = self._board.drop_rules()
        if rules is None or not rules.may_lift(place):
            return
        self._unmark()
        beside = self._board.beside(place, step)
        if beside is not None:
            self._board.rearrange((place,), beside)

    def put_back(self) -> None:
        """The player has thought again about what is marked."""
        rules = self._board.drop_rules()
        if self._marked is not None and rules is not None:
            source = self._marked
            self._unmark()
            self._table.hint.emit(rules.stays((source,)))

    def hover(self, at: Point) -> None:
        """The pointer, which holds nothing, is here: the others make room for what is marked."""
        if self._marked is not None:
            self._gap.show((self._marked,), self._board.gap_at(self._gap.place or self._marked, at))

    def _press(self, place: str | None, rules: DropRules) -> None:
        """By mouse or by key: what is to move first, then where it goes."""
        actions = () if place is None else rules.actions_of(place)
        if actions:
            self._unmark()
            self._table.chosen.emit(actions[0])
            return
        marked = self._marked
        liftable = place is not None and rules.may_lift(place)
        if marked is None:
            if place is not None and liftable:
                self._mark(place, rules)
            elif place is not None and (words := rules.cannot_move(place)):
                self._table.hint.emit(words)
            return
        actions = () if place is None else rules.actions_at((marked,), place)
        if actions:
            self._unmark()
            self._bring(marked, None)
            self._table.chosen.emit(actions[0])
        elif place is not None and liftable and place != marked:
            self._unmark()
            self._mark(place, rules)
        elif place is None or place == marked or rules.is_home(place):
            self.put_back()
        else:
            self._unmark()
            self._table.cued.emit((Cue.REFUSED,))
            self._table.hint.emit(rules.refused_at((marked,), place))

    def _mark(self, place: str, rules: DropRules) -> None:
        self._marked = place
        self._table.slots[place].mark(marked=True)
        self._light(place, rules)

    def _unmark(self) -> None:
        if self._marked is not None:
            self._gap.show((self._marked,), None)
            self._table.slots[self._marked].mark(marked=False)
            self._marked = None
            self._darken()

    # ------------------------------------------------------------------ light

    def _light(self, source: str, rules: DropRules) -> None:
        """Light the legal targets, veil everything else."""
        table, self._over = self._table, None
        lit = rules.targets((source,))
        for name, slot in table.slots.items():
            words = lit.get(name, "")
            at_home = self._board.arranges(source) and rules.is_home(name)
            slot.mark(target=words, over=False, dimmed=not words and not at_home and not slot.marks.marked)
        table.describe()
        table.hint.emit(rules.where_to((source,)))

    def _darken(self) -> None:
        self._over = None
        for slot in self._table.slots.values():
            slot.mark(target="", over=False, dimmed=False)
        self._table.describe()
        self._table.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    # ------------------------------------------------------------------ what became of it

    def _bring(self, place: str, flight: FlyingCard | None) -> None:
        """Remember what an action is chosen with. What was dropped before, and waits for an answer, goes home first."""
        self._send_home()
        self._source = (place, flight)

    def take_source(self) -> tuple[str, FlyingCard | None] | None:
        """Where the chosen action came from, and what is in flight if it was dragged."""
        source, self._source = self._source, None
        return source

    def refuse(self) -> None:
        """The chosen action is refused: the thing shakes and goes home."""
        self._table.cued.emit((Cue.REFUSED,))
        self._send_home(refused=True)

    def _send_home(self, *, refused: bool = False) -> None:
        source = self.take_source()
        if source is not None:
            send_home(self._table, dict((source,)), refused=refused)
