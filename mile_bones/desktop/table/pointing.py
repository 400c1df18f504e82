"""A ring that shows a place on the table to somebody who asks where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.look.scale import heft
from mile_bones.desktop.table import paint

if TYPE_CHECKING:
    from mile_bones.desktop.look.themes import Theme

_OFF, _WIDTH = 7.0, 5.0


class PointingRing(QGraphicsItem):
    """Lies around a place, over the cards and below what flies."""

    def __init__(self) -> None:
        super().__init__()
        self._rect = QRectF()
        self._theme: Theme | None = None
        self.setZValue(95)
        self.hide()

    def lie_around(self, rect: QRectF, theme: Theme) -> None:
        """Be seen around this."""
        self.prepareGeometryChange()
        self._rect, self._theme = rect, theme
        self.show()

    def boundingRect(self) -> QRectF:
        reach = (_OFF + _WIDTH) * heft(self._rect.width())
        return self._rect.adjusted(-reach, -reach, reach, reach)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius, h = paint.CORNER * self._rect.width(), heft(self._rect.width())
        paint.ring(painter, self._rect, _OFF * h, self._theme.last_move_ink, (_WIDTH + 3) * h, radius)
        paint.ring(painter, self._rect, _OFF * h, self._theme.last_move, _WIDTH * h, radius)
