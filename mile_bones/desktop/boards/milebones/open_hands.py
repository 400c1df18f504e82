"""The contents of the dialog that shows both hands of Mile Bones after the end of a hand, and the look of the cards in
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mile_bones.desktop.boards.milebones.models import ART
from mile_bones.desktop.boards.milebones.pictures import SMALL_WIDTH, picture
from mile_bones.desktop.dialogs.both_hands import Part, Side
from mile_bones.desktop.dialogs.card_list import CardLook, ShownCard
from mile_bones.games.milebones.review import CardStory, Fate, HandReview
from mile_bones.games.milebones.words import card_name
from mile_bones.i18n import format_number, ngettext, pgettext
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.games.milebones.cards import Card

LOOK = CardLook(
    lambda name, theme, width, ratio: picture(name, theme, width / SMALL_WIDTH, ratio, small=True),
    size=(46, 55),  # a card without the zone of its name
)


def shown(card: Card, sentence: str = "", caption: str = "", mark: str = "", *, faded: bool = False) -> ShownCard:
    """Return the card as an entry of a list. A screen reader says ``sentence``, or the card's name if it is empty."""
    name = card_name(card)
    return ShownCard(name, ART[card], sentence or name, caption, mark, faded)


def sides(review: HandReview, names: Sequence[str]) -> tuple[Side, Side]:
    """Return both players' cards. ``names`` are the players' names, by seat."""
    return _side(review, 0, names[0]), _side(review, 1, names[1])


def rest(review: HandReview) -> Part:
    """Return the cards that were left in the deck."""
    deck = review.deck
    title = ngettext(
        "{count} card left in the deck", "{count} cards left in the deck, the next one first", len(deck)
    ).format(count=format_number(len(deck)))
    sentence = _("{card}: card {place} of the deck")
    cards = [shown(card, sentence.format(card=card_name(card), place=place)) for place, card in enumerate(deck, 1)]
    return Part(title if deck else _("No cards left in the deck"), cards)


def _side(review: HandReview, seat: int, name: str) -> Side:
    side = review.sides[seat]
    left = _("{card}: still in the hand at the end")
    kept = [shown(card, left.format(card=card_name(card))) for card in side.kept]
    parts = (
        Part(pgettext("cards", "Dealt"), [_with_story(story) for story in side.dealt]),
        Part(pgettext("cards", "Drawn"), [_with_story(story) for story in side.drawn]),
        Part(pgettext("cards", "Left in the hand"), kept),
    )
    return Side(name, _("began this hand") if review.deal.first == seat else "", parts)


def _with_story(story: CardStory) -> ShownCard:
    captions = {
        Fate.PLAYED: pgettext("this card was", "Played"),
        Fate.COUP: pgettext("this card was", "Coup"),
        Fate.DISCARDED: pgettext("this card was", "Discarded"),
        Fate.KEPT: pgettext("this card was", "Kept"),
    }
    marks = {Fate.COUP: "coup", Fate.KEPT: "amber"}
    fate = story.fate
    return shown(story.card, _told(story), captions[fate], marks.get(fate, ""), faded=fate is Fate.DISCARDED)


def _told(story: CardStory) -> str:
    """Return a sentence about when the card came to the hand and what became of the card."""
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
