"""What the dialogs at the end of a hand or a game share."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent

from mile_bones.desktop.dialogs.base import BaseDialog


class EndingDialog(BaseDialog):
    """Something is over, and there is one way on: by its button, which has the focus, by Return and by Escape."""

    def add_way_on(self, text: str) -> None:
        """The last of the buttons, to be added when the others are there."""
        self.go_on = self.add_button(text, "primary", default=True)
        self.go_on.clicked.connect(self.accept)
        self.go_on.setFocus()

    def reject(self) -> None:
        """Escape goes on as well: there is nothing here to refuse."""
        self.accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.go_on.setFocus()
