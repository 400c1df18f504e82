"""A slot of the table: an empty outline or a card on its pile, and the marks of its state."""

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
"""Rings, halos and the lifted card reach this far beyond the slot; as all that is told in pixels here further around a
card that is larger than at 1920x1080."""
_BELOW = 18.5
"""The tag of a card just drawn reaches further."""
_LIFT = 5.0
_CALL_LIFT = 8.0
"""A card that calls to be played now is raised further than one under the pointer."""
_TAG_ROOM = 0.07
"""A card that lies crosswise moves up by this part of its width, to leave room for its tag."""


_GHOST_OFF = (-0.07, -0.09)
"""Where a ghost lies beside what it lies on, as parts of a card's width: what is there is still seen."""
_GHOST, _GHOST_ON_CARD, _PLAIN_GHOST = 0.62, 0.84, 0.92
"""How much of a ghost is seen: on an empty place, on a card, and in high contrast."""


class Ghost(NamedTuple):
    """A card that is not there, but might be: the art of it, the word that stands on it, and what a screen reader says
    of it at this place. ``below``: the art of others that lie below it, to its left."""

    face: str
    word: str
    text: str
    below: tuple[str, ...] = ()


@dataclass
class SlotMarks:
    """The state of a slot on the screen; nothing of it is stored in a game."""

    focus: bool = False
    hover: bool = False
    target: str = ""
    """The words of the pill on a legal target; empty: it is none."""
    over: bool = False
    dimmed: bool = False
    last_move: str = ""
    """The words of the pennant; empty: not the last move."""
    invite: str = ""
    """The words of the pill on the deck when a card is to be drawn."""
    call: str = ""
    """The words on a card that had better be played now: it is raised and ringed."""
    lit: bool = False
    """What calls would go here: as a target, but without words."""
    suggested: str = ""
    """What is suggested is done with this card or here: as a target. The words are for screen readers; empty: it is
    not."""
    raised: bool = False
    """The card that is suggested."""
    warning: str = ""
    """What would be lost by pressing this place, which is veiled; empty: nothing."""
    hidden: bool = False
    """Its card is in flight or in the hand of the player's pointer."""
    marked: bool = False
    selected: bool = False
    """One of several that are to be moved together: it stands out of its row."""
    drawn: str = ""
    """The words of the tag of a card that was drawn in this turn; empty: it was not."""
    refused: bool = False
    ghost: Ghost | None = None
    """A card that would have been put here."""


_SAID = frozenset({"target", "last_move", "drawn", "suggested", "ghost", "marked", "selected"})
"""The marks that are in the words for screen readers."""


