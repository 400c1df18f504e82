"""What the pointer holds, over a picture of all that lies still: most frames of a drag are two blits.

A step in which much changes, as a hand that makes room, or the first, in which the table is veiled, is painted by the
scene and not copied into the picture first. What is missing in the picture comes into it when it is needed, and after
the first step in strips, between the steps that follow, so that those are short.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import ceil

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRect, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsScene, QWidget

_AHEAD = 0.2
"""So much more of the picture is made than is wanted now, as a part of what is held: the pointer goes on."""
_STRIPS, _STRIP_MS = 12, 16
"""In so many strips, one after so many milliseconds, the rest of the picture is made at the beginning."""


class TableScene(QGraphicsScene):
    """Knows whether it was touched: whether anything in it is to be painted anew."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.touched = False

    def event(self, event: QEvent) -> bool:
        """A scene collects what changes, and sees to it in a call to itself."""
        if event.type() == QEvent.Type.MetaCall:
            self.touched = True
        return super().event(event)


class DragOverlay:
    """Items that hang on the pointer, the lowest first. Their scene, which would paint all that lies around them at
    every step, does not show them; the table paints them, over a picture of the scene that is made where they come."""

    def __init__(self, items: Sequence[QGraphicsPixmapItem], scene: TableScene, viewport: QWidget) -> None:
        self._items, self._scene, self._viewport = items, scene, viewport
        ratio = viewport.devicePixelRatioF()
        self._picture = QPixmap(ceil(viewport.width() * ratio) + 1, ceil(viewport.height() * ratio) + 1)
        self._picture.setDevicePixelRatio(ratio)
        begin = viewport.mapTo(viewport.window(), QPoint())
        self._off = QPointF(begin.x() * ratio % 1 / ratio, begin.y() * ratio % 1 / ratio)
        """How far within a pixel of the screen the viewport begins: so far within one the picture has to begin."""
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
        """The scene shows them again, and does not know where they were seen."""
        self._strips.stop()
        self._strips.deleteLater()
        self._viewport.update(self._shown)
        for item in self._items:
            item.setVisible(True)

    def moved(self) -> None:
        """The items are elsewhere now."""
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
        """Take the next part of the picture that is missing."""
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
        """Where the scene is to be painted anew, which it is told not to do yet: that place is painted once, with all
        else of this step."""
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
        """Paint all but the items from the picture; False: the scene is to do it, for the picture is not so far."""
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
        """Paint the items over all."""
        if self._taking or self._put_off:
            return
        painter = QPainter(self._viewport)
        for item, at in zip(self._items, self._at, strict=True):
            painter.setTransform(at)
            painter.drawPixmap(item.offset(), item.pixmap())
        painter.end()


def _area(region: QRegion) -> int:
    """In logical pixels."""
    return sum(rect.width() * rect.height() for rect in region)  # type: ignore[attr-defined]
