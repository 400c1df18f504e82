"""The moment in which a game of Mile Bones is won: the winner drives the journey of the last hand over the line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from mile_bones.desktop.look.card_art import CAR_SIZE
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.finale import Finale, Plate

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.table import MileBonesTable
    from mile_bones.desktop.look.themes import Theme
    from mile_bones.desktop.sound.cue import Cue

_SKY = 0.35
"""The part of the grown road above its lanes, where the landscape is."""
_LINE, _FIELDS = 0.88, 8
"""The place of the finishing line, as a part of the road's width, and the number of its squares along the road."""
_BEGIN, _STOP = 0.24, 0.97
"""The places of the winner's nose at the beginning and at the end."""
_CARDS = (0.28, 0.82)
"""The places of the first and of the last card at the roadside."""
_VEIL = 0.55
_BOW = 6.0
_BOW_MS = 90
_FLAG_UP = -70.0
"""Two angles in degrees: how far a card bows, and how the flag stands before it falls."""
_BITS = 60
_GRAVITY = 900.0
"""In pixels a square second, at scale 1."""
_BITS_MS = 900

_VEIL_MS = 250
_GROW_MS = 400
_DRIVE_AT, _DRIVE_MS = 650, 1050
_OVER_AT = 1700
"""The time at which the car is over the line."""
_SOUND_AHEAD_MS = 50
_FALL_MS = 220
_COUNT_AT, _COUNT_MS = 1900, 600
_WORDS_AT, _WORDS_MS = 2500, 300


class Side(NamedTuple):
    """A player: the totals, the colour of the car, and the part of the trip that is driven."""

    plate: Plate
    car: str
    way: float


