"""The star of a natural and the circle of a chapeau, for the score panel and the score sheet."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from mile_bones.desktop.boards.montreal.captions import star
from mile_bones.desktop.look.themes import Theme

_STAR, _CIRCLE, _LINE = 8.0, 5.3, 2.6
"""The reach of a star, the radius of a circle and the width of its line, at k = 1."""


def paint_star(painter: QPainter, at: QPointF, k: float, theme: Theme) -> None:
    """Paint a golden star."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.star)
    painter.drawPolygon(star(at, _STAR * k, 0.44 * _STAR * k, 5))


def paint_circle(painter: QPainter, at: QPointF, k: float, theme: Theme, drawn: float = 1.0) -> None:
    """Paint a red circle. ``drawn`` is the part that is painted, 0 to 1: it begins at the top, as if by a pen."""
    painter.setPen(QPen(theme.coup, _LINE * k, c=Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = _CIRCLE * k
    box = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
    painter.drawArc(box, 90 * 16, -math.ceil(360 * 16 * drawn))
