"""A hand at a real mouse and keyboard. They belong to the X server in which a Wayland compositor has its window."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

PATIENCE_MS = 60_000
NONE = Qt.KeyboardModifier.NoModifier
_NUMBERS = {Qt.MouseButton.LeftButton: 1, Qt.MouseButton.RightButton: 3}
_KEYSYMS = {"Enter": "KP_Enter", "Space": "space", "PageUp": "Prior", "PageDown": "Next", "Shift": "Shift_L"}
_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
_POINTER = (QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


def soon(so: Callable[[], object], what: str | Callable[[], str]) -> None:
    """Let Qt work until ``so`` holds. If it does not hold in time, fail with ``what``."""
    clock = QElapsedTimer()
    clock.start()
    while not so():
        assert clock.elapsed() < PATIENCE_MS, what if isinstance(what, str) else what()
        QTest.qWait(5)


class Hand(QObject):
    """The functions of ``QTest`` that gestures need, done with real input. Each function returns when its event has
    arrived.

    Under Wayland no window knows its place on the screen. Therefore, a window to which the hand points has to fill the
    screen.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.over: QWindow | None = None
        """The window that got the last event of the pointer."""
        self.pressed: QWindow | None = None
        """The window that got the last press of a button. A window behind a dialog gets none."""
        self._seen, self._at, self._keys = QPoint(), QPoint(), 0
        self._pressed_at: QPoint | None = None
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _KEYS:
            self._keys += 1
        elif event.type() in _POINTER and isinstance(watched, QWindow):
            self.over, self._seen = watched, event.position().toPoint()
            if event.type() != QEvent.Type.MouseMove:
                self.pressed = watched
        return False

    # ------------------------------------------------------------------ as QTest has them

    def mouseMove(self, target: QWidget | QWindow, pos: QPoint) -> None:
        window, pos = _in_window(target, pos)
        self.point(pos)
        self._arrives(window, pos)

    def mousePress(
        self, target: QWidget | QWindow, button: Qt.MouseButton, modifiers: object = NONE, pos: QPoint | None = None
    ) -> None:
        window, pos = _in_window(target, pos)
        self.point(pos)
        if self._pressed_at == self._at:
            QTest.qWait(QApplication.doubleClickInterval())
        self.press(button)
        self._arrives(window, pos)

    def mouseRelease(
        self, target: QWidget | QWindow, button: Qt.MouseButton, modifiers: object = NONE, pos: QPoint | None = None
    ) -> None:
        self.release(button)
        self._arrives(*_in_window(target, pos))

    def mouseClick(
        self, target: QWidget | QWindow, button: Qt.MouseButton, modifiers: object = NONE, pos: QPoint | None = None
    ) -> None:
        self.mousePress(target, button, modifiers, pos)
        self.release(button)

    def mouseDClick(
        self, target: QWidget | QWindow, button: Qt.MouseButton, modifiers: object = NONE, pos: QPoint | None = None
    ) -> None:
        self.mouseClick(target, button, modifiers, pos)
        self.press(button)
        self.release(button)

    def keyClick(self, _target: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press the key. The window that has the keyboard gets it, whichever window that is."""
        assert modifiers == NONE
        before, name = self._keys, key.name.removeprefix("Key_")
        self._do("key", _KEYSYMS.get(name, name.lower() if len(name) == 1 else name))
        soon(lambda: self._keys > before, f"the key {name} does not arrive")

    def wake(self, window: QWindow) -> None:
        """Click with the middle button, which does nothing, until the window gets the click at the right place.

        Mutter animates the growth of a new window, so that at first the window is not at its final place.
        """

        def heard() -> bool:
            self.point(QPoint(8, 600) if self._at != QPoint(8, 600) else QPoint(8, 620))
            self._do("click", 2)
            QTest.qWait(100)
            return (self.over, self._seen) == (window, self._at)

        soon(heard, lambda: f"the pointer is at {self._seen} instead of {self._at}")

    # ------------------------------------------------------------------ without a window that must get the event

    def point(self, place: QPoint) -> None:
        """Move the pointer to this place of the screen."""
        self._do("mousemove", place.x(), place.y())
        self._at = place

    def press(self, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        self._pressed_at = self._at
        self._do("mousedown", _NUMBERS[button])
        soon(lambda: QGuiApplication.mouseButtons() & button, f"no press arrives at {self._at}")

    def release(self, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        self._do("mouseup", _NUMBERS[button])
        soon(lambda: not QGuiApplication.mouseButtons() & button, f"no release arrives at {self._at}")

    def _arrives(self, window: QWindow, pos: QPoint) -> None:
        soon(
            lambda: (self.over, self._seen) == (window, pos),
            lambda: f"the pointer should be at {pos} of {window} and is at {self._seen} of {self.over}",
        )

    def _do(self, *words: object) -> None:
        environment = os.environ | {"DISPLAY": os.environ["OUTER"]}
        subprocess.run(["xdotool", *map(str, words)], env=environment, check=True)


def _in_window(target: QWidget | QWindow, pos: QPoint) -> tuple[QWindow, QPoint]:
    if isinstance(target, QWindow):
        return target, pos
    return target.window().windowHandle(), target.mapTo(target.window(), pos)
