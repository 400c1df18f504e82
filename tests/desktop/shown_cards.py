"""What a person reads in lists of small cards, and hears of them."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QImage, QPainter
from PySide6.QtWidgets import QDialog, QLabel, QStyleOptionViewItem

from desktop.reader import Reader
from mile_bones.desktop.dialogs.card_list import CardList


def cards(shown: CardList) -> list[str]:
    """The names of the cards."""
    return [shown.item(row).text() for row in range(shown.count())]


def told(shown: CardList) -> list[str]:
    """What a screen reader says for every card."""
    reader = QAccessible.queryAccessibleInterface(shown)
    return [reader.child(row).text(QAccessible.Text.Name) for row in range(reader.childCount())]


def captions(shown: CardList) -> list[str]:
    """The words that are painted below the cards; the test fails where they are cut short."""
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
    """All words beside the cards that are seen."""
    return [shown.text() for shown in dialog.findChildren(QLabel) if shown.isVisibleTo(dialog)]
