"""A ring around a place of the table, shown to somebody who asks where the place is."""

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
    """A ring around a place, above the cards and below the cards in flight."""

    def __init__(self) -> None:
        super().__init__()
        self._rect = QRectF()
        self._theme: Theme | None = None
        self.setZValue(95)
        self.hide()

    def lie_around(self, rect: QRectF, theme: Theme) -> None:
        """Show the ring around ``rect``."""
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
