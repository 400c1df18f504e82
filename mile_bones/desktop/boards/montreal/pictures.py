"""Pictures of cards for the help, sharp at every device pixel ratio."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QPixmap

from mile_bones.desktop.boards.montreal.card_faces import MontrealFaces
from mile_bones.desktop.look.face_pictures import face_picture
from mile_bones.desktop.look.theme import PICTURE_LIFT
from mile_bones.desktop.look.themes import Theme, theme_named

NAMES = MontrealFaces.names
_WIDTH, SMALL_WIDTH = 76, 40
"""The widths of a card in a paragraph and in a table, in logical pixels at scale 1."""


def picture(name: str, theme: Theme, scale: float, ratio: float, *, small: bool) -> QPixmap:
    """Return the picture of a card from ``NAMES``. ``scale`` multiplies its size; ``ratio`` is the pixel ratio."""
    width, lift = (SMALL_WIDTH, PICTURE_LIFT) if small else (_WIDTH, 0)
    return _draw(name, theme.name, round(width * scale), round(lift * scale), ratio)


@lru_cache(maxsize=2 * len(NAMES))
def _draw(name: str, theme_name: str, width: int, lift: int, ratio: float) -> QPixmap:
    return face_picture(MontrealFaces(), name, theme_named(theme_name), width, ratio, lift)
