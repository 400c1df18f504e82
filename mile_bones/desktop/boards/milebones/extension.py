"""The question at the end of a trip of 700 miles: stop here, or go on to 1,000?"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _


class ExtensionDialog(BaseDialog):
    """`accepted` means going on, `rejected` ending the trip. Only the two buttons answer: Escape does not.

    `opponent` is the name of the other player.
    """

    def __init__(
        self, opponent: str, parent: QWidget | None = None, *, goal: int = 700, extended_goal: int = 1000
    ) -> None:
        near, far = format_number(goal), format_number(extended_goal)
        super().__init__(
            parent,
            title=_("You have driven {miles} miles").format(miles=near),
            subtitle=_("Go on to {miles} miles?").format(miles=far),
            band="green",
            topic="extension",
            width=500,
        )
        self.setObjectName("extension_dialog")
        self.setWindowFlag(Qt.WindowType.WindowCloseButtonHint, False)
        paragraphs = (
            _("Stop here: the hand is over, and the trip is yours."),
            _(
                "Go on: nothing is scored yet, and {name} plays on as well. Whoever is first at {miles} miles"
                " takes 400 points for the trip and 200 for the extension. If nobody gets there, nobody has them."
            ).format(name=opponent, miles=far),
        )
        for text in paragraphs:
            self.body.addWidget(label(text, "text", wrap=True))
        self.setAccessibleDescription(" ".join((self.band.subtitle.text(), *paragraphs)))
        self.yes = self.add_button(_("&Yes, go on"), "primary", default=True)
        self.no = self.add_button(_("&No, stop here"))
        self.yes.clicked.connect(self.accept)
        self.no.clicked.connect(self._stop)
        self.yes.setFocus()

    def reject(self) -> None:
        """Escape: the question stays, because the game cannot go on without an answer."""

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window system may not close the question; the program itself may, when it ends."""
        if event.spontaneous():
            event.ignore()
        else:
            event.accept()

    def _stop(self) -> None:
        self.done(QDialog.DialogCode.Rejected)
