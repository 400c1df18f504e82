"""The painted faces of the Mille cards. No words are written on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.look.card_art import svg
from mile_bones.desktop.table.model import BACK

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgRenderer

    from mile_bones.desktop.look.themes import Theme

WIDTH, HEIGHT = 250, 350
"""The size of a card in the units in which it is drawn."""
_CORNER = 16
_FOLDER = "cards/montreal"
_INDEX, _SIGN = QRectF(9, 11, 46, 98), 44.0
"""The corner with rank and suit on a high-contrast card, and the additional height of this corner on a 2 or on a court
card, which has another sign there.
"""
_PIPS, _FRAMED = QRectF(61, 12, 128, 326), QRectF(65, 24, 120, 302)
"""Two rectangles of the part between the corners: the pips on a card with a number, and the inside of the frame on any
other card.
"""
_LARGER, _SMALLER = 1.36, 0.8


class MontrealFaces:
    """The faces of this deck, in the form that ``CardArt`` expects."""

    names = (*ART, BACK)
    units = (WIDTH, HEIGHT)
    files = (
        *(f"{_FOLDER}/{name}.svg" for name in (*ART, BACK)),
        *(f"{_FOLDER}/high_contrast/{name}.svg" for name in ART),
    )

    def words(self) -> str:
        """Return an empty string, because ranks are the same in every language."""
        return ""

    def paint(self, painter: QPainter, name: str, theme: Theme) -> None:
        folder = f"{_FOLDER}/high_contrast" if theme.high_contrast and name != BACK else _FOLDER
        drawing = svg(f"{folder}/{name}.svg")
        if theme.large_indices and name != BACK:
            _paint_large_indices(painter, drawing, name)
        else:
            drawing.render(painter, QRectF(0, 0, WIDTH, HEIGHT))
        if theme.face_veil.alpha():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.face_veil)
            painter.drawRoundedRect(QRectF(0, 0, WIDTH, HEIGHT), _CORNER, _CORNER)


def _paint_large_indices(painter: QPainter, drawing: QSvgRenderer, name: str) -> None:
    """Paint both corners larger, and the middle between them smaller."""
    painter.setPen(QPen(QColor("#000000"), 4))
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawRoundedRect(QRectF(2, 2, WIDTH - 4, HEIGHT - 4), 14, 14)
    middle = QPointF(WIDTH / 2, HEIGHT / 2)
    _paint_part(painter, drawing, _PIPS if name[0].isdigit() else _FRAMED, _SMALLER, middle)
    index = _INDEX.adjusted(0, 0, 0, _SIGN if name[0] in "2jqk" else 0)
    for turn in (0, 180):
        painter.save()
        painter.translate(middle)
        painter.rotate(turn)
        painter.translate(-middle)
        _paint_part(painter, drawing, index, _LARGER, index.topLeft())
        painter.restore()


def _paint_part(painter: QPainter, drawing: QSvgRenderer, part: QRectF, factor: float, fixed: QPointF) -> None:
    """Paint a part of the drawing ``factor`` times as large. The point ``fixed`` stays where it is."""
    painter.save()
    painter.translate(fixed)
    painter.scale(factor, factor)
    painter.translate(-fixed)
    painter.setClipRect(part)
    drawing.render(painter, QRectF(0, 0, WIDTH, HEIGHT))
    painter.restore()
