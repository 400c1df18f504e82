"""The input of a network for a table after a turn: some hundreds of numbers, most of them 0.

The ``tell_...`` functions add their numbers to ``rows`` from the index ``at`` on. Ranks whose cards have the same value
form a class and are counted together. For example, one number of a class is the number of its ranks of which the player
holds a pair and more cards may still come.
"""

from __future__ import annotations

from typing import NamedTuple

from mile_bones.players.montreal.situation import (
    BONUS,
    DEAR_JACK,
    DEAR_QUEEN,
    HAND,
    KNOWN,
    OWN,
    PILE,
    POINTS,
    RANK,
    RANKS,
    RESHUFFLED,
    STOCK,
    THEIR_CARDS,
    THEIR_POINTS,
    THEIR_WILDS,
    THEIRS,
    THROWN,
    UNSEEN,
    VALUES,
    WILDS,
    Numbers,
    Row,
    held,
    is_clean,
    value,
)

CLASS = (0, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 2, 5)
"""The class of each rank."""
CLASSES = 6
PER_CLASS = 34
GLOBAL = CLASSES * PER_CLASS
STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16)
"""Steps for the number of cards in a hand: at least each number."""
INPUTS = GLOBAL + 66


def spread_of(row: Row) -> float:
    """Return the probability that an unseen card is in the opponent's hand."""
    hidden, unseen = row[THEIR_CARDS] - held(row, KNOWN), held(row, UNSEEN)
    return min(1.0, hidden / unseen) if hidden > 0 and unseen > 0 else 0.0


def chance_of_taking(row: Row, rank: int, each: float) -> float:
    """Return the probability that the opponent holds two cards of a rank. ``each`` is the result of ``spread_of``."""
    known = row[KNOWN + rank]
    if known >= 2:
        return 1.0
    there = row[UNSEEN + rank]
    if each == 0 or there == 0:
        return 0.0
    none: float = (1 - each) ** there
    if known == 1:
        return 1 - none
    one: float = there * each * (1 - each) ** (there - 1)
    return max(0.0, 1 - none - one)


def tell_own(rows: Numbers, at: int, row: Row, rank: int, number: int, sign: float) -> None:
    """Add the ``number`` cards of a rank that the player holds, or subtract them again if ``sign`` is -1."""
    if number == 0:
        return
    base = at + PER_CLASS * CLASS[rank]
    own = row[OWN + rank]
    there = row[UNSEEN + rank] + row[KNOWN + rank]
    if own == 0:
        rows[base + 3 * (min(number, 4) - 1) + (0 if there == 0 else 1 if there < 3 else 2)] += sign
    else:
        rows[base + 12 + 2 * (min(number, 3) - 1) + (1 if there > 0 else 0)] += sign


def tell_eight(rows: Numbers, at: int, row: Row, rank: int, number: int, sign: float) -> None:
    """Add the number that tells how close the player is to eight naturals of a rank, with ``number`` cards of it in the
    hand.
    """
    cards = row[OWN + rank] + number
    if cards >= 5 and row[THEIRS + rank] == 0 and row[WILDS + rank] == 0:
        rows[at + PER_CLASS * CLASS[rank] + 20 + min(cards, 8) - 5] += sign


def tell_rank(rows: Numbers, at: int, row: Row, rank: int) -> None:
    """Add the numbers for a rank that do not change if one of its cards is discarded."""
    base = at + PER_CLASS * CLASS[rank]
    known, theirs = row[KNOWN + rank], row[THEIRS + rank]
    there = row[UNSEEN + rank] + known
    if row[OWN + rank] > 0:
        if there == 0:
            rows[base + 18] += 1
        else:
            rows[base + 19] += 0.25 * there
    if theirs > 0:
        rows[base + 24] += 1
        rows[base + 25] += 0.25 * there
    if known > 0:
        rows[base + (29 if theirs > 0 else 25 + min(known, 3))] += 1
    if there > 0 and row[THROWN + rank] > 0:
        rows[base + 30] += 0.33 * min(row[THROWN + rank], 3)
    if row[PILE + rank] > 0:
        rows[base + 31] += 0.25 * row[PILE + rank]


