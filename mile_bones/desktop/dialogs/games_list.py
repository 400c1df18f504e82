"""The list of the history: never wider than its dialog, whatever its columns would like to have."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView

from mile_bones.desktop.dialogs.games_model import DATE, DEAL, GAME, HANDS, NAMES, POINTS, RULES, GamesModel
from mile_bones.desktop.dialogs.lists import Cells, LongList, prepare_list, shares
from mile_bones.desktop.look.theme import active
from mile_bones.i18n import gettext as _

_FIRM = (DATE, POINTS, HANDS, RULES)
"""Columns that mean too little when they are cut."""
_LONGEST_DEAL = 10
"""Digits of a number that is shown in full; of a longer one, which the game itself never chooses, the middle is left
out."""
_BESIDE = 8
"""Pixels at scale 1 on either side of the head of a column, and for the sign of the order."""


class GamesList(LongList):
    """The games of ``model``, the last one first."""

    def __init__(self, model: GamesModel) -> None:
        super().__init__()
        self._games = model
        prepare_list(self, _("Games"), model)
        self.setItemDelegate(Cells(self, cut_inside=(DEAL,)))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(LongList.SelectionMode.ExtendedSelection)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.header().setMinimumSectionSize(1)
        self.setSortingEnabled(True)
        self.sortByColumn(DATE, Qt.SortOrder.DescendingOrder)
        self.setColumnHidden(GAME, True)
        settled = (model.rowsInserted, model.layoutChanged, model.headerDataChanged, self.header().sortIndicatorChanged)
        for changed in settled:
            changed.connect(self.share_out)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_out()

    def share_out(self) -> None:
        """Give each column its part of the width."""
        heads = self.header()
        shown = [column for column in range(heads.count()) if column != GAME or self._games.has_kinds]
        widths = self._widths(shown)
        if GAME in shown and widths[GAME] < self._wanted(GAME):
            shown.remove(GAME)  # the rules tell it as well
            widths = self._widths(shown)
        self.setColumnHidden(GAME, GAME not in shown)
        for column, width in widths.items():
            if heads.sectionSize(column) != width:
                heads.resizeSection(column, width)

    def _widths(self, shown: list[int]) -> dict[int, int]:
        wanted = [self._wanted(column) for column in shown]
        firm = [place for place, column in enumerate(shown) if column in _FIRM]
        most = [place for place, column in enumerate(shown) if column in NAMES]
        return dict(zip(shown, shares(self.viewport().width(), wanted, firm, most), strict=True))

    def _wanted(self, column: int) -> int:
        """What the texts of a column take, and its head."""
        words, heads = self.sizeHintForColumn(column), self.header()
        if column == DEAL:
            words = min(words, self.fontMetrics().horizontalAdvance("8" * _LONGEST_DEAL) + 2 * self._px(_BESIDE))
        beside = 2 + (heads.sortIndicatorSection() == column)
        head = heads.fontMetrics().horizontalAdvance(str(self._games.headerData(column, Qt.Orientation.Horizontal)))
        return max(words, head + beside * self._px(_BESIDE))

    def _px(self, size: float) -> int:
        return round(size * active()[1])
