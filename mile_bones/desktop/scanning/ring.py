"""The highlight of scanning: a ring of two colours around the current stop, with the text of the stop in large letters
beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.look import theme as themes

_WIDE, _APART = 8, 3
"""The width of the ring, and the distance from the ring to the thing inside, in pixels at scale 1."""
_LETTERS = 19.0
_LINES = 3
"""The maximum number of lines of the text."""


class Light(NamedTuple):
    """A part of a widget that can be lit, in the widget's coordinates."""

    widget: QWidget
    rect: QRect


def light(widget: QWidget) -> Light:
    """Return a light for the whole of `widget`."""
    return Light(widget, widget.rect())


class Ring(QWidget):
    """A widget above everything in its parent. All input passes through it."""

    displaced = Signal()
    """Emitted when the size of the parent has changed, so that the lit things may have moved."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        parent.installEventFilter(self)
        self._ring = QRect()
        self._words = QRect()
        self.text = ""
        self.hide()

    def lie_around(self, lights: Sequence[Light], text: str) -> None:
        """Draw the ring around all of `lights`, and show `text`."""
        window = self.parentWidget()
        _theme, scale = themes.active()
        grown = round((_WIDE + _APART) * scale)
        around = QRect()
        for each in lights:
            at = window.mapFromGlobal(each.widget.mapToGlobal(each.rect.topLeft()))
            around = around.united(QRect(at, each.rect.size()))
        room = window.rect()
        around = around.adjusted(-grown, -grown, grown, grown).intersected(room) if lights else QRect()
        self.text = text
        words = self._size_of_words(room.width(), scale) if text else QRect()
        words.moveCenter(QPoint(around.center().x() if lights else room.center().x(), 0))
        below = around.bottom() + 1 if lights else room.center().y()
        words.moveTop(below if below + words.height() <= room.bottom() else max(0, around.top() - words.height()))
        words.moveLeft(max(room.left(), min(words.left(), room.right() - words.width())))
        whole = around.united(words)
        self._ring, self._words = around.translated(-whole.topLeft()), words.translated(-whole.topLeft())
        self.setGeometry(whole)
        self.show()
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.displaced.emit()
        return super().eventFilter(watched, event)

    @property
    def lit(self) -> QRect:
        """The area of the ring with everything inside, in the parent's coordinates."""
        return self._ring.translated(self.pos())

    def _size_of_words(self, room: int, scale: float) -> QRect:
        metrics = QFontMetrics(themes.font(_LETTERS * scale, "Bold"))
        side = round(12 * scale)
        inside = QRect(0, 0, room - 4 * side, _LINES * metrics.lineSpacing())
        found = metrics.boundingRect(inside, _FLAGS, self.text)
        return QRect(0, 0, min(room, found.width() + 2 * side), min(found.height(), inside.height()) + side)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._ring.isEmpty():
            half = _WIDE * scale / 2
            rect = QRectF(self._ring).adjusted(half, half, -half, -half)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for colour, width in ((theme.focus_outer, 2 * half), (theme.focus, 1.15 * half)):
                painter.setPen(QPen(colour, width))
                painter.drawRoundedRect(rect, 9 * scale, 9 * scale)
        if not self._words.isEmpty():
            box = QRectF(self._words).adjusted(1, 1, -1, -1)
            painter.setPen(QPen(theme.message_ink, 2))
            painter.setBrush(theme.message)
            painter.drawRoundedRect(box, 8 * scale, 8 * scale)
            painter.setPen(theme.message_ink)
            painter.setFont(themes.font(_LETTERS * scale, "Bold"))
            side = 8 * scale
            painter.drawText(box.adjusted(side, 0, -side, 0), _FLAGS, self.text)
        painter.end()


_FLAGS = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
