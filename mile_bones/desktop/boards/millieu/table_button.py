"""A button on the table itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table.layout import Rect

_PX = 14.0
_ROOM = 16.0
"""What the words leave free at both sides together."""


class TableButton(QPushButton):
    """A push button with long words, and short ones for where those do not fit."""

    def __init__(self, text: str, short: str, topic: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self._long, self._short = text, short
        self.setAccessibleName(text)
        self.setProperty("helpTopic", topic)
        self.setProperty("kind", "plain")
        self.setAutoDefault(False)

    def place_at(self, rect: Rect) -> None:
        """Stand here, with the words that fit."""
        px = min(_PX * max(rect.h / 36, 0.8), 0.42 * rect.h)
        fits = QFontMetricsF(font(px, "Bold")).horizontalAdvance(self._long) + _ROOM <= rect.w
        self.setText(self._long if fits else self._short)
        self.setStyleSheet(f"padding: 0; min-width: 0; min-height: 0; font-size: {round(px)}px;")
        self.setGeometry(*(round(value) for value in rect))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter does as Space, here as on every place of the table."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)
