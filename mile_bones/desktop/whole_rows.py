"""A scroll area that never shows a part of a line of text or of a button."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QFrame,
    QListWidget,
    QScrollArea,
    QWidget,
)

from mile_bones.desktop.plain_text import PlainLabel

_CONTROLS = (QAbstractButton, QAbstractScrollArea, QAbstractSlider, QComboBox)
_MOVES = (QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)

Row = tuple[int, int]
"""The top and the bottom of a row, in pixels of the scrolled widget."""


class WholeRowsArea(QScrollArea):
    """Scrolls the widget that was given to ``hold``, and covers each row that is only partly visible."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._covers = [QFrame(self.viewport()) for _edge in ("top", "bottom")]
        for cover in self._covers:
            cover.setProperty("cover", True)
            cover.hide()
        self._at = 0
        self.verticalScrollBar().valueChanged.connect(self._stop_at_a_row)

    def hold(self, widget: QWidget) -> None:
        """Scroll this widget. All its children must already exist."""
        for each in (widget, *widget.findChildren(QWidget)):
            each.installEventFilter(self)
        self.setWidget(widget)
        for cover in self._covers:
            cover.raise_()

    def whole(self, height: int) -> int:
        """Return the largest height, up to ``height``, at which no row is cut if the view begins at the top."""
        return max((bottom for _top, bottom in self.rows() if bottom <= height), default=height)

    def rows(self) -> list[Row]:
        """Return the rows of the scrolled widget. A row is a line of text, or controls side by side."""
        found: list[Row] = []
        widget = self.widget()
        for top, bottom in sorted(_extents(widget, widget)) if widget is not None else ():
            if found and top < found[-1][1]:
                found[-1] = found[-1][0], max(found[-1][1], bottom)
            else:
                found.append((top, bottom))
        return found

    def _stop_at_a_row(self, value: int) -> None:
        """Stop scrolling at the beginning of a row, and keep the focused widget visible."""
        old, self._at = self._at, value
        if value == old:
            return
        rows, most, height = self.rows(), self.verticalScrollBar().maximum(), self.viewport().height()
        stops = _stops(rows, most, height)
        wanted = _next_stop(stops, rows, height, old, value)
        if wanted < value and self._hides_the_focus(wanted, value):
            wanted = next(stop for stop in stops if stop >= value)
        self._at = wanted
        self.verticalScrollBar().setValue(wanted)

    def _hides_the_focus(self, start: int, other: int) -> bool:
        """Return True if the focused widget is visible in a view that begins at ``other``, but not in a view that
        begins at ``start``.
        """
        focused, widget = QApplication.focusWidget(), self.widget()
        if focused is None or widget is None or not widget.isAncestorOf(focused):
            return False
        top = focused.mapTo(widget, QPoint()).y()
        bottom, height = top + focused.height(), self.viewport().height()
        return other <= top and start + height < bottom <= other + height

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.cover()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.cover()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the covers when something in the widget has moved or a label has a new text."""
        if event.type() in _MOVES:
            self.cover()
        return super().eventFilter(watched, event)

    def cover(self) -> None:
        """Cover the rows at both edges that are only partly visible, except a row that is higher than the view."""
        start, height, width = self.verticalScrollBar().value(), self.viewport().height(), self.viewport().width()
        end = start + height
        cut = [row for row in self.rows() if row[1] - row[0] <= height]
        above = next((bottom - start for top, bottom in cut if top < start < bottom), 0)
        below = next((end - top for top, bottom in cut if top < end < bottom), 0)
        for cover, place in zip(
            self._covers, (QRect(0, 0, width, above), QRect(0, height - below, width, below)), strict=True
        ):
            cover.setGeometry(place)
            cover.setVisible(not place.isEmpty())


def _stops(rows: Sequence[Row], most: int, height: int) -> list[int]:
    """Return the places where a view of this ``height`` may begin.

    These are the tops of the rows and, if a row is higher than the view, the place at which its end is visible.
    ``most`` is the place where the last view begins.
    """
    tops = [top for top, _bottom in rows[1:]]
    ends = [bottom - height for top, bottom in rows if bottom - top > height]
    return sorted({0, most} | {stop for stop in (*tops, *ends) if 0 < stop < most})


def _next_stop(stops: Sequence[int], rows: Sequence[Row], height: int, old: int, value: int) -> int:
    """Return the place to stop at on the way from ``old`` to ``value``. It is at least one stop further than ``old``.

    If the move is no longer than the height of a view, no row is skipped that has not been completely visible.
    """
    by_page = abs(value - old) <= height
    if value > old:
        if by_page:
            unseen = (top if top > old else bottom - height for top, bottom in rows if bottom > old + height)
            value = min(value, next(unseen, value))
        further = [stop for stop in stops if stop > old]
        return max((stop for stop in further if stop <= value), default=further[0])
    if by_page:
        value = max(value, max((bottom for top, bottom in rows if top < old), default=0) - height)
    further = [stop for stop in stops if stop < old]
    return min((stop for stop in further if stop >= value), default=further[-1])


def _extents(widget: QWidget, inside: QWidget) -> Iterator[Row]:
    """Yield the top and bottom of each visible part. The parts are the lines of a label, the rows of a list that does
    not scroll itself, and each other control.
    """
    for child in widget.children():
        if not isinstance(child, QWidget) or child.isHidden():
            continue
        y = child.mapTo(inside, QPoint()).y()
        if isinstance(child, PlainLabel):
            yield from ((y + top, y + bottom) for top, bottom in child.lines())
        elif isinstance(child, QListWidget) and not child.verticalScrollBar().maximum():
            places = (child.visualItemRect(child.item(row)) for row in range(child.count()))
            yield from ((y + place.y(), y + place.y() + place.height()) for place in places)
        elif isinstance(child, _CONTROLS):
            yield y, y + child.height()
        else:
            yield from _extents(child, inside)
