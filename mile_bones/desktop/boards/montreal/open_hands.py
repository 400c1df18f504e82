"""What the dialog with both hands shows of a deal of Mille, and how its cards look in a list."""

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
"""The same where nothing is written below them."""


def shown(card: Card, sentence: str = "", caption: str = "", mark: str = "", *, faded: bool = False) -> ShownCard:
    """The card in a list; it says its name where it says nothing else."""
    name = valued_name(card)
    return ShownCard(name, ART[card], sentence or name, caption, mark, faded)


def sides(review: DealReview, names: Sequence[str]) -> tuple[Side, Side]:
    """Both players' cards. ``names`` are those of the two sides."""
    return _side(review, 0, names[0]), _side(review, 1, names[1])


def rest(review: DealReview) -> Part:
    """What the stock still held."""
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
    """All that is known of the card, in one sentence."""
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
