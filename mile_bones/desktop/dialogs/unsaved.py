"""The dialog about data that is not saved on the disk, with the ways to save it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.dialogs.base import BaseDialog
from mile_bones.desktop.dialogs.question import paragraphs
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.library.game_library import Unsaved


class UnsavedDialog(BaseDialog):
    """Shows what is not saved. If ``quitting``, the program is about to end, and ``accepted`` means that the player
    agrees.
    """

    elsewhere_requested = Signal()
    """Emitted when the player wants to save the data in another place."""
    again_requested = Signal()
    """Emitted when the player wants to try again to save the data in the usual place."""

    def __init__(self, unsaved: Unsaved, parent: QWidget | None = None, *, quitting: bool) -> None:
        super().__init__(parent, title=_("Not everything is saved"), band="red", topic="files#unsaved", width=560)
        self.setObjectName("unsaved_dialog")
        self.quitting = quitting
        text = "\n".join(sentences(unsaved))
        if quitting and unsaved.is_lost_at_the_end:
            text += "\n\n" + _("If you quit now, this is lost. You can save it in another place first.")
        self.setAccessibleDescription(text)
        self.text = paragraphs(text)
        self.body.addWidget(self.text)
        self.elsewhere = self.add_button(_("Save &elsewhere…"), "plain", leading=True)
        self.elsewhere.setVisible(unsaved.is_lost_at_the_end)
        self.elsewhere.clicked.connect(self.elsewhere_requested)
        if quitting:
            self.leave = self.add_button(_("&Quit all the same"), "secondary")
            self.leave.clicked.connect(self.accept)
            self.stay = self.add_button(_("&Play on"), "primary", default=True)
        else:
            self.again = self.add_button(_("&Try again"))
            self.again.clicked.connect(self.again_requested)
            self.stay = self.add_button(_("&Close"), "primary", default=True)
        self.stay.clicked.connect(self.reject)
        self.stay.setFocus()


def sentences(unsaved: Unsaved) -> list[str]:
    """Return a sentence for each kind of data that is not saved."""
    said = []
    if count := len(unsaved.games):
        text = ngettext(
            "The game in progress is not saved as it stands.",
            "{count} games in progress are not saved as they stand.",
            count,
        )
        said.append(text.format(count=format_number(count)))
    if count := len(unsaved.finished):
        text = ngettext("{count} finished game is saved nowhere.", "{count} finished games are saved nowhere.", count)
        said.append(text.format(count=format_number(count)))
    if unsaved.waiting:
        text = ngettext(
            "{count} finished game waits in a file, because the history cannot be written.",
            "{count} finished games wait in files, because the history cannot be written.",
            unsaved.waiting,
        )
        said.append(text.format(count=format_number(unsaved.waiting)))
    if unsaved.settings is not None:
        said.append(_("Settings, games won and high scores are not written as they should be."))
    return said
