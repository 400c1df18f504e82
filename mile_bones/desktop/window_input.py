"""An event filter for all keyboard, mouse and touch events of the program's windows, before any widget gets them."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QWindow


class WindowInput(QObject):
    """Passes each event of its windows to ``take``. If ``take`` returns True, the window does not get the event.

    The class does not filter events of the whole application, because PySide would then create a Python object for
    everything that gets an event.
    """

    def __init__(self, take: Callable[[QWindow, QEvent], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._take = take
        self._on = False
        self._windows: list[QWindow] = []

    def start(self) -> None:
        """Listen to the focused window, and to each window that gets the focus later. Further calls have no effect."""
        if not self._on:
            self._on = True
            application().focusWindowChanged.connect(self.listen_to)
            self.listen_to(QGuiApplication.focusWindow())

    def stop(self) -> None:
        """Stop listening to all windows."""
        if self._on:
            self._on = False
            application().focusWindowChanged.disconnect(self.listen_to)
        for window in self._windows:
            if shiboken6.isValid(window):
                window.removeEventFilter(self)
        self._windows.clear()

    def listen_to(self, window: QWindow | None) -> None:
        """Listen to this window, too. A menu needs this because it never gets the focus."""
        self._windows = [each for each in self._windows if shiboken6.isValid(each)]
        if window is not None and window not in self._windows:
            self._windows.append(window)
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return isinstance(watched, QWindow) and self._take(watched, event)


def application() -> QGuiApplication:
    """Return the application object of this program."""
    app = QGuiApplication.instance()
    assert isinstance(app, QGuiApplication)
    return app
