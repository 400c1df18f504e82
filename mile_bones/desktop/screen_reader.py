"""Gives sentences to the screen reader in a way that the running reader understands.

Qt announces a sentence, and Orca speaks announcements from version 45 on. The Orca of Debian 12 does not speak
announcements, but it speaks a notification that appears. A newer Orca speaks both. Therefore this module first finds
out which events the running reader listens for.
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QStatusBar, QWidget
from shiboken6 import getCppPointer, isValid

from mile_bones.desktop.reduced_motion import session_bus

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

_PATIENCE_MS = 1000
"""The timeout for an answer, in milliseconds. The registry of AT-SPI (the accessibility bus of Linux) usually answers
within one millisecond.
"""
_BUS_NAME = "mile-bones-screen-reader"
_NOTICES = 4
_NOTICES_APART_MS = 400
"""The time between notices, in milliseconds. The notices are used in turn, so each keeps its name for four times as
long.
"""
_APART_MS = 150
"""The time between announcements, in milliseconds.

Orca 48 drops an announcement of a table or a dialog within 100 ms of another announcement of the same program.
"""


def tell_reader(widget: QWidget, text: str) -> None:
    """Let the screen reader, if there is one, speak ``text`` after its current sentence. ``widget`` is the widget that
    the text is about.
    """
    if not text:
        return
    spoken_words().said.emit(text)
    if QAccessible.isActive():
        readers = QApplication.instance().findChild(_Readers) or _Readers(QApplication.instance())
        readers.tell(widget, text)


def forget_told(widget: QWidget) -> None:
    """Remove every sentence that was given to the screen reader in the window of ``widget``, spoken or not. This
    function is called when another person takes over the window.
    """
    if (readers := QApplication.instance().findChild(_Readers)) is not None:
        readers.forget()
    if (notices := widget.window().findChild(Notices)) is not None:
        notices.forget()


_SPOKEN = "spokenWords"
"""The name of a property of the application."""


class SpokenWords(QObject):
    """Emits every text that is given to a screen reader, so that others can speak it, too."""

    said = Signal(str)


def spoken_words() -> SpokenWords:
    """Return the object of this program. The first call creates it."""
    app = QApplication.instance()
    found = app.property(_SPOKEN)  # `findChild` would create a Python class for everything that the application owns
    if found is None:
        found = SpokenWords(app)
        app.setProperty(_SPOKEN, found)
    return found


def _announce(widget: QWidget, text: str) -> None:
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def _announce_together(sentences: list[tuple[QWidget, str]]) -> None:
    """Announce these sentences as one sentence. Leave out those of widgets that have been closed meanwhile."""
    there = [(widget, text) for widget, text in sentences if isValid(widget)]
    if there:
        _announce(there[-1][0], " ".join(text for _widget, text in there))


def _appear_together(sentences: list[tuple[Notices, str]]) -> None:
    """Let these sentences appear as notices. Leave out those of windows that have been closed meanwhile."""
    there = [(notices, text) for notices, text in sentences if isValid(notices)]
    for notices in dict.fromkeys(notices for notices, _text in there):
        notices.appear(" ".join(text for where, text in there if where is notices))


class Notices(QWidget):
    """Invisible widgets for screen readers that ignore announcements. Such a reader speaks the name of a widget that
    appears.

    The notices are in the status bar, where readers do not speak their role. There are several notices, which are used
    in turn, because on a busy machine a reader asks for the name of a widget some time after it has appeared.
    """

    def __init__(self, parent: QStatusBar) -> None:
        super().__init__(parent)
        self.setObjectName("notices")
        self.resize(0, 0)
        self._all = [self._notice() for _number in range(_NOTICES)]
        self._ring = cycle(self._all)
        self.announcer = self._notice()
        """The widget in whose name sentences are announced.

        Orca 48 measures the time between two announcements when it receives them. On a busy machine two announcements
        may arrive at the same time, even if the program made them far apart. Orca does not drop announcements of a
        notification.
        """

    def _notice(self) -> QWidget:
        notice = QWidget(self)
        notice.resize(0, 0)
        set_role(notice, QAccessible.Role.Notification)
        return notice

    def appear(self, text: str) -> None:
        """Let a reader speak this text."""
        notice = next(self._ring)
        notice.setAccessibleName(text)
        QAccessible.updateAccessibility(QAccessibleEvent(notice, QAccessible.Event.ObjectShow))

    def forget(self) -> None:
        """Clear all notices, and start again with the first one."""
        self._ring = cycle(self._all)
        for notice in self._all:
            notice.setAccessibleName("")


_ROLE = "accessibleRole"
"""The name of a property of widgets whose role for screen readers differs from that of their class."""
_interfaces: dict[int, QAccessibleWidget] = {}
"""The interface of each living widget, by address.

