"""The base class of the items on a table that are not slots, such as name plates and score panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.table import paint

if TYPE_CHECKING:
    from mile_bones.desktop.look.themes import Theme
    from mile_bones.desktop.table.layout import Rect


class Fixture(QGraphicsItem):
    """An item of the table that follows the reading direction."""

    def __init__(self) -> None:
        super().__init__()
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)  # because text and lines take long to paint
        self._rect = QRectF()
        self._k = 1.0
        self._ratio = 1.0
        self._theme: Theme | None = None
        self._mirrored = False

    @property
    def rect(self) -> QRectF:
        """The area of the item, in scene coordinates."""
        return self._rect

    def place_at(self, rect: Rect, k: float, theme: Theme, mirrored: bool, ratio: float) -> None:
        """Set the area, the scale `k`, the theme, the reading direction and the device pixel ratio."""
        self.prepareGeometryChange()
        self._rect, self._k, self._theme, self._mirrored, self._ratio = paint.qrect(rect), k, theme, mirrored, ratio
        self.update()

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-4, -4, 4, 6)

    def flip(self, zone: QRectF) -> QRectF:
        """Return the position of ``zone`` on this table. ``zone`` is given for a table that reads from left to
        right.
        """
        if not self._mirrored:
            return zone
        flipped = QRectF(zone)
        flipped.moveRight(self._rect.x() + self._rect.right() - zone.x())
        return flipped
