"""The two ways to choose things with clicks and keys: marking one thing, or selecting several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF

from mile_bones.desktop.table.drag import Drag, DragBoard

if TYPE_CHECKING:
    from mile_bones.desktop.table.drop_rules import DropRules, Sources
    from mile_bones.desktop.table.flying_card import FlyingCard
    from mile_bones.desktop.table.gestures import Point
    from mile_bones.desktop.table.view import TableView


class MarkOne(Drag):
    """A click marks one thing and veils the rest. A second click chooses the target of this thing.

    A click on another thing that can be moved marks that thing instead.
    """

    def __init__(self, table: TableView, board: DragBoard) -> None:
        super().__init__(table, board)
        self._marked: str | None = None

    @property
    def chosen(self) -> Sources:
        return () if self._marked is None else (self._marked,)

    @property
    def marked(self) -> str | None:
        return self._marked

    def click(self, place: str | None, at: Point) -> None:
        """Do what a click on `place` means, or move the marked card within its row.

        If the player drags cards, a click on a card only shows a hint to drag it.
        """
        rules = self._board.rules()
        if rules is None:
            return
        if not self._table.gestures.clicking and self._marked is None and place is not None and self.may_lift(place):
            advice = rules.drag_it(place)
            if advice:
                self._table.hint.emit(advice)
                return
        self.hover(at)
        marked, gap = self._marked, self._gap
        if marked is not None and gap is not None:
            self._choose_nothing()
            self._board.rearrange((marked,), gap)
            return
        self._press(place, rules)

    def press_key(self, place: str) -> None:
        rules = self._board.rules()
        if rules is None:
            return
        if self._marked is None and not rules.actions_of(place) and not rules.may_lift(place):
            self._table.hint.emit(rules.choose_first(place))
            return
        self._press(place, rules)

    def hover(self, at: Point) -> None:
        """Let the other things in the row make room for the marked thing."""
        if self._marked is not None:
            self._make_room((self._marked,), self._board.gap_at(self._gap or self._marked, at))

    def put_back(self) -> None:
        rules = self._board.rules()
        if self._marked is not None and rules is not None:
            sources = self.chosen
            self._choose_nothing()
            self._table.hint.emit(rules.stays(sources))

    def choose(self, actions: Sequence[Any], sources: Sources = ()) -> None:
        self._choose_nothing()
        if sources:
            self._bring(dict.fromkeys(sources))
        self._begin(actions)

    def _press(self, place: str | None, rules: DropRules) -> None:
        """Do the action of `place`, mark the thing at `place`, or send the marked thing to `place`."""
        if place is not None and (actions := rules.actions_of(place)):
            self.choose(actions)
            return
        sources = self.chosen
        liftable = place is not None and rules.may_lift(place)
        if not sources:
            if place is not None and liftable:
                self._mark(place, rules)
            elif place is not None and (words := rules.cannot_move(place)):
                self._table.hint.emit(words)
            return
        if place is not None and (actions := rules.actions_at(sources, place)):
            self.choose(actions, sources)
        elif place is not None and liftable and place not in sources:
            self._choose_nothing()
            self._mark(place, rules)
        elif place is None or place in sources or rules.is_home(place):
            self.put_back()
        else:
            self._choose_nothing()
            self._sound_refused()
            self._table.hint.emit(rules.refused_at(sources, place))

    def _mark(self, place: str, rules: DropRules) -> None:
        self._marked = place
        self._table.slots[place].mark(marked=True)
        self._table.handled("lifted", place)
        self._light((place,), rules)

    def _choose_nothing(self) -> None:
        if self._marked is not None:
            self._make_room((self._marked,), None)
            self._table.slots[self._marked].mark(marked=False)
            self._marked = None
            self._darken()

    def _taken_along(self, place: str) -> Sources:
        self._choose_nothing()
        return (place,)

    def _is_own_place(self, place: str, sources: Sources, rules: DropRules) -> bool:
        return place in sources or rules.is_home(place)

    def _stays_bright(self, place: str, sources: Sources, rules: DropRules) -> bool:
        return all(map(self._board.arranges, sources)) and rules.is_home(place)

    def _pull(self, flights: Sequence[FlyingCard], cards: Sequence[QRectF], lit: str) -> None:
        from mile_bones.desktop.table.drop_target import pulled

        centre = self._table.slots[lit].rect.center()
        for flight, card in zip(flights, cards, strict=True):
            flight.setPos(QPointF(*pulled((card.center().x(), card.center().y()), (centre.x(), centre.y()))))

    def _dropped_at_home(self, sources: Sources, rules: DropRules) -> None:
        """Do nothing, because the player sees that the thing is back."""


class Gather(Drag):
    """Each click selects one more thing, or deselects a selected one, without a veil. Then all selected things go to a
    place together.
    """

    def __init__(self, table: TableView, board: DragBoard) -> None:
        super().__init__(table, board)
        self._selected: list[str] = []
        self._offered = False  # True if the board has selected things and the player has not agreed yet
        self._withdrawn: Sources = ()  # the offer to select again when the pointer lets go of something else

    @property
    def chosen(self) -> Sources:
        """The places of the selected things, in table order."""
        order = {place: number for number, place in enumerate(self._table.slots)}
        return tuple(sorted(self._selected, key=lambda place: order[place]))

    @property
    def marked(self) -> str | None:
        return self._selected[0] if len(self._selected) == 1 and self.by_player else None

    @property
    def by_player(self) -> bool:
        """Whether the player has selected something. A selection by the board does not count."""
        return bool(self._selected) and not self._offered

    def offer(self, places: Sequence[str]) -> None:
        """Select ``places`` as a proposal to the player, who can select something else without deselecting these places
        first.
        """
        self.select(places)
        self._offered = bool(places)
        self._withdrawn = ()

    def select(self, places: Sequence[str]) -> None:
        """Select ``places`` and nothing else."""
        had = bool(self._selected)
        self._selected = list(places)
        self._offered = False
        self._table.mark_just(selected=dict.fromkeys(places, True))
        if had or places:
            self._board.selection_changed()
            self._table.describe()

    def toggle(self, place: str) -> None:
        """Select what lies at ``place``, or deselect it."""
        rules = self._board.rules()
        if rules is None or not rules.may_select(place):
            return
        selected = list(self._selected)
        if place in selected:
            selected.remove(place)
        else:
            selected = [place] if self._offered else [*selected, place]
            self._table.handled("lifted", place)
        self._show_selection(selected, rules)
        if not selected:
            self._table.hint.emit(rules.stays((place,)))

    def select_all(self, places: Sequence[str]) -> None:
        """Select ``places`` and nothing else, as the player's own choice."""
        rules = self._board.rules()
        if rules is not None and places:
            self._show_selection(places, rules)

    def send_to(self, place: str) -> None:
        """Do what sending the selected things to ``place`` means. If ``place`` is wrong for them, they stay
        selected.
        """
        rules = self._board.rules()
        if rules is None:
            return
        sources = self.chosen
        actions = rules.actions_at(sources, place)
        if actions:
            self.choose(actions)
        else:
            self._sound_refused()
            self._table.hint.emit(rules.refused_at(sources, place))

    def click(self, place: str | None, at: Point) -> None:
        """Select or deselect one of the player's things, or send the selection to ``place``."""
        rules = self._board.rules()
        if place is None:
            if rules is not None:
                self.put_back()
            return
        if self._board.pressed(place) or rules is None:
            return
        sends = self._selected and not rules.may_select(place) and not rules.actions_of(place, self.chosen)
        if sends and not self._table.gestures.clicking:
            self._table.hint.emit(rules.drag_it(place))
            return
        self._press(place, rules)

    def press_key(self, place: str) -> None:
        if self._board.pressed(place):
            return
        rules = self._board.rules()
        if rules is not None:
            self._press(place, rules)

    def double_click(self, place: str) -> None:
        """Smart-play the thing at ``place``. If the player has selected things that go there, do what a click does."""
        rules = self._board.rules()
        if rules is not None and self.by_player and not rules.may_select(place):
            self._press(place, rules)
        else:
            super().double_click(place)

    def hover(self, at: Point) -> None:
        """Do nothing, because selected things stay where they are in their row."""

    def put_back(self) -> None:
        rules = self._board.rules()
        if self._selected and rules is not None:
            sources = self.chosen
            self._choose_nothing()
            self._table.hint.emit(rules.stays(sources))

    def choose(self, actions: Sequence[Any], sources: Sources = ()) -> None:
        self._choose_nothing()
        self._darken()
        self._begin(actions)

    def _press(self, place: str, rules: DropRules) -> None:
        actions = rules.actions_of(place, self.chosen)
        if actions:
            self._begin(actions)
        elif rules.may_select(place):
            self.toggle(place)
        elif self.by_player:
            self.send_to(place)
        elif words := rules.choose_first(place):
            self._table.hint.emit(words)

    def _show_selection(self, places: Sequence[str], rules: DropRules) -> None:
        """Select ``places`` and light where they may go, without a veil because the player may select more."""
        self.select(places)
        if places:
            self._table.hint.emit(rules.where_to(self.chosen))
        lit = rules.targets(self.chosen) if places else {}
        self._table.mark_just(target=lit, over={})
        self._table.describe()

    def _choose_nothing(self) -> None:
        if self._selected:
            self.select(())
            self._darken()

    def _taken_along(self, place: str) -> Sources:
        """Return everything that is selected if the thing at ``place`` is part of it.

        Otherwise select only that thing, and return its place. A thing that cannot be selected is taken up alone, and
        what the player has selected stays selected.
        """
        rules = self._board.rules()
        self._withdrawn = self.chosen if self._offered and place not in self._selected else ()
        if rules is not None and not rules.may_select(place):
            if self._offered:
                self.select(())
            return (place,)
        if place not in self._selected:
            self.select((place,))
        return self.chosen

    def clear(self, *, is_new: bool = True) -> None:
        super().clear(is_new=is_new)
        self._withdrawn = ()

    def _send_home(self, *, refused: bool = False) -> None:
        """Send the things home. Offer again what was offered before the pointer took them up."""
        super()._send_home(refused=refused)
        if self._withdrawn:
            self.offer(self._withdrawn)

    def _is_own_place(self, place: str, sources: Sources, rules: DropRules) -> bool:
        return rules.is_home(place)

    def _stays_bright(self, place: str, sources: Sources, rules: DropRules) -> bool:
        return rules.is_home(place)

    def _pull(self, flights: Sequence[FlyingCard], cards: Sequence[QRectF], lit: str) -> None:
        """Do nothing, because several held things keep their distances."""

    def _dropped_at_home(self, sources: Sources, rules: DropRules) -> None:
        self._table.hint.emit(rules.stays(sources))
