"""A hint in a dialog with two answers: the coach lights the better answer and gives the reason."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from mile_bones.desktop.dialogs.base import BaseDialog, PaperButton, label
from mile_bones.desktop.screen_reader import tell_reader
from mile_bones.i18n import gettext as _


class AnswerHint(QObject):
    """Adds a plain button for a hint to a dialog. The key H presses this button, too.

    ``yes`` and ``no`` are the buttons that accept and reject the dialog.
    """

    wanted = Signal()
    """Emitted when the player asks the coach. It is emitted again if the button is pressed while a hint is shown."""

    def __init__(self, dialog: BaseDialog, yes: PaperButton, no: PaperButton) -> None:
        super().__init__(dialog)
        self.dialog = dialog
        self._yes, self._no = yes, no
        self.button = dialog.add_button(_("&Hint"), leading=True)
        self.button.set_least_width(0)
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self.wanted)
        key = QShortcut(QKeySequence(Qt.Key.Key_H), dialog)
        key.activated.connect(self.button.click)
        self._text = label("", "strong", wrap=True)
        self._text.hide()
        dialog.body.addWidget(self._text)
        self.shows_best = False
        """Whether the better answer is shown."""
        self.button.show()  # the dialog is already open
        dialog.fit()

    def say(self, text: str) -> None:
        """Show a text below the question, and have a screen reader read it."""
        self._text.setText(text)
        self._text.show()
        self.dialog.fit()
        tell_reader(self.dialog, text)

    def show_best(self, text: str, accept: bool | None) -> None:
        """Show `text`, and light the better answer. `accept` is None if both answers are equally good."""
        self.shows_best = True
        self._yes.suggest(accept is True)
        self._no.suggest(accept is False)
        self.say(text)
