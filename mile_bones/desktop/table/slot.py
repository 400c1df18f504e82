"""A slot of the table: an empty outline or a pile of cards, with its marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from mile_bones.desktop.look.scale import heft
from mile_bones.desktop.look.theme import font
from mile_bones.desktop.look.themes import Theme
from mile_bones.desktop.table import paint
from mile_bones.desktop.table.layout import CARD_RATIO, Rect
from mile_bones.desktop.table.model import BACK, SlotModel

if TYPE_CHECKING:
    from mile_bones.desktop.look.card_art import CardArt

_MARGIN = 16.0
"""The distance by which rings, halos and the lifted card extend beyond the slot.

All values in pixels in this module are for 1920x1080 and grow with the card.
"""
_BELOW = 18.5
"""The distance by which the tag of a newly drawn card extends below the slot."""
_LIFT = 5.0
_CALL_LIFT = 8.0
"""The lift of a card that calls for attention. A card under the pointer has a smaller lift."""
_TAG_ROOM = 0.07
"""The distance by which a crosswise card moves up to leave room for its tag, as a fraction of the card's width."""


_GHOST_OFF = (-0.07, -0.09)
"""The offset of a ghost from the card below it, as parts of a card's width, so that the card below is still visible."""
_GHOST, _GHOST_ON_CARD, _PLAIN_GHOST = 0.62, 0.84, 0.92
"""Three opacities of a ghost: on an empty place, on a card, and in high contrast."""


class Ghost(NamedTuple):
    """A card that could have been played here, drawn translucent.

    ``face`` is its art, ``word`` the word on it, and ``text`` the text about it for screen readers. ``below`` is the
    art of other cards, which lie below the ghost and to its left.
    """

    face: str
    word: str
    text: str
    below: tuple[str, ...] = ()


@dataclass
class SlotMarks:
    """The marks of a slot on the screen. No game state contains them."""

    focus: bool = False
    hover: bool = False
    target: str = ""
    """The words of the pill on a legal target, or empty if the slot is no legal target."""
    over: bool = False
    dimmed: bool = False
    last_move: str = ""
    """The words of the pennant of the last move, or empty if the slot has no pennant."""
    invite: str = ""
    """The words of the pill on the deck when a card is to be drawn, or empty."""
    call: str = ""
    """The text on a card that calls for attention (a possible coup fourré): the card is raised and ringed."""
    lit: bool = False
    """Whether the card with ``call`` would go to this slot, which is then marked as a target, but without words."""
    suggested: str = ""
    """The words for screen readers if this card or place is part of a suggestion, or empty. A slot with such words is
    marked as a target.
    """
    raised: bool = False
    """Whether this is the suggested card."""
    warning: str = ""
    """The words about what the player would lose by pressing this veiled place, or empty."""
    hidden: bool = False
    """Whether the card is in flight or held by the pointer."""
    marked: bool = False
    selected: bool = False
    """Whether this is one of several cards that are to be moved together. A selected card is raised out of its row."""
    drawn: str = ""
    """The words of the tag of a card that was drawn in this turn, or empty."""
    refused: bool = False
    ghost: Ghost | None = None
    """The card that could have been played here, or None."""


_SAID = frozenset({"target", "last_move", "drawn", "suggested", "ghost", "marked", "selected"})
"""The marks that are part of the words for screen readers."""


