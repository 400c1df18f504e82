"""What is lit: a ring of two colours around it, and its words in large letters beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.look import theme as themes

_WIDE, _APART = 8, 3
"""How wide the ring is, and how far from what it is around, in pixels at scale 1."""
_LETTERS = 19.0
_LINES = 3
"""So many lines the words take at most."""


class Light(NamedTuple):
    """A part of a widget, in its own coordinates."""

    widget: QWidget
    rect: QRect


def light(widget: QWidget) -> Light:
    """All of a widget."""
    return Light(widget, widget.rect())


class Ring(QWidget):
    """Lies over everything in its parent, and lets all through to what it lies over."""

    displaced = Signal()
    """The parent has another size, so that what the ring is around may lie elsewhere."""

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
        """Light these, with these words."""
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
        """What the ring is around, with it, in the parent."""
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
