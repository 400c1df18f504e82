"""The dialog that asks whose games are imported. Games of other people are kept out of the player's statistics."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.i18n import gettext as _


class WhoseDialog(BaseDialog):
    """Asks once before an import.

    Enter gives the safe answer, because nobody could remove other people's games from the statistics later.
    """

    #: Emitted with True for the player's own games and False for games of others. Not emitted if the import is
    # cancelled.
    answered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, title=_("Whose games are these?"), band="green", topic="history", width=440)
        self.setObjectName("whose_dialog")
        text = _(
            "Your own games, from another computer or from a backup, count in your statistics. Somebody else’s are "
            "listed in the history, but kept apart from yours."
        )
        self.setAccessibleDescription(text)
        self.text = label(text, "text", wrap=True)
        self.body.addWidget(self.text)
        self.cancel = self.add_button(_("&Cancel"), leading=True)
        self.own = self.add_button(_("&My own"))
        self.others = self.add_button(_("&Somebody else’s"), "primary", default=True)
        self.cancel.clicked.connect(self.reject)
        self.own.clicked.connect(lambda: self._answer(own=True))
        self.others.clicked.connect(lambda: self._answer(own=False))
        self.others.setFocus()

    def _answer(self, *, own: bool) -> None:
        self.accept()
        self.answered.emit(own)