def tell_table(rows: Numbers, at: int, row: Row) -> None:
    """Add all numbers that do not depend on the discard. The numbers from the index ``at`` on must be 0 before."""
    for rank in range(RANKS):
        number = row[HAND + rank]
        tell_own(rows, at, row, rank, number, 1.0)
        tell_eight(rows, at, row, rank, number, 1.0)
        tell_rank(rows, at, row, rank)
    to = at + GLOBAL
    own_clean, their_clean = is_clean(row, WILDS), is_clean(row, THEIR_WILDS)
    rows[to] = 0.01 * row[POINTS]
    rows[to + 1] = 0.01 * row[THEIR_POINTS]
    unseen = held(row, UNSEEN)
    hidden = row[THEIR_CARDS] - held(row, KNOWN)
    mean = value(row, UNSEEN) / unseen if unseen > 0 else 0.0
    rows[to + 2] = 0.01 * (value(row, KNOWN) + hidden * mean)
    rows[to + 3] = 0.1 * mean
    if own_clean:
        rows[to + 4] = 1.0
        rows[to + 5] = 0.01 * row[POINTS]
    if their_clean:
        rows[to + 6] = 1.0
        rows[to + 7] = 0.01 * row[THEIR_POINTS]
    rows[to + 8] = row[STOCK] / 73
    rows[to + 9] = row[RESHUFFLED]
    if row[STOCK] <= 20:
        rows[to + 10] = 1 - row[STOCK] / 20
    if row[STOCK] <= 6:
        rows[to + 11] = 1 - row[STOCK] / 6
    for step in range(10):
        if row[THEIR_CARDS] >= STEPS[step]:
            rows[to + 12 + step] = 1.0
    rows[to + 22] = 0.1 * (held(row, OWN) + held(row, WILDS))
    rows[to + 23] = row[HAND + DEAR_QUEEN]
    rows[to + 24] = row[UNSEEN + DEAR_QUEEN]
    rows[to + 25] = row[KNOWN + DEAR_QUEEN]
    rows[to + 26] = row[PILE + DEAR_QUEEN]
    rows[to + 27] = row[HAND + DEAR_JACK]
    rows[to + 28] = row[UNSEEN + DEAR_JACK]
    rows[to + 29] = row[KNOWN + DEAR_JACK]
    rows[to + 30] = row[PILE + DEAR_JACK]


class Facts(NamedTuple):
    """Facts about a table before a discard, which are the same for every card that may be discarded."""

    singles: int
    """The number of ranks of which the player has no set, and one card in the hand. ``pairs`` counts those with two
    cards.
    """
    pairs: int
    each: float
    """The result of ``spread_of``."""
    cards: int
    """The number of cards in the hand; ``points`` has their points."""
    points: int
    pile: int
    """The number of cards in the pile; ``pile_points`` has their points."""
    pile_points: int
    clean: bool


def facts_of(row: Row) -> Facts:
    """Return the facts about a table."""
    singles = pairs = 0
    for rank in range(1, RANKS):
        if row[OWN + rank] == 0:
            if row[HAND + rank] == 1:
                singles += 1
            elif row[HAND + rank] == 2:
                pairs += 1
    return Facts(
        singles,
        pairs,
        spread_of(row),
        held(row, HAND),
        value(row, HAND),
        held(row, PILE),
        value(row, PILE),
        is_clean(row, WILDS),
    )


def without(row: Row, rank: int, singles: int, pairs: int) -> tuple[int, int]:
    """Return the numbers of single cards and of pairs after a card of this rank is discarded."""
    if rank == 0 or row[OWN + rank] > 0 or row[HAND + rank] > 3:
        return singles, pairs
    if row[HAND + rank] == 1:
        return singles - 1, pairs
    if row[HAND + rank] == 2:
        return singles + 1, pairs - 1
    return singles, pairs + 1


def tell_discard(rows: Numbers, at: int, row: Row, sort: int, facts: Facts) -> None:
    """Add the numbers that depend on the discard of a card of this sort. Call ``tell_table`` first."""
    rank = RANK[sort]
    number = row[HAND + rank]
    tell_own(rows, at, row, rank, number, -1.0)
    tell_own(rows, at, row, rank, number - 1, 1.0)
    if number + row[OWN + rank] >= 5:
        tell_eight(rows, at, row, rank, number, -1.0)
        tell_eight(rows, at, row, rank, number - 1, 1.0)
    base = at + PER_CLASS * CLASS[rank]
    to = at + GLOBAL
    if sort >= RANKS:
        rows[to + (23 if sort == DEAR_QUEEN else 27)] -= 1.0
        rows[to + (26 if sort == DEAR_QUEEN else 30)] += 1.0
    twos = row[HAND] - (1 if rank == 0 else 0)
    singles, pairs = without(row, rank, facts.singles, facts.pairs)
    # The number of cards that keep the player from going out, first with all wilds used and then with none.
    filled = min(twos, pairs)
    dead = singles + 2 * pairs - 2 * filled
    dead -= min((twos - filled) // 2, singles)
    rows[to + 31 + min(dead, 6)] = 1.0
    if facts.clean:
        clean = singles + 2 * pairs + (twos if twos < 3 and row[OWN] == 0 else 0)
        rows[to + 38 + min(clean, 6)] = 1.0
    cards = facts.cards - 1
    for step in range(10):
        if cards < STEPS[step]:
            break
        rows[to + 45 + step] = 1.0
    rows[to + 55] = 0.01 * (facts.points - VALUES[sort])
    pile, points = facts.pile + 1, facts.pile_points + VALUES[sort]
    danger = chance_of_taking(row, rank, facts.each)
    rows[base + 31] += 0.25
    rows[base + 32] = 1.0
    rows[base + 33] = danger
    rows[to + 56] = 0.1 * pile
    rows[to + 57] = 0.01 * points
    rows[to + 58] = danger
    rows[to + 59] = 0.1 * danger * pile
    rows[to + 60] = 0.01 * danger * points
    rows[to + 61] = 0.02 * BONUS[sort] * danger
    rows[to + 62] = 0.1 * danger * row[THEIR_CARDS]
    rows[to + 63] = 0.25 * singles
    rows[to + 64] = 0.25 * pairs
    rows[to + 65] = 0.25 * twos
