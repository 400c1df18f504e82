"""A car on the road: its miles, the sign of its trouble, the plate of a limit, and the puff with which it starts."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.boards.milebones.models import CarState
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.i18n import in_digits

_SIGN_AT, _SIGN_HALF = 48 / 250, 37 / 250
"""The middle of the diamond in the corner of a hazard, from both edges, and half its diagonal, by the card's width."""
_SIGN = 26
_PLATE = 19
_LEAST_PX = 10.5
"""The sign in front of a car, and the plate above it, at k = 1; and the least size of what stands on it."""


class Car(QGraphicsItem):
    """A car on its lane, with its miles before it, or behind it where something is in their way.

    Its position is the tip of its nose.
    """

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._pixmap = QPixmap()
        self._sign = QPixmap()
        self._theme: Theme | None = None
        self._k = 1.0
        self._text = "0"
        self._behind = False
        self._mirrored = False
        self._size = (0.0, 0.0)
        self._state = CarState()
        self.puff = Puff(self)

    @property
    def state(self) -> CarState:
        """How it stands."""
        return self._state

    def apply_style(self, pixmap: QPixmap, k: float, theme: Theme, mirrored: bool) -> None:
        """Look like this."""
        self.prepareGeometryChange()
        self._pixmap, self._k, self._theme, self._mirrored = pixmap, k, theme, mirrored
        size = pixmap.deviceIndependentSize()
        self._size = (size.width(), size.height())
        self.setTransformOriginPoint(self._body().center())
        self.puff.apply_style(self._tail(), k, theme, mirrored)
        self.update()

    def show_state(self, state: CarState, sign: QPixmap) -> None:
        """Stand like this. ``sign``: the picture of its trouble, a null pixmap where there is none."""
        if (state, sign.cacheKey()) != (self._state, self._sign.cacheKey()):
            self.prepareGeometryChange()
            self._state, self._sign = state, sign
            self.update()

    @property
    def text(self) -> str:
        """The miles as shown."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show these miles."""
        if text != self._text:
            self.prepareGeometryChange()
            self._text = text
            self.update()

    def put_miles_behind(self, behind: bool) -> None:
        """Write the miles behind the car instead of before it."""
        if behind != self._behind:
            self.prepareGeometryChange()
            self._behind = behind
            self.update()

    def span_before(self) -> tuple[float, float]:
        """From where to where sign and miles reach when they are before the car, along the road from its nose."""
        return 8 * self._k, 8 * self._k + self._sign_room() + self._label_width()

    def label(self) -> QRectF:
        """Where the miles are written, seen from the nose of the car."""
        before = 8 * self._k + self._sign_room()
        behind = -self._size[0] - 4 * self._k - self._sign_room() - self._label_width()
        return self._along(behind if self._behind else before, self._label_width(), 18 * self._k)

    def sign(self) -> QRectF:
        """Where the sign of its trouble is."""
        size = _SIGN * self._k
        start = -self._size[0] - 3 * self._k - size if self._behind else 3 * self._k
        return self._along(start, size, size)

    def plate(self) -> QRectF:
        """Where the plate of a limit is: over the roof."""
        size = max(_PLATE * self._k, 1.75 * _LEAST_PX)
        plate = QRectF(0, 0, size, size)
        plate.moveCenter(QPointF(self._body().center().x(), self._body().top() + 0.12 * self._size[1]))
        return plate

    def _along(self, start: float, length: float, height: float) -> QRectF:
        return QRectF(-start - length if self._mirrored else start, -height / 2, length, height)

    def _sign_room(self) -> float:
        return (_SIGN - 2) * self._k if self._state.trouble is not None else 0.0

    def _label_width(self) -> float:
        return QFontMetricsF(font(13 * self._k, "Bold")).horizontalAdvance(self._text) + 4

    def _body(self) -> QRectF:
        width, height = self._size
        body = QRectF(-width, -height / 2, width, height)
        if self._mirrored:
            body.moveLeft(0)
        return body

    def _tail(self) -> QPointF:
        body = self._body()
        return QPointF(body.right() if self._mirrored else body.left(), body.bottom() - 0.2 * self._size[1])

    def boundingRect(self) -> QRectF:
        return self._body().united(self.label()).united(self.sign()).united(self.plate()).adjusted(-3, -3, 3, 3)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(self._body().topLeft(), self._pixmap)
        painter.setPen(theme.asphalt_ink)
        painter.setFont(font(13 * self._k, "Bold"))
        painter.drawText(self.label(), Qt.AlignmentFlag.AlignCenter, self._text)
        if self._state.trouble is not None:
            painter.drawPixmap(self.sign(), self._sign, QRectF(self._sign.rect()))
        if self._state.limited:
            self._paint_plate(painter)

    def _paint_plate(self, painter: QPainter) -> None:
        """White with a red rim, as on the card."""
        plate = self.plate()
        painter.setPen(QPen(QColor("#C8371F"), 2.2 * self._k))
        painter.setBrush(QColor("#FFF8E8"))
        painter.drawEllipse(plate.adjusted(1, 1, -1, -1))
        painter.setPen(QColor("#2A2421"))
        painter.setFont(font(max(_LEAST_PX, _LEAST_PX * self._k), "Bold"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, in_digits("50"))


class Puff(QGraphicsItem):
    """Three small clouds behind a car that starts."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._at = QPointF()
        self._k = 1.0
        self._colour = QColor()
        self._mirrored = False
        self._part = 0.0
        self.setVisible(False)

    def apply_style(self, at: QPointF, k: float, theme: Theme, mirrored: bool) -> None:
        """Come out of there, in this size and these colours."""
        self.prepareGeometryChange()
        self._at, self._k, self._mirrored = at, k, mirrored
        self._colour = QColor(theme.asphalt_ink)

    def blow(self, part: float) -> None:
        """From nothing (0) to nothing (1)."""
        self._part = part
        self.setVisible(0 < part < 1)
        self.update()

    def boundingRect(self) -> QRectF:
        reach = 34 * self._k
        return QRectF(self._at.x() - reach, self._at.y() - reach * 0.6, 2 * reach, reach)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        colour = QColor(self._colour)
        colour.setAlphaF(0.75 * (1 - self._part) ** 1.2)
        painter.setBrush(colour)
        away = 1 if self._mirrored else -1
        for index, (far, size) in enumerate(((8, 3.6), (15, 4.6), (22, 3.2))):
            part = min(1.0, self._part * 1.5 + 0.12 * (2 - index))
            radius = size * self._k * (0.5 + part)
            centre = self._at + QPointF(away * far * part, -3 * index * part) * self._k
            painter.drawEllipse(centre, radius, radius)


def sign_of(face: QPixmap) -> QPixmap:
    """The diamond in the corner of a hazard, as a picture of its own."""
    ratio = face.devicePixelRatio()
    width = face.width() / ratio
    half = _SIGN_HALF * width
    size = math.ceil(2 * half * ratio)
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    pixmap.setDevicePixelRatio(ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    diamond = QPainterPath(QPointF(half, 0))
    for x, y in ((2 * half, half), (half, 2 * half), (0, half)):
        diamond.lineTo(x, y)
    diamond.closeSubpath()
    painter.setClipPath(diamond)
    corner = _SIGN_AT * width - half
    painter.drawPixmap(QPointF(-corner, -corner), face)
    painter.end()
    return pixmap