class SlotItem(QGraphicsItem):
    """The item that draws one slot, from cached pixmaps and a few strokes."""

    dimmed_opacity: float | None = 0.58
    """The opacity of a dimmed place without a card, or None if such a place is painted in another way."""

    def __init__(self, place: str, faces: CardArt) -> None:
        super().__init__()
        # Qt caches a still item as a pixmap, which halves the time of a frame in which a card moves over it.
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.place = place
        self._faces = faces
        self._theme: Theme | None = None
        self._rect = QRectF()
        self._heft = 1.0
        self._worded = True
        self._mirrored = False
        self._halo = 1.0
        self.model = SlotModel()
        self.marks = SlotMarks()
        self.reworded = True
        """Whether the model or a mark has changed since the words for screen readers were made."""
        self._above: _Above | None = None

    @property
    def rect(self) -> QRectF:
        """The slot in scene coordinates."""
        return self._rect

    @property
    def theme(self) -> Theme | None:
        """The colours, or None until the slot is first placed."""
        return self._theme

    def place_at(self, rect: Rect, theme: Theme, mirrored: bool) -> None:
        """Set the area and the theme."""
        self.prepareGeometryChange()
        self._rect = paint.qrect(rect)
        self._heft = heft(rect.w)
        self._theme = theme
        self._mirrored = mirrored
        self.update()

    def show_words(self, shown: bool) -> None:
        """Show or hide the words on the slot.

        A slot that is too small for words shows rings and brackets instead, and the magnifier shows the words. The
        words of an invitation always stay.
        """
        if shown != self._worded:
            self._worded = shown
            self.update()
            self._update_above()

    def show_model(self, model: SlotModel) -> None:
        """Show `model`."""
        if model != self.model:
            self.model = model
            self.reworded = True
            self.update()
            self._update_above()

    def mark(self, **marks: object) -> None:
        """Set some of the marks, by their names in ``SlotMarks``."""
        changed = set()
        for name, value in marks.items():
            if getattr(self.marks, name) != value:
                setattr(self.marks, name, value)
                changed.add(name)
        if not changed:
            return
        self.reworded = self.reworded or not _SAID.isdisjoint(changed)
        if self._repaints(changed):
            self.update()
        self._update_above()

    def _repaints(self, changed: set[str]) -> bool:
        """Return True if these changes make a new picture of the slot necessary.

        Marks that ``_Above`` paints are not part of the picture, because veils come and go on almost all cards within
        one frame.
        """
        if changed != {"dimmed"}:
            return bool(changed - {"over"})
        looks_the_same = self._shows_card or self.dimmed_opacity is not None
        return not (looks_the_same and self._only_dimmed)

    @property
    def _only_dimmed(self) -> bool:
        """Whether ``dimmed`` is the only mark of the slot."""
        return self.marks == type(self.marks)(dimmed=self.marks.dimmed)

    def _fade(self) -> None:
        """Let Qt draw its cached picture of an empty place with less opacity if ``dimmed`` is its only mark."""
        fades = self.marks.dimmed and not self._shows_card and self._only_dimmed
        self.setOpacity(self.dimmed_opacity if fades and self.dimmed_opacity is not None else 1.0)

    def dim(self, painter: QPainter) -> None:
        """Paint an empty place with less opacity if it is dimmed and ``_fade`` has not done that."""
        if self.marks.dimmed and self.dimmed_opacity is not None and self.opacity() == 1.0:
            painter.setOpacity(self.dimmed_opacity)

    @property
    def _shows_card(self) -> bool:
        return self.model.face is not None and not (self.marks.hidden and self.model.depth == 0)

    @property
    def veiled(self) -> bool:
        """Whether the content of the slot is covered by a veil."""
        return self._shows_card and (self.marks.dimmed or bool(self.marks.warning and not self.marks.target))

    def _update_above(self) -> None:
        self._fade()
        wanted = bool(self.marks.target) or self.veiled
        if wanted and self._above is None:
            self._above = _Above(self)
        if self._above is not None:
            self._above.setVisible(wanted)
            self._above.update()

    def breathe(self, strength: float) -> None:
        """Set the strength, from 0 to 1, of the halo or of the ring around a card that calls for attention."""
        self._halo = strength
        if self.marks.invite or self.marks.call or self.marks.suggested:
            self.update()

    def boundingRect(self) -> QRectF:
        margin = _MARGIN * self._heft
        return self._rect.adjusted(-margin, -margin, margin, _BELOW * self._heft)

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        theme = self._theme
        if theme is None:
            return
        marks = self.marks
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        rect, top = self._rect, self._top
        if not self._shows_card:
            self.dim(painter)
            bare = not (marks.target or marks.invite or marks.ghost)  # otherwise a pill or a ghost covers the caption
            caption = self.model.caption if bare and self._worded else ""
            paint.empty_slot(painter, rect, self.model.icon, caption, theme)
            painter.setOpacity(1.0)
        elif self.model.crosswise:
            self._paint_crosswise(painter, theme)
        else:
            self._paint_card(painter, top, theme, 2.6 if top is not rect else 1.0)
        if marks.ghost is not None:
            self._paint_ghost(painter, marks.ghost, theme)
        if not (marks.target or self.veiled):
            self.paint_marks(painter, theme)

    @property
    def _top(self) -> QRectF:
        """The area of the top card, which is a little higher than the slot if the card is raised."""
        marks = self.marks
        calls = bool(marks.call) and not marks.hidden
        lifted = marks.hover or marks.marked or marks.raised
        if calls or (self.model.usable and lifted and not marks.hidden):
            return self._rect.translated(0, -self._heft * (_CALL_LIFT if calls else _LIFT))
        return self._rect

    def _paint_card(self, painter: QPainter, rect: QRectF, theme: Theme, lift: float) -> None:
        radius = paint.CORNER * rect.width()
        step = self._edge_step
        for index in range(self.model.depth, 0, -1):
            off = index * step
            painter.setPen(QPen(theme.card_edge, 1))
            painter.setBrush(theme.pile_edge)
            painter.drawRoundedRect(rect.translated(off, off), radius, radius)
        if not self.model.depth:
            paint.shadow(painter, rect, radius, theme, lift * self._heft)
        assert self.model.face is not None
        painter.drawPixmap(rect.topLeft(), self.picture(self.model.face))

    def _paint_ghost(self, painter: QPainter, ghost: Ghost, theme: Theme) -> None:
        """Paint the ghost beside the content of the slot."""
        width = self._rect.width()
        off = width * _GHOST_OFF[0] * (-1 if self._mirrored else 1), width * _GHOST_OFF[1]
        rect = self._rect.translated(*off)
        self.paint_ghost_card(painter, rect, ghost.face, theme, empty=self.model.face is None)
        self.paint_ghost_word(painter, rect, ghost.word, theme)

    def paint_ghost_card(self, painter: QPainter, rect: QRectF, face: str, theme: Theme, *, empty: bool) -> None:
        """Paint a translucent card inside a dashed line. ``empty``: the card is over an empty place."""
        radius = paint.CORNER * rect.width()
        painter.setOpacity(_PLAIN_GHOST if theme.high_contrast else _GHOST if empty else _GHOST_ON_CARD)
        painter.drawPixmap(rect.topLeft(), self.picture(face))
        painter.setOpacity(1.0)
        pen = QPen(
            theme.legal, 3.2 * theme.outline * heft(rect.width()), Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap
        )
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, radius, radius)

    def paint_ghost_word(self, painter: QPainter, rect: QRectF, word: str, theme: Theme) -> None:
        """Paint the word on a ghost card at `rect`."""
        width = rect.width()
        px = max(10.5, min(13.0 * width / 127, 15.6 * heft(width)))
        middle = QPointF(rect.center().x(), rect.y() + 0.765 * rect.height())
        paint.pill(painter, middle, word, px, theme, height=max(20.0, 24 * px / 13), widest=width + 20)

    def picture(self, face: str) -> QPixmap:
        """Return the art of a card in the size of the slot."""
        return self._faces.face(face)

    @property
    def _edge_step(self) -> float:
        """The distance by which each card below the top card sticks out. For the deck the distance is smaller."""
        return (1.7 if self.model.face == BACK else 2.2) * self._rect.width() / 127

    def _paint_crosswise(self, painter: QPainter, theme: Theme) -> None:
        """Paint a safety won by a coup fourré: turned by 90°, as long as the slot is wide, ringed and tagged."""
        lying, tag = self._crosswise_places()
        centre, short = lying.center(), lying.height()
        card = QRectF(-short / 2, -lying.width() / 2, short, lying.width())
        radius = paint.CORNER * short
        paint.shadow(painter, lying, radius, theme, self._heft)
        painter.save()
        painter.translate(centre)
        painter.rotate(90)
        assert self.model.face is not None
        pixmap = self._faces.face(self.model.face)
        painter.drawPixmap(card, pixmap, QRectF(pixmap.rect()))
        painter.restore()
        colour, fill, ink = paint.coup_colours(theme, theirs=self.model.theirs)
        paint.ring(painter, lying, 2 * self._heft, colour, 3 * theme.outline * self._heft, radius)
        if not self._worded:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(tag, tag.height() / 2, tag.height() / 2)
        painter.setPen(ink)
        painter.setFont(self._tag_font())
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, self.model.crosswise)

    def _crosswise_places(self) -> tuple[QRectF, QRectF]:
        """Return the areas of a card that is turned by 90° and of its tag."""
        rect = self._rect
        long = paint.crosswise_length(rect.width())
        lying = QRectF(0, 0, long, long / CARD_RATIO)
        lying.moveCenter(QPointF(rect.center().x(), rect.y() + rect.width() * (0.7 - _TAG_ROOM)))
        words = QFontMetricsF(self._tag_font()).horizontalAdvance(self.model.crosswise)
        width = min(words + 16, rect.width() + 8)
        return lying, QRectF(lying.center().x() - width / 2, lying.bottom() + 8, width, self._tag_px + 9)

    @property
    def _tag_px(self) -> float:
        return max(10.5, self._rect.width() * 0.1)

    def _tag_font(self) -> QFont:
        return font(self._tag_px, "Bold")

    def paint_veil(self, painter: QPainter, theme: Theme) -> None:
        """Paint the veil over the card, and also over the card's tag if the card is crosswise."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.veil)
        if self.model.crosswise:
            lying, tag = self._crosswise_places()
            for rect, radius in ((lying, paint.CORNER * lying.height()), (tag, tag.height() / 2)):
                painter.drawRoundedRect(to_its_edge(rect), radius, radius)
        else:
            radius = paint.CORNER * self._rect.width()
            painter.drawRoundedRect(to_its_edge(self._top), radius, radius)

    def paint_marks(self, painter: QPainter, theme: Theme) -> None:
        """Paint the marks.

        Only one ring is painted. The ring of a legal target has priority over that of the focus, which has priority
        over that of the last move.
        """
        marks = self.marks
        rect, top = self._rect, self._top
        radius = paint.CORNER * rect.width()
        aimed = bool(marks.target)
        if marks.last_move and not aimed and not marks.lit and not marks.focus:
            paint.pennant(painter, rect, marks.last_move, theme)
        if marks.call and not aimed and not marks.hidden:
            paint.call_ring(painter, top, theme, self._halo, inside=marks.marked or marks.focus)
        if marks.invite and not aimed:
            edge = self._edge_step * self.model.depth
            deep = rect.adjusted(0, 0, edge, edge)
            paint.halo(painter, deep, theme, self._halo)
        if aimed:
            if marks.over:
                self._tint(painter, rect, radius, theme.legal_fill)
                paint.ring(painter, rect, 6 * self._heft, theme.legal, 4.6 * theme.outline * self._heft, radius)
            else:
                paint.brackets(painter, rect, theme)
        elif marks.marked:
            paint.ring(painter, top, 6 * self._heft, theme.legal, 4.6 * theme.outline * self._heft, radius)
        elif marks.suggested and not (marks.focus or (marks.raised and marks.hidden)):
            painter.setOpacity(0.4 + 0.6 * self._halo)
            paint.brackets(painter, top, theme)
            painter.setOpacity(1.0)
        elif marks.lit and not marks.focus:
            paint.brackets(painter, rect, theme)
        elif marks.focus:
            paint.focus_ring(painter, top, theme)
        if marks.drawn and self._worded and self.model.face is not None and not marks.hidden:
            paint.tag(painter, top, marks.drawn, theme)
        if marks.refused:
            paint.ring(painter, rect, 2.5 * self._heft, theme.coup, 3 * theme.outline * self._heft, radius)
        words = marks.target if self._worded and aimed else marks.invite if not aimed else ""
        px = max(10.5, min(13.0 * rect.width() / 127, 15.6 * self._heft))
        if self._worded and (marks.call or marks.warning) and not marks.hidden and not words:
            fill, ink = (theme.coup_tag, theme.coup_tag_ink) if marks.call else (theme.message, theme.message_ink)
            foot = QPointF(top.center().x(), top.y() + top.height() * 0.815)
            paint.notice(painter, foot, marks.call or marks.warning, px, fill, ink, widest=rect.width() - 6)
        if words:
            height = max(20.0, 24 * px / 13)
            y = rect.y() + rect.height() * (0.765 if aimed else 0.838)
            paint.pill(
                painter,
                QPointF(rect.center().x(), y),
                words,
                px,
                theme,
                height=height,
                least=0.0 if aimed else rect.width() * 0.68,
                widest=rect.width() - 6,
            )

    def _tint(self, painter: QPainter, rect: QRectF, radius: float, colour: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, radius, radius)


def to_its_edge(card: QRectF) -> QRectF:
    """Return the area of a veil over this card, half a pixel larger so that no edge of the card is left."""
    return card.adjusted(-0.5, -0.5, 0.5, 0.5)


class _Above(QGraphicsItem):
    """The veil over a slot, and the marks of a slot that is veiled or a legal target.

    Qt caches a picture of the slot, but not of this item. Therefore the slot need not be repainted when a veil comes or
    goes, or when a card is held over a target.
    """

    def __init__(self, slot: SlotItem) -> None:
        super().__init__(slot)
        self._slot = slot

    def boundingRect(self) -> QRectF:
        return self._slot.boundingRect()

    def paint(self, painter: QPainter, option: object, widget: object = None) -> None:
        slot = self._slot
        if slot.theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if slot.veiled:
            slot.paint_veil(painter, slot.theme)
        slot.paint_marks(painter, slot.theme)
