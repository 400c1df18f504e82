"""The moment in which a game of Mile Bones is won: the winner drives the journey of the last hand over the line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from mile_bones.desktop.sound.cue import Cue, CuesAt
from mile_bones.desktop.table import roadside
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.finale import Finale, Plate

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.table import MileBonesTable
    from mile_bones.desktop.look.themes import Theme

_SKY = 0.35
"""The part of the grown road above its lanes, where the landscape is."""
_LINE = 0.88
"""The place of the finishing line, as a part of the road's width."""
_BEGIN, _STOP = 0.24, 0.97
"""The places of the winner's nose at the beginning and at the end."""
_CARDS = (0.28, 0.82)
"""The places of the first and of the last card at the roadside."""
_VEIL = 0.55
_BOW = 6.0
"""The angle by which a card bows, in degrees."""
_BOW_MS = 90
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


_TONE, _TONES = 2.0, 14.0
"""The interval from the tick of one card to the next, and the greatest interval from the first to the last, in
semitones.
"""


def _when(place: float) -> float:
    """Return the part of the drive's time after which the winner's nose is at ``place``. The drive follows the curve
    ``InOutQuad``.
    """
    part = (place - _BEGIN) / (_STOP - _BEGIN)
    return math.sqrt(part / 2) if part < 0.5 else 1 - math.sqrt((1 - part) / 2)


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
        self._paper = roadside.Bits()

    def motions(self) -> list[Motion]:
        linear, part = QEasingCurve.Type.Linear, self.part
        return [
            self.sink(_VEIL, _VEIL_MS),
            *self._drive_sounds(),
            self.hear(self._cues, _OVER_AT - _SOUND_AHEAD_MS),
            part("_shown", _VEIL_MS, _GROW_MS, QEasingCurve.Type.InOutCubic),
            part("_driven", _DRIVE_AT, _DRIVE_MS, QEasingCurve.Type.InOutQuad),
            part("_fallen", _OVER_AT, _FALL_MS, QEasingCurve.Type.OutBack),
            part("_bits", _OVER_AT, _BITS_MS, linear),
            part("_counted", _COUNT_AT, _COUNT_MS, QEasingCurve.Type.OutCubic),
            part("_said", _WORDS_AT, _WORDS_MS, linear),
        ]

    def _drive_sounds(self) -> list[Motion]:
        """Return the sounds of the engine, and of each card at the moment at which the car passes it, higher and higher
        from card to card.
        """
        places = self._card_places()
        tone = min(_TONE, _TONES / max(len(places), 1))
        passings = [
            self.hear(CuesAt((Cue.PASSED,), 0.0, 2 ** (number * tone / 12)), _DRIVE_AT + _DRIVE_MS * _when(at))
            for number, at in enumerate(places)
        ]
        return [self.hear((Cue.DRIVE,), _VEIL_MS), *passings]

    # ------------------------------------------------------------------ places

    def _road(self) -> QRectF:
        """Return the rectangle of the road, which grows from the strip."""
        return roadside.between(self._from, self.scene_zone(), self._shown)

    def _x(self, road: QRectF, part: float) -> float:
        return roadside.along(road, part, mirrored=self.table.mirrored)

    def _nose(self, side: int) -> float:
        """Return the place of a car's nose, as a part of the road's width. On a short road, the other car begins where
        there is room for all of it.
        """
        if side == self._winner:
            return _BEGIN + (_STOP - _BEGIN) * self._driven
        road = self.scene_zone()
        begin = max(_BEGIN, roadside.car_size(self._lanes(road))[0] / road.width() + 0.01)
        return begin + (_LINE - 0.02 - begin) * min(1.0, self._sides[side].way)

    # ------------------------------------------------------------------ painting

    def paint_scene(self, painter: QPainter) -> None:
        theme = self.table.theme
        if not self._shown:
            return
        painter.setOpacity(min(1.0, 4 * self._shown))
        road = self._road()
        self._paint_ground(painter, theme, road)
        self._paint_cards(painter, road)
        lanes, line, mirrored = self._lanes(road), self._x(road, _LINE), self.table.mirrored
        roadside.paint_line(painter, lanes, line, theme)
        for side in (1 - self._winner, self._winner):
            self._paint_car(painter, theme, road, side)
        foot = QPointF(line, lanes.y() + 4 * self.k)
        roadside.paint_flag(painter, foot, theme, self.k, shown=self._shown, fallen=self._fallen, mirrored=mirrored)
        self._paper.paint(painter, QPointF(line, lanes.y()), theme, self.k, self._bits, _BITS_MS)
        painter.setOpacity(1.0)
        self.paint_panel(painter, self._said)
        self.paint_words(painter)

    def _lanes(self, road: QRectF) -> QRectF:
        return road.adjusted(0, _SKY * self._shown * road.height(), 0, 0)

    def _paint_ground(self, painter: QPainter, theme: Theme, road: QRectF) -> None:
        """Paint a hill for each distance that was driven, and the road before the hills."""
        radius = roadside.CORNER * self.k
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
        roadside.paint_lanes(painter, lanes, theme, self.k)

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

    def _paint_car(self, painter: QPainter, theme: Theme, road: QRectF, side: int) -> None:
        lanes, mirrored = self._lanes(road), self.table.mirrored
        name = self._sides[side].car
        car = roadside.car_picture(self.table.art, name, lanes, theme, self.devicePixelRatioF(), mirrored=mirrored)
        bounce = 0.0
        if side == self._winner:
            bounce = 2 * self.k * math.sin(40 * self._driven) * (1 - self._driven)
        nose = self._x(road, self._nose(side))
        roadside.paint_car(painter, car, lanes, side, nose, bounce=bounce, mirrored=mirrored)
