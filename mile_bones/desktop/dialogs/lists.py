"""Widgets for choosing: combo boxes, and tables with any number of lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from time import monotonic
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QHelpEvent, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from mile_bones.desktop.dialogs.base import stack_when_narrow
from mile_bones.desktop.plain_text import WHATS_THIS, show_tip, shown_plainly
from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.players import levels

_LOOKED_AT = 50
"""The number of lines used to find the width of a column. Qt's usual thousand would take seconds."""
_TEXT, _ALIGNMENT = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
"""Two roles as plain integers, for speed. Before a view shows a list, it asks for forty thousand values."""
NOTHING = "–"
"""The text of a cell that has no value."""
_TYPED_THROUGH = 2000
"""The number of lines that are searched when the player types the beginning of a line."""


class ChoiceBox(QComboBox):
    """A combo box that reacts to the mouse wheel only if it has the focus. Otherwise the wheel scrolls the area around
    it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def choice_box(name: str, values: Sequence[tuple[object, str]], everything: str = "") -> QComboBox:
    """Return a combo box with these values and their texts. ``currentData`` is the chosen value.

    `everything` is the text of a first entry with the value None, or "" if there is no such entry.
    """
    box = ChoiceBox()
    box.setAccessibleName(name)
    if sys.platform not in ("win32", "darwin"):
        box.setAccessibleDescription(name)  # on Linux Qt uses the value as the name of a box without a label
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    if everything:
        box.addItem(everything, None)
    for value, text in values:
        box.addItem(text, value)
    return box


def set_choices(box: QComboBox, values: Sequence[tuple[object, str]], everything: str = "") -> bool:
    """Replace the values of a box made by ``choice_box``, without a signal.

    The chosen value stays if it is among the new values. Otherwise choose the first value, and return True.
    """
    wanted = [(None, everything), *values] if everything else list(values)
    if [text for _value, text in wanted] == [box.itemText(at) for at in range(box.count())]:
        return False
    chosen, blocked = box.currentData(), box.blockSignals(True)
    box.clear()
    for value, text in wanted:
        box.addItem(text, value)
    at = next((at for at in range(box.count()) if box.itemData(at) == chosen), None)
    box.setCurrentIndex(at or 0)
    box.blockSignals(blocked)
    return at is None


def game_choices(games: Collection[str]) -> list[tuple[str, str]]:
    """Return these games with their titles, in the usual order."""
    return [(game, spec(game).title()) for game in GAMES if game in games]


def rules_choices(game: str | None = None) -> list[tuple[str, str]]:
    """Return the rule sets of a game with their titles. If `game` is None, return those of all games."""
    return [(rules, spec(one).rules_title(rules)) for one in GAMES if game in (None, one) for rules in spec(one).rules]


def level_choices(game: str | None = None) -> list[tuple[str, str]]:
    """Return the levels of a game with their titles. If `game` is None, return the levels of all games, each level
    once.
    """
    return list({level.name: level.title() for one in GAMES if game in (None, one) for level in levels(one)}.items())


class ChoiceRows(QVBoxLayout):
    """The widgets for searching and filtering above a list. The widgets are in one row, or in two rows after
    ``set_two``.
    """

    def __init__(self, first: Sequence[QWidget], second: Sequence[QWidget], spacing: int) -> None:
        super().__init__()
        self._rows = (stack_when_narrow(QHBoxLayout()), stack_when_narrow(QHBoxLayout()))
        self._second = second
        self.setSpacing(spacing)
        for row in self._rows:
            row.setSpacing(spacing)
            self.addLayout(row)
        for widget in (*first, *second):
            self._rows[0].addWidget(widget, 1)

    def set_two(self, two: bool) -> None:
        """Put the widgets in `second` into a second row if `two`, else into the first row."""
        for widget in self._second:
            self._rows[two].addWidget(widget, 1)


class LinesModel(QStandardItemModel):
    """A table of any length, whose texts are made by ``line`` when a row is shown.

    The columns in ``numbers`` are aligned at the trailing edge. Qt's own model keeps the number of rows, but has no
    items. A view asks for this number once for each row. In Python that would take a fifth of a second for a hundred
    thousand rows.
    """

    def __init__(
        self,
        heads: Sequence[str],
        numbers: Collection[int],
        line: Callable[[int], Sequence[str]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(0, len(heads), parent)
        self._heads = tuple(heads)
        leading, trailing = Qt.AlignmentFlag.AlignLeading, Qt.AlignmentFlag.AlignTrailing
        sides = (trailing if column in numbers else leading for column in range(len(heads)))
        self._aligned = [int(side | Qt.AlignmentFlag.AlignVCenter) for side in sides]
        self._line = line

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _TEXT) -> Any:
        if orientation is Qt.Orientation.Horizontal:
            if role == _TEXT:
                return self._heads[section]
            if role == _ALIGNMENT:
                return self._aligned[section]
        return None

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _TEXT) -> Any:
        if role == _TEXT:
            return self._line(index.row())[index.column()]
        if role == _ALIGNMENT:
            return self._aligned[index.column()]
        if role == WHATS_THIS:
            return shown_plainly(self._line(index.row())[index.column()])
        return None


class LongList(QTreeView):
    """A list in which typing goes to a line. Only some of the lines are searched, because there may be a hundred
    thousand.
    """

    columns_changed = Signal()
    """Emitted when the set of hidden columns has changed."""

    def __init__(self) -> None:
        super().__init__()
        self._typed, self._last = "", 0.0
        self._enough: Mapping[int, int] | None = None
        self._room: tuple[int, str, str] | None = None

    def leave_out_columns(self, enough: Mapping[int, int] | None = None) -> None:
        """From now on hide the last columns that have no room, and as few as possible.

        `enough` gives, for some columns, a width in pixels that is enough.
        """
        self._enough = enough or {}
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def updateGeometries(self) -> None:
        """Hide columns that have no room, and show those that have room again."""
        super().updateGeometries()
        heads = self.header()
        room = (self.viewport().width(), self.font().key(), heads.font().key())
        if self._enough is None or (room == self._room and heads.length() <= room[0]):
            return
        self._room = room
        wanted = [max(self.sizeHintForColumn(at), heads.sectionSizeHint(at)) for at in range(heads.count())]
        for at, enough in self._enough.items():
            wanted[at] = min(wanted[at], enough)
        before = [self.isColumnHidden(at) for at in range(heads.count())]
        hidden = [at > 0 and sum(wanted[: at + 1]) > self.viewport().width() for at in range(heads.count())]
        if hidden != before:
            for at, hide in enumerate(hidden):
                self.setColumnHidden(at, hide)
            stretched = QHeaderView.ResizeMode.Stretch
            wide = any(heads.sectionResizeMode(at) is stretched for at, hide in enumerate(hidden) if not hide)
            heads.setStretchLastSection(not wide)
            self.columns_changed.emit()

    def keyboardSearch(self, search: str) -> None:
        """Go to the next line that begins with this letter. Letters typed quickly one after another form a word."""
        pause = monotonic() - self._last > QApplication.keyboardInputInterval() / 1000
        self._typed, self._last = (search if pause else self._typed + search).casefold(), monotonic()
        model, current = self.model(), self.currentIndex()
        count, row = model.rowCount(), current.row()
        same = len(set(self._typed)) == 1  # repeating a letter goes from line to line
        wanted, first = (self._typed[0], row + 1) if same else (self._typed, max(row, 0))
        for step in range(min(count, _TYPED_THROUGH)):
            index = model.index((first + step) % count, max(current.column(), 0))
            if str(index.data()).casefold().startswith(wanted):
                self.setCurrentIndex(index)
                return


def left_out(view: LongList, but: Collection[int] = ()) -> str:
    """Return the texts of the current line that are in hidden columns. Each text has its own line, with the heading of
    its column.

    Columns in `but` are left out.
    """
    model, row = view.model(), view.currentIndex().row()
    if row < 0:
        return ""
    found = []
    for column in sorted({*range(model.columnCount())} - {*but}):
        text = str(model.index(row, column).data())
        if view.isColumnHidden(column) and text not in ("", NOTHING):
            head = str(model.headerData(column, Qt.Orientation.Horizontal))
            found.append(_("{control}: {value}").format(control=head, value=text))
    return "\n".join(found)


class Cells(QStyledItemDelegate):
    """Draws the cells of a list. If a text is cut, its tooltip shows the whole text.

    In the columns ``cut_inside`` a text is cut in the middle instead of at its end.
    """

    def __init__(self, view: QTreeView, cut_inside: Collection[int] = ()) -> None:
        super().__init__(view)
        self._cut_inside = frozenset(cut_inside)

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if index.column() in self._cut_inside:
            option.textElideMode = Qt.TextElideMode.ElideMiddle

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        cut = self.sizeHint(option, index).width() > view.visualRect(index).width()
        show_tip(event.globalPos(), str(index.data()) if cut else "", view.viewport(), view.visualRect(index))
        return True


def shares(room: int, wanted: Sequence[int], firm: Collection[int], most: Collection[int]) -> list[int]:
    """Return widths of columns whose sum is `room`. `wanted` are the widths that the columns need.

    Columns in `firm` get what they need. If there is too little room for the others, the widest columns are reduced
    first, down to the width of the next one. Spare width goes to the columns in `most`.
    """
    widths = list(wanted)
    soft = sorted((column for column in range(len(wanted)) if column not in firm), key=wanted.__getitem__)
    left = max(room - sum(wanted[column] for column in firm), 0)
    for place, column in enumerate(soft):
        widths[column] = min(wanted[column], left // (len(soft) - place))
        left -= widths[column]
    for place, column in enumerate(most):
        widths[column] += left // (len(most) - place)
        left -= left // (len(most) - place)
    return widths


def whose_box(everything: str = "") -> QComboBox:
    """Return a box to choose between one's own games and imported ones. `everything` is the text of the entry for both,
    or "" if there is no such entry.
    """
    return choice_box(_("Whose games"), [(False, _("Your games")), (True, _("Imported games"))], everything)


def height_of(view: LongList, lines: int, line: int) -> int:
    """Return the height of a list with `lines` lines below its header, each `line` pixels high."""
    return view.header().sizeHint().height() + lines * line + 2 * view.frameWidth()


def list_view(name: str, model: QAbstractItemModel, wide: Sequence[int] = (0,)) -> LongList:
    """Return a list of the rows of a table. The columns in `wide` take the free width."""
    view = LongList()
    prepare_list(view, name, model)
    header = view.header()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    for column in wide:
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
    return view


def prepare_list(view: LongList, name: str, model: QAbstractItemModel) -> None:
    """Set up a list for the rows of a table. The caller sets the widths of the columns."""
    view.setModel(model)
    view.setItemDelegate(Cells(view))
    view.setAccessibleName(name)
    view.setRootIsDecorated(False)
    view.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
    view.setUniformRowHeights(True)
    view.setAlternatingRowColors(True)
    view.setAllColumnsShowFocus(True)
    view.setProperty("lines", True)
    header = view.header()
    header.setStretchLastSection(False)
    header.setResizeContentsPrecision(_LOOKED_AT)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading)