class SlotItem(QGraphicsItem):
    """Draws one slot. Everything is painted from cached pixmaps and a few strokes."""

    dimmed_opacity: float | None = 0.58
    """The opacity of a dimmed place without a card, or None if such a place is painted in another way."""

    def __init__(self, place: str, faces: CardArt) -> None:
        super().__init__()
        # Qt keeps what lies still as a pixmap: a frame in which a card moves over it takes half the time.
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
        """Its model or a mark has changed since its words for screen readers were made."""
        self._above: _Above | None = None

    @property
    def rect(self) -> QRectF:
        """The slot in scene coordinates."""
        return self._rect

    @property
    def theme(self) -> Theme | None:
        """The colours; None as long as it has lain nowhere."""
        return self._theme

    def place_at(self, rect: Rect, theme: Theme, mirrored: bool) -> None:
        """Lie here, in these colours."""
        self.prepareGeometryChange()
        self._rect = paint.qrect(rect)
        self._heft = heft(rect.w)
        self._theme = theme
        self._mirrored = mirrored
        self.update()

    def show_words(self, shown: bool) -> None:
        """Whether there is room for words on it: where there is none, what they mean is told by rings and brackets, and
        by the magnifier. Only the invitation to click stays."""
        if shown != self._worded:
            self._worded = shown
            self.update()
            self._update_above()

    def show_model(self, model: SlotModel) -> None:
        """Show something else."""
        if model != self.model:
            self.model = model
            self.reworded = True
            self.update()
            self._update_above()

    def mark(self, **marks: object) -> None:
        """Change some of the marks, by the names of ``SlotMarks``."""
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
        """Whether another picture is to be painted after a change of these marks. What lies above it is not part of it:
        all cards but a few are veiled, and no longer, in one frame."""
        if changed != {"dimmed"}:
            return bool(changed - {"over"})
        looks_the_same = self._shows_card or self.dimmed_opacity is not None
        return not (looks_the_same and self._only_dimmed)

    @property
    def _only_dimmed(self) -> bool:
        """It has no other mark."""
        return self.marks == type(self.marks)(dimmed=self.marks.dimmed)

    def _fade(self) -> None:
        """Let Qt show its picture of an empty place less strongly if the place is dimmed and has no other mark."""
        fades = self.marks.dimmed and not self._shows_card and self._only_dimmed
        self.setOpacity(self.dimmed_opacity if fades and self.dimmed_opacity is not None else 1.0)

    def dim(self, painter: QPainter) -> None:
        """Paint an empty place less strongly if the place is dimmed and Qt does not fade its picture."""
        if self.marks.dimmed and self.dimmed_opacity is not None and self.opacity() == 1.0:
            painter.setOpacity(self.dimmed_opacity)

    @property
    def _shows_card(self) -> bool:
        return self.model.face is not None and not (self.marks.hidden and self.model.depth == 0)

    @property
    def veiled(self) -> bool:
        """What lies here is covered by a veil."""
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
        """The strength of the halo, or of the ring around a card that calls, 0 to 1."""
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
            bare = not (marks.target or marks.invite or marks.ghost)  # else a pill lies there
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
        """Where the top card lies: a little higher than its slot, if it is raised."""
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
        """Beside what lies here."""
        width = self._rect.width()
        off = width * _GHOST_OFF[0] * (-1 if self._mirrored else 1), width * _GHOST_OFF[1]
        rect = self._rect.translated(*off)
        self.paint_ghost_card(painter, rect, ghost.face, theme, empty=self.model.face is None)
        self.paint_ghost_word(painter, rect, ghost.word, theme)

    def paint_ghost_card(self, painter: QPainter, rect: QRectF, face: str, theme: Theme, *, empty: bool) -> None:
        """A card, seen through, inside a broken line; ``empty``: over an empty place."""
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
        """On the card that lies there."""
        width = rect.width()
        px = max(10.5, min(13.0 * width / 127, 15.6 * heft(width)))
        middle = QPointF(rect.center().x(), rect.y() + 0.765 * rect.height())
        paint.pill(painter, middle, word, px, theme, height=max(20.0, 24 * px / 13), widest=width + 20)

    def picture(self, face: str) -> QPixmap:
        """The art of a card, as large as the slot."""
        return self._faces.face(face)

    @property
    def _edge_step(self) -> float:
        """How far each card below the top card sticks out; the deck is more tightly packed."""
        return (1.7 if self.model.face == BACK else 2.2) * self._rect.width() / 127

    def _paint_crosswise(self, painter: QPainter, theme: Theme) -> None:
        """A safety won by a coup fourré: turned by a quarter, as long as the slot is wide, ringed and tagged."""
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
        """Where a card lies that is turned by a quarter, and its tag."""
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
        """Over all that can be taken from here or brought here."""
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
        """At one distance one ring only: a legal target wins over the focus, the focus over the last move."""
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
    """What a veil over this card covers, so that no line of it is left around."""
    return card.adjusted(-0.5, -0.5, 0.5, 0.5)


class _Above(QGraphicsItem):
    """The veil over a slot, and the marks of one that is veiled or a legal target. Of the slot Qt keeps a picture,
    which need not be painted anew where all others are veiled, or a card comes over a target; of this it keeps none."""

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
