"""The dialog at the end of a lesson. It offers what to do next."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog
from mile_bones.desktop.dialogs.question import paragraphs
from mile_bones.i18n import gettext as _


class LessonEndDialog(BaseDialog):
    """Shows the end of a lesson. `accepted` means that the player wants to play, and `rejected` that the lesson is
    closed.

    ``band`` is the colour of the game. ``waits`` is True if there is an unfinished game to continue.
    """

    again_requested = Signal()
    """Emitted to begin the lesson again, after the dialog has closed."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None, *, band: str, waits: bool = False) -> None:
        super().__init__(parent, title=title, band=band, topic="first-hand", width=500)
        self.setObjectName("lesson_end_dialog")
        self.setAccessibleDescription(text)
        self.text = paragraphs(text)
        self.body.addWidget(self.text)
        self.again = self.add_button(_("&Again"), leading=True)
        self.close_button = self.add_button(_("&Close"))
        self.play = self.add_button(_("&Back to your game") if waits else _("&Play"), "primary", default=True)
        self.again.clicked.connect(self._begin_again)
        self.close_button.clicked.connect(self.reject)
        self.play.clicked.connect(self.accept)
        self.play.setFocus()

    def _begin_again(self) -> None:
        self.finished.connect(lambda _result: self.again_requested.emit())
        self.done(_AGAIN)


_AGAIN = 2
"""A result of the dialog that is neither acceptance nor rejection."""
