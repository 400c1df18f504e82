"""The trip strip: the road from 0 to 1000 miles, the flag, and both cars."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.table import paint
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.theme import Theme, font
from mile_bones.i18n import format_number, pgettext
from mile_bones.i18n import gettext as _

_LONGEST = 1000
_CAR_SIZE = (100.0, 46.0)
_LANES = (0.285, 0.72)
"""The middle of each lane, as a part of the height of the road: you, the computer."""
_NUMBERS = 18
"""Height of the figures above the road, at k = 1."""


class Car(QGraphicsItem):
    """A car on its lane, with its miles behind it."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._pixmap = QPixmap()
        self._theme: Theme | None = None
        self._k = 1.0
        self._text = "0"
        self._mirrored = False
        self._size = (0.0, 0.0)

    def dress(self, pixmap: QPixmap, k: float, theme: Theme, mirrored: bool) -> None:
        """Look like this."""
        self.prepareGeometryChange()
        self._pixmap, self._k, self._theme, self._mirrored = pixmap, k, theme, mirrored
        size = pixmap.deviceIndependentSize()
        self._size = (size.width(), size.height())
        self.update()

    def say(self, text: str) -> None:
        """Show these miles."""
        if text != self._text:
            self.prepareGeometryChange()
            self._text = text
            self.update()

    def _label(self) -> QRectF:
        width = QFontMetricsF(font(13 * self._k, "Bold")).horizontalAdvance(self._text) + 4
        label = QRectF(8 * self._k, -9 * self._k, width, 18 * self._k)
        if self._mirrored:
            label.moveRight(-8 * self._k)
        return label

    def _body(self) -> QRectF:
        width, height = self._size
        body = QRectF(-width, -height / 2, width, height)
        if self._mirrored:
            body.moveLeft(0)
        return body

    def boundingRect(self) -> QRectF:
        return self._body().united(self._label()).adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(self._body().topLeft(), self._pixmap)
        painter.setPen(self._theme.asphalt_ink)
        painter.setFont(font(13 * self._k, "Bold"))
        painter.drawText(self._label(), Qt.AlignmentFlag.AlignCenter, self._text)


