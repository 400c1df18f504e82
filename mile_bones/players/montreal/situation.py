"""A situation: all that a player knows about a deal, as one row of whole numbers.

Turns are planned by rank. Suits matter only for two cards, the jack of diamonds and the queen of spades (the dear jack
and the dear queen), which are counted again after the thirteen ranks. So fifteen numbers describe the cards in one
place: indices 0 to 12 have the cards of each rank, and 13 and 14 have the dear jack and the dear queen among them. A
*sort* of card is one of these fifteen: a rank without its dear card, or the dear card.

The functions here, in ``features`` and in ``turns`` use only numbers, loops and rows that can be indexed. The lab
compiles them unchanged and plays millions of turns with them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

Row: TypeAlias = MutableSequence[int]
"""Whole numbers by index: a list, or in the lab an array."""
Numbers: TypeAlias = MutableSequence[float]
"""Floating-point numbers by index: a list, or in the lab an array."""
Weights: TypeAlias = Sequence[float]

RANKS = 13
SORTS = 15
JACK, QUEEN = 9, 10
DEAR_JACK, DEAR_QUEEN = 13, 14

# The indices at which the parts of a situation begin. Each of the first four parts has fifteen numbers.
HAND = 0
KNOWN = 15  # cards that the opponent is known to hold
UNSEEN = 30  # cards that are in the stock, or in the opponent's hand and not known to be there
PILE = 45
OWN = 60  # cards in the player's set of each rank, by rank
WILDS = 73  # wild 2s in the player's set of each rank
THEIRS = 86  # cards in the opponent's set of each rank, by rank
THEIR_WILDS = 99
THROWN = 112  # cards that the opponent has discarded, by rank
POINTS = 125  # points of the player's cards on the table, without the doubling of sets
THEIR_POINTS = 126
THEIR_CARDS = 127  # the number of cards in the opponent's hand
STOCK = 128
RESHUFFLED = 129
TOP = 130  # the sort of the top card of the pile, or -1 if there is none
SIZE = 131

VALUES = (20, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 15, 50, 100)
"""The points of a card, by sort."""
BONUS = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 90)
"""The extra points of a dear card, compared with the other cards of its rank, by sort."""
RANK = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, JACK, QUEEN)
"""The rank of each sort."""
DEAR = (-1, -1, -1, -1, -1, -1, -1, -1, -1, DEAR_JACK, DEAR_QUEEN, -1, -1)
"""The sort of the dear card of each rank, or -1 if there is none."""


def held(row: Row, part: int) -> int:
    """Return the number of cards in a part. This is called so often that a loop would take a tenth of the time of a
    turn.
    """
    low = row[part] + row[part + 1] + row[part + 2] + row[part + 3] + row[part + 4] + row[part + 5] + row[part + 6]
    return low + row[part + 7] + row[part + 8] + row[part + 9] + row[part + 10] + row[part + 11] + row[part + 12]


def value(row: Row, part: int) -> int:
    """Return the points of the cards in a part."""
    points = 40 * row[part + DEAR_JACK] + 90 * row[part + DEAR_QUEEN]
    for rank in range(RANKS):
        points += VALUES[rank] * row[part + rank]
    return points


def plain(row: Row, part: int, sort: int) -> int:
    """Return the number of cards of exactly this sort in a part."""
    if sort == JACK:
        return row[part + JACK] - row[part + DEAR_JACK]
    if sort == QUEEN:
        return row[part + QUEEN] - row[part + DEAR_QUEEN]
    return row[part + sort]


def change(row: Row, part: int, sort: int, by: int) -> None:
    """Change the number of cards of this sort in a part by ``by``."""
    row[part + RANK[sort]] += by
    if sort >= RANKS:
        row[part + sort] += by


def doubled(row: Row, part: int, wilds: int) -> int:
    """Return the extra points for sets of eight cards without a wild, which count double. ``wilds`` is the part with
    the wilds.
    """
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
    """Return True if no set has a 2 as a wild. ``wilds`` is the part with the wilds."""
    return held(row, wilds) == 0


def mean_unseen(row: Row) -> float:
    """Return the mean points of an unseen card."""
    cards = held(row, UNSEEN)
    return value(row, UNSEEN) / cards if cards > 0 else 0.0


def their_hand(row: Row) -> float:
    """Return the expected points of the opponent's hand."""
    return value(row, KNOWN) + (row[THEIR_CARDS] - held(row, KNOWN)) * mean_unseen(row)


def worth_of_going_out(row: Row) -> float:
    """Return the lead in this deal, in points, of a player who has just gone out."""
    points = row[POINTS] + doubled(row, OWN, WILDS)
    if is_clean(row, WILDS):
        points *= 2
    return points - row[THEIR_POINTS] - doubled(row, THEIRS, THEIR_WILDS) + their_hand(row)


def restock(row: Row) -> None:
    """Make a new stock of all discards except the top card. The stock must be empty."""
    for sort in range(SORTS):
        row[KNOWN + sort] += row[UNSEEN + sort]
        row[UNSEEN + sort] = row[PILE + sort]
        row[PILE + sort] = 0
    change(row, UNSEEN, row[TOP], -1)
    change(row, PILE, row[TOP], 1)
    row[STOCK] = held(row, UNSEEN)
    row[RESHUFFLED] = 1
