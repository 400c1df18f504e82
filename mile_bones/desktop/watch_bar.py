"""The bar below the table while a person watches two computers play: it lets the person pause the game and set its
speed.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import label
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.transport import TransportBar, TransportButton
from mile_bones.i18n import gettext as _


class WatchBar(TransportBar):
    """The signal ``paused`` is emitted when the player wants to pause or to continue. ``show_paused`` shows the current
    state.
    """

    paused = Signal(bool)
    """Emitted with True to pause the game, and with False to continue it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, name="watch_bar", accessible_name=_("Watching"), topic="players")
        self._paused = False
        self.pause = TransportButton("pause", _("Pause"), written=True)
        self.note = label("", "muted", wrap=True)
        self._row = QHBoxLayout()
        self._row.addWidget(self.pause)
        self._row.addWidget(self.speed)
        self._row.addWidget(self.note, 1)
        self._row.setContentsMargins(0, 0, RING, 0)
        self.rows.addLayout(self._row)
        self.pause.clicked.connect(self._turn_over)
        self.show_paused(False)
        self.apply_style()

    def show_paused(self, paused: bool) -> None:
        """Show that the game is paused, or that it continues."""
        self._paused = paused
        self.pause.show_sign("play" if paused else "pause", _("Go on") if paused else _("Pause"))
        self.note.setText(_("The computers wait for you.") if paused else _("Two computers play, and you watch."))

    def apply_style(self) -> None:
        super().apply_style()
        self._row.setSpacing(self.px(4))
        self.note.setContentsMargins(self.px(8), 0, 0, 0)

    def _turn_over(self) -> None:
        self.show_paused(not self._paused)
        self.paused.emit(self._paused)
