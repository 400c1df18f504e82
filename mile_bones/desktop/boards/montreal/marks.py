"""The star of a natural and the circle of a chapeau, for the score panel and the score sheet."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from mile_bones.desktop.boards.montreal.captions import star
from mile_bones.desktop.look.themes import Theme

_STAR, _CIRCLE, _LINE = 8.0, 5.3, 2.6
"""Three sizes at k = 1: the outer radius of a star, the radius of a circle, and the width of the circle's line."""


def paint_star(painter: QPainter, at: QPointF, k: float, theme: Theme) -> None:
    """Paint a golden star."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.star)
    painter.drawPolygon(star(at, _STAR * k, 0.44 * _STAR * k, 5))


def paint_circle(painter: QPainter, at: QPointF, k: float, theme: Theme, drawn: float = 1.0) -> None:
    """Paint the fraction ``drawn`` (0 to 1) of a red circle, beginning at the top, as if with a pen."""
    painter.setPen(QPen(theme.coup, _LINE * k, c=Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = _CIRCLE * k
    box = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
    painter.drawArc(box, 90 * 16, -math.ceil(360 * 16 * drawn))
