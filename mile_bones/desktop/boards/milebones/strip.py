"""The trip strip: the road from 0 to 1000 miles, the flag, and both cars."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.look.card_art import CAR_SIZE, CardArt
from mile_bones.desktop.look.theme import Theme, font
from mile_bones.desktop.table.furniture import Furniture
from mile_bones.desktop.table.layout import Rect
from mile_bones.desktop.table.panels import fitted_name
from mile_bones.i18n import format_number, pgettext
from mile_bones.i18n import gettext as _

_LONGEST = 1000
_LANES = (0.285, 0.72)
"""The middle of each lane, as a part of the height of the road: the viewer, the opponent."""
_NAME = 0.14
"""The longest that a name before the lanes may be, as a part of the road; what is longer is cut."""
_NUMBERS = 18
"""Height of the figures above the road, at k = 1."""


class Car(QGraphicsItem):
    """A car on its lane, with its miles before it, or behind it where something is in their way."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._pixmap = QPixmap()
        self._theme: Theme | None = None
        self._k = 1.0
        self._text = "0"
        self._behind = False
        self._mirrored = False
        self._size = (0.0, 0.0)

    def apply_style(self, pixmap: QPixmap, k: float, theme: Theme, mirrored: bool) -> None:
        """Look like this."""
        self.prepareGeometryChange()
        self._pixmap, self._k, self._theme, self._mirrored = pixmap, k, theme, mirrored
        size = pixmap.deviceIndependentSize()
        self._size = (size.width(), size.height())
        self.update()

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
        """From where to where the miles reach when they are written before the car, along the road from its nose."""
        return 8 * self._k, 8 * self._k + self._label_width()

    def label(self) -> QRectF:
        """Where the miles are written, seen from the nose of the car."""
        width = self._label_width()
        start = -self._size[0] - 4 * self._k - width if self._behind else 8 * self._k
        return QRectF(-start - width if self._mirrored else start, -9 * self._k, width, 18 * self._k)

    def _label_width(self) -> float:
        return QFontMetricsF(font(13 * self._k, "Bold")).horizontalAdvance(self._text) + 4

    def _body(self) -> QRectF:
        width, height = self._size
        body = QRectF(-width, -height / 2, width, height)
        if self._mirrored:
            body.moveLeft(0)
        return body

    def boundingRect(self) -> QRectF:
        return self._body().united(self.label()).adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(self._body().topLeft(), self._pixmap)
        painter.setPen(self._theme.asphalt_ink)
        painter.setFont(font(13 * self._k, "Bold"))
        painter.drawText(self.label(), Qt.AlignmentFlag.AlignCenter, self._text)


class _Fitted(NamedTuple):
    names: tuple[str, ...]
    room: float
    """What the longest of them needs."""


@lru_cache(maxsize=8)  # asked for at every step of a car
def _fitted(names: tuple[str, ...], k: float, width: float) -> _Fitted:
    """The names as they fit into this width."""
    metrics = QFontMetricsF(font(13 * k, "Bold"))
    shown = tuple(fitted_name(name, metrics, width) for name in names)
    return _Fitted(shown, max(metrics.horizontalAdvance(name) for name in shown))


