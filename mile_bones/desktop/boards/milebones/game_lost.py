"""The moment in which a game of Mile Bones is lost: the opponent's car drives over the line on the trip strip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPolygonF

from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.finale import Finale, Plate

if TYPE_CHECKING:
    from mile_bones.desktop.boards.milebones.strip import TripStrip
    from mile_bones.desktop.boards.milebones.table import MileBonesTable
    from mile_bones.desktop.sound.cue import Cue

_VEIL, _VEIL_MS = 0.5, 250
_DRIVE_AT, _DRIVE_MS = 250, 850
_WAY = 0.25
"""The part of the trip that the opponent's car drives."""
_DARK_AT, _DARK_MS = 700, 400
_WORDS_AT, _WORDS_MS = 1100, 300
_BEAM = (110.0, 13.0)
"""The length of a car's light, and half its width at its end, in pixels at scale 1."""


class GameLost(Finale):
    """The opponent's car drives the last quarter of its trip, and the lights of the player's car go out.

    ``plates`` are those of the players, the near one first. ``miles`` are those of the opponent's car at the end, and
    ``goal`` those of the trip. ``title`` and ``line`` are the words at the end, and ``cues`` a soft tune.
    """

    def __init__(
        self,
        table: MileBonesTable,
        plates: tuple[Plate, Plate],
        miles: int,
        goal: int,
        title: str,
        line: str,
        cues: Sequence[Cue],
    ) -> None:
        self._strip = table.strip
        self._strip.setOpacity(0)  # the ground is a picture of the table without the strip
        super().__init__(table, plates, title, line, cues)
        self._strip.setOpacity(1)
        self._miles, self._goal = miles, goal
        self._dark = 0.0

    def motions(self) -> list[Motion]:
        linear, part = QEasingCurve.Type.Linear, self.part
        found = [
            self.sink(_VEIL, _VEIL_MS),
            self.hear(self._cues, _DRIVE_AT),
            self._strip.glide(1, max(0, self._miles - round(_WAY * self._goal)), self._miles, _DRIVE_MS, _DRIVE_AT),
            part("_dark", _DARK_AT, _DARK_MS, linear),
            part("_shown", _DARK_AT, _DARK_MS, linear),
            part("_counted", _DARK_AT, _DARK_MS, QEasingCurve.Type.OutCubic),
            part("_said", _WORDS_AT, _WORDS_MS, linear),
        ]
        if self._miles == self._goal:
            found.append(self._strip.wave(start=_DRIVE_AT + _DRIVE_MS))
        return found

    def words_zone(self) -> QRectF:
        """Return the rectangle of the totals and the words, in the middle of the table below the strip."""
        zone = super().words_zone()
        top = self._strip.sceneBoundingRect().bottom() + 4 * self.k
        zone.moveTop(min(top + max(0.0, (self.height() - top - zone.height()) / 2), self.height() - zone.height()))
        return zone

    def paint_scene(self, painter: QPainter) -> None:
        if self._strip.isVisible():
            self._paint_strip(painter, self._strip)
        self.paint_panel(painter, self._shown)
        self.paint_words(painter)

    def _paint_strip(self, painter: QPainter, strip: TripStrip) -> None:
        strip.paint(painter, None)
        for seat, light in enumerate((1 - self._dark, 1.0)):
            self._paint_light(painter, strip.cars[seat].scenePos(), strip.sceneBoundingRect(), light)
        for item in (strip.flag, *strip.cars):
            painter.save()
            painter.setTransform(item.sceneTransform(), True)
            item.paint(painter, None)
            painter.restore()

    def _paint_light(self, painter: QPainter, nose: QPointF, road: QRectF, light: float) -> None:
        """Paint the beam in front of a car. ``light`` is its brightness, from 0 to 1."""
        k = self.k
        length, half = _BEAM[0] * k, _BEAM[1] * k
        end = nose + QPointF(-length if self.table.mirrored else length, 0)
        shine = QLinearGradient(nose, end)
        colour = QColor(self.table.theme.lane)
        for at, alpha in ((0.0, 0.6 * light), (1.0, 0.0)):
            colour.setAlphaF(alpha)
            shine.setColorAt(at, colour)
        painter.save()
        painter.setClipRect(road)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shine)
        tip = QPointF(0, 3 * k)
        painter.drawPolygon(QPolygonF([nose - tip, end - QPointF(0, half), end + QPointF(0, half), nose + tip]))
        painter.restore()
