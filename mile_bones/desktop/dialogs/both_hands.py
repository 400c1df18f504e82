"""The dialog that shows both hands at the end, with a sentence about what became of each card, and the cards that
nobody drew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.card_list import CardList, CardLook, ShownCard
from mile_bones.desktop.dialogs.pictures import Picture
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.i18n import gettext as _
from mile_bones.i18n import pgettext

if TYPE_CHECKING:
    from mile_bones.desktop.table.ending import Dialogs

TOPIC = "fairness"
_CARS = ("icons/car_red.svg", "icons/car_blue.svg")
_COLUMNS = 6
_BETWEEN = 26  # pixels between the two sides, at scale 1


class Part(NamedTuple):
    """A group of cards with a title."""

    title: str
    cards: Sequence[ShownCard]


class Side(NamedTuple):
    """All cards of one player. ``note`` is shown beside the name. Both sides have the same kinds of parts."""

    name: str
    note: str
    parts: tuple[Part, ...]


class BothHandsDialog(BaseDialog):
    """Shows all cards of a hand. ``rest`` are the cards that were not drawn, shown below both sides."""

    def __init__(self, sides: tuple[Side, Side], rest: Part, look: CardLook, parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            title=_("Both hands"),
            subtitle=_("The deck was fixed before the first card was dealt. F1 tells how you can check that."),
            band="navy",
            topic=TOPIC,
            width=600,
        )
        self.setObjectName("both_hands_dialog")
        self.lists: list[CardList] = []
        self._look = look
        self._folded = False
        self._sides(sides)
        self._rest(rest)
        self.note = label(_("Point at a card, or go to it with the arrow keys, to read about it."), "muted", wrap=True)
        self.note.setMinimumWidth(self.px(220))
        self.note.setMinimumHeight(2 * self.note.fontMetrics().lineSpacing())
        self.note.setIndent(RING)
        self.buttons.takeAt(0)
        self.buttons.addWidget(self.note, 1)
        self.fair = self.add_button(_("Is it &fair?"))
        self.fair.clicked.connect(lambda: self.help_requested.emit(TOPIC))
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.close_button.clicked.connect(self.accept)

    def fit(self) -> None:
        """Take a height that the window allows, and let the cards scroll if necessary."""
        super().fit()
        if self.height() <= self.room():
            return
        if self.height() >= self.full_height:  # the cards do not scroll yet
            self.setMinimumWidth(self.minimumWidth() + self._area.verticalScrollBar().sizeHint().width())
        self._area.setMinimumHeight(self._area.minimumHeight() - self.height() + self.room())
        self.layout().activate()
        self.resize(self.minimumWidth(), self.room())

    def fold(self, narrow: bool) -> None:
        """Place the second side below the first one if `narrow`, else beside it."""
        if narrow != self._folded:
            self._folded = narrow
            self._place_sides()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.close_button.setFocus()

    # ------------------------------------------------------------------ parts

    def _sides(self, sides: tuple[Side, Side]) -> None:
        """Add a column for each side. The rows of both columns are level."""
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(self.px(_BETWEEN))
        self._grid.setVerticalSpacing(self.px(2))
        self._grid.setColumnStretch(2, 1)
        self._columns: list[list[QWidget]] = []
        for seat, side in enumerate(sides):
            column = [self._head(side, _CARS[seat]), _Rule()]
            for title, cards in side.parts:
                name = _("{player}: {cards}").format(player=side.name, cards=title)
                column += [self._title(title), self._cards(name, cards, _COLUMNS)]
            self._columns.append(column)
        self._place_sides()
        self.body.addLayout(self._grid)

    def _place_sides(self) -> None:
        for seat, column in enumerate(self._columns):
            for row, widget in enumerate(column):
                at = (seat * len(column) + row, 0) if self._folded else (row, seat)
                top = Qt.AlignmentFlag.AlignTop if isinstance(widget, CardList | PlainLabel) else Qt.AlignmentFlag(0)
                self._grid.addWidget(widget, *at, top)

    def _head(self, side: Side, car: str) -> QWidget:
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self.px(8))
        row.addWidget(Picture(car, 34, 16))
        heading, note = label(side.name, "heading"), label(side.note, "muted")
        heading.ensurePolished()
        room = self.px(_COLUMNS * self._look.cell - 34 - 2 * 8) - note.sizeHint().width()
        heading.setText(heading.fontMetrics().elidedText(side.name, Qt.TextElideMode.ElideMiddle, room))
        row.addWidget(heading)
        row.addWidget(note)
        row.addStretch(1)
        return head

    def _rest(self, rest: Part) -> None:
        self.body.addWidget(_Rule())
        self.body.addWidget(self._title(rest.title))
        if rest.cards:
            self.body.addWidget(self._cards(rest.title, rest.cards, 2 * _COLUMNS), 0, Qt.AlignmentFlag.AlignLeft)

    def _title(self, text: str) -> PlainLabel:
        """Return the title of the cards below, aligned with the edge of the first card."""
        made = label(text, "strong", wrap=True)
        made.setContentsMargins(self.px(self._look.inset), self.px(7), 0, 0)
        return made

    def _cards(self, name: str, cards: Sequence[ShownCard], columns: int) -> QWidget:
        """Return the cards as a list. If there are none, return a label with a text about that."""
        if not cards:
            none = label(pgettext("cards", "None"), "muted")
            none.setContentsMargins(self.px(self._look.inset), 0, 0, 0)
            return none
        made = CardList(name, cards, columns, self._look)
        made.told.connect(self._tell)
        made.moved.connect(lambda place: self._follow(made, place))
        self.lists.append(made)
        return made

    def _tell(self, sentence: str) -> None:
        self.note.setText(sentence)  # `note` is made after the cards

    def _follow(self, cards: CardList, place: QRect) -> None:
        """Scroll to the card that has the focus now."""
        content = self._area.widget()
        middle = cards.mapTo(content, place.center())
        self._area.ensureVisible(middle.x(), middle.y(), place.width() // 2, place.height() // 2 + self.px(4))


def open_both_hands(sides: tuple[Side, Side], rest: Part, look: CardLook, sheet: BaseDialog, dialogs: Dialogs) -> None:
    """Show both hands of a hand that has ended, over its score sheet. Afterwards the keyboard returns to the sheet."""
    dialog = BothHandsDialog(sides, rest, look, sheet)
    dialog.finished.connect(lambda _result: sheet.activateWindow())
    dialogs.open(dialog)


class _Rule(QWidget):
    """The heavy line below a name, as on the score sheet."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(2)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), themes.active()[0].panel_rule)
