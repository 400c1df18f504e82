"""Reads what an item of the table paints: its words, where they are, and whether their room is large enough."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem

_BELOW = set("gjpqy,ç")


@dataclass(frozen=True)
class Word:
    """Some words as they were painted, in scene coordinates."""

    text: str
    px: int
    zone: QRectF
    """The room that they were given."""
    inked: QRectF
    """The room that their letters take."""
    fits: bool
    """They are not cut off at the edge of their zone."""


class Reader:
    """Stands in for a QPainter: paints with it, and writes down all words on the way."""

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
    """All words that the item and its children paint."""
    return [*words_of(item), *(word for child in item.childItems() if child.isVisible() for word in read(child))]


def words_of(item: QGraphicsItem) -> list[Word]:
    """All words that the item itself paints."""
    size = item.scene().sceneRect().size().toSize()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setTransform(item.sceneTransform())
    reader = Reader(painter)
    item.paint(reader, None, None)
    painter.end()
    return reader.words
