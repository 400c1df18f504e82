"""The places of the Mille table as items of the scene: cards of the hand, fans of cards, the zone, the button."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from mile_bones.desktop.boards.montreal.fan_model import FanModel
from mile_bones.desktop.boards.montreal.layout import ZONE_WITH_SENTENCE, ZONE_WITH_WORDS
from mile_bones.desktop.boards.montreal.rows import Fan
from mile_bones.desktop.look.card_art import CardArt
from mile_bones.desktop.look.scale import heft
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.fitted_words import LEAST_LETTERS
from mile_bones.desktop.table.layout import CARD_RATIO, Rect
from mile_bones.desktop.table.slot import Ghost, SlotItem, to_its_edge
from mile_bones.i18n import format_signed
from mile_bones.i18n import gettext as _

_RAISED = 15 / 110
"""The distance by which a selected card stands out of its row, as a fraction of its width."""
_WILD_LOWER = 0.11
_WILD_EDGE = QColor("#D9931A")
_ROOM = 16.0
_PILL_EDGES = 0.8
"""The least sum of the spaces before and after the words of a pill, as a multiple of the size of the letters."""
_GHOST_HIGHER, _GHOST_FURTHER, _GHOST_STEP = 0.09, 0.12, 0.31
"""Three distances, as fractions of a card's width: how far a ghost lies above the card below it, how far to its left,
and how far ghosts lie apart.
"""


class StayingItem(SlotItem):
    """A place that is laid out again whenever a card comes or goes, but painted again only if its area has changed."""

    _lies: tuple[Rect, Theme, bool] | None = None

    def place_at(self, rect: Rect, theme: Theme, mirrored: bool) -> None:
        if self._lies != (rect, theme, mirrored):
            self._lies = (rect, theme, mirrored)
            super().place_at(rect, theme, mirrored)

    def _corners(self, painter: QPainter, rect: QRectF, theme: Theme, card: float) -> None:
        """Paint brackets around a place. They pulse if the place is suggested, and are steady if it is a target.

        The brackets of a wide place are as long as those of a card that is ``card`` wide.
        """
        h = heft(card)
        off = 6.0 * h
        outer = rect.adjusted(-off, -off, off, off)
        pulses = self.marks.suggested and not self.marks.target
        painter.setOpacity(0.4 + 0.6 * self._halo if pulses else 1.0)
        paint.bracket_corners(painter, outer, 0.34 * card, paint.CORNER * card + off, theme, h)
        painter.setOpacity(1.0)


class CardItem(StayingItem):
    """A single card that is as large as its slot: the stock, or a card of the hand."""

    def picture(self, face: str) -> QPixmap:
        return self._faces.sized(face, self._rect.width())


class StockItem(CardItem):
    """The stock. When it is empty, the words on its pill need more room than a card has."""

    def boundingRect(self) -> QRectF:
        room = _ROOM * self._heft
        return self._rect.adjusted(-room - 20, -room, room + 20, room)

    def paint_marks(self, painter: QPainter, theme: Theme) -> None:
        if not self.marks.invite:
            super().paint_marks(painter, theme)
            return
        words, self.marks.invite = self.marks.invite, ""
        super().paint_marks(painter, theme)
        self.marks.invite = words
        rect = self._rect
        edge = self._edge_step * self.model.depth
        paint.halo(painter, rect.adjusted(0, 0, edge, edge), theme, self._halo)
        px = max(11.0, min(13.0 * rect.width() / (88 if self.model.face else 110), 15.6 * self._heft))
        at = QPointF(rect.center().x(), rect.y() + rect.height() * 0.838)
        paint.pill(painter, at, words, px, theme, height=max(20.0, 24 * px / 13))


class HandItem(CardItem):
    """A card of the hand, which stands out of its row while it is selected."""

    def boundingRect(self) -> QRectF:
        raised, room = self._rect.width() * _RAISED, _ROOM * self._heft
        return self._rect.adjusted(-room, -max(room, raised + room / 2), room, room)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None or self.model.face is None or self.marks.hidden:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        top = self._top
        beside(painter, top, theme)
        self._paint_card(painter, top, theme, 1.3 if top is not self._rect else 1.0)
        if not self.veiled:
            self.paint_marks(painter, theme)

    @property
    def _top(self) -> QRectF:
        marks = self.marks
        if marks.selected or marks.raised:
            return self._rect.translated(0, -_RAISED * self._rect.width())
        return self._rect.translated(0, -5.0 * self._heft) if marks.hover and self.model.usable else self._rect

    def paint_marks(self, painter: QPainter, theme: Theme) -> None:
        marks, top, h = self.marks, self._top, self._heft
        radius = paint.CORNER * self._rect.width()
        if marks.selected:
            paint.ring(painter, top, -1.5 * h, theme.legal, 3.6 * h, radius)
        if marks.focus:
            paint.focus_ring(painter, top, theme)
        elif marks.suggested and not marks.selected:
            paint.brackets(painter, top, theme)  # unlike the ring of a selected card
        elif marks.last_move or marks.drawn:
            paint.ring(painter, top, 1.5 * h, theme.last_move, 3 * h, radius)
        if marks.refused:
            paint.ring(painter, top, 1.5 * h, theme.coup, 3 * h, radius)


def beside(painter: QPainter, card: QRectF, theme: Theme) -> None:
    """Paint the shadow that a card throws on the card to its left, which it covers."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.shadow)
    radius = paint.CORNER * card.width()
    painter.drawRoundedRect(QRectF(card.x() - 2.6, card.y() + 1, card.width() / 2, card.height() - 1), radius, radius)


