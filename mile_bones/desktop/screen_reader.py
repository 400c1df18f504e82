"""Hands sentences to the screen reader, in the way that the one that runs understands.

Qt announces a sentence, and Orca speaks that from its version 45 on; the one of Debian 12 has never heard of it, but
speaks a notification that appears. A newer one speaks both, so it is found out first who listens for what.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QStatusBar, QWidget
from shiboken6 import getCppPointer, isValid

from mile_bones.desktop.reduced_motion import session_bus

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

_PATIENCE_MS = 1000
"""The registry of AT-SPI answers within a millisecond."""
_BUS_NAME = "mile-bones-screen-reader"
_APART_MS = 150
"""Orca 48 throws away an announcement that comes within 100 ms of another one of the same program."""


def tell_reader(widget: QWidget, text: str) -> None:
    """Have the screen reader, if there is one, say this behind what it is saying; ``widget`` is what it is about."""
    if not text:
        return
    spoken_words().said.emit(text)
    if QAccessible.isActive():
        readers = QApplication.instance().findChild(_Readers) or _Readers(QApplication.instance())
        readers.tell(widget, text)


_SPOKEN = "spokenWords"
"""A property of the application."""


class SpokenWords(QObject):
    """Whatever is handed to a screen reader, for whoever wants to hear it too."""

    said = Signal(str)


def spoken_words() -> SpokenWords:
    """The one of this program."""
    app = QApplication.instance()
    found = app.property(_SPOKEN)  # `findChild` would make a class of everything that the application owns
    if found is None:
        found = SpokenWords(app)
        app.setProperty(_SPOKEN, found)
    return found


def _announce(widget: QWidget, text: str) -> None:
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def _announce_together(sentences: list[tuple[QWidget, str]]) -> None:
    """What was said of widgets that have been closed meanwhile is not said."""
    there = [(widget, text) for widget, text in sentences if isValid(widget)]
    if there:
        _announce(there[-1][0], " ".join(text for _widget, text in there))


class Notice(QWidget):
    """Nothing to be seen: what a screen reader without announcements finds has appeared, by its name.

    It lies in the status bar, where it is spoken without a word about what it is.
    """

    def __init__(self, parent: QStatusBar) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.resize(0, 0)
        set_role(self, QAccessible.Role.Notification)

    def appear(self, text: str) -> None:
        """Say this."""
        self.setAccessibleName(text)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.ObjectShow))


_ROLE = "accessibleRole"
"""A property of widgets that screen readers are not to know by their class."""
_interfaces: dict[int, QAccessibleWidget] = {}
"""By widget, as long as it lives: Qt deletes what it was given when it has no more use for it, but Python must hold it
until then."""


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Be this to screen readers: Qt goes by the class of a widget, and knows nothing of those of our own.

    To be called in the constructor, before anybody has asked what the widget is. Qt asks again whenever the class of a
    widget is another one to it, as it is after each method of it that the first signal is connected with.
    """
    widget.setProperty(_ROLE, role.value)
    _answer_for_widgets()


@cache
def _answer_for_widgets() -> None:
    QAccessible.installFactory(_interface)


def _interface(_class: str, thing: QObject | None) -> QAccessibleWidget | None:
    if not isinstance(thing, QWidget) or (role := thing.property(_ROLE)) is None:
        return None
    (key,) = getCppPointer(thing)
    if key not in _interfaces:
        thing.destroyed.connect(lambda: _interfaces.pop(key, None))
    _interfaces[key] = QAccessibleWidget(thing, QAccessible.Role(role), "")
    return _interfaces[key]


class Gathered(QObject):
    """Hands things on: at once, or, where something was handed on just before, together with all that comes within so
    many milliseconds of it."""

    def __init__(self, apart: int, hand_on: Callable[[list[Any]], object], parent: QObject) -> None:
        super().__init__(parent)
        self._hand_on = hand_on
        self._waiting: list[Any] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(apart)
        self._timer.timeout.connect(self._go_on)

    def add(self, thing: Any) -> None:
        """Hand this on."""
        self._waiting.append(thing)
        if not self._timer.isActive():
            self._go_on()

    def _go_on(self) -> None:
        if self._waiting:
            self._timer.start()
            waiting, self._waiting = self._waiting, []
            self._hand_on(waiting)


class _Readers(QObject):
    """Whoever reads the screen on Linux, as the registry of AT-SPI knows them."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._announcements = Gathered(_APART_MS, _announce_together, self)
        self._bus: QDBusConnection | None = None

    def tell(self, widget: QWidget, text: str) -> None:
        """Ask who listens, then speak. Answers come in the order of the questions."""
        window = widget.window()
        while window.parentWidget() is not None:
            window = window.parentWidget().window()
        notice = window.findChild(Notice)

        def told(reply: QDBusMessage | None) -> None:
            if not isValid(widget):
                return  # it was closed meanwhile
            if notice is None or not isValid(notice) or reply is None or _hears_announcements(reply):
                self._announcements.add((widget, text))
            else:
                notice.appear(text)

        self._ask(told)

    def _ask(self, told: Callable[[QDBusMessage | None], None]) -> None:
        if self._bus is None and (given := os.environ.get(_ADDRESS_OF_SANDBOX)):
            self._reach(given)
        if self._bus is not None:
            self._call(self._bus, *_REGISTERED, told)
            return
        session = session_bus() if sys.platform not in ("win32", "darwin") else None
        if session is None:
            told(None)
            return

        def found(reply: QDBusMessage | None) -> None:
            if reply is not None and self._bus is None:
                self._reach(str(reply.arguments()[0]))
            if self._bus is None:
                told(None)
            else:
                self._call(self._bus, *_REGISTERED, told)

        self._call(session, *_ADDRESS, found)

    def _reach(self, address: str) -> None:
        from PySide6.QtDBus import QDBusConnection

        bus = QDBusConnection.connectToBus(address, _BUS_NAME)
        self._bus = bus if bus.isConnected() else None

    def _call(
        self,
        bus: QDBusConnection,
        service: str,
        path: str,
        interface: str,
        method: str,
        told: Callable[[QDBusMessage | None], None],
    ) -> None:
        from PySide6.QtDBus import QDBusMessage, QDBusPendingCallWatcher

        question = QDBusMessage.createMethodCall(service, path, interface, method)
        watcher = QDBusPendingCallWatcher(bus.asyncCall(question, _PATIENCE_MS), self)

        def answered(done: QDBusPendingCallWatcher) -> None:
            told(None if done.isError() else done.reply())
            watcher.deleteLater()

        watcher.finished.connect(answered)


_ADDRESS_OF_SANDBOX = "AT_SPI_BUS_ADDRESS"
"""Set by Flatpak, as Qt reads it, too: inside, ``org.a11y.Bus`` cannot be asked."""
_ADDRESS = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
_REGISTERED = (
    "org.a11y.atspi.Registry",
    "/org/a11y/atspi/registry",
    "org.a11y.atspi.Registry",
    "GetRegisteredEvents",
)


def _hears_announcements(reply: QDBusMessage) -> bool:
    """PySide cannot take the list of pairs apart, but it can write it down."""
    return "object:announcement" in repr(reply).lower()
