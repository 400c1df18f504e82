"""The controller that makes sure that everything is saved.

While something is not on the disk, the controller shows a sign in the status bar and tries again from time to time. It
asks the player before anything is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.plain_text import set_tip
from mile_bones.engine.excerpt import legible
from mile_bones.i18n import gettext as _
from mile_bones.library.game_library import GameLibrary, Unsaved

if TYPE_CHECKING:
    from mile_bones.desktop.dialog_stack import DialogStack
    from mile_bones.desktop.dialogs.unsaved import UnsavedDialog

RETRY_MS = 5000
"""The time in milliseconds between two attempts to write unsaved data, if nothing else causes an attempt."""


class SavingController(QObject):
    """Watches the unsaved data of a profile. Call ``look`` after everything that writes data.

    While something is not saved, ``sign`` is visible in the status bar. ``announce`` is called with a text when this
    begins and when it ends.
    """

    caught_up = Signal()
    """Emitted when results of earlier games have been entered. The numbers of games won may then have changed."""
    closing = Signal()
    """Emitted when the player quits although something will be lost."""
    message = Signal(str)
    """Emitted with a text for the status bar."""

    def __init__(
        self, library: GameLibrary, dialogs: DialogStack, sign: QWidget, announce: Callable[[str], None]
    ) -> None:
        super().__init__(dialogs.parent)
        self._library = library
        self._dialogs = dialogs
        self._sign = sign
        self._announce = announce
        self._shown = Unsaved()
        self._leaving = False
        self._retry = QTimer(self, interval=RETRY_MS)
        self._retry.timeout.connect(self.try_again)

    def begin(self) -> None:
        """Finish the work that an earlier run or an earlier version could not finish. Call this method after the window
        has opened.
        """
        if self._library.history.takes_long_to_renew():
            from mile_bones.desktop.dialogs.progress import ProgressDialog, work_on

            work, parent = self._library.history.renew(), self._dialogs.parent
            progress = ProgressDialog(_("Your history is brought up to date"), work, parent, topic="history")
            progress.finished.connect(lambda _result: self._agree())
            work_on(progress, self._dialogs.open)
        else:
            self._agree()

    def _agree(self) -> None:
        self._library.agree()
        self.caught_up.emit()
        self.look()

    def look(self) -> None:
        """Show or hide the sign. It is visible if something is unsaved."""
        unsaved = self._library.unsaved
        if bool(unsaved) != bool(self._shown):
            self._sign.setVisible(bool(unsaved))
            if unsaved:
                self._retry.start()
                self._announce(_("Not everything is saved."))
            else:
                self._retry.stop()
                self._announce(_("Everything is saved again."))
        if unsaved and unsaved != self._shown:
            from mile_bones.desktop.dialogs.unsaved import sentences

            set_tip(self._sign, "\n".join(sentences(unsaved)))
            self._sign.setAccessibleDescription(" ".join(sentences(unsaved)))
        self._shown = unsaved

    def try_again(self) -> None:
        """Try again to write the unsaved data."""
        self._library.catch_up()
        self.look()

    def tell(self) -> None:
        """Try to save everything. Show a dialog with what is still not saved."""
        self.try_again()
        if self._shown and not self._dialogs.dialogs:
            self._open(quitting=False)

    def may_leave(self) -> bool:
        """Return True if the window may be closed now. Otherwise ask the player, whose answer may close the window
        later.
        """
        if self._leaving:
            return True
        self.try_again()
        if not self._shown.is_lost_at_the_end:
            return True
        if not any(dialog.objectName() == "unsaved_dialog" for dialog in self._dialogs.dialogs):
            self._open(quitting=True)
        return False

    def _open(self, *, quitting: bool) -> None:
        from mile_bones.desktop.dialogs.unsaved import UnsavedDialog

        dialog = UnsavedDialog(self._shown, self._dialogs.parent, quitting=quitting)
        dialog.elsewhere_requested.connect(lambda: self._ask_where(dialog))
        dialog.again_requested.connect(lambda: self._again(dialog))
        if quitting:
            dialog.accepted.connect(self._leave)
        self._dialogs.open(dialog)

    def _again(self, dialog: UnsavedDialog) -> None:
        dialog.reject()
        self.try_again()
        if self._shown:
            self._open(quitting=False)
        else:
            self.message.emit(_("Everything is saved again."))

    def _ask_where(self, dialog: UnsavedDialog) -> None:
        from mile_bones.desktop import files

        def chosen(folder: Path) -> None:
            self._save_elsewhere(folder, dialog)

        files.ask_folder(dialog, chosen, self._dialogs.show_help)

    def _save_elsewhere(self, folder: Path, dialog: UnsavedDialog) -> None:
        from mile_bones.desktop.dialogs.question import MessageDialog
        from mile_bones.library.export_unsaved import save_elsewhere

        leave = False
        try:
            written = save_elsewhere(self._library.unsaved, folder, self._library.clock())
        except OSError as error:
            title = _("This could not be saved")
            text = _("{path}: {reason}.").format(path=legible(folder), reason=error.strerror or error)
        else:
            title = _("Saved elsewhere")
            names = "\n".join(legible(path.name) for path in written)
            text = (
                _("These files have been written to {folder}:").format(folder=legible(folder))
                + f"\n\n{names}\n\n"
                + _how()
            )
            leave = dialog.quitting
        message = MessageDialog(title, text, dialog, topic="files")
        message.finished.connect(lambda _result: self._after(dialog, leave=leave))
        self._dialogs.open(message)

    def _after(self, dialog: UnsavedDialog, *, leave: bool) -> None:
        if leave:
            dialog.accept()
        else:
            dialog.activateWindow()

    def _leave(self) -> None:
        self._leaving = True
        QTimer.singleShot(0, self, self.closing.emit)  # after the dialog has closed


def _how() -> str:
    return _(
        "Open brings the game in progress back, Import in the history the finished ones. An mb.ini can take the place "
        "of the old one while the program is not running."
    )
