"""The history: every game that was played, in a list that sorts, filters and searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTreeView, QWidget

from mile_bones.desktop.dialogs.lists import choice_box, level_box, list_view, rules_box
from mile_bones.desktop.dialogs.paper import PaperDialog, label
from mile_bones.desktop.dialogs.question import ask_over
from mile_bones.games.milebones.words import rules_name
from mile_bones.i18n import format_date, format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _
from mile_bones.players import LEVELS, level_name
from mile_bones.storage import PlayedGame

_Index = QModelIndex | QPersistentModelIndex
_NAME = 1  # the column that gives way when there is little room
_NUMBERS = (4, 6)  # columns that stand at the right
_LINES = 11
"""Games that are seen at once where there is room."""

_WON, _LOST, _DRAWN, _GIVEN_UP, _UNFINISHED = "won", "lost", "drawn", "given_up", "unfinished"


class HistoryDialog(PaperDialog):
    """All games. What is done with one is the window's matter: the signals say what was asked for."""

    open_requested = Signal(PlayedGame)
    save_requested = Signal(PlayedGame)
    delete_requested = Signal(list)

    def __init__(self, games: Sequence[PlayedGame], parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            title=_("History"),
            subtitle=_("Every game that you have played."),
            band="navy",
            topic="history",
            width=900,
        )
        self.setObjectName("history_dialog")
        self.model = GamesModel(games, self)
        self.shown = GamesFilter(self.model, self)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(_("Search for a name, a date or the number of a deal"))
        self.search.setAccessibleName(_("Search"))
        self.rules = rules_box()
        self.level = level_box()
        self.outcome = choice_box(_("Result"), list(_results().items()), _("All results"))
        row = QHBoxLayout()
        row.setSpacing(self.px(8))
        row.addWidget(self.search, 1)
        for box in (self.rules, self.level, self.outcome):
            row.addWidget(box)
        self.list = _list(self.shown)
        self.list.setMinimumHeight(self.px(150))
        self.note = label("", "muted")
        self.body.addLayout(row)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.note)
        self.delete = self.add_button(_("&Delete…"), "secondary", leading=True)
        self.save = self.add_button(_("&Save as…"))
        self.look = self.add_button(_("&Look at it"))
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.delete.clicked.connect(self._ask_delete)
        self.save.clicked.connect(lambda: self._one(self.save_requested.emit))
        self.look.clicked.connect(lambda: self._one(self.open_requested.emit))
        self.close_button.clicked.connect(self.accept)
        self.list.activated.connect(lambda _index: self._one(self.open_requested.emit))
        self.search.textChanged.connect(self._narrow)
        for box in (self.rules, self.level, self.outcome):
            box.currentIndexChanged.connect(self._narrow)
        self.list.selectionModel().selectionChanged.connect(self._count)
        self.shown.layoutChanged.connect(self._count)
        self._narrow()
        self.list.setFocus()

    def show_games(self, games: Sequence[PlayedGame]) -> None:
        """Show these games instead of those that were there."""
        self.model.show_games(games)
        self._narrow()

    def selected(self) -> list[PlayedGame]:
        """The games that are selected, in the order in which they are shown."""
        rows = sorted(index.row() for index in self.list.selectionModel().selectedRows())
        return [self.model.games[self.shown.mapToSource(self.shown.index(row, 0)).row()] for row in rows]

    def fit(self) -> None:
        """The list is as high as the window allows, up to its usual number of lines."""
        row = self.list.sizeHintForRow(0) if self.model.games else self.px(28)
        wanted = self.list.header().sizeHint().height() + row * _LINES + 2 * self.list.frameWidth()
        self.list.setMinimumHeight(wanted)
        super().fit()
        too_much = self.full_height - self.room()
        if too_much > 0:
            self.list.setMinimumHeight(max(self.px(120), wanted - too_much))
            super().fit()

    def _narrow(self) -> None:
        chosen = [box.currentData() for box in (self.rules, self.level, self.outcome)]
        self.shown.narrow(self.search.text(), *chosen)
        if self.shown.rowCount() and not self.list.selectionModel().hasSelection():
            self.list.setCurrentIndex(self.shown.index(0, 0))
        self._count()

    def _count(self) -> None:
        chosen = self.selected()
        selected = len(chosen)
        unfinished = selected == 1 and chosen[0].state == _UNFINISHED
        self.look.setText(_("&Go on") if unfinished else _("&Look at it"))
        self.delete.setEnabled(selected > 0)
        for button in (self.save, self.look):
            button.setEnabled(selected == 1)
        games = self.shown.rowCount()
        text = ngettext("{count} game", "{count} games", games).format(count=format_number(games))
        if not self.model.games:
            text = _("No game has been played yet.")
        elif not games:
            text = _("No game fits.")
        elif selected > 1:
            text = _("{games}, {selected} selected").format(games=text, selected=format_number(selected))
        self.note.setText(text)

    def _one(self, act: Callable[[PlayedGame], object]) -> None:
        games = self.selected()
        if len(games) == 1:
            act(games[0])

    def _ask_delete(self) -> None:
        games = self.selected()
        count = len(games)
        ask_over(
            self,
            ngettext("Delete this game?", "Delete {count} games?", count).format(count=count),
            ngettext(
                "It will be gone from the history, and nothing can bring it back. The high scores stay.",
                "They will be gone from the history, and nothing can bring them back. The high scores stay.",
                count,
            ),
            _("&Delete"),
            _("&Keep"),
            lambda: self.delete_requested.emit([game.id for game in games]),
        )


