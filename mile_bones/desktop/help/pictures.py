"""Pictures of cards for the pages of the help, sharp at every device pixel ratio.

A page names a card as ``card:go``. Within a table the picture is small, and the name under it, which could not be
read any more, is left out: it stands beside the picture anyway.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from mile_bones import resources
from mile_bones.desktop.theme import THEMES, Theme, font
from mile_bones.games.milebones.cards import DISTANCES, HAZARDS, REMEDIES, Card
from mile_bones.games.milebones.words import card_name

FILES = (
    *("25", "50", "75", "100", "200"),
    *("outofgas", "flat", "accident", "limit", "stop"),
    *("gasoline", "spare", "repairs", "endlimit", "go"),
    *("extratank", "puncture", "ace", "rightofway"),
)
"""The names of the pictures, in the order of the cards."""
CARDS = dict(zip(FILES, Card, strict=True))

WIDTH, SMALL_WIDTH = 92, 40
"""Width of a card in a paragraph and in a table, in logical pixels at scale 1."""
LIFT = 8
"""Empty space below a small picture. Qt sets the middle of a picture on the base line of the words beside it; this
lifts the card to the middle of the letters."""

# A card in units of its drawing: its size, its height without the zone of the name, and the zone of the name.
_CARD = QRectF(0, 0, 250, 350)
_SHORT = QRectF(0, 0, 250, 298)
_SCENE = QRectF(10, 10, 230, 278)
_NAME = QRectF(14, 291, 222, 53)
_CORNER = 16.0
_PAPER = QColor("#FFF8E8")

# The deep colour of each family, and the flat scene that stands for it in high contrast.
_MILEAGE, _HAZARD, _REMEDY, _SAFETY = (
    (QColor("#4A3A1E"), QColor("#FFFFFF")),
    (QColor("#8F2114"), QColor("#7A0F06")),
    (QColor("#14533F"), QColor("#0B4D37")),
    (QColor("#1A2F5C"), QColor("#06122F")),
)


def picture(name: str, theme: Theme, scale: float, ratio: float, *, small: bool) -> QPixmap:
    """The picture of a card. `scale` multiplies its size, `ratio` is the device pixel ratio.

    A name that is no card gives an empty picture.
    """
    width, lift = (SMALL_WIDTH, LIFT) if small else (WIDTH, 0)
    if name not in CARDS:
        return QPixmap()
    return _draw(name, theme.name, round(width * scale), round(lift * scale), ratio)


@lru_cache(maxsize=128)
def _draw(name: str, theme_name: str, width: int, lift: int, ratio: float) -> QPixmap:
    theme, card = THEMES[theme_name], CARDS[name]
    area = _SHORT if lift else _CARD
    unit = width / area.width()
    height = round(area.height() * unit) + lift
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(unit, unit)
    _paint(painter, card, resources.read_bytes(f"cards/{name}.svg"), theme, area)
    painter.end()
    return pixmap


def _paint(painter: QPainter, card: Card, drawing: bytes, theme: Theme, area: QRectF) -> None:
    outline = QPainterPath()
    outline.addRoundedRect(area.adjusted(0.75, 0.75, -0.75, -0.75), _CORNER, _CORNER)
    deep, flat = _colours(card)
    svg = QSvgRenderer(drawing)
    painter.setClipPath(outline)
    if theme.high_contrast:
        painter.fillPath(outline, QColor("white"))
        painter.fillRect(_SCENE, flat)
        for part in ("plate", "index"):
            svg.render(painter, part, svg.boundsOnElement(part))
        edge = QPen(QColor("black"), 4)
        painter.strokePath(_rectangle(_SCENE), edge)
    else:
        painter.fillPath(outline, _PAPER)
        svg.render(painter, _CARD)
        edge = QPen(theme.card_edge, 1.5)
    painter.setClipping(False)
    if area == _CARD:
        _write_name(painter, card_name(card), QColor("black") if theme.high_contrast else deep)
    if theme.face_veil.alpha():
        painter.fillPath(outline, theme.face_veil)
    painter.strokePath(outline, edge)


def _write_name(painter: QPainter, name: str, colour: QColor) -> None:
    """The name of the card, as large as its zone allows; two lines when one would become too small."""
    painter.setPen(colour)
    flags = Qt.AlignmentFlag.AlignCenter
    for size in range(30, 15, -1):
        bold = font(size, "Bold")
        if QFontMetricsF(bold).horizontalAdvance(name) <= _NAME.width():
            break
        if size <= 23:
            flags |= Qt.TextFlag.TextWordWrap
            if QFontMetricsF(bold).boundingRect(_NAME, flags, name).width() <= _NAME.width():
                break
    painter.setFont(bold)
    painter.drawText(_NAME, int(flags), name)


def _colours(card: Card) -> tuple[QColor, QColor]:
    if card in DISTANCES:
        return _MILEAGE
    if card in HAZARDS:
        return _HAZARD
    return _REMEDY if card in REMEDIES else _SAFETY


def _rectangle(area: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(area, 9, 9)
    return path
