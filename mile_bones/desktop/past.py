"""The games that were played: the list of them, and what is done from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.engine import Record, RecordError
from mile_bones.i18n import gettext as _
from mile_bones.storage import PlayedGame

if TYPE_CHECKING:
    from mile_bones.desktop.dialogs.history import HistoryDialog
    from mile_bones.desktop.dialogs.statistics import StatisticsDialog
    from mile_bones.desktop.main_window import MainWindow


class Past:
    """Shows the history in front of ``window``."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._history = window.shelf.history

    def show(self) -> HistoryDialog:
        """The list of all games."""
        from mile_bones.desktop.dialogs.history import HistoryDialog

        dialog = HistoryDialog(self._history.games(), self._window)
        dialog.open_requested.connect(lambda game: self._look_at(game, dialog))
        dialog.save_requested.connect(self._save)
        dialog.delete_requested.connect(lambda games: self._delete(games, dialog))
        self._window.front.open(dialog)
        return dialog

    def show_statistics(self) -> StatisticsDialog:
        """What all games add up to."""
        from mile_bones.desktop.dialogs.statistics import StatisticsDialog

        dialog = StatisticsDialog(self._history.statistics, self._window.shelf.today(), self._window)
        dialog.clear_requested.connect(self._history.clear_statistics)
        self._window.front.open(dialog)
        return dialog

    def _look_at(self, game: PlayedGame, dialog: HistoryDialog) -> None:
        record = self._record(game)
        if record is not None:
            dialog.accept()
            on_table = self._window.games.open_record(record)
            if on_table and game.state == "unfinished" and self._window.shelf.saved:
                self._history.delete([game.id])  # it is in the autosave now

    def _save(self, game: PlayedGame) -> None:
        record = self._record(game)
        if record is not None:
            self._window.games.ask_save(record)

    def _delete(self, games: list[int], dialog: HistoryDialog) -> None:
        self._history.delete(games)
        dialog.show_games(self._history.games())

    def _record(self, game: PlayedGame) -> Record | None:
        """The record, None when there is none to be had any more; that has been said then."""
        try:
            record = self._history.record(game.id)
        except RecordError as error:
            self._window.front.message(_("This game cannot be read"), _("{reason}.").format(reason=error), "history")
            return None
        if record is None:
            text = _("Another window has deleted it, or the history cannot be read.")
            self._window.front.message(_("This game is not there any more"), text, "history")
        return record
