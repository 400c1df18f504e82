"""The card or place that is asked about, in a size in which it can be read: for tables in their compact form."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.look.theme import Theme, font
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.chips import wrapped

_PX, _PAD = 14.0, 8.0
"""Of the words, and between them and the edge, at scale 1."""
_MOST_H, _MOST_W = 0.62, 0.44
"""Of the table, for the picture's height and for the width of all."""
_RATIO = 1.4
_WIDTH = 130.0
"""Of a picture at scale 1: no larger than it must be to be read, for it covers others."""
_RIM = 6
"""Pixels around it, for its shadow."""
_CARD_LETTERS, _READABLE = 0.1, 11.0
"""How large the letters of a card are by its width, and how large they must be at scale 1."""


def is_small(card_width: float, k: float) -> bool:
    """What is written on a card so wide is smaller than letters at scale ``k`` should be."""
    return _CARD_LETTERS * card_width < _READABLE * k


class Magnifier(QWidget):
    """Stands at the side of the table where its place is not, over all that lies there; the pointer goes through it."""

    def __init__(self, viewport: QWidget) -> None:
        super().__init__(viewport)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self._theme: Theme | None = None
        self._k = 1.0
        self._picture = QPixmap()
        self.lines: Sequence[str] = ()
        """Its words, line by line."""

    @staticmethod
    def picture_width(room: QRectF, k: float) -> float:
        """How wide the picture of a card is in a table of this size, in logical pixels."""
        return min(_MOST_H * room.height() / _RATIO, (_MOST_W - 0.06) * room.width(), _WIDTH * k)

    def show_beside(self, at: QRectF, room: QRectF, k: float, theme: Theme, picture: QPixmap, text: str) -> None:
        """Tell of the place ``at`` on a table that fills ``room``. ``picture`` may be null: nothing lies there."""
        self._k, self._theme, self._picture = k, theme, picture
        metrics = QFontMetricsF(font(_PX * k, "SemiBold"))
        pad = _PAD * k
        size = picture.deviceIndependentSize()
        above = 0.0 if picture.isNull() else size.height() + pad / 2
        most = max(1, int((room.height() - 8 - 2 * pad - above) / metrics.height()))
        widest = max(_MOST_W * room.width(), size.width() + 2 * pad)
        self.lines = wrapped(text, metrics, widest - 2 * pad)[:most]
        words = max((metrics.horizontalAdvance(line) for line in self.lines), default=0.0)
        width = max(words, size.width()) + 2 * pad
        height = above + len(self.lines) * metrics.height() + 2 * pad
        x = room.right() - width - 4 if at.center().x() < room.center().x() else room.x() + 4
        y = min(max(at.center().y() - height / 2, room.y() + 4), room.bottom() - height - 4)
        self.setGeometry(QRectF(x, y, width, height).toAlignedRect().adjusted(-_RIM, -_RIM, _RIM, _RIM))
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self._theme, self._k
        if theme is None:
            return
        rect = QRectF(self.rect()).adjusted(_RIM, _RIM, -_RIM, -_RIM)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        paint.shadow(painter, rect, 8 * k, theme)
        painter.setPen(QPen(theme.panel_line, 2))
        painter.setBrush(theme.panel)
        painter.drawRoundedRect(rect, 8 * k, 8 * k)
        y = rect.y() + _PAD * k
        if not self._picture.isNull():
            size = self._picture.deviceIndependentSize()
            painter.drawPixmap(QPointF(rect.center().x() - size.width() / 2, y), self._picture)
            y += size.height() + _PAD * k / 2
        face = font(_PX * k, "SemiBold")
        metrics = QFontMetricsF(face)
        painter.setFont(face)
        painter.setPen(theme.panel_ink)
        for line in self.lines:
            painter.drawText(QRectF(rect.x(), y, rect.width(), metrics.height()), Qt.AlignmentFlag.AlignCenter, line)
            y += metrics.height()
        painter.end()
