"""The dialog that asks for the player's name."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.name_field import NameField
from mile_bones.desktop.look.theme import set_look
from mile_bones.desktop.screen_reader import tell_reader
from mile_bones.engine.excerpt import legible
from mile_bones.games import GAMES
from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext
from mile_bones.storage.settings import LONGEST_NAME


class NameDialog(BaseDialog):
    """Asks for a name. If `first`, the dialog is the welcome at the first start, before a game of the kind `game`.
    Otherwise it has a Cancel button.

    Spaces around the name are removed. An empty name is refused with a message.
    """

    def __init__(
        self, name: str = "", parent: QWidget | None = None, *, first: bool = False, game: str = GAMES[0]
    ) -> None:
        question = _("A road trip of 700 miles. Who is driving?") if game == GAMES[0] else _("Who is playing?")
        super().__init__(
            parent,
            title=_("Welcome to Mile Bones") if first else _("Your name"),
            subtitle=question if first else _("Shown in the high scores."),
            band="green",
            topic="name",
            width=460,
        )
        self.setObjectName("name_dialog")
        self.field = NameField(legible(name))
        self.field.setObjectName("name_field")
        self.field.setAccessibleName(_("Your name"))
        self.field.selectAll()
        caption = label(_("Your &name:"), "strong")
        caption.setBuddy(self.field)
        self._rule = ngettext(
            "At most {count} character. It can be changed later.",
            "At most {count} characters. It can be changed later.",
            LONGEST_NAME,
        ).format(count=LONGEST_NAME)
        self.note = label(self._rule, "muted", wrap=True)
        self.field.setAccessibleDescription(self._rule)
        self.body.setSpacing(self.px(6))
        for widget in (caption, self.field, self.note):
            self.body.addWidget(widget)
        self.ok = self.add_button(_("&Start") if first else _("&OK"), "primary", default=True)
        self.ok.clicked.connect(self.accept)
        if not first:
            self.cancel = self.add_button(_("&Cancel"))
            self.cancel.clicked.connect(self.reject)
        self.field.textEdited.connect(self._say_the_rule)

    def name(self) -> str:
        """Return the name in the field."""
        return self.field.name()

    def accept(self) -> None:
        """Accept the name, or ask for one if the field is empty."""
        if self.name():
            super().accept()
            return
        refusal = _("Please write a name first.")
        self._show_note(refusal, "error")
        tell_reader(self.field, refusal)
        self.field.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.field.setFocus()

    def _say_the_rule(self) -> None:
        self._show_note(self._rule, "muted")

    def _show_note(self, text: str, role: str) -> None:
        self.note.setText(text)
        set_look(self.note, "role", role)
        self.field.setAccessibleDescription(text)
        if self.isVisible():
            self.fit()  # bold letters may be higher
