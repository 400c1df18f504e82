"""The moment in which a game of Mille is over: the winner drives over the line, and the loser pays coin by coin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.coins import Coins
from mile_bones.desktop.boards.montreal.cues import cues
from mile_bones.desktop.boards.montreal.strip import Scale, scale_to
from mile_bones.desktop.dialogs.ending import game_title
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table import paint, roadside
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.finale import Finale, Plate
from mile_bones.games.montreal.consolation import consolation
from mile_bones.i18n import format_number, format_signed
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.boards.montreal.table import MontrealTable
    from mile_bones.desktop.look.themes import Theme
    from mile_bones.desktop.sound.cue import Cue
    from mile_bones.desktop.table.ending import Ending
    from mile_bones.games.montreal.events import GameEnded, HandEnded

_SKY = 0.35
"""The part of the scene above the lanes, where the winner's sets are."""
_LOW_SKY = 0.28
"""The same in the scene of a lost game, which has half the height."""
_FLATTEST = 0.25
"""The greatest height of the lanes, as a part of their length."""
_EDGE = 10
"""The width of the cloth around the road, in pixels at scale 1."""
_STANDS = 0.42
"""The middle of the row of sets, as a part of the road's length."""
_BESIDE, _ROW = 0.1, 0.72
"""The greatest distance between two sets, and the greatest length of the row, as parts of the road's length."""
_CARD = 0.84
"""The height of a card at the roadside, as a part of the height above the lanes."""
_LEAST_CARD = 20
"""The least width of a card at the roadside, in pixels. If there is less room, there are no cards."""
_BADGE = 11.0
"""The radius of the badge with the number of cards, at scale 1 of the words."""
_OVER = 0.03
"""The least distance from the line to the winner's car when it stops, as a part of the scale."""
_UNIT = 5
"""The points of each card are a multiple of this number."""

_VEIL_MS = 250
_SOUND_AHEAD_MS = 50
_BITS_MS = 900
_FALL_MS = 220
_STAND_MS, _STAND_STEP_MS = 200, 40
"""The time in which a set stands up, and the delay from one set to the next."""
_SHINE_MS = 500
_WORDS_MS = 300


class Pace(NamedTuple):
    """The times at which the parts of a scene begin, and how long they take, in milliseconds."""

    veil: float
    grow: tuple[float, float]
    drive: tuple[float, float]
    coins: float
    words: float

    @property
    def over(self) -> float:
        """The time at which the winner is over the line."""
        return sum(self.drive)


_WON = Pace(veil=0.55, grow=(250, 400), drive=(650, 1050), coins=1850, words=2500)
_LOST = Pace(veil=0.35, grow=(250, 350), drive=(600, 800), coins=1450, words=1500)


class Side(NamedTuple):
    """A player: the totals, and the points at which the car begins and ends."""

    plate: Plate
    start: float
    end: float


class LaidSet(NamedTuple):
    """A set at the roadside: the art of its first card, the number of its cards, and whether it is a natural. If the
    winner went out without a wild card, all sets are.
    """

    face: str
    size: int
    natural: bool


