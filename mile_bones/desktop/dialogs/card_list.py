"""A list of small cards in rows, with a sentence about what became of each card.

It is a real list, so that the arrow keys move through the list and a screen reader reads one card after another. A
delegate draws the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFontMetricsF, QPainter, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QListWidgetItem, QStyleOptionViewItem, QWidget

from mile_bones.desktop.dialogs.row_list import SHOWN, RowDelegate, RowList
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.themes import Theme

CAPTIONED = 60
"""The distance from one card to the next if the cards have captions, in pixels at scale 1."""
_ABOVE, _BELOW = 6, 6  # free space around a card, or around a card and its caption
_CAPTION_GAP, _CAPTION = 4, 15
_LETTERS, _LEAST_LETTERS = 11.5, 10.5
_MOVES = QAbstractItemView.CursorAction
_TURNED_ROUND = {_MOVES.MoveLeft: _MOVES.MoveRight, _MOVES.MoveRight: _MOVES.MoveLeft}


class CardLook(NamedTuple):
    """The look of a game's cards in a list. All numbers are pixels at scale 1."""

    picture: Callable[[str, Theme, int, float], QPixmap]
    """A function that returns the picture of a card. Its arguments are the name of the card, the theme, the width in
    logical pixels and the device pixel ratio.
    """
    size: tuple[int, int]
    cell: int = CAPTIONED
    """The distance from one card to the next."""

    @property
    def inset(self) -> int:
        """The free space before the first card of a row."""
        return (self.cell - self.size[0]) // 2


@dataclass(frozen=True)
class ShownCard:
    """A card in a list. ``name`` is its name, and ``art`` the name of its picture.

    ``sentence`` is the card's tooltip and its text for screen readers. ``caption`` is shown below the card. With a
    ``mark`` ("amber" or "coup") the caption is on a patch of that colour. A ``faded`` card was never of use.
    """

    name: str
    art: str
    sentence: str
    caption: str = ""
    mark: str = ""
    faded: bool = False


class CardList(RowList):
    """A list of cards in rows of ``columns``, or of fewer if there is less room. The list does not scroll, because it
    is exactly as high as its rows.

    ``told`` is emitted with the sentence of the card under the pointer or with the focus. ``moved`` is emitted with the
    rectangle of the card that has got the focus, in the coordinates of the list.
    """

    told = Signal(str)
    moved = Signal(QRect)

    def __init__(
        self, name: str, cards: Sequence[ShownCard], columns: int, look: CardLook, parent: QWidget | None = None
    ) -> None:
        super().__init__(name, parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QListWidget { background: transparent; border: none; padding: 0; }")
        self.setViewMode(QListView.ViewMode.ListMode)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(CardList.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._columns = columns
        self._room: int | None = None
        self.look = look
        self.setItemDelegate(_Delegate(self))
        self.show_cards(cards)
        self.itemEntered.connect(lambda item: self.told.emit(item.data(SHOWN).sentence))
        self.currentItemChanged.connect(self._current_changed)

    def show_cards(self, cards: Sequence[ShownCard]) -> None:
        """Show these cards instead of the previous ones."""
        scale = themes.active()[1]
        height = _ABOVE + self.look.size[1] + _BELOW
        if any(shown.caption for shown in cards):
            height += _CAPTION_GAP + _CAPTION
        self.cell = QSize(round(self.look.cell * scale), round(height * scale))
        self.show_rows((shown.name, shown) for shown in cards)
        self._measure()

    def narrow(self, room: int | None) -> None:
        """Put only as many cards in a row as fit into `room` pixels, but at least one. If `room` is None, there is no
        limit.
        """
        if room != self._room:
            self._room = room
            self._measure()

    def _measure(self) -> None:
        columns = self._columns
        if self._room is not None:
            columns = max(1, min(columns, (self._room - 1) // self.cell.width()))
        rows = -(-self.count() // columns)
        self.setFixedSize(columns * self.cell.width() + 1, rows * self.cell.height())
        self.scheduleDelayedItemsLayout()  # otherwise cards keep their places when the list gets wider

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex | QPersistentModelIndex:
        """Move to the card in the direction of an arrow key.

        In a right-to-left language Qt mirrors the cards, but not the keys.
        """
        if self.isRightToLeft():
            action = _TURNED_ROUND.get(action, action)
        return super().moveCursor(action, modifiers)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel, so that the widget around the list handles it."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Focus a card, and emit its sentence again."""
        if self.currentRow() < 0:
            self.setCurrentRow(0)
        else:
            self.told.emit(self.currentItem().data(SHOWN).sentence)
        super().focusInEvent(event)

    def _current_changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.told.emit(item.data(SHOWN).sentence)
            self.moved.emit(self.visualItemRect(item))


class _Delegate(RowDelegate):
    """Draws a card, its caption, and the ring around the card that has the focus."""

    def __init__(self, cards: CardList) -> None:
        super().__init__(cards)
        self._cards = cards

    def size(self, shown: ShownCard) -> QSize:
        return self._cards.cell

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, row: int, shown: ShownCard) -> None:
        theme, scale = themes.active()
        cell = QRectF(option.rect)
        look = self._cards.look
        width, height = (round(side * scale) for side in look.size)
        left = cell.left() + (cell.width() - width) // 2
        box = QRectF(left, cell.top() + round(_ABOVE * scale), width, height)
        ratio = self._cards.devicePixelRatioF()
        face = look.picture(shown.art, theme, width, ratio)
        if shown.faded:
            painter.setOpacity(0.5)
        painter.drawPixmap(box.topLeft(), face)
        painter.setOpacity(1)
        if shown.caption:
            room = QRectF(cell.left(), box.bottom() + _CAPTION_GAP * scale, cell.width(), _CAPTION * scale)
            self._caption(painter, shown, room, max(_LETTERS * scale, _LEAST_LETTERS))
        if self._cards.hasFocus() and self._cards.currentRow() == row:
            ring = box.adjusted(-2, -2, 2, 2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for colour, thickness in ((theme.focus_outer, 5), (theme.focus, 3)):
                painter.setPen(QPen(colour, thickness))
                painter.drawRoundedRect(ring, 6, 6)

    def _caption(self, painter: QPainter, shown: ShownCard, room: QRectF, size: float) -> None:
        theme, scale = themes.active()
        made = themes.font(size, "Bold" if shown.mark else "SemiBold")
        metrics = QFontMetricsF(made)
        text = metrics.elidedText(shown.caption, Qt.TextElideMode.ElideRight, room.width() - 4)
        ink: QColor = theme.panel_secondary
        if shown.mark:
            ground, ink = {
                "amber": (theme.amber, theme.amber_ink),
                "coup": (theme.coup_tag, theme.coup_tag_ink),
            }[shown.mark]
            pill = QRectF(0, 0, min(metrics.horizontalAdvance(text) + 12 * scale, room.width() - 2), room.height() + 1)
            pill.moveCenter(room.center())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.setFont(made)
        painter.setPen(ink)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), text)
