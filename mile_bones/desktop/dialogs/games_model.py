"""The games of the history as a table that is sorted, filtered and searched.

All of that is done here, in lists: Qt's own filter would call back into Python for every comparison, which takes
seconds for ten thousand games.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mile_bones.engine import legible
from mile_bones.games.milebones.words import rules_name
from mile_bones.i18n import format_date, format_number, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.players import LEVELS, level_name
from mile_bones.storage import LONGEST_NAME, PlayedGame

_Index = QModelIndex | QPersistentModelIndex
NAME = 1
"""The column that gives way when there is little room."""
_NUMBERS = (4, 5, 7)  # columns that stand at the right

_WON, _LOST, _DRAWN, _GIVEN_UP, UNFINISHED = "won", "lost", "drawn", "given_up", "unfinished"


class GamesModel(QAbstractTableModel):
    """``games`` are all of them, ``shown`` those that fit, in their order."""

    def __init__(self, games: Sequence[PlayedGame], parent: QObject) -> None:
        super().__init__(parent)
        self.games: list[PlayedGame] = []
        self.shown: list[PlayedGame] = []
        self._words: list[str] = []
        self._chosen: tuple[str | None, ...] = (None, None, None)
        self._order = (0, True)
        self._heads = (
            _("Date"),
            _("Name"),
            _("Opponent"),
            _("Result"),
            _("Points"),
            _("Hands"),
            _("Rules"),
            pgettext("number of a deal", "Deal"),
        )
        self._texts = cache(_texts)  # a line is searched at every key, and shown at every move of the mouse
        self.show_games(games)

    def show_games(self, games: Sequence[PlayedGame]) -> None:
        """Other games."""
        self.games = list(games)
        self._texts.cache_clear()
        self._arrange()

    def narrow(self, search: str, rules: str | None, level: str | None, result: str | None) -> None:
        """All words must occur somewhere; None fits everything."""
        wanted = (search.casefold().split(), (rules, level, result))
        if wanted != (self._words, self._chosen):
            self._words, self._chosen = wanted
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By what a column means, not by its words. The lines that are selected stay selected."""
        self._order = (column, order == Qt.SortOrder.DescendingOrder)
        self.layoutAboutToBeChanged.emit()
        marked = [(index, self.shown[index.row()]) for index in self.persistentIndexList()]
        self._sort()
        rows = {game.id: row for row, game in enumerate(self.shown)}
        for index, game in marked:
            self.changePersistentIndex(index, self.index(rows[game.id], index.column()))
        self.layoutChanged.emit()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return self._heads[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return _aligned(section)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts(self.shown[index.row()])[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(index.column())
        return None

    def _arrange(self) -> None:
        self.beginResetModel()
        self.shown = [game for game in self.games if self._fits(game)]
        self._sort()
        self.endResetModel()

    def _sort(self) -> None:
        column, reverse = self._order
        self.shown.sort(key=lambda game: _key(game, column), reverse=reverse)

    def _fits(self, game: PlayedGame) -> bool:
        has = (game.rules, game.level, _result(game))
        if any(wanted is not None and wanted != value for wanted, value in zip(self._chosen, has, strict=True)):
            return False
        if not self._words:
            return True
        text = " ".join((*self._texts(game), game.ended.date().isoformat())).casefold()
        return all(word in text for word in self._words)


def results() -> dict[str, str]:
    """How a game may have ended, with the words for it."""
    return {
        _WON: _("Won"),
        _LOST: _("Lost"),
        _DRAWN: _("Drawn"),
        _GIVEN_UP: _("Given up"),
        UNFINISHED: _("Unfinished"),
    }


def _aligned(column: int) -> int:
    side = Qt.AlignmentFlag.AlignTrailing if column in _NUMBERS else Qt.AlignmentFlag.AlignLeading
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def _result(game: PlayedGame) -> str:
    if game.state != "finished":
        return game.state
    mine, theirs = game.points
    return _DRAWN if mine == theirs else _WON if mine > theirs else _LOST


def _texts(game: PlayedGame) -> tuple[str, ...]:
    result = results()[_result(game)]
    return (
        _("{date}, {time}").format(date=format_date(game.ended.date()), time=f"{game.ended:%H:%M}"),
        legible(game.name, LONGEST_NAME),
        level_name(game.level) if game.level in LEVELS else legible(game.level, LONGEST_NAME),
        _("{result}, assisted").format(result=result) if game.assisted else result,
        _("{mine} to {theirs}").format(mine=format_number(game.points[0]), theirs=format_number(game.points[1])),
        format_number(game.hands),
        legible(rules_name(game.rules), LONGEST_NAME),
        "–" if game.seed is None else str(game.seed),
    )


def _key(game: PlayedGame, column: int) -> Any:
    """What a line is sorted by."""
    match column:
        case 0:
            return game.ended
        case 1:
            return game.name.casefold()
        case 2:
            return LEVELS.index(game.level) if game.level in LEVELS else -1
        case 3:
            return list(results()).index(_result(game))
        case 4:
            return game.points
        case 5:
            return game.hands
        case 6:
            return game.rules
    return -1 if game.seed is None else game.seed
