"""Shows text in labels, tips and titles literally, never as HTML. All such text goes through this module.

By default Qt guesses whether a text is HTML. A player called ``<img src=/dev/stdin>`` could then make Qt open files and
freeze the window. ``tests/desktop/test_plain_text.py`` checks that no code bypasses this module. Only the texts of the
program's own help are formatted.

If you put a name, or anything else from outside, into a sentence, make it ``legible`` as well, because characters that
reverse the order of the letters also work in plain text.
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
"""The role that a view requests from its model for What's This. The answer must come from ``shown_plainly``."""


class PlainLabel(QLabel):
    """A label that shows its text literally, even if the text looks like HTML."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def lines(self) -> list[tuple[int, int]]:
        """Return the top and the bottom of each line of the text, in pixels of the label."""
        if not self.text():
            return []
        self.ensurePolished()
        words, room = self._laid_out(0 if self._lays_out() else self.fontMetrics().leading())
        places = [words.lineAt(at).rect().translated(room.topLeft()) for at in range(words.lineCount())]
        return [(floor(place.top()), ceil(place.bottom())) for place in places]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as Qt does, except for broken lines that are read from right to left.

        At the end of such a line Qt leaves room for the space at which the line was broken, but on the wrong side. The
        line is then shifted, and its last letter may be cut.
        """
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
        """Return True if this class breaks the lines instead of Qt."""
        return self.wordWrap() and self.layoutDirection() == Qt.LayoutDirection.RightToLeft and self.buddy() is None

    def _laid_out(self, leading: float) -> tuple[QTextLayout, QRectF]:
        """Return the lines, with ``leading`` pixels between them, and the rectangle in which they are drawn."""
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
    """Anything that can have a tip: a widget, an action or an item of a list."""

    def setToolTip(self, text: str, /) -> None: ...


class HasTitle(Protocol):
    """Anything that can have a title: a window."""

    def setWindowTitle(self, text: str, /) -> None: ...


class HasWhatsThis(Protocol):
    """Anything that can have a What's This text: a widget or an action."""

    def setWhatsThis(self, text: str, /) -> None: ...


def shown_plainly(text: str) -> str:
    """Return ``text`` in a form for a place of Qt that has no format for plain text, such as a tip.

    If Qt cannot take ``text`` for HTML, the result is ``text`` itself. Otherwise it is HTML that shows the same text.
    """
    if "<" not in text and "&lt;" not in text:  # Qt looks only for these strings
        return text
    from html import escape  # imported late because it loads a table of all named characters

    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'


def set_tip(thing: HasTip, text: str) -> None:
    """Set the text that appears when the mouse rests on ``thing``."""
    thing.setToolTip(shown_plainly(text))


def set_column_tip(item: QTreeWidgetItem, column: int, text: str) -> None:
    """Set the tip of one column of a line, as `set_tip` does for a whole thing."""
    item.setToolTip(column, shown_plainly(text))


def show_tip(at: QPoint, text: str, widget: QWidget, area: QRect) -> None:
    """Show a tip at this point of the screen while the mouse is in ``area`` of ``widget``."""
    QToolTip.showText(at, shown_plainly(text), widget, area)


def set_title(window: HasTitle, text: str) -> None:
    """Set the title of a window. "[*]" is escaped because Qt gives it a meaning."""
    window.setWindowTitle(text.replace("[*]", "[*][*]"))


def set_whats_this(thing: HasWhatsThis, text: str) -> None:
    """Set the text that appears when the player asks What's This about ``thing``."""
    thing.setWhatsThis(shown_plainly(text))


def show_own_whats_this(at: QPoint, html: str, widget: QWidget) -> None:
    """Show the bubble of What's This with a text of the program's own help, which may contain HTML."""
    QWhatsThis.showText(at, html, widget)
    for bubble in QApplication.topLevelWidgets():
        if bubble.inherits("QWhatsThat"):  # Qt's class, which gives a screen reader no text
            bubble.setAccessibleName(QTextDocumentFragment.fromHtml(html).toPlainText())
