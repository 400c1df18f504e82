"""The table of points in the score sheet, the high scores and other dialogs.

It is a real table widget, because a screen reader reads such a table cell by cell and row by row. A delegate draws the
table. The cells of a row also hold a sentence for the whole row, for the program's own voice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from mile_bones.desktop.dialogs import pictures
from mile_bones.desktop.look import theme as themes
from mile_bones.i18n import gettext as _

_CELL = int(Qt.ItemDataRole.UserRole)
SPOKEN = Qt.ItemDataRole.UserRole + 40
"""The role of the sentence for a whole row, for the program's own voice."""
_WRAPPED = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute)
_HIGH = 10_000  # more than any text needs
_BESIDE = 10  # free width beside the words of a narrow column, in pixels at scale 1
_GAP = 10  # free height above the rule of a row that begins a new part, in pixels at scale 1


@dataclass(frozen=True)
class Cell:
    """The content of a cell: a text, its size at scale 1, its weight, and perhaps a picture in front of it. `badge` is
    a text on the picture.
    """

    text: str
    size: float = 16
    weight: str = "SemiBold"
    muted: bool = False
    picture: str = ""
    badge: str = ""
    heard: str = ""
    """The text for a screen reader, or "" if it is the text that is shown."""


@dataclass(frozen=True)
class Row:
    """A row of cells. `spoken` is a sentence for the whole row. A screen reader reads the cells instead."""

    cells: tuple[Cell, ...]
    spoken: str
    striped: bool = False
    amber: bool = False
    rule: bool = False  # whether there is a heavy line above the row


@dataclass(frozen=True)
class Column:
    """A column, from ``least`` to ``most`` pixels wide at scale 1.

    The first column also takes the free width. In the other columns, texts end ``padding`` pixels before the trailing
    edge.
    """

    header: Cell
    padding: int = 0
    least: int = 0
    most: int = 1000


@dataclass(frozen=True)
class Plan:
    """The content and the measures of a table, in pixels at scale 1."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    row_height: int = 38
    header_height: int = 34
    indent: int = 42  # where the texts of the first column begin
    picture: tuple[int, int] = field(default=(24, 24))
    picture_at: int = 22  # the middle of the pictures in the first column


class SheetTable(QTableWidget):
    """The table for a plan. The table is exactly as high as its rows."""

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(len(plan.rows), len(plan.columns), parent)
        self.plan = plan
        self._height_of_rows = float(plan.row_height)
        self._shown: Sequence[Row] = plan.rows
        self._room: int | None = None  # the available width in pixels, or None if there is enough
        self.setObjectName("sheet")
        self.setAccessibleName(plan.name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.setHorizontalHeader(_Header(self))
        self.setItemDelegate(_Delegate(self))
        for place, column in enumerate(plan.columns):
            item = QTableWidgetItem(column.header.text)
            item.setData(_CELL, column.header)
            self.setHorizontalHeaderItem(place, item)
        for line, row in enumerate(plan.rows):
            for place, cell in enumerate(row.cells):
                item = QTableWidgetItem(cell.text)
                item.setData(_CELL, cell)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, _heard(plan, row, place))
                item.setData(SPOKEN, row.spoken)
                if not cell.text and place:
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled)  # an empty cell cannot get the focus
                self.setItem(line, place, item)
        self.measure()

    @property
    def is_narrow(self) -> bool:
        """Whether the width is limited, in which case texts wrap and headers have no pictures."""
        return self._room is not None

    def narrow(self, room: int | None) -> None:
        """Fit into `room` pixels by wrapping texts, but without breaking words. If `room` is None, take the usual
        width.
        """
        if room != self._room:
            self._room = room
            self.measure()

    def measure(self, row_height: float | None = None) -> None:
        """Set all widths and heights. `row_height` is in pixels at scale 1, or None to keep the present height."""
        if row_height is not None:
            self._height_of_rows = row_height
        scale = themes.active()[1]
        height, gap = round(self._height_of_rows * scale), round(_GAP * scale)
        widths = [self._width(place, scale) for place in range(1, len(self.plan.columns))]
        first = round(self._first_width(scale))
        if self._room is not None:
            least = round(self._least_first_width(scale))
            if self._room - sum(widths) < least:
                widths = [self._width(place, scale, tight=True) for place in range(1, len(self.plan.columns))]
            first = max(min(first, self._room - sum(widths)), least)
        heights = [
            max(height, self._lines_high(row, (first, *widths), scale)) + (gap if row.rule else 0)
            for row in self.plan.rows
        ]
        for line, height in enumerate(heights):
            self.setRowHeight(line, height)
        header = self.horizontalHeader()
        high = round(self.plan.header_height * scale)
        if self._room is not None:
            heads = zip(self.plan.columns, (first, *widths), strict=True)
            high = max(high, *(_wrapped_height(column.header, width, scale) + 6 for column, width in heads))
        header.setFixedHeight(high)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for place, width in enumerate(widths, 1):
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.Fixed)
            self.setColumnWidth(place, width)
        self.setFixedHeight(header.height() + sum(heights) + 2)
        self.setMinimumWidth(first + sum(widths))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Draw these rows instead of those of the plan. The widths, and the texts for a screen reader, do not
        change.
        """
        self._shown = rows
        self.viewport().update()

    def row_seen(self, line: int) -> Row:
        """Return the row that is drawn in this line."""
        return self._shown[line]

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.height())

    def _first_width(self, scale: float) -> float:
        widest = max(text_width(row.cells[0], scale) for row in self.plan.rows)
        words = max(widest, text_width(self.plan.columns[0].header, scale)) + (self.plan.indent + 12) * scale
        return min(words, self.plan.columns[0].most * scale)

    def words_begin(self, cell: Cell, scale: float) -> float:
        """Return the x at which the text of a cell in the first column begins, in pixels."""
        return (self.plan.indent if cell.picture else 14) * scale

    def _least_first_width(self, scale: float) -> float:
        """Return the width of the first column, in pixels, at which no word is cut."""
        cells = [row.cells[0] for row in self.plan.rows]
        return max(self.words_begin(cell, scale) + _longest_word(cell, scale) + _BESIDE * scale for cell in cells)

    def _lines_high(self, row: Row, widths: Sequence[int], scale: float) -> int:
        if self._room is None:
            return 0
        first = round(widths[0] - self.words_begin(row.cells[0], scale) - 4 * scale)
        rooms = (first, *(width - round(2 * scale) for width in widths[1:]))
        return max(_wrapped_height(cell, room, scale) for cell, room in zip(row.cells, rooms, strict=True))

    def _width(self, place: int, scale: float, *, tight: bool = False) -> int:
        """Return the width of a column in pixels. If `tight`, the column is only as wide as its longest word."""
        column = self.plan.columns[place]
        measured = _longest_word if tight else text_width
        values = [measured(row.cells[place], scale) for row in self.plan.rows]
        if self._room is not None:
            return round(max(_longest_word(column.header, scale), *values) + _BESIDE * scale)
        header = text_width(column.header, scale) + (42 * scale if column.header.picture else 0)
        widest = max([header, *values])
        return round(min(max(widest + (18 + column.padding) * scale, column.least * scale), column.most * scale))

    def padding(self, place: int) -> int:
        """Return the space after the texts of a column, in pixels at scale 1."""
        return 2 if self._room is not None else self.plan.columns[place].padding


