"""The history: every game that was played, in a list that sorts, filters and searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.games_list import GamesList
from mile_bones.desktop.dialogs.games_model import (
    COMPUTERS,
    PEOPLE,
    UNFINISHED,
    GamesModel,
    Wanted,
    results,
)
from mile_bones.desktop.dialogs.lists import (
    ChoiceRows,
    choice_box,
    game_choices,
    height_of,
    level_choices,
    rules_choices,
    set_choices,
    whose_box,
)
from mile_bones.desktop.dialogs.progress import ProgressLine
from mile_bones.desktop.dialogs.question import ask_over
from mile_bones.games import GAMES
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.players import has_coach
from mile_bones.storage import PlayedGame

_MOST_CARRIED = 1000
"""Selected lines that stay selected when the list is sorted: Qt takes seconds to find many of them again."""
_LEAST_BUTTON = 102
"""Width of a button, in pixels at scale 1: there are many of them."""
_LINES = 11
"""Games that are seen at once where there is room."""


class HistoryDialog(BaseDialog):
    """All games, read from ``pages`` bit by bit; there are about ``count`` of them.

    What is done with one is the window's matter: the signals say what was asked for.
    """

    go_on_requested = Signal(PlayedGame)
    replay_requested = Signal(PlayedGame)
    review_requested = Signal(PlayedGame)
    save_requested = Signal(PlayedGame)
    export_requested = Signal(list)
    import_requested = Signal()
    delete_requested = Signal(list)

    def __init__(self, pages: Iterable[list[PlayedGame]], count: int, parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            title=_("History"),
            subtitle=_("Every game that you have played."),
            band="navy",
            topic="history",
            width=900,
        )
        self.setObjectName("history_dialog")
        self.model = GamesModel(self)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(_("Search: name, date, deal"))
        self.search.setAccessibleName(_("Search"))
        self.game = choice_box(_("Game"), game_choices(GAMES), _("All kinds of games"))
        self.game.hide()
        self.rules = choice_box(_("Rules"), rules_choices(), _("All rules"))
        self.against = choice_box(_("Against"), _opponents(None), _("All opponents"))
        self.outcome = choice_box(_("Result"), list(results().items()), _("All results"))
        self.whose = whose_box(_("All games"))
        self.whose.hide()
        self._boxes = (self.whose, self.game, self.rules, self.against, self.outcome)
        self._rows = ChoiceRows(
            (self.search, self.whose, self.game), (self.rules, self.against, self.outcome), self.px(8)
        )
        self.list = GamesList(self.model)
        self.list.setMinimumHeight(self.px(150))
        self.line = ProgressLine(_("Looking through the games"))
        self.note = label("", "muted")
        self.body.addLayout(self._rows)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.line)
        self.body.addWidget(self.note)
        self.delete = self.add_button(_("&Delete…"), "secondary", leading=True)
        self.bring = self.add_button(_("&Import…"), leading=True)
        self.export = self.add_button(_("&Export"))
        self.export.setMenu(self._export_menu())
        self.go_on = self.add_button(_("&Go on"))
        self.replay = self.add_button(_("&Replay"))
        self.review = self.add_button(_("Re&view"))
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        for button in (self.delete, self.bring, self.export, self.go_on, self.replay, self.review, self.close_button):
            button.set_least_width(_LEAST_BUTTON)
        self.delete.clicked.connect(self._ask_delete)
        self.bring.clicked.connect(self.import_requested)
        self.go_on.clicked.connect(lambda: self._one(self.go_on_requested.emit))
        self.replay.clicked.connect(lambda: self._one(self.replay_requested.emit))
        self.review.clicked.connect(lambda: self._one(self.review_requested.emit))
        self.close_button.clicked.connect(self.accept)
        self.list.activated.connect(lambda _index: self._one(self._activate))
        self.search.textChanged.connect(self._narrow)
        for box in self._boxes:
            box.currentIndexChanged.connect(self._narrow)
        self.list.selectionModel().selectionChanged.connect(self._count)
        self.model.arrange_wanted.connect(self._arrange)
        self.model.rowsInserted.connect(self._choose_one)
        self.line.changed.connect(self._count)
        self.finished.connect(self.line.stop)
        self.show_games(pages, count)
        self.list.setFocus()

    def show_games(self, pages: Iterable[list[PlayedGame]], count: int) -> None:
        """Show these games instead of those that were there."""
        self.model.read(pages, count)

    def selected(self) -> list[PlayedGame]:
        """The games that are selected, in the order in which they are shown."""
        shown = self.model.shown
        return [game for first, last in self._selected_rows() for game in shown[first : last + 1]]

    def shrink(self, by: int) -> bool:
        """The list has its usual number of lines, or fewer."""
        row = self.list.sizeHintForRow(0) if self.model.games else self.px(28)
        self.list.setMinimumHeight(max(self.px(120), height_of(self.list, _LINES, row) - by))
        return True

    def _selected_rows(self) -> list[tuple[int, int]]:
        """From which row to which; of a hundred thousand lines nobody wants every index."""
        selection = self.list.selectionModel().selection()
        return sorted((part.top(), part.bottom()) for part in map(selection.at, range(selection.count())))

    def _narrow(self) -> None:
        words = tuple(self.search.text().casefold().split())
        game = self.game.currentData()
        set_choices(self.rules, rules_choices(game), _("All rules"))
        set_choices(self.against, _opponents(game), _("All opponents"))
        rules, against, result = (box.currentData() for box in (self.rules, self.against, self.outcome))
        self.model.narrow(Wanted(words, rules, against, result, self.whose.currentData(), game))

    def _arrange(self) -> None:
        selected = sum(last + 1 - first for first, last in self._selected_rows())
        if _MOST_CARRIED < selected < self.model.rowCount():  # all of them are no trouble
            self.list.setCurrentIndex(self.list.currentIndex())
        self.line.begin(self.model.arrange())

    def _choose_one(self) -> None:
        if not self.list.selectionModel().hasSelection():
            self.list.setCurrentIndex(self.model.index(0, 0))

    def _count(self) -> None:
        selected = sum(last + 1 - first for first, last in self._selected_rows())
        chosen = self.selected() if selected == 1 else []
        self._show_boxes()
        self.delete.setEnabled(selected > 0)
        self.go_on.setEnabled(bool(chosen) and chosen[0].state == UNFINISHED)
        self.replay.setEnabled(selected == 1)
        self.review.setEnabled(bool(chosen) and has_coach(chosen[0].game))
        self.export.setEnabled(bool(self.model.games))
        games = self.model.rowCount()
        text = ngettext("{count} game", "{count} games", games).format(count=format_number(games))
        if not self.model.settled:
            text = _("{games} so far").format(games=text)
        elif not self.model.games:
            text = _("No game has been played yet.")
        elif not games:
            text = _("No game fits.")
        elif selected > 1:
            text = _("{games}, {selected} selected").format(games=text, selected=format_number(selected))
        elif chosen and chosen[0].seed is not None:
            text = _("{games}; deal number of the selected one: {number}").format(games=text, number=chosen[0].seed)
        self.note.setText(text)

    def _show_boxes(self) -> None:
        """Those by which there is something to choose, as far as the games have been read."""
        needed = ((self.whose, self.model.has_imported), (self.game, self.model.has_kinds))
        new = [box for box, wanted in needed if wanted and box.isHidden()]
        for box in new:
            box.show()
        if new:
            self._rows.set_two(True)
            self.list.share_out()
        if new and self.isVisible():
            self.fit()  # which makes room for them
            self._place()

    def _export_menu(self) -> QMenu:
        menu = QMenu(self)
        these = menu.addAction("")
        every = menu.addAction(_("&All games…"))
        these.triggered.connect(self._export_selected)
        every.triggered.connect(lambda: self.export_requested.emit(self.model.games))
        menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self.export, self.export.update))  # not down now

        def name() -> None:
            count = len(self.selected())
            these.setEnabled(count > 0)
            every.setEnabled(self.model.complete)
            text = ngettext("&This game…", "&These {count} games…", count)
            these.setText(text.format(count=format_number(count)) if count else _("&The selected games…"))

        menu.aboutToShow.connect(name)
        return menu

    def _export_selected(self) -> None:
        """One game becomes a record of its own, which every other program can read as well."""
        games = self.selected()
        if len(games) == 1:
            self.save_requested.emit(games[0])
        else:
            self.export_requested.emit(games)

    def _one(self, act: Callable[[PlayedGame], object]) -> None:
        games = self.selected()
        if len(games) == 1:
            act(games[0])

    def _activate(self, game: PlayedGame) -> None:
        """What Enter and a double-click do."""
        (self.go_on_requested if game.state == UNFINISHED else self.replay_requested).emit(game)

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


def _opponents(game: str | None) -> list[tuple[str, str]]:
    """Who may have played a game with somebody, or instead of everybody."""
    return [*level_choices(game), (PEOPLE, _("Two people")), (COMPUTERS, _("Two computers"))]
