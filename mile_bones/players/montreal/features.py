"""What a network is told of a table after a turn: some hundreds of numbers, most of them 0.

Ranks whose cards have the same value are told together: how many of them there are of which one holds a pair with
cards of that rank still to come, and so on.
"""

from __future__ import annotations

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
"""By rank: with which others it is told."""
CLASSES = 6
PER_CLASS = 34
GLOBAL = CLASSES * PER_CLASS
STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16)
"""From how many cards on a hand is told to be larger."""
INPUTS = GLOBAL + 66


def chance_of_taking(row: Row, rank: int) -> float:
    """How likely the opponent holds two cards of a rank."""
    known = row[KNOWN + rank]
    if known >= 2:
        return 1.0
    hidden = row[THEIR_CARDS] - held(row, KNOWN)
    unseen = held(row, UNSEEN)
    if hidden <= 0 or unseen <= 0:
        return 0.0
    there = row[UNSEEN + rank]
    each = min(1.0, hidden / unseen)
    none = (1 - each) ** there
    if known == 1:
        return 1 - none
    one = there * each * (1 - each) ** (there - 1) if there > 0 else 0.0
    return max(0.0, 1 - none - one)


def add_rank(rows: Numbers, at: int, row: Row, rank: int, number: int, sign: float) -> None:
    """Tell of a rank of which the player holds ``number`` cards; with ``sign`` -1 take that back."""
    base = at + PER_CLASS * CLASS[rank]
    own = row[OWN + rank]
    there = row[UNSEEN + rank] + row[KNOWN + rank]
    if number > 0:
        if own == 0:
            rows[base + 3 * (min(number, 4) - 1) + (0 if there == 0 else 1 if there < 3 else 2)] += sign
        else:
            rows[base + 12 + 2 * (min(number, 3) - 1) + (1 if there > 0 else 0)] += sign
    if own > 0:
        if there == 0:
            rows[base + 18] += sign
        else:
            rows[base + 19] += sign * 0.25 * there
    theirs = row[THEIRS + rank]
    all_own = own + number
    if all_own >= 5 and theirs == 0 and row[WILDS + rank] == 0:
        rows[base + 20 + min(all_own, 8) - 5] += sign
    if theirs > 0:
        rows[base + 24] += sign
        rows[base + 25] += sign * 0.25 * there
    known = row[KNOWN + rank]
    if known > 0:
        if theirs > 0:
            rows[base + 29] += sign
        else:
            rows[base + 25 + min(known, 3)] += sign
    if there > 0:
        rows[base + 30] += sign * 0.33 * min(row[THROWN + rank], 3)
    rows[base + 31] += sign * 0.25 * row[PILE + rank]


def tell_table(rows: Numbers, at: int, row: Row) -> None:
    """All that does not depend on what is thrown away; the numbers from ``at`` on are 0 before."""
    for rank in range(RANKS):
        add_rank(rows, at, row, rank, row[HAND + rank], 1.0)
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


def deadwood(row: Row) -> tuple[int, int]:
    """Of how many ranks without an own set one card is held, and of how many two."""
    singles = pairs = 0
    for rank in range(1, RANKS):
        if row[OWN + rank] == 0:
            if row[HAND + rank] == 1:
                singles += 1
            elif row[HAND + rank] == 2:
                pairs += 1
    return singles, pairs


def tell_discard(rows: Numbers, at: int, row: Row, sort: int, singles: int, pairs: int) -> None:
    """What there is to tell when a card of this sort is thrown away, beside ``tell_table``."""
    rank = RANK[sort]
    number = row[HAND + rank]
    add_rank(rows, at, row, rank, number, -1.0)
    add_rank(rows, at, row, rank, number - 1, 1.0)
    base = at + PER_CLASS * CLASS[rank]
    rows[base + 31] += 0.25
    rows[base + 32] = 1.0
    to = at + GLOBAL
    if sort >= RANKS:
        rows[to + (23 if sort == DEAR_QUEEN else 27)] -= 1.0
        rows[to + (26 if sort == DEAR_QUEEN else 30)] += 1.0
    twos = row[HAND]
    if rank == 0:
        twos -= 1
    elif row[OWN + rank] == 0:
        if number == 1:
            singles -= 1
        elif number == 2:
            pairs -= 1
            singles += 1
        elif number == 3:
            pairs += 1
    # How many cards stand between the player and going out, with all wilds used and with none.
    clean = singles + 2 * pairs + (twos if twos < 3 and row[OWN] == 0 else 0)
    dead = singles + 2 * pairs
    use = min(twos, pairs)
    dead -= 2 * use
    dead -= min((twos - use) // 2, singles)
    rows[to + 31 + min(dead, 6)] = 1.0
    if is_clean(row, WILDS):
        rows[to + 38 + min(clean, 6)] = 1.0
    cards = held(row, HAND) - 1
    for step in range(10):
        if cards >= STEPS[step]:
            rows[to + 45 + step] = 1.0
    rows[to + 55] = 0.01 * (value(row, HAND) - VALUES[sort])
    pile = held(row, PILE) + 1
    points = value(row, PILE) + VALUES[sort]
    danger = chance_of_taking(row, rank)
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