class TripStrip(Furniture):
    """The road. Miles run from left to right, or from right to left on a mirrored table."""

    def __init__(self, faces: CardArt) -> None:
        super().__init__()
        self._faces = faces
        self._extended = False
        self._goal = 700
        self._shown = [0.0, 0.0]
        self._names = ("", "")
        self.miles = [0, 0]
        self.cars = (Car(self), Car(self))
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def place_at(self, rect: Rect, k: float, theme: Theme, mirrored: bool, ratio: float) -> None:
        """Lie here, in these colours."""
        super().place_at(rect, k, theme, mirrored, ratio)
        for car, art in zip(self.cars, ("car_red", "car_blue"), strict=True):
            picture = self._faces.car(art, self._road().height() * 0.0072 * CAR_SIZE[0], ratio, mirrored=mirrored)
            car.apply_style(picture, k, theme, mirrored)
        for seat in (0, 1):
            self.drive(seat, self._shown[seat])

    def show_names(self, names: tuple[str, str]) -> None:
        """The players' names, the viewer's first."""
        if names != self._names:
            self._names = names
            for seat in (0, 1):
                self.drive(seat, self._shown[seat])
            self.update()

    def show_goal(self, goal: int, extended: bool) -> None:
        """Put the flag there; beyond 700 the road is dim until the trip is extended."""
        if (goal, extended) != (self._goal, self._extended):
            self._goal, self._extended = goal, extended
            for seat in (0, 1):
                self._place_miles(seat)
            self.update()

    def show_miles(self, seat: int, miles: int) -> None:
        """Stand there at once."""
        self.miles[seat] = miles
        self.cars[seat].set_text(format_number(miles))
        self.drive(seat, float(miles))

    def start_from(self, seat: int) -> float:
        """Where the car stands, also on its way."""
        return self._shown[seat]

    def head_for(self, seat: int, miles: int) -> None:
        """Show these miles; the car follows by ``drive``."""
        self.miles[seat] = miles
        self.cars[seat].set_text(format_number(miles))
        self._place_miles(seat)

    def drive(self, seat: int, miles: float) -> None:
        """Put the car there, between two places too."""
        self._shown[seat] = miles
        road = self._road()
        self.cars[seat].setPos(self._x(miles), road.y() + road.height() * _LANES[seat])
        self._place_miles(seat)

    def flag(self) -> QRectF:
        """Where the flag stands."""
        x, road = self._x(self._flag_miles), self._road()
        size = (road.height() - 3) / 8
        return QRectF(x - size, road.y() + 1.5, 2 * size, 8 * size)

    @property
    def _flag_miles(self) -> int:
        return _LONGEST if self._extended else self._goal

    def _place_miles(self, seat: int) -> None:
        """Before the car, unless the flag or the end of the road is there."""
        car, flag, road = self.cars[seat], self.flag(), self._road()
        begin, end = car.span_before()
        nose = car.pos().x()
        if self._mirrored:
            to_flag, to_end = (nose - flag.right(), nose - flag.left()), nose - road.left()
        else:
            to_flag, to_end = (flag.left() - nose, flag.right() - nose), road.right() - nose
        car.put_miles_behind(end > to_end or (begin < to_flag[1] and end > to_flag[0]))

    @property
    def _labels(self) -> float:
        """The room for the names at the beginning of the lanes; a car that has not started stands behind them."""
        return 12 * self._k + _fitted(self._names, self._k, _NAME * self._rect.width()).room

    def _fitted_names(self) -> tuple[str, ...]:
        return _fitted(self._names, self._k, _NAME * self._rect.width()).names

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-2, -2, 2, 2)

    def _road(self) -> QRectF:
        return self._rect.adjusted(0, _NUMBERS * self._k, 0, 0)

    def _x(self, miles: float) -> float:
        start = self._labels + self._road().height() * 0.0072 * CAR_SIZE[0] + 8 * self._k
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
        self._paint_flag(painter, theme)
        painter.setFont(font(13 * k, "Bold"))
        painter.setPen(theme.asphalt_ink)
        align = Qt.AlignmentFlag.AlignVCenter | (
            Qt.AlignmentFlag.AlignRight if self._mirrored else Qt.AlignmentFlag.AlignLeft
        )
        for seat, name in enumerate(self._fitted_names()):
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
        flag = self._x(self._flag_miles)
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

    def _paint_flag(self, painter: QPainter, theme: Theme) -> None:
        """Chequered, two fields wide and eight high."""
        flag = self.flag()
        size = flag.width() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.band_ink)
        painter.drawRect(flag)
        squares = QPainterPath()
        for row in range(8):
            x = flag.x() if row % 2 else flag.center().x()
            squares.addRect(QRectF(x, flag.y() + row * size, size, size))
        painter.fillPath(squares, theme.amber_ink)

    def text(self) -> str:
        """The strip in words, for screen readers."""
        own, other = self._names
        return pgettext("trip strip", "Trip to {goal} miles. {name}: {miles}. {other}: {other_miles}.").format(
            goal=format_number(self._flag_miles),
            name=own,
            miles=format_number(self.miles[0]),
            other=other,
            other_miles=format_number(self.miles[1]),
        )
