"""The 19 faces of the 101 cards, their families, and which hazard, remedy and safety belong together.

Source: the tables of the rules page, which agree with the help of Mile Bones 2.1 and with the mille(6) manual page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from mile_bones.engine.errors import NotationError
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _


class Card(IntEnum):
    """A card face. ``card.notation`` is its name in records."""

    MILES_25 = 0
    MILES_50 = 1
    MILES_75 = 2
    MILES_100 = 3
    MILES_200 = 4
    OUT_OF_GAS = 5
    FLAT_TIRE = 6
    ACCIDENT = 7
    SPEED_LIMIT = 8
    STOP = 9
    GASOLINE = 10
    SPARE_TIRE = 11
    REPAIRS = 12
    END_OF_LIMIT = 13
    GO = 14
    EXTRA_TANK = 15
    PUNCTURE_PROOF = 16
    DRIVING_ACE = 17
    RIGHT_OF_WAY = 18

    @property
    def notation(self) -> str:
        """The name in records, such as "25" or "OUT_OF_GAS"."""
        return NOTATION[self]

    @property
    def miles(self) -> int:
        """The miles of a distance card, or 0 for any other card."""
        return MILES[self]


DISTANCES = (Card.MILES_25, Card.MILES_50, Card.MILES_75, Card.MILES_100, Card.MILES_200)
HAZARDS = (Card.OUT_OF_GAS, Card.FLAT_TIRE, Card.ACCIDENT, Card.SPEED_LIMIT, Card.STOP)
REMEDIES = (Card.GASOLINE, Card.SPARE_TIRE, Card.REPAIRS, Card.END_OF_LIMIT, Card.GO)
SAFETIES = (Card.EXTRA_TANK, Card.PUNCTURE_PROOF, Card.DRIVING_ACE, Card.RIGHT_OF_WAY)
BATTLE_HAZARDS = (Card.OUT_OF_GAS, Card.FLAT_TIRE, Card.ACCIDENT, Card.STOP)
"""The hazards that are played on a Battle pile. Speed Limit is played on a separate pile."""

CURE = dict(zip(HAZARDS, REMEDIES, strict=True))
"""The remedy that removes each hazard."""
GUARD = dict(zip(HAZARDS, (*SAFETIES[:3], Card.RIGHT_OF_WAY, Card.RIGHT_OF_WAY), strict=True))
"""The safety that protects from each hazard."""

MILES = (25, 50, 75, 100, 200, *(0,) * 14)
NOTATION = tuple(card.name.removeprefix("MILES_") for card in Card)
FULL_DECK = (10, 10, 10, 12, 4, 2, 2, 2, 3, 4, 6, 6, 6, 6, 14, 1, 1, 1, 1)
"""The number of cards with each face in the deck of 101, by card number."""

_BY_NOTATION = dict(zip(NOTATION, Card, strict=True))


def parse_card(text: str) -> Card:
    """Return the card with the notation ``text``. Raise NotationError if it is not a card."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise NotationError(_("“{text}” is not a card").format(text=excerpt(text))) from None


def notations(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the notations of ``cards``."""
    return tuple([NOTATION[card] for card in cards])


def parse_cards(texts: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards with the notations ``texts``. Raise NotationError at the first text that is not a card."""
    try:
        return tuple([_BY_NOTATION[text] for text in texts])
    except KeyError:
        return tuple(parse_card(text) for text in texts)  # raises NotationError for the first wrong text
