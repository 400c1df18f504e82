"""The drag of a table holds what the player takes up, until that is on its way or home again.

``Drag`` is the half that is the same on all boards. How a player chooses things by clicks and keys is in ``choosing``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer

from mile_bones.desktop.table.durations import REFUSED_MS
from mile_bones.desktop.table.layout import Rect

if TYPE_CHECKING:
    from mile_bones.desktop.table.drop_rules import DropRules, Sources
    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.desktop.table.gestures import Point
    from mile_bones.desktop.table.view import TableView

_SPREAD = 0.34
"""The distance between two cards that the pointer holds, as a part of a card's width."""


class DragBoard(Protocol):
    """What a drag asks its board. ``Board`` says what each answer means."""

    def rules(self) -> DropRules | None: ...

    def arranges(self, place: str) -> bool: ...

    def part(self, sources: Sources, place: str | None) -> None: ...

    def beside(self, place: str, step: int) -> str | None: ...

    def gap_at(self, source: str, at: Point) -> str | None: ...

    def rearrange(self, sources: Sources, place: str) -> bool: ...

    def pressed(self, place: str) -> bool: ...

    def selection_changed(self) -> None: ...


class Drag(ABC):
    """Turns the player's gestures into actions (``table.chosen``) and sentences about them (``table.hint``).

    It is the ``GestureTarget`` of a table. A gesture may mean several actions. The first is chosen at once, and each of
    the others when the table has come to rest after the one before it: then the board calls ``go_on``.
    """

    def __init__(self, table: TableView, board: DragBoard) -> None:
        self._table = table
        self._board = board
        self._held: tuple[Sources, list[FlyingCard], DropRules] | None = None
        self._dropped: dict[str, FlyingCard | None] = {}
        self._aim: str | None = None
        self._over: str | None = None  # the lit place that is outlined
        self._gap: str | None = None  # the place at which the others have made room
        self._next: list[Any] = []
        self._choosing = False
        self._fresh = True  # the next action is the first of its gesture
        self.continues = False
        """The action that is being chosen belongs to the same gesture as the one before it."""

    # ------------------------------------------------------------------ what each way to choose answers

    @property
    @abstractmethod
    def chosen(self) -> Sources:
        """The places of what is marked or selected."""

    @property
    @abstractmethod
    def marked(self) -> str | None:
        """The place of the only thing that the player has marked or selected, or None if that is not one thing."""

    @abstractmethod
    def click(self, place: str | None, at: Point) -> None:
        """Do what a click means. ``place`` is None on the bare table."""

    @abstractmethod
    def press_key(self, place: str) -> None:
        """Do as click and click, whatever the method of the mouse is."""

    @abstractmethod
    def hover(self, at: Point) -> None:
        """The pointer, which holds nothing, is at this point."""

    @abstractmethod
    def put_back(self) -> None:
        """The player has thought again about what is marked or selected."""

    @abstractmethod
    def choose(self, actions: Sequence[Any], sources: Sources = ()) -> None:
        """Choose these actions with what lies at ``sources``. Nothing is marked or selected any more."""

    @abstractmethod
    def _choose_nothing(self) -> None:
        """Mark or select nothing any more."""

    @abstractmethod
    def _taken_along(self, place: str) -> Sources:
        """Return what the pointer takes up when it lifts the thing at ``place``."""

    @abstractmethod
    def _is_own_place(self, place: str, sources: Sources, rules: DropRules) -> bool:
        """Return whether ``sources`` that are held over ``place`` would stay with their like."""

    @abstractmethod
    def _stays_bright(self, place: str, sources: Sources, rules: DropRules) -> bool:
        """Return whether ``place``, where ``sources`` cannot go, is left without a veil."""

    @abstractmethod
    def _pull(self, flights: Sequence[FlyingCard], cards: Sequence[QRectF], lit: str) -> None:
        """Show the cards that are held a little nearer to the lit place that they would go to, or do nothing."""

    @abstractmethod
    def _dropped_at_home(self, sources: Sources, rules: DropRules) -> None:
        """Say that the things stay where they were, or nothing if that goes without saying."""

    # ------------------------------------------------------------------ what is in play

    @property
    def in_play(self) -> Sources:
        """The places of what the pointer holds, else of what is marked or selected."""
        return self.chosen if self._held is None else self._held[0]

    def clear(self) -> None:
        """Forget all that is in play, because the table is about to be shown again."""
        if self._held is not None:
            self._table.let_go()
            self._darken()
        self._held = None
        self._gap = None
        self._dropped = {}
        self._choose_nothing()

    # ------------------------------------------------------------------ dragging

    def may_lift(self, place: str | None) -> bool:
        rules = self._board.rules()
        return rules is not None and place is not None and rules.may_lift(place)

    def lift(self, place: str, at: Point) -> None:
        """Let the pointer take up what lies at ``place``, and what goes with it."""
        table, rules = self._table, self._board.rules()
        if rules is None or table.slots[place].model.face is None:
            return
        sources = self._taken_along(place)
        middle = sources.index(place)
        flights = []
        for number, source in enumerate(sources):
            face = table.slots[source].model.face
            assert face is not None
            flight = table.fly(face, place)
            right = middle - number if table.mirrored else number - middle  # the right-hand one is on top
            flight.setPos(flight.pos() + QPointF(right * _SPREAD * table.slots[place].rect.width(), 0))
            flight.setZValue(flight.zValue() + right / 100)
            flight.take_up(QPointF(*at))
            flights.append(flight)
            table.slots[source].mark(hidden=True, selected=False)  # others may come to lie there
        table.hold(*flights)
        self._held = (sources, flights, rules)
        self._light(sources, rules)
        table.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def carry(self, to: Point) -> None:
        """Let what is held go with the pointer, and outline the lit place that it would go to."""
        if self._held is None:
            return
        sources, flights, rules = self._held
        cards = [flight.follow(QPointF(*to)) for flight in flights]
        self._aim, lit = self._meant(cards, to, sources, rules)
        if lit != self._over:
            for name in {self._over, lit} - {None}:
                self._table.slots[str(name)].mark(over=name == lit)
            self._over = lit
        at_home = lit is None and self._aim is not None and rules.is_home(self._aim)
        self._make_room(sources, self._aim if at_home else None)
        if lit is not None:
            self._pull(flights, cards, lit)
        self._table.held_moved()

    def _meant(
        self, cards: Sequence[QRectF], pointer: Point, sources: Sources, rules: DropRules
    ) -> tuple[str | None, str | None]:
        """Return the place that is meant by cards held here, and the lit place to which they would go from there."""
        aim = None
        for card in cards:
            places = self._table.places_covered(Rect(card.x(), card.y(), card.width(), card.height()), pointer)
            for place in places:
                lit = rules.aimed_at(sources, place)
                if lit is not None or self._is_own_place(place, sources, rules):
                    return place, lit
            aim = next(iter(places), aim)
        return aim, None

    def drop(self, at: Point) -> None:
        """Choose what dropping means there. Things that are dropped at home may be put into another order."""
        self.carry(at)
        held = self._let_go()
        if held is None:
            return
        sources, rules = held
        place = self._aim
        actions = () if place is None else rules.actions_at(sources, place)
        if actions:
            self._begin(actions)
        elif place is None or place in sources or rules.is_home(place):
            self._dropped_at_home(sources, rules)
            if place is None or not self._board.rearrange(sources, place):
                self._send_home()
        else:
            self._table.hint.emit(rules.refused_at(sources, place))
            self.refuse()

    def drop_back(self) -> None:
        """Send home what is held, because the player has thought again."""
        held = self._let_go()
        if held is not None:
            sources, rules = held
            self._table.hint.emit(rules.stays(sources))
            self._send_home()

    def _let_go(self) -> tuple[Sources, DropRules] | None:
        """Lay down what is held where it is. Return its places and the rules, or None if nothing was held."""
        if self._held is None:
            return None
        sources, flights, rules = self._held
        self._make_room(sources, None)
        self._held = None
        self._table.let_go()
        self._choose_nothing()
        self._darken()
        for flight in flights:
            flight.put_down()
        self._bring(dict(zip(sources, flights, strict=True)))
        return sources, rules

    # ------------------------------------------------------------------ the same by clicks and keys

    def double_click(self, place: str) -> None:
        """Smart play."""
        rules = self._board.rules()
        actions = () if rules is None else rules.smart_actions(place)
        if actions:
            self.choose(actions, (place,))

    def nudge(self, place: str, step: int) -> None:
        """Put what lies at ``place`` one place further; at the end of its row do nothing."""
        rules = self._board.rules()
        if rules is None or not rules.may_lift(place):
            return
        self._choose_nothing()
        beside = self._board.beside(place, step)
        if beside is not None:
            self._board.rearrange((place,), beside)

    # ------------------------------------------------------------------ light and room

    def _light(self, sources: Sources, rules: DropRules) -> None:
        """Light the places where ``sources`` may go, veil the others, and say what can be done."""
        self._over = None
        lit = rules.targets(sources)
        veiled = [
            name
            for name, slot in self._table.slots.items()
            if not (lit.get(name) or slot.marks.marked or self._stays_bright(name, sources, rules))
        ]
        self._table.mark_just(target=lit, over={}, dimmed=dict.fromkeys(veiled, True))
        self._table.describe()
        self._table.hint.emit(rules.where_to(sources))

    def _darken(self) -> None:
        """Take away all light and veils."""
        self._over = None
        self._table.mark_just(target={}, over={}, dimmed={})
        self._table.describe()
        self._table.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    def _make_room(self, sources: Sources, place: str | None) -> None:
        """Let the others of a row make room for ``sources`` at ``place``, or close up if it is None."""
        if sources == (place,) or not all(map(self._board.arranges, sources)):
            place = None
        if place != self._gap:
            self._gap = place
            self._board.part(sources, place)

    # ------------------------------------------------------------------ one action after another

    @property
    def going_on(self) -> bool:
        """Whether actions of the last gesture are still to be chosen."""
        return bool(self._next)

    @property
    def choosing(self) -> bool:
        """Whether an action is being chosen just now."""
        return self._choosing

    def _begin(self, actions: Sequence[Any]) -> None:
        self._next = list(actions)
        self._fresh = True
        self.go_on()

    def go_on(self) -> None:
        """Choose the next actions of the last gesture, until one of them sets something in motion."""
        while self._next and not self._choosing:
            self._choosing = True
            self.continues, self._fresh = not self._fresh, False
            try:
                self._table.chosen.emit(self._next.pop(0))
            finally:
                self._choosing = False
            if self._table.animator.running:
                return

    # ------------------------------------------------------------------ what became of it

    def _bring(self, dropped: dict[str, FlyingCard | None]) -> None:
        """Remember what an action is chosen with. What was dropped before, and waits for an answer, goes home first."""
        self._send_home()
        self._dropped = dropped

    def take_dropped(self) -> dict[str, FlyingCard | None]:
        """Hand over what the chosen action is done with, by the place it came from. None: it still lies there."""
        dropped, self._dropped = self._dropped, {}
        return dropped

    def refuse(self) -> None:
        """Shake the things with which a refused action was chosen, and send them home."""
        self._next.clear()
        self._sound_refused()
        self._send_home(refused=True)

    def _sound_refused(self) -> None:
        from mile_bones.desktop.sound.cue import Cue  # late: not for the first picture

        self._table.cued.emit((Cue.REFUSED,))

    def _send_home(self, *, refused: bool = False) -> None:
        """Send home what was dropped. If it is ``refused``, it shakes first; where it cannot, its place is ringed."""
        from mile_bones.desktop.table.motions import shake, slide

        table = self._table
        motions, flights = [], {}
        for place, flight in self.take_dropped().items():
            shakes = refused and flight is not None and not table.animator.still
            if refused and not shakes:
                self._ring(place)
            if flight is None:
                continue
            denial = shake(flight) if shakes else None
            motions += [denial] if denial else []
            home = table.slots[place].rect.center()
            motions.append(slide(flight, home, start=denial.length if denial else 0.0))
            flights[place] = flight

        def landed() -> None:
            for place, flight in flights.items():
                table.land(flight)
                table.slots[place].mark(hidden=False)

        if motions:
            table.animator.run(motions, landed)

    def _ring(self, place: str) -> None:
        slot = self._table.slots[place]
        slot.mark(refused=True)
        QTimer.singleShot(REFUSED_MS, self._table, lambda: slot.mark(refused=False))
