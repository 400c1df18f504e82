"""What Wayland compositors leave to their programs."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication


def on_wayland() -> bool:
    """Return True if windows are shown by a Wayland compositor."""
    return QGuiApplication.platformName().startswith("wayland")


def give_keyboard_to_dialog() -> None:
    """Give the keyboard to the dialog in front, if there is one.

    A compositor that knows no dialogs (mutter 43, labwc, sway 1.7) gives it to the window behind when that is clicked,
    where Qt lets no key do anything. It refuses to activate the dialog, but a window that appears gets the keyboard.
    """
    dialog = QApplication.activeModalWidget()
    if dialog is not None and dialog.isVisible():
        handle = dialog.windowHandle()
        handle.hide()
        handle.show()
