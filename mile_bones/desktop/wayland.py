"""What Wayland compositors leave to their programs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

KEYBOARD_MS = 300
"""So long after a dialog has appeared it has the keyboard, if the compositor gives it."""


def on_wayland() -> bool:
    """Return True if windows are shown by a Wayland compositor."""
    return QGuiApplication.platformName().startswith("wayland")


def keep_keyboard_in_front(window: QWidget, event: QEvent) -> None:
    """Give the keyboard to the dialog in front when this event shows that the window may have kept or got it.

    Whatever may lie behind a dialog, another dialog too, calls this with its events.
    """
    if not on_wayland():
        return
    if event.type() == QEvent.Type.WindowBlocked:
        QTimer.singleShot(KEYBOARD_MS, window, lambda: give_keyboard_to_dialog(window))
    elif event.type() == QEvent.Type.WindowActivate:
        QTimer.singleShot(0, window, lambda: give_keyboard_to_dialog(window))


class _Unnoticed(QObject):
    """Keeps from a dialog that its window goes and comes again: a score sheet would begin to count once more."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in (QEvent.Type.Hide, QEvent.Type.Show)


def give_keyboard_to_dialog(window: QWidget, tries: int = 5) -> None:
    """Give the keyboard to the dialog in front, if there is one and this window, which lies behind it, has it.

    A compositor that knows no dialogs (mutter 43, labwc, sway 1.7) gives it to the window behind when that is clicked,
    where Qt lets no key do anything, and sometimes does not take it from there when the dialog opens. It refuses to
    activate the dialog. A window that appears gets the keyboard, if not each time.
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
