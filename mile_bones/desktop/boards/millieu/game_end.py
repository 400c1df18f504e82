"""The moment in which a game of Millieu ends: the cube turns in the night, with a star for each mill of the winner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from mile_bones.desktop.boards.millieu.cues import cues
from mile_bones.desktop.boards.millieu.pieces import PieceArt
from mile_bones.desktop.boards.millieu.projection import Projection, fit_stacked
from mile_bones.desktop.boards.millieu.turning_cube import Light, Mill, TurningCube, outer_edge
from mile_bones.desktop.dialogs.ending import game_title
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.finale import Finale
from mile_bones.games.millieu.actions import Slide
from mile_bones.games.millieu.words import game_end_text
from mile_bones.match.replaying import Replay

if TYPE_CHECKING:
    from mile_bones.desktop.boards.millieu.table import MillieuTable
    from mile_bones.desktop.sound.cue import Cue
    from mile_bones.desktop.table.ending import Ending
    from mile_bones.engine.record import Record

_DUSK = 0.92
"""The opacity of the night over the table before the cube turns. Then the night becomes opaque, which is also faster to
paint.
"""
_TOP = 0.03
"""The upper edge of the scene, as a part of the table's height."""
_LEAST_SCALE = 0.25
"""The scale below which the cube is left out, because its pieces would be too small to see."""
_TURN = 90.0
_RISE = 10.0
"""The height to which the pieces of a mill rise, in pixels at scale 1."""
_STARS, _WAIST = (14.0, 10.0, 12.0), 0.36
"""The distances of the points of successive stars from their middles, in pixels at scale 1. The second value is the
distance of the corners between the points, as a part of the first.
"""
_AWAY = 18.0
"""The least distance of a star from the edges of the sky, in pixels at scale 1."""
_CLEAR = 1.12
"""The size of the part of the sky that has no stars, as a multiple of the size of the cube."""
_TRIES = 20
"""The number of random places for each star. The place that is farthest from all other stars is taken."""
_RADIUS = 8.0
"""The radius of the corners of a tray's panel at scale 1."""

_NIGHT_MS = 250
_LIT_AT, _LIT_MS = 200, 180
_SHOW_MS = 400
"""The time in which the pieces of a mill show their common sign, and the tray of the loser pulses."""
_REST_MS = 40
"""The time between this and the turn of the cube."""
_TURN_MS = 700
_STARS_AFTER, _STARS_MS = 200, 850
_WORDS_AFTER, _WORDS_AFTER_LOST, _WORDS_MS = 850, 480, 300
"""The times of the stars and of the words, counted from the beginning of the turn."""