class FanItem(StayingItem):
    """Cards that overlap: a set, the discard pile, or the opponent's hand."""

    dimmed_opacity = None

    def __init__(self, place: str, faces: CardArt) -> None:
        super().__init__(place, faces)
        self.model: FanModel = FanModel()
        self._fan = Fan(Rect(0, 0, 0, 0), 1, 0)
        self._room = math.inf
        self._absent: frozenset[int] = frozenset()

    def lie(self, fan: Fan, room: float = math.inf) -> None:
        """Arrange the cards as described by ``fan``. ``room`` is the width in pixels that its pill may take."""
        if (fan, room) != (self._fan, self._room):
            self.prepareGeometryChange()
            self._fan, self._room = fan, room
            self.update()

    def card_rect(self, index: int) -> Rect:
        """Return the place of the card with this number, counted from 0. A wild card lies lower."""
        rect = self._fan.card(index)
        wild = index >= len(self.model.cards) - self.model.wilds
        return rect._replace(y=rect.y + _WILD_LOWER * rect.w) if wild else rect

    @property
    def absent(self) -> frozenset[int]:
        """The numbers of the cards that are not shown."""
        return self._absent

    def leave_out(self, absent: frozenset[int]) -> None:
        """Do not show the cards with these numbers, because they are still in flight."""
        if absent != self._absent:
            self._absent = absent
            self.update()
            self._update_above()

    def boundingRect(self) -> QRectF:
        lower, room = self._fan.width * _WILD_LOWER, _ROOM * heft(self._fan.width)
        return self._rect.adjusted(-room, -room, room, room + lower)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        shown = self._shown
        if not shown and self.model.icon:
            paint.empty_slot(painter, paint.qrect(self._fan.card(0)), self.model.icon, "", theme)
        wild_from = len(self.model.cards) - self.model.wilds
        for number, index in enumerate(shown):
            self._paint_one(painter, index, theme, first=number == 0, wild=index >= wild_from)
        if self.marks.ghost is not None:
            self._paint_ghost(painter, self.marks.ghost, theme)
        if not (self.marks.target or self.veiled):
            self.paint_marks(painter, theme)

    @property
    def _shown(self) -> list[int]:
        """The numbers of the cards that are shown. A last card that is held by the pointer is not shown."""
        number = len(self.model.cards) - self.marks.hidden
        return [n for n in range(self._fan.first, number) if n not in self._absent]

    @property
    def _shows_card(self) -> bool:
        return bool(self._shown)

    def picture(self, face: str) -> QPixmap:
        return self._faces.sized(face, self._fan.width)

    def _paint_ghost(self, painter: QPainter, ghost: Ghost, theme: Theme) -> None:
        """Paint the ghost on the last card and a little above it, so that the card remains visible."""
        last = self._last.translated(0, -_GHOST_HIGHER * self._fan.width)
        room = last.x() - self._rect.x() + _GHOST_FURTHER * self._fan.width
        paint_ghosts(self, painter, last, room, ghost, theme, empty=not self._shown)

    def paint_veil(self, painter: QPainter, theme: Theme) -> None:
        cards = QPainterPath()
        cards.setFillRule(Qt.FillRule.WindingFill)  # paints overlaps once
        for index in self._shown:
            rect = paint.qrect(self.card_rect(index))
            radius = paint.CORNER * rect.width()
            cards.addRoundedRect(to_its_edge(rect), radius, radius)
        painter.fillPath(cards, theme.veil)

    def _paint_one(self, painter: QPainter, index: int, theme: Theme, *, first: bool, wild: bool) -> None:
        rect = paint.qrect(self.card_rect(index))
        radius = paint.CORNER * rect.width()
        if not first:
            beside(painter, rect, theme)
        paint.shadow(painter, rect, radius, theme)
        painter.drawPixmap(rect.topLeft(), self._faces.sized(self.model.cards[index], rect.width()))
        if wild:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            h = heft(rect.width())
            painter.setPen(QPen(theme.amber if theme.is_dark else _WILD_EDGE, 2.6 * h))
            painter.drawRoundedRect(rect.adjusted(0.8 * h, 0.8 * h, -0.8 * h, -0.8 * h), radius, radius)

    def _paint_hidden(self, painter: QPainter, theme: Theme) -> None:
        """Paint the number of hidden cards: the oldest ones, which lie under the first visible card."""
        text = format_signed(self._fan.first, plus=True)
        px = max(11.0, 0.15 * self._fan.width)
        foot = QPointF(self._rect.x() + px, self._rect.bottom() - 4)
        paint.notice(painter, foot, text, px, theme.message, theme.message_ink, widest=4 * px)

    @property
    def _whole(self) -> QRectF:
        """The rectangle of all cards, including the wild cards, which lie lower."""
        return self._rect.adjusted(0, 0, 0, _WILD_LOWER * self._fan.width if self.model.wilds else 0)

    @property
    def _aim(self) -> QRectF:
        """The rectangle that brackets and rings surround."""
        return self._last if self.model.top_only else self._whole

    @property
    def _last(self) -> QRectF:
        """The rectangle of the last card, or of the empty place."""
        return paint.qrect(self._fan.card(max(0, len(self.model.cards) - 1)))

    def paint_marks(self, painter: QPainter, theme: Theme) -> None:
        if self._fan.first:
            self._paint_hidden(painter, theme)
        marks, radius, h = self.marks, paint.CORNER * self._fan.width, heft(self._fan.width)
        aim = self._aim
        around = aim if self.model.top_only and marks.target else self._whole
        words = marks.target or ("" if marks.dimmed else marks.invite)
        if marks.last_move and not words and not marks.focus:
            moved = self._last if self.model.newest_last else self._whole
            paint.ring(painter, moved, 2.5 * h, theme.last_move, 3 * h, radius)
        if marks.over and marks.target:
            self._tint(painter, around, radius, theme.legal_fill)
            paint.ring(painter, around, 6 * h, theme.legal, 4.6 * h, radius)
        elif words or marks.lit or marks.suggested:
            self._corners(painter, around if marks.target or not self.model.top_only else aim, theme, self._fan.width)
        if marks.focus:
            paint.ring(painter, around, 5 * h, theme.focus_outer, 6.4 * h, radius)
            paint.ring(painter, around, 5 * h, theme.focus, theme.ring * h, radius)
        if marks.refused:
            paint.ring(painter, self._rect, 2.5 * h, theme.coup, 3 * h, radius)
        px = max(11.0, min(13.0 * self._fan.width / 88, 15.6 * h))
        if words and (px := self._fitting_letters(words, px)):
            y = aim.y() + self._fan.width * CARD_RATIO * 0.8
            at = QPointF(aim.center().x(), y)
            paint.pill(painter, at, words, px, theme, height=24 * px / 13, widest=self._room)

    def _fitting_letters(self, words: str, px: float) -> float:
        """Return the size of letters for a pill with these words: `px`, or less if there is little room. Return 0 if
        no size that can be read fits. The brackets are then the only mark.
        """
        while px >= LEAST_LETTERS:
            if QFontMetricsF(font(px, "Bold")).horizontalAdvance(words) + _PILL_EDGES * px <= self._room:
                return px
            px -= 0.5
        return 0.0


