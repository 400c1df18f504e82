"""The 52 faces of the two packs, what they are worth, and how they are written.

A card is the number of its face, 4 times the rank plus the suit: so cards in the order of their numbers lie as the
rules want them written, by rank from 2 to ace, then by suit. Cards in some number are ``Counts``: bytes, one a face.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from mile_bones.engine.errors import NotationError
from mile_bones.engine.excerpt import excerpt
from mile_bones.i18n import gettext as _

Card: TypeAlias = int
"""0 to 51, the number of a face. Two cards with one face are the same."""
Rank: TypeAlias = int
"""0 to 12, from 2 to ace."""
Counts: TypeAlias = bytes | bytearray
"""How many of each face there are, by its number."""

FACES = range(52)
RANKS = range(13)
SUITS = range(4)
"""Spades, hearts, diamonds, clubs."""
TWO: Rank = 0
"""The rank of the wild cards."""
COPIES = 2
"""How many cards have the same face."""
EIGHT = 8
"""How many have the same rank."""
DECK_SIZE = COPIES * len(FACES)
HAND_SIZE = 15

RANK_NOTATION = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_NOTATION = ("S", "H", "D", "C")
NOTATION = tuple(rank + suit for rank in RANK_NOTATION for suit in SUIT_NOTATION)
"""The names in records, by card: "10D"."""

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
"""No cards at all."""
FULL_DECK = bytes([COPIES]) * len(FACES)


def rank_of(card: Card) -> Rank:
    """The rank of a card."""
    return card >> 2


def suit_of(card: Card) -> int:
    """The suit of a card: 0 to 3, spades, hearts, diamonds, clubs."""
    return card & 3


def counted(cards: Iterable[Card]) -> bytes:
    """How many of each face these cards have."""
    counts = bytearray(NONE)
    for card in cards:
        counts[card] += 1
    return bytes(counts)


def listed(counts: Counts) -> tuple[Card, ...]:
    """The cards one by one, by their numbers."""
    return tuple([card for card, count in enumerate(counts) if count for _copy in range(count)])


def value(counts: Counts) -> int:
    """What these cards are worth together."""
    return sum([VALUES[card] * count for card, count in enumerate(counts) if count])


def parse_card(text: str) -> Card:
    """The card with this notation. NotationError for anything else."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise NotationError(_("“{text}” is not a card").format(text=excerpt(text))) from None


def parse_cards(texts: Sequence[str]) -> tuple[Card, ...]:
    """The cards with these notations. NotationError for anything else."""
    return tuple([parse_card(text) for text in texts])


def parse_rank(text: str) -> Rank:
    """The rank with this notation. NotationError for anything else."""
    try:
        return _RANK_BY_NOTATION[text]
    except KeyError:
        raise NotationError(_("“{text}” is not a rank of cards").format(text=excerpt(text))) from None


def notations(cards: Iterable[Card]) -> tuple[str, ...]:
    """The names of these cards in records."""
    return tuple([NOTATION[card] for card in cards])
