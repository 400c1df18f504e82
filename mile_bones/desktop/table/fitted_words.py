"""Text in one or two lines, with the largest letters that fit the area."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table import paint

LEAST_LETTERS = 10.0
"""The smallest size of letters, in pixels."""
_LEADING = 1.22
"""The distance from one line to the next, as a multiple of the size of the letters."""


class FittedWords(NamedTuple):
    """The first of several texts that fits into an area, with its lines and the size of its letters."""

    lines: tuple[str, ...]
    px: float
    """The size of the letters in pixels."""
    whole: bool
    """Whether the text is shown without being cut short."""
    width: float
    """The width of the widest line, in pixels."""

    @property
    def text(self) -> str:
        """The text as shown."""
        return " ".join(self.lines)

    @property
    def height(self) -> float:
        """The height of all lines, in pixels."""
        return len(self.lines) * _LEADING * self.px

    def paint(self, painter: QPainter, room: QRectF, weight: str, *, mirrored: bool) -> None:
        """Paint the lines in the vertical middle of ``room``. Each line begins at the left, or at the right if
        ``mirrored``.
        """
        painter.setFont(font(self.px, weight))
        high = _LEADING * self.px
        top = room.center().y() - self.height / 2
        flags = paint.leading(mirrored=mirrored) | Qt.TextFlag.TextDontClip
        for number, line in enumerate(self.lines):
            painter.drawText(QRectF(room.x(), top + number * high, room.width(), high), flags, line)


@lru_cache(maxsize=128)
def fitted_words(texts: tuple[str, ...], width: float, height: float, px: float, weight: str) -> FittedWords:
    """Return the first of ``texts`` that fits into the area in one or two lines.

    The letters are ``px`` pixels high, or less if necessary, but at least 10. If no text fits, the last one is cut
    short.
    """
    for text in texts:
        halves = _halves(text, QFontMetricsF(font(px, weight)))
        size = float(round(px))
        while size >= min(px, LEAST_LETTERS):
            metrics = QFontMetricsF(font(size, weight))
            one = metrics.horizontalAdvance(text)
            if one <= width:
                return FittedWords((text,), size, True, one)
            two = max(map(metrics.horizontalAdvance, halves))
            if two <= width and 2 * _LEADING * size <= height:
                return FittedWords(halves, size, True, two)
            size -= 1.0
    if not texts:
        return FittedWords((), px, True, 0.0)
    size = min(px, LEAST_LETTERS)
    metrics = QFontMetricsF(font(size, weight))
    cut = metrics.elidedText(texts[-1], Qt.TextElideMode.ElideRight, width)
    return FittedWords((cut,), size, False, metrics.horizontalAdvance(cut))


def _halves(text: str, metrics: QFontMetricsF) -> tuple[str, ...]:
    """Return the text in two lines, divided so that the wider one is as narrow as possible."""
    words = text.split(" ")  # a no-break space stays within its line
    breaks = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(breaks, key=lambda pair: max(map(metrics.horizontalAdvance, pair)), default=(text,))
