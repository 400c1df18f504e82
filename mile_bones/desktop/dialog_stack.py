"""What lies in front of the window: dialogs, messages, problems with the user's files, and the help."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

from mile_bones.i18n import gettext as _
from mile_bones.storage.problems import Problem

if TYPE_CHECKING:
    from mile_bones.desktop.dialogs.base import BaseDialog
    from mile_bones.desktop.help.window import HelpWindow
    from mile_bones.desktop.table.ending import Inquiry


class DialogStack:
    """What one window has before it. F1 in any dialog shows the help at its topic."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._problems: list[Problem] = []
        self.dialogs: list[BaseDialog] = []
        """Those that are open, the last one in front."""
        self.help: HelpWindow | None = None
        """The window of the help, once it has been asked for."""

    @property
    def help_topic(self) -> str | None:
        """What the help is open at; None: it is not to be seen."""
        return self.help.topic if self.help is not None and self.help.isVisible() else None

    @property
    def parent(self) -> QMainWindow:
        """What dialogs lie in front of."""
        return self._window

    def open(self, dialog: BaseDialog) -> None:
        """Show this dialog; when it is closed it goes away for good."""
        dialog.help_requested.connect(self.show_help)
        dialog.finished.connect(lambda _result: self._closed(dialog))
        self.dialogs.append(dialog)
        dialog.open()

    def ask(self, inquiry: Inquiry, answer: Callable[[Any], object]) -> Any:
        """Ask what a game wants to know; ``answer`` gets the action that follows from it, or None. The dialog is open
        then, and returned."""
        dialog = inquiry.dialog(self._window)
        dialog.accepted.connect(lambda: answer(inquiry.accepted))
        dialog.rejected.connect(lambda: answer(inquiry.rejected))
        self.open(dialog)
        return dialog

    def message(self, title: str, text: str, topic: str) -> None:
        """Say something that has to be read."""
        from mile_bones.desktop.dialogs.question import MessageDialog

        self.open(MessageDialog(title, text, self._window, topic=topic))

    def report(self, problem: Problem) -> None:
        """Trouble with the user's files: it is said as soon as that disturbs nobody."""
        self._problems.append(problem)
        if self._window.isVisible():
            QTimer.singleShot(0, self._window, self.show_problems)

    def take_problems(self) -> list[Problem]:
        """The trouble that has not been said yet; who takes it says it."""
        taken, self._problems = self._problems, []
        return taken

    def show_problems(self) -> None:
        """Say each problem once, when no other dialog is open."""
        if self.dialogs or not self._problems:
            return
        texts = [problem.message() for problem in self.take_problems()]
        self.message(_("Something is wrong with your files"), "\n\n".join(texts), "files")

    def move(self, by: QPoint) -> None:
        """The window has moved; its dialogs go with it."""
        for dialog in self.dialogs:
            dialog.move(dialog.pos() + by)

    def show_help_here(self) -> None:
        """The help at the page for what has the focus."""
        from mile_bones.desktop.help.context import topic_for

        self.show_help(topic_for(QApplication.focusWidget()))

    def show_help(self, topic: str) -> None:
        """The help at this page."""
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
        """The window is closed, and the help with it."""
        if self.help is not None:
            self.help.close()
            self.help.deleteLater()  # it is no child of the window, which would take it along
            self.help = None

    def _closed(self, dialog: BaseDialog) -> None:
        self.dialogs.remove(dialog)
        dialog.deleteLater()
        self.show_problems()
        # The keyboard goes back to what lies in front now, whatever the window system thinks.
        (self.dialogs[-1] if self.dialogs else self._window).activateWindow()
