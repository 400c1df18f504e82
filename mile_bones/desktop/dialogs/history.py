"""The dialog with the history: a list of all games that can be sorted, filtered and searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.games_list import GamesList
from mile_bones.desktop.dialogs.games_model import (
    COMPUTERS,
    DEAL,
    GAME,
    PEOPLE,
    UNFINISHED,
    GamesModel,
    Wanted,
    results,
    searchable,
)
from mile_bones.desktop.dialogs.lists import (
    ChoiceRows,
    choice_box,
    game_choices,
    height_of,
    left_out,
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
from mile_bones.storage.rows import NO_ROW, UNDER_WAY, PlayedGame

_MOST_CARRIED = 1000
"""The largest number of selected lines that stay selected when the list is sorted.

Qt would need seconds to find a larger number again.
"""
_LEAST_BUTTON = 102
"""The minimum width of a button in pixels at scale 1. It is small, because there are many buttons."""
_TO_BE_PLAYED = (UNFINISHED, UNDER_WAY)
_LINES = 11
"""The number of games that are visible at once if there is room."""


class HistoryDialog(BaseDialog):
    """Shows all games, which it reads page by page from ``pages``. There are about ``count`` games. The dialog only
    emits signals for the player's requests, and the window carries them out.
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
        self.note = label("", "muted", wrap=True)
        self.rest = label("", "muted", wrap=True)
        self.filters = QWidget()
        self._rows.setContentsMargins(0, 0, 0, 0)
        self.filters.setLayout(self._rows)
        self.unfold = QToolButton()
        self.unfold.setText(_("&Filters"))
        self.unfold.setCheckable(True)
        self.unfold.setProperty("kind", "more")
        self.unfold.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.unfold.hide()
        self._files = QHBoxLayout()
        self._folded = False
        self.body.addWidget(self.filters)
        self.body.addWidget(self.list, 1)
        for widget in (self.line, self.note, self.rest):
            self.body.addWidget(widget)
        self.body.addWidget(self.unfold, 0, Qt.AlignmentFlag.AlignLeading)
        self.body.addLayout(self._files)
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
        self.list.columns_changed.connect(self._tell_rest)
        self.unfold.toggled.connect(self._unfold)
        self.finished.connect(self.line.stop)
        self.show_games(pages, count)
        self.list.setFocus()

    def show_games(self, pages: Iterable[list[PlayedGame]], count: int) -> None:
        """Show these games instead of the previous ones."""
        self.model.read(pages, count)

    def selected(self) -> list[PlayedGame]:
        """Return the selected games, in the order in which they are listed."""
        shown = self.model.shown
        return [game for first, last in self._selected_rows() for game in shown[first : last + 1]]

    def shrink(self, by: int) -> bool:
        """Give the list its usual number of lines, or fewer if the dialog must be lower."""
        row = self.list.sizeHintForRow(0) if self.model.games else self.px(28)
        self.list.setMinimumHeight(max(self.px(120), height_of(self.list, _LINES, row) - by))
        return True

    def fit(self) -> None:
        """Resize the dialog. If the focused widget moves to another place, keep the focus on it."""
        focus = self.focusWidget()
        super().fit()
        if focus is not None and focus is not self.focusWidget() and focus.isVisibleTo(self):
            focus.setFocus()

    def fold(self, narrow: bool) -> None:
        """Rearrange the dialog for a small screen if `narrow`, else for a usual one.

        On a small screen the list comes first, the filters are hidden behind a button, and the buttons for deleting and
        for files move into the body.
        """
        if narrow == self._folded:
            return
        self._folded = narrow
        self.body.removeWidget(self.filters)
        self.body.insertWidget(self.body.indexOf(self.unfold if narrow else self.list) + narrow, self.filters)
        files = (self.delete, self.bring, self.export)
        for place, button in enumerate(files):
            if narrow:
                self.buttons.removeWidget(button)
                self._files.addWidget(button)
            else:
                self._files.removeWidget(button)
                self.buttons.insertWidget(place, button)
            button.show()  # at once, because the button is measured now
        wide = sum(button.minimumSizeHint().width() for button in files) > 0.85 * self._screen_room().width()
        self._files.setDirection(QBoxLayout.Direction.TopToBottom if wide else QBoxLayout.Direction.LeftToRight)
        self.unfold.setVisible(narrow)
        self.filters.setVisible(not narrow or self.unfold.isChecked())
        head, foot = (self.search, *self._boxes), (*files, self.go_on, self.replay, self.review, self.close_button)
        order = (self.list, self.unfold, *head, *foot) if narrow else (*head, self.list, *foot)
        for one, other in pairwise(order):
            self.setTabOrder(one, other)

    def _unfold(self, wanted: bool) -> None:
        self.filters.setVisible(wanted or not self._folded)
        if wanted:
            self.search.setFocus()
        if self.isVisible():
            self.fit()

    def _selected_rows(self) -> list[tuple[int, int]]:
        """Return the selected rows as ranges (first, last).

        One index for each of a hundred thousand lines would take too long.
        """
        selection = self.list.selectionModel().selection()
        return sorted((part.top(), part.bottom()) for part in map(selection.at, range(selection.count())))

    def _narrow(self) -> None:
        words = tuple(searchable(self.search.text()).split())
        game = self.game.currentData()
        set_choices(self.rules, rules_choices(game), _("All rules"))
        set_choices(self.against, _opponents(game), _("All opponents"))
        rules, against, result = (box.currentData() for box in (self.rules, self.against, self.outcome))
        self.model.narrow(Wanted(words, rules, against, result, self.whose.currentData(), game))

    def _arrange(self) -> None:
        selected = sum(last + 1 - first for first, last in self._selected_rows())
        if _MOST_CARRIED < selected < self.model.rowCount():  # selecting all lines is fast
            self.list.setCurrentIndex(self.list.currentIndex())
        self.line.begin(self.model.arrange())

    def _choose_one(self) -> None:
        """Select the first game that is stored in the history.

        Skip games under way, because they are not stored yet.
        """
        if not self.list.selectionModel().hasSelection():
            kept = (row for row, game in enumerate(self.model.shown) if game.id != NO_ROW)
            self.list.setCurrentIndex(self.model.index(next(kept, 0), 0))
            QTimer.singleShot(0, self, self.show_focused)

    def _count(self) -> None:
        selected = sum(last + 1 - first for first, last in self._selected_rows())
        chosen = self.selected() if selected == 1 else []
        self._show_boxes()
        kept = [game for game in chosen if game.id != NO_ROW]
        self.delete.setEnabled(selected > 1 or bool(kept))
        self.go_on.setEnabled(bool(chosen) and chosen[0].state in _TO_BE_PLAYED)
        self.replay.setEnabled(bool(kept))
        self.review.setEnabled(bool(kept) and has_coach(kept[0].game))
        self.export.setEnabled(any(game.id != NO_ROW for game in self.model.games))
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
        self._tell_rest()

    def _tell_rest(self) -> None:
        """Show the texts of the selected game in columns that are hidden. The line above shows the game's deal."""
        one = sum(last + 1 - first for first, last in self._selected_rows()) == 1
        text = left_out(self.list, (DEAL, GAME)) if one else ""
        self.rest.setText(text)
        self.rest.setVisible(bool(text))

    def _show_boxes(self) -> None:
        """Show the filters that offer a choice among the games that have been read so far."""
        needed = ((self.whose, self.model.has_imported), (self.game, self.model.has_kinds))
        new = [box for box, wanted in needed if wanted and box.isHidden()]
        for box in new:
            box.show()
        if new:
            self._rows.set_two(True)
            self.list.share_out()
        if new and self.isVisible():
            self.fit()  # this makes room for the new boxes
            self._place()

    def _export_menu(self) -> QMenu:
        menu = QMenu(self)
        these = menu.addAction("")
        every = menu.addAction(_("&All games…"))
        these.triggered.connect(self._export_selected)
        every.triggered.connect(lambda: self.export_requested.emit(_in_history(self.model.games)))
        menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self.export, self.export.update))  # not pressed now

        def name() -> None:
            count = len(self._kept_ones())
            these.setEnabled(count > 0)
            every.setEnabled(self.model.complete)
            text = ngettext("&This game…", "&These {count} games…", count)
            these.setText(text.format(count=format_number(count)) if count else _("&The selected games…"))

        menu.aboutToShow.connect(name)
        return menu

    def _export_selected(self) -> None:
        """Export the selected games. A single game is saved as a record, which other programs can read too."""
        games = self._kept_ones()
        if len(games) == 1:
            self.save_requested.emit(games[0])
        else:
            self.export_requested.emit(games)

    def _one(self, act: Callable[[PlayedGame], object]) -> None:
        games = self.selected()
        if len(games) == 1:
            act(games[0])

    def _activate(self, game: PlayedGame) -> None:
        """Continue an unfinished game, or replay a finished one, on Enter or a double-click."""
        (self.go_on_requested if game.state in _TO_BE_PLAYED else self.replay_requested).emit(game)

    def _kept_ones(self) -> list[PlayedGame]:
        """Return the selected games, except those under way, which can only be continued."""
        return _in_history(self.selected())

    def _ask_delete(self) -> None:
        games = self._kept_ones()
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


def _in_history(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    return [game for game in games if game.id != NO_ROW]


def _opponents(game: str | None) -> list[tuple[str, str]]:
    """Return the choices of opponents for the filter: levels, two people, or two computers."""
    return [*level_choices(game), (PEOPLE, _("Two people")), (COMPUTERS, _("Two computers"))]
