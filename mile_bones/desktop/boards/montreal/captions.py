"""The words over sets and piles, with a mark that shows the state of a set."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from mile_bones.desktop.boards.montreal.models import COMPASS, GOLD
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.captions import Caption
from mile_bones.desktop.table.layout import Rect


def star(centre: QPointF, outer: float, inner: float, points: int) -> QPolygonF:
    """Return a star whose first point is at the top."""
    corners = []
    for number in range(2 * points):
        reach = inner if number % 2 else outer
        angle = math.pi * number / points - math.pi / 2
        corners.append(centre + QPointF(math.cos(angle), math.sin(angle)) * reach)
    return QPolygonF(corners)


class MarkedCaption(Caption):
    """A caption with a small mark behind its words. It has a long text, and a short one for little room."""

    def __init__(self) -> None:
        super().__init__()
        self._texts = ("", "")
        self._mark = ""
        self._most = math.inf

    def show_caption(self, text: str, short: str, mark: str) -> None:
        """Set the long and the short text, and the mark. Call ``fit_together`` afterwards."""
        self._texts = (text, short)
        if mark != self._mark:
            self._mark = mark
            self.update()

    def place_at(self, rect: Rect, px: float, theme: Theme, align: Qt.AlignmentFlag, *, least: float = 1.0) -> None:
        if (paint.qrect(rect), px, theme, align) != (self._rect, self._px, self._theme, self._align):
            super().place_at(rect, px, theme, align, least=least)

    def has_room(self) -> bool:
        """Return True if there is room for the long text."""
        width = QFontMetricsF(font(self._px, "Bold")).horizontalAdvance(self._texts[0])
        return width + self._mark_room(self._px) <= self._rect.width()

    def fit(self, *, short: bool) -> float:
        """Show the long text, or the short one if `short`. Return the size of letters that fits."""
        self.set_text(self._texts[short])
        return super()._fitting_size()

    def limit(self, px: float) -> None:
        """Let the letters be at most ``px`` pixels high."""
        if px != self._most:
            self._most = px
            self.update()

    def _fitting_size(self) -> float:
        return min(self._most, super()._fitting_size())

    def _mark_room(self, px: float) -> float:
        return 18 * px / 13.5 if self._mark else 0.0

    def _widest(self, px: float) -> float:
        return super()._widest(px) + self._mark_room(px)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        super().paint(painter, option, widget)
        theme = self._theme
        if theme is None or not self._mark:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        px = self._fitting_size()
        unit = px / 13.5
        advance = QFontMetricsF(font(px, "Bold")).horizontalAdvance(self.text) + 12 * unit
        at_right = self._align == Qt.AlignmentFlag.AlignRight
        x = self._rect.right() - advance if at_right else self._rect.x() + advance
        paint_mark(painter, self._mark, QPointF(x, self._rect.center().y()), unit, theme)


def fit_together(captions: Sequence[MarkedCaption]) -> None:
    """Give all these captions letters of one size, the largest that fits each of them. If one of them has no room for
    its long text, all show their short texts.
    """
    short = not all(caption.has_room() for caption in captions)
    px = min([caption.fit(short=short) for caption in captions], default=math.inf)
    for caption in captions:
        caption.limit(px)


def paint_mark(painter: QPainter, mark: str, at: QPointF, unit: float, theme: Theme) -> None:
    """Paint the mark of a set, at ``unit`` times the size as in the style guide."""
    if mark == COMPASS:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.amber_ink)
        painter.drawEllipse(QRectF(at.x() - 5.4 * unit, at.y() - 5.4 * unit, 10.8 * unit, 10.8 * unit))
        painter.setBrush(theme.amber)
        painter.drawEllipse(QRectF(at.x() - 4.2 * unit, at.y() - 4.2 * unit, 8.4 * unit, 8.4 * unit))
        painter.setBrush(theme.amber_ink)
        painter.drawPolygon(star(at, 4 * unit, 1.4 * unit, 4))
        return
    gold = mark == GOLD
    line = QPen(theme.amber_ink if gold and not theme.is_dark else theme.secondary, 1.6 * unit)
    line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(line)
    painter.setBrush(theme.amber if gold else Qt.BrushStyle.NoBrush)
    size = 7.6 if gold else 6.4
    painter.drawPolygon(star(at, size * unit, size * 0.44 * unit, 5))
