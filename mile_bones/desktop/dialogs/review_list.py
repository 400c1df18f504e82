"""A short list of marked choices: what was done, what it cost, and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QStyle, QStyleOptionViewItem

from mile_bones.desktop.dialogs.review_figures import Mark
from mile_bones.desktop.dialogs.row_list import RowDelegate, RowList
from mile_bones.desktop.look import theme as themes

_TITLE, _TEXT = 14.5, 13.0
"""Font sizes at scale 1."""
_LINES = 2
"""The number of lines for a text. The tooltip and the spoken sentence contain a text that needs more lines."""
_PADDING, _INDENT = 5, 10


class MarkList(RowList):
    """A list that is as high as ``count`` marked choices, whatever it contains."""

    chosen = Signal(int)
    """Emitted with the row that was clicked, or on which Enter was pressed."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name)
        self.setObjectName("mark_list")
        self.setItemDelegate(_Marks(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(count * _row_height() + 2)
        self.setMouseTracking(True)
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Show these marks, the most expensive first. The current row stays the same if possible."""
        row = self.currentRow()
        self.show_rows((mark.title, mark) for mark in marks)
        self.setCurrentRow(min(max(row, 0), len(marks) - 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentRow() >= 0:
            self.chosen.emit(self.currentRow())
        else:
            super().keyPressEvent(event)


class _Marks(RowDelegate):
    """Draws a marked choice: on the first line what was done and, at the other end, how good it was and where. Below
    that are two lines of text.
    """

    def size(self, shown: Mark) -> QSize:
        return QSize(0, _row_height())

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, row: int, shown: Mark) -> None:
        theme, k = themes.active()
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(QPen(theme.focus, 2.5) if focused else QPen(theme.panel_line, 1))
        painter.setBrush(theme.panel_row if hovered or row % 2 == 0 else theme.panel)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5 * k, 5 * k)
        room = box.adjusted(_INDENT * k, _PADDING * k, -_INDENT * k, -_PADDING * k)
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        bold, small = themes.font(_TITLE * k, "Bold"), themes.font(_TEXT * k, "Medium")
        line = QFontMetricsF(bold).height()
        place = QFontMetricsF(small).horizontalAdvance(shown.place)
        head = QRectF(room.left(), room.top(), room.width(), line)
        title = head.adjusted(place + 10 * k if mirrored else 0, 0, 0 if mirrored else -place - 10 * k, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.panel_ink)
        painter.setFont(bold)
        text = QFontMetricsF(bold).elidedText(shown.title, Qt.TextElideMode.ElideRight, title.width())
        themes.draw_figure(painter, title, Qt.AlignmentFlag.AlignLeading | middle, text)
        painter.setFont(small)
        painter.setPen(theme.panel_secondary)
        themes.draw_figure(painter, head, Qt.AlignmentFlag.AlignTrailing | middle, shown.place)
        painter.setPen(theme.panel_ink)
        _write(painter, shown.text, small, room.adjusted(0, line + k, 0, 0), option.direction)


def _write(painter: QPainter, text: str, font: QFont, room: QRectF, direction: Qt.LayoutDirection) -> None:
    """Draw the first lines of a text. The last line is elided if there is more text."""
    metrics = QFontMetricsF(font)
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setTextDirection(direction)
    layout.setTextOption(option)
    layout.beginLayout()
    for number in range(_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(room.width())
        top = room.top() + number * metrics.height()
        if number + 1 < _LINES:
            line.setPosition(QPointF(0, 0))
            line.draw(painter, QPointF(room.left(), top))
        else:
            rest = metrics.elidedText(text[line.textStart() :], Qt.TextElideMode.ElideRight, room.width())
            leading = int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
            painter.drawText(QRectF(room.left(), top, room.width(), metrics.height()), leading, rest)
    layout.endLayout()


def _row_height() -> int:
    k = themes.active()[1]
    bold, small = (
        QFontMetricsF(themes.font(size * k, weight)) for size, weight in ((_TITLE, "Bold"), (_TEXT, "Medium"))
    )
    return round(bold.height() + _LINES * small.height() + (2 * _PADDING + 4) * k)
