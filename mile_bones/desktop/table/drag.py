"""``Drag``: the things that the player has taken up, from the beginning of the gesture until they move to a target or
back.

The class contains what all boards have in common. The ways to choose things with clicks and keys are in ``choosing``.
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
"""The distance between two cards held by the pointer, as a part of a card's width."""


class DragBoard(Protocol):
    """The members of a board that its ``Drag`` uses. See ``Board`` for their meaning."""

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

    It is the ``GestureTarget`` of a table. A gesture may mean several actions. The first action is chosen at once.
    Whenever the table has come to rest, the board calls ``go_on``, which chooses the next action.
    """

    def __init__(self, table: TableView, board: DragBoard) -> None:
        self._table = table
        self._board = board
        self._held: tuple[Sources, list[FlyingCard], DropRules] | None = None
        self._dropped: dict[str, FlyingCard | None] = {}
        self._aim: str | None = None
        self._over: str | None = None  # the lit place that has an outline
        self._gap: str | None = None  # the place in the row where other things have made room
        self._next: list[Any] = []
        self._waits = False  # True while an action of the gesture waits for an answer
        self._choosing = False
        self._fresh = True  # True if the next action is the first of its gesture
        self.continues = False
        """Whether the present action and the action before it belong to the same gesture."""

    # ------------------------------------------------------------------ for the subclasses in ``choosing``

    @property
    @abstractmethod
    def chosen(self) -> Sources:
        """The places of the things that are marked or selected."""

    @property
    @abstractmethod
    def marked(self) -> str | None:
        """The place of the marked or selected thing, or None if there is not exactly one such thing."""

    @abstractmethod
    def click(self, place: str | None, at: Point) -> None:
        """Handle a click at `place`, which is None if the click was on the bare table."""

    @abstractmethod
    def press_key(self, place: str) -> None:
        """Do what a click on ``place`` means to a player who plays by clicking, even if the options allow only
        dragging.
        """

    @abstractmethod
    def hover(self, at: Point) -> None:
        """React to the pointer at `at` while the pointer holds nothing."""

    @abstractmethod
    def put_back(self) -> None:
        """Unmark or deselect everything, because the player has changed their mind."""

    @abstractmethod
    def choose(self, actions: Sequence[Any], sources: Sources = ()) -> None:
        """Choose `actions` with the things at ``sources``. Nothing stays marked or selected."""

    @abstractmethod
    def _choose_nothing(self) -> None:
        """Unmark or deselect all things."""

    @abstractmethod
    def _taken_along(self, place: str) -> Sources:
        """Return the places of the things that the pointer takes up when it lifts the thing at ``place``."""

    @abstractmethod
    def _is_own_place(self, place: str, sources: Sources, rules: DropRules) -> bool:
        """Return True if ``sources`` would stay in their own row when dropped at ``place``."""

    @abstractmethod
    def _stays_bright(self, place: str, sources: Sources, rules: DropRules) -> bool:
        """Return True if ``place`` has no veil although ``sources`` cannot go there."""

    @abstractmethod
    def _pull(self, flights: Sequence[FlyingCard], cards: Sequence[QRectF], lit: str) -> None:
        """Draw the held cards a little towards the lit place where they would go, or do nothing."""

    @abstractmethod
    def _dropped_at_home(self, sources: Sources, rules: DropRules) -> None:
        """Say that the things stay where they were, or say nothing if that is obvious."""

    # ------------------------------------------------------------------ the things in play

    @property
    def in_play(self) -> Sources:
        """The places of the things that the pointer holds. If it holds nothing, the places of the marked or selected
        things.
        """
        return self.chosen if self._held is None else self._held[0]

    def clear(self, *, is_new: bool = True) -> None:
        """Forget everything that is in play, because the table is about to be shown again.

        ``is_new``: it will show another position. Then a button that is down does not lift anything any more.
        """
        if self._held is not None:
            self._table.let_go()
            self._darken()
        if is_new:
            self._table.gestures.forget()
        self._held = None
        self._gap = None
        self._dropped = {}
        self._choose_nothing()

    # ------------------------------------------------------------------ dragging

    def may_lift(self, place: str | None) -> bool:
        rules = self._board.rules()
        return rules is not None and place is not None and rules.may_lift(place)

    def lift(self, place: str, at: Point) -> None:
        """Take up the thing at ``place`` with the pointer, and everything that goes with it."""
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
            if not flight.sceneBoundingRect().contains(QPointF(*at)):
                flight.setPos(QPointF(*at))  # the pointer is over a lower card of a fan
            right = middle - number if table.mirrored else number - middle  # the right-hand card is on top
            flight.setPos(flight.pos() + QPointF(right * _SPREAD * table.slots[place].rect.width(), 0))
            flight.setZValue(flight.zValue() + right / 100)
            flight.take_up(QPointF(*at))
            flights.append(flight)
            table.slots[source].mark(hidden=True, selected=False)  # because other cards may make room at this place
        table.hold(*flights)
        self._held = (sources, flights, rules)
        table.handled("lifted", place)
        self._light(sources, rules)
        table.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def carry(self, to: Point) -> None:
        """Move the held things with the pointer, and outline the lit place where they would go."""
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
        """Return the place over which the cards are held, and the lit place to which they would go from that place.
        Each is None if there is none.
        """
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
        """Choose the actions that a drop at `at` means. Things that are dropped in their own row may change the order
        of the row.
        """
        self.carry(at)
        chosen = self.chosen
        held = self._let_go()
        if held is None:
            return
        sources, rules = held
        place = self._aim
        actions = () if place is None else rules.actions_of_drop(sources, place, chosen)
        if actions:
            self._begin(actions)
        elif place is None or place in sources or rules.is_home(place):
            self._table.laid_back.emit()
            self._dropped_at_home(sources, rules)
            if place is None or not self._board.rearrange(sources, place):
                self._send_home()
            else:
                self._table.handled("landed", place)
        else:
            self._table.hint.emit(rules.refused_at(sources, place))
            self.refuse()

    def drop_back(self) -> None:
        """Send the held things back to their places, because the player has changed their mind."""
        held = self._let_go()
        if held is not None:
            sources, rules = held
            self._table.hint.emit(rules.stays(sources))
            self._send_home()

    def _let_go(self) -> tuple[Sources, DropRules] | None:
        """Put the held things down where they are. Return their places and the rules, or None if nothing was held."""
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

    # ------------------------------------------------------------------ clicks and keys

    def double_click(self, place: str) -> None:
        """Smart-play the thing at `place`."""
        rules = self._board.rules()
        actions = () if rules is None else rules.smart_actions(place)
        if actions:
            self.choose(actions, (place,))

    def nudge(self, place: str, step: int) -> None:
        """Move the thing at ``place`` by `step` places within its row. Do nothing at the end of the row."""
        rules = self._board.rules()
        if rules is None or not rules.may_lift(place):
            return
        self._choose_nothing()
        beside = self._board.beside(place, step)
        if beside is not None:
            self._board.rearrange((place,), beside)

    # ------------------------------------------------------------------ light and room

    def _light(self, sources: Sources, rules: DropRules) -> None:
        """Light the places where ``sources`` may go, veil the others, and show a message about what can be done."""
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
        """Remove all lights and veils."""
        self._over = None
        self._table.mark_just(target={}, over={}, dimmed={})
        self._table.describe()
        self._table.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    def _make_room(self, sources: Sources, place: str | None) -> None:
        """Let the other things of a row make room for ``sources`` at ``place``. If `place` is None, close the gap."""
        if sources == (place,) or not all(map(self._board.arranges, sources)):
            place = None
        if place != self._gap:
            self._gap = place
            self._board.part(sources, place)

    # ------------------------------------------------------------------ one action after another

    @property
    def going_on(self) -> bool:
        """Whether the next action of the last gesture can be chosen."""
        return bool(self._next) and not self._waits

    @property
    def to_come(self) -> tuple[Any, ...]:
        """The actions of the last gesture that are not chosen yet."""
        return tuple(self._next)

    def wait(self, waits: bool) -> None:
        """Choose no further action of the gesture while the chosen one ``waits`` for an answer."""
        self._waits = waits

    @property
    def choosing(self) -> bool:
        """Whether an action is being chosen at this moment."""
        return self._choosing

    def _begin(self, actions: Sequence[Any]) -> None:
        self._next = list(actions)
        self._fresh, self._waits = True, False
        self.go_on()

    def resume(self, actions: Sequence[Any]) -> None:
        """Go on with a gesture of which these ``actions`` are left, at once or when the table has come to rest."""
        self._next = list(actions)
        if not self._table.animator.running:
            self.go_on()

    def go_on(self) -> None:
        """Choose the next actions of the last gesture, until one of them starts an animation."""
        while self.going_on and not self._choosing:
            self._choosing = True
            self.continues, self._fresh = not self._fresh, False
            try:
                self._table.chosen.emit(self._next.pop(0))
            finally:
                self._choosing = False
            if self._table.animator.running:
                return

    # ------------------------------------------------------------------ after the choice

    def _bring(self, dropped: dict[str, FlyingCard | None]) -> None:
        """Remember the things of a chosen action, by place.

        Things of an earlier action that are still waiting are sent back first.
        """
        self._send_home()
        self._dropped = dropped

    def take_dropped(self) -> dict[str, FlyingCard | None]:
        """Hand over the things of the chosen action, by the place that they came from.

        The value is None for a thing that is still in its place.
        """
        dropped, self._dropped = self._dropped, {}
        return dropped

    def refuse(self) -> None:
        """Shake the things of a refused action, and send them back to their places."""
        self._next.clear()
        self._waits = False
        self._sound_refused()
        self._send_home(refused=True)

    def _sound_refused(self) -> None:
        from mile_bones.desktop.sound.cue import Cue  # imported late, because the first picture does not need it

        self._table.play_at((Cue.REFUSED,), next(iter(self._dropped), None))

    def _send_home(self, *, refused: bool = False) -> None:
        """Send the dropped things back to their places. If they were ``refused``, they shake first. If they cannot
        shake, their places get a ring.
        """
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
            home = table.home_of(place)
            motions.append(slide(flight, home, start=denial.length if denial else 0.0))
            flights[place] = flight

        def landed() -> None:
            for place, flight in flights.items():
                table.land(flight)
                table.slots[place].mark(hidden=False)
            if not refused:
                table.handled("landed", next(iter(flights)))

        if motions:
            table.animator.run(motions, landed)

    def _ring(self, place: str) -> None:
        slot = self._table.slots[place]
        slot.mark(refused=True)
        QTimer.singleShot(REFUSED_MS, self._table, lambda: slot.mark(refused=False))
