"""The controller of the history: it shows the games that were played, and carries out what the player chooses in the
list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mile_bones.engine.errors import RecordError, ReplayError
from mile_bones.engine.excerpt import legible
from mile_bones.games import GAMES
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.match.faults import fault_sentence

if TYPE_CHECKING:
    from mile_bones.desktop.controllers.games import GameController
    from mile_bones.desktop.controllers.turns import TurnController
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.dialogs.history import HistoryDialog
    from mile_bones.desktop.dialogs.statistics import StatisticsDialog
    from mile_bones.engine.record import Record
    from mile_bones.library.exchange import Export, Import
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.storage.rows import PlayedGame


class HistoryController:
    """Shows the history. Before that, ``catch_up`` writes the games that could not be written earlier, so that the
    history is complete.
    """

    def __init__(
        self,
        library: GameLibrary,
        dialogs: DialogStack,
        turns: TurnController,
        games: GameController,
        catch_up: Callable[[], None],
    ) -> None:
        self._library = library
        self._dialogs = dialogs
        self._turns = turns
        self._games = games
        self._catch_up = catch_up

    def show(self) -> HistoryDialog:
        """Show the list of all games."""
        from mile_bones.desktop.dialogs.history import HistoryDialog

        self._catch_up()
        dialog = HistoryDialog(*self._pages(), self._dialogs.parent)
        dialog.go_on_requested.connect(lambda game: self._go_on(game, dialog))
        dialog.replay_requested.connect(lambda game: self._replay(game, dialog))
        dialog.review_requested.connect(self._review)
        dialog.save_requested.connect(self._save)
        dialog.export_requested.connect(lambda games: self._ask_export(games, dialog))
        dialog.import_requested.connect(lambda: self._ask_import(dialog))
        dialog.delete_requested.connect(lambda games: self._delete(games, dialog))
        self._dialogs.open(dialog)
        return dialog

    def show_statistics(self) -> StatisticsDialog:
        """Show the statistics of all games."""
        from mile_bones.desktop.dialogs.statistics import StatisticsDialog
        from mile_bones.library.review_statistics import reviewed

        self._catch_up()
        dialog = StatisticsDialog(
            self._library.history.gather,
            partial(reviewed, self._library.history),
            self._library.today(),
            self._games.game,
            self._dialogs.parent,
        )
        dialog.clear_requested.connect(lambda: self._clear_statistics(dialog))
        self._dialogs.open(dialog)
        return dialog

    def _pages(self) -> tuple[Iterator[list[PlayedGame]], int]:
        """Return an iterator over pages of all games, and the approximate number of games.

        The games under way come first: the current game, and then the games that wait behind it.
        """
        current, history = self._turns.match, self._library.history
        waiting = [self._games.unfinished(game) for game in GAMES if current is None or game != current.game]
        lines = map(self._library.under_way, (current, *waiting))
        under_way = [line for line in lines if line is not None]

        def pages() -> Iterator[list[PlayedGame]]:
            kept = history.pages()
            yield [*under_way, *next(kept, [])]
            yield from kept

        return pages(), history.count() + len(under_way)

    def _go_on(self, game: PlayedGame, dialog: HistoryDialog) -> None:
        from mile_bones.storage.rows import NO_ROW

        if game.id == NO_ROW:
            dialog.accept()
            current = self._turns.match
            if current is None or current.game != game.game:  # this game waits behind the one on the table
                self._games.go_on_with(game.game)
            return
        record = self._record(game)
        if record is not None:
            dialog.accept()
            if self._games.open_record(record) and self._is_saved(record):
                self._library.history.delete([game.id])  # now it is in the autosave

    def _is_saved(self, record: Record) -> bool:
        """Return True if this game is both on the table and in the autosave."""
        match = self._turns.match
        if match is None or match.record().id != record.id:
            return False
        return self._library.holds(match)

    def _replay(self, game: PlayedGame, dialog: HistoryDialog) -> None:
        record = self._record(game)
        if record is not None:
            dialog.accept()
            self._games.replay_record(record)

    def _review(self, game: PlayedGame) -> None:
        record = self._record(game)
        if record is not None:
            self._games.review_requested.emit(record)

    def _save(self, game: PlayedGame) -> None:
        record = self._record(game)
        if record is not None:
            self._games.ask_save(record)

    def _ask_export(self, games: Sequence[PlayedGame], dialog: HistoryDialog) -> None:
        from mile_bones.desktop import files

        def export(path: Path) -> None:
            self._export(games, path, dialog)

        name = _("Games {date}").format(date=f"{self._library.clock():%Y-%m-%d}")
        files.ask_export(dialog, name, export, self._dialogs.show_help)

    def _ask_import(self, dialog: HistoryDialog) -> None:
        from mile_bones.desktop import files

        def take(paths: Sequence[Path]) -> None:
            self._ask_whose(paths, dialog)

        files.ask_import(dialog, self._library.games_dir, take, self._dialogs.show_help)

    def _ask_whose(self, paths: Sequence[Path], dialog: HistoryDialog) -> None:
        from mile_bones.desktop.dialogs.whose import WhoseDialog

        question = WhoseDialog(dialog)
        question.answered.connect(lambda own: self._import(paths, own, dialog))
        question.finished.connect(lambda _result: dialog.activateWindow())
        self._dialogs.open(question)

    def _export(self, games: Sequence[PlayedGame], path: Path, dialog: HistoryDialog) -> None:
        from mile_bones.desktop.dialogs.progress import ProgressDialog, work_on
        from mile_bones.library.exchange import Export

        try:
            self._library.require_foreign(path)
        except OSError as error:
            self._tell_not_exported(error, path, dialog)
            return
        export = Export(self._library.history, games, path, self._library.exports)
        progress = ProgressDialog(_("Exporting games"), export.run(), dialog, topic="history")
        progress.accepted.connect(lambda: self._tell(_("Games exported"), _exported(export), dialog))
        progress.rejected.connect(lambda: self._tell_not_exported(progress.error, path, dialog))
        work_on(progress, self._dialogs.open)

    def _import(self, paths: Sequence[Path], own: bool, dialog: HistoryDialog) -> None:
        from mile_bones.desktop.dialogs.progress import ProgressDialog, work_on
        from mile_bones.library.exchange import Import

        taken = Import(self._library.history, paths, self._library.clock, own)

        def told() -> None:
            dialog.show_games(*self._pages())
            title = _("Games imported") if progress.result() and not taken.stopped else _("Import broken off")
            texts = [_imported(taken)]
            if taken.stopped:
                texts.append(self._not_written())
            self._tell(title, "\n".join(texts), dialog)

        progress = ProgressDialog(_("Importing games"), taken.run(), dialog, topic="history")
        progress.finished.connect(told)
        work_on(progress, self._dialogs.open)

    def _tell_not_exported(self, error: OSError | None, path: Path, dialog: HistoryDialog) -> None:
        from mile_bones.storage.reserved_paths import OwnFile

        if error is None:
            self._tell(_("Nothing exported"), _("The file has not been written."), dialog)
        elif isinstance(error, OwnFile):
            self._tell(_("Nothing exported"), f"{legible(path)}\n\n{error.strerror}", dialog)
        else:
            text = _("{file} cannot be written: {reason}.").format(file=legible(path), reason=error.strerror or error)
            self._tell(_("Nothing exported"), text, dialog)

    def _clear_statistics(self, dialog: StatisticsDialog) -> None:
        if not self._library.history.clear_statistics():
            self._tell(_("The statistics stay"), self._not_written(), dialog)

    def _tell(self, title: str, text: str, dialog: BaseDialog) -> None:
        from mile_bones.desktop.dialogs.question import MessageDialog

        message = MessageDialog(title, text, dialog, topic="history")
        message.finished.connect(lambda _result: dialog.activateWindow())  # the keyboard returns to the history
        self._dialogs.open(message)

    def _delete(self, games: list[int], dialog: HistoryDialog) -> None:
        if not self._library.history.delete(games):
            self._tell(_("Nothing deleted"), self._not_written(), dialog)
        dialog.show_games(*self._pages())

    def _not_written(self) -> str:
        """Return a sentence about why the history could not be written, for a player who waits for the history."""
        reasons = [problem.detail for problem in self._dialogs.take_problems() if problem.detail]
        if not reasons:  # the reason has been shown before
            return _("The history cannot be written now.")
        return _("The history cannot be written now: {reason}.").format(reason=reasons[0])

    def _record(self, game: PlayedGame) -> Record | None:
        """Return the record of `game`. If it cannot be read any more, show a message and return None."""
        try:
            record = self._library.past(game.id)
        except (RecordError, ReplayError) as error:
            self._dialogs.message(_("This game cannot be read"), fault_sentence(error), "history")
            return None
        if record is None:
            text = _("Another window has deleted it, or the history cannot be read.")
            self._dialogs.message(_("This game is not there any more"), text, "history")
        return record


def _exported(export: Export) -> str:
    count = export.written
    text = ngettext("{count} game has been written to {file}.", "{count} games have been written to {file}.", count)
    texts = [text.format(count=format_number(count), file=legible(export.path))]
    if export.damaged:
        text = ngettext("{count} game cannot be read.", "{count} games cannot be read.", export.damaged)
        texts.append(text.format(count=format_number(export.damaged)))
    return " ".join(texts)


def _imported(taken: Import) -> str:
    new, known, refused = taken.new, taken.known, taken.refused
    if known and not new:
        text = ngettext("No new games; {count} was already here.", "No new games; {count} were already here.", known)
        texts = [text.format(count=format_number(known))]
    else:
        text = ngettext("{count} new game.", "{count} new games.", new) if new else _("No new games.")
        texts = [text.format(count=format_number(new))]
        if known:
            text = ngettext("{count} was already here.", "{count} were already here.", known)
            texts.append(text.format(count=format_number(known)))
    if refused:
        text = ngettext("{count} cannot be taken in.", "{count} cannot be taken in.", refused)
        texts.append(text.format(count=format_number(refused)))
    faults = [_("{file}: {reason}.").format(file=legible(fault.file), reason=fault.reason) for fault in taken.faults]
    if refused > len(faults) > 0:
        faults.append("…")
    return "\n".join((" ".join(texts), *faults))
