"""The coach in a question with two answers: it lights the better one, and says why."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from mile_bones.desktop.dialogs.base import BaseDialog, PaperButton, label
from mile_bones.desktop.screen_reader import tell_reader
from mile_bones.i18n import gettext as _


class AnswerHint(QObject):
    """Puts a quiet button into the dialog, which the key H presses as well.

    ``yes`` and ``no``: the buttons that accept and reject it.
    """

    wanted = Signal()
    """The player asks the coach; once more, when something is shown."""

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
        """The better answer is lit."""
        self.button.show()  # the dialog is open already
        dialog.fit()

    def say(self, text: str) -> None:
        """Show a sentence below what is asked, and let a screen reader read it."""
        self._text.setText(text)
        self._text.show()
        self.dialog.fit()
        tell_reader(self.dialog, text)

    def show_best(self, text: str, accept: bool | None) -> None:
        """Light the answer that is better, and say this; ``accept`` None: both are as good."""
        self.shows_best = True
        self._yes.suggest(accept is True)
        self._no.suggest(accept is False)
        self.say(text)
