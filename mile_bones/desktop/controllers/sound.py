"""The controller of the window's sounds: it plays the sounds of the boards, and controls volume and muting."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from mile_bones.desktop.sound.cue import Cue
from mile_bones.desktop.sound.output import Output, opener
from mile_bones.desktop.sound.player import SoundPlayer
from mile_bones.i18n import gettext as _
from mile_bones.storage.settings import MONO, MUTE, VOLUME

if TYPE_CHECKING:
    from mile_bones.desktop.board_stack import BoardStack
    from mile_bones.storage.settings import Settings


class SoundController(QObject):
    """Plays the sounds of the boards according to the settings. ``output`` is None for the output that the environment
    chooses.
    """

    muted = Signal(bool)
    """Emitted with True if all sounds are muted from now on, and with False if they are audible again."""
    message = Signal(str)
    """Emitted with a sentence about the change that the player has just made."""

    def __init__(
        self, settings: Settings, boards: BoardStack, output: Output | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        if output is None:
            device = opener()
            output = None if device is None else Output(device, Random())
        self.player = SoundPlayer(output, self)
        boards.cued.connect(self.player.play)

    def apply(self) -> None:
        """Set the volume from the settings, and whether both ears hear the same."""
        muted = self._settings.get(MUTE)
        self.player.set_volume(int(self._settings.get(VOLUME)), muted=muted)
        self.player.set_mono(mono=self._settings.get(MONO))
        self.muted.emit(muted)

    def toggle(self) -> None:
        """Mute all sounds, or stop muting them."""
        muted = not self._settings.get(MUTE)
        self._settings.update({MUTE: muted})
        self.apply()
        self.message.emit(_("All sounds are muted.") if muted else _("Sounds can be heard again."))

    def try_volume(self, percent: int) -> None:
        """Play a sample sound at this volume, in percent. The volume stays until ``apply``."""
        self.player.set_volume(percent, muted=False)
        self.player.play((Cue.REMEDY,))

    def close(self) -> None:
        """Close the player, because the window closes."""
        self.player.close()
