"""The coins of a payment: they fly from the loser's plate and pile up beside the winner's."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from mile_bones.desktop.look.theme import font
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.desktop.look.themes import Theme

MOST = 24
"""The usual limit for the number of coins. For a higher payment some coins are worth more."""
_STEP_MS, _STEPS_MS = 60, 800
"""The delay from one coin to the next, and the maximum sum of these delays."""
_FLIGHT_MS = 320
_COIN, _STEP, _COLUMN, _RIM = 28.0, 5.2, 31.0, 5.0
"""Lengths in pixels at scale 1: the diameter of a coin, the distance from a coin to the next one on top of it, the
distance from one pile to the next, and the thickness of a coin.
"""
_FLAT = 0.36
"""The height of a coin that lies in a pile, as a part of its diameter."""
_PILE = 6
"""The largest number of coins in a pile."""
_WORDS = 13
"""The height of the letters beside a pile of coins that are worth more."""
_ARC = 46.0
"""The height of the flight over the straight way."""
_PLATE, _GAP = 34.0, 8.0
"""Two lengths at scale 1: the height of a plate, and the gap between a plate and the first pile."""


def pieces(amount: int) -> tuple[int, ...]:
    """Return the worth of each coin of a payment, the smallest first.

    The coins are worth 1 as long as there are not too many of them. Otherwise ten of them are replaced by one that is
    worth ten times as much, again and again. If this is no longer possible, there may be a few more than ``MOST``.
    """
    counts = [amount]
    while sum(counts) > MOST and max(counts) >= 10:
        level = next(level for level, count in enumerate(counts) if count >= 10)
        if level + 1 == len(counts):
            counts.append(0)
        counts[level] -= 10
        counts[level + 1] += 1
    return tuple(10**level for level, count in enumerate(counts) for _coin in range(count))


class _Coin(NamedTuple):
    """A coin in the piles: the place of its pile along the row of piles, and the number of coins below it."""

    across: float
    below: int


class _Label(NamedTuple):
    """The words beside the piles of coins of one worth. They appear with the coin number ``coin``."""

    text: str
    across: float
    wide: float
    coin: int


class Coins:
    """The coins of one payment. Times are in milliseconds."""

    def __init__(self, amount: int) -> None:
        self._pieces = pieces(amount)
        self._step = min(_STEP_MS, _STEPS_MS / max(len(self._pieces), 1))

    @property
    def length(self) -> float:
        """The time from the start of the first coin to the landing of the last."""
        return (len(self._pieces) - 1) * self._step + _FLIGHT_MS

    def paint(self, painter: QPainter, start: QRectF, end: QRectF, room: float, theme: Theme, part: float) -> None:
        """Paint the coins at ``part`` (0 to 1) of the payment from the plate ``start`` to the plate ``end``.

        They land in piles beside the outer side of the plate ``end``, where ``room`` pixels are free. If the piles are
        wider, the coins vanish in the plate.
        """
        k = end.height() / _PLATE
        away = 1 if end.center().x() > start.center().x() else -1
        row = QPointF((end.right() if away > 0 else end.left()) + away * _GAP * k, end.bottom() - _RIM * k)
        coins, labels, wide = self._piled(k)
        has_room = wide + _GAP * k <= room
        flying = []
        for number, coin in enumerate(coins):
            flown = self._flown(number, part)
            goal = row + QPointF(away * coin.across, -(coin.below * _STEP + _FLAT * _COIN / 2) * k)
            if 0 < flown < 1:
                flying.append((goal if has_room else end.center(), flown))
            elif flown >= 1 and has_room:
                _paint_coin(painter, goal, _FLAT, k, theme)
        for label in labels if has_room else ():
            if self._flown(label.coin, part) >= 1:
                begin = row.x() + (label.across if away > 0 else -label.across - label.wide)
                painter.setPen(theme.asphalt_ink)
                painter.setFont(font(_WORDS * k, "Bold"))
                zone = QRectF(begin, end.y(), label.wide, end.height())
                painter.drawText(zone, Qt.AlignmentFlag.AlignCenter, label.text)
        for goal, flown in flying:
            _paint_flying(painter, start.center(), goal, flown, k, theme)

    def _flown(self, number: int, part: float) -> float:
        """Return the part of its flight that a coin has behind it. It is below 0 before the flight."""
        return (part * self.length - number * self._step) / _FLIGHT_MS if part < 1 else 1.0

    def _piled(self, k: float) -> tuple[list[_Coin], list[_Label], float]:
        """Return all coins in their piles, the words beside the piles, and the width of everything."""
        coins: list[_Coin] = []
        labels: list[_Label] = []
        across = 0.0
        for worth, same in groupby(self._pieces):
            count = len(list(same))
            first = across + _COLUMN / 2 * k
            coins += [_Coin(first + number // _PILE * _COLUMN * k, number % _PILE) for number in range(count)]
            across += math.ceil(count / _PILE) * _COLUMN * k
            if worth > 1:
                # Translators: is written beside a pile of coins, each of which is worth {count}
                text = _("× {count}").format(count=format_number(worth))
                wide = QFontMetricsF(font(_WORDS * k, "Bold")).horizontalAdvance(text) + 2
                labels.append(_Label(text, across + 3 * k, wide, len(coins) - 1))
                across += wide + 10 * k
        return coins, labels, across


def _paint_coin(painter: QPainter, at: QPointF, open_: float, k: float, theme: Theme) -> None:
    """Paint a coin around ``at``. ``open_`` is its height as a part of its diameter: 1 for a coin seen from above."""
    wide, high, rim = _COIN * k, _COIN * open_ * k, _RIM * k * (1 - open_)
    painter.setPen(QPen(theme.amber_ink, 1.2 * k))
    painter.setBrush(theme.amber_ink if theme.high_contrast else theme.star)
    painter.drawEllipse(QRectF(at.x() - wide / 2, at.y() - high / 2 + rim, wide, high))
    painter.setBrush(theme.amber)
    painter.drawEllipse(QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high))
    painter.setPen(QPen(theme.amber_ink if theme.high_contrast else theme.star, 1.2 * k))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(at.x() - 0.33 * wide, at.y() - 0.33 * high, 0.66 * wide, 0.66 * high))


def _paint_flying(painter: QPainter, start: QPointF, goal: QPointF, flown: float, k: float, theme: Theme) -> None:
    """Paint a coin that turns in the air on its way."""
    part = QEasingCurve(QEasingCurve.Type.InOutQuad).valueForProgress(flown)
    at = start + (goal - start) * part - QPointF(0, _ARC * k * math.sin(math.pi * part))
    turned = abs(math.cos(2 * math.pi * flown))
    painter.setOpacity(min(1.0, 4 * flown))
    _paint_coin(painter, at, _FLAT + (1 - _FLAT) * turned * (1 - flown), k, theme)
    painter.setOpacity(1.0)
