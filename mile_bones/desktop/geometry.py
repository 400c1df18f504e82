"""The size, the place and the state of the window. They are restored as the last run left them, if the whole window is
then visible on the present screens.

The frame that the window system draws around a window is unknown before the window is shown. Until then a wide frame is
assumed. Afterwards ``FrameKeeper`` checks the real frame.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from mile_bones.desktop.wayland import on_wayland
from mile_bones.storage.settings import GEOMETRY

USUAL = (1280, 800)
SMALLEST = (640, 400)
"""The smallest size of the window. On an even smaller screen the window is as large as the screen."""
FRAME = QMargins(8, 32, 8, 8)
"""The widest frame, in pixels, that is assumed before the frame is known."""
_STRIP = 24
"""The height in pixels of the strip at the top of a window, or of its frame, by which the mouse can drag it."""
_HOLD = (160, 12)
"""The width and height of the part of the strip that must be visible, in pixels."""


_QT = struct.Struct(">IHH4i4ii??i4i")
"""The format of ``QWidget.saveGeometry``, which earlier versions have kept as hexadecimal digits.

Its fields are a magic number, the version in two numbers, the frame, the floating window, the number of the screen,
whether the window is maximised or full screen, the width of the screen, and the window. The coordinates of corners are
inclusive.
"""
_QT_BEGINS = (0x1D9D0CB, 3)
_FAR = 1_000_000
_SETTLED_MS = 500
"""The time in milliseconds without a change after which the window's size and state are taken to be what the player
wanted.
"""
_SHOWN_MS = 300
"""The time in milliseconds after which a window that was shown may be maximised under GNOME."""


class Whereabouts(NamedTuple):
    """The place and size of a window that does not fill its screen, and whether the window fills the screen now.

    ``place`` is None if only the window system knows the place, as under Wayland.
    """

    place: QPoint | None
    size: QSize
    maximised: bool = False
    full: bool = False

    def __str__(self) -> str:
        at = "" if self.place is None else f"{self.place.x()},{self.place.y()} "
        states = " maximised" * self.maximised + " full" * self.full
        return f"{at}{self.size.width()}x{self.size.height()}{states}"


def whereabouts(text: str) -> Whereabouts | None:
    """Read the stored geometry of a window, which an earlier version may have written. Return None if it is empty or
    damaged.
    """
    kept = GEOMETRY.fullmatch(text)
    if kept is not None:
        x, y, width, height, maximised, full = kept.groups()
        place = None if x is None else QPoint(int(x), int(y))
        return Whereabouts(place, QSize(int(width), int(height)), bool(maximised), bool(full))
    try:
        data = _QT.unpack(bytes.fromhex(text))
    except (ValueError, struct.error):
        return None
    if data[:2] != _QT_BEGINS:
        return None
    maximised, full = data[12:14]
    corners = data[7:11] if maximised or full else data[15:19]
    left, top, right, bottom = (max(-_FAR, min(_FAR, number)) for number in corners)
    return Whereabouts(QPoint(left, top), QSize(right - left + 1, bottom - top + 1), maximised, full)


def restore_geometry(window: QWidget, stored: str) -> GeometryKeeper:
    """Give the window its least size, and the stored size and place.

    If ``stored`` is empty or damaged, or if the window would be invisible at its place, the window gets its usual size.
    """
    room = QGuiApplication.primaryScreen().availableGeometry().marginsRemoved(FRAME)
    usual = QSize(*USUAL).boundedTo(room.size())
    window.setMinimumSize(QSize(*SMALLEST).boundedTo(room.size()))
    kept = whereabouts(stored)
    fills = kept is not None and (kept.maximised or kept.full)
    if kept is None:
        window.resize(usual)  # the window system chooses a place
    elif kept.place is None:
        window.resize(kept.size.boundedTo(room.size()))
    else:
        place = QRect(kept.place, kept.size.expandedTo(window.minimumSize()))
        if not in_sight(place):
            place = QRect(QPoint(), usual)
            place.moveCenter(room.center())
        window.setGeometry(fitted(place, _rooms(FRAME)) if fills else place)
    FrameKeeper(window)
    return GeometryKeeper(window, kept)


def _rooms(frame: QMargins) -> list[QRect]:
    """Return the room for windows with this frame on each screen, the primary screen first."""
    return [screen.availableGeometry().marginsRemoved(frame) for screen in QGuiApplication.screens()]


def in_sight(frame: QRect) -> bool:
    """Return True if enough of the window's top is on a screen and the screens are large enough for the window."""
    strip = QRect(frame.topLeft(), QSize(frame.width(), _STRIP))
    for screen in QGuiApplication.screens():
        seen = strip.intersected(screen.availableGeometry())
        if seen.width() >= min(_HOLD[0], frame.width()) and seen.height() >= _HOLD[1]:
            room = screen.availableVirtualGeometry()
            return frame.width() <= room.width() and frame.height() <= room.height()
    return False


