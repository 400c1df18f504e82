"""What comes to the windows of this program from keyboard, mouse and finger, before any widget gets it."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QWindow


class WindowInput(QObject):
    """Hands every event of the windows it listens to to ``take``, which answers True to keep it from them.

    Not the whole application is listened to: PySide would make a Python object of everything to which anything happens.
    """

    def __init__(self, take: Callable[[QWindow, QEvent], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._take = take
        self._on = False
        self._windows: list[QWindow] = []

    def start(self) -> None:
        """Listen to each window that has the focus from now on; further calls do nothing."""
        if not self._on:
            self._on = True
            application().focusWindowChanged.connect(self.listen_to)
            self.listen_to(QGuiApplication.focusWindow())

    def stop(self) -> None:
        """Listen to none of them any more."""
        if self._on:
            self._on = False
            application().focusWindowChanged.disconnect(self.listen_to)
        for window in self._windows:
            if shiboken6.isValid(window):
                window.removeEventFilter(self)
        self._windows.clear()

    def listen_to(self, window: QWindow | None) -> None:
        """This one, too: a menu never has the focus."""
        self._windows = [each for each in self._windows if shiboken6.isValid(each)]
        if window is not None and window not in self._windows:
            self._windows.append(window)
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return isinstance(watched, QWindow) and self._take(watched, event)


def application() -> QGuiApplication:
    """The one of this program."""
    app = QGuiApplication.instance()
    assert isinstance(app, QGuiApplication)
    return app
