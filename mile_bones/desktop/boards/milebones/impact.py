"""The blow with which a coup fourré hits its hazard: a ring that runs out, and splinters."""

from __future__ import annotations

import math
from random import Random

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.brief_item import BriefItem
from mile_bones.desktop.table.durations import IMPACT_MS

_REACH = 190.0
"""The radius of the ring at its end, in pixels at scale 1."""
_SPLINTERS = 8
_SIZE = (12.0, 26.0)
"""The width and the length of a splinter, in pixels at scale 1."""


class Impact(BriefItem):
    """A ring and splinters around the position of the item, in one colour. It is seen only while its motion runs."""

    def __init__(self, at: QPointF, k: float, colour: QColor) -> None:
        super().__init__()
        self._k, self._colour = k, QColor(colour)
        luck = Random(5)
        self._splinters = [
            (2 * math.pi * (number + 0.6 * luck.random()) / _SPLINTERS, luck.uniform(0.55, 1.0))
            for number in range(_SPLINTERS)
        ]
        self.setPos(at)

    def motion(self, start: float) -> Motion:
        """Return the motion of the ring and the splinters, which begins after ``start`` milliseconds."""
        return self.passing(IMPACT_MS, start, QEasingCurve.Type.OutQuad)

    def boundingRect(self) -> QRectF:
        reach = (_REACH + _SIZE[1]) * self._k
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: object, widget: QWidget | None = None) -> None:
        k, part = self._k, self.part
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1 - part**3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._colour, 9 * (1 - part) * k + 1))
        painter.drawEllipse(QPointF(), _REACH * part * k, _REACH * part * k)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour)
        wide, long = _SIZE[0] * k, _SIZE[1] * k
        splinter = QPolygonF([QPointF(0, -wide / 2), QPointF(long, 0), QPointF(0, wide / 2)])
        for angle, far in self._splinters:
            painter.save()
            painter.rotate(math.degrees(angle))
            painter.translate(0.8 * _REACH * far * part * k, 0)
            painter.rotate(200 * part * far)
            painter.drawPolygon(splinter)
            painter.restore()
