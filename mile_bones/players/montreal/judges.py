"""What the level that was not trained thinks of a table after a turn (see ``turns``), in points of this deal."""

from __future__ import annotations

from mile_bones.players.montreal.features import chance_of_taking, deadwood
from mile_bones.players.montreal.situation import (
    HAND,
    KNOWN,
    OWN,
    PILE,
    POINTS,
    RANK,
    RANKS,
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
    Weights,
    doubled,
    held,
    is_clean,
    their_hand,
    value,
)

WEIGHTS = (
    0.22,  # 0: how much slower the own hand is lost for each card that the other holds
    0.01,  # 1: how much faster for each card that the stock has less than twenty
    0.25,  # 2: a pair, for each card of its rank to come: of its points
    3.0,  # 3: the same in points
    0.6,  # 4: three and more that are not laid down: of their points
    6.0,  # 5: the same in points
    0.55,  # 6: cards held that could be added: of their points
    6.0,  # 7: two of them, that may take the pile
    0.4,  # 8: a single card, for each card of its rank to come
    0.35,  # 9: of the other's hand, when nothing stands before going out; half of it with one card, and so on
    18.0,  # 10: a 2 in the hand
    0.25,  # 11: of the own points, for going out without a wild, in the same way
    3.0,  # 12: what the pile brings who takes it: times the points of its top card
    0.6,  # 13: of the points below
    4.0,  # 14: for each card
    10.0,  # 15: in any case
    0.5,  # 16: how likely the other has kept a pair of a rank that it has laid down, against another
    0.5,  # 17: and of one that it has thrown away
)


def judge_strongly(row: Row, sorts: Row, number: int, worths: Numbers, weights: Weights) -> None:
    """Weighs what lies against what may be lost with the hand, the pairs that may take a pile, how far it is to go
    out, and what the other could do with the pile."""
    laid = row[POINTS] + doubled(row, OWN, WILDS) - row[THEIR_POINTS] - doubled(row, THEIRS, THEIR_WILDS)
    haste = 1.0 / (1.0 + weights[0] * row[THEIR_CARDS]) + weights[1] * max(0, 20 - row[STOCK])
    theirs = their_hand(row)
    singles, pairs = deadwood(row)
    hopes = 0.0
    for rank in range(1, RANKS):
        hopes += hope(row, rank, row[HAND + rank], weights)
    hand, pile, pile_value = value(row, HAND), held(row, PILE), value(row, PILE)
    clean = weights[11] * row[POINTS] if is_clean(row, WILDS) else 0.0
    for place in range(number):
        sort = sorts[place]
        rank = RANK[sort]
        cards = row[HAND + rank]
        ones, twos, wilds, hoped = singles, pairs, row[HAND], hopes
        if rank == 0:
            wilds -= 1
        else:
            hoped += hope(row, rank, cards - 1, weights) - hope(row, rank, cards, weights)
            if row[OWN + rank] == 0:
                if cards == 1:
                    ones -= 1
                elif cards == 2:
                    twos -= 1
                    ones += 1
                elif cards == 3:
                    twos += 1
        filled = min(wilds, twos)
        far = ones + 2 * twos - 2 * filled
        far -= min((wilds - filled) // 2, ones)
        near = 1.0 / (1.0 + far)
        danger = chance_of_taking(row, rank)
        if row[KNOWN + rank] < 2:
            if row[THEIRS + rank] > 0:
                danger *= weights[16]
            elif row[THROWN + rank] > 0:
                danger *= weights[17]
        gain = weights[12] * VALUES[sort] + weights[13] * pile_value + weights[14] * pile + weights[15]
        worth = laid - haste * (hand - VALUES[sort]) + hoped + near * (weights[9] * theirs + clean)
        worths[place] = worth + weights[10] * wilds - danger * gain


def hope(row: Row, rank: int, number: int, weights: Weights) -> float:
    """What so many cards of a rank in the hand promise."""
    if number == 0:
        return 0.0
    there = row[UNSEEN + rank] + row[KNOWN + rank]
    points = VALUES[rank]
    if row[OWN + rank] > 0:
        may_take = weights[7] if number >= 2 and there > 0 else 0.0
        return weights[6] * points * number + may_take
    if number >= 3:
        return weights[4] * points * number + weights[5]
    if number == 2:
        return (weights[2] * points + weights[3]) * min(there, 3)
    return weights[8] * min(there, 3)
