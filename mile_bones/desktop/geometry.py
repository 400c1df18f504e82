"""Size and place of the window as the last run left them, if they can be used on the screens of today."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

USUAL = (1280, 800)
_STRIP = 24
"""Pixels at the top of a window by which the mouse can take hold of it, or of the frame above them."""
_HOLD = (160, 12)
"""What of it must be seen, width and height in pixels."""


def restore_geometry(window: QWidget, stored: str) -> None:
    """Give the window its size and place by what ``saveGeometry`` told, as hexadecimal digits.

    Where that is nothing, or damaged, or would leave the window where nobody sees it, it gets its usual size.
    """
    data = QByteArray.fromHex(stored.encode())
    screen = QGuiApplication.primaryScreen().availableGeometry()
    usual = QSize(*USUAL).boundedTo(screen.size())
    if data.isEmpty() or not window.restoreGeometry(data):
        window.resize(usual)  # the window system knows a place for it
    elif not in_sight(window.frameGeometry()):
        state = window.windowState()
        window.setWindowState(Qt.WindowState.WindowNoState)
        middle = QRect(0, 0, usual.width(), usual.height())
        middle.moveCenter(screen.center())
        window.setGeometry(middle)
        window.setWindowState(state)  # one that fills the screen goes on doing so, and has a place to come back to


def in_sight(frame: QRect) -> bool:
    """Enough of a window's top lies on some screen, and the screen is not too small for all of it."""
    strip = QRect(frame.topLeft(), QSize(frame.width(), _STRIP))
    for screen in QGuiApplication.screens():
        seen = strip.intersected(screen.availableGeometry())
        if seen.width() >= min(_HOLD[0], frame.width()) and seen.height() >= _HOLD[1]:
            room = screen.availableVirtualGeometry()
            return frame.width() <= room.width() and frame.height() <= room.height()
    return False
