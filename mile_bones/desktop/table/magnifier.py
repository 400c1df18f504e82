"""The magnifier, which shows an enlarged card or place on tables in their compact form."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.chips import wrapped

_PX, _PAD = 14.0, 8.0
"""The size of the letters, and the space between the content and the edge, in pixels at scale 1."""
_MOST_H, _MOST_W = 0.62, 0.44
"""Two maximum sizes: the height of the picture, as a fraction of the table's height, and the width of the magnifier, as
a fraction of the table's width.
"""
_WIDTHS = (_MOST_W, 0.3, 0.2, 0.7, 0.98)
"""Widths of the magnifier to try, as parts of the table's width. The width that covers least is used, and of equal ones
the first.
"""
_SMALLER = (1.0, 0.8, 0.65, 0.5)
"""Factors by which the picture is made smaller, in this order, until there is a place for it. If no factor is small
enough, the words are shown without the picture.
"""
_RATIO = 1.4
_WIDTH = 130.0
"""The width of a picture at scale 1. The picture is no larger than needed for reading, because it covers other
cards.
"""
_LETTERS = (1.0, 0.85, 0.7, 0.55)
"""Factors by which the words are made smaller. They are used last of all, if the words are shown without a picture and
would still cover something.
"""
_MARGIN = 6
"""The distance in pixels to the edge of the table and to anything that must not be covered."""
_RIM = 6
"""The margin around the magnifier for its shadow, in pixels."""
_CARD_LETTERS, _READABLE = 0.1, 11.0
"""The size of a card's letters, as a fraction of the card's width, and the least readable size of letters, in pixels at
scale 1.
"""

Edges = tuple[float, float, float, float]
"""Four edges: left, top, right and bottom."""


class _Found(NamedTuple):
    """A way to show the content, with the number of visible things that it would cover."""

    picture: QPixmap
    k: float
    part: float
    place: QRectF
    covered: int


def is_small(card_width: float, k: float) -> bool:
    """Return True if the letters on a card of this width are smaller than letters at scale ``k`` should be."""
    return _CARD_LETTERS * card_width < _READABLE * k


class Magnifier(QWidget):
    """A widget that shows an enlarged place at the other side of the table, where it covers no text. Mouse events pass
    through the widget.
    """

    def __init__(self, viewport: QWidget) -> None:
        super().__init__(viewport)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self._theme: Theme | None = None
        self._k = 1.0
        self._picture = QPixmap()
        self.lines: Sequence[str] = ()
        """The words, line by line."""

    @staticmethod
    def picture_width(room: QRectF, k: float) -> float:
        """Return the width of the picture of a card on a table of this size, in logical pixels."""
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
        seen: Sequence[QRectF] = (),
    ) -> None:
        """Show the picture and text of the place ``at`` on a table that fills ``room``.

        The picture is null for an empty place. The place and the texts at ``read`` are never covered. As few as
        possible of the things at ``seen`` are covered. The picture is left out if that helps. If there is no room at
        all, the magnifier is hidden.
        """
        self._theme = theme
        kept, spared = [_edges(rect) for rect in (at, *read)], [_edges(rect) for rect in seen]
        pictures = [] if picture.isNull() else [_smaller(picture, part) for part in _SMALLER]
        larger = [one for one in pictures if one.deviceIndependentSize().width() > at.width()]
        found = _Found(QPixmap(), k, _MOST_W, QRectF(), len(seen) + 1)
        for shown, letters in (*((one, 1.0) for one in larger), *((QPixmap(), part) for part in _LETTERS)):
            self._picture, self._k = shown, letters * k
            for part in _WIDTHS:
                place, covered = _free_place(self._fill(text, room, part), at, room, kept, spared)
                if covered < found.covered:
                    found = _Found(shown, letters * k, part, place, covered)
                if not covered:
                    break
            if not found.covered:
                break
        if found.covered <= len(seen):
            self._picture, self._k = found.picture, found.k
            self._fill(text, room, found.part)
            self.setGeometry(found.place.toRect().adjusted(-_RIM, -_RIM, _RIM, _RIM))
            self.raise_()
            self.show()
            self.update()
            return
        self.lines = ()
        self.hide()

    def _fill(self, text: str, room: QRectF, part: float) -> QSizeF:
        """Break the text into lines within this part of the table's width. Return the size of the whole content."""
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


def _free_place(
    size: QSizeF, at: QRectF, room: QRectF, kept: Sequence[Edges], spared: Sequence[Edges]
) -> tuple[QRectF, int]:
    """Find the best place in ``room`` for a rectangle of this size, in whole pixels.

    The place covers nothing of ``kept`` and as little of ``spared`` as possible. Among such places it is the one most
    nearly at the height of ``at``, at the side of the room that is away from ``at``. Return the place and the number of
    covered rectangles. If there is no place, this number is one more than the length of ``spared``.
    """
    best, fewest = QRectF(), len(spared) + 1
    inside = room.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    width, height = size.width(), size.height()
    if width > inside.width() or height > inside.height():
        return best, fewest
    left, right, highest, lowest = inside.x(), inside.right() - width, inside.y(), inside.bottom() - height
    sides = (right, left) if at.center().x() < room.center().x() else (left, right)
    middle = at.center().y() - height / 2
    columns, rows = set(), {middle}
    for start, top, end, bottom in (*kept, *spared):
        columns |= {end + _MARGIN, start - width - _MARGIN}
        rows |= {bottom + _MARGIN, top - height - _MARGIN}
    heights = sorted({min(max(y, highest), lowest) for y in rows}, key=lambda y: abs(y - middle))
    for x in (*sides, *sorted(x for x in columns if left <= x <= right)):
        start, end = floor(x), ceil(x + width)
        blocked, beneath = _between(start, end, kept), _between(start, end, spared)
        for y in heights:
            top, bottom = floor(y), ceil(y + height)
            if any(top < low and high < bottom for high, low in blocked):
                continue
            covered = sum(top < low and high < bottom for high, low in beneath)
            if covered < fewest:
                best, fewest = QRectF(start, top, end - start, bottom - top), covered
                if not covered:
                    return best, 0
    return best, fewest


def _edges(rect: QRectF) -> Edges:
    return rect.x(), rect.y(), rect.right(), rect.bottom()


def _between(start: int, end: int, rects: Sequence[Edges]) -> list[tuple[float, float]]:
    """Return the top and the bottom of each of `rects` that reaches into the columns from `start` to `end`."""
    return [(top, bottom) for left, top, right, bottom in rects if start < right and left < end]
