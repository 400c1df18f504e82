"""Everything in front of the window: dialogs, messages, problems with the user's files, and the help."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QMainWindow

from mile_bones.i18n import gettext as _
from mile_bones.storage.problems import Problem

if TYPE_CHECKING:
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.help.window import HelpWindow
    from mile_bones.desktop.table.ending import Inquiry


class DialogStack:
    """The dialogs in front of one window. In any of these dialogs F1 shows the help page about it."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._problems: list[Problem] = []
        self.dialogs: list[BaseDialog] = []
        """The open dialogs. The last one is in front."""
        self.help: HelpWindow | None = None
        """The window of the help, or None if the help has not been opened yet."""

    @property
    def help_topic(self) -> str | None:
        """The topic of the help on the screen, or None if the help is not visible."""
        return self.help.topic if self.help is not None and self.help.isVisible() else None

    @property
    def parent(self) -> QMainWindow:
        """The window in front of which dialogs appear."""
        return self._window

    def open(self, dialog: BaseDialog) -> None:
        """Show this dialog. The dialog is deleted when it is closed."""
        dialog.help_requested.connect(self.show_help)
        dialog.finished.connect(lambda _result: self._closed(dialog))
        self.dialogs.append(dialog)
        dialog.open()

    def ask(self, inquiry: Inquiry, answer: Callable[[Any], object]) -> Any:
        """Ask the question of a game. Return the dialog, which is still open.

        ``answer`` is called with the action that follows from the reply, or with None.
        """
        dialog = inquiry.dialog(self._window)
        dialog.accepted.connect(lambda: answer(inquiry.accepted))
        dialog.rejected.connect(lambda: answer(inquiry.rejected))
        self.open(dialog)
        return dialog

    def message(self, title: str, text: str, topic: str) -> None:
        """Show a message that the player has to read."""
        from mile_bones.desktop.dialogs.question import MessageDialog

        self.open(MessageDialog(title, text, self._window, topic=topic))

    def report(self, problem: Problem) -> None:
        """Remember a problem with the user's files, and show it as soon as no dialog is open."""
        self._problems.append(problem)
        if self._window.isVisible():
            QTimer.singleShot(0, self._window, self.show_problems)

    def take_problems(self) -> list[Problem]:
        """Return the problems that have not been shown yet, and forget them. The caller must show them."""
        taken, self._problems = self._problems, []
        return taken

    def show_problems(self) -> None:
        """Show each problem once, if no dialog is open."""
        if self.dialogs or not self._problems:
            return
        texts = [problem.message() for problem in self.take_problems()]
        self.message(_("Something is wrong with your files"), "\n\n".join(texts), "files")

    def move(self, by: QPoint) -> None:
        """Move the dialogs by ``by``, because the window has moved by the same distance."""
        for dialog in self.dialogs:
            dialog.move(dialog.pos() + by)

    def show_help(self, topic: str) -> None:
        """Show the help at this page."""
        from mile_bones.desktop.help.window import HelpWindow

        if self.help is None:
            self.help = HelpWindow(self._window, topic)
        else:
            self.help.show_topic(topic)
            if not self.help.isVisible():
                self.help.come_to(self._window.screen())
        self.help.show()
        self.help.raise_()
        self.help.activateWindow()

    def close_help(self) -> None:
        """Close the help, because the window is closed."""
        if self.help is not None:
            self.help.close()
            self.help.deleteLater()  # the window is not its parent and would not delete it
            self.help = None

    def _closed(self, dialog: BaseDialog) -> None:
        self.dialogs.remove(dialog)
        dialog.deleteLater()
        self.show_problems()
        # Give the keyboard to the window or dialog that is in front now, even if the window system reports
        # another one.
        (self.dialogs[-1] if self.dialogs else self._window).activateWindow()
