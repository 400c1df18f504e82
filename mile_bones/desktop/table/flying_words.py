"""A text that flies over the table, such as points that fly to the score."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsPixmapItem

from mile_bones.desktop.look.theme import font

_ARC = 0.16
"""The height of the arc above the straight way, as a fraction of the length of the way."""
_LARGEST = 1.35


class FlyingWords(QGraphicsPixmapItem):
    """A short text on a coloured ground, composed into one pixmap like a flying card."""

    def __init__(self, text: str, px: float, fill: QColor, ink: QColor, ratio: float) -> None:
        super().__init__()
        face = font(px, "Bold")
        width = QFontMetricsF(face).horizontalAdvance(text) + 1.5 * px
        height = 1.7 * px
        pixmap = QPixmap(math.ceil((width + 2) * ratio), math.ceil((height + 2) * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        ground = QRectF(1, 1, width, height)
        painter.drawRoundedRect(ground, height / 2, height / 2)
        painter.setPen(ink)
        painter.setFont(face)
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        self.setPixmap(pixmap)
        self.setOffset(-width / 2 - 1, -height / 2 - 1)
        self.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self.setZValue(120)

    def between(self, start: QPointF, end: QPointF, part: float) -> None:
        """Move to ``part`` (0 to 1) of the way, which rises in a small arc. On its way the item grows, and at the end
        it has its normal size again.
        """
        way = end - start
        rise = math.hypot(way.x(), way.y()) * _ARC * math.sin(math.pi * part)
        self.setPos(start + way * part - QPointF(0, rise))
        self.setScale(min(1.0, 0.5 + 2 * part) + (_LARGEST - 1) * math.sin(math.pi * part))
