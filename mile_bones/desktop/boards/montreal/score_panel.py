"""The score panel of the Mille table: the points laid down and in hand, the totals, stars and circles."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from mile_bones.desktop.boards.montreal.marks import paint_circle, paint_star
from mile_bones.desktop.boards.montreal.score_model import STARS, ScoreRow
from mile_bones.desktop.look.theme import draw_figure, font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.fixtures import Fixture
from mile_bones.desktop.table.panels import fitted_name, paint_score_panel, score_text, short_name

_HEAD, _NAMES = 28, 27
"""Two heights at k = 1: the coloured head, and the line with the names."""
_MARK = 22
"""The width of a mark before a figure at k = 1, with the space around it."""
_LEAST_PX = 10.5


class MontrealScorePanel(Fixture):
    """The panel: seven lines with a figure for each side. The line with the totals is amber."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[ScoreRow, ...] = ()
        self._names = ("", "")

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        """The lines that the panel shows."""
        return self._rows

    def show_rows(self, rows: tuple[ScoreRow, ...], names: tuple[str, str]) -> None:
        """Show these lines. ``names`` are the players' names, the near one's first."""
        if (rows, names) != (self._rows, self._names):
            self._rows, self._names = rows, names
            self.update()

    def text(self) -> str:
        """Return the content of the panel in words, for screen readers."""
        return score_text([(row.label, *row.said) for row in self._rows], self._names)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        height = _HEAD * self._k - 0.7
        head = paint_score_panel(painter, self._rect, self._k, theme, height, theme.band_burgundy, theme.band_ink)
        self._paint_rows(painter, theme, head.bottom())

    def fitted(self) -> tuple[float, float, float]:
        """Return the font size of the totals, and two positions: the x at which the figures of the near side end, and
        the x at which those of the far side end.

        The font size shrinks when the totals grow long. The positions are for a table that reads from left to right.
        """
        k, rect = self._k, self._rect
        right = rect.right() - 12 * k
        usual = rect.x() + 0.665 * rect.width()
        px = 16 * k
        while True:
            widest = max((self._width(row, px) for row in self._rows), default=0.0)
            if widest <= right - usual - 8 * k or px <= 13.5 * k:
                return px, min(usual, right - widest - 8 * k), right
            px -= 0.5

    def _width(self, row: ScoreRow, total_px: float) -> float:
        """Return the width of the far side's figure."""
        face = font(total_px if row.is_total else 13.5 * self._k, "Bold")
        return QFontMetricsF(face).horizontalAdvance(row.figures[1])

    def _paint_rows(self, painter: QPainter, theme: Theme, top: float) -> None:
        k, rect = self._k, self._rect
        total_px, *ends = self.fitted()
        painter.setPen(theme.panel_secondary)
        painter.setFont(font(max(_LEAST_PX, 12 * k), "SemiBold"))
        metrics = QFontMetricsF(painter.font())
        for name, end, begin in zip(self._names, ends, (rect.x() + 12 * k, ends[0] + 6 * k), strict=True):
            shown = fitted_name(short_name(name), metrics, end - begin)
            self._write(painter, shown, QRectF(begin, top + 4 * k, end - begin, (_NAMES - 6) * k), trailing=True)
        first = top + _NAMES * k
        step = (rect.bottom() - 3 * k - first) / max(1, len(self._rows))
        ruled = False
        for index, row in enumerate(self._rows):
            line = QRectF(rect.x(), first + step * index, rect.width(), step)
            if row.is_total:
                painter.setPen(QPen(theme.amber_line, 1) if theme.high_contrast else Qt.PenStyle.NoPen)
                painter.setBrush(theme.amber)
                painter.drawRoundedRect(line.adjusted(6 * k, 0, -6 * k, 0), 5 * k, 5 * k)
            elif ruled:
                painter.setPen(QPen(theme.panel_line, 1))
                y = round(line.y()) + 0.5
                painter.drawLine(QPointF(rect.x() + 8 * k, y), QPointF(rect.right() - 8 * k, y))
            ruled = not row.is_total
            self._paint_row(painter, theme, row, line, total_px, ends)

    def _paint_row(
        self, painter: QPainter, theme: Theme, row: ScoreRow, line: QRectF, total_px: float, ends: list[float]
    ) -> None:
        k = self._k
        ink = theme.amber_ink if row.is_total else theme.panel_ink
        figures = font(total_px if row.is_total else 13.5 * k, "Bold")
        widths = [QFontMetricsF(figures).horizontalAdvance(text) for text in row.figures]
        begin = line.x() + 12 * k
        label = font(max(_LEAST_PX, (13.5 if row.is_total else 12.5) * k), "Bold" if row.is_total else "SemiBold")
        painter.setFont(label)
        painter.setPen(ink)
        taken = widths[0] + (_MARK * k if row.marks[0] else 0)
        room = QRectF(begin, line.y(), ends[0] - taken - 6 * k - begin, line.height())
        text = QFontMetricsF(label).elidedText(row.label, Qt.TextElideMode.ElideRight, room.width())
        self._write(painter, text, room, trailing=False)
        painter.setFont(figures)
        for figure, width, marks, end in zip(row.figures, widths, row.marks, ends, strict=True):
            painter.setPen(ink)
            self._write(painter, figure, QRectF(end - 80 * k, line.y(), 80 * k, line.height()), trailing=True)
            if marks:
                x = end - width - _MARK * k
                spot = self.flip(QRectF(x, line.center().y() - 8 * k, 16 * k, 16 * k)).center()
                (paint_star if row.mark == STARS else paint_circle)(painter, spot, k, theme)

    def _write(self, painter: QPainter, text: str, zone: QRectF, *, trailing: bool) -> None:
        draw_figure(painter, self.flip(zone), paint.leading(mirrored=trailing is not self._mirrored), text)
