"""Pictures of cards and pieces for the pages of the help, sharp at every device pixel ratio.

A page names a card as ``card:go`` and a piece as ``piece:red_disc``. Within a table the picture is small, and the name
under a card, which could not be read any more, is left out: it stands beside the picture anyway.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap

from mile_bones.desktop.boards.milebones import card_faces
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.boards.millieu import models as millieu
from mile_bones.desktop.boards.millieu.pieces import PieceFaces
from mile_bones.desktop.look.theme import THEMES, Theme
from mile_bones.games.milebones import Card
from mile_bones.games.millieu import PIECES as KINDS

CARDS = dict(zip(ART, Card, strict=True))
"""The cards by the names of their pictures."""
PIECES = dict(zip(millieu.ART, KINDS, strict=True))
"""The pieces of Millieu by the names of theirs."""

WIDTH, SMALL_WIDTH = 92, 40
"""Width of a card in a paragraph and in a table, in logical pixels at scale 1."""
LIFT = 8
"""Empty space below a small picture. Qt sets the middle of a picture on the base line of the words beside it; this
lifts the card to the middle of the letters."""

PIECE_WIDTH, SMALL_PIECE_WIDTH = 64, 40
"""The same for a piece."""

_SHORT = 298
"""Height of a card without the zone of its name, in the units of its drawing."""


def picture(name: str, theme: Theme, scale: float, ratio: float, *, small: bool) -> QPixmap:
    """The picture of a card or piece. `scale` multiplies its size, `ratio` is the device pixel ratio.

    A name that is neither gives an empty picture.
    """
    if name in PIECES:
        return _draw_piece(name, theme.name, round((SMALL_PIECE_WIDTH if small else PIECE_WIDTH) * scale), ratio)
    width, lift = (SMALL_WIDTH, LIFT) if small else (WIDTH, 0)
    if name not in CARDS:
        return QPixmap()
    return _draw(name, theme.name, round(width * scale), round(lift * scale), ratio)


@lru_cache(maxsize=2 * len(CARDS))  # those of one theme and scale, large and small
def _draw(name: str, theme_name: str, width: int, lift: int, ratio: float) -> QPixmap:
    theme, short = THEMES[theme_name], bool(lift)
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


@lru_cache(maxsize=2 * len(PIECES))
def _draw_piece(name: str, theme_name: str, width: int, ratio: float) -> QPixmap:
    faces = PieceFaces()
    unit = width / faces.units[0]
    pixmap = QPixmap(round(width * ratio), round(faces.units[1] * unit * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(unit, unit)
    faces.paint(painter, name, THEMES[theme_name])
    painter.end()
    return pixmap


def _paint_short(painter: QPainter, name: str, theme: Theme) -> None:
    """The card cut off below its scene, with a new lower edge."""
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(0, 0, card_faces.WIDTH, _SHORT).adjusted(0.75, 0.75, -0.75, -0.75), 16, 16)
    painter.setClipPath(outline)
    card_faces.paint_card(painter, name, theme, named=False)
    painter.setClipping(False)
    painter.strokePath(outline, QPen(Qt.GlobalColor.black, 4) if theme.high_contrast else QPen(theme.card_edge, 1.5))
