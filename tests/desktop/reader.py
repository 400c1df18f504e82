"""Read what an item of the table paints: its words, their places, and whether they fit."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem

_BELOW = set("gjpqy,ç")


@dataclass(frozen=True)
class Word:
    """A text as it was painted, in scene coordinates."""

    text: str
    px: int
    zone: QRectF
    """The rectangle that was given for the text."""
    inked: QRectF
    """The rectangle that the letters take."""
    fits: bool
    """Whether the text fits into its zone without being cut off."""


class Reader:
    """A stand-in for a QPainter that paints with it and records all words."""

    def __init__(self, painter: QPainter) -> None:
        self._painter = painter
        self.words: list[Word] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._painter, name)

    def drawText(self, zone: QRectF, flags: object, text: str) -> None:
        painter = self._painter
        painter.drawText(zone, flags, text)
        metrics = QFontMetricsF(painter.font())
        box = metrics.boundingRect(zone, int(Qt.AlignmentFlag(flags).value), text)
        baseline = box.y() + metrics.ascent()
        inked = QRectF(box.x(), baseline - metrics.capHeight(), box.width(), metrics.capHeight())
        if _BELOW & set(text):
            inked.setBottom(baseline + metrics.descent() * 0.8)
        fits = box.width() <= zone.width() + 0.6 and metrics.capHeight() <= zone.height()
        to_scene = painter.transform()
        self.words.append(Word(text, painter.font().pixelSize(), to_scene.mapRect(zone), to_scene.mapRect(inked), fits))


def read(item: QGraphicsItem) -> list[Word]:
    """Return all words that the item and its visible children paint."""
    return [*words_of(item), *(word for child in item.childItems() if child.isVisible() for word in read(child))]


def words_of(item: QGraphicsItem) -> list[Word]:
    """Return all words that the item itself paints."""
    size = item.scene().sceneRect().size().toSize()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setTransform(item.sceneTransform())
    reader = Reader(painter)
    item.paint(reader, None, None)
    painter.end()
    return reader.words
