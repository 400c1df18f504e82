"""Text is shown letter by letter: the one door through which words come to labels, tips and titles.

Left to itself Qt guesses whether a text is HTML, and then a player called ``<img src=/dev/stdin>`` has files opened and
the window frozen. ``tests/desktop/test_plain_text.py`` sees to it that nobody goes round this door. The only words that
are laid out are those of our own help.

Whoever puts a name, or anything else from outside, into a sentence makes it ``legible`` as well: a sign that turns the
order of the letters does so in plain text, too.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QRect
from PySide6.QtGui import Qt  # not that of QtCore, which knows nothing of rich text
from PySide6.QtWidgets import QLabel, QMessageBox, QToolTip, QTreeWidgetItem, QWhatsThis, QWidget


class PlainLabel(QLabel):
    """A label that shows what it is given, whatever it looks like."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class PlainMessages(QObject):
    """Watches a dialog of Qt's own: what that asks and tells about a file is as plain as our own words are."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Before a message is seen, and before it is laid out."""
        if event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            message = event.child()
            if isinstance(message, QMessageBox):
                message.setTextFormat(Qt.TextFormat.PlainText)
        return False


class HasTip(Protocol):
    """A widget, an action, an item of a list."""

    def setToolTip(self, text: str, /) -> None: ...


class HasTitle(Protocol):
    """A window."""

    def setWindowTitle(self, text: str, /) -> None: ...


class HasWhatsThis(Protocol):
    """A widget or an action."""

    def setWhatsThis(self, text: str, /) -> None: ...


def shown_plainly(text: str) -> str:
    """The text for a place of Qt's that has no format for plain text, such as a tip: as it is where Qt takes it so,
    else as HTML that reads the same."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text


def set_tip(thing: HasTip, text: str) -> None:
    """What is told when the mouse rests on it."""
    thing.setToolTip(shown_plainly(text))


def set_column_tip(item: QTreeWidgetItem, column: int, text: str) -> None:
    """`set_tip` for one column of a line."""
    item.setToolTip(column, shown_plainly(text))


def show_tip(at: QPoint, text: str, widget: QWidget, area: QRect) -> None:
    """A tip at this point of the screen, which stays while the mouse is in the area of the widget."""
    QToolTip.showText(at, shown_plainly(text), widget, area)


def set_title(window: HasTitle, text: str) -> None:
    """The title of a window, in which Qt would take "[*]" for a sign of its own."""
    window.setWindowTitle(text.replace("[*]", "[*][*]"))


def set_whats_this(thing: HasWhatsThis, text: str) -> None:
    """What is told when somebody asks What's This about it."""
    thing.setWhatsThis(shown_plainly(text))


def show_own_whats_this(at: QPoint, html: str, widget: QWidget) -> None:
    """The bubble of What's This with words of our own help, which may be laid out."""
    QWhatsThis.showText(at, html, widget)
