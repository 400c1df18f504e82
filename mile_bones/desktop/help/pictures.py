"""Pictures of cards and pieces for the help pages.

A page names a card as ``card:go`` and a piece as ``piece:red_disc``. In a table the picture is small.
"""

from __future__ import annotations

from PySide6.QtGui import QPixmap

from mile_bones.desktop.look.themes import Theme
from mile_bones.games import GAMES, part_of


def picture(name: str, theme: Theme, scale: float, ratio: float, *, small: bool) -> QPixmap:
    """Return the picture of a card or piece, or an empty one for any other name.

    ``scale`` multiplies its size, ``ratio`` is the device pixel ratio.
    """
    for game in GAMES:
        pictures = part_of(game, "desktop.boards", "pictures")
        if name in pictures.NAMES:
            found: QPixmap = pictures.picture(name, theme, scale, ratio, small=small)
            return found
    return QPixmap()
