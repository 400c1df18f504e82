"""The list of games in the history dialog. The list is never wider than the dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView

from mile_bones.desktop.dialogs.games_model import (
    DATE,
    DEAL,
    GAME,
    HANDS,
    MONEY,
    NAMES,
    POINTS,
    RESULT,
    RULES,
    GamesModel,
)
from mile_bones.desktop.dialogs.lists import Cells, LongList, prepare_list, shares
from mile_bones.desktop.look.theme import active
from mile_bones.i18n import gettext as _

_FIRM = (DATE, POINTS, MONEY, HANDS, RULES, RESULT)
"""The columns whose texts would be useless if they were cut."""
_LONGEST_DEAL = 10
"""The number of digits of a deal that are shown in full.

Longer numbers, which the program never chooses itself, are cut in the middle.
"""
_LEAVE_FIRST = (DEAL, HANDS, RULES, MONEY, POINTS, RESULT)
"""The columns to hide, in this order, if there is no room for all columns. The dialog shows their texts below the
list.
"""
_LEAST = 56
"""The minimum width of any other column in pixels at scale 1. If there is less room, a column is hidden."""
_BESIDE = 8
"""The space beside a column's heading and for the sorting arrow, in pixels at scale 1."""


class GamesList(LongList):
    """A list of the games in ``model``, the last one first."""

    def __init__(self, model: GamesModel) -> None:
        super().__init__()
        self._games = model
        self._wanted: list[int] = []
        prepare_list(self, _("Games"), model)
        self.setItemDelegate(Cells(self, cut_inside=(DEAL,)))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(LongList.SelectionMode.ExtendedSelection)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.header().setMinimumSectionSize(1)
        self.setSortingEnabled(True)
        self.sortByColumn(DATE, Qt.SortOrder.DescendingOrder)
        self.setColumnHidden(GAME, True)
        self.setColumnHidden(MONEY, True)
        settled = (model.rowsInserted, model.layoutChanged, model.headerDataChanged, self.header().sortIndicatorChanged)
        for changed in settled:
            changed.connect(self.share_out)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_out()

    def share_out(self) -> None:
        """Distribute the width among the columns."""
        heads = self.header()
        self._wanted = [self._wanted_by(column) for column in range(heads.count())]
        games = self._games
        needed = {GAME: games.has_kinds, MONEY: games.has_payments, POINTS: games.has_points, HANDS: games.has_points}
        shown = [column for column in range(heads.count()) if needed.get(column, True)]
        widths = self._widths(shown)
        if GAME in shown and widths[GAME] < self._wanted[GAME]:
            shown.remove(GAME)  # the rules also show which game it is
            widths = self._widths(shown)
        for column in _LEAVE_FIRST:
            if sum(self._least(each) for each in shown) <= self.viewport().width():
                break
            if column in shown:
                shown.remove(column)
                widths = self._widths(shown)
        hidden = [column not in shown for column in range(heads.count())]
        changed = hidden != [self.isColumnHidden(column) for column in range(heads.count())]
        for column, hide in enumerate(hidden):
            self.setColumnHidden(column, hide)
        for column, width in widths.items():
            if heads.sectionSize(column) != width:
                heads.resizeSection(column, width)
        if changed:
            self.columns_changed.emit()

    def _widths(self, shown: list[int]) -> dict[int, int]:
        wanted = [self._wanted[column] for column in shown]
        firm = [place for place, column in enumerate(shown) if column in _FIRM]
        most = [place for place, column in enumerate(shown) if column in NAMES]
        return dict(zip(shown, shares(self.viewport().width(), wanted, firm, most), strict=True))

    def _least(self, column: int) -> int:
        wanted = self._wanted[column]
        return wanted if column in _FIRM else max(self._head(column), min(wanted, self._px(_LEAST)))

    def _wanted_by(self, column: int) -> int:
        """Return the width that a column wants for its texts and its heading."""
        words = self.sizeHintForColumn(column)
        if column == DEAL:
            words = min(words, self.fontMetrics().horizontalAdvance("8" * _LONGEST_DEAL) + 2 * self._px(_BESIDE))
        return max(words, self._head(column))

    def _head(self, column: int) -> int:
        heads = self.header()
        beside = 2 + (heads.sortIndicatorSection() == column)
        head = heads.fontMetrics().horizontalAdvance(str(self._games.headerData(column, Qt.Orientation.Horizontal)))
        return head + beside * self._px(_BESIDE)

    def _px(self, size: float) -> int:
        return round(size * active()[1])
