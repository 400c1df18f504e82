"""The layout of a dialog's buttons: one row, or several if one row is too wide."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QHBoxLayout, QWidget


class ButtonRow(QHBoxLayout):
    """A row of widgets that can wrap into several rows. A stretch has an effect only in a single row."""

    def __init__(self) -> None:
        super().__init__()
        self._room: int | None = None

    @property
    def wrapped(self) -> bool:
        """Whether the widgets are in several rows."""
        return self._room is not None

    def wrap(self, room: int | None) -> None:
        """Use rows that are at most `room` pixels wide, or a single row if `room` is None."""
        self._room = room
        self.invalidate()
        self.parentWidget().updateGeometry()  # otherwise the layout around the row would use its previous size

    def widgets(self) -> list[QWidget]:
        """Return the widgets of this row, in order.

        The layout's items are not used for this. Qt makes and deletes these items without telling Python, so Python
        could take a new item at the same address for an old one.
        """
        children = [child for child in self.parentWidget().children() if isinstance(child, QWidget)]
        return sorted((child for child in children if self.indexOf(child) >= 0), key=self.indexOf)

    def sizeHint(self) -> QSize:
        return super().sizeHint() if self._room is None else self._size(self._room)

    def minimumSize(self) -> QSize:
        return super().minimumSize() if self._room is None else self._size(self._room)

    def hasHeightForWidth(self) -> bool:
        return super().hasHeightForWidth() if self._room is None else False

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        if self._room is None:
            return
        y = rect.y()
        for row in self._rows(rect.width()):
            heights = [_height(item, rect.width()) for item in row]
            widths = [_width(item) for item in row]
            spare = (rect.width() - sum(widths) - self.spacing() * (len(row) - 1)) // len(row)
            x = rect.x()
            for item, width in zip(row, widths, strict=True):
                place = QRect(x, y, width + max(0, spare), max(heights))
                item.setGeometry(place)
                x += place.width() + self.spacing()
            y += max(heights) + self.spacing()

    def _rows(self, room: int) -> list[list[QWidget]]:
        rows: list[list[QWidget]] = []
        used = 0
        for item in (widget for widget in self.widgets() if not widget.isHidden()):
            width = _width(item)
            alone = item.hasHeightForWidth()  # a label whose words wrap
            if rows and not alone and used + self.spacing() + width <= room:
                rows[-1].append(item)
                used += self.spacing() + width
            else:
                rows.append([item])
                used = room if alone else width
        return rows

    def _size(self, room: int) -> QSize:
        rows = self._rows(room)
        high = sum(max(_height(item, room) for item in row) for row in rows) + self.spacing() * max(0, len(rows) - 1)
        return QSize(max((_width(item) for row in rows for item in row), default=0), high)


def _width(widget: QWidget) -> int:
    if widget.hasHeightForWidth():
        return widget.minimumWidth() or widget.minimumSizeHint().width()
    return _wanted(widget).width()


def _height(widget: QWidget, room: int) -> int:
    return widget.heightForWidth(room) if widget.hasHeightForWidth() else _wanted(widget).height()


def _wanted(widget: QWidget) -> QSize:
    least = widget.minimumSizeHint().expandedTo(widget.minimumSize())
    return widget.sizeHint().expandedTo(least).boundedTo(widget.maximumSize())