def _heard(plan: Plan, row: Row, place: int) -> str:
    """Return the text of a cell for a screen reader.

    It begins with the column's header, because a screen reader reads cells one by one.
    """
    cell = row.cells[place]
    text = cell.heard or cell.text or cell.badge
    header = plan.columns[place].header.text if place else ""
    return " ".join(filter(None, (header, text))) if text else ""


def spoken(item: str, values: Sequence[str], names: Sequence[str]) -> str:
    """Return a sentence for a row that has a value for each side."""
    return _("{item}: {first} {first_points}, {second} {second_points}").format(
        item=item, first=names[0], first_points=values[0], second=names[1], second_points=values[1]
    )


def text_width(cell: Cell, scale: float) -> float:
    """Return the width of the text of a cell in pixels."""
    return QFontMetricsF(themes.font(cell.size * scale, cell.weight)).horizontalAdvance(cell.text)


def _longest_word(cell: Cell, scale: float) -> float:
    return max((text_width(replace(cell, text=word), scale) for word in cell.text.split()), default=0.0)


def _wrapped_height(cell: Cell, width: int, scale: float) -> int:
    """Return the height of the text of a cell in pixels when the text wraps at `width` pixels."""
    metrics = QFontMetricsF(themes.font(cell.size * scale, cell.weight))
    return math.ceil(metrics.boundingRect(QRectF(0, 0, width, _HIGH), _WRAPPED, cell.text).height())


def _write(
    painter: QPainter,
    cell: Cell,
    box: QRectF,
    scale: float,
    colour: QColor,
    mirrored: bool,
    *,
    leading: bool,
    wrapped: bool = False,
) -> None:
    """Draw the text of a cell in one line, at its leading or trailing edge. Elide it if it does not fit.

    If `wrapped`, draw it in as many lines as it needs.
    """
    made = themes.font(cell.size * scale, cell.weight)
    painter.setFont(made)
    painter.setPen(colour)
    side = Qt.AlignmentFlag.AlignLeft if leading is not mirrored else Qt.AlignmentFlag.AlignRight
    if wrapped:
        painter.drawText(box, _WRAPPED | int(side), cell.text)
        return
    text = QFontMetricsF(made).elidedText(cell.text, Qt.TextElideMode.ElideRight, box.width())
    themes.draw_figure(painter, box, side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute, text)


def _slice(box: QRectF, start: float, end: float, mirrored: bool) -> QRectF:
    """Return the part of `box` between two distances from its leading edge."""
    left = box.right() - end if mirrored else box.left() + start
    return QRectF(left, box.top(), end - start, box.height())


