"""Text is shown letter by letter: the one door through which words come to labels, tips and titles.

Left to itself Qt guesses whether a text is HTML, and then a player called ``<img src=/dev/stdin>`` has files opened and
the window frozen. ``tests/desktop/test_plain_text.py`` sees to it that nobody goes round this door. The only words that
are laid out are those of our own help.

Whoever puts a name, or anything else from outside, into a sentence makes it ``legible`` as well: a sign that turns the
order of the letters does so in plain text, too.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextDocumentFragment, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QLabel, QToolTip, QWhatsThis, QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTreeWidgetItem

WHATS_THIS = int(Qt.ItemDataRole.WhatsThisRole)
"""What a view asks its model for at What's This; the answer is to be ``shown_plainly``."""


class PlainLabel(QLabel):
    """A label that shows what it is given, whatever it looks like."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def lines(self) -> list[tuple[int, int]]:
        """Return top and bottom of each line of its words, in pixels of the label."""
        if not self.text():
            return []
        self.ensurePolished()
        words, room = self._laid_out(0 if self._lays_out() else self.fontMetrics().leading())
        places = [words.lineAt(at).rect().translated(room.topLeft()) for at in range(words.lineCount())]
        return [(floor(place.top()), ceil(place.bottom())) for place in places]

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt does it, but for lines that are read from right to left and go on below. Behind each of these Qt leaves
        room for the blank at which it was broken on the wrong side: it is shifted, and its last letter may be cut."""
        if not self._lays_out():
            super().paintEvent(event)
            return
        words, room = self._laid_out(0)
        painter = QPainter(self)
        self.drawFrame(painter)
        painter.setPen(self.palette().color(self.foregroundRole()))
        words.draw(painter, room.topLeft())
        painter.end()

    def _lays_out(self) -> bool:
        """Its lines are broken here, and not by Qt."""
        return self.wordWrap() and self.layoutDirection() == Qt.LayoutDirection.RightToLeft and self.buddy() is None

    def _laid_out(self, leading: float) -> tuple[QTextLayout, QRectF]:
        """Return the lines with so many pixels between them, and where they lie."""
        margin = self.margin()
        room = QRectF(self.contentsRect().adjusted(margin, margin, -margin, -margin))
        side = self.style().visualAlignment(self.layoutDirection(), self.alignment())
        if side & Qt.AlignmentFlag.AlignRight and self.indent() > 0:
            room.setRight(room.right() - self.indent())
        elif side & Qt.AlignmentFlag.AlignLeft and self.indent() > 0:
            room.setLeft(room.left() + self.indent())
        option = QTextOption(side | Qt.AlignmentFlag.AlignAbsolute)
        option.setTextDirection(self.layoutDirection())
        option.setWrapMode(QTextOption.WrapMode.WordWrap if self.wordWrap() else QTextOption.WrapMode.NoWrap)
        words = QTextLayout(self.text().replace("\n", "\u2028"), self.font(), self)
        words.setTextOption(option)
        words.beginLayout()
        height = -leading
        while (line := words.createLine()).isValid():
            line.setLineWidth(room.width())
            height += leading
            line.setPosition(QPointF(0, height))
            height += line.height()
        words.endLayout()
        if side & Qt.AlignmentFlag.AlignVCenter:
            room.translate(0, (room.height() - height) / 2)
        elif side & Qt.AlignmentFlag.AlignBottom:
            room.translate(0, room.height() - height)
        return words, room


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
    """The text for a place of Qt's that has no format for plain text, such as a tip: as it is where it cannot be taken
    for HTML, else as HTML that reads the same."""
    if "<" not in text and "&lt;" not in text:  # all that Qt goes by
        return text
    from html import escape  # late: it brings a table of all names of signs along

    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'


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
    for bubble in QApplication.topLevelWidgets():
        if bubble.inherits("QWhatsThat"):  # Qt's own, which has no words for a screen reader
            bubble.setAccessibleName(QTextDocumentFragment.fromHtml(html).toPlainText())
