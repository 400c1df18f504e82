"""Fast painting of a drag: the held cards over a picture of everything that is still. Most frames are two blits.

The picture is made in parts. A part that is missing is copied from the scene when it is needed, and the other parts in
strips between the steps of the drag, so that each step stays short. If much changes in a step, the scene paints it and
nothing is copied first. Such steps are the first step, in which the table is veiled, and the steps in which a hand
makes room.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import ceil

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsScene, QWidget

_AHEAD = 0.2
"""The margin to copy around the held items, as a fraction of their size, because the pointer will move further."""
_STRIPS, _STRIP_MS = 12, 16
"""The number of strips in which the rest of the picture is copied at the beginning, and the interval in
milliseconds.
"""
_WHOLE = 20
"""A number of logical pixels that is a whole number of screen pixels at all usual scale factors."""


class TableScene(QGraphicsScene):
    """A scene whose ``touched`` is True if anything in it has to be repainted."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.touched = False

    def event(self, event: QEvent) -> bool:
        """Set ``touched`` when the scene processes its collected changes, which it does in a queued call to itself."""
        if event.type() == QEvent.Type.MetaCall:
            self.touched = True
        return super().event(event)


class DragOverlay:
    """Paints the items held by the pointer, given from the lowest up, over a picture of the scene.

    The items are hidden in their scene, which would otherwise paint everything around them at every step. The table
    paints the items instead. A part of the picture is copied from the scene when the items come to that part.
    """

    def __init__(self, items: Sequence[QGraphicsPixmapItem], scene: TableScene, viewport: QWidget) -> None:
        self._items, self._scene, self._viewport = items, scene, viewport
        ratio = viewport.devicePixelRatioF()
        begin = viewport.mapTo(viewport.window(), QPoint())
        self._off = QPoint(begin.x() % _WHOLE, begin.y() % _WHOLE)
        """The place of the viewport in the picture, in logical pixels: as far from the grid of screen pixels as in the
        window. It is a whole number, so that both round their halves of a screen pixel alike.
        """
        size = viewport.size() + QSize(self._off.x(), self._off.y())
        self._picture = QPixmap(ceil(size.width() * ratio) + 1, ceil(size.height() * ratio) + 1)
        self._picture.setDevicePixelRatio(ratio)
        self._missing = QRegion(viewport.rect())
        self._waiting = QRegion()
        self._taking = self._put_off = False
        self._at = [item.sceneTransform() for item in items]
        self._shown = self._room()
        self._strips = QTimer(viewport, interval=_STRIP_MS)
        self._strips.timeout.connect(self._take_strip)
        self._strips.start()
        for item in items:
            item.setVisible(False)

    def let_go(self) -> None:
        """Let the scene show the items again. Repaint the area that they have left, because the scene does not know
        about it.
        """
        self._strips.stop()
        self._strips.deleteLater()
        self._viewport.update(self._shown)
        for item in self._items:
            item.setVisible(True)

    def moved(self) -> None:
        """Repaint after the items have moved."""
        changed = self._changes()
        self._at = [item.sceneTransform() for item in self._items]
        before, now = self._shown, self._room()
        self._shown = now
        wanted = QRegion(before.united(now)) if before.intersects(now) else QRegion(before) + now
        much_changes = _area(changed) > _area(wanted)
        wanted += changed
        if not much_changes and self._missing.intersects(wanted):
            across, down = (round(_AHEAD * side) for side in (now.width(), now.height()))
            self._take_picture(wanted + now.adjusted(-across, -down, across, down))
        self._viewport.update(wanted)

    def _take_strip(self) -> None:
        """Copy the next missing strip of the picture."""
        if self._missing.isEmpty():
            self._strips.stop()
            return
        strip = self._missing.boundingRect()
        strip.setHeight(ceil(self._viewport.height() / _STRIPS))
        self._take_picture(QRegion(strip))

    def _room(self) -> QRect:
        rooms = [item.sceneBoundingRect().toAlignedRect().adjusted(-1, -1, 1, 1) for item in self._items]
        return reduce(QRect.united, rooms)

    def _changes(self) -> QRegion:
        """Return the region that the scene wants to repaint.

        The scene does not paint this region now, because it is painted with the rest of this step.
        """
        self._waiting = QRegion()
        self._put_off = True
        QCoreApplication.sendPostedEvents(self._scene, QEvent.Type.MetaCall.value)
        self._put_off = False
        return self._waiting

    def _take_picture(self, region: QRegion) -> None:
        part = self._missing.intersected(region)
        self._taking = True
        painter = QPainter(self._picture)
        painter.translate(self._off)
        self._viewport.render(painter, part.boundingRect().topLeft(), part, QWidget.RenderFlag(0))
        painter.end()
        self._taking = False
        self._missing -= part

    def paint_still(self, region: QRegion) -> bool:
        """Paint everything except the items from the picture. Return False if a part of the picture is missing, so that
        the scene has to paint.
        """
        if self._taking:
            return False
        if self._scene.touched:
            self._scene.touched = False
            self._missing += region.intersected(self._viewport.rect())
        if self._put_off:
            self._waiting += region
            return True
        if self._missing.intersects(region):
            return False
        painter = QPainter(self._viewport)
        painter.drawPixmap(-self._off, self._picture)
        painter.end()
        return True

    def paint_items(self) -> None:
        """Paint the items on top."""
        if self._taking or self._put_off:
            return
        painter = QPainter(self._viewport)
        for item, at in zip(self._items, self._at, strict=True):
            painter.setTransform(at)
            painter.drawPixmap(item.offset(), item.pixmap())
        painter.end()


def _area(region: QRegion) -> int:
    """Return the area in logical pixels."""
    return sum(rect.width() * rect.height() for rect in region)  # type: ignore[attr-defined]
