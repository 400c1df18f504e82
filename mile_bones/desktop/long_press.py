"""A finger that stays where it is asks What's This: for those who have neither a pointer to rest nor a key to press."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QTimer
from PySide6.QtGui import QGuiApplication, QHelpEvent, QInputDevice, QMouseEvent, QWindow
from PySide6.QtWidgets import QAbstractButton, QApplication

from mile_bones.desktop.window_input import WindowInput

_TOUCH = QInputDevice.DeviceType.TouchScreen
_STEADY = 10.0
"""A finger that moves no further rests, in logical pixels."""


class LongPress(QObject):
    """Listens to the windows of the program until ``close``, as soon as a touch screen is there."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._at = QPointF()
        self.resting = QTimer(self, singleShot=True, interval=QGuiApplication.styleHints().mousePressAndHoldInterval())
        """Runs while a finger rests."""
        self.resting.timeout.connect(self._ask)
        self._input = WindowInput(self._take, self)
        QGuiApplication.instance().focusWindowChanged.connect(self._look)
        self._look()

    def close(self) -> None:
        """Long presses mean nothing any more."""
        QGuiApplication.instance().focusWindowChanged.disconnect(self._look)
        self.resting.stop()
        self._input.stop()

    def _look(self) -> None:
        """A touch screen can be connected at any time, and Qt tells nobody. Without one each event is left alone."""
        if any(device.type() == _TOUCH for device in QInputDevice.devices()):
            self._input.start()

    def _take(self, _window: QWindow, event: QEvent) -> bool:
        """Watch the finger; whatever it touches gets everything nevertheless."""
        if isinstance(event, QMouseEvent) and event.pointingDevice().type() == _TOUCH:
            at = event.globalPosition()
            if event.type() == QEvent.Type.MouseButtonPress:
                self._at = at
                self.resting.start()
            elif event.type() == QEvent.Type.MouseButtonRelease or (at - self._at).manhattanLength() > _STEADY:
                self.resting.stop()
        return False

    def _ask(self) -> None:
        """Nothing comes of the press any more but the answer."""
        at = self._at.toPoint()
        widget = QApplication.widgetAt(at)
        if widget is None:
            return
        if isinstance(widget, QAbstractButton):
            widget.setDown(False)
        inside: QPoint = widget.mapFromGlobal(at)
        QCoreApplication.sendEvent(widget, QHelpEvent(QEvent.Type.WhatsThis, inside, at))
