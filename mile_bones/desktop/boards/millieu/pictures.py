"""Pictures of pieces for the help, sharp at every device pixel ratio."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QPixmap

from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.boards.millieu.pieces import PieceFaces
from mile_bones.desktop.look.face_pictures import face_picture
from mile_bones.desktop.look.theme import PICTURE_LIFT
from mile_bones.desktop.look.themes import Theme, theme_named

NAMES = ART
_WIDTH, _SMALL_WIDTH = 64, 40
"""The widths of a piece in a paragraph and in a table, in logical pixels at scale 1."""


def picture(name: str, theme: Theme, scale: float, ratio: float, *, small: bool) -> QPixmap:
    """Return the picture of a piece from ``NAMES``. ``scale`` multiplies its size; ``ratio`` is the pixel ratio."""
    width, lift = (_SMALL_WIDTH, PICTURE_LIFT) if small else (_WIDTH, 0)
    return _draw(name, theme.name, round(width * scale), round(lift * scale), ratio)


@lru_cache(maxsize=2 * len(NAMES))
def _draw(name: str, theme_name: str, width: int, lift: int, ratio: float) -> QPixmap:
    return face_picture(PieceFaces(), name, theme_named(theme_name), width, ratio, lift)
