"""The dialog that asks for the number of a deal."""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QRegularExpressionValidator, QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.i18n import gettext as _
from mile_bones.i18n import latin_digits


class NumberDialog(BaseDialog):
    """Asks for a number of at most 18 digits. After the dialog was accepted, the number is in ``number``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            title=_("New game with number"),
            subtitle=_("The same number, the same cards."),
            band="green",
            topic="undo",
            width=460,
        )
        self.setObjectName("number_dialog")
        self.field = QLineEdit()
        self.field.setAccessibleName(_("Deal number"))
        self.field.setValidator(QRegularExpressionValidator(QRegularExpression(r"\p{Nd}{1,18}"), self.field))
        caption = label(_("Deal &number:"), "strong")
        caption.setBuddy(self.field)
        rule = _("Up to 18 digits. Under the same rules it deals the same cards to everybody, on every computer.")
        self.field.setAccessibleDescription(rule)
        self.body.setSpacing(self.px(6))
        for widget in (caption, self.field, label(rule, "muted", wrap=True)):
            self.body.addWidget(widget)
        self.ok = self.add_button(_("&Start"), "primary", default=True)
        self.cancel = self.add_button(_("&Cancel"))
        self.ok.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.ok.setEnabled(False)
        self.field.textChanged.connect(lambda text: self.ok.setEnabled(bool(text)))

    @property
    def number(self) -> int:
        """The number in the field."""
        return int(latin_digits(self.field.text()))

    def accept(self) -> None:
        """Accept the dialog if there is a number."""
        if self.field.text():
            super().accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.field.setFocus()