class GameEnd(Finale):
    """Night falls over all but the cube. The last mill is lit, the tray of the loser pulses, and the cube turns.

    ``mills`` are those that the last turn completed. ``stars`` is the number of stars that come out while the cube
    turns. ``loser`` is the side of the player who cannot complete a turn. ``lost``: the person has lost the game.
    ``cues`` are the sounds of the end.
    """

    def __init__(
        self,
        table: MillieuTable,
        mills: tuple[Mill, ...],
        stars: int,
        loser: int,
        title: str,
        line: str,
        cues: Sequence[Cue],
        *,
        lost: bool,
    ) -> None:
        super().__init__(table, (), title, line, cues)
        now = table.layout_now
        self._mills, self._lost = mills, lost
        side = now.sides[loser]
        self._tray = paint.qrect(side.panel)
        self._radius = _RADIUS * (now.k if now.compact else side.head.h / 46)
        self._from = fit_stacked(*now.board) if now.projection.is_flat else now.projection
        self._appears = now.projection.is_flat
        zone = self.scene_zone()
        self._to = fit_stacked(zone.x(), zone.y(), zone.width(), zone.height())
        self._night = self._reach = self._pulse = self._turned = self._starred = 0.0
        assert isinstance(table.art, PieceArt)
        fits = self._to.scale >= _LEAST_SCALE
        self._cube = TurningCube(table.art, table.theme, table.observation.board, mills) if fits else None
        self.stars = self._places(stars) if fits else ()
        """The place of each star."""

    def motions(self) -> list[Motion]:
        linear, part = QEasingCurve.Type.Linear, self.part
        shown_at = _LIT_AT + (_LIT_MS if self._mills else 0)
        turn_at = shown_at + _SHOW_MS + _REST_MS
        words_at = turn_at + (_WORDS_AFTER_LOST if self._lost else _WORDS_AFTER)
        return [
            self.hear(self._cues, turn_at),
            part("_night", 0, _NIGHT_MS, QEasingCurve.Type.OutCubic),
            part("_reach", _LIT_AT, _LIT_MS, linear),
            part("_pulse", shown_at, _SHOW_MS, linear),
            part("_turned", turn_at, _TURN_MS, QEasingCurve.Type.InOutCubic),
            part("_starred", turn_at + _STARS_AFTER, _STARS_MS, linear),
            part("_said", words_at, _WORDS_MS, linear),
        ]

    # ------------------------------------------------------------------ places

    def words_zone(self) -> QRectF:
        """Return the rectangle of the words, near the lower edge of the table."""
        words = super().words_zone()
        words.moveBottom(max(words.bottom(), 0.955 * self.height()))
        return words

    def scene_zone(self) -> QRectF:
        zone = super().scene_zone()
        zone.setTop(_TOP * self.height())
        return zone

    def _projection(self) -> Projection:
        """Return the cube as it is now, on its way from the table to the middle of the scene."""
        angle = -_TURN if self.table.mirrored else _TURN
        return self._from.towards(self._to, self._turned).turned(angle * self._turned)

    def _places(self, count: int) -> tuple[QPointF, ...]:
        """Return the places of ``count`` stars in the sky around the cube, which covers none of them."""
        away = _AWAY * self.k
        sky = QRectF(0, 0, self.width(), self.words_zone().top()).adjusted(away, away, -away, -away)
        cube = outer_edge(self._to, _CLEAR)
        rng = Random(7)
        found: list[QPointF] = []

        def place() -> QPointF:
            while True:
                x, y = rng.random(), rng.random()
                across = 1 - x if self.table.mirrored else x
                spot = QPointF(sky.x() + across * sky.width(), sky.y() + y * sky.height())
                if not cube.containsPoint(spot, Qt.FillRule.WindingFill):
                    return spot

        def room(spot: QPointF) -> float:
            return min((math.hypot((spot - star).x(), (spot - star).y()) for star in found), default=0.0)

        while len(found) < count:
            found.append(max((place() for _try in range(_TRIES)), key=room))
        return tuple(found)

    # ------------------------------------------------------------------ painting

    @property
    def hides_table(self) -> bool:
        return self._night == 1 and self._gone == 1

    def paint_scene(self, painter: QPainter) -> None:
        painter.setOpacity(self._night * (_DUSK + (1 - _DUSK) * self._gone))
        painter.fillRect(self.rect(), self.table.theme.band_navy)
        painter.setOpacity(1.0)
        if self._cube is not None:
            self._paint_tray(painter)
            self._paint_stars(painter)
            painter.setOpacity(self._night if self._appears else 1.0)
            shown = min(1.0, 5 * self._pulse, 5 * (1 - self._pulse))
            light = Light(self._reach, 1 - self._gone, _RISE * shown * self.k / self._from.scale, shown)
            self._cube.paint(painter, self._projection(), light)
            painter.setOpacity(1.0)
        self.paint_words(painter)

    @property
    def _gone(self) -> float:
        """The part of the mill and of the tray that is gone. Both disappear when the cube begins to turn."""
        return min(1.0, 8 * self._turned)

    def _paint_tray(self, painter: QPainter) -> None:
        """Paint the tray of the loser, which the night reaches last, with a ring that pulses once."""
        ratio = self._ground.devicePixelRatio()
        source = QRectF(self._tray.topLeft() * ratio, self._tray.size() * ratio)
        edge = QPainterPath()
        edge.addRoundedRect(self._tray, self._radius, self._radius)
        painter.save()
        painter.setClipPath(edge)
        painter.setOpacity(1 - self._gone)
        painter.drawPixmap(self._tray, self._ground, source)
        painter.restore()
        width = 6 * self.k * math.sin(math.pi * self._pulse)
        if width > 0.1:
            paint.ring(painter, self._tray, width / 2, self.table.theme.amber, width, self._radius)

    def _paint_stars(self, painter: QPainter) -> None:
        """Paint the stars, which come out one after another."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.table.theme.band_ink)
        for number, place in enumerate(self.stars):
            part = min(1.0, max(0.0, 4 * (self._starred - 0.75 * number / len(self.stars))))
            size = _STARS[number % len(_STARS)] * self.k * (part + 0.6 * math.sin(math.pi * part))
            painter.setOpacity(part)
            painter.drawPath(_star(size).translated(place))
        painter.setOpacity(1.0)


def _star(size: float) -> QPainterPath:
    """Return a star with four points around the origin."""
    inner = size * _WAIST / math.sqrt(2)
    path = QPainterPath(QPointF(0, -size))
    for x, y, then_x, then_y in ((1, -1, 1, 0), (1, 1, 0, 1), (-1, 1, -1, 0), (-1, -1, 0, -1)):
        path.lineTo(x * inner, y * inner)
        path.lineTo(then_x * size, then_y * size)
    path.closeSubpath()
    return path


def game_end(table: MillieuTable, ending: Ending) -> GameEnd | None:
    """Return the scene of a game that has a winner, or None if there is no winner or nobody at the table plays."""
    ended = ending.events[-1]
    winner = ended.winner
    if winner is None or table.viewpoint is not None:
        return None
    lost = ending.is_lost
    made = mills_made(ending.record(), winner)
    title = game_title(winner, ending.names, ending.you)
    line = ending.special or game_end_text(ended, ending.names, ending.you)
    loser = 0 if winner != table.near_seat else 1
    stars = 0 if lost else sum(map(len, made))
    return GameEnd(table, made[-1], stars, loser, title, line, cues(ended, ending.you), lost=lost)


def mills_made(record: Record, seat: int) -> list[tuple[Mill, ...]]:
    """Return the mills that ``seat`` made in a game: a tuple for each slide, which is empty if it made no mill."""
    found: list[tuple[Mill, ...]] = [()]
    slid = False
    for state, action in Replay(record).steps(1):
        view = state.observation(None)
        if slid:
            mills = (Mill(line, tuple(view.board[point] for point in line)) for line in view.mills)
            found.append(tuple(mills))
        slid = isinstance(action, Slide) and view.player == seat
    return found