class TripStrip(QGraphicsItem):
    """The road. Miles run from left to right, or from right to left on a mirrored table."""

    def __init__(self) -> None:
        super().__init__()
        self._rect = QRectF()
        self._k = 1.0
        self._theme: Theme | None = None
        self._mirrored = False
        self._ratio = 1.0
        self._extended = False
        self._goal = 700
        self._shown = [0.0, 0.0]
        self.miles = [0, 0]
        self.cars = (Car(self), Car(self))
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def place_at(self, rect: Rect, k: float, theme: Theme, mirrored: bool, ratio: float) -> None:
        """Lie here, in these colours."""
        self.prepareGeometryChange()
        self._rect, self._k, self._theme, self._mirrored, self._ratio = paint.qrect(rect), k, theme, mirrored, ratio
        for car, art in zip(self.cars, ("car_red", "car_blue"), strict=True):
            car.dress(
                car_pixmap(art, self._road().height() * 0.0072 * _CAR_SIZE[0], ratio, mirrored), k, theme, mirrored
            )
        for seat in (0, 1):
            self.drive(seat, self._shown[seat])
        self.update()

    def show_goal(self, goal: int, extended: bool) -> None:
        """Put the flag there; beyond 700 the road is dim until the trip is extended."""
        if (goal, extended) != (self._goal, self._extended):
            self._goal, self._extended = goal, extended
            self.update()

    def show_miles(self, seat: int, miles: int) -> None:
        """Stand there at once."""
        self.miles[seat] = miles
        self.cars[seat].say(format_number(miles))
        self.drive(seat, float(miles))

    def start_from(self, seat: int) -> float:
        """Where the car stands, also on its way."""
        return self._shown[seat]

    def head_for(self, seat: int, miles: int) -> None:
        """Show these miles; the car follows by ``drive``."""
        self.miles[seat] = miles
        self.cars[seat].say(format_number(miles))

    def drive(self, seat: int, miles: float) -> None:
        """Put the car there, between two places too."""
        self._shown[seat] = miles
        road = self._road()
        self.cars[seat].setPos(self._x(miles), road.y() + road.height() * _LANES[seat])

    @property
    def _labels(self) -> float:
        """The room for the names at the beginning of the lanes; a car that has not started stands behind them."""
        metrics = QFontMetricsF(font(13 * self._k, "Bold"))
        return 12 * self._k + max(metrics.horizontalAdvance(name) for name in _names())

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-2, -2, 2, 2)

    def _road(self) -> QRectF:
        return self._rect.adjusted(0, _NUMBERS * self._k, 0, 0)

    def _x(self, miles: float) -> float:
        start = self._labels + self._road().height() * 0.0072 * _CAR_SIZE[0] + 8 * self._k
        span = self._rect.width() - 30 * self._k - start
        x = start + span * miles / _LONGEST
        return self._rect.right() - x if self._mirrored else self._rect.x() + x

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        k, road = self._k, self._road()
        painter.setPen(QPen(theme.asphalt_line, 2))
        painter.setBrush(theme.asphalt)
        painter.drawRoundedRect(road, 7 * k, 7 * k)
        if not self._extended:
            self._paint_beyond(painter, theme, road)
        edge = QPen(theme.verge, 1.6)
        painter.setOpacity(0.75)
        painter.setPen(edge)
        for y in (road.y() + 4, road.bottom() - 4):
            painter.drawLine(QPointF(road.x() + 7 * k, y), QPointF(road.right() - 7 * k, y))
        painter.setOpacity(1.0)
        self._paint_lane(painter, theme, road)
        for miles in range(0, _LONGEST + 1, 100):
            self._paint_mark(painter, theme, road, miles)
        self._paint_flag(painter, theme, road)
        painter.setFont(font(13 * k, "Bold"))
        painter.setPen(theme.asphalt_ink)
        align = Qt.AlignmentFlag.AlignVCenter | (
            Qt.AlignmentFlag.AlignRight if self._mirrored else Qt.AlignmentFlag.AlignLeft
        )
        for seat, name in enumerate(_names()):
            y = road.y() + road.height() * _LANES[seat]
            zone = QRectF(road.x() + 12 * k, y - 10 * k, road.width() - 24 * k, 20 * k)
            painter.drawText(zone, align, name)

    def _paint_beyond(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        flag = self._x(self._goal)
        inner = road.adjusted(3, 3, -3, -3)
        if self._mirrored:
            inner.setRight(flag)
        else:
            inner.setLeft(flag)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.asphalt_beyond)
        painter.drawRoundedRect(inner, 5 * self._k, 5 * self._k)
        painter.setPen(theme.asphalt_secondary)
        painter.setFont(font(11.5 * self._k, "Medium"))
        middle = (self._x(self._goal) + self._x(_LONGEST)) / 2
        y = road.y() + road.height() * _LANES[0]
        zone = QRectF(middle - 100 * self._k, y - 9 * self._k, 200 * self._k, 18 * self._k)
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, _("Extension"))

    def _paint_lane(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        k, y = self._k, road.center().y()
        sign = -1 if self._mirrored else 1
        flag = self._x(_LONGEST if self._extended else self._goal)
        pen = QPen(theme.lane, 2 * k, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([7, 5])
        painter.setPen(pen)
        painter.drawLine(QPointF(self._x(0) - sign * 6 * k, y), QPointF(flag - sign * 8 * k, y))
        if not self._extended:
            pen.setDashPattern([2.5, 4.5])
            painter.setPen(pen)
            painter.setOpacity(0.45)
            painter.drawLine(QPointF(flag + sign * 18 * k, y), QPointF(self._x(_LONGEST), y))
            painter.setOpacity(1.0)

    def _paint_mark(self, painter: QPainter, theme: Theme, road: QRectF, miles: int) -> None:
        k, x = self._k, self._x(miles)
        open_road = self._extended or miles <= self._goal
        if miles:
            painter.setOpacity(1.0 if open_road else 0.5)
            painter.setPen(QPen(theme.verge, 2 * k, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(QPointF(x, road.y() + 4), QPointF(x, road.y() + 9 * k + 2))
            painter.drawLine(QPointF(x, road.bottom() - 4), QPointF(x, road.bottom() - 9 * k - 2))
            painter.setOpacity(1.0)
        painter.setPen(theme.ink if open_road else theme.secondary)
        painter.setFont(font(12 * k, "Bold" if miles in (0, 700, _LONGEST) else "SemiBold"))
        zone = QRectF(x - 30 * k, self._rect.y() - 2, 60 * k, _NUMBERS * k)
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, str(miles))

    def _paint_flag(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        """Chequered, two fields wide and eight high."""
        x = self._x(_LONGEST if self._extended else self._goal)
        size = (road.height() - 3) / 8
        top = road.y() + 1.5
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.band_ink)
        painter.drawRect(QRectF(x - size, top, 2 * size, 8 * size))
        squares = QPainterPath()
        for row in range(8):
            squares.addRect(QRectF(x - size if row % 2 else x, top + row * size, size, size))
        painter.fillPath(squares, theme.amber_ink)

    def text(self) -> str:
        """The strip in words, for screen readers."""
        return pgettext("trip strip", "Trip to {goal} miles. You: {mine}. Computer: {theirs}.").format(
            goal=format_number(_LONGEST if self._extended else self._goal),
            mine=format_number(self.miles[0]),
            theirs=format_number(self.miles[1]),
        )


def _names() -> tuple[str, str]:
    return _("You"), _("Computer")


_car_pixmaps: dict[tuple[str, int, float, bool], QPixmap] = {}


def car_pixmap(art: str, width: float, ratio: float, mirrored: bool) -> QPixmap:
    """A car of this width in logical pixels, facing the way the road runs."""
    key = (art, round(width * ratio), ratio, mirrored)
    if key not in _car_pixmaps:
        _car_pixmaps[key] = _render_car(art, width, ratio, mirrored)
    return _car_pixmaps[key]


def _render_car(art: str, width: float, ratio: float, mirrored: bool) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer

    from mile_bones import resources

    height = width * _CAR_SIZE[1] / _CAR_SIZE[0]
    pixmap = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if mirrored:
        painter.translate(pixmap.width(), 0)
        painter.scale(-1, 1)
    QSvgRenderer(str(resources.path(f"icons/{art}.svg"))).render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
