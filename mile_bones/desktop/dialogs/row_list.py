"""Lists whose rows are drawn by a delegate. A screen reader reads each row as one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from mile_bones.desktop.plain_text import set_tip

SHOWN = int(Qt.ItemDataRole.UserRole)
"""The role of the object that a row shows."""


class RowList(QListWidget):
    """A list that a `RowDelegate` draws. It never scrolls sideways."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows(self, rows: Iterable[tuple[str, Any]]) -> None:
        """Replace all rows. Each row is a text and an object to draw. The object's `sentence` is the tooltip of the row
        and is read aloud.
        """
        self.clear()
        for text, shown in rows:
            item = QListWidgetItem(text, self)
            item.setData(SHOWN, shown)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, shown.sentence)
            set_tip(item, shown.sentence)


class RowDelegate(QStyledItemDelegate):
    """Draws the rows of a `RowList`."""

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, row: int, shown: Any) -> None:
        """Draw `shown`, the object of `row`. The painter smooths edges, and is restored afterwards."""
        raise NotImplementedError

    def size(self, shown: Any) -> QSize:
        """Return the size of the row that shows this object."""
        raise NotImplementedError

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return self.size(index.data(SHOWN))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, option, index.row(), index.data(SHOWN))
        painter.restore()
