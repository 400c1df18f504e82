"""The contents of the dialog that shows both hands of Mille after a deal, and the look of the cards in it."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.boards.montreal.card_names import ART
from mile_bones.desktop.boards.montreal.models import valued_name
from mile_bones.desktop.boards.montreal.pictures import SMALL_WIDTH, picture
from mile_bones.desktop.dialogs.both_hands import Part, Side
from mile_bones.desktop.dialogs.card_list import CardLook, ShownCard
from mile_bones.games.montreal.cards import Card
from mile_bones.games.montreal.names import card_name
from mile_bones.games.montreal.review import CardStory, DealReview, Fate, Origin
from mile_bones.i18n import format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _

LOOK = CardLook(
    lambda name, theme, width, ratio: picture(name, theme, width / SMALL_WIDTH, ratio, small=True), size=(46, 64)
)
CLOSE = LOOK._replace(size=(40, 56), cell=46)
"""The same look as ``LOOK``, but closer together, for cards without words below them."""


def shown(card: Card, sentence: str = "", caption: str = "", mark: str = "", *, faded: bool = False) -> ShownCard:
    """Return the card as an entry of a list. A screen reader says ``sentence``, or the card's name if it is empty."""
    name = valued_name(card)
    return ShownCard(name, ART[card], sentence or name, caption, mark, faded)


def sides(review: DealReview, names: Sequence[str]) -> tuple[Side, Side]:
    """Return both players' cards. ``names`` are the players' names, by seat."""
    return _side(review, 0, names[0]), _side(review, 1, names[1])


def rest(review: DealReview) -> Part:
    """Return the cards that were left in the stock."""
    stock = review.stock
    title = ngettext(
        "{count} card left in the stock", "{count} cards left in the stock, the next one first", len(stock)
    ).format(count=format_number(len(stock)))
    sentence = _("{card}: card {place} of the stock")
    cards = [shown(card, sentence.format(card=card_name(card), place=place)) for place, card in enumerate(stock, 1)]
    return Part(title if stock else _("No cards left in the stock"), cards)


def _side(review: DealReview, seat: int, name: str) -> Side:
    side = review.sides[seat]
    left = _("{card}: still in the hand at the end")
    kept = [shown(card, left.format(card=card_name(card))) for card in side.kept]
    parts = (
        Part(pgettext("cards", "Dealt"), [_with_story(story) for story in side.came(Origin.DEALT)]),
        Part(pgettext("cards", "Drawn"), [_with_story(story) for story in side.came(Origin.DRAWN)]),
        Part(pgettext("cards", "Taken with the pile"), [_with_story(story) for story in side.came(Origin.TAKEN)]),
        Part(pgettext("cards", "Left in the hand"), kept),
    )
    return Side(name, _("began this deal") if review.deal.first == seat else "", parts)


def _with_story(story: CardStory) -> ShownCard:
    captions = {
        Fate.LAID: pgettext("this card was", "Laid"),
        Fate.DISCARDED: pgettext("this card was", "Discarded"),
        Fate.KEPT: pgettext("this card was", "Kept"),
    }
    fate = story.fate
    mark = "amber" if fate is Fate.KEPT else ""
    return shown(story.card, _told(story), captions[fate], mark, faded=fate is Fate.DISCARDED)


def _told(story: CardStory) -> str:
    """Return a sentence about when the card came to the hand and what became of the card."""
    texts = {
        Origin.DEALT: {
            Fate.LAID: _("{card}: dealt, laid down in turn {left}"),
            Fate.DISCARDED: _("{card}: dealt, discarded in turn {left}"),
            Fate.KEPT: _("{card}: dealt, kept to the end"),
        },
        Origin.DRAWN: {
            Fate.LAID: _("{card}: drawn in turn {came}, laid down in turn {left}"),
            Fate.DISCARDED: _("{card}: drawn in turn {came}, discarded in turn {left}"),
            Fate.KEPT: _("{card}: drawn in turn {came}, kept to the end"),
        },
        Origin.TAKEN: {
            Fate.LAID: _("{card}: taken from the pile in turn {came}, laid down in turn {left}"),
            Fate.DISCARDED: _("{card}: taken from the pile in turn {came}, discarded in turn {left}"),
            Fate.KEPT: _("{card}: taken from the pile in turn {came}, kept to the end"),
        },
    }
    text = texts[story.origin][story.fate]
    return text.format(
        card=card_name(story.card),
        came=format_number(story.came),
        left="" if story.left is None else format_number(story.left),
    )