class GameEnd(Finale):
    """The strip grows, the winner's car drives what the last deal brought, and then the loser pays.

    ``sides`` are the players, the near one first, and ``winner`` is the number of one of them. ``sets`` are the
    winner's sets, ``paid`` is the payment, or 0, and ``cues`` are the sounds of the end. If ``lost``, the only person
    at the table has lost: the scene is shorter and smaller, and the flag does not fall.
    """

    def __init__(
        self,
        table: MontrealTable,
        sides: tuple[Side, Side],
        winner: int,
        scale: Scale,
        title: str,
        line: str,
        cues: Sequence[Cue],
        *,
        sets: tuple[LaidSet, ...] = (),
        paid: int = 0,
        lost: bool = False,
    ) -> None:
        super().__init__(table, (sides[0].plate, sides[1].plate), title, line, cues)
        self._from = table.strip.mapRectToScene(table.strip.boundingRect())
        self._sides, self._winner, self._scale, self._sets, self._lost = sides, winner, scale, sets, lost
        self._coins = Coins(paid) if paid else None
        self._paper = roadside.Bits()
        self._stood = self._shone = self._driven = self._bits = self._paid = 0.0
        self._fallen = float(lost)

    def motions(self) -> list[Motion]:
        linear, part = QEasingCurve.Type.Linear, self.part
        pace = _LOST if self._lost else _WON
        words = pace.words
        found = [
            self.sink(pace.veil, _VEIL_MS),
            self.hear(self._cues, pace.drive[0] if self._lost else pace.over - _SOUND_AHEAD_MS),
            part("_shown", *pace.grow, QEasingCurve.Type.InOutCubic),
            part("_driven", *pace.drive, QEasingCurve.Type.InOutQuad),
            part("_counted", *pace.drive, QEasingCurve.Type.InOutQuad),
        ]
        if self._coins is not None:
            length = self._coins.length
            found.append(part("_paid", pace.coins, length, linear))
            words = max(words, pace.coins + length - _WORDS_MS / 2)
        if not self._lost:
            found += [
                part("_stood", pace.drive[0] - _STAND_MS, self._standing_ms(), linear),
                part("_shone", pace.over - _SHINE_MS, _SHINE_MS, linear),
                part("_fallen", pace.over, _FALL_MS, QEasingCurve.Type.OutBack),
                part("_bits", pace.over, _BITS_MS, linear),
            ]
        return [*found, part("_said", words, _WORDS_MS, linear)]

    def _standing_ms(self) -> float:
        return _STAND_MS + _STAND_STEP_MS * max(len(self._sets) - 1, 0)

    # ------------------------------------------------------------------ places

    def scene_zone(self) -> QRectF:
        """Return the rectangle of the road and of the place above it. It has half the height after a lost game."""
        zone = super().scene_zone()
        return zone.adjusted(0, zone.height() / 2, 0, 0) if self._lost else zone

    def _cloth(self) -> QRectF:
        """Return the rectangle of the cloth, which grows from the strip. Road, plates and words are on it."""
        edge = _EDGE * self.k
        whole = self.scene_zone().adjusted(-edge, -edge, edge, 0)
        whole.setBottom(min(self.words_zone().bottom() + edge, self.height() - 2))
        whole |= self.plate_zone(0) | self.plate_zone(1)
        return roadside.between(self._from, whole, self._shown)

    def _whole_lanes(self) -> QRectF:
        """Return the rectangle of both lanes when they have their full size."""
        zone = self.scene_zone()
        sky = _LOW_SKY if self._lost else _SKY
        high = min((1 - sky) * zone.height(), _FLATTEST * zone.width())
        return zone.adjusted(0, zone.height() - high, 0, 0)

    def _lanes(self) -> QRectF:
        """Return the rectangle of both lanes, which grows from the strip."""
        return roadside.between(self._from, self._whole_lanes(), self._shown)

    def _x(self, lanes: QRectF, points: float) -> float:
        """Return the x of a nose at ``points``. At 0 points there is room for the whole car behind it."""
        start = roadside.car_size(lanes)[0] / max(lanes.width(), 1) + 0.01
        return self._along(lanes, start + (0.985 - start) * self._scale.part(points))

    def _along(self, lanes: QRectF, part: float) -> float:
        return roadside.along(lanes, part, mirrored=self.table.mirrored)

    # ------------------------------------------------------------------ painting

    def paint_scene(self, painter: QPainter) -> None:
        if not self._shown:
            return
        theme, lanes, mirrored = self.table.theme, self._lanes(), self.table.mirrored
        painter.setOpacity(min(1.0, 4 * self._shown))
        self._paint_cloth(painter, theme)
        sky = lanes.y() - self._cloth().y()
        line = self._x(lanes, self._scale.target)
        self._paint_sets(painter, theme, lanes, sky)
        roadside.paint_lanes(painter, lanes, theme, self.k)
        self._paint_ticks(painter, theme, lanes)
        roadside.paint_line(painter, lanes, line, theme)
        for side in (1 - self._winner, self._winner):
            self._paint_car(painter, theme, lanes, side)
        k = min(self.k, 0.9 * sky / 96)
        foot = QPointF(line, lanes.y() + 4 * k)
        roadside.paint_flag(painter, foot, theme, k, shown=self._shown, fallen=self._fallen, mirrored=mirrored)
        self._paper.paint(painter, QPointF(line, lanes.y()), theme, self.k, self._bits, _BITS_MS)
        painter.setOpacity(1.0)
        painter.setClipRect(self._cloth())
        self.paint_words(painter)
        if self._coins is not None:
            start, end = self.plate_zone(1 - self._winner), self.plate_zone(self._winner)
            room = (self._cloth().width() - end.united(start).width()) / 2
            self._coins.paint(painter, start, end, room, theme, self._paid)

    def _paint_cloth(self, painter: QPainter, theme: Theme) -> None:
        """Paint the cloth of this game with its seam."""
        cloth, k = self._cloth(), self.k
        painter.setPen(QPen(theme.band_line, 2) if theme.high_contrast else Qt.PenStyle.NoPen)
        painter.setBrush(theme.band_burgundy)
        painter.drawRoundedRect(cloth, roadside.CORNER * k, roadside.CORNER * k)

    def _paint_ticks(self, painter: QPainter, theme: Theme, lanes: QRectF) -> None:
        """Paint the ticks of the scale at the edges of the road."""
        painter.setPen(QPen(theme.verge, 3 * self.k, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for points in self._scale.ticks[1:]:
            x = self._x(lanes, points)
            painter.drawLine(QPointF(x, lanes.y() + 3 * self.k), QPointF(x, lanes.y() + 14 * self.k))
            painter.drawLine(QPointF(x, lanes.bottom() - 3 * self.k), QPointF(x, lanes.bottom() - 14 * self.k))

    def _paint_car(self, painter: QPainter, theme: Theme, lanes: QRectF, side: int) -> None:
        """Paint a car at its points. The car that drives bounces a little."""
        each, mirrored = self._sides[side], self.table.mirrored
        art = ("car_red", "car_blue")[side]
        whole, ratio = self._whole_lanes(), self.devicePixelRatioF()
        car = roadside.car_picture(self.table.art, art, whole, theme, ratio, mirrored=mirrored)
        scale = lanes.height() / whole.height()
        nose = self._x(lanes, each.start + (each.end - each.start) * self._driven)
        bounce = 2 * self.k * math.sin(40 * self._driven) * (1 - self._driven) if each.start != each.end else 0.0
        roadside.paint_car(painter, car, lanes, side, nose, bounce=bounce, mirrored=mirrored, scale=scale)

    def _paint_sets(self, painter: QPainter, theme: Theme, lanes: QRectF, sky: float) -> None:
        """Paint a card for each set at the roadside, with the number of cards on a badge. The sets stand up one after
        another, and naturals shine once.
        """
        if not self._stood or not self._sets:
            return
        ratio = self.table.card_size()[1] / self.table.card_size()[0]
        steps = len(self._sets) - 1
        step = min(_BESIDE, _ROW / max(steps, 1))
        width = min(_CARD * sky / ratio, 0.9 * step * lanes.width())
        if width < _LEAST_CARD:
            return
        for number, each in enumerate(self._sets):
            stood = (self._stood * self._standing_ms() - number * _STAND_STEP_MS) / _STAND_MS
            if stood <= 0:
                continue
            picture = self.table.art.sized(each.face, width)
            size = picture.deviceIndependentSize()
            card = QRectF(-size.width() / 2, -size.height(), size.width(), size.height())
            painter.save()
            painter.translate(self._along(lanes, _STANDS + step * (number - steps / 2)), lanes.y() + 4 * self.k)
            painter.scale(1.0, math.sin(math.pi / 2 * min(1.0, stood)))
            painter.drawPixmap(card.topLeft(), picture)
            if each.natural and 0 < self._shone < 1:
                _paint_shine(painter, card, self._shone)
            self._paint_badge(painter, theme, card, each.size)
            painter.restore()

    def _paint_badge(self, painter: QPainter, theme: Theme, card: QRectF, count: int) -> None:
        radius = min(_BADGE * self.words_k, 0.3 * card.width())
        at = QPointF(card.left() if self.table.mirrored else card.right(), card.top() + 0.6 * radius)
        painter.setPen(QPen(theme.amber_line, 1))
        painter.setBrush(theme.amber)
        painter.drawEllipse(at, radius, radius)
        painter.setPen(theme.amber_ink)
        painter.setFont(font(1.25 * radius, "Bold"))
        zone = QRectF(at.x() - 2 * radius, at.y() - radius, 4 * radius, 2 * radius)
        painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, format_number(count))


def _paint_shine(painter: QPainter, card: QRectF, part: float) -> None:
    """Paint a band of light that passes over a card, at ``part`` (0 to 1) of its way."""
    middle = card.left() + (1.6 * part - 0.3) * card.width()
    half = 0.3 * card.width()
    light = QLinearGradient(QPointF(middle - half, card.top()), QPointF(middle + half, card.top() + half))
    clear, white = QColor(255, 255, 255, 0), QColor(255, 255, 255, 190)
    for place, colour in ((0.0, clear), (0.5, white), (1.0, clear)):
        light.setColorAt(place, colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(light)
    radius = paint.CORNER * card.width()
    painter.drawRoundedRect(card, radius, radius)


def special_text(ending: Ending) -> str:
    """Return a sentence about what was special about the game: for a winner what is known from other games, for the
    only person who has lost it the best that this person has done. Return "" if nothing was special.
    """
    if not ending.is_lost:
        return ending.special
    assert ending.you is not None
    return consolation(ending.record(), ending.events[-1].naturals[ending.you], ending.you)


def game_end(table: MontrealTable, ending: Ending) -> GameEnd | None:
    """Return the scene at the end of a game, or None if nobody has won it or the game was only watched."""
    if not ending.game_over or table.viewpoint is not None:
        return None
    deal: HandEnded = ending.events[0]
    game: GameEnded = ending.events[1]
    winner, near = game.winner, table.near_seat
    if winner is None:
        return None
    lost = ending.is_lost
    scale = scale_to(ending.observation.rules.target)
    least = scale.target + _OVER * scale.end if deal.totals[winner] >= scale.target else 0

    def side(seat: int) -> Side:
        total = deal.totals[seat]
        before = total - deal.scores[seat].total
        drives = before < total and (seat == winner or lost)
        end = max(total, least) if seat == winner else total
        return Side(Plate(ending.names[seat], before, total, _UNIT), before if drives else end, end)

    sets = deal.sets[winner]
    clean = deal.scores[winner].clean > 0
    laid = tuple(
        LaidSet(ART[sets.cards(rank)[0]], sets.size(rank), clean or sets.is_natural(rank)) for rank in sets.ranks
    )
    return GameEnd(
        table,
        (side(near), side(1 - near)),
        int(winner != near),
        scale,
        game_title(winner, ending.names, ending.you),
        special_text(ending) or _result(game),
        cues(game, ending.you),
        sets=() if lost else laid,
        paid=0 if game.payment is None else game.payment.total,
        lost=lost,
    )


def _result(game: GameEnded) -> str:
    """Return the totals, or the winner's total and the payment."""
    assert game.winner is not None
    own, other = (format_signed(game.totals[seat]) for seat in (game.winner, 1 - game.winner))
    if game.payment is None:
        return _("{points} to {other_points}").format(points=own, other_points=other)
    # Translators: the end of a game for stakes: the winner's total, and what the loser pays
    return _("{points} points, {paid} paid").format(points=own, paid=format_number(game.payment.total))
