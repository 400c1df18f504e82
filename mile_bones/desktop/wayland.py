"""What Wayland compositors leave to their programs."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

KEYBOARD_MS = 300
"""So long after a dialog has appeared it has the keyboard, if the compositor gives it."""


def on_wayland() -> bool:
    """Return True if windows are shown by a Wayland compositor."""
    return QGuiApplication.platformName().startswith("wayland")


def give_keyboard_to_dialog(window: QWidget, tries: int = 5) -> None:
    """Give the keyboard to the dialog in front, if there is one and this window, which lies behind it, has it.

    A compositor that knows no dialogs (mutter 43, labwc, sway 1.7) gives it to the window behind when that is clicked,
    where Qt lets no key do anything, and sometimes does not take it from there when the dialog opens. It refuses to
    activate the dialog. A window that appears gets the keyboard, if not each time.
    """
    dialog = QApplication.activeModalWidget()
    if dialog is None or not dialog.isVisible() or QGuiApplication.focusWindow() is not window.windowHandle():
        return
    handle = dialog.windowHandle()
    handle.hide()
    handle.show()
    if tries > 1:
        QTimer.singleShot(KEYBOARD_MS, dialog, lambda: give_keyboard_to_dialog(window, tries - 1))
