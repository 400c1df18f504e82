"""Shortcuts and mnemonics on keyboard layouts without their letters: the keys at the same places have the same effect.

Qt finds a shortcut by the letter that a key types. If the only layout is Russian, Persian or Greek, no key types Z, so
Ctrl+Z has no effect. With a Latin layout no key types the letters of a Persian window. If Qt finds nothing for a key,
it is tried again with the letter of the same key on a US keyboard, and then on a Persian keyboard.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QShortcut, QWindow
from PySide6.QtWidgets import QAbstractButton, QApplication, QGroupBox, QMenu, QMenuBar, QTabBar, QWidget

from mile_bones.desktop.key_names import is_latin, other_letters
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.window_input import WindowInput

_CTRL, _ALT, _SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
_LEVEL_THREE = 0x80
"""The native modifier of AltGr on X and Wayland, which Qt does not report."""


class OtherLayouts(QObject):
    """Listens to the windows of the program until ``close`` is called.

    On macOS it does not listen to any window, because that system finds shortcuts on any layout and has no mnemonics. A
    key press reaches a window only if Qt has found no shortcut for it, and before any widget gets it. Therefore this
    class does not change anything that works without it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._latin = True
        self._input = WindowInput(self._take, self)
        if sys.platform != "darwin":
            self._input.start()

    def close(self) -> None:
        """Stop listening."""
        self._input.stop()

    def _take(self, _window: QWindow, event: QEvent) -> bool:
        """Do what the key means on another keyboard. Return False if it has no meaning there."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        latin = is_latin(event)
        self._latin = self._latin if latin is None else latin
        held = event.modifiers() & ~_SHIFT
        if held not in (Qt.KeyboardModifier.NoModifier, _CTRL, _ALT) or _holds_alt_gr(event):
            return False
        letters = other_letters(event, latin=self._latin)
        popup, focus = QApplication.activePopupWidget(), QApplication.focusWidget()
        menu = popup or focus
        if isinstance(menu, QMenu | QMenuBar) and held != _CTRL:
            return _type_in_menu(menu, event, letters)
        window = QApplication.activeWindow()
        if popup is not None or window is None:
            return False
        if held == _ALT:
            return any(_press_mnemonic(window, event, letter) for letter in letters)
        return held == _CTRL and any(_press_shortcut(window, event, letter) for letter in letters if letter.isascii())


def _holds_alt_gr(event: QKeyEvent) -> bool:
    return sys.platform != "win32" and bool(event.nativeModifiers() & _LEVEL_THREE)


def _as_typed(kind: QEvent.Type, event: QKeyEvent, letter: str) -> QKeyEvent:
    """Return the event that the key of this letter would have sent."""
    text = "" if event.modifiers() & _CTRL else letter
    return QKeyEvent(kind, ord(letter), event.modifiers(), text, event.isAutoRepeat(), event.count())


def _press_shortcut(window: QWidget, event: QKeyEvent, letter: str) -> bool:
    """Press the key of this letter, in Qt's order. Return True if the key had an effect.

    The focused widget may claim the key first, as a text field does. Then come the shortcuts of the window. If there is
    none, the focused widget gets an ordinary key.
    """
    focus = QGuiApplication.focusObject() or window
    wanted = _as_typed(QEvent.Type.ShortcutOverride, event, letter)
    wanted.ignore()
    QCoreApplication.sendEvent(focus, wanted)
    if not wanted.isAccepted():
        keys = QKeySequence(wanted.keyCombination())
        for action in window.findChildren(QAction):
            if keys in action.shortcuts() and _acts(action.shortcutContext(), action.isEnabled()):
                action.trigger()
                return True
        for shortcut in window.findChildren(QShortcut):
            owner, known = shortcut.parent(), shortcut.keys()
            seen = isinstance(owner, QWidget) and owner.isVisible() and owner.isEnabled()
            if seen and keys in known and _acts(shortcut.context(), shortcut.isEnabled()):
                shortcut.activated.emit()
                return True
    press = _as_typed(QEvent.Type.KeyPress, event, letter)
    QCoreApplication.sendEvent(focus, press)
    return press.isAccepted()


def _acts(context: Qt.ShortcutContext, enabled: bool) -> bool:
    return enabled and context not in (
        Qt.ShortcutContext.WidgetShortcut,
        Qt.ShortcutContext.WidgetWithChildrenShortcut,
    )


def _type_in_menu(menu: QMenu | QMenuBar, event: QKeyEvent, letters: Iterable[str]) -> bool:
    """Choose the entry that has one of the letters as its mnemonic. Return True if there is such an entry.

    If an entry has the letter that the key types on its own layout, leave the key to Qt.
    """
    if not _has(menu, event.text()):
        for letter in letters:
            if _has(menu, letter):
                QCoreApplication.sendEvent(menu, _as_typed(QEvent.Type.KeyPress, event, letter))
                return True
    return False


def _has(menu: QMenu | QMenuBar, letter: str) -> bool:
    shown = (action.text() for action in menu.actions() if action.isVisible() and action.isEnabled())
    return any(_is_mnemonic(letter, text) for text in shown)


def _is_mnemonic(letter: str, text: str) -> bool:
    return _means(letter, QKeySequence.mnemonic(text))


def _means(letter: str, keys: QKeySequence) -> bool:
    return len(letter) == 1 and keys == QKeySequence.mnemonic(f"&{letter}") != QKeySequence()


def _press_mnemonic(window: QWidget, event: QKeyEvent, letter: str) -> bool:
    """Do in this window what Alt with the letter does. Return True if the letter is a mnemonic in the window."""
    for widget in window.findChildren(QWidget):
        if widget.window() is window and widget.isVisible() and widget.isEnabled():
            if isinstance(widget, QMenuBar):
                if _type_in_menu(widget, event, letter):
                    return True
            elif _answer(widget, letter):
                return True
    return False


def _answer(widget: QWidget, letter: str) -> bool:
    """Do what Qt does for Alt with the letter on this widget. Return True if the letter is the widget's mnemonic."""
    if isinstance(widget, QAbstractButton):
        found = _means(letter, widget.shortcut())  # a button without a label may have a mnemonic, too
        if found:
            widget.animateClick()
        return found
    if isinstance(widget, QTabBar):
        for index in range(widget.count()):
            if _is_mnemonic(letter, widget.tabText(index)) and widget.isTabEnabled(index):
                widget.setCurrentIndex(index)
                return True
        return False
    if isinstance(widget, QGroupBox):
        found = _is_mnemonic(letter, widget.title())
        if found:
            widget.setFocus(Qt.FocusReason.ShortcutFocusReason)  # a group box passes the focus on to a widget inside
        return found
    buddy = widget.buddy() if isinstance(widget, PlainLabel) else None
    if buddy is None or not isinstance(widget, PlainLabel) or not _is_mnemonic(letter, widget.text()):
        return False
    buddy.setFocus(Qt.FocusReason.ShortcutFocusReason)
    if isinstance(buddy, QAbstractButton):
        buddy.animateClick()
    return True
