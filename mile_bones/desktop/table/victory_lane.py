"""The picture of a won game: the winner's car crosses the finishing line."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.card_art import CAR_SIZE, CardArt
from mile_bones.desktop.table.animator import Animator, Motion
from mile_bones.desktop.table.durations import GOAL_MS
from mile_bones.desktop.table.paint import chequers
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.look.themes import Theme
    from mile_bones.desktop.table.board import Board
    from mile_bones.desktop.table.ending import Ending

_HEIGHT = 104
"""The height of the picture, in pixels at scale 1."""
_ROAD = 0.42
"""The upper edge of the road, as a part of the height. Above it is the sky."""
_LINE = 0.5
"""Two positions, as fractions of the width: ``_LINE`` is the x of the finishing line, and ``_STOP`` is the x of the
car's nose when the car stops.
"""
_STOP = 0.95
_CAR = 0.62
"""The height of the car, as a part of the picture's height."""
_PAPERS = 44
_FIELDS = 6


class VictoryLane(QWidget):
    """A road with a chequered line and confetti. It is animated once, when it is shown."""

    def __init__(self, art: CardArt, winner: int, text: str, animator: Animator) -> None:
        """Make the lane. ``winner`` is 0 for the red car of the near side, 1 for the blue car of the far side. ``text``
        describes the picture in words.
        """
        super().__init__()
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._art = art
        self._car_name = ("car_red", "car_blue")[winner]
        self._part = 1.0
        self.animator = animator
        animator.setParent(self)
        rng = Random(7)
        self._papers = [(rng.random(), rng.random(), rng.random(), rng.randrange(4)) for _paper in range(_PAPERS)]

    def sizeHint(self) -> QSize:
        return QSize(320, round(_HEIGHT * themes.active()[1]))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous() and not self.animator.still:
            self.animator.run([Motion(self._show, GOAL_MS, curve=QEasingCurve.Type.Linear)])

    def _show(self, part: float) -> None:
        self._part = part
        self.update()

    @property
    def nose(self) -> float:
        """The x of the car's nose, as a part of the width, in the direction in which it drives."""
        part = 1 - (1 - min(1.0, self._part / 0.8)) ** 2.4
        return -0.05 + (_STOP + 0.05) * part

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, scale = themes.active()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.isRightToLeft():
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        box = QRectF(self.rect())
        self._paint_ground(painter, theme, box, scale)
        self._paint_line(painter, theme, box)
        self._paint_car(painter, box)
        self._paint_papers(painter, theme, box, scale)
        painter.end()

    def _paint_ground(self, painter: QPainter, theme: Theme, box: QRectF, scale: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.map_base)
        painter.drawRoundedRect(box, 8 * scale, 8 * scale)
        painter.setBrush(theme.region)
        for x, width in ((0.12, 0.5), (0.55, 0.7)):
            hill = QRectF(box.width() * x, box.height() * (_ROAD - 0.22), box.width() * width, box.height() * 0.5)
            painter.drawEllipse(hill.intersected(box))
        road = QRectF(box.x(), box.height() * _ROAD, box.width(), box.height() * (1 - _ROAD))
        painter.setBrush(theme.asphalt)
        painter.drawRoundedRect(road, 8 * scale, 8 * scale)
        painter.drawRect(QRectF(road.x(), road.y(), road.width(), road.height() / 2))
        painter.setPen(QPen(theme.verge, 2 * scale))
        painter.drawLine(road.topLeft() + QPointF(0, 4 * scale), road.topRight() + QPointF(0, 4 * scale))
        lane = QPen(theme.lane, 2.4 * scale, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
        lane.setDashPattern([7, 5])
        painter.setPen(lane)
        y = road.bottom() - road.height() * 0.2
        painter.drawLine(QPointF(road.x() + 6 * scale, y), QPointF(road.right() - 6 * scale, y))

    def _paint_line(self, painter: QPainter, theme: Theme, box: QRectF) -> None:
        road = QRectF(box.x(), box.height() * _ROAD, box.width(), box.height() * (1 - _ROAD))
        size = road.height() / _FIELDS
        line = QRectF(box.width() * _LINE, road.y(), 2 * size, road.height())
        chequers(painter, line, 2, _FIELDS, theme)

    def _paint_car(self, painter: QPainter, box: QRectF) -> None:
        height = box.height() * _CAR
        car = self._car(height * CAR_SIZE[0] / CAR_SIZE[1])
        size = car.deviceIndependentSize()
        bounce = 1.5 * math.sin(40 * self._part) * (1 - self._part)
        at = QPointF(self.nose * box.width() - size.width(), box.height() * 0.9 - size.height() + bounce)
        painter.drawPixmap(at, car)

    def _car(self, width: float) -> QPixmap:
        return self._art.car(self._car_name, round(width), self.devicePixelRatioF(), mirrored=False)

    def _paint_papers(self, painter: QPainter, theme: Theme, box: QRectF, scale: float) -> None:
        """Paint the confetti, which begins to fall when the car crosses the line and ends on the ground."""
        colours = (theme.you, theme.computer, theme.amber, theme.band_ink)
        painter.setPen(Qt.PenStyle.NoPen)
        for x, wait, fall, colour in self._papers:
            part = min(1.0, max(0.0, (self._part - 0.3 - 0.25 * wait) / 0.45))
            if part <= 0:
                continue
            y = (0.05 + (0.3 + 0.62 * fall) * part) * box.height()
            sway = 10 * scale * math.sin(6 * part + 9 * wait) * (1 - 0.5 * part)
            painter.save()
            painter.translate(x * (box.width() - 24 * scale) + 12 * scale + sway, y)
            painter.rotate(300 * part * (wait - 0.5))
            painter.setBrush(colours[colour])
            painter.drawRect(QRectF(-3 * scale, -2 * scale, 6 * scale, 4 * scale))
            painter.restore()


def celebrated(board: Board, side: int, winner: int, ending: Ending) -> VictoryLane | None:
    """Return the picture of the winner's car. Return None if the game was only watched, or if the only person has lost
    it.

    ``side`` is 0 for the near side, 1 for the far side. ``winner`` is a seat.
    """
    if board.viewpoint is not None or ending.you not in (None, winner):
        return None
    text = _("Your car is over the line.")
    if winner != ending.you:
        text = _("The car of {name} is over the line.").format(name=ending.names[winner])
    return VictoryLane(board.art, side, text, Animator.like(board.animator, board))
