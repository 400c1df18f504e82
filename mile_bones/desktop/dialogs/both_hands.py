"""Both hands after a hand: every card that was dealt and drawn, what became of it, and what the deck still held."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from mile_bones.desktop.dialogs.card_list import CELL, INSET, CardList, ShownCard
from mile_bones.desktop.dialogs.base import BaseDialog, label
from mile_bones.desktop.dialogs.pictures import Picture
from mile_bones.desktop.look import theme as themes
from mile_bones.desktop.look.style_sheet import RING
from mile_bones.desktop.plain_text import PlainLabel
from mile_bones.games.milebones import Card
from mile_bones.games.milebones.review import CardStory, Fate, HandReview
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _

TOPIC = "fairness"
_CARS = ("icons/car_red.svg", "icons/car_blue.svg")
_COLUMNS = 6  # so that the cards that were dealt make one row
_BETWEEN = 26  # pixels between the two sides, at scale 1


class BothHandsDialog(BaseDialog):
    """The whole hand, laid open. ``names`` are those of the two sides."""

    def __init__(self, review: HandReview, names: Sequence[str], parent: QWidget | None = None) -> None:
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
        self._sides(review, names)
        self._deck(review.deck)
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
        """Not higher than the window allows: the cards scroll."""
        super().fit()
        if self.height() <= self.room():
            return
        if self.height() >= self.full_height:  # nothing has scrolled yet
            self.setMinimumWidth(self.minimumWidth() + self._area.verticalScrollBar().sizeHint().width())
        self._area.setMinimumHeight(self._area.minimumHeight() - self.height() + self.room())
        self.layout().activate()
        self.resize(self.minimumWidth(), self.room())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.close_button.setFocus()

    # ------------------------------------------------------------------ parts

    def _sides(self, review: HandReview, names: Sequence[str]) -> None:
        """Two columns that keep their rows level."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(self.px(_BETWEEN))
        grid.setVerticalSpacing(self.px(2))
        grid.setColumnStretch(2, 1)
        for seat, side in enumerate(review.sides):
            grid.addLayout(self._head(names[seat], _CARS[seat], began=review.deal.first == seat), 0, seat)
            grid.addWidget(_Rule(), 1, seat)
            parts = (
                (pgettext("cards", "Dealt"), [_shown(story) for story in side.dealt]),
                (pgettext("cards", "Drawn"), [_shown(story) for story in side.drawn]),
                (pgettext("cards", "Left in the hand"), [_left_over(card) for card in side.kept]),
            )
            for number, (title, cards) in enumerate(parts):
                grid.addWidget(self._title(title), 2 * number + 2, seat)
                name = _("{player}: {cards}").format(player=names[seat], cards=title)
                grid.addWidget(self._cards(name, cards, _COLUMNS), 2 * number + 3, seat, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(grid)

    def _head(self, name: str, car: str, *, began: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self.px(8))
        row.addWidget(Picture(car, 34, 16))
        heading, note = label(name, "heading"), label(_("began this hand") if began else "", "muted")
        heading.ensurePolished()
        room = self.px(_COLUMNS * CELL - 34 - 2 * 8) - note.sizeHint().width()
        heading.setText(heading.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room))
        row.addWidget(heading)
        row.addWidget(note)
        row.addStretch(1)
        return row

    def _deck(self, deck: Sequence[Card]) -> None:
        title = ngettext(
            "{count} card left in the deck", "{count} cards left in the deck, the next one first", len(deck)
        ).format(count=format_number(len(deck)))
        self.body.addWidget(_Rule())
        self.body.addWidget(self._title(title if deck else _("No cards left in the deck")))
        shown = [
            ShownCard(card, _("{card}: card {place} of the deck").format(card=card_name(card), place=place))
            for place, card in enumerate(deck, 1)
        ]
        if shown:
            self.body.addWidget(self._cards(title, shown, 2 * _COLUMNS), 0, Qt.AlignmentFlag.AlignLeft)

    def _title(self, text: str) -> PlainLabel:
        """What the cards below are, over the edge of the first."""
        made = label(text, "strong")
        made.setContentsMargins(self.px(INSET), self.px(7), 0, 0)
        return made

    def _cards(self, name: str, cards: Sequence[ShownCard], columns: int) -> QWidget:
        """The cards as a list, or the word for none."""
        if not cards:
            none = label(pgettext("cards", "None"), "muted")
            none.setContentsMargins(self.px(INSET), 0, 0, 0)
            return none
        made = CardList(name, cards, columns)
        made.told.connect(self._tell)
        made.moved.connect(lambda place: self._follow(made, place))
        self.lists.append(made)
        return made

    def _tell(self, sentence: str) -> None:
        self.note.setText(sentence)  # the note is made after the cards

    def _follow(self, cards: CardList, place: QRect) -> None:
        """Scroll to the card that the focus has gone to."""
        content = self._area.widget()
        middle = cards.mapTo(content, place.center())
        self._area.ensureVisible(middle.x(), middle.y(), place.width() // 2, place.height() // 2 + self.px(4))


class _Rule(QWidget):
    """The heavy line under a head, as on the score sheet."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(2)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), themes.active()[0].panel_rule)


def _shown(story: CardStory) -> ShownCard:
    captions = {
        Fate.PLAYED: pgettext("this card was", "Played"),
        Fate.COUP: pgettext("this card was", "Coup"),
        Fate.DISCARDED: pgettext("this card was", "Discarded"),
        Fate.KEPT: pgettext("this card was", "Kept"),
    }
    marks = {Fate.COUP: "coup", Fate.KEPT: "amber"}
    fate = story.fate
    return ShownCard(story.card, _told(story), captions[fate], marks.get(fate, ""), faded=fate is Fate.DISCARDED)


def _left_over(card: Card) -> ShownCard:
    return ShownCard(card, _("{card}: still in the hand at the end").format(card=card_name(card)))


def _told(story: CardStory) -> str:
    """All that is known of the card, in one sentence."""
    if story.came == 0:
        texts = {
            Fate.PLAYED: _("{card}: dealt, played in turn {left}"),
            Fate.COUP: _("{card}: dealt, played as a coup fourré in turn {left}"),
            Fate.DISCARDED: _("{card}: dealt, discarded in turn {left}"),
            Fate.KEPT: _("{card}: dealt, kept to the end"),
        }
    else:
        texts = {
            Fate.PLAYED: _("{card}: drawn in turn {came}, played in turn {left}"),
            Fate.COUP: _("{card}: drawn in turn {came}, played as a coup fourré in turn {left}"),
            Fate.DISCARDED: _("{card}: drawn in turn {came}, discarded in turn {left}"),
            Fate.KEPT: _("{card}: drawn in turn {came}, kept to the end"),
        }
    return texts[story.fate].format(card=card_name(story.card), came=story.came, left=story.left)
