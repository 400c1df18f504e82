"""Size and place of the window: as the last run left them, if all of it can be seen on the screens of today.

The frame that the window system draws around a window is not known before the window is shown: till then a wide one is
assumed, and then ``FrameKeeper`` looks.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QEvent, QMargins, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

USUAL = (1280, 800)
SMALLEST = (640, 400)
"""Smaller it becomes on a screen only that has no room for it."""
FRAME = QMargins(8, 32, 8, 8)
"""As wide as frames may be that are not known yet, in pixels."""
_STRIP = 24
"""Pixels at the top of a window by which the mouse can take hold of it, or of the frame above them."""
_HOLD = (160, 12)
"""What of it must be seen, width and height in pixels."""


def restore_geometry(window: QWidget, stored: str) -> None:
    """Give the window its size and place by what ``saveGeometry`` told, as hexadecimal digits; and its least size.

    Where that is nothing, or damaged, or would leave the window where nobody sees it, it gets its usual size.
    """
    data = QByteArray.fromHex(stored.encode())
    room = QGuiApplication.primaryScreen().availableGeometry().marginsRemoved(FRAME)
    usual = QSize(*USUAL).boundedTo(room.size())
    window.setMinimumSize(QSize(*SMALLEST).boundedTo(room.size()))
    if data.isEmpty() or not window.restoreGeometry(data):
        window.resize(usual)  # the window system knows a place for it
    elif not in_sight(window.frameGeometry()):
        middle = QRect(QPoint(), usual)
        middle.moveCenter(room.center())
        _place(window, middle)
    elif window.isMaximized() or window.isFullScreen():
        _place(window, fitted(window.normalGeometry(), _rooms(FRAME)))
    FrameKeeper(window)


def _place(window: QWidget, place: QRect) -> None:
    """Lie there; a window that fills the screen goes on doing so, and has a place to come back to."""
    state = window.windowState()
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.setGeometry(place)
    window.setWindowState(state)


def _rooms(frame: QMargins) -> list[QRect]:
    """Where windows with this frame may lie on each screen; the primary one comes first."""
    return [screen.availableGeometry().marginsRemoved(frame) for screen in QGuiApplication.screens()]


def in_sight(frame: QRect) -> bool:
    """Enough of a window's top lies on some screen, and the screen is not too small for all of it."""
    strip = QRect(frame.topLeft(), QSize(frame.width(), _STRIP))
    for screen in QGuiApplication.screens():
        seen = strip.intersected(screen.availableGeometry())
        if seen.width() >= min(_HOLD[0], frame.width()) and seen.height() >= _HOLD[1]:
            room = screen.availableVirtualGeometry()
            return frame.width() <= room.width() and frame.height() <= room.height()
    return False


def fitted(place: QRect, rooms: Sequence[QRect]) -> QRect:
    """Where a window lies that all of it is seen: there, if each of its corners is in one of these rooms; else wholly
    in the room in which most of it is, the first where it is in none."""
    corners = (place.topLeft(), place.topRight(), place.bottomLeft(), place.bottomRight())
    if all(any(room.contains(corner) for room in rooms) for corner in corners):
        return place
    room = max(rooms, key=lambda room: _area(room.intersected(place)))
    width, height = min(place.width(), room.width()), min(place.height(), room.height())
    x = max(room.x(), min(place.x(), room.x() + room.width() - width))
    y = max(room.y(), min(place.y(), room.y() + room.height() - height))
    return QRect(x, y, width, height)


def _area(rect: QRect) -> int:
    return 0 if rect.isEmpty() else rect.width() * rect.height()


class FrameKeeper(QObject):
    """Keeps a window on the screen with its frame, when that is seen for the first time. Where the window system has
    chosen the size itself, or somebody else, that is left alone; so is all that the player does later."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._chosen = window, window.size()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and watched is self._window:
            watched.removeEventFilter(self)
            self._window.windowHandle().installEventFilter(self)
        elif event.type() == QEvent.Type.Expose:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._look)
        return False

    def _look(self) -> None:
        window = self._window
        if window.isMaximized() or window.isFullScreen() or window.size() != self._chosen:
            return
        frame = window.windowHandle().frameMargins()
        lies = window.geometry().marginsAdded(frame)
        place = fitted(lies, _rooms(QMargins()))
        if place != lies:
            inside = place.marginsRemoved(frame)
            window.setMinimumSize(window.minimumSize().boundedTo(inside.size()))
            window.setGeometry(inside)
