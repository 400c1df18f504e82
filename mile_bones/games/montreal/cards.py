"""The 52 faces of the two packs, their points and their notation.

A card is the number of its face, which is 4 times the rank plus the suit. So cards that are sorted by number are in the
order of the notation: by rank from 2 to ace, then by suit. A multiset of cards is a ``Counts``: bytes with the number
of cards of each face.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from mile_bones.engine.errors import NotationError
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _

Card: TypeAlias = int
"""The number of a face, 0 to 51. The two cards with one face are interchangeable."""
Rank: TypeAlias = int
"""A rank, 0 to 12 for 2 to ace."""
Counts: TypeAlias = bytes | bytearray
"""The number of cards of each face, by the number of the face."""

FACES = range(52)
RANKS = range(13)
SUITS = range(4)
"""The suits: 0 spades, 1 hearts, 2 diamonds, 3 clubs."""
TWO: Rank = 0
"""The rank of the wild cards."""
COPIES = 2
"""The number of cards with the same face."""
EIGHT = 8
"""The number of cards with the same rank in the two packs."""
DECK_SIZE = COPIES * len(FACES)
HAND_SIZE = 15

RANK_NOTATION = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_NOTATION = ("S", "H", "D", "C")
NOTATION = tuple(rank + suit for rank in RANK_NOTATION for suit in SUIT_NOTATION)
"""The names in records, such as "10D", by card."""

_BY_NOTATION = {name: card for card, name in enumerate(NOTATION)}
_RANK_BY_NOTATION = {name: rank for rank, name in enumerate(RANK_NOTATION)}

QUEEN_OF_SPADES: Card = _BY_NOTATION["QS"]
JACK_OF_DIAMONDS: Card = _BY_NOTATION["JD"]
_USUAL_VALUES = (20, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 15)
VALUES = tuple(
    {QUEEN_OF_SPADES: 100, JACK_OF_DIAMONDS: 50}.get(card, _USUAL_VALUES[card // len(SUITS)]) for card in FACES
)
"""The points of each card."""

NONE = bytes(len(FACES))
"""The ``Counts`` of an empty collection of cards."""
FULL_DECK = bytes([COPIES]) * len(FACES)


def rank_of(card: Card) -> Rank:
    """Return the rank of a card."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return the suit of a card: 0 to 3 for spades, hearts, diamonds and clubs."""
    return card & 3


def counted(cards: Iterable[Card]) -> bytes:
    """Return the number of cards of each face."""
    counts = bytearray(NONE)
    for card in cards:
        counts[card] += 1
    return bytes(counts)


def listed(counts: Counts) -> tuple[Card, ...]:
    """Return the cards one by one, in the order of their numbers."""
    return tuple([card for card, count in enumerate(counts) if count for _copy in range(count)])


def value(counts: Counts) -> int:
    """Return the points of these cards together."""
    return sum([VALUES[card] * count for card, count in enumerate(counts) if count])


def parse_card(text: str) -> Card:
    """Return the card with the notation ``text``. Raise NotationError if it is not a card."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise NotationError(_("“{text}” is not a card").format(text=excerpt(text))) from None


def parse_cards(texts: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards with the notations ``texts``. Raise NotationError at the first text that is not a card."""
    return tuple([parse_card(text) for text in texts])


def parse_rank(text: str) -> Rank:
    """Return the rank with the notation ``text``. Raise NotationError if it is not a rank."""
    try:
        return _RANK_BY_NOTATION[text]
    except KeyError:
        raise NotationError(_("“{text}” is not a rank of cards").format(text=excerpt(text))) from None


def notations(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the names of these cards in records."""
    return tuple([NOTATION[card] for card in cards])
