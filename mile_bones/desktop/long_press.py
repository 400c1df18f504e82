"""A long press on a touch screen asks What's This. Players with a touch screen have no pointer to hover with and no key
to press.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QTimer
from PySide6.QtGui import QGuiApplication, QHelpEvent, QInputDevice, QMouseEvent, QWindow
from PySide6.QtWidgets import QAbstractButton, QApplication

from mile_bones.desktop.window_input import WindowInput, application

_TOUCH = QInputDevice.DeviceType.TouchScreen
_STEADY = 10.0
"""The distance in logical pixels up to which a finger counts as resting."""


class LongPress(QObject):
    """Listens to the program's windows until ``close`` is called. It begins when there is a touch screen."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._at = QPointF()
        self.resting = QTimer(self, singleShot=True, interval=QGuiApplication.styleHints().mousePressAndHoldInterval())
        """Runs while a finger rests on the screen."""
        self.resting.timeout.connect(self._ask)
        self._input = WindowInput(self._take, self)
        application().focusWindowChanged.connect(self._look)
        self._look()

    def close(self) -> None:
        """Stop watching for long presses."""
        application().focusWindowChanged.disconnect(self._look)
        self.resting.stop()
        self._input.stop()

    def _look(self) -> None:
        """Start listening if there is a touch screen. Otherwise do not touch any event.

        A touch screen can be connected at any time, and Qt does not report it.
        """
        if any(device.type() == _TOUCH for device in QInputDevice.devices()):
            self._input.start()

    def _take(self, _window: QWindow, event: QEvent) -> bool:
        """Watch the finger. Return False, so that the widget under the finger still gets every event."""
        if isinstance(event, QMouseEvent) and event.pointingDevice().type() == _TOUCH:
            at = event.globalPosition()
            if event.type() == QEvent.Type.MouseButtonPress:
                self._at = at
                self.resting.start()
            elif event.type() == QEvent.Type.MouseButtonRelease or (at - self._at).manhattanLength() > _STEADY:
                self.resting.stop()
        return False

    def _ask(self) -> None:
        """Ask the widget under the finger What's This.

        If the widget is a button, release the button, so that lifting the finger does not click it.
        """
        at = self._at.toPoint()
        widget = QApplication.widgetAt(at)
        if widget is None:
            return
        if isinstance(widget, QAbstractButton):
            widget.setDown(False)
        inside: QPoint = widget.mapFromGlobal(at)
        QCoreApplication.sendEvent(widget, QHelpEvent(QEvent.Type.WhatsThis, inside, at))
