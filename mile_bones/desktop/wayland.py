"""Workarounds for tasks that Wayland compositors leave to the programs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

KEYBOARD_MS = 300
"""The time in milliseconds after which a new dialog has the keyboard, if the compositor gives it the keyboard at
all.
"""


def on_wayland() -> bool:
    """Return True if windows are shown by a Wayland compositor."""
    return QGuiApplication.platformName().startswith("wayland")


def keep_keyboard_in_front(window: QWidget, event: QEvent) -> None:
    """Give the keyboard to the dialog in front when `event` shows that the window may have kept or got the keyboard.

    Each window that can be behind a dialog calls this function with its events. Such a window may be a dialog, too.
    """
    if not on_wayland():
        return
    if event.type() == QEvent.Type.WindowBlocked:
        QTimer.singleShot(KEYBOARD_MS, window, lambda: give_keyboard_to_dialog(window))
    elif event.type() == QEvent.Type.WindowActivate:
        QTimer.singleShot(0, window, lambda: give_keyboard_to_dialog(window))


class _Unnoticed(QObject):
    """Hides from a dialog the events about its window being hidden and shown again. Otherwise a score sheet would start
    counting again.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in (QEvent.Type.Hide, QEvent.Type.Show)


def give_keyboard_to_dialog(window: QWidget, tries: int = 5) -> None:
    """Give the keyboard to the dialog in front, if there is one and the window behind the dialog (`window`) has the
    keyboard.

    Some compositors do not know about dialogs (mutter 43, labwc, sway 1.7). They give the keyboard to the window behind
    when it is clicked, where Qt ignores every key. Sometimes that window also keeps the keyboard when the dialog opens.
    Such compositors refuse to activate the dialog. However, a window that appears usually gets the keyboard. Therefore
    this function hides and shows the dialog, up to `tries` times.
    """
    dialog = QApplication.activeModalWidget()
    if dialog is None or dialog is window or not dialog.isVisible():
        return
    if QGuiApplication.focusWindow() is not window.windowHandle():
        return
    handle, unnoticed = dialog.windowHandle(), _Unnoticed()
    dialog.installEventFilter(unnoticed)
    handle.hide()
    handle.show()
    dialog.removeEventFilter(unnoticed)
    if tries > 1:
        QTimer.singleShot(KEYBOARD_MS, dialog, lambda: give_keyboard_to_dialog(window, tries - 1))
