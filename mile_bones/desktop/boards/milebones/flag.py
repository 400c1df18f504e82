"""The chequered line at the goal, and the flag that is waved at the line when a car has arrived."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.table import paint

if TYPE_CHECKING:
    from mile_bones.desktop.look.themes import Theme

_FIELDS = 8
_COLUMNS, _ROWS = 6, 4
_CLOTH = (22.0, 15.0)
"""The width and height of the flag's cloth, at k = 1."""
_WAVES = 3


class Flag(QGraphicsItem):
    """The line, two fields wide and eight high, with the flag. The position of the item is the middle of the line's
    upper edge.
    """

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self._height = 0.0
        self._k = 1.0
        self._theme: Theme | None = None
        self._mirrored = False
        self._raised = False
        self._wave = 0.0

    def apply_style(self, height: float, k: float, theme: Theme, mirrored: bool) -> None:
        """Make the line as high as the road, with the colours of ``theme``."""
        self.prepareGeometryChange()
        self._height, self._k, self._theme, self._mirrored = height, k, theme, mirrored
        self.update()

    def line(self) -> QRectF:
        """Return the rectangle of the line, in the coordinates of the strip."""
        size = self._height / _FIELDS
        return QRectF(self.x() - size, self.y(), 2 * size, self._height)

    def room(self) -> QRectF:
        """Return the rectangle of the line and of the flag that may be waved beyond it."""
        cloth = _CLOTH[0] * self._k
        return self.line().adjusted(-cloth if self._mirrored else 0, 0, 0 if self._mirrored else cloth, 0)

    @property
    def raised(self) -> bool:
        """Whether the flag is visible, because a car has arrived."""
        return self._raised

    def show_raised(self, raised: bool) -> None:
        """Show the flag and the line across the road if ``raised``, else only the line."""
        if raised != self._raised:
            self._raised = raised
            self.update()

    def wave(self, part: float) -> None:
        """Show the flag at ``part`` (0 to 1) of its waving. At the end it hangs still."""
        self._wave = part if part < 1 else 0.0
        self.update()

    def boundingRect(self) -> QRectF:
        reach = (_CLOTH[0] + 8) * self._k
        return QRectF(-reach, -2, 2 * reach, self._height + 4)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = self._height / _FIELDS
        paint.chequers(painter, QRectF(-size, 0, 2 * size, self._height), 2, _FIELDS, theme)
        if self._raised:
            self._paint_cloth(painter, theme)

    def _paint_cloth(self, painter: QPainter, theme: Theme) -> None:
        """Paint the flag on a pole just beyond the line. The free end of the cloth swings most."""
        k, away = self._k, -1 if self._mirrored else 1
        width, height = _CLOTH[0] * k, _CLOTH[1] * k
        left = away * self._height / _FIELDS
        painter.setPen(QPen(theme.amber_ink, 3.6 * k))
        painter.drawLine(QPointF(left, 1), QPointF(left, self._height - 1))
        painter.setPen(QPen(theme.band_ink, 2 * k))
        painter.drawLine(QPointF(left, 1), QPointF(left, self._height - 1))
        painter.setPen(Qt.PenStyle.NoPen)
        swing = 3.4 * k * math.sin(math.pi * self._wave)
        turns = 2 * math.pi * _WAVES * self._wave

        def point(column: float, row: float) -> QPointF:
            part = column / _COLUMNS
            sag = 1.2 * k * math.sin(2.4 * part * math.pi)
            lift = swing * part * math.sin(2.2 * math.pi * part - turns)
            return QPointF(left + away * part * width, 2 * k + row * height / _ROWS + sag + lift)

        for dark in (False, True):
            cells = QPainterPath()
            for column in range(_COLUMNS):
                for row in range(_ROWS):
                    if (column + row) % 2 == dark:
                        cells.moveTo(point(column, row))
                        for dx, dy in ((1, 0), (1, 1), (0, 1)):
                            cells.lineTo(point(column + dx, row + dy))
                        cells.closeSubpath()
            painter.fillPath(cells, theme.amber_ink if dark else theme.band_ink)
