"""Hands sentences to the screen reader, in the way that the one that runs understands.

Qt announces a sentence, and Orca speaks that from its version 45 on; the one of Debian 12 has never heard of it, but
speaks a notification that appears. A newer one speaks both, so it is found out first who listens for what.
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
"""The registry of AT-SPI answers within a millisecond."""
_BUS_NAME = "mile-bones-screen-reader"
_NOTICES = 4
_NOTICES_APART_MS = 400
"""So a notice keeps its name for four times that long, until it is the next one's turn to have another."""
_APART_MS = 150
"""Orca 48 throws away what a place or a dialog announces within 100 ms of another announcement of the same program."""


def tell_reader(widget: QWidget, text: str) -> None:
    """Have the screen reader, if there is one, say this behind what it is saying; ``widget`` is what it is about."""
    if not text:
        return
    spoken_words().said.emit(text)
    if QAccessible.isActive():
        readers = QApplication.instance().findChild(_Readers) or _Readers(QApplication.instance())
        readers.tell(widget, text)


def forget_told(widget: QWidget) -> None:
    """Leave nothing to be found, or to be told yet, of what was said before in the window of ``widget``: somebody else
    looks at it now."""
    if (readers := QApplication.instance().findChild(_Readers)) is not None:
        readers.forget()
    if (notices := widget.window().findChild(Notices)) is not None:
        notices.forget()


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


def _appear_together(sentences: list[tuple[Notices, str]]) -> None:
    """Drop sentences of windows that have been closed meanwhile."""
    there = [(notices, text) for notices, text in sentences if isValid(notices)]
    for notices in dict.fromkeys(notices for notices, _text in there):
        notices.appear(" ".join(text for where, text in there if where is notices))


class Notices(QWidget):
    """Nothing to be seen: what a screen reader without announcements finds has appeared, by its name.

    They lie in the status bar, where they are spoken without a word about what they are. There are several, used in
    turn: a reader on a busy machine asks for the name some time after it was told that something has appeared.
    """

    def __init__(self, parent: QStatusBar) -> None:
        super().__init__(parent)
        self.setObjectName("notices")
        self.resize(0, 0)
        self._all = [self._notice() for _number in range(_NOTICES)]
        self._ring = cycle(self._all)
        self.announcer = self._notice()
        """Says in its own name what is announced.

        Orca 48 measures time by its own clock when it gets to an announcement. On a busy machine two come at once
        there, however far apart they were made. It leaves out none of a notification.
        """

    def _notice(self) -> QWidget:
        notice = QWidget(self)
        notice.resize(0, 0)
        set_role(notice, QAccessible.Role.Notification)
        return notice

    def appear(self, text: str) -> None:
        """Say this."""
        notice = next(self._ring)
        notice.setAccessibleName(text)
        QAccessible.updateAccessibility(QAccessibleEvent(notice, QAccessible.Event.ObjectShow))

    def forget(self) -> None:
        """Have none of them say anything, and the first one come next."""
        self._ring = cycle(self._all)
        for notice in self._all:
            notice.setAccessibleName("")


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
    key, *_bases = getCppPointer(thing)
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

    def forget(self) -> None:
        """Hand nothing on of what waits."""
        self._waiting = []

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
        self._notices = Gathered(_NOTICES_APART_MS, _appear_together, self)
        self._bus: QDBusConnection | None = None
        self._ways = _Ways(announced=True, shown=False)
        self._forgotten = 0  # how often; what was asked before is not answered any more

    def forget(self) -> None:
        """Tell nothing any more of what has been said until now."""
        self._forgotten += 1
        self._announcements.forget()
        self._notices.forget()

    def tell(self, widget: QWidget, text: str) -> None:
        """Ask who listens, then speak. Answers come in the order of the questions.

        Without an answer, as where the registry is too busy, speak in the same ways as before.
        """
        window = widget.window()
        while window.parentWidget() is not None:
            window = window.parentWidget().window()
        notices, forgotten = window.findChild(Notices), self._forgotten

        def told(reply: QDBusMessage | None) -> None:
            if not isValid(widget) or forgotten != self._forgotten:
                return  # it was closed meanwhile, or somebody else looks at it
            if reply is not None:
                self._ways = _ways(repr(reply))
            there = None if notices is None or not isValid(notices) else notices
            if self._ways.announced or there is None:
                # Only where there is a registry of AT-SPI: others speak of what stands there.
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
"""Set by Flatpak, as Qt reads it, too: inside, ``org.a11y.Bus`` cannot be asked."""
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
"""A reader of screens listens for this; a program that only looks on does not."""


class _Ways(NamedTuple):
    """In which ways a sentence is to be told, so that every reader gets it once."""

    announced: bool
    shown: bool


def _ways(registered: str) -> _Ways:
    """By who listens for what, as PySide writes the list of pairs (listener, event) down: it cannot take it apart.

    A reader that listens for announcements does so for what appears, too, and would say it twice.
    """
    events: dict[str, list[str]] = defaultdict(list)
    for listener, event in _PAIR.findall(registered):
        events[listener].append(event.lower().replace("-", "").rstrip(":"))

    def listeners(wanted: str) -> set[str]:
        return {listener for listener, heard in events.items() if any(wanted.startswith(each) for each in heard)}

    announced = listeners(_ANNOUNCED)
    others = listeners(_SHOWN) - announced
    if announced and not announced.isdisjoint(readers := listeners(_CARET)):
        others &= readers  # for anybody else the modern reader would speak twice
    return _Ways(announced=bool(announced), shown=bool(others) or not announced)
