"""Finds out whether the system asks for reduced motion, on systems where this can be read.

Windows, macOS and Qt's own hint (from 6.12 on) answer immediately. On other systems the desktop portal answers over
D-Bus. The portal is asked after the window has been painted, and nothing waits for the answer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SLOT, QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection, QDBusPendingCallWatcher

_SERVICE = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_INTERFACE = "org.freedesktop.portal.Settings"
_WISHES: dict[tuple[str, str], Callable[[object], bool]] = {
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
    # The setting on desktops that do not have the first setting yet.
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: value is False,
}
_PATIENCE_MS = 5000
"""The timeout for an answer of the portal, in milliseconds. The first question starts the portal, which takes time."""
_UNKNOWN = "org.freedesktop.DBus.Error.UnknownMethod"

_SPI_GETCLIENTAREAANIMATION = 0x1042


def reduced() -> bool:
    """Return the system's setting if it is known immediately, else False."""
    hint = _qt_hint()
    if hint:
        return True
    try:
        if sys.platform == "win32":
            return _windows()
        if sys.platform == "darwin":
            return _mac()
    except (OSError, AttributeError):
        return False
    return False


class ReducedMotion(QObject):
    """The system's setting, kept up to date. Call ``ask`` once the window has been painted.

    The portal is not asked before this call. ``bus``: the D-Bus to ask on, or None for that of the session.
    """

    changed = Signal(bool)
    """Emitted when the setting has changed, with the new value of ``reduced``."""

    def __init__(self, parent: QObject | None = None, bus: QDBusConnection | None = None) -> None:
        super().__init__(parent)
        self._bus = bus
        self._asked = False
        self._answers: dict[tuple[str, str], bool] = {}
        self._reduced = reduced()

    @property
    def reduced(self) -> bool:
        """Whether the program should avoid motion."""
        return self._reduced

    def ask(self) -> None:
        """Ask the desktop for the setting, and listen for changes. Return without waiting. Further calls have no
        effect.
        """
        if self._asked:
            return
        self._asked = True
        _listen_to_qt(self)
        bus = self._bus or session_bus()
        if bus is None or not bus.isConnected():
            return
        slot: Any = SLOT("setting_changed(QDBusMessage)")  # a str, though the stubs want bytes
        bus.connect(_SERVICE, _PATH, _INTERFACE, "SettingChanged", self, slot)
        for setting in _WISHES:
            self._read(bus, setting, "ReadOne")

    def look_again(self) -> None:
        """Read Qt's hint again, because it has changed."""
        self._settle()

    def _read(self, bus: QDBusConnection, setting: tuple[str, str], method: str) -> None:
        from PySide6.QtDBus import QDBusMessage, QDBusPendingCallWatcher

        question = QDBusMessage.createMethodCall(_SERVICE, _PATH, _INTERFACE, method)
        question.setArguments(list(setting))
        watcher = QDBusPendingCallWatcher(bus.asyncCall(question, _PATIENCE_MS), self)

        def answered(done: QDBusPendingCallWatcher) -> None:
            reply = done.reply()
            if not done.isError():
                self._learn(setting, reply.arguments()[0])
            elif method == "ReadOne" and reply.errorName() == _UNKNOWN:
                self._read(bus, setting, "Read")  # for a portal from before 2023

        watcher.finished.connect(answered)

    @Slot("QDBusMessage")
    def setting_changed(self, message: Any) -> None:
        """Handle the signal of the portal about a changed setting. Its arguments are namespace, key and value."""
        namespace, key, value = message.arguments()
        if (namespace, key) in _WISHES:
            self._learn((namespace, key), value)

    def _learn(self, setting: tuple[str, str], value: object) -> None:
        self._answers[setting] = _WISHES[setting](_plain(value))
        self._settle()

    def _settle(self) -> None:
        now = reduced() or any(self._answers.values())
        if now != self._reduced:
            self._reduced = now
            self.changed.emit(now)


def _plain(value: object) -> object:
    """Return the value inside any number of nested variants."""
    from PySide6.QtDBus import QDBusVariant

    while isinstance(value, QDBusVariant):
        value = value.variant()
    return value


def session_bus() -> QDBusConnection | None:
    """Return the bus of the session, or None if there is no bus or if Qt is built without D-Bus."""
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS") and not _has_bus(os.environ.get("XDG_RUNTIME_DIR")):
        return None  # Qt would start a new bus without any services
    try:
        from PySide6.QtDBus import QDBusConnection
    except ImportError:
        return None
    return QDBusConnection.sessionBus()


def _has_bus(folder: str | None) -> bool:
    """Return True if this folder contains a bus that lasts as long as the session, and if both the folder and the bus
    are owned by this user.

    After ``su`` the folder is another user's and cannot be read. In a folder that everybody may write to, somebody
    could listen without ever answering, and Qt would wait for the answer.
    """
    if not folder or sys.platform == "win32":
        return False
    try:
        found = Path(folder).stat()
        bus = Path(folder, "bus").stat()
    except OSError:
        return False
    return found.st_uid == bus.st_uid == os.geteuid() and not found.st_mode & 0o022


def _qt_hint() -> bool:
    """Return the setting that Qt has read from the system. Before Qt 6.12 return False."""
    with _accessibility() as hints:
        if not hasattr(hints, "motionPreference"):
            return False
        preference = hints.motionPreference()
    return preference != type(preference).NoPreference


def _listen_to_qt(wish: ReducedMotion) -> None:
    with _accessibility() as hints:
        if hasattr(hints, "motionPreferenceChanged"):
            hints.motionPreferenceChanged.connect(wish.look_again)


@contextmanager
def _accessibility() -> Iterator[Any]:
    """Give Qt's accessibility hints for a ``with`` block. Give None before Qt 6.10, or if there is no application.

    The accessibility hints belong to the style hints. PySide6 treats them as deleted when no Python object holds the
    style hints.
    """
    style = QGuiApplication.styleHints() if QGuiApplication.instance() is not None else None
    yield style.accessibility() if hasattr(style, "accessibility") else None


def _windows() -> bool:
    """Return True if "Animation effects" is off, in Settings, Accessibility, Visual effects."""
    import ctypes

    wanted = ctypes.c_int(1)
    windll = ctypes.windll  # type: ignore[attr-defined]
    if not windll.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(wanted), 0):
        return False
    return wanted.value == 0


def _mac() -> bool:
    """Return True if "Reduce motion" is on, in System Settings, Accessibility, Display."""
    import ctypes

    objc = ctypes.CDLL("/usr/lib/libobjc.A.dylib")
    for lookup in (objc.objc_getClass, objc.sel_registerName):
        lookup.restype = ctypes.c_void_p
        lookup.argtypes = [ctypes.c_char_p]
    to_object = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(("objc_msgSend", objc))
    to_bool = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)(("objc_msgSend", objc))
    workspace = to_object(objc.objc_getClass(b"NSWorkspace"), objc.sel_registerName(b"sharedWorkspace"))
    return bool(to_bool(workspace, objc.sel_registerName(b"accessibilityDisplayShouldReduceMotion")))