class _Header(QHeaderView):
    """Draws the headers of the columns above a heavy rule."""

    def __init__(self, table: SheetTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(10)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme, scale = themes.active()
        plan = self._table.plan
        column = plan.columns[logicalIndex]
        cell, box = column.header, QRectF(rect)
        mirrored, narrow = self.isRightToLeft(), self._table.is_narrow
        painter.save()
        painter.fillRect(box, theme.panel)
        painter.fillRect(QRectF(box.left(), box.bottom() - 2, box.width() + 1, 2), theme.panel_rule)
        box.setBottom(box.bottom() - 4)
        colour = theme.panel_secondary if cell.muted else theme.panel_ink
        if logicalIndex == 0:
            inset = 10 if cell.weight == "Bold" else plan.indent
            room = _slice(box, inset * scale, box.width(), mirrored)
            _write(painter, cell, room, scale, colour, mirrored, leading=True, wrapped=narrow)
        else:
            end = box.width() - self._table.padding(logicalIndex) * scale
            start = 0.0
            if cell.picture and not narrow:
                width, gap = 34 * scale, 8 * scale
                start = end - min(text_width(cell, scale) + 1, end - width - 2 * gap)
                picture = _slice(box, start - gap - width, start - gap, mirrored)
                pictures.draw(painter, cell.picture, picture, mirrored=mirrored)
            room = _slice(box, start, end, mirrored)
            _write(painter, cell, room, scale, colour, mirrored, leading=False, wrapped=narrow)
        painter.restore()


class _Delegate(QStyledItemDelegate):
    """Draws the cells: stripes, the amber row, pictures, texts, and the ring around the focused row."""

    def __init__(self, table: SheetTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, scale = themes.active()
        plan = self._table.plan
        row, place = self._table.row_seen(index.row()), index.column()
        cell, box = row.cells[place], QRectF(option.rect)
        mirrored = self._table.isRightToLeft()
        first, last = place == 0, place == len(plan.columns) - 1
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.rule:
            gap = round(_GAP * scale)
            painter.fillRect(QRectF(box.left(), box.top() + gap * 0.6 - 1, box.width(), 2), theme.panel_rule)
            box.setTop(box.top() + gap)
        if row.amber or row.striped:
            self._fill(painter, box, theme.amber if row.amber else theme.panel_row, first, last, mirrored, scale)
        below = plan.rows[index.row() + 1] if index.row() + 1 < len(plan.rows) else None
        if theme.high_contrast and not row.amber and below is not None and not (below.amber or below.rule):
            painter.fillRect(QRectF(box.left(), box.bottom() - 0.5, box.width(), 1), theme.panel_line)
        ink = theme.amber_ink if row.amber else theme.panel_secondary if cell.muted else theme.panel_ink
        if first:
            middle = plan.picture_at * scale
            width, height = plan.picture[0] * scale, min(plan.picture[1] * scale, box.height() - 2)
            if cell.picture:
                spot = _slice(box, middle - width / 2, middle + width / 2, mirrored)
                spot = QRectF(spot.left(), box.center().y() - height / 2, width, height)
                pictures.draw(painter, cell.picture, spot)
                if cell.badge:
                    painter.setFont(themes.font(15 * scale, "Bold"))
                    painter.setPen(QColor("#FFF8E8"))
                    painter.drawText(spot.translated(0, 1.5 * scale), int(Qt.AlignmentFlag.AlignCenter), cell.badge)
            start = self._table.words_begin(cell, scale)
            room = _slice(box, start, box.width() - 4 * scale, mirrored)
            _write(painter, cell, room, scale, ink, mirrored, leading=True, wrapped=self._table.is_narrow)
        else:
            end = box.width() - self._table.padding(place) * scale
            room = _slice(box, 0, end, mirrored)
            _write(painter, cell, room, scale, ink, mirrored, leading=False, wrapped=self._table.is_narrow)
        if self._table.hasFocus() and self._table.currentRow() == index.row():
            self._ring(painter, box, first, last, mirrored)
        painter.restore()

    def _fill(
        self, painter: QPainter, box: QRectF, colour: QColor, first: bool, last: bool, mirrored: bool, scale: float
    ) -> None:
        """Draw the background of a cell. The corners at both ends of the row are round."""
        radius = 4 * scale
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.setClipRect(box)
        at_left, at_right = (last, first) if mirrored else (first, last)
        painter.drawRoundedRect(
            box.adjusted(0 if at_left else -2 * radius, 0, 0 if at_right else 2 * radius, 0), radius, radius
        )
        painter.setClipping(False)

    def _ring(self, painter: QPainter, box: QRectF, first: bool, last: bool, mirrored: bool) -> None:
        theme = themes.active()[0]
        at_left, at_right = (last, first) if mirrored else (first, last)
        painter.setClipRect(box)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.focus, 3))
        painter.drawRoundedRect(box.adjusted(1.5 if at_left else -9, 1.5, -1.5 if at_right else 9, -1.5), 4, 4)
        painter.setClipping(False)
