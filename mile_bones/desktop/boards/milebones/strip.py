"""The trip strip: the road from 0 to 1000 miles, the flag, and both cars."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPixmap

from mile_bones.desktop.boards.milebones.car import Car, sign_of
from mile_bones.desktop.boards.milebones.flag import Flag
from mile_bones.desktop.boards.milebones.models import ART, CarState
from mile_bones.desktop.look.card_art import CAR_SIZE, CardArt
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.durations import (
    BRAKE_MS,
    CAR_MS,
    COAST_MS,
    EMPTY_LANE_MS,
    FLAG_MS,
    OVERTAKE_MS,
    PUFF_MS,
)
from mile_bones.desktop.table.fixtures import Fixture
from mile_bones.desktop.table.panels import fitted_name
from mile_bones.games.milebones.cards import Card
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import format_number, in_digits, listed, pgettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.table.layout import Rect

_LONGEST = 1000
_LANES = (0.285, 0.72)
"""The position of the middle of each lane, as a fraction of the height of the road. The viewer's lane is first."""
_NAME = 0.14
"""The greatest width of a name before the lanes, as a fraction of the road's width. A longer name is cut."""
_DEAL_PX = 11.5
_NUMBERS = 18
"""The height of the figures above the road, at k = 1."""
_SWERVE, _SLIDE = 7.0, 5.0
"""Two distances at k = 1: how far a car leaves its lane to overtake, and how far it slides when it brakes or starts."""
_COAST = 12.0
"""The distance that a car rolls before it stops and rolls back, in pixels at k = 1."""
_TILT = 5.0
"""The greatest angle at which a car leans while it overtakes, brakes or starts, in degrees."""
_LEAN, _FARTHEST = (1.0, 4.0), 200
"""The angles at which a car leans back to drive, for the shortest and for the farthest distance, in degrees, and the
farthest distance in miles.
"""


class _Fitted(NamedTuple):
    names: tuple[str, ...]
    room: float
    """The width of the longest of the names."""


@lru_cache(maxsize=8)  # called at every step of a moving car
def _fitted(names: tuple[str, ...], k: float, width: float) -> _Fitted:
    """Return the names, cut to fit into ``width``."""
    metrics = QFontMetricsF(font(13 * k, "Bold"))
    shown = tuple(fitted_name(name, metrics, width) for name in names)
    return _Fitted(shown, max(metrics.horizontalAdvance(name) for name in shown))


