"""The keys of the Mille table for actions that do not depend on the place in focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from mile_bones.desktop.boards.montreal import slot_names
from mile_bones.desktop.boards.montreal.drop_rules import MontrealDropRules
from mile_bones.desktop.boards.montreal.hand_sorting import KEYS
from mile_bones.desktop.boards.montreal.layout import Places
from mile_bones.desktop.key_names import own_key
from mile_bones.desktop.table.choosing import Gather
from mile_bones.desktop.table.focus import FocusGroups
from mile_bones.desktop.table.gestures import Gestures
from mile_bones.games.montreal.actions import DRAW

OWN_KEYS = frozenset({"D", "P", "L", "A", "Del", "S", "I", "Home", "End"})
"""The keys of this table, as the key settings write them."""


class KeyTable(Protocol):
    """The parts of a table that the keys need."""

    drag: Gather
    places_now: Places
    groups: FocusGroups
    gestures: Gestures
    hint: Any
    input_began: Any

    @property
    def focused_place(self) -> str | None: ...

    @property
    def sorted_by(self) -> str: ...

    def rules(self) -> MontrealDropRules | None: ...

    def pressed(self, place: str) -> bool: ...

    def sort_by(self, way: str) -> None: ...

    def focus_place(self, place: str) -> None: ...


class TableKeys:
    """Handles the keys of the table.

    D draws, P takes the pile, A selects all cards of a rank, L lays the selection down, Delete discards it, S changes
    the order of the hand, I shows the whole pile. Home and End go to the ends of a row.
    """

    def __init__(self, table: KeyTable) -> None:
        self._table = table
        self._acts: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_D: self._draw,
            Qt.Key.Key_P: self._take_pile,
            Qt.Key.Key_L: self._lay_down,
            Qt.Key.Key_A: self._select_rank,
            Qt.Key.Key_Delete: self._discard,
            Qt.Key.Key_S: self._sort,
            Qt.Key.Key_I: self._look,
            Qt.Key.Key_Home: self._first,
            Qt.Key.Key_End: self._last,
        }

    def key(self, event: QKeyEvent) -> bool:
        """Do the action of this key. Return False if the key has no meaning on this table."""
        table = self._table
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        act = self._acts.get(own_key(event))
        if act is None or held or event.isAutoRepeat():
            return False
        if table.focused_place is None:
            table.input_began.emit()  # a place with the focus emits the signal for its keys
        if not table.gestures.cancel():
            act()
        return True

    def do(self, key: Qt.Key) -> bool:
        """Do the action of this key for another input, such as a button. Return False if the table is only watched."""
        if self._table.rules() is None:
            return False
        if not self._table.gestures.cancel():
            self._acts[key]()
        return True

    def _draw(self) -> None:
        if self._table.rules() is not None:
            self._table.drag.choose((DRAW,))

    def _take_pile(self) -> None:
        rules = self._table.rules()
        if rules is None:
            return
        actions = rules.takes_with_pair(self._table.drag.chosen)
        if actions:
            self._table.drag.choose(actions)
        else:
            self._table.hint.emit(rules.cannot_take())

    def _lay_down(self) -> None:
        rules = self._table.rules()
        if rules is None:
            return
        if self._table.drag.by_player:
            self._table.drag.send_to(slot_names.LAY)
        else:
            self._table.hint.emit(rules.choose_first(slot_names.LAY))

    def _discard(self) -> None:
        self._table.drag.send_to(slot_names.PILE)

    def _select_rank(self) -> None:
        rules, place = self._table.rules(), self._table.focused_place
        if rules is not None and place is not None:
            self._table.drag.select_all(rules.all_of_rank(place))

    def _sort(self) -> None:
        ways = list(KEYS)
        self._table.sort_by(ways[(ways.index(self._table.sorted_by) + 1) % len(ways)])

    def _look(self) -> None:
        self._table.pressed(slot_names.LOOK)

    def _first(self) -> None:
        self._go_to_end(0)

    def _last(self) -> None:
        self._go_to_end(-1)

    def _go_to_end(self, end: int) -> None:
        table, place = self._table, self._table.focused_place
        if place is not None:
            row = [name for name in table.groups.members(place) if name in table.places_now.slots]
            table.focus_place(row[end])
