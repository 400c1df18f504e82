"""The menu bar of the main window, and the menus that its entries open."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget


def menu_of(action: QAction) -> QMenu | None:
    """Return the menu that ``action`` opens, or None if the action opens no menu.

    This function does not call ``QAction.menu``. In PySide6 6.8 the menu that it returns belongs from then on to the
    Python object of the action. When that object is deleted, all entries of the menu become unusable ("Internal C++
    object already deleted").
    """
    menu = action.parent()
    return menu if isinstance(menu, QMenu) and menu.menuAction() is action else None


class MenuBar(QMenuBar):
    """A menu bar that keeps the keyboard only while one of its titles is highlighted.

    When Escape closes a menu, Qt highlights its title, and the next keys belong to the bar. After a menu that was
    opened with the mouse, this bar gives the keyboard back at once.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._leaving = QTimer(self)
        self._leaving.setInterval(0)
        self._leaving.setSingleShot(True)
        self._leaving.timeout.connect(self.leave)
        self._settling = QTimer(self)
        self._settling.setInterval(0)
        self._settling.setSingleShot(True)
        self._settling.timeout.connect(self._settle)

    def watch(self, menu: QMenu) -> None:
        """Watch this menu of the bar, to give the keyboard back when it closes."""
        menu.installEventFilter(self)
        menu.aboutToHide.connect(self._settling.start)

    def leave(self) -> None:
        """Remove the highlight, and give the keyboard back to the widget that had it before."""
        if self.hasFocus():
            self.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        self._settle()

    def _settle(self) -> None:
        """Release the focus if no title is highlighted, because no other widget had the focus before."""
        if self.hasFocus() and self.activeAction() is None:
            self.clearFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the bar after Escape if the menu was opened with the mouse, because the bar has no focus then."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            escape = event.key() == Qt.Key.Key_Escape
            if escape and not self.hasFocus():
                self._leaving.start()
        return super().eventFilter(watched, event)
