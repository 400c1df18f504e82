"""Several things in play at once: selected one by one, and then held by the pointer or sent to a place together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QPointF, Qt

from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.table.gap import ArrangingBoard, Gap
from mile_bones.desktop.table.homeward import send_home
from mile_bones.desktop.table.layout import Rect

if TYPE_CHECKING:
    from mile_bones.desktop.table.drop_rules import DropRules, Sources
    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.desktop.table.gestures import Point
    from mile_bones.desktop.table.view import TableView

_SPREAD = 0.34
"""From one card in the hand of the pointer to the next, as a part of a card's width."""


class GroupBoard(ArrangingBoard, Protocol):
    """What a board answers."""

    def group_rules(self) -> DropRules | None:
        """What may be done now; None: the table is only looked at, and no gesture means anything."""
        ...

    def pressed(self, place: str) -> bool:
        """The board itself does what a press there is for: True."""
        ...

    def selection_changed(self) -> None:
        """Something else is selected now, or nothing."""
        ...


class GroupDrag:
    """Turns the player's gestures into actions (``table.chosen``) and sentences about them (``table.hint``).

    A gesture may come to several actions. The first is chosen at once, and each of the others when the table has come
    to rest after the one before it: whoever brings the table to rest calls ``go_on``.
    """

    def __init__(self, table: TableView, board: GroupBoard) -> None:
        self._table = table
        self._board = board
        self._selected: list[str] = []
        self._offered = False  # the board has selected them, and the player has not yet agreed
        self._held: tuple[Sources, list[FlyingCard], DropRules] | None = None
        self._flights: dict[str, FlyingCard] = {}  # what was dropped, by the place that it came from
        self._aim: str | None = None
        self._over: str | None = None  # the lit place that is outlined
        self._gap = Gap(board)
        self._next: list[Any] = []
        self._choosing = False
        self._fresh = True  # the next action is the first of its gesture
        self.continues = False
        """The action that is being chosen belongs to the same gesture as the one before it."""

    @property
    def selected(self) -> Sources:
        """The places of what is selected, in the order in which they lie."""
        order = {place: number for number, place in enumerate(self._table.slots)}
        return tuple(sorted(self._selected, key=lambda place: order[place]))

    @property
    def going_on(self) -> bool:
        """Actions of the last gesture are still to be chosen."""
        return bool(self._next)

    @property
    def choosing(self) -> bool:
        """An action is being chosen just now."""
        return self._choosing

    def clear(self) -> None:
        """Nothing is in play any more; the table is about to be shown anew."""
        if self._held is not None:
            self._table.let_go()
            self._darken()
        self._held = None
        self._gap.place = None
        self._flights.clear()
        self.select(())

    def offer(self, places: Sequence[str]) -> None:
        """Select these for the player; whoever selects something else instead need not deselect them first."""
        self.select(places)
        self._offered = bool(places)

    def select(self, places: Sequence[str]) -> None:
        """Select these and nothing else."""
        had = bool(self._selected)
        self._selected = list(places)
        self._offered = False
        for name, slot in self._table.slots.items():
            slot.mark(selected=name in self._selected)
        if had or places:
            self._board.selection_changed()
            self._table.describe()

    @property
    def chosen_by_player(self) -> bool:
        """Something is selected, and the player has done it."""
        return bool(self._selected) and not self._offered

    # ------------------------------------------------------------------ dragging

    def may_lift(self, place: str | None) -> bool:
        rules = self._board.group_rules()
        return rules is not None and place is not None and rules.may_lift(place)

    def lift(self, place: str, at: Point) -> None:
        """What was pressed goes with the pointer, and all that is selected with it, if it is one of these."""
        table, rules = self._table, self._board.group_rules()
        if rules is None or table.slots[place].model.face is None:
            return
        if place not in self._selected:
            self.select((place,))
        sources = self.selected
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
        table.hint.emit(rules.where_to(sources))
        table.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def carry(self, to: Point) -> None:
        """They go with the pointer, and the place that they would go to is outlined."""
        if self._held is None:
            return
        sources, flights, rules = self._held
        cards = [flight.follow(QPointF(*to)) for flight in flights]
        lit = rules.targets(sources)
        self._aim = None
        for card in cards:
            places = self._table.places_covered(Rect(card.x(), card.y(), card.width(), card.height()), to)
            meant = [place for place in places if place in lit or rules.is_home(place)]
            self._aim = next(iter(meant or places), self._aim)
            if meant:
                break
        over = self._aim if self._aim in lit else None
        if over != self._over:
            for name in {self._over, over} - {None}:
                self._table.slots[str(name)].mark(over=name == over)
            self._over = over
        home = self._aim if self._aim is not None and rules.is_home(self._aim) else None
        self._gap.show(sources, home)
        self._table.held_moved()

    def drop(self, at: Point) -> None:
        """On a place that takes them, it is an action; at home they may find another place."""
        self.carry(at)
        held = self._let_go()
        if held is None:
            return
        sources, rules = held
        place = self._aim
        actions = () if place is None else rules.actions_at(sources, place)
        if actions:
            self._choose(actions)
        elif place is None or place in sources or rules.is_home(place):
            self._table.hint.emit(rules.stays(sources))
            if place is None or not self._board.rearrange(sources, place):
                self._send_home()
        else:
            self._table.hint.emit(rules.refused_at(sources, place))
            self.refuse()

    def drop_back(self) -> None:
        held = self._let_go()
        if held is not None:
            sources, rules = held
            self._table.hint.emit(rules.stays(sources))
            self._send_home()

    def _let_go(self) -> tuple[Sources, DropRules] | None:
        if self._held is None:
            return None
        sources, flights, rules = self._held
        self._gap.show(sources, None)
        self._held = None
        self._table.let_go()
        self.select(())
        self._darken()
        for flight in flights:
            flight.put_down()
        self._send_home()  # what was dropped before, and waits for an answer
        self._flights = dict(zip(sources, flights, strict=True))
        return sources, rules

    # ------------------------------------------------------------------ click and click, and keys

    def click(self, place: str | None, at: Point) -> None:
        """A click on something of one's own selects it, or no longer; one on a target sends there what is selected."""
        rules = self._board.group_rules()
        if place is None:
            if rules is not None:
                self.put_back()
            return
        if self._board.pressed(place) or rules is None:
            return
        sends = self._selected and not rules.may_lift(place) and not rules.actions_of(place, self.selected)
        if sends and not self._table.gestures.clicking:
            self._table.hint.emit(rules.drag_it())
            return
        self._press(place, rules)

    def press_key(self, place: str) -> None:
        """The keyboard does as click and click, whatever the mouse does."""
        if self._board.pressed(place):
            return
        rules = self._board.group_rules()
        if rules is not None:
            self._press(place, rules)

    def _press(self, place: str, rules: DropRules) -> None:
        actions = rules.actions_of(place, self.selected)
        if actions:
            self._choose(actions)
        elif rules.may_lift(place):
            self.toggle(place)
        elif self.chosen_by_player:
            self.send_to(place)
        elif words := rules.choose_first(place):
            self._table.hint.emit(words)

    def toggle(self, place: str) -> None:
        """Select it, or no longer."""
        rules = self._board.group_rules()
        if rules is None or not rules.may_lift(place):
            return
        selected = list(self._selected)
        if place in selected:
            selected.remove(place)
        else:
            selected = [place] if self._offered else [*selected, place]
        self._show_selection(selected, rules)
        if not selected:
            self._table.hint.emit(rules.stays((place,)))

    def select_all(self, places: Sequence[str]) -> None:
        """The player selects these and nothing else."""
        rules = self._board.group_rules()
        if rules is not None and places:
            self._show_selection(places, rules)

    def _show_selection(self, places: Sequence[str], rules: DropRules) -> None:
        self.select(places)
        if places:
            self._table.hint.emit(rules.where_to(self.selected))
        self._light_selection(rules)

    def send_to(self, place: str) -> None:
        """What is selected is to go there."""
        rules = self._board.group_rules()
        if rules is None:
            return
        sources = self.selected
        actions = rules.actions_at(sources, place)
        if actions:
            self.select(())
            self._darken()
            self._choose(actions)
        else:
            self._table.cued.emit((Cue.REFUSED,))
            self._table.hint.emit(rules.refused_at(sources, place))

    def double_click(self, place: str) -> None:
        rules = self._board.group_rules()
        if rules is None or self._board.pressed(place):
            return
        actions = rules.smart_actions(place)
        if actions:
            self.select(())
            self._darken()
            self._choose(actions)

    def nudge(self, place: str, step: int) -> None:
        """By one place; at the end of its row nothing happens."""
        rules = self._board.group_rules()
        if rules is None or not rules.may_lift(place):
            return
        self.select(())
        beside = self._board.beside(place, step)
        if beside is not None:
            self._board.rearrange((place,), beside)

    def put_back(self) -> None:
        """The player has thought again about what is selected."""
        rules = self._board.group_rules()
        if self._selected and rules is not None:
            sources = self.selected
            self.select(())
            self._darken()
            self._table.hint.emit(rules.stays(sources))

    def hover(self, at: Point) -> None:
        """Nothing: what is selected stays in its row."""

    # ------------------------------------------------------------------ light

    def _light_selection(self, rules: DropRules) -> None:
        """Brackets where the selection may go, without a veil: the player may go on selecting."""
        lit = rules.targets(self.selected) if self._selected else {}
        for name, slot in self._table.slots.items():
            slot.mark(target=lit.get(name, ""), over=False)
        self._table.describe()

    def _light(self, sources: Sources, rules: DropRules) -> None:
        """Light the legal targets, veil everything else."""
        self._over = None
        lit = rules.targets(sources)
        for name, slot in self._table.slots.items():
            words = lit.get(name, "")
            slot.mark(target=words, over=False, dimmed=not words and not rules.is_home(name))
        self._table.describe()

    def _darken(self) -> None:
        self._over = None
        for slot in self._table.slots.values():
            slot.mark(target="", over=False, dimmed=False)
        self._table.describe()
        self._table.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    # ------------------------------------------------------------------ one action after another

    def choose(self, actions: Sequence[Any]) -> None:
        """The player means these actions, by a key of the board or the like."""
        self.select(())
        self._darken()
        self._choose(actions)

    def _choose(self, actions: Sequence[Any]) -> None:
        self._next = list(actions)
        self._fresh = True
        self.go_on()

    def go_on(self) -> None:
        """Choose what comes next of the last gesture, if anything does."""
        while self._next and not self._choosing:
            self._choosing = True
            self.continues, self._fresh = not self._fresh, False
            try:
                self._table.chosen.emit(self._next.pop(0))
            finally:
                self._choosing = False
            if self._table.animator.running:
                return

    def forget(self) -> None:
        """Nothing comes of the rest of the last gesture."""
        self._next.clear()

    # ------------------------------------------------------------------ what became of it

    def take_flights(self) -> dict[str, FlyingCard]:
        """What is in flight after it was dragged, by the place that it came from."""
        flights, self._flights = self._flights, {}
        return flights

    def refuse(self) -> None:
        """The chosen action is refused: the things shake and go home."""
        self.forget()
        self._table.cued.emit((Cue.REFUSED,))
        self._send_home(refused=True)

    def _send_home(self, *, refused: bool = False) -> None:
        send_home(self._table, self.take_flights(), refused=refused)
