"""Words on the table: captions over the piles and the message line."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme, theme_named
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.fitted_words import FittedWords, fitted_words

if TYPE_CHECKING:
    from mile_bones.desktop.table.layout import Rect

_RIM = 3.0
"""Room around a line for its rim."""
_LEAST = 0.8
"""A line that is too long for its room gets smaller letters, down to this part of its size, before it is cut short."""

_PX = 14.5
"""Of the letters of the message line, at scale 1."""
_BEFORE, _AFTER = 27.0, 19.0
"""Beside its words, at scale 1; before them is its dot."""


class Caption(QGraphicsItem):
    """A line of words on the map, with a rim in the colour of the map so that roads do not cross them."""

    def __init__(self) -> None:
        super().__init__()
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)  # rims take long to paint
        self.setZValue(1)  # above the rings and halos of the slots
        self._rect = QRectF()
        self._text = ""
        self._px = 14.5
        self._least = _LEAST
        self._theme: Theme | None = None
        self._align = Qt.AlignmentFlag.AlignLeft

    @property
    def text(self) -> str:
        """The words."""
        return self._text

    @property
    def rect(self) -> QRectF:
        """The room that the words have, in scene coordinates."""
        return self._rect

    @property
    def inked(self) -> QRectF:
        """Where the words are, in scene coordinates."""
        metrics = QFontMetricsF(font(self._fitting_size(), "Bold"))
        lines = self._text.split("\n")
        width = min(max(map(metrics.horizontalAdvance, lines)), self._rect.width())
        words = QRectF(0, 0, width, metrics.height() * len(lines))
        words.moveCenter(self._rect.center())
        if self._align == Qt.AlignmentFlag.AlignLeft:
            words.moveLeft(self._rect.x())
        elif self._align == Qt.AlignmentFlag.AlignRight:
            words.moveRight(self._rect.right())
        return words

    def place_at(self, rect: Rect, px: float, theme: Theme, align: Qt.AlignmentFlag, *, least: float = _LEAST) -> None:
        """Stand here, in this size; ``align`` is left, right or centre.

        Where the words are too long they get smaller letters, down to ``least`` times this size.
        """
        self.prepareGeometryChange()
        self._least = min(least, _LEAST)
        self._rect, self._px, self._theme, self._align = paint.qrect(rect), px, theme, align
        self.update()

    def set_text(self, text: str) -> None:
        """Show these words; a line feed breaks the line."""
        if text != self._text:
            self._text = text
            self.update()

    def set_sentence(self, text: str) -> None:
        """Show these words in as many lines as they need in the room that there is."""
        metrics = QFontMetricsF(font(self._px, "Bold"))
        lines = [""]
        for word in text.split(" "):  # a blank that does not break stays within its line
            longer = f"{lines[-1]} {word}".lstrip()
            if metrics.horizontalAdvance(longer) <= self._rect.width():
                lines[-1] = longer
            else:
                lines.append(word)
        self.set_text("\n".join(filter(None, lines)))

    def fits(self) -> bool:
        """The words are not cut short."""
        metrics = QFontMetricsF(font(self._fitting_size(), "Bold"))
        return all(metrics.horizontalAdvance(line) <= self._rect.width() for line in self._text.split("\n"))

    def _fitting_size(self) -> float:
        """The size of the letters, in pixels: a little smaller where the widest line needs it."""
        widest = self._widest(self._px)
        if widest <= self._rect.width():
            return self._px
        px = math.floor(self._px * self._rect.width() / widest)
        while px > 1 and self._widest(px) > self._rect.width():
            px -= 1  # letters do not shrink quite evenly
        return max(self._least * self._px, px)

    def _widest(self, px: float) -> float:
        return max(map(QFontMetricsF(font(px, "Bold")).horizontalAdvance, self._text.split("\n")))

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-3, -3, 3, 3)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is None or not self._text:
            return
        px = self._fitting_size()
        metrics = QFontMetricsF(font(px, "Bold"))
        lines = self._text.split("\n")
        leading = metrics.height()
        top = self._rect.center().y() - leading * len(lines) / 2
        ratio = painter.device().devicePixelRatioF()
        for index, line in enumerate(lines):
            shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, self._rect.width())
            room = self._rect.width() - metrics.horizontalAdvance(shown)
            part = {Qt.AlignmentFlag.AlignLeft: 0.0, Qt.AlignmentFlag.AlignRight: 1.0}.get(self._align, 0.5)
            at = QPointF(self._rect.x() + room * part - _RIM, top + index * leading - _RIM)
            painter.drawPixmap(_on_a_pixel(at, ratio), _line(shown, px, self._theme.name, ratio))


@lru_cache(maxsize=64)
def _line(text: str, px: float, theme_name: str, ratio: float) -> QPixmap:
    """The words with their rim, which takes half a millisecond to paint: a window that is resized asks for them again
    and again."""
    theme, face = theme_named(theme_name), font(px, "Bold")
    metrics = QFontMetricsF(face)
    width, height = metrics.horizontalAdvance(text) + 2 * _RIM, metrics.height() + 2 * _RIM
    picture = QPixmap(math.ceil(width * ratio), math.ceil(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    path = QPainterPath()
    path.addText(_RIM, _RIM + metrics.ascent(), face, text)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not theme.high_contrast:
        pen = QPen(theme.map_base, 4)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.fillPath(path, theme.ink)
    painter.end()
    return picture


def _on_a_pixel(at: QPointF, ratio: float) -> QPointF:
    return QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio)


class MessageLine(QGraphicsItem):
    """The pill that tells what happened and what to do, in one line or in two: the longest of its texts that fits."""

    def __init__(self) -> None:
        super().__init__()
        self._room = QRectF()
        self._high = 0.0
        self._k = 1.0
        self._theme: Theme | None = None
        self._mirrored = False
        self._centred = False
        self._texts: tuple[str, ...] = ()
        self._shown = FittedWords((), _PX, True, 0.0)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setZValue(5)

    @property
    def text(self) -> str:
        """The words as shown."""
        return self._shown.text

    @property
    def whole(self) -> bool:
        """No words are cut short."""
        return self._shown.whole

    @property
    def rect(self) -> QRectF:
        """The pill in scene coordinates."""
        if not self.text:
            return QRectF(self._room.x(), self._room.y(), 0, self._room.height())
        width = min(self._shown.width + (_BEFORE + _AFTER) * self._k, self._room.width())
        high = self._high if len(self._shown.lines) == 1 else self._room.height()
        pill = QRectF(self._room.x(), self._room.center().y() - high / 2, width, high)
        if self._centred:
            pill.moveCenter(self._room.center())
        elif self._mirrored:
            pill.moveRight(self._room.right())
        return pill

    @property
    def inked(self) -> QRectF:
        """Where the pill with the words is."""
        return self.rect

    def place_at(
        self, room: Rect, k: float, theme: Theme, mirrored: bool, *, high: float = 23.0, centred: bool = False
    ) -> None:
        """Have this much room, of which a single line takes ``high`` at scale 1; the pill stands where lines begin, or
        in the middle."""
        self._centred = centred
        self.prepareGeometryChange()
        self._room, self._k, self._theme, self._mirrored = paint.qrect(room), k, theme, mirrored
        self._high = min(high * k, room.h)
        self.set_text(*self._texts)
        self.update()

    def set_text(self, *texts: str) -> None:
        """Show the first text that fits, the last one cut short if none does."""
        self._texts = texts
        room = self._room.width() - (_BEFORE + _AFTER) * self._k
        self._shown = fitted_words(texts, room, self._room.height() - 1, _PX * self._k, "SemiBold")
        self.update()

    def boundingRect(self) -> QRectF:
        return self._room.adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is None or not self.text:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, k = self.rect, self._k
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.message)
        radius = min(rect.height(), max(self._high, 0.6 * rect.height())) / 2
        painter.drawRoundedRect(rect, radius, radius)
        painter.setBrush(self._theme.message_dot)
        dot = rect.right() - 15 * k if self._mirrored else rect.x() + 15 * k
        painter.drawEllipse(QRectF(dot - 4.6 * k, rect.center().y() - 4.6 * k, 9.2 * k, 9.2 * k))
        painter.setPen(self._theme.message_ink)
        before, after = (_AFTER, _BEFORE) if self._mirrored else (_BEFORE, _AFTER)
        self._shown.paint(painter, rect.adjusted(before * k, 0, -after * k, 0), "SemiBold", mirrored=self._mirrored)
