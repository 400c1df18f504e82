"""Pictures of cards for the help and for lists, sharp at every device pixel ratio."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap

from mile_bones.desktop.boards.milebones import card_faces
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.look.theme import PICTURE_LIFT
from mile_bones.desktop.look.themes import Theme, theme_named

NAMES = ART
WIDTH, SMALL_WIDTH = 92, 40
"""The widths of a card in a paragraph and in a table, in logical pixels at scale 1."""

_SHORT = 298
"""The height of a card without the zone of its name, in the units of its drawing."""


def picture(name: str, theme: Theme, scale: float, ratio: float, *, small: bool) -> QPixmap:
    """Return the picture of a card from ``NAMES``. ``scale`` multiplies its size, ``ratio`` is the device pixel ratio.

    A ``small`` picture leaves out the card's name, which would be too small to read.
    """
    width, lift = (SMALL_WIDTH, PICTURE_LIFT) if small else (WIDTH, 0)
    return _draw(name, theme.name, round(width * scale), round(lift * scale), ratio)


@lru_cache(maxsize=2 * len(NAMES))  # the pictures for one theme and scale, large and small
def _draw(name: str, theme_name: str, width: int, lift: int, ratio: float) -> QPixmap:
    theme, short = theme_named(theme_name), bool(lift)
    unit = width / card_faces.WIDTH
    tall = _SHORT if short else card_faces.HEIGHT
    pixmap = QPixmap(round(width * ratio), round((tall * unit + lift) * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(unit, unit)
    if short:
        _paint_short(painter, name, theme)
    else:
        card_faces.paint_card(painter, name, theme)
    painter.end()
    return pixmap


def _paint_short(painter: QPainter, name: str, theme: Theme) -> None:
    """Paint the card cut off below its scene, with a new lower edge."""
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(0, 0, card_faces.WIDTH, _SHORT).adjusted(0.75, 0.75, -0.75, -0.75), 16, 16)
    painter.setClipPath(outline)
    card_faces.paint_card(painter, name, theme, named=False)
    painter.setClipping(False)
    painter.strokePath(outline, QPen(Qt.GlobalColor.black, 4) if theme.high_contrast else QPen(theme.card_edge, 1.5))
