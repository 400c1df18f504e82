"""The words that a person sees and hears in lists of small cards."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QImage, QPainter
from PySide6.QtWidgets import QDialog, QLabel, QStyleOptionViewItem

from desktop.reader import Reader
from mile_bones.desktop.dialogs.card_list import CardList


def cards(shown: CardList) -> list[str]:
    """Return the names of the cards."""
    return [shown.item(row).text() for row in range(shown.count())]


def told(shown: CardList) -> list[str]:
    """Return what a screen reader says for each card."""
    reader = QAccessible.queryAccessibleInterface(shown)
    return [reader.child(row).text(QAccessible.Text.Name) for row in range(reader.childCount())]


def captions(shown: CardList) -> list[str]:
    """Return the words painted below the cards. Fail if any are cut short or too small."""
    image = QImage(shown.size(), QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    reader = Reader(painter)
    for row in range(shown.count()):
        option = QStyleOptionViewItem()
        option.rect = shown.visualItemRect(shown.item(row))
        shown.itemDelegate().paint(reader, option, shown.model().index(row, 0))
    painter.end()
    for word in reader.words:
        assert word.fits and not word.text.endswith("…"), word.text
        assert word.px >= 10
    return [word.text for word in reader.words]


def labels(dialog: QDialog) -> list[str]:
    """Return all visible words beside the cards."""
    return [shown.text() for shown in dialog.findChildren(QLabel) if shown.isVisibleTo(dialog)]