class GameWon(Finale):
    """The strip grows, the winner's car drives past the cards of the hand over the line, and the total counts up.

    ``sides`` are the players, the near one first, and ``winner`` is the number of one of them. ``cards`` are the faces
    of the winner's distances and safeties in the order in which they were played, each with True if it bows. ``title``
    and ``line`` are the words at the end, and ``cues`` the fanfare at the line.
    """

    def __init__(
        self,
        table: MileBonesTable,
        sides: tuple[Side, Side],
        winner: int,
        cards: Sequence[tuple[str, bool]],
        title: str,
        line: str,
        cues: Sequence[Cue],
    ) -> None:
        super().__init__(table, (sides[0].plate, sides[1].plate), title, line, cues)
        self._from = table.strip.mapRectToScene(table.strip.boundingRect())
        self._sides, self._winner, self._cards = sides, winner, cards
        self._driven = self._fallen = self._bits = 0.0
        rng = Random(7)
        self._flights = [
            (rng.uniform(-1, 1), rng.uniform(0.25, 1), rng.random(), rng.randrange(4)) for _ in range(_BITS)
        ]

    def motions(self) -> list[Motion]:
        linear, part = QEasingCurve.Type.Linear, self.part
        return [
            self.sink(_VEIL, _VEIL_MS),
            self.hear(self._cues, _OVER_AT - _SOUND_AHEAD_MS),
            part("_shown", _VEIL_MS, _GROW_MS, QEasingCurve.Type.InOutCubic),
            part("_driven", _DRIVE_AT, _DRIVE_MS, QEasingCurve.Type.InOutQuad),
            part("_fallen", _OVER_AT, _FALL_MS, QEasingCurve.Type.OutBack),
            part("_bits", _OVER_AT, _BITS_MS, linear),
            part("_counted", _COUNT_AT, _COUNT_MS, QEasingCurve.Type.OutCubic),
            part("_said", _WORDS_AT, _WORDS_MS, linear),
        ]

    # ------------------------------------------------------------------ places

    def _road(self) -> QRectF:
        """Return the rectangle of the road, which grows from the strip."""
        return _between(self._from, self.scene_zone(), self._shown)

    def _x(self, road: QRectF, part: float) -> float:
        return road.right() - part * road.width() if self.table.mirrored else road.x() + part * road.width()

    def _nose(self, side: int) -> float:
        """Return the place of a car's nose, as a part of the road's width."""
        if side == self._winner:
            return _BEGIN + (_STOP - _BEGIN) * self._driven
        return _BEGIN + (_LINE - 0.02 - _BEGIN) * min(1.0, self._sides[side].way)

    # ------------------------------------------------------------------ painting

    def paint_scene(self, painter: QPainter) -> None:
        theme = self.table.theme
        if not self._shown:
            return
        painter.setOpacity(min(1.0, 4 * self._shown))
        road = self._road()
        self._paint_ground(painter, theme, road)
        self._paint_cards(painter, road)
        self._paint_line(painter, theme, road)
        for side in (1 - self._winner, self._winner):
            self._paint_car(painter, theme, road, side)
        self._paint_flag(painter, theme, road)
        self._paint_bits(painter, theme, road)
        painter.setOpacity(1.0)
        self.paint_words(painter)

    def _lanes(self, road: QRectF) -> QRectF:
        return road.adjusted(0, _SKY * self._shown * road.height(), 0, 0)

    def _paint_ground(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        """Paint a hill for each distance that was driven, and the road before the hills."""
        radius = 8 * self.k
        lanes = self._lanes(road)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.map_base)
        painter.drawRoundedRect(road, radius, radius)
        painter.save()
        painter.setClipRect(QRectF(road.x(), road.y(), road.width(), lanes.y() - road.y() + 1))
        for number, at in enumerate(self._card_places()):
            middle, wide = self._x(road, at), road.width() * (0.16 + 0.05 * (number % 3))
            high = (0.45 + 0.18 * (number * 5 % 4)) * (lanes.y() - road.y())
            painter.setBrush((theme.region, theme.region_light)[number % 2])
            painter.drawEllipse(QPointF(middle, lanes.y()), wide / 2, high)
        painter.restore()
        painter.setBrush(theme.asphalt)
        painter.setPen(QPen(theme.asphalt_line, 2))
        painter.drawRoundedRect(lanes, radius, radius)
        painter.setPen(QPen(theme.verge, 3 * self.k))
        painter.drawLine(lanes.topLeft() + QPointF(radius, 3 * self.k), lanes.topRight() + QPointF(-radius, 3 * self.k))
        pen = QPen(theme.lane, 4 * self.k, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([7, 5])
        painter.setPen(pen)
        y = lanes.center().y()
        painter.drawLine(QPointF(lanes.x() + 10 * self.k, y), QPointF(lanes.right() - 10 * self.k, y))

    def _card_places(self) -> list[float]:
        first, last = _CARDS
        steps = max(len(self._cards) - 1, 1)
        return [first + (last - first) * number / steps for number in range(len(self._cards))]

    def _paint_cards(self, painter: QPainter, road: QRectF) -> None:
        """Paint the cards at the roadside. A distance bows for a moment as the car passes."""
        width = 64 * self.k * self._shown
        if width < 8:
            return
        foot = self._lanes(road).y() + 6 * self.k
        passed = self._nose(self._winner)
        span = (_STOP - _BEGIN) * _BOW_MS * 2 / _DRIVE_MS
        for (face, bows), at in zip(self._cards, self._card_places(), strict=True):
            picture = self.table.art.sized(face, width)
            size = picture.deviceIndependentSize()
            angle = _BOW * math.sin(math.pi * min(1.0, max(0.0, (passed - at) / span))) if bows else 0.0
            painter.save()
            painter.translate(self._x(road, at), foot)
            painter.rotate(-angle if self.table.mirrored else angle)
            painter.drawPixmap(QPointF(-size.width() / 2, -size.height()), picture)
            painter.restore()

    def _paint_line(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        lanes = self._lanes(road)
        size = lanes.height() / _FIELDS
        line = QRectF(self._x(road, _LINE) - size, lanes.y(), 2 * size, lanes.height())
        paint.chequers(painter, line, 2, _FIELDS, theme)

    def _paint_car(self, painter: QPainter, theme: Theme, road: QRectF, side: int) -> None:
        lanes = self._lanes(road)
        height = lanes.height() * 0.42
        width = height * CAR_SIZE[0] / CAR_SIZE[1]
        mirrored = self.table.mirrored
        car = self.table.art.car(
            self._sides[side].car, round(width), self.devicePixelRatioF(), mirrored=mirrored, rim=theme.asphalt_ink
        )
        size = car.deviceIndependentSize()
        nose = self._x(road, self._nose(side))
        y = lanes.y() + lanes.height() * (0.27, 0.75)[side] - size.height() / 2
        if side == self._winner:
            y += 2 * self.k * math.sin(40 * self._driven) * (1 - self._driven)
        painter.drawPixmap(QPointF(nose if mirrored else nose - size.width(), y), car)

    def _paint_flag(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        """Paint the flag on its pole beside the line. It falls when the car is over the line."""
        lanes, k = self._lanes(road), self.k
        away = -1 if self.table.mirrored else 1
        foot = QPointF(self._x(road, _LINE), lanes.y() + 4 * k)
        painter.save()
        painter.translate(foot)
        painter.scale(away, 1)
        painter.rotate(_FLAG_UP * (1 - self._fallen) / 2)
        painter.setPen(QPen(theme.verge, 5 * k))
        top = -96 * k * self._shown
        painter.drawLine(QPointF(0, 0), QPointF(0, top))
        field = 12 * k * self._shown
        paint.chequers(painter, QRectF(2 * k, top, 5 * field, 4 * field), 5, 4, theme)
        painter.restore()

    def _paint_bits(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        """Paint the bits of paper that fly up from the line and fall."""
        if not 0 < self._bits < 1:
            return
        colours = (theme.you, theme.computer, theme.amber, theme.band_ink)
        seconds, k = self._bits * _BITS_MS / 1000, self.k
        start = QPointF(self._x(road, _LINE), self._lanes(road).y())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(1 - self._bits**3)
        for across, up, turn, colour in self._flights:
            x = 420 * across * seconds * k
            y = (-620 * up * seconds + _GRAVITY * seconds * seconds / 2) * k
            painter.save()
            painter.translate(start + QPointF(x, y))
            painter.rotate(720 * turn * self._bits)
            painter.setBrush(colours[colour])
            painter.drawRect(QRectF(-7 * k, -4.5 * k, 14 * k, 9 * k))
            painter.restore()
        painter.setOpacity(1.0)


def _between(start: QRectF, end: QRectF, part: float) -> QRectF:
    def mixed(one: float, other: float) -> float:
        return one + (other - one) * part

    return QRectF(
        mixed(start.x(), end.x()),
        mixed(start.y(), end.y()),
        mixed(start.width(), end.width()),
        mixed(start.height(), end.height()),
    )
