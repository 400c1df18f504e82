"""Text on the table: captions over the piles, and the message line."""

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
"""The margin in pixels around a line of text, for the rim of its letters."""
_LEAST = 0.8
"""The factor to which the size of a long line is reduced at most. A line that is still too long is cut short."""

_PX = 14.5
"""The size of the letters of the message line, in pixels at scale 1."""
_BEFORE, _AFTER = 27.0, 19.0
"""The space before and after the words of the message line, in pixels at scale 1. The dot is in the space before the
words.
"""


class Caption(QGraphicsItem):
    """Lines of text on the map. The letters have a rim in the colour of the map, so that roads do not cross them."""

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
        """The text, with line feeds."""
        return self._text

    @property
    def rect(self) -> QRectF:
        """The area reserved for the text, in scene coordinates."""
        return self._rect

    @property
    def inked(self) -> QRectF:
        """The area that the letters actually cover, in scene coordinates."""
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
        """Set the area `rect`, the size `px` of the letters in pixels, the theme, and `align` (left, right or centre).

        Text that is too long gets smaller letters, down to `least` times `px`.
        """
        self.prepareGeometryChange()
        self._least = min(least, _LEAST)
        self._rect, self._px, self._theme, self._align = paint.qrect(rect), px, theme, align
        self.update()

    def set_text(self, text: str) -> None:
        """Show `text`. A line feed breaks the line."""
        if text != self._text:
            self._text = text
            self.update()

    def set_sentence(self, text: str) -> None:
        """Show `text`, wrapped into as many lines as the width of the area needs."""
        metrics = QFontMetricsF(font(self._px, "Bold"))
        lines = [""]
        for word in text.split(" "):  # a no-break space stays within its line
            longer = f"{lines[-1]} {word}".lstrip()
            if metrics.horizontalAdvance(longer) <= self._rect.width():
                lines[-1] = longer
            else:
                lines.append(word)
        self.set_text("\n".join(filter(None, lines)))

    def fits(self) -> bool:
        """Return True if no line is cut short."""
        metrics = QFontMetricsF(font(self._fitting_size(), "Bold"))
        return all(metrics.horizontalAdvance(line) <= self._rect.width() for line in self._text.split("\n"))

    def _fitting_size(self) -> float:
        """Return the size of the letters in pixels. The size is reduced if the widest line needs that."""
        widest = self._widest(self._px)
        if widest <= self._rect.width():
            return self._px
        px = math.floor(self._px * self._rect.width() / widest)
        while px > 1 and self._widest(px) > self._rect.width():
            px -= 1  # the width does not shrink quite in proportion to the size
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
    """Return a picture of the text with its rim.

    It is cached, because painting takes half a millisecond and a window that is being resized asks for the same picture
    again and again.
    """
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
    """The pill with a message about what happened or what to do. It shows the longest of its texts that fits into one
    or two lines.
    """

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
        """The text as shown."""
        return self._shown.text

    @property
    def whole(self) -> bool:
        """Whether the text is shown without being cut short."""
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
        """The area that the pill with its text covers."""
        return self.rect

    def place_at(
        self, room: Rect, k: float, theme: Theme, mirrored: bool, *, high: float = 23.0, centred: bool = False
    ) -> None:
        """Reserve the area `room`. A pill of one line is `high` pixels high at scale 1.

        The pill is at the start of the line, or in the middle of `room` if `centred`.
        """
        self._centred = centred
        self.prepareGeometryChange()
        self._room, self._k, self._theme, self._mirrored = paint.qrect(room), k, theme, mirrored
        self._high = min(high * k, room.h)
        self.set_text(*self._texts)
        self.update()

    def set_text(self, *texts: str) -> None:
        """Show the first of `texts` that fits. If no text fits, cut the last one short."""
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
