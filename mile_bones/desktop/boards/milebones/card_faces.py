"""The painted faces of the Mile Bones cards: scenes with a zone for the name, in the player's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from mile_bones import resources
from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.look.card_art import svg
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table.model import BACK
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import in_digits

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

WIDTH, HEIGHT = 250, 350
"""The size of a card in the units in which it is drawn."""
CORNER = 16
_LARGER, _SMALLER = 2.0, 0.8
"""Two factors for themes with large indices. The index grows at most by the first factor. The plate shrinks by the
second factor, to make room for the index.
"""
_NAME_ZONE = QRectF(14, 291, 222, 53)
_FAMILY_INK = {"mile": "#4A3A1E", "hazard": "#8F2114", "remedy": "#14533F", "safety": "#1A2F5C"}
_FIGURES = {**{miles: miles for miles in ("25", "50", "75", "100", "200")}, "limit": "50", "endlimit": "50"}
"""The number in the drawing of a card, by the card's name. The number is written on the plate and in the corner of the
card.
"""
_FIGURE_PATHS = ("plate-figure", "index-figure")
_ELEMENT = QPainterPath.ElementType
_PATH_SIGNS = {
    _ELEMENT.MoveToElement: "M",
    _ELEMENT.LineToElement: "L",
    _ELEMENT.CurveToElement: "C",
    _ELEMENT.CurveToDataElement: "",
}
_CONTRAST_SCENE = {"mile": "#FFFFFF", "hazard": "#7A0F06", "remedy": "#0B4D37", "safety": "#06122F"}


class CardFaces:
    """The faces of this deck, in the form that ``CardArt`` expects."""

    names = (*ART, BACK)
    units = (WIDTH, HEIGHT)
    files = tuple(f"cards/{name}.svg" for name in names)

    def words(self) -> str:
        """Return all names that are written on the cards."""
        return "\0".join(card_name(card) for card in Card)

    def paint(self, painter: QPainter, name: str, theme: Theme) -> None:
        paint_card(painter, name, theme)


def family(face: str) -> str:
    """Return the family of the card whose art is called ``face``."""
    index = ART.index(face)
    return "mile" if index < 5 else "hazard" if index < 10 else "remedy" if index < 15 else "safety"


def paint_card(painter: QPainter, name: str, theme: Theme, *, named: bool = True) -> None:
    """Paint a card at the origin, 250 by 350 units. ``named``: write the name in its zone."""
    renderer = drawing_of(name)
    if theme.high_contrast and name != BACK:
        _paint_contrast(painter, renderer, name, theme)
    else:
        renderer.render(painter, QRectF(0, 0, WIDTH, HEIGHT))
    if named and name != BACK:
        ink = "#000000" if theme.high_contrast else _FAMILY_INK[family(name)]
        paint_name(painter, card_name(Card(ART.index(name))), _NAME_ZONE, QColor(ink))
    if theme.face_veil.alpha():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.face_veil)
        painter.drawRoundedRect(QRectF(0, 0, WIDTH, HEIGHT), CORNER, CORNER)


def drawing_of(name: str) -> QSvgRenderer:
    """Return the drawing of a card, with its number in the digits of the language."""
    file = f"cards/{name}.svg"
    drawing, figure = svg(file), _FIGURES.get(name, "")
    if in_digits(figure) == figure:
        return drawing
    text = resources.read_text(file)
    for path in filter(drawing.elementExists, _FIGURE_PATHS):
        outline = _outline(in_digits(figure), drawing.boundsOnElement(path))
        text = re.sub(rf'(?<=<path id="{path}" d=")[^"]*', outline, text)
    return type(drawing)(text.encode())


def _outline(text: str, zone: QRectF) -> str:
    """Return the outlines of ``text`` as the data of an SVG path, centred in ``zone`` and as large as fits."""
    letters = QPainterPath()
    letters.addText(0, 0, font(100, "Bold"), text)
    box = letters.boundingRect()
    scale = min(zone.width() / box.width(), zone.height() / box.height())
    fit = QTransform.fromTranslate(zone.center().x(), zone.center().y()).scale(scale, scale)
    fitted = fit.translate(-box.center().x(), -box.center().y()).map(letters)
    elements = map(fitted.elementAt, range(fitted.elementCount()))
    return " ".join(f"{_PATH_SIGNS[each.type]}{each.x:.2f} {each.y:.2f}" for each in elements)


def _paint_contrast(painter: QPainter, renderer: QSvgRenderer, name: str, theme: Theme) -> None:
    """Paint a flat colour instead of the scene, with black lines and a white frame. The theme sets the index's size."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawRoundedRect(QRectF(0, 0, WIDTH, HEIGHT), CORNER, CORNER)
    window = QRectF(10, 10, 230, 278)
    painter.setBrush(QColor(_CONTRAST_SCENE[family(name)]))
    painter.drawRoundedRect(window, 9, 9)
    clip = QPainterPath()
    clip.addRoundedRect(window, 9, 9)
    painter.save()
    painter.setClipPath(clip)
    index, plate = (renderer.boundsOnElement(part) for part in ("index", "plate"))
    if theme.large_indices:
        foot = plate.bottom()
        plate.setSize(plate.size() * _SMALLER)
        plate.moveBottomRight(QPointF(WIDTH - 14, foot))
        grown = min(_LARGER, (WIDTH - 30) / index.width())
        index = QRectF(index.topLeft(), index.size() * grown)
    renderer.render(painter, "plate", plate)
    renderer.render(painter, "index", index)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#000000"), 4 * theme.outline))
    painter.drawRoundedRect(window, 9, 9)
    painter.setPen(QPen(QColor("#000000"), 4))
    painter.drawRoundedRect(QRectF(2, 2, WIDTH - 4, HEIGHT - 4), 14, 14)


def paint_name(painter: QPainter, text: str, zone: QRectF, ink: QColor) -> None:
    """Paint a card's name as large as its zone allows: on one line if it fits at a size from 30 to 23 units, else on
    two lines at 23 units or smaller.
    """
    painter.setPen(ink)
    for size in range(30, 22, -1):
        face = font(size, "Bold")
        if QFontMetricsF(face).horizontalAdvance(text) <= zone.width():
            painter.setFont(face)
            painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, text)
            return
    words = text.replace("\u00ad", "\u00ad ").split()
    for size in range(23, 15, -1):
        face = font(size, "Bold")
        metrics = QFontMetricsF(face)
        lines = _two_lines(words, metrics)
        if max(metrics.horizontalAdvance(line) for line in lines) <= zone.width():
            break
    else:
        lines = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, zone.width()) for line in lines]
    painter.setFont(face)
    leading = size * 24.5 / 23
    top = zone.center().y() - leading * len(lines) / 2
    for index, line in enumerate(lines):
        painter.drawText(
            QRectF(zone.x(), top + index * leading, zone.width(), leading), Qt.AlignmentFlag.AlignCenter, line
        )


def _two_lines(words: list[str], metrics: QFontMetricsF) -> list[str]:
    """Return the words on two lines of widths as equal as possible. A soft hyphen becomes visible if it is at the end
    of a line.
    """
    if len(words) == 1:
        return [words[0]]

    def join(part: list[str]) -> str:
        text = " ".join(part).replace("\u00ad ", "")
        return text.replace("\u00ad", "-") if text.endswith("\u00ad") else text

    splits = [[join(words[:cut]), join(words[cut:])] for cut in range(1, len(words))]
    return min(splits, key=lambda lines: max(metrics.horizontalAdvance(line) for line in lines))
