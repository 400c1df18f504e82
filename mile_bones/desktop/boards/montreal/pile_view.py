"""A view of all cards of the discard pile, by rank, for a player who wants to look through the pile."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.hand_sorting import BY_RANK, KEYS
from mile_bones.desktop.boards.montreal.items import beside
from mile_bones.desktop.boards.montreal.naming import short_set_caption
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.fixtures import Fixture
from mile_bones.desktop.table.layout import CARD_RATIO
from mile_bones.games.montreal.cards import Card, rank_of

_STEP = 0.3
_ABOVE_ALL = 60.0


def by_rank(pile: Sequence[Card]) -> list[tuple[int, tuple[Card, ...]]]:
    """Return the cards of each rank in the pile. The wild cards are last."""
    ordered = sorted(pile, key=KEYS[BY_RANK])
    return [(rank, tuple(cards)) for rank, cards in groupby(ordered, rank_of)]


class PileView(Fixture):
    """A panel over the table with all cards of the pile. The panel is hidden until ``show_pile`` is called."""

    def __init__(self, art: CardArt) -> None:
        super().__init__()
        self._art = art
        self._groups: list[tuple[int, tuple[Card, ...]]] = []
        self.setZValue(_ABOVE_ALL)
        self.setVisible(False)

    def show_pile(self, pile: Sequence[Card]) -> None:
        """Show these cards."""
        self._groups = by_rank(pile)
        self.setVisible(bool(self._groups))
        self.update()

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme, rect, k = self._theme, self._rect, self._k
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        pad, caption, gap = 12 * k, 20 * k, 14 * k
        width, lines = self._fitting(rect.adjusted(pad, pad / 2, -pad, -pad / 2), caption, gap)
        high = len(lines) * (caption + width * CARD_RATIO + 6 * k) + pad
        rect = QRectF(rect.x(), rect.y(), rect.width(), min(high, rect.height()))
        paint.shadow(painter, rect, 9, theme, 2.0)
        painter.setPen(QPen(theme.panel_line, 1.4))
        painter.setBrush(theme.panel)
        painter.drawRoundedRect(rect, 9, 9)
        painter.setFont(font(12.5 * k, "Bold"))
        y = rect.y() + pad / 2
        for line in lines:
            x = pad
            for rank, cards in line:
                wide = width * (1 + (len(cards) - 1) * _STEP)
                left = rect.right() - x - wide if self._mirrored else rect.x() + x
                painter.setPen(theme.panel_ink)
                words = QRectF(left - width if self._mirrored else left, y, wide + width, caption)
                painter.drawText(words, paint.leading(mirrored=self._mirrored), short_set_caption(rank, len(cards)))
                for number, card in enumerate(cards):
                    place = QRectF(left + number * _STEP * width, y + caption, width, width * CARD_RATIO)
                    if number:
                        beside(painter, place, theme)
                    painter.drawPixmap(place.topLeft(), self._art.sized(ART[card], width))
                x += wide + gap
            y += caption + width * CARD_RATIO + 6 * k

    def _fitting(
        self, room: QRectF, caption: float, gap: float
    ) -> tuple[float, list[list[tuple[int, tuple[Card, ...]]]]]:
        """Return the width of a card, and the ranks on each line."""
        for width in range(round(80 * self._k), 20, -2):
            lines = self._lines(room.width(), width, gap)
            if len(lines) * (caption + width * CARD_RATIO + 6 * self._k) <= room.height():
                break
        return float(width), lines

    def _lines(self, room: float, width: float, gap: float) -> list[list[tuple[int, tuple[Card, ...]]]]:
        lines: list[list[tuple[int, tuple[Card, ...]]]] = [[]]
        x = 0.0
        for group in self._groups:
            long = width * (1 + (len(group[1]) - 1) * _STEP)
            if lines[-1] and x + long > room:
                lines.append([])
                x = 0.0
            lines[-1].append(group)
            x += long + gap
        return lines
