"""The widgets of the table for screen readers and the keyboard: a transparent button over each slot, and labels.

A QGraphicsItem is invisible to screen readers, so each slot has a real widget above it. Mouse events pass through these
widgets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.desktop.screen_reader import tell_reader

if TYPE_CHECKING:
    from mile_bones.desktop.table.layout import Rect

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PRESSING = (*_ENTER, Qt.Key.Key_Space, Qt.Key.Key_Select)
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class SlotButton(QAbstractButton):
    """A slot as an accessible object with a name, a description, a press action and focus."""

    arrow = Signal(str, int, int)
    """Emitted for an arrow key: the place, and the step on the screen."""
    nudged = Signal(str, int)
    """Emitted for Shift and an arrow key: the place, and the step to the right on the screen."""
    entered = Signal(str)
    """Emitted for Enter, which means either the same as Space, or smart play."""
    smart = Signal(str)
    """Emitted for Ctrl+Enter, which does what a double-click does."""
    escape = Signal()
    focused = Signal(str, bool)
    """Emitted when the place has got the keyboard focus (True) or has lost it."""
    tabbed = Signal()
    """Emitted when the Tab key has moved the keyboard focus to this slot."""
    key_pressed = Signal(bool)
    """Emitted before any key takes effect. True if the key will press the place."""

    def __init__(self, place: str, parent: QWidget, topic: str) -> None:
        super().__init__(parent)
        self.place = place
        self.setObjectName(place)
        self.setProperty("helpTopic", topic)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._told = False  # True while the game itself changes the state
        self._empty = True
        self.words = ("", "")
        """The present name and description. Screen readers may not have received them yet."""
        self.toggled.connect(self._state_changed)

    def describe(self, name: str, description: str, *, marked: bool = False, empty: bool = False) -> None:
        """Set the words about the slot. If a screen reader is active, call ``tell_words`` afterwards.

        ``marked``: the thing in this slot is marked or selected. Only a marked slot is checkable, because otherwise a
        reader would say "not checked" about every card. ``empty``: the place is empty in a way that need not be said.
        """
        self.words, self._empty = (name, description), empty
        if not marked:
            self.setCheckable(False)  # emits no event: the game announces what was put back or played
        self._tell_state(marked)
        if not QAccessible.isActive():
            self.tell_words()

    def tell_words(self) -> None:
        """Give the words to screen readers.

        Readers speak each change of the focused object. Only one change is wanted: the name, if something has come to
        the slot. Outdated words are removed silently, and the new words are set when the focus returns.
        """
        name, description = self.words
        quiet = self.hasFocus()
        if quiet and self._empty and QAccessible.isActive() and name != self.accessibleName():
            name = ""
        self._tell(name, description, quiet=quiet and description != self.accessibleDescription())

    def _tell(self, name: str, description: str, *, quiet: bool) -> None:
        if quiet and QAccessible.isActive():
            description = ""
        if name != self.accessibleName():
            self.setAccessibleName(name)
        if description != self.accessibleDescription():
            self.setAccessibleDescription(description)

    def _tell_state(self, marked: bool) -> None:
        self._told = True
        self.setCheckable(marked)
        self.setChecked(marked)
        self._told = False

    def _state_changed(self, marked: bool) -> None:
        """Treat a toggle as a press. A screen reader toggles a checkable button, but presses other buttons."""
        if not self._told:
            self._tell_state(not marked)
            self.click()

    def nextCheckState(self) -> None:
        """Do nothing, because a press does not mark the slot. The game marks it, and calls ``describe``."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing, because the item below shows the picture."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr):
            event.ignore()
            return
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        presses = key in _PRESSING and not held
        smart = key in _ENTER and held == Qt.KeyboardModifier.ControlModifier
        self.key_pressed.emit((presses or smart) and not event.isAutoRepeat())
        if key in _ARROWS and not held:
            self.arrow.emit(self.place, *_ARROWS[Qt.Key(key)])
        elif key in _ARROWS and _ARROWS[Qt.Key(key)][0] and held == Qt.KeyboardModifier.ShiftModifier:
            self.nudged.emit(self.place, _ARROWS[Qt.Key(key)][0])
        elif smart:
            if not event.isAutoRepeat():
                self.smart.emit(self.place)
        elif presses:
            if not event.isAutoRepeat() and key in _ENTER:
                self.entered.emit(self.place)
            elif not event.isAutoRepeat():
                self.click()
        elif key == Qt.Key.Key_Escape:
            self.escape.emit()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Ignore the event, because a key takes effect when it goes down."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Set the words before Qt reports the focus. If a key of the game has moved the focus, an announcement
        # about the place follows, so the words are set silently.
        self._tell(*self.words, quiet=event.reason() == Qt.FocusReason.ShortcutFocusReason)
        if event.reason() in _BY_KEYBOARD:
            self.tabbed.emit()
        self.focused.emit(self.place, True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(self.place, False)


class AccessibleLabel(PlainLabel):
    """The text of a painted item, for screen readers. The Tab key reaches it too."""

    arrow = Signal(str, int, int)
    """Emitted for an arrow key: the arguments are the name of the label and the step on the screen."""

    def __init__(self, parent: QWidget, name: str, topic: str) -> None:
        super().__init__("", parent)
        self.setObjectName(name)
        self.setProperty("helpTopic", topic)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # until the label has text
        self.paint_focus: Callable[[QPainter, QRectF], None] | None = None
        """Paints the ring of the focus just inside a rectangle of the table, or None."""
        self.over = QRect()
        """The area of the painted words. The widget is larger, with a margin for the focus ring."""
        self._around = QRect()

    def set_text(self, text: str) -> None:
        """Set the text. An empty label is left out by the Tab key."""
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(text)
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if text else Qt.FocusPolicy.NoFocus)

    def lie_over(self, rect: Rect, ring: int) -> None:
        """Cover `rect`, with a margin of ``ring`` pixels for the focus ring where the table has room for it."""
        self.over = QRect(*(round(value) for value in rect))
        self._around = self.over.adjusted(-ring, -ring, ring, ring)
        self.setGeometry(self.over if self.over.isEmpty() else self._around & self.parentWidget().rect())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _ARROWS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        else:
            self.arrow.emit(self.objectName(), *step)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint only the focus ring, because the item below shows the picture."""
        if self.hasFocus() and self.paint_focus is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-self.pos())
            self.paint_focus(painter, QRectF(self._around))  # a part of the area may be outside the table
            painter.end()


class Announcer(QObject):
    """Announces to screen readers what happens on the table.

    Texts that arrive at the same time are joined into one announcement, because on some systems a second announcement
    interrupts the first.
    """

    speaking = Signal()
    """Emitted before an announcement, so that the words of the table can be brought up to date."""
    announced = Signal(str)
    """Emitted when this text has been given to the screen reader. It is also emitted if no reader is active."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._waiting: list[str] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._speak)

    @property
    def silent(self) -> bool:
        """Whether no text is waiting to be announced."""
        return not self._waiting

    def announce(self, text: str, *, again: bool = False) -> None:
        """Queue ``text`` to be announced after what is being said.

        ``again``: announce it even if it equals the text before, for example when two equal cards are drawn.
        """
        if text and (again or text not in self._waiting[-1:]):
            self._waiting.append(text)
            self._soon.start(0)

    def forget(self) -> None:
        """Drop the texts that wait."""
        self._waiting.clear()
        self._soon.stop()

    def _speak(self) -> None:
        text = " ".join(self._waiting)
        self._waiting.clear()
        self.speaking.emit()
        tell_reader(self._widget, text)
        self.announced.emit(text)