def fitted(place: QRect, rooms: Sequence[QRect]) -> QRect:
    """Return ``place`` moved and shrunk so that all of it is visible.

    A place is not changed if each of its corners is in one of ``rooms``. Otherwise the place is moved into the room
    that shows the largest part of it, or into the first room if no room shows any part of it.
    """
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
    """Keeps a window with its frame on the screen when the frame is seen for the first time.

    A size that was chosen by the window system, or by anybody else, is not changed. Later changes by the player are not
    changed either.
    """

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


class GeometryKeeper(QObject):
    """Remembers the place of a floating window, even while the window fills the screen.

    ``QWidget.normalGeometry`` does not remember it under Wayland. There the window gets its new size before its new
    state, and Qt takes the new size for that of the floating window.
    """

    changed = Signal(str)
    """Emitted when the player has changed the size, place or state of the window. The argument is the text to store."""

    def __init__(self, window: QWidget, kept: Whereabouts | None) -> None:
        """Let the window fill the screen if it did so when it was last used.

        Under GNOME this happens later. If a window was maximised before it was shown, Mutter 48 places it mostly
        outside the screen when it floats again.
        """
        super().__init__(window)
        self._window, self._floating = window, window.geometry()
        self._known = None if kept is None else str(kept)
        self._wanted = Qt.WindowState.WindowNoState
        if kept is not None and kept.maximised:
            self._wanted |= Qt.WindowState.WindowMaximized
        if kept is not None and kept.full:
            self._wanted |= Qt.WindowState.WindowFullScreen
        if not _is_late():
            self._fill()
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLED_MS)
        self._settled.timeout.connect(self._look)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and self._wanted:
            QTimer.singleShot(_SHOWN_MS, self, self._fill)
        elif event.type() in _CHANGES and self._window.isVisible():
            self._settled.start()
        return False

    def _fill(self) -> None:
        self._window.setWindowState(self._wanted)
        self._wanted = Qt.WindowState.WindowNoState

    def told(self) -> str:
        """Return the text to store for the window. ``whereabouts`` reads this text."""
        window, states = self._window, self._window.windowState() | self._wanted
        if self._floats():
            self._floating = window.geometry()
        floating, screen = self._floating, window.screen()
        if not self._floats() and not screen.geometry().contains(floating.center()):
            floating = fitted(floating, [screen.availableGeometry().marginsRemoved(FRAME)])
        place = None if on_wayland() else floating.topLeft()
        maximised, full = Qt.WindowState.WindowMaximized in states, Qt.WindowState.WindowFullScreen in states
        return str(Whereabouts(place, floating.size(), maximised, full))

    def _floats(self) -> bool:
        return not (self._window.isMaximized() or self._window.isFullScreen() or self._window.isMinimized())

    def _look(self) -> None:
        """Emit ``changed`` if the geometry has changed. If no geometry was stored, the first size does not count as a
        change, because the window system has chosen it.
        """
        if self._window.isMinimized():
            return
        told = self.told()
        known, self._known = self._known, told
        if known is not None and told != known:
            self.changed.emit(told)


_CHANGES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange)


def _is_late() -> bool:
    return on_wayland() and "GNOME" in os.environ.get("XDG_CURRENT_DESKTOP", "")
