"""Keyboard navigation of the cube: along its axes, from one marked point to the next, and to a point by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.choices import Choices
from mile_bones.desktop.key_names import key_names, own_key
from mile_bones.desktop.table.board import Board
from mile_bones.games.millieu import words
from mile_bones.games.millieu.observation import Phase
from mile_bones.games.millieu.pieces import Piece
from mile_bones.i18n import format_number, in_parts
from mile_bones.i18n import gettext as _

_SHEETS = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


OWN_KEYS = frozenset({"N", "Return", "PgUp", "PgDown", "Home", "End", "8", "9"})
"""The keys of this table, as the key settings write them. The keys for cards 1 to 7 arrive through ``mark_card``."""
_SHEETS_OF_CUBE = 3
_POINTS_OF_SHEET = 9


def next_marked(marked: Sequence[int], here: int, forward: bool) -> int | None:
    """Return the next marked point after ``here`` if ``forward``, else the last one before ``here``, in the order of
    the points. Return None if there is no such point.
    """
    beyond = [point for point in marked if (point > here if forward else point < here)]
    return None if not beyond else beyond[0] if forward else beyond[-1]


class Walk:
    """Handles the keys of a table. A method for a key returns True if the key had a meaning."""

    def __init__(self, table: Board, choices: Callable[[], Choices], tell_neighbours: Callable[[int], None]) -> None:
        """``choices`` returns what the viewer may do now."""
        self._table = table
        self._choices = choices
        self._tell_neighbours = tell_neighbours
        self._by_keys = False
        self._sheet: tuple[str, int] | None = None  # the place of the marked piece, and the sheet chosen for that piece

    def marked(self) -> Sequence[int]:
        """Return the points that are lit: the points to which the marked piece may go, or without a marked piece the
        points of this step.
        """
        table = self._table
        lit = [point for point, place in enumerate(slot_names.BOARD) if table.slots[place].marks.target]
        return lit if table.drag.marked is not None else self._choices().marked_points

    # ------------------------------------------------------------------ players who use the keyboard

    def by_keys(self, on: bool) -> None:
        """Note whether the player uses the keyboard, or something else such as the mouse."""
        self._by_keys = on
        self.show_numbers()

    def to_step(self) -> None:
        """Move the focus to where the present step begins."""
        choices = self._choices()
        place = slot_names.hand(True, min(choices.places, default=0))
        if choices.observation.phase is not Phase.PLACE and choices.marked_points:
            place = slot_names.point(choices.marked_points[0])
        self._table.buttons[place].tell_words()  # before the focus moves, else a reader speaks them twice
        self._table.focus_place(place)

    def step_begins(self) -> None:
        """Note that another step begins. If the player uses the keyboard, move the focus to where the step begins."""
        self._sheet = None
        if self._by_keys and self._table.focused_place is not None:
            self.to_step()

    def taken_up(self) -> None:
        """Move the focus to the first point to which the marked piece may go. If the piece slides and may go to several
        points, announce them.

        A piece of the hand may have been marked by a key, or by a program that reads the window. For a piece that
        slides, this method works only after a key.
        """
        marked = self._table.drag.marked
        origin = None if marked is None else slot_names.point_index(marked)
        slides = origin in self._choices().slides and self._by_keys
        if marked is None or (origin is not None and not slides):
            return
        self.to_first_marked()
        ways = () if origin is None else self._choices().slides[origin]
        if len(ways) > 1:
            # Translators: the key with this number chooses this point
            text = _("{number}: {point}")
            told = (text.format(number=format_number(n), point=words.point_name(way)) for n, way in enumerate(ways, 1))
            self._table.announcer.announce(_("Arrows: {points}.").format(points=in_parts(told)))

    # ------------------------------------------------------------------ by numbers

    def numbered(self) -> Sequence[str]:
        """Return the places that the keys 1 to 9 choose in a step that slides or takes, in the order of the keys."""
        choices, marked = self._choices(), self._table.drag.marked
        origin = None if marked is None else slot_names.point_index(marked)
        if origin in choices.slides:
            return tuple(map(slot_names.point, choices.slides[origin]))
        return tuple(map(slot_names.point, sorted(choices.slides) or sorted(choices.takes)))

    def show_numbers(self) -> None:
        """If the player uses the keyboard, show its number on each place that a number key chooses."""
        numbers = {place: n for n, place in enumerate(self.numbered(), 1)} if self._by_keys else {}
        self._table.mark_just(number=numbers)

    def number(self, digit: int) -> bool:
        """Handle a number key. Return False if the viewer has no step to do.

        In the first step the player chooses a piece of the hand by 1 to 9, then a sheet by 1 to 3, and finally a point
        of this sheet by 1 to 9. In later steps a number chooses one of the places from ``numbered``.
        """
        choices, table = self._choices(), self._table
        if not choices.active:
            return False
        self.by_keys(True)
        if choices.observation.phase is not Phase.PLACE:
            places = self.numbered()
            if digit > len(places):
                table.hint.emit(_("There is no number {number} here.").format(number=format_number(digit)))
            else:
                self._press(places[digit - 1])
            return True
        marked, sheet = table.drag.marked, self._sheet
        self._sheet = None
        if marked is None:
            place = slot_names.hand(True, digit - 1)
            if self._is_stop(place):
                self._press(place)
            else:
                table.hint.emit(choices.why_unusable(Piece(digit - 1)))
        elif sheet is not None and sheet[0] == marked:
            self._press(slot_names.point(_POINTS_OF_SHEET * sheet[1] + digit - 1))
        elif digit > _SHEETS_OF_CUBE:
            table.hint.emit(_("Name the sheet first: 1 is the bottom one, 3 the top one."))
        else:
            self._sheet = marked, digit - 1
            points = range(_POINTS_OF_SHEET * (digit - 1), _POINTS_OF_SHEET * digit)
            lit = [point for point in self.marked() if point in points]
            table.focus_place(slot_names.point((lit or points)[0]))
        return True

    def _press(self, place: str) -> None:
        self._table.focus_place(place)
        self._table.buttons[place].click()

    # ------------------------------------------------------------------ step by step

    def to_first_marked(self) -> None:
        """Move the focus to the first point that is lit, unless the focus is already on a lit point."""
        marked, place = self.marked(), self._table.focused_place
        here = None if place is None else slot_names.point_index(place)
        if marked and here not in marked:
            button = self._table.buttons[slot_names.point(marked[0])]
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)  # quietly: the choice is announced next

    def arrow(self, place: str, dx: int, dy: int) -> bool:
        """Move the focus along x for Left and Right, and along y for Up and Down. Beyond the cube are the trays."""
        table = self._table
        if place in slot_names.BOARD:
            target = slot_names.step(place, dx, dy, 0)
            if target is None and dx:
                target = self._stop(slot_names.OWN_HAND if (dx < 0) != table.mirrored else slot_names.OTHER_HAND)
        elif place in (*slot_names.OWN_HAND, *slot_names.OTHER_HAND):
            target = self._in_tray(place, dx, dy)
        else:
            return False
        if target is not None:
            table.focus_place(target)
        return True

    def tab(self, forward: bool) -> bool:
        """Move the focus by the Tab key from a tray to the first marked point, and from one marked point to the next.

        After the last marked point return False, so that the focus leaves the cube.
        """
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
        """Handle Page Up and Page Down (sheets), Home and End (ends of a row or tray), N (neighbours), 8 and 9."""
        table, place = self._table, self._table.focused_place
        key = own_key(event)
        digit = next((name for name in key_names(event) if name in ("8", "9")), None)
        if digit is not None:
            return self.number(int(digit))
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
            stops = row if point is not None else [kind for kind in row if self._is_stop(kind)] or row
            table.focus_place(stops[_ENDS[key]])
            return True
        if key == Qt.Key.Key_N and point is not None:
            self._tell_neighbours(point)
            return True
        return False

    def _is_stop(self, place: str) -> bool:
        """Return True if a piece lies at ``place``. The arrow keys pass over kinds that are not in the hand."""
        return self._table.slots[place].model.face is not None

    def _in_tray(self, place: str, dx: int, dy: int) -> str | None:
        """Return the next piece of the column or of the row in a tray, or None if there is none.

        Beyond the edge that faces the cube return a point of the cube.
        """
        mine = place in slot_names.OWN_HAND
        tray = slot_names.OWN_HAND if mine else slot_names.OTHER_HAND
        column, row = divmod(tray.index(place), 3)
        if dy:
            rows = range(row + dy, 3 if dy > 0 else -1, dy)
            return next((tray[3 * column + other] for other in rows if self._is_stop(tray[3 * column + other])), None)
        step = -dx if self._table.mirrored else dx
        for other in range(column + step, 3 if step > 0 else -1, step):
            nearest = sorted(range(3), key=lambda beside: abs(beside - row))
            found = [tray[3 * other + beside] for beside in nearest if self._is_stop(tray[3 * other + beside])]
            if found:
                return found[0]
        return self._stop(slot_names.BOARD) if (step > 0) == mine else None

    def _stop(self, group: Sequence[str]) -> str | None:
        """Return the place that gets the focus when the focus enters a group. In a hand this is a place with a piece,
        if there is one.
        """
        stop = self._table.groups.stop(group[0], group)
        if stop is None or stop in slot_names.BOARD or self._is_stop(stop):
            return stop
        return next((place for place in group if self._is_stop(place)), stop)
