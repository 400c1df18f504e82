"""The 19 faces of the 101 cards, their families, and what belongs together.

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
        """The name in records: "25", "OUT_OF_GAS"."""
        return NOTATION[self]

    @property
    def miles(self) -> int:
        """The miles of a distance card, 0 for any other."""
        return MILES[self]


DISTANCES = (Card.MILES_25, Card.MILES_50, Card.MILES_75, Card.MILES_100, Card.MILES_200)
HAZARDS = (Card.OUT_OF_GAS, Card.FLAT_TIRE, Card.ACCIDENT, Card.SPEED_LIMIT, Card.STOP)
REMEDIES = (Card.GASOLINE, Card.SPARE_TIRE, Card.REPAIRS, Card.END_OF_LIMIT, Card.GO)
SAFETIES = (Card.EXTRA_TANK, Card.PUNCTURE_PROOF, Card.DRIVING_ACE, Card.RIGHT_OF_WAY)
BATTLE_HAZARDS = (Card.OUT_OF_GAS, Card.FLAT_TIRE, Card.ACCIDENT, Card.STOP)
"""The hazards that are played on a Battle pile; Speed Limit has a pile of its own."""

CURE = dict(zip(HAZARDS, REMEDIES, strict=True))
"""Hazard to the remedy that takes it away."""
GUARD = dict(zip(HAZARDS, (*SAFETIES[:3], Card.RIGHT_OF_WAY, Card.RIGHT_OF_WAY), strict=True))
"""Hazard to the safety that protects from it."""

MILES = (25, 50, 75, 100, 200, *(0,) * 14)
NOTATION = tuple(card.name.removeprefix("MILES_") for card in Card)
FULL_DECK = (10, 10, 10, 12, 4, 2, 2, 2, 3, 4, 6, 6, 6, 6, 14, 1, 1, 1, 1)
"""How many of each face the deck of 101 holds, by card number."""

_BY_NOTATION = dict(zip(NOTATION, Card, strict=True))


def parse_card(text: str) -> Card:
    """The card with this notation. NotationError for anything else."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise NotationError(_("“{text}” is not a card").format(text=excerpt(text))) from None


def notations(cards: Iterable[Card]) -> tuple[str, ...]:
    """The notations of these cards."""
    return tuple([NOTATION[card] for card in cards])


def parse_cards(texts: Sequence[str]) -> tuple[Card, ...]:
    """The cards with these notations. NotationError for anything else."""
    try:
        return tuple([_BY_NOTATION[text] for text in texts])
    except KeyError:
        return tuple(parse_card(text) for text in texts)  # says which of them
