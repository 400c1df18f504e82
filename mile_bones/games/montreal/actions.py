"""The choices of a player, each of which is one step of a turn.

Each action exists once: as ``DRAW`` or ``TURNED``, or in ``PILE[pair]``, ``LAY[cards]``, ``ADD[card, rank]`` or
``DISCARD[card]``.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations_with_replacement
from typing import NamedTuple

from mile_bones.engine.errors import NotationError
from mile_bones.engine.excerpt import excerpt
from mile_bones.games.montreal.cards import (
    COPIES,
    FACES,
    NOTATION,
    RANK_NOTATION,
    RANKS,
    SUITS,
    TWO,
    Card,
    Rank,
    parse_card,
    parse_rank,
    rank_of,
)
from mile_bones.i18n import gettext as _


class Kind(IntEnum):
    """The kind of an action. Its name in lower case is the first word of the action's notation."""

    DRAW = 0
    """Take the top card of the stock."""
    PILE = 1
    """Take the whole discard pile, and lay down its top card with two cards of the hand."""
    TURNED = 2
    """Take the 2 that the deal turned up, on the very first turn."""
    LAY = 3
    """Lay down a new set of three cards."""
    ADD = 4
    """Add one card to one of the player's own sets."""
    DISCARD = 5
    """Discard a card, which ends the turn."""


class Action(NamedTuple):
    """A choice of a player.

    ``cards`` are the cards that leave the hand, and ``rank`` is the rank of the set to which they go.
    """

    kind: Kind
    cards: tuple[Card, ...] = ()
    rank: Rank | None = None

    def __str__(self) -> str:
        words = [self.kind.name.lower(), *(NOTATION[card] for card in self.cards)]
        if self.kind is Kind.ADD and self.rank is not None:
            words.append(RANK_NOTATION[self.rank])
        return " ".join(words)


def _faces(rank: Rank) -> tuple[Card, ...]:
    return tuple(4 * rank + suit for suit in SUITS)


def _choices(cards: tuple[Card, ...], number: int) -> list[tuple[Card, ...]]:
    """Return every way to take ``number`` of these faces. Each face may be taken twice."""
    ways = combinations_with_replacement(cards, number)
    return [way for way in ways if all(way.count(card) <= COPIES for card in way)]


def _new_sets(rank: Rank) -> list[tuple[Card, ...]]:
    """Return all sets of three cards of this rank, in the order of the notation. The sets without a 2 come first."""
    if rank == TWO:
        return _choices(_faces(TWO), 3)
    return [
        own + wilds
        for naturals in (3, 2, 1)
        for own in _choices(_faces(rank), naturals)
        for wilds in _choices(_faces(TWO), 3 - naturals)
    ]


DRAW = Action(Kind.DRAW)
TURNED = Action(Kind.TURNED)
PILE = {pair: Action(Kind.PILE, pair, rank) for rank in RANKS for pair in _choices(_faces(rank), 2)}
LAY = {cards: Action(Kind.LAY, cards, rank) for rank in RANKS for cards in _new_sets(rank)}
ADD = {
    (card, rank): Action(Kind.ADD, (card,), rank)
    for rank in RANKS
    for card in (*_faces(TWO), *(() if rank == TWO else _faces(rank)))
}
DISCARD = tuple(Action(Kind.DISCARD, (card,), rank_of(card)) for card in FACES)

ACTIONS: tuple[Action, ...] = (DRAW, *PILE.values(), TURNED, *LAY.values(), *ADD.values(), *DISCARD)
"""All actions that exist, in the order in which legal actions are listed: 130 ways to take the pile, 1168 sets, 100
cards to add, 52 discards, ``DRAW`` and ``TURNED``.
"""

_BY_NOTATION = {str(action): action for action in ACTIONS}


def parse_action(text: str) -> Action:
    """Return the action with the notation ``text``. Raise NotationError if it is not an action."""
    if text in _BY_NOTATION:
        return _BY_NOTATION[text]
    verb, *words = text.split(" ")
    if verb.upper() in Kind.__members__:  # to raise an error about the wrong card or rank
        last = [words.pop()] if verb == "add" and len(words) > 1 else []
        for word in words:
            parse_card(word)
        for word in last:
            parse_rank(word)
    raise NotationError(_("“{text}” is not an action").format(text=excerpt(text)))