Qt deletes an interface that it no longer needs. Until then Python must hold a reference to it.
"""


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Set the role of ``widget`` for screen readers, because Qt knows only the roles of its own classes.

    Call this function in the constructor of the widget, before anything asks for the role. Qt asks again whenever the
    class of the widget changes for Qt, which happens each time that a signal is first connected to one of its methods.
    """
    widget.setProperty(_ROLE, role.value)
    _answer_for_widgets()


@cache
def _answer_for_widgets() -> None:
    QAccessible.installFactory(_interface)


def _interface(_class: str, thing: QObject | None) -> QAccessibleWidget | None:
    if not isinstance(thing, QWidget) or (role := thing.property(_ROLE)) is None:
        return None
    key, *_bases = getCppPointer(thing)
    if key not in _interfaces:
        thing.destroyed.connect(lambda: _interfaces.pop(key, None))
    _interfaces[key] = QAccessibleWidget(thing, QAccessible.Role(role), "")
    return _interfaces[key]


class Gathered(QObject):
    """Passes things on, either immediately or several together.

    After something was passed on, things that arrive within ``apart`` milliseconds wait until this time is over.
    """

    def __init__(self, apart: int, hand_on: Callable[[list[Any]], object], parent: QObject) -> None:
        super().__init__(parent)
        self._hand_on = hand_on
        self._waiting: list[Any] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(apart)
        self._timer.timeout.connect(self._go_on)

    def add(self, thing: Any) -> None:
        """Pass this thing on, now or together with others."""
        self._waiting.append(thing)
        if not self._timer.isActive():
            self._go_on()

    def forget(self) -> None:
        """Drop the things that are waiting."""
        self._waiting = []

    def _go_on(self) -> None:
        if self._waiting:
            self._timer.start()
            waiting, self._waiting = self._waiting, []
            self._hand_on(waiting)


class _Readers(QObject):
    """The screen readers on Linux that are registered with AT-SPI."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._announcements = Gathered(_APART_MS, _announce_together, self)
        self._notices = Gathered(_NOTICES_APART_MS, _appear_together, self)
        self._bus: QDBusConnection | None = None
        self._ways = _Ways(announced=True, shown=False)
        self._forgotten = 0  # the number of calls of `forget`, after which answers to earlier questions are ignored

    def forget(self) -> None:
        """Drop every sentence so far."""
        self._forgotten += 1
        self._announcements.forget()
        self._notices.forget()

    def tell(self, widget: QWidget, text: str) -> None:
        """Find out from the registry which readers listen, then let them speak ``text``.

        The answers come in the order of the questions. If there is no answer, for example because the registry is too
        busy, use the same ways to speak as before.
        """
        window = widget.window()
        while window.parentWidget() is not None:
            window = window.parentWidget().window()
        notices, forgotten = window.findChild(Notices), self._forgotten

        def told(reply: QDBusMessage | None) -> None:
            if not isValid(widget) or forgotten != self._forgotten:
                return  # the widget was closed meanwhile, or another person uses the window
            if reply is not None:
                self._ways = _ways(repr(reply))
            there = None if notices is None or not isValid(notices) else notices
            if self._ways.announced or there is None:
                # Only if there is a registry of AT-SPI, because readers of other systems would mention
                # the place.
                self._announcements.add((widget if self._bus is None or there is None else there.announcer, text))
            if self._ways.shown and there is not None:
                self._notices.add((there, text))

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
"""The variable with the address of the bus. Flatpak sets it, and Qt also reads it. Inside a sandbox the program cannot
ask ``org.a11y.Bus``.
"""
_ADDRESS = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
_REGISTERED = (
    "org.a11y.atspi.Registry",
    "/org/a11y/atspi/registry",
    "org.a11y.atspi.Registry",
    "GetRegisteredEvents",
)


_PAIR = re.compile(r'"(:[^"]+)", "([^"]+)"')
_ANNOUNCED, _SHOWN = "object:announcement", "object:statechanged:showing"
_CARET = "object:textcaretmoved"
"""The event that identifies a screen reader: a screen reader listens for it, a program that only observes does not."""


class _Ways(NamedTuple):
    """The ways in which to speak a sentence so that every reader gets it once."""

    announced: bool
    shown: bool


def _ways(registered: str) -> _Ways:
    """Return the ways to speak, depending on which program listens for which event.

    ``registered`` is the list of pairs (listener, event) as PySide prints it, because PySide cannot unpack it. A reader
    that listens for announcements also listens for what appears. It would speak a sentence twice if both ways were
    used.
    """
    events: dict[str, list[str]] = defaultdict(list)
    for listener, event in _PAIR.findall(registered):
        events[listener].append(event.lower().replace("-", "").rstrip(":"))

    def listeners(wanted: str) -> set[str]:
        return {listener for listener, heard in events.items() if any(wanted.startswith(each) for each in heard)}

    announced = listeners(_ANNOUNCED)
    others = listeners(_SHOWN) - announced
    if announced and not announced.isdisjoint(readers := listeners(_CARET)):
        others &= readers  # any other listener would make the modern reader speak twice
    return _Ways(announced=bool(announced), shown=bool(others) or not announced)
