"""What a player knows of a deal, as one row of whole numbers.

A turn is thought about in ranks. Suits matter for two cards alone: the jack of diamonds and the queen of spades, which
are counted once more behind the thirteen ranks. So fifteen numbers say what lies somewhere: 0 to 12 by rank, then how
many of these are the dear jack and the dear queen. A *sort* of card is one of these fifteen: a rank without its dear
card, or that.

The functions here, in ``features`` and in ``turns`` use nothing but numbers, loops and rows that can be indexed: the
lab compiles them as they stand and plays millions of turns with them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

Row: TypeAlias = MutableSequence[int]
"""Whole numbers by index: a list, or in the lab an array."""
Numbers: TypeAlias = MutableSequence[float]
"""The same of any numbers."""
Weights: TypeAlias = Sequence[float]

RANKS = 13
SORTS = 15
JACK, QUEEN = 9, 10
DEAR_JACK, DEAR_QUEEN = 13, 14

# Where the parts of a situation begin. The first four are fifteen numbers long.
HAND = 0
KNOWN = 15  # what the opponent is known to hold
UNSEEN = 30  # in the stock, or held by the opponent without being known
PILE = 45
OWN = 60  # by rank: cards of that rank in the own set
WILDS = 73  # 2s that are wild in it
THEIRS = 86  # the same of the opponent's sets
THEIR_WILDS = 99
THROWN = 112  # what the opponent has thrown away
POINTS = 125  # of the own cards laid down, nothing doubled
THEIR_POINTS = 126
THEIR_CARDS = 127  # how many the opponent holds
STOCK = 128
RESHUFFLED = 129
TOP = 130  # the sort of the top card of the pile, -1 where there is none
SIZE = 131

VALUES = (20, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 15, 50, 100)
"""By sort: the points of a card."""
BONUS = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 90)
"""By sort: how many points more than others of its rank a dear card has."""
RANK = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, JACK, QUEEN)
"""By sort."""
DEAR = (-1, -1, -1, -1, -1, -1, -1, -1, -1, DEAR_JACK, DEAR_QUEEN, -1, -1)
"""By rank: the sort of its dear card, -1 for none."""


def held(row: Row, part: int) -> int:
    """How many cards a part counts."""
    number = 0
    for rank in range(RANKS):
        number += row[part + rank]
    return number


def value(row: Row, part: int) -> int:
    """What the cards of a part are worth."""
    points = 40 * row[part + DEAR_JACK] + 90 * row[part + DEAR_QUEEN]
    for rank in range(RANKS):
        points += VALUES[rank] * row[part + rank]
    return points


def plain(row: Row, part: int, sort: int) -> int:
    """How many cards of just this sort a part has."""
    if sort == JACK:
        return row[part + JACK] - row[part + DEAR_JACK]
    if sort == QUEEN:
        return row[part + QUEEN] - row[part + DEAR_QUEEN]
    return row[part + sort]


def change(row: Row, part: int, sort: int, by: int) -> None:
    """Put a card of this sort to a part, or take it away."""
    row[part + RANK[sort]] += by
    if sort >= RANKS:
        row[part + sort] += by


def doubled(row: Row, part: int, wilds: int) -> int:
    """What the naturals of the first kind add to the points of these sets."""
    points = 0
    for rank in range(RANKS):
        if row[part + rank] == 8 and row[wilds + rank] == 0:
            points += 8 * VALUES[rank]
            if rank == JACK:
                points += 80
            if rank == QUEEN:
                points += 180
    return points


def is_clean(row: Row, wilds: int) -> bool:
    """No 2 is wild in any of these sets."""
    return held(row, wilds) == 0


def mean_unseen(row: Row) -> float:
    """What a card is worth on average that has not been seen."""
    cards = held(row, UNSEEN)
    return value(row, UNSEEN) / cards if cards > 0 else 0.0


def their_hand(row: Row) -> float:
    """What the opponent's hand is worth, as far as one can tell."""
    return value(row, KNOWN) + (row[THEIR_CARDS] - held(row, KNOWN)) * mean_unseen(row)


def worth_of_going_out(row: Row) -> float:
    """Points ahead in this deal for who has just gone out."""
    points = row[POINTS] + doubled(row, OWN, WILDS)
    if is_clean(row, WILDS):
        points *= 2
    return points - row[THEIR_POINTS] - doubled(row, THEIRS, THEIR_WILDS) + their_hand(row)


def restock(row: Row) -> None:
    """The stock being empty, make a new one of the discards but for the top card."""
    for sort in range(SORTS):
        row[KNOWN + sort] += row[UNSEEN + sort]
        row[UNSEEN + sort] = row[PILE + sort]
        row[PILE + sort] = 0
    change(row, UNSEEN, row[TOP], -1)
    change(row, PILE, row[TOP], 1)
    row[STOCK] = held(row, UNSEEN)
    row[RESHUFFLED] = 1
