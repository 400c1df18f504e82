"""A car on the road, with its miles, the sign of its hazard, the plate of its speed limit, and the puff behind it when
it starts.
"""

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
"""Two fractions of a card's width: the distance of the middle of a hazard's diamond from the card's upper and left
edges, and half the length of the diamond's diagonal.
"""
_SIGN = 26
_PLATE = 19
_LEAST_PX = 10.5
"""Three sizes in pixels at k = 1: the sign in front of a car, the plate above a car, and the smallest text."""


class Car(QGraphicsItem):
    """A car on its lane. Its miles stand in front of it, or behind it if something is in the way.

    The position of the item is the tip of the car's nose.
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
        """The hazard and speed limit that the car shows, and whether it may go."""
        return self._state

    def apply_style(self, pixmap: QPixmap, k: float, theme: Theme, mirrored: bool) -> None:
        """Draw the car as ``pixmap``, at scale ``k`` and in the colours of ``theme``."""
        self.prepareGeometryChange()
        self._pixmap, self._k, self._theme, self._mirrored = pixmap, k, theme, mirrored
        size = pixmap.deviceIndependentSize()
        self._size = (size.width(), size.height())
        self.setTransformOriginPoint(self._body().center())
        self.puff.apply_style(self._tail(), k, theme, mirrored)
        self.update()

    def show_state(self, state: CarState, sign: QPixmap) -> None:
        """Show ``state``. ``sign`` is the picture of its hazard, or a null pixmap if there is none."""
        if (state, sign.cacheKey()) != (self._state, self._sign.cacheKey()):
            self.prepareGeometryChange()
            self._state, self._sign = state, sign
            self.update()

    @property
    def text(self) -> str:
        """The miles as the car shows them."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show ``text`` as the miles."""
        if text != self._text:
            self.prepareGeometryChange()
            self._text = text
            self.update()

    def put_miles_behind(self, behind: bool) -> None:
        """Write the miles behind the car, or in front of it."""
        if behind != self._behind:
            self.prepareGeometryChange()
            self._behind = behind
            self.update()

    def span_before(self) -> tuple[float, float]:
        """Return where the sign and the miles begin and end when they are in front of the car, as distances from its
        nose.
        """
        return 8 * self._k, 8 * self._k + self._sign_room() + self._label_width()

    def label(self) -> QRectF:
        """Return the rectangle of the miles, relative to the nose of the car."""
        before = 8 * self._k + self._sign_room()
        behind = -self._size[0] - 4 * self._k - self._sign_room() - self._label_width()
        return self._along(behind if self._behind else before, self._label_width(), 18 * self._k)

    def sign(self) -> QRectF:
        """Return the rectangle of the hazard's sign, relative to the nose of the car."""
        size = _SIGN * self._k
        start = -self._size[0] - 3 * self._k - size if self._behind else 3 * self._k
        return self._along(start, size, size)

    def plate(self) -> QRectF:
        """Return the rectangle of the speed limit's plate, above the roof of the car."""
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
        """Paint a white plate with a red rim, like the one on the card."""
        plate = self.plate()
        painter.setPen(QPen(QColor("#C8371F"), 2.2 * self._k))
        painter.setBrush(QColor("#FFF8E8"))
        painter.drawEllipse(plate.adjusted(1, 1, -1, -1))
        painter.setPen(QColor("#2A2421"))
        painter.setFont(font(max(_LEAST_PX, _LEAST_PX * self._k), "Bold"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, in_digits("50"))


class Puff(QGraphicsItem):
    """Three small clouds behind a car that starts to drive."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._at = QPointF()
        self._k = 1.0
        self._colour = QColor()
        self._mirrored = False
        self._part = 0.0
        self.setVisible(False)

    def apply_style(self, at: QPointF, k: float, theme: Theme, mirrored: bool) -> None:
        """Let the clouds start at ``at``, at scale ``k`` and in the colours of ``theme``."""
        self.prepareGeometryChange()
        self._at, self._k, self._mirrored = at, k, mirrored
        self._colour = QColor(theme.asphalt_ink)

    def blow(self, part: float) -> None:
        """Show the clouds at ``part`` (0 to 1) of their motion. At 0 and at 1 they are invisible."""
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
    """Return the diamond in the corner of a hazard's ``face`` as a separate picture."""
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
