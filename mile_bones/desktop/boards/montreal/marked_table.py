"""The table of the score sheet, on which stars and circles are drawn as if with a pen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen

from mile_bones.desktop.boards.montreal.marks import paint_circle, paint_star
from mile_bones.desktop.boards.montreal.score_model import STARS
from mile_bones.desktop.boards.montreal.sheet_rows import ROUND, Mark
from mile_bones.desktop.dialogs.score_table import Plan, SheetTable, text_width
from mile_bones.desktop.look import theme as themes
from mile_bones.i18n import format_number

_MOST_STARS = 3
"""The largest number of stars that are painted one by one. For a larger number, a figure and one star are painted."""
_START, _ALL_ROUND = 120.0, -385.0
"""Two angles in degrees: where the pen begins a circle, and how far it turns, which is a little over a full turn."""


class MarkedTable(SheetTable):
    """A table on which ``marks`` are drawn after the rows have counted up."""

    def __init__(self, plan: Plan, marks: Sequence[Mark]) -> None:
        super().__init__(plan)
        self._marks = tuple(marks)
        self._part = 1.0

    def show_marks(self, part: float) -> None:
        """Draw the fraction ``part`` (0 to 1) of every mark."""
        self._part = part
        self.viewport().update()

    @property
    def marked(self) -> float:
        """The fraction (0 to 1) of every mark that is drawn."""
        return self._part

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._part:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self._marks:
            self._paint(painter, mark)
        painter.end()

    def figure(self, row: int, column: int) -> QRectF:
        """Return the rectangle of the figure in this cell."""
        scale = themes.active()[1]
        box = QRectF(self.visualRect(self.model().index(row, column)))
        gap = box.height() - self.rowHeight(row - 1) if self.plan.rows[row].rule else 0.0
        cell = self.row_seen(row).cells[column]
        wide, padding = text_width(cell, scale), self.padding(column) * scale
        left = box.left() + padding if self.isRightToLeft() else box.right() - padding - wide
        return QRectF(left, box.top() + gap, wide, box.height() - gap)

    def _paint(self, painter: QPainter, mark: Mark) -> None:
        theme, scale = themes.active()
        figure = self.figure(mark.row, mark.column)
        if mark.kind == ROUND:
            painter.setPen(QPen(theme.coup, 2.6 * scale, c=Qt.PenCapStyle.RoundCap))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            oval = figure.adjusted(-9 * scale, 0, 9 * scale, 0)
            oval.setHeight(min(figure.height() - 3 * scale, 31 * scale))
            oval.moveCenter(figure.center())
            edge = 2 * scale
            oval = oval & QRectF(self.viewport().rect()).adjusted(edge, 0, -edge, 0)
            path = QPainterPath()
            path.arcMoveTo(oval, _START)
            path.arcTo(oval, _START, _ALL_ROUND * self._part)
            painter.drawPath(path)
            return
        away = 1 if self.isRightToLeft() else -1
        x = (figure.right() if away > 0 else figure.left()) + away * 14 * scale
        paint = paint_star if mark.kind == STARS else paint_circle
        many = mark.many > _MOST_STARS
        for index in range(1 if many else mark.many):
            paint(painter, QPointF(x + away * 16 * scale * index, figure.center().y()), scale * self._part, theme)
        if many:
            painter.setFont(themes.font(15 * scale, "Bold"))
            painter.setPen(theme.panel_ink)
            room = QRectF(0, 0, 24 * scale, figure.height())
            room.moveCenter(QPointF(x + away * 20 * scale, figure.center().y()))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, format_number(mark.many))
