"""A finale: a moment with which a game ends. Its scene is above the totals of both players and the words of the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.animator import Motion
from mile_bones.desktop.table.moment import Moment
from mile_bones.i18n import format_signed

if TYPE_CHECKING:
    from mile_bones.desktop.sound.cue import Cue
    from mile_bones.desktop.table.view import TableView

_SCENE = (0.0234, 0.08, 0.9766, 0.7)
"""The edges of the scene, as parts of the width and height of the table. Large words below it move its lower edge up.
"""
_TOTAL, _TITLE, _WORDS = 34, 44, 20
"""Three heights in pixels at scale 1: of the plates with the totals, of the letters of the title, and of the line."""
_ROOM = 640
"""The greatest width of the words, in pixels at scale 1."""
_LEADING = 1.35
"""The height of a line of text, as a multiple of the height of its letters."""


class Plate(NamedTuple):
    """A player's total before and after the last hand. It counts up in steps of ``unit``."""

    name: str
    before: int
    total: int
    unit: int = 1


class Finale(Moment):
    """A moment whose scene is above two plates, a title and a line.

    ``plates`` are those of the players, the near one first, or none. ``cues`` are the sounds of the end, which a
    subclass plays at the right time. It lets ``_shown`` grow with the scene, ``_counted`` while the totals count up,
    and ``_said`` when the words come. All of them are parts from 0 to 1.
    """

    def __init__(
        self, table: TableView, plates: tuple[Plate, ...], title: str, line: str, cues: Sequence[Cue] = ()
    ) -> None:
        super().__init__(table, f"{title}. {line}" if line else title)
        self._plates, self._title, self._line, self._cues = plates, title, line, cues
        self._shown = self._counted = self._said = 0.0

    def part(self, name: str, start: float, length: float, curve: QEasingCurve.Type) -> Motion:
        """Return a motion in which the attribute ``name`` grows from 0 to 1."""

        def go(value: float) -> None:
            setattr(self, name, value)
            self.update()

        return Motion(go, length, start, curve)

    # ------------------------------------------------------------------ places

    @property
    def k(self) -> float:
        """The scale of the scene: 1 if the window is 1280 by 800 pixels large."""
        return min(self.width() / 1280, self.height() / 742)

    @property
    def words_k(self) -> float:
        """The scale of the words, which follows the size of text that the player has chosen."""
        return max(self.k, 0.8 * themes.active()[1])

    def words_zone(self) -> QRectF:
        """Return the rectangle of the totals and the words below the scene."""
        high = ((_TOTAL + 6) * bool(self._plates) + _LEADING * (_TITLE + _WORDS * bool(self._line))) * self.words_k
        top = min((_SCENE[3] + 0.02) * self.height(), self.height() - high - 4 * self.k)
        return QRectF(0, top, self.width(), high)

    def words_room(self) -> float:
        """Return the width of the room for the words. Longer words become smaller."""
        return min(0.94 * self.width(), _ROOM * self.words_k)

    def plate_zone(self, side: int) -> QRectF:
        """Return the rectangle of the plate of this side, which is 0 for the near side."""
        k, words = self.words_k, self.words_zone()
        wide = min(250 * k, 0.47 * self.width())
        begin = words.center().x() + (-wide - 8 * k if bool(side) == self.table.mirrored else 8 * k)
        return QRectF(begin, words.y(), wide, _TOTAL * k)

    def scene_zone(self) -> QRectF:
        """Return the rectangle of the scene when it has its full size."""
        left, top, right, _bottom = _SCENE
        width, height = self.width(), self.height()
        bottom = self.words_zone().top() - 0.02 * height
        return QRectF(left * width, top * height, (right - left) * width, bottom - top * height)

    # ------------------------------------------------------------------ painting

    def paint_panel(self, painter: QPainter, shown: float) -> None:
        """Paint a dark panel behind the totals and the words, in the colours of the road."""
        theme, zone = self.table.theme, self.words_zone()
        edge = QPointF(self.words_room() / 2 + 0.02 * self.width(), zone.height() / 2 + 8 * self.k)
        painter.setOpacity(shown)
        painter.setPen(QPen(theme.asphalt_line, 2))
        painter.setBrush(theme.asphalt)
        painter.drawRoundedRect(QRectF(zone.center() - edge, zone.center() + edge), 8 * self.k, 8 * self.k)
        painter.setOpacity(1.0)

    def paint_words(self, painter: QPainter) -> None:
        """Paint both totals below the scene, and then who has won and what was special."""
        words, k, theme = self.words_zone(), self.words_k, self.table.theme
        y = words.y()
        if self._plates:
            self._paint_plates(painter, k)
            y += (_TOTAL + 6) * k
        painter.setOpacity(self._said)
        painter.setPen(theme.asphalt_ink)
        room = self.words_room()
        for text, px, weight in ((self._title, _TITLE * k, "Bold"), (self._line, _WORDS * k, "Medium")):
            wide = QFontMetricsF(themes.font(px, weight)).horizontalAdvance(text)
            painter.setFont(themes.font(px * min(1.0, room / max(wide, 1)), weight))
            zone = QRectF((self.width() - room) / 2, y, room, _LEADING * px)
            painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, text)
            y += _LEADING * px
        painter.setOpacity(1.0)

    def _paint_plates(self, painter: QPainter, k: float) -> None:
        theme, mirrored = self.table.theme, self.table.mirrored
        painter.setOpacity(self._shown)
        face = themes.font(18 * k, "Bold")
        painter.setFont(face)
        for side, each in enumerate(self._plates):
            plate = self.plate_zone(side)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush((theme.you, theme.computer)[side])
            painter.drawRoundedRect(plate, 8 * k, 8 * k)
            total = each.before + (each.total - each.before) * self._counted
            inner = plate.adjusted(12 * k, 0, -12 * k, 0)
            name = QFontMetricsF(face).elidedText(each.name, Qt.TextElideMode.ElideRight, 0.6 * inner.width())
            painter.setPen(theme.band_ink)
            painter.drawText(inner, paint.leading(mirrored=mirrored), name)
            number = format_signed(each.unit * round(total / each.unit))
            painter.drawText(inner, paint.leading(mirrored=not mirrored), number)
