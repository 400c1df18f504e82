"""Lists to choose from: boxes that open, and tables of many lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QApplication, QComboBox, QHeaderView, QTreeView

from mile_bones.games import GAMES, spec
from mile_bones.i18n import gettext as _
from mile_bones.players import levels

_LOOKED_AT = 50
"""Lines by which the width of a column is found: looking at a thousand, as Qt does, takes seconds."""
_TEXT, _ALIGNMENT = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
"""As whole numbers: a view asks for forty thousand things before a list is seen."""
_TYPED_THROUGH = 2000
"""Lines among which one is found by typing its beginning."""


def choice_box(name: str, values: Sequence[tuple[object, str]], everything: str = "") -> QComboBox:
    """Values with their words; ``currentData`` is the one chosen. ``everything`` comes first and stands for None."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    if everything:
        box.addItem(everything, None)
    for value, text in values:
        box.addItem(text, value)
    return box


def set_choices(box: QComboBox, values: Sequence[tuple[object, str]], everything: str = "") -> bool:
    """Other values in a box that was made by ``choice_box``, without a signal. What was chosen stays so if it is among
    them; whether it is not, and the first one is chosen."""
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
    """These games, in the order in which people are offered them."""
    return [(game, spec(game).title()) for game in GAMES if game in games]


def rules_choices(game: str | None = None) -> list[tuple[str, str]]:
    """The rule sets of a game, of all games for None."""
    return [(rules, spec(one).rules_title(rules)) for one in GAMES if game in (None, one) for rules in spec(one).rules]


def level_choices(game: str | None = None) -> list[tuple[str, str]]:
    """The levels of a game, of all games for None; each word once."""
    return list({level.name: level.title() for one in GAMES if game in (None, one) for level in levels(one)}.items())


class LinesModel(QStandardItemModel):
    """A table of any length whose texts are made when they are shown: ``line`` gives those of a row. Columns of
    ``numbers`` stand at the right.

    Qt's own model keeps the number of rows, though it holds no item: a view asks for it once a row, and in Python that
    would take a fifth of a second for a hundred thousand.
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
        return None


class LongList(QTreeView):
    """A list in which typing finds a line as in any other, but never looks through a hundred thousand of them."""

    def __init__(self) -> None:
        super().__init__()
        self._typed, self._last = "", 0.0

    def keyboardSearch(self, search: str) -> None:
        """Go to the next line that begins so; within a moment the letters make a word."""
        pause = monotonic() - self._last > QApplication.keyboardInputInterval() / 1000
        self._typed, self._last = (search if pause else self._typed + search).casefold(), monotonic()
        model, current = self.model(), self.currentIndex()
        count, row = model.rowCount(), current.row()
        same = len(set(self._typed)) == 1  # a letter again and again goes on from line to line
        wanted, first = (self._typed[0], row + 1) if same else (self._typed, max(row, 0))
        for step in range(min(count, _TYPED_THROUGH)):
            index = model.index((first + step) % count, max(current.column(), 0))
            if str(index.data()).casefold().startswith(wanted):
                self.setCurrentIndex(index)
                return


def whose_box(everything: str = "") -> QComboBox:
    """One's own games, or those of other people; ``everything``: or both."""
    return choice_box(_("Whose games"), [(False, _("Your games")), (True, _("Imported games"))], everything)


def list_view(name: str, model: QAbstractItemModel, wide: Sequence[int] = (0,)) -> LongList:
    """The lines of a table; the columns ``wide`` take what the others leave."""
    view = LongList()
    view.setModel(model)
    view.setAccessibleName(name)
    view.setRootIsDecorated(False)
    view.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
    view.setUniformRowHeights(True)
    view.setAlternatingRowColors(True)
    view.setAllColumnsShowFocus(True)
    header = view.header()
    header.setStretchLastSection(False)
    header.setResizeContentsPrecision(_LOOKED_AT)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    for column in wide:
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
    return view
