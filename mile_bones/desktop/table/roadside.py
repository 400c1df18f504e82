"""The road of a final scene: its lanes, a car, the finishing line, the flag beside the line, and bits of paper."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from mile_bones.desktop.look.card_art import CAR_SIZE
from mile_bones.desktop.table import paint

if TYPE_CHECKING:
    from mile_bones.desktop.look.card_art import CardArt
    from mile_bones.desktop.look.themes import Theme

CORNER = 8
"""The radius of the corners of a road, in pixels at scale 1."""
_CAR = 0.42
"""The height of a car, as a part of the height of both lanes."""
_LANES = (0.27, 0.75)
"""The middle of each car, as a part of the height of both lanes. The lane of the near side is first."""
_FIELDS = 8
"""The number of squares of the finishing line in the height of the lanes. The line is two squares wide."""
_FLAG_UP = -70.0
"""The angle of the flag before it falls, in degrees."""
_BITS = 60
_GRAVITY = 900.0
"""In pixels a square second, at scale 1."""


def between(start: QRectF, end: QRectF, part: float) -> QRectF:
    """Return the rectangle at ``part`` (0 to 1) of the way from ``start`` to ``end``."""

    def mixed(one: float, other: float) -> float:
        return one + (other - one) * part

    return QRectF(
        mixed(start.x(), end.x()),
        mixed(start.y(), end.y()),
        mixed(start.width(), end.width()),
        mixed(start.height(), end.height()),
    )


def along(road: QRectF, part: float, *, mirrored: bool) -> float:
    """Return the x of a place, given as a part of the road's length. A mirrored road runs from right to left."""
    return road.right() - part * road.width() if mirrored else road.x() + part * road.width()


def car_size(lanes: QRectF) -> tuple[float, float]:
    """Return the width and the height of a car on these two lanes."""
    height = lanes.height() * _CAR
    return height * CAR_SIZE[0] / CAR_SIZE[1], height


def paint_lanes(painter: QPainter, lanes: QRectF, theme: Theme, k: float) -> None:
    """Paint a road with two lanes. ``k`` is the scale of the scene."""
    radius = CORNER * k
    painter.setBrush(theme.asphalt)
    painter.setPen(QPen(theme.asphalt_line, 2))
    painter.drawRoundedRect(lanes, radius, radius)
    painter.setPen(QPen(theme.verge, 3 * k))
    painter.drawLine(lanes.topLeft() + QPointF(radius, 3 * k), lanes.topRight() + QPointF(-radius, 3 * k))
    pen = QPen(theme.lane, 4 * k, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([7, 5])
    painter.setPen(pen)
    y = lanes.center().y()
    painter.drawLine(QPointF(lanes.x() + 10 * k, y), QPointF(lanes.right() - 10 * k, y))


def paint_line(painter: QPainter, lanes: QRectF, x: float, theme: Theme) -> None:
    """Paint the chequered finishing line at ``x``."""
    size = lanes.height() / _FIELDS
    paint.chequers(painter, QRectF(x - size, lanes.y(), 2 * size, lanes.height()), 2, _FIELDS, theme)


def car_picture(art: CardArt, name: str, lanes: QRectF, theme: Theme, ratio: float, *, mirrored: bool) -> QPixmap:
    """Return the picture of a car in the size for these lanes. ``ratio`` is the device pixel ratio."""
    width = round(car_size(lanes)[0])
    return art.car(name, width, ratio, mirrored=mirrored, rim=theme.asphalt_ink)


def paint_car(
    painter: QPainter,
    car: QPixmap,
    lanes: QRectF,
    side: int,
    nose: float,
    *,
    bounce: float,
    mirrored: bool,
    scale: float = 1.0,
) -> None:
    """Paint the car of this side with its nose at the x ``nose``. It is ``bounce`` pixels lower than usual.

    ``scale`` is the factor by which the picture ``car`` is made smaller.
    """
    size = car.deviceIndependentSize() * scale
    y = lanes.y() + lanes.height() * _LANES[side] - size.height() / 2 + bounce
    place = QPointF(nose if mirrored else nose - size.width(), y)
    if scale == 1:
        painter.drawPixmap(place, car)
    else:
        painter.drawPixmap(QRectF(place, size), car, QRectF(car.rect()))


def paint_flag(
    painter: QPainter, foot: QPointF, theme: Theme, k: float, *, shown: float, fallen: float, mirrored: bool
) -> None:
    """Paint a flag on its pole. ``shown`` is the part of its size, and ``fallen`` the part of its fall."""
    painter.save()
    painter.translate(foot)
    painter.scale(-1 if mirrored else 1, 1)
    painter.rotate(_FLAG_UP * (1 - fallen) / 2)
    painter.setPen(QPen(theme.verge, 5 * k))
    top = -96 * k * shown
    painter.drawLine(QPointF(0, 0), QPointF(0, top))
    field = 12 * k * shown
    paint.chequers(painter, QRectF(2 * k, top, 5 * field, 4 * field), 5, 4, theme)
    painter.restore()


class Bits:
    """Bits of paper that fly up from one point and fall."""

    def __init__(self) -> None:
        rng = Random(7)
        self._flights = [
            (rng.uniform(-1, 1), rng.uniform(0.25, 1), rng.random(), rng.randrange(4)) for _ in range(_BITS)
        ]

    def paint(self, painter: QPainter, start: QPointF, theme: Theme, k: float, part: float, length: float) -> None:
        """Paint the bits at ``part`` (0 to 1) of their flight, which takes ``length`` milliseconds."""
        if not 0 < part < 1:
            return
        colours = (theme.you, theme.computer, theme.amber, theme.band_ink)
        seconds = part * length / 1000
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(1 - part**3)
        for across, up, turn, colour in self._flights:
            x = 420 * across * seconds * k
            y = (-620 * up * seconds + _GRAVITY * seconds * seconds / 2) * k
            painter.save()
            painter.translate(start + QPointF(x, y))
            painter.rotate(720 * turn * part)
            painter.setBrush(colours[colour])
            painter.drawRect(QRectF(-7 * k, -4.5 * k, 14 * k, 9 * k))
            painter.restore()
        painter.setOpacity(1.0)
