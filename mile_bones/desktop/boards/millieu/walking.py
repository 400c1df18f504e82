"""How the keyboard walks about the cube: along its axes, and from one marked point to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.key_names import own_key
from mile_bones.desktop.table.board_view import BoardView

_SHEETS = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


OWN_KEYS = frozenset({"N", "Return", "PgUp", "PgDown", "Home", "End"})
"""As the settings of keys write them."""


def next_marked(marked: Sequence[int], here: int, forward: bool) -> int | None:
    """The marked point after (or before) this one in the order of the points; None behind the last of them."""
    beyond = [point for point in marked if (point > here if forward else point < here)]
    return None if not beyond else beyond[0] if forward else beyond[-1]


class Walk:
    """Answers the keys of a table. Each method says whether the key meant something."""

    def __init__(
        self, table: BoardView, marked: Callable[[], Sequence[int]], tell_neighbours: Callable[[int], None]
    ) -> None:
        """``marked`` gives the points that the present step may begin or end with."""
        self._table = table
        self._of_step = marked
        self._tell_neighbours = tell_neighbours

    def marked(self) -> Sequence[int]:
        """The points that are lit: where the piece in play may go, else those of this step."""
        table = self._table
        lit = [point for point, place in enumerate(slot_names.BOARD) if table.slots[place].marks.target]
        return lit if table.card_drag.marked is not None else self._of_step()

    def to_first_marked(self) -> None:
        """Go to the first point that is lit, unless the focus is on one."""
        marked, place = self.marked(), self._table.focused_place
        here = None if place is None else slot_names.point_index(place)
        if marked and here not in marked:
            button = self._table.buttons[slot_names.point(marked[0])]
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)  # of what is marked is told just after

    def arrow(self, place: str, dx: int, dy: int) -> bool:
        """Left and Right along x, Up and Down along y; beyond the cube lie the trays."""
        table = self._table
        if place in slot_names.BOARD:
            target = slot_names.step(place, dx, dy, 0)
            if target is None and dx:
                target = self._stop(slot_names.OWN_HAND if (dx < 0) != table.mirrored else slot_names.OTHER_HAND)
        elif dx and place in (*slot_names.OWN_HAND, *slot_names.OTHER_HAND):
            target = self._in_tray(place, dx)
        else:
            return False
        if target is not None:
            table.focus_place(target)
        return True

    def tab(self, forward: bool) -> bool:
        """The Tab key: from a tray to the first marked point, and on to the next; behind the last it goes on."""
        table, place = self._table, self._table.focused_place
        if place is None:
            return False
        marked = self.marked()
        point = slot_names.point_index(place)
        if point is None:
            comes = (place in slot_names.OWN_HAND and forward) or (place in slot_names.OTHER_HAND and not forward)
            target = (marked[0] if forward else marked[-1]) if comes and marked else None
        else:
            target = next_marked(marked, point, forward)
        if target is None:
            return False
        table.buttons[slot_names.point(target)].setFocus(
            Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        )
        return True

    def key(self, event: QKeyEvent) -> bool:
        """Page Up and Page Down: the sheets. Home and End: the ends of the row or tray. N: the neighbours."""
        table, place = self._table, self._table.focused_place
        key = own_key(event)
        if place is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        point = slot_names.point_index(place)
        if key in _SHEETS and point is not None:
            target = slot_names.step(place, 0, 0, _SHEETS[key])
            if target is not None:
                table.focus_place(target)
            return True
        if key in _ENDS:
            row = table.groups.members(place) if point is None else slot_names.BOARD[point - point % 3 :][:3]
            table.focus_place(row[_ENDS[key]])
            return True
        if key == Qt.Key.Key_N and point is not None:
            self._tell_neighbours(point)
            return True
        return False

    def _in_tray(self, place: str, dx: int) -> str | None:
        """The next place of the row; at the edge that is turned to the cube, the cube."""
        mine = place in slot_names.OWN_HAND
        tray = slot_names.OWN_HAND if mine else slot_names.OTHER_HAND
        kind = tray.index(place)
        column = kind // 3 + (-dx if self._table.mirrored else dx)
        if 0 <= column < 3:
            return tray[3 * column + kind % 3]
        return self._stop(slot_names.BOARD) if (column > 2) == mine else None

    def _stop(self, group: Sequence[str]) -> str | None:
        return self._table.groups.stop(group[0], group)
