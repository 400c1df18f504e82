"""The card or place that is asked about, in a size in which it can be read: for tables in their compact form."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.look.theme import Theme, font
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.chips import wrapped

_PX, _PAD = 14.0, 8.0
"""Of the words, and between them and the edge, at scale 1."""
_MOST_H, _MOST_W = 0.62, 0.44
"""Of the table, for the picture's height and for the width of all."""
_WIDTHS = (_MOST_W, 0.3, 0.7, 0.98)
"""Of the table, for the width of all: the first at which there is a free place is taken."""
_SMALLER = (1.0, 0.8, 0.65, 0.5)
"""By how much the picture is made smaller where it has no place; a still smaller one is no help, and the words come
alone."""
_RATIO = 1.4
_WIDTH = 130.0
"""Of a picture at scale 1: no larger than it must be to be read, for it covers others."""
_LETTERS = (1.0, 0.85, 0.7, 0.55)
"""By how much the words are made smaller at last, where they come alone and have no place."""
_MARGIN = 6
"""Pixels to the edge of the table and to what must not be covered."""
_RIM = 6
"""Pixels around it, for its shadow."""
_CARD_LETTERS, _READABLE = 0.1, 11.0
"""How large the letters of a card are by its width, and how large they must be at scale 1."""


def is_small(card_width: float, k: float) -> bool:
    """What is written on a card so wide is smaller than letters at scale ``k`` should be."""
    return _CARD_LETTERS * card_width < _READABLE * k


class Magnifier(QWidget):
    """Stands at the side of the table where its place is not, clear of all words; the pointer goes through it."""

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

    def show_beside(
        self,
        at: QRectF,
        room: QRectF,
        k: float,
        theme: Theme,
        picture: QPixmap,
        text: str,
        read: Sequence[QRectF] = (),
    ) -> None:
        """Tell of the place ``at`` on a table that fills ``room``. ``picture`` may be null: nothing lies there.

        Neither the place nor what is ``read`` beside it is covered. Where there is no room for that, nothing is shown.
        """
        self._theme = theme
        pictures = [] if picture.isNull() else [_smaller(picture, part) for part in _SMALLER]
        larger = [one for one in pictures if one.deviceIndependentSize().width() > at.width()]
        for shown, letters in (*((one, 1.0) for one in larger), *((QPixmap(), part) for part in _LETTERS)):
            for part in _WIDTHS:
                self._picture, self._k = shown, letters * k
                size = self._fill(text, room, part)
                place = _free_place(size, at, room, (at, *read))
                if place is not None:
                    self.setGeometry(place.toRect().adjusted(-_RIM, -_RIM, _RIM, _RIM))
                    self.raise_()
                    self.show()
                    self.update()
                    return
        self.lines = ()
        self.hide()

    def _fill(self, text: str, room: QRectF, part: float) -> QSizeF:
        """Break the words into lines within this part of the table's width; returns the size of all."""
        metrics = QFontMetricsF(font(_PX * self._k, "SemiBold"))
        pad = _PAD * self._k
        size = self._picture.deviceIndependentSize()
        above = 0.0 if self._picture.isNull() else size.height() + pad / 2
        widest = max(part * room.width(), size.width() + 2 * pad)
        self.lines = wrapped(text, metrics, widest - 2 * pad)
        words = max((metrics.horizontalAdvance(line) for line in self.lines), default=0.0)
        return QSizeF(max(words, size.width()) + 2 * pad, above + len(self.lines) * metrics.height() + 2 * pad)

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


def _smaller(picture: QPixmap, part: float) -> QPixmap:
    if part == 1:
        return picture
    return picture.scaledToWidth(round(part * picture.width()), Qt.TransformationMode.SmoothTransformation)


def _free_place(size: QSizeF, at: QRectF, room: QRectF, kept: Sequence[QRectF]) -> QRectF | None:
    """Where a rectangle of this size covers none of those that are ``kept``, in whole pixels: as near to the height of
    ``at`` as possible, at the side of the room where ``at`` is not. None where there is no such place."""
    inside = room.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    if size.width() > inside.width() or size.height() > inside.height():
        return None
    left, right = inside.x(), inside.right() - size.width()
    sides = (right, left) if at.center().x() < room.center().x() else (left, right)
    edges = [at.center().y() - size.height() / 2]
    edges += [rect.bottom() + _MARGIN for rect in kept] + [rect.y() - size.height() - _MARGIN for rect in kept]
    beside = [rect.right() + _MARGIN for rect in kept] + [rect.x() - size.width() - _MARGIN for rect in kept]
    lowest = inside.bottom() - size.height()
    heights = sorted({min(max(y, inside.y()), lowest) for y in edges}, key=lambda y: abs(y - edges[0]))
    for x in (*sides, *sorted(x for x in beside if left <= x <= right)):
        for y in heights:
            place = QRectF(QRectF(QPointF(x, y), size).toAlignedRect())
            if not any(place.intersects(rect) for rect in kept):
                return place
    return None
