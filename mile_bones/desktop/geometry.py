"""Size, place and state of the window: as the last run left them, if all of it can be seen on the screens of today.

The frame that the window system draws around a window is not known before the window is shown: till then a wide one is
assumed, and then ``FrameKeeper`` looks.
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
"""Smaller it becomes on a screen only that has no room for it."""
FRAME = QMargins(8, 32, 8, 8)
"""As wide as frames may be that are not known yet, in pixels."""
_STRIP = 24
"""Pixels at the top of a window by which the mouse can take hold of it, or of the frame above them."""
_HOLD = (160, 12)
"""What of it must be seen, width and height in pixels."""


_QT = struct.Struct(">IHH4i4ii??i4i")
"""What ``QWidget.saveGeometry`` tells, which earlier versions have kept as hexadecimal digits: its mark, its version in
two numbers, the frame, the floating window, the number of the screen, whether the window is maximised or full, the
width of the screen, and the window. All corners lie inside."""
_QT_BEGINS = (0x1D9D0CB, 3)
_FAR = 1_000_000
_SETTLED_MS = 500
"""A window that has not changed for so long has the size and the state that the player wanted."""
_SHOWN_MS = 300
"""So long after it is shown a window may be maximised under GNOME."""


class Whereabouts(NamedTuple):
    """Where a window lies when it floats, and whether it fills its screen. ``place``: None where only the window system
    knows it, as under Wayland."""

    place: QPoint | None
    size: QSize
    maximised: bool = False
    full: bool = False

    def __str__(self) -> str:
        at = "" if self.place is None else f"{self.place.x()},{self.place.y()} "
        states = " maximised" * self.maximised + " full" * self.full
        return f"{at}{self.size.width()}x{self.size.height()}{states}"


def whereabouts(text: str) -> Whereabouts | None:
    """Read what was kept of a window, also by an earlier version; None where it is nothing, or damaged."""
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
    """Give the window its size and place, as they were kept; and its least size.

    Where that is nothing, or damaged, or would leave the window where nobody sees it, it gets its usual size.
    """
    room = QGuiApplication.primaryScreen().availableGeometry().marginsRemoved(FRAME)
    usual = QSize(*USUAL).boundedTo(room.size())
    window.setMinimumSize(QSize(*SMALLEST).boundedTo(room.size()))
    kept = whereabouts(stored)
    fills = kept is not None and (kept.maximised or kept.full)
    if kept is None:
        window.resize(usual)  # the window system knows a place for it
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


class GeometryKeeper(QObject):
    """Knows where a window lies when it floats, also while it fills the screen. ``QWidget.normalGeometry`` does not:
    under Wayland the window has its new size before its new state, and Qt takes that size for the floating one."""

    changed = Signal(str)
    """The player has changed size, place or state: this is what to keep of it."""

    def __init__(self, window: QWidget, kept: Whereabouts | None) -> None:
        """Let the window fill the screen, if it did. Mutter 48 puts a window that was maximised before it was shown
        mostly off the screen when it floats again, so under GNOME this comes after."""
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
        """Return what to keep of the window: ``whereabouts`` reads it."""
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
        """Tell of a change. What the window system does to the first window of all is none."""
        if self._window.isMinimized():
            return
        told = self.told()
        known, self._known = self._known, told
        if known is not None and told != known:
            self.changed.emit(told)


_CHANGES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange)


def _is_late() -> bool:
    return on_wayland() and "GNOME" in os.environ.get("XDG_CURRENT_DESKTOP", "")