def paint_ghosts(
    item: SlotItem, painter: QPainter, last: QRectF, room: float, ghost: Ghost, theme: Theme, *, empty: bool
) -> None:
    """Paint the ghost cards, each to the left of the next. ``room`` is the width for the cards below the last one."""
    step = min(_GHOST_STEP * last.width(), room / max(1, len(ghost.below)))
    for number, face in enumerate((*ghost.below, ghost.face)):
        rect = last.translated(-step * (len(ghost.below) - number), 0)
        item.paint_ghost_card(painter, rect, face, theme, empty=empty)
    item.paint_ghost_word(painter, last, ghost.word, theme)


class ZoneItem(StayingItem):
    """The zone to which new sets go: a dashed outline, with words if there is room for them."""

    k = 1.0
    """The scale of the words."""

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is not None and not self.marks.target:
            self.paint_marks(painter, self._theme)

    def paint_marks(self, painter: QPainter, theme: Theme) -> None:
        """Paint the whole zone, because no card ever lies in the zone."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, marks = self._rect, self.marks
        aimed = bool(marks.target)
        self.dim(painter)
        pen = QPen(theme.slot, 3.0 * theme.outline if theme.high_contrast else 1.8, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([7 / pen.widthF(), 5 / pen.widthF()])
        painter.setPen(pen)
        painter.setBrush(theme.legal_fill if aimed and marks.over else theme.slot_fill)
        painter.drawRoundedRect(rect, 9, 9)
        if not aimed and marks.ghost is None:
            self._paint_words(painter, theme)
        painter.setOpacity(1.0)
        if marks.ghost is not None:
            self._paint_ghost(painter, marks.ghost, theme)
        if aimed and marks.over:
            paint.ring(painter, rect, 5, theme.legal, 4.6, 9)
        elif aimed or marks.suggested:
            self._corners(painter, rect, theme, rect.height() / CARD_RATIO)
        if marks.focus:
            paint.ring(painter, rect, 5, theme.focus_outer, 6.4, 9)
            paint.ring(painter, rect, 5, theme.focus, theme.ring, 9)
        if aimed:
            px = max(11.0, 13.5 * self.k)
            wide = rect.width() > ZONE_WITH_WORDS  # then the pill is beside the held cards
            x = rect.x() + rect.width() * ((0.23 if self._mirrored else 0.77) if wide else 0.5)
            at = QPointF(x, rect.y() + rect.height() * 0.4)
            paint.pill(painter, at, marks.target, px, theme, height=24 * px / 13)

    @property
    def _ghost_width(self) -> float:
        return min(self._rect.height() / CARD_RATIO, self._rect.width())

    def picture(self, face: str) -> QPixmap:
        return self._faces.sized(face, self._ghost_width)

    def _paint_ghost(self, painter: QPainter, ghost: Ghost, theme: Theme) -> None:
        width = self._ghost_width
        room = min(self._rect.width() - width, len(ghost.below) * _GHOST_STEP * width)
        x = self._rect.right() - width - room if self._mirrored else self._rect.x()
        last = QRectF(x + room, self._rect.y(), width, width * CARD_RATIO)
        paint_ghosts(self, painter, last, room, ghost, theme, empty=True)

    @property
    def words(self) -> QRectF:
        """The rectangle of the words, which is empty if the zone shows no words."""
        rect, px = self._rect, max(12.0, 14.5 * self.k)
        if rect.width() <= ZONE_WITH_WORDS:
            return QRectF()
        begin = rect.height() * 0.9
        face = QFontMetricsF(font(px * 0.86, "SemiBold"))
        wide = min(rect.width() - begin - 8, face.horizontalAdvance(self._sentence))
        x = rect.right() - begin - wide if self._mirrored else rect.x() + begin
        return QRectF(x, rect.center().y() - px * 1.25, wide, px * 2.6)

    @property
    def _sentence(self) -> str:
        if self._rect.width() > ZONE_WITH_SENTENCE * self.k:
            return _("Three of a rank or more; 2s are wild")
        return _("Drop a set here")

    def _paint_words(self, painter: QPainter, theme: Theme) -> None:
        rect = self._rect
        if rect.width() <= ZONE_WITH_WORDS:
            return
        k = self.k
        size = min(k, rect.height() / 100)
        away = rect.height() * 0.46
        middle = QPointF(rect.right() - away if self._mirrored else rect.x() + away, rect.center().y())
        for dx, dy, angle in ((-14, 3, -14), (0, 0, 0), (14, 3, 14)):
            painter.save()
            painter.translate(middle)
            painter.scale(size, size)
            painter.translate(dx, dy)
            painter.rotate(angle)
            painter.setPen(QPen(theme.slot, 2.6))
            painter.setBrush(theme.map_base)
            painter.drawRoundedRect(QRectF(-13, -19, 26, 37), 4, 4)
            painter.restore()
        px = max(12.0, 14.5 * k)
        begin = rect.height() * 0.9
        head, line = font(px, "Bold"), font(px * 0.86, "SemiBold")
        room = rect.width() - begin - 8
        x = rect.x() + (8 if self._mirrored else begin)
        y = rect.center().y() - px * 1.25
        for face, text, colour in ((head, self.model.caption, theme.ink), (line, self._sentence, theme.secondary)):
            painter.setFont(face)
            painter.setPen(colour)
            metrics = QFontMetricsF(face)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            zone = QRectF(x, y, room, metrics.height())
            painter.drawText(zone, paint.leading(mirrored=self._mirrored), shown)
            y += metrics.height() * 1.06


class PillItem(StayingItem):
    """A place that looks like a button with words on an amber ground."""

    dimmed_opacity = 0.5

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-10, -10, 10, 10)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = self._rect
        self.dim(painter)
        px = max(11.0, rect.height() * 0.5)
        paint.pill(painter, rect.center(), self.model.caption, px, theme, height=rect.height(), least=rect.width())
        painter.setOpacity(1.0)
        if self.marks.focus:
            radius = rect.height() / 2
            paint.ring(painter, rect, 4, theme.focus_outer, 6, radius)
            paint.ring(painter, rect, 4, theme.focus, 3, radius)
        elif self.marks.hover or self.marks.suggested:
            paint.ring(painter, rect, 3, theme.legal, 2, rect.height() / 2)


class CaptionItem(StayingItem):
    """A caption that can be pressed. Its words are painted by another item, and this item paints the rings."""

    dimmed_opacity = 1.0

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-10, -10, 10, 10)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        if self._theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.marks.focus:
            paint.frame_focus(painter, self._rect.adjusted(-6, -2, 6, 2), self._theme)
        elif self.marks.hover:
            painter.setPen(QPen(self._theme.ink, 1.4))
            y = self._rect.bottom() - 2
            painter.drawLine(QPointF(self._rect.x(), y), QPointF(self._rect.right(), y))