class TripStrip(Fixture):
    """The road with both cars. Miles run from left to right, or from right to left on a mirrored table.

    The methods take a car's side as ``seat``: 0 for the viewer, 1 for the opponent.
    """

    def __init__(self, faces: CardArt) -> None:
        super().__init__()
        self._faces = faces
        self._signs: dict[str, QPixmap] = {}
        self._extended = False
        self._goal = 700
        self._shown = [0.0, 0.0]
        self._heading: list[int | None] = [None, None]  # the miles to which a moving car drives
        self._swerve = [QPointF(), QPointF()]  # the offset of each car from its usual position
        self._flag_at = 700.0
        self._grey: tuple[int, float] | None = None  # a lane that is grey, and how grey it is, from 0 to 1
        self._names = ("", "")
        self._deal = ""
        self.miles = [0, 0]
        self.flag = Flag(self)
        self.cars = (Car(self), Car(self))

    def place_at(self, rect: Rect, k: float, theme: Theme, mirrored: bool, ratio: float) -> None:
        super().place_at(rect, k, theme, mirrored, ratio)
        for car, art in zip(self.cars, ("car_red", "car_blue"), strict=True):
            width = self._road().height() * 0.0072 * CAR_SIZE[0]
            picture = self._faces.car(art, width, ratio, mirrored=mirrored, rim=theme.asphalt_ink)
            car.apply_style(picture, k, theme, mirrored)
        self._signs.clear()
        for seat, car in enumerate(self.cars):
            self.show_state(seat, car.state)
        self.flag.apply_style(self._road().height() - 3, k, theme, mirrored)
        self._place_all()

    def show_names(self, names: tuple[str, str]) -> None:
        """Show the players' names, the viewer's first."""
        if names != self._names:
            self._names = names
            self._place_all()
            self.update()

    def show_deal(self, text: str) -> None:
        """Label the beginning of the road with the name of the deal. Show no label if ``text`` is empty."""
        if text != self._deal:
            self._deal = text
            self.update()

    def show_goal(self, goal: int, extended: bool) -> None:
        """Put the flag at ``goal``. Unless the trip is ``extended``, the road beyond 700 miles is dim."""
        if (goal, extended) != (self._goal, self._extended):
            self._goal, self._extended = goal, extended
            self._flag_at = self._flag_miles
            self._place_all()
            self.update()

    def show_state(self, seat: int, state: CarState) -> None:
        """Let the car show the sign of its hazard and the plate of its speed limit."""
        trouble = state.trouble
        if trouble is not None and trouble not in self._signs:
            self._signs[trouble] = sign_of(self._faces.face(trouble))
        self.cars[seat].show_state(state, QPixmap() if trouble is None else self._signs[trouble])
        self._place(seat)

    def show_miles(self, seat: int, miles: int) -> None:
        """Put the car at ``miles`` at once. Do nothing if the car is already driving to ``miles``."""
        if self._heading[seat] == miles:
            return
        self._heading[seat] = None
        self.miles[seat] = miles
        self._shown[seat] = float(miles)
        self._place(seat)
        self._hoist()

    def shown_miles(self, seat: int) -> float:
        """Return the miles at which the car is shown, even while the car drives."""
        return self._shown[seat]

    # ------------------------------------------------------------------ motions

    def glide(self, seat: int, start: int, miles: int, length: float, begin: float = 0.0) -> Motion:
        """Return the motion of a car from ``start`` to ``miles``, in either direction, with no special effects. It
        begins after ``begin`` milliseconds.
        """
        self._shown[seat] = start
        return self._way(seat, miles, length, begin)

    def drive(self, seat: int, miles: int) -> list[Motion]:
        """Return the motions of a car that drives to ``miles`` and counts them.

        A car leans back as it pulls away, and more if it goes farther. A car that overtakes swerves. When a car reaches
        the goal, the flag is waved.
        """
        overtakes = self._shown[seat] < self._standing(1 - seat) < miles
        length = OVERTAKE_MS if overtakes else CAR_MS
        lean = _LEAN[0] + (_LEAN[1] - _LEAN[0]) * min(1.0, (miles - self._shown[seat]) / _FARTHEST)
        motions = [self._way(seat, miles, length, lean=lean, overtakes=overtakes)]
        if miles == self._flag_miles:
            motions.append(self.wave(start=length))
        return motions

    def _way(
        self, seat: int, miles: int, length: float, begin: float = 0.0, *, lean: float = 0.0, overtakes: bool = False
    ) -> Motion:
        start = self._shown[seat]
        self._heading[seat] = self.miles[seat] = miles
        side = 1 if seat == 0 else -1  # towards the middle of the road
        self.cars[seat].setZValue(1)
        self.cars[1 - seat].setZValue(0)

        def go(part: float) -> None:
            if self._heading[seat] != miles:
                return  # the car was moved elsewhere in the meantime
            self._shown[seat] = start + (miles - start) * part
            if overtakes:
                swerve = QPointF(0, side * _SWERVE * math.sin(math.pi * part))
                self._swing(seat, swerve, side * math.cos(math.pi * part) * math.sin(math.pi * part))
            elif lean:
                self._swing(seat, QPointF(), -lean / _TILT * math.sin(math.pi * (1 - part) ** 2))
            self._place(seat)

        def landed() -> None:
            if self._heading[seat] == miles:
                self._heading[seat] = None
                self._straighten(seat)
                self._hoist()

        return Motion(go, length, begin, landed=landed)

    def brake(self, seat: int) -> Motion:
        """Return the motion of a car that is hit by a hazard. Its front tilts down, and it slides a little."""

        def go(part: float) -> None:
            fade = math.sin(math.pi * part) * (1 - part)
            self._swing(seat, QPointF(_SLIDE * math.sin(3 * math.pi * part) * (1 - part), 0), 1.6 * fade)
            self._place(seat)

        return Motion(go, BRAKE_MS, curve=QEasingCurve.Type.Linear, landed=lambda: self._straighten(seat))

    def start(self, seat: int) -> Motion:
        """Return the motion of a car that may go again. It rocks back and leaves a puff behind it."""

        def go(part: float) -> None:
            self.cars[seat].puff.blow(part)
            self._swing(seat, QPointF(-_SLIDE * math.sin(math.pi * part) * (1 - part), 0), -math.sin(math.pi * part))
            self._place(seat)

        return Motion(go, PUFF_MS, curve=QEasingCurve.Type.Linear, landed=lambda: self._straighten(seat))

    def coast(self, seat: int) -> Motion:
        """Return the motion of a car that rolls on a little, stops, and settles."""

        def go(part: float) -> None:
            self._swing(seat, QPointF(_COAST * math.sin(math.pi * part) * (1 - part), 0), 0.0)
            self._place(seat)

        return Motion(go, COAST_MS, curve=QEasingCurve.Type.Linear, landed=lambda: self._straighten(seat))

    def empty_lane(self, seat: int) -> Motion:
        """Return the motion of a lane that is grey for a time, because its player has not moved."""

        def go(part: float) -> None:
            self._grey = (seat, min(1.0, 4 * part, 4 * (1 - part)))
            self.update()

        def landed() -> None:
            self._grey = None
            self.update()

        return Motion(go, EMPTY_LANE_MS, curve=QEasingCurve.Type.Linear, landed=landed)

    def extend(self) -> list[Motion]:
        """Return the motions of the flag that drives to the end of the road."""
        start = self._flag_at

        def go(part: float) -> None:
            self._flag_at = start + (_LONGEST - start) * part
            self._place_flag()

        return [Motion(go, FLAG_MS), self.wave()]

    def wave(self, *, start: float = 0.0) -> Motion:
        """Return the motion of the flag that is raised and waved."""

        def go(part: float) -> None:
            if part > 0:
                self.flag.show_raised(True)
            self.flag.wave(part)

        return Motion(go, FLAG_MS, start, QEasingCurve.Type.Linear)

    def _swing(self, seat: int, swerve: QPointF, angle: float) -> None:
        ahead = -1 if self._mirrored else 1
        self._swerve[seat] = QPointF(swerve.x() * ahead, swerve.y()) * self._k
        self.cars[seat].setRotation(_TILT * angle * ahead)

    def _straighten(self, seat: int) -> None:
        self._swing(seat, QPointF(), 0)
        self._place(seat)

    def _standing(self, seat: int) -> float:
        """Return the miles at which a car stands, or to which the car drives."""
        heading = self._heading[seat]
        return self._shown[seat] if heading is None else heading

    def _hoist(self) -> None:
        """Show the flag if a car is at the goal or drives to it."""
        self.flag.show_raised(self._flag_miles in (self._standing(0), self._standing(1)))

    # ------------------------------------------------------------------ places

    def _place_all(self) -> None:
        self._place_flag()
        self._hoist()
        for seat in (0, 1):
            self._place(seat)

    def _place(self, seat: int) -> None:
        """Put the car at the miles where it is shown now, even between two positions."""
        miles, road, car = self._shown[seat], self._road(), self.cars[seat]
        car.set_text(format_number(round(miles)))
        car.setPos(QPointF(self._x(miles), road.y() + road.height() * _LANES[seat]) + self._swerve[seat])
        self._place_miles(seat)

    def _place_flag(self) -> None:
        self.flag.setPos(self._x(self._flag_at), self._road().y() + 1.5)

    @property
    def _flag_miles(self) -> int:
        return _LONGEST if self._extended else self._goal

    def _place_miles(self, seat: int) -> None:
        """Write the miles in front of the car, or behind it if the flag or the end of the road is in the way."""
        car, flag, road = self.cars[seat], self.flag.room(), self._road()
        begin, end = car.span_before()
        nose = car.pos().x()
        if self._mirrored:
            to_flag, to_end = (nose - flag.right(), nose - flag.left()), nose - road.left()
        else:
            to_flag, to_end = (flag.left() - nose, flag.right() - nose), road.right() - nose
        car.put_miles_behind(end > to_end or (begin < to_flag[1] and end > to_flag[0]))

    @property
    def _labels(self) -> float:
        """The width of the names at the beginning of the lanes. A car that has not started stands behind the names."""
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
        self._paint_grey(painter, theme, road)
        for miles in range(0, _LONGEST + 1, 100):
            self._paint_mark(painter, theme, road, miles)
        if self._deal:
            self._paint_deal(painter, theme)
        painter.setFont(font(13 * k, "Bold"))
        painter.setPen(theme.asphalt_ink)
        for seat, name in enumerate(self._fitted_names()):
            y = road.y() + road.height() * _LANES[seat]
            zone = QRectF(road.x() + 12 * k, y - 10 * k, road.width() - 24 * k, 20 * k)
            painter.drawText(zone, paint.leading(mirrored=self._mirrored), name)

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

    def _paint_grey(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        if self._grey is None:
            return
        seat, depth = self._grey
        inner = road.adjusted(3, 3, -3, -3)
        lane = QRectF(inner.x(), inner.y() if seat == 0 else inner.center().y(), inner.width(), inner.height() / 2)
        painter.setOpacity(0.6 * depth)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.asphalt_secondary)
        painter.drawRoundedRect(lane, 5 * self._k, 5 * self._k)
        painter.setOpacity(1.0)

    def _paint_deal(self, painter: QPainter, theme: Theme) -> None:
        """Paint the name of the deal before the first of the figures above the road."""
        k = self._k
        face = font(_DEAL_PX * k, "Bold")
        metrics = QFontMetricsF(face)
        room = abs(self._x(0) - (self._rect.right() if self._mirrored else self._rect.x())) - 12 * k
        text = metrics.elidedText(self._deal, Qt.TextElideMode.ElideRight, room - 10 * k)
        width = metrics.horizontalAdvance(text) + 10 * k
        pill = self.flip(QRectF(self._rect.x(), self._rect.y() - 1, width, 16 * k))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.amber)
        painter.drawRoundedRect(pill, 8 * k, 8 * k)
        painter.setPen(theme.amber_ink)
        painter.setFont(face)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)

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
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, in_digits(str(miles)))

    def text(self) -> str:
        """Return the content of the strip in words, for screen readers."""
        own, other = self._names
        text = pgettext("trip strip", "Trip to {goal} miles. {name}: {miles}. {other}: {other_miles}.").format(
            goal=format_number(self._flag_miles),
            name=own,
            miles=format_number(self.miles[0]),
            other=other,
            other_miles=format_number(self.miles[1]),
        )
        signs = [_sign_text(name, car.state) for name, car in zip(self._names, self.cars, strict=True)]
        deal = _("{deal}.").format(deal=self._deal) if self._deal else ""
        return " ".join(part for part in (deal, text, *signs) if part)


def _sign_text(name: str, state: CarState) -> str:
    """Return words for the signs on this player's car, or an empty string if it has no signs."""
    signs = [card_name(Card(ART.index(state.trouble)))] if state.trouble is not None else []
    if state.limited:
        signs.append(card_name(Card.SPEED_LIMIT))
    return _("{name}: {signs}.").format(name=name, signs=listed(signs)) if signs else ""
