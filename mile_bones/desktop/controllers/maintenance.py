"""The controller for looking after stored games: checking and repairing them, and restoring backups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from mile_bones.engine.excerpt import legible
from mile_bones.i18n import capitalized, format_number, ngettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.dialogs.progress import ProgressDialog, Work
    from mile_bones.desktop.dialogs.restore import RestoreDialog
    from mile_bones.library.checking import Check
    from mile_bones.library.game_library import GameLibrary
    from mile_bones.library.repairing import Repair, UndoRepair
    from mile_bones.library.restoring import GoBack, Restore, Undo
    from mile_bones.storage.backups import Backup

_TOPIC = "care"
_BITS_MS = 40
"""The pause in milliseconds between two parts of a backup. The parts are made while somebody plays."""


class MaintenanceController(QObject):
    """Checks, repairs and restores games, and makes large backups part by part while the program has nothing else to
    do.
    """

    changed = Signal()
    """Emitted when settings and scores may have changed."""
    closing = Signal()
    """Emitted when all files were restored to those of an earlier version. The program then has to end."""

    def __init__(self, library: GameLibrary, dialogs: DialogStack) -> None:
        super().__init__(dialogs.parent)
        self._library = library
        self._dialogs = dialogs
        self._idle = QTimer(self, interval=_BITS_MS)
        self._idle.timeout.connect(self._go_on)

    def work_at_leisure(self) -> None:
        """Continue, part by part, a backup that has begun."""
        self._idle.start()

    def _go_on(self) -> None:
        if not self._library.backups.is_begun or not self._library.backups.go_on():
            self._idle.stop()

    # ------------------------------------------------------------------ the check

    def ask_check(self) -> None:
        """Explain what the check does, and run it if the player agrees."""
        from mile_bones.desktop.dialogs.question import QuestionDialog

        dialog = QuestionDialog(
            _("Check your games?"),
            _(
                "Every game of the history is read and played through, and compared with the list, the games won and "
                "the high scores. Nothing is changed. Then you see what was found, and can have it repaired."
            ),
            _("Chec&k"),
            _("&Cancel"),
            parent=self._dialogs.parent,
            topic=_TOPIC,
        )
        dialog.accepted.connect(self._check)
        self._dialogs.open(dialog)

    def _check(self) -> None:
        from mile_bones.library.checking import Check

        check = Check(self._library)
        progress = self._progress(_("Checking your games"), check.run())
        progress.accepted.connect(lambda: self._show(check))
        progress.rejected.connect(lambda: self._tell_trouble(_("Your games cannot be checked"), progress))
        self._work_on(progress)

    def _show(self, check: Check) -> None:
        if not check.findings:
            self._dialogs.message(_("All is well"), _looked_at(check), _TOPIC)
            return
        from mile_bones.desktop.dialogs.check import CheckDialog

        count = len(check.findings) + check.more
        text = ngettext("{count} thing is not as it should be.", "{count} things are not as they should be.", count)
        texts = [_looked_at(check), text.format(count=format_number(count))]
        if check.more:
            texts.append(_("The first {count} are listed.").format(count=format_number(len(check.findings))))
        dialog = CheckDialog(" ".join(texts), check.findings, self._dialogs.parent)
        dialog.repair_requested.connect(dialog.accept)
        dialog.repair_requested.connect(lambda: self._repair(check))
        self._dialogs.open(dialog)

    def _repair(self, check: Check) -> None:
        from mile_bones.library.repairing import Repair

        repair = Repair(self._library, check)
        progress = self._progress(_("Repairing"), repair.run())
        progress.finished.connect(lambda _result: self._tell_repaired(repair, progress))
        self._work_on(progress)

    def _tell_repaired(self, repair: Repair, progress: ProgressDialog) -> None:
        self.changed.emit()
        if repair.undo is None:
            self._tell_trouble(_("Nothing was repaired"), progress)
            return
        left = sum(not finding.mendable for finding in repair.check.findings)
        if progress.result():
            texts = [_("What could be put right has been. A backup of what was there before is among the backups.")]
        else:
            texts = [_("Some of it has been put right. A backup of what was there before is among the backups.")]
        if left:
            text = ngettext("{count} thing stays as it is.", "{count} things stay as they are.", left)
            texts.append(text.format(count=format_number(left)))
        self._tell_done(_("Repaired"), " ".join(texts), repair.undo)

    # ------------------------------------------------------------------ backups

    def ask_restore(self) -> RestoreDialog | None:
        """Show the backups, and restore the parts that the player chooses.

        Return the dialog, or None if there is no backup.
        """
        from mile_bones.desktop.dialogs.restore import RestoreDialog
        from mile_bones.storage.backups import contents

        backups = [(backup, contents(backup)) for backup in self._library.backups.listed()]
        if not backups:
            text = _("One is made on each day on which you have played a game to its end.")
            self._dialogs.message(_("There is no backup yet"), text, _TOPIC)
            return None
        dialog = RestoreDialog(backups, self._played_since, self._dialogs.parent)
        dialog.accepted.connect(lambda: self._restore(dialog))
        self._dialogs.open(dialog)
        return dialog

    def _played_since(self, backup: Backup) -> int | None:
        from mile_bones.library.restoring import played_since

        try:
            return played_since(backup, self._library.history_path)
        except OSError:
            return None

    def _restore(self, dialog: RestoreDialog) -> None:
        from mile_bones.library.restoring import GoBack, Restore

        if dialog.back:
            back = GoBack(self._library, dialog.backup)
            progress = self._progress(_("Restoring"), back.run())
            progress.finished.connect(lambda _result: self._end(back, progress))
            self._work_on(progress)
            return
        restore = Restore(self._library, dialog.backup, dialog.history, dialog.settings, dialog.keep)
        progress = self._progress(_("Restoring"), restore.run())
        progress.finished.connect(lambda _result: self._tell_restored(restore, progress))
        self._work_on(progress)

    def _end(self, back: GoBack, progress: ProgressDialog) -> None:
        if back.done:
            QTimer.singleShot(0, self, self.closing.emit)  # after the dialog has closed
        else:
            self._tell_trouble(_("Nothing was restored"), progress)

    def _tell_restored(self, restore: Restore, progress: ProgressDialog) -> None:
        from mile_bones.desktop.dialogs.restore import moment_text

        self.changed.emit()
        if restore.undo is None:
            self._tell_trouble(_("Nothing was restored"), progress)
            return
        texts = [_("The backup of {moment} has been restored.").format(moment=moment_text(restore.backup))]
        if restore.kept:
            text = ngettext(
                "{count} game that was played since has been kept.",
                "{count} games that were played since have been kept.",
                restore.kept,
            )
            texts.append(text.format(count=format_number(restore.kept)))
        texts.append(_("A backup of what was there before is among the backups."))
        self._tell_done(_("Restored"), " ".join(texts), restore.undo)

    # ------------------------------------------------------------------ repairs and restores

    def _tell_done(self, title: str, text: str, undo: Undo | UndoRepair) -> None:
        from mile_bones.desktop.dialogs.question import UndoableDialog

        dialog = UndoableDialog(title, text, self._dialogs.parent, topic=_TOPIC)
        dialog.undo_requested.connect(lambda: self._undo(undo))
        self._dialogs.open(dialog)

    def _undo(self, undo: Undo | UndoRepair) -> None:
        progress = self._progress(_("Undoing"), undo.run())

        def told() -> None:
            self.changed.emit()
            if progress.result():
                text = _("All is as it was before.")
                self._dialogs.message(_("Undone"), text, _TOPIC)
            else:
                self._tell_trouble(_("It was not undone"), progress)

        progress.finished.connect(lambda _result: told())
        self._work_on(progress)

    def _progress(self, title: str, work: Work) -> ProgressDialog:
        from mile_bones.desktop.dialogs.progress import ProgressDialog

        return ProgressDialog(title, work, self._dialogs.parent, topic=_TOPIC)

    def _work_on(self, progress: ProgressDialog) -> None:
        from mile_bones.desktop.dialogs.progress import work_on

        work_on(progress, self._dialogs.open)

    def _tell_trouble(self, title: str, progress: ProgressDialog) -> None:
        """Show why the work failed. Show nothing if the player has stopped it."""
        if progress.error is not None:
            reasons = [problem.detail for problem in self._dialogs.take_problems() if problem.detail]
            reason = reasons[0] if reasons else progress.error.strerror or str(progress.error)
            text = _("{reason}.").format(reason=legible(capitalized(reason)))
            self._dialogs.message(title, text, _TOPIC)


def _looked_at(check: Check) -> str:
    text = ngettext("{count} game was looked at.", "{count} games were looked at.", check.games)
    return text.format(count=format_number(check.games))
