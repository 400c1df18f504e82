"""What screen readers and the keyboard find on the table: a transparent button over every slot, words over the rest.

A QGraphicsItem is invisible to accessibility, so each slot has a real widget above it. The mouse goes through.
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
    """The slot as an accessible object: name, description, press action, focus."""

    arrow = Signal(str, int, int)
    """An arrow key: place, and the step on the screen."""
    nudged = Signal(str, int)
    """Shift and an arrow key: place, and the step to the right on the screen."""
    entered = Signal(str)
    """Enter: what Space does, or smart play."""
    smart = Signal(str)
    """Ctrl+Enter: what a double-click does."""
    escape = Signal()
    focused = Signal(str, bool)
    """The place has got the keyboard focus, or has lost it."""
    tabbed = Signal()
    """The keyboard focus has come here by the Tab key."""
    key_pressed = Signal(bool)
    """Some key, before it acts; True: it will press the place."""

    def __init__(self, place: str, parent: QWidget, topic: str) -> None:
        super().__init__(parent)
        self.place = place
        self.setObjectName(place)
        self.setProperty("helpTopic", topic)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._told = False  # it is the game that changes the state
        self._empty = True
        self.words = ("", "")
        """Name and description as they are now; a screen reader may still have to be told of them."""
        self.toggled.connect(self._state_changed)

    def describe(self, name: str, description: str, *, marked: bool = False, empty: bool = False) -> None:
        """What a screen reader says of the slot. Where there is one, ``tell_words`` is to follow.

        ``marked``: whether what lies here is. Only then can it be checked, else "not checked" were said of each card.
        ``empty``: there is nothing here now, and that goes without saying.
        """
        self.words, self._empty = (name, description), empty
        if not marked:
            self.setCheckable(False)  # without an event: what was put back, or played, is said in a sentence
        self._tell_state(marked)
        if not QAccessible.isActive():
            self.tell_words()

    def tell_words(self) -> None:
        """Let screen readers know the words.

        They speak each change of what has the focus. Of those one is enough, that of the name, where something has
        come: all else that is no longer true goes away without a word, and the words are there when the focus comes
        back.
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
        """A screen reader toggles what can be checked, where it presses all else: it means a press all the same."""
        if not self._told:
            self._tell_state(not marked)
            self.click()

    def nextCheckState(self) -> None:
        """A press alone marks nothing: the game does, and says so by ``describe``."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Nothing: the item below is the picture."""

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
        """A key acts when it goes down, so nothing is left for when it comes up."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Before Qt says that the focus is here. Of what a key has brought it to, something is said just after.
        self._tell(*self.words, quiet=event.reason() == Qt.FocusReason.ShortcutFocusReason)
        if event.reason() in _BY_KEYBOARD:
            self.tabbed.emit()
        self.focused.emit(self.place, True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(self.place, False)


class AccessibleLabel(PlainLabel):
    """Words that are painted on the table elsewhere, here for screen readers. The Tab key reaches them too."""

    arrow = Signal(str, int, int)
    """An arrow key: the name of the label, and the step on the screen."""

    def __init__(self, parent: QWidget, name: str, topic: str) -> None:
        super().__init__("", parent)
        self.setObjectName(name)
        self.setProperty("helpTopic", topic)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # until there are words
        self.paint_focus: Callable[[QPainter, QRectF], None] | None = None
        """Paints the ring of the focus just inside a rectangle of the table."""
        self.over = QRect()
        """Where the words are painted. The widget is larger by the room for its ring."""
        self._around = QRect()

    def set_text(self, text: str) -> None:
        """Hold these words."""
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(text)
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if text else Qt.FocusPolicy.NoFocus)

    def lie_over(self, rect: Rect, ring: int) -> None:
        """Lie over what is painted here. A ring of so many pixels goes around that, as far as the table has room."""
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
        """Nothing but the ring of the focus: the item below is the picture."""
        if self.hasFocus() and self.paint_focus is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-self.pos())
            self.paint_focus(painter, QRectF(self._around))  # a part of it may lie outside of the table
            painter.end()


class Announcer(QObject):
    """Says aloud what happens on the table.

    What happens in one go is one announcement, in its order: on some systems a second one cuts the first short.
    """

    speaking = Signal()
    """Something is about to be said: what is read of the table then has to be so."""
    announced = Signal(str)
    """This has been handed to the screen reader, if there is one."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._waiting: list[str] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._speak)

    @property
    def silent(self) -> bool:
        """Nothing waits to be said."""
        return not self._waiting

    def announce(self, text: str, *, again: bool = False) -> None:
        """Have the screen reader say this sentence, behind what it is saying. ``again``: even if it is the same as the
        one before, as where two cards of a kind are drawn."""
        if text and (again or text not in self._waiting[-1:]):
            self._waiting.append(text)
            self._soon.start(0)

    def forget(self) -> None:
        """Say nothing of what waits."""
        self._waiting.clear()
        self._soon.stop()

    def _speak(self) -> None:
        text = " ".join(self._waiting)
        self._waiting.clear()
        self.speaking.emit()
        tell_reader(self._widget, text)
        self.announced.emit(text)