class GamesModel(QAbstractTableModel):
    """The games as a table."""

    def __init__(self, games: Sequence[PlayedGame], parent: QWidget) -> None:
        super().__init__(parent)
        self._take(games)
        self._heads = (
            _("Date"),
            _("Name"),
            _("Opponent"),
            _("Result"),
            _("Points"),
            _("Rules"),
            pgettext("number of a deal", "Deal"),
        )

    def show_games(self, games: Sequence[PlayedGame]) -> None:
        """Other games."""
        self.beginResetModel()
        self._take(games)
        self.endResetModel()

    def _take(self, games: Sequence[PlayedGame]) -> None:
        self.games = list(games)
        self.keys = [_keys(game) for game in games]  # once: sorting ten thousand games asks for each thirty times

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.games)

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
        game = self.games[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _texts(game)[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(index.column())
        return None


def _aligned(column: int) -> int:
    side = Qt.AlignmentFlag.AlignTrailing if column in _NUMBERS else Qt.AlignmentFlag.AlignLeading
    return int(side | Qt.AlignmentFlag.AlignVCenter)


class GamesFilter(QSortFilterProxyModel):
    """Shows the games that fit what was searched for and chosen, sorted by what they are, not by their words."""

    def __init__(self, games: GamesModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._games = games
        self.setSourceModel(games)
        self._words: list[str] = []
        self._chosen: tuple[str | None, ...] = ()

    def narrow(self, search: str, rules: str | None, level: str | None, result: str | None) -> None:
        """All words must occur somewhere; None fits everything."""
        self._words = search.casefold().split()
        self._chosen = (rules, level, result)
        self.invalidate()  # the filter and the order; what does only the first has another name in each Qt

    def filterAcceptsRow(self, row: int, parent: _Index) -> bool:
        game = self._games.games[row]
        has = (game.rules, game.level, _result(game))
        if any(wanted is not None and wanted != value for wanted, value in zip(self._chosen, has, strict=False)):
            return False
        if not self._words:  # so that a long list does not put all of itself into words
            return True
        text = " ".join((*_texts(game), game.ended.date().isoformat())).casefold()
        return all(word in text for word in self._words)

    def lessThan(self, left: _Index, right: _Index) -> bool:
        keys, column = self._games.keys, left.column()
        return bool(keys[left.row()][column] < keys[right.row()][column])


def _list(model: GamesFilter) -> QTreeView:
    view = list_view(_("Games"), model, wide=_NAME)
    view.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
    view.setSortingEnabled(True)
    view.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    return view


def _results() -> dict[str, str]:
    return {
        _WON: _("Won"),
        _LOST: _("Lost"),
        _DRAWN: _("Drawn"),
        _GIVEN_UP: _("Given up"),
        _UNFINISHED: _("Unfinished"),
    }


def _result(game: PlayedGame) -> str:
    if game.state != "finished":
        return game.state
    mine, theirs = game.points
    return _DRAWN if mine == theirs else _WON if mine > theirs else _LOST


def _texts(game: PlayedGame) -> tuple[str, ...]:
    result = _results()[_result(game)]
    return (
        _("{date}, {time}").format(date=format_date(game.ended.date()), time=f"{game.ended:%H:%M}"),
        game.name,
        level_name(game.level) if game.level in LEVELS else game.level,
        _("{result}, assisted").format(result=result) if game.assisted else result,
        _("{mine} to {theirs}").format(mine=format_number(game.points[0]), theirs=format_number(game.points[1])),
        rules_name(game.rules),
        "–" if game.seed is None else str(game.seed),
    )


def _keys(game: PlayedGame) -> tuple[Any, ...]:
    level = LEVELS.index(game.level) if game.level in LEVELS else -1
    result = list(_results()).index(_result(game))
    seed = -1 if game.seed is None else game.seed
    return (game.ended, game.name.casefold(), level, result, game.points, game.rules, seed)
